"""The tables a store consists of, as this version of the program knows them.

Written in SQLAlchemy Core and in nothing that only SQLite would take, so that a room with many
tables can keep the same columns in PostgreSQL. How an older store becomes this one is told step by
step in `migrations`; a test holds the two against each other. The rule of the file: a line's key
is table, log and sequence number, so that the same line can arrive any number of times.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

APPLICATION = 0x4D5A5253
"""SQLite's application id of our files: the letters MZRS."""

VERSION = 3
"""2 counts the forks that were not kept; 3 knows where hands begin and when a line came."""

METADATA = MetaData()

WHOLE = BigInteger().with_variant(Integer(), "sqlite")
"""64 bits everywhere; SQLite's strict tables call that INTEGER."""


def revision(version: int) -> str:
    """The name alembic knows a version by."""
    return f"{version:04d}"


def _kept(name: str, *columns: Column | Index) -> Table:
    return Table(name, METADATA, *columns, sqlite_strict=True, sqlite_with_rowid=False)


def _key(name: str, kind: type = Text) -> Column:
    return Column(name, kind, primary_key=True)


def _number(name: str) -> Column:
    return Column(name, WHOLE, primary_key=True, autoincrement=False)


LINES = _kept(
    "lines",
    _key("serial"),
    _key("log", LargeBinary),
    _number("seq"),
    Column("line", LargeBinary, nullable=False),
    Column("head", LargeBinary, nullable=False),
    Column("received_ms", WHOLE),  # Unix time; none: came before version 3
)

LOGS = _kept(
    "logs", _key("serial"), _key("log", LargeBinary), Column("seen_at", Text, nullable=False)
)

HANDS = _kept(
    "hands",
    _key("serial"),
    _key("log", LargeBinary),
    _number("seq"),  # of the line that begins it
    Column("hand", WHOLE, nullable=False),
    Index("hands_by_number", "serial", "log", "hand"),
)

FORKS = _kept(
    "forks",
    _key("serial"),
    _key("log", LargeBinary),
    _number("seq"),
    _key("line", LargeBinary),
    Column("seen_at", Text, nullable=False),
)

FORKS_DROPPED = _kept(
    "forks_dropped",
    _key("serial"),
    _key("log", LargeBinary),
    Column("dropped", WHOLE, nullable=False),
)

PROMISES = _kept(
    "promises",
    _key("serial"),
    _key("log", LargeBinary),
    _number("hand"),
    _number("epoch"),
    Column("promised", LargeBinary, nullable=False),
    Column("w", LargeBinary, nullable=False),
)

COUNTERS = _kept(
    "counters", _key("serial"), _key("role"), Column("counter", WHOLE, nullable=False)
)

ALEMBIC_VERSION = Table(
    "alembic_version", METADATA, Column("version_num", String(32), primary_key=True)
)
"""Alembic's own, as alembic makes it."""
