"""The first store: lines, logs, forks, and the witness's promises and counters."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

_WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_SQLITE = {"sqlite_strict": True, "sqlite_with_rowid": False}


def _of_log() -> list[sa.Column]:
    return [
        sa.Column("serial", sa.Text, primary_key=True),
        sa.Column("log", sa.LargeBinary, primary_key=True),
    ]


def _number(name: str) -> sa.Column:
    return sa.Column(name, _WHOLE, primary_key=True, autoincrement=False)


def upgrade() -> None:
    """From an empty file."""
    op.create_table(
        "lines",
        *_of_log(),
        _number("seq"),
        sa.Column("line", sa.LargeBinary, nullable=False),
        sa.Column("head", sa.LargeBinary, nullable=False),
        **_SQLITE,
    )
    op.create_table("logs", *_of_log(), sa.Column("seen_at", sa.Text, nullable=False), **_SQLITE)
    op.create_table(
        "forks",
        *_of_log(),
        _number("seq"),
        sa.Column("line", sa.LargeBinary, primary_key=True),
        sa.Column("seen_at", sa.Text, nullable=False),
        **_SQLITE,
    )
    op.create_table(
        "promises",
        *_of_log(),
        _number("hand"),
        _number("epoch"),
        sa.Column("promised", sa.LargeBinary, nullable=False),
        sa.Column("w", sa.LargeBinary, nullable=False),
        **_SQLITE,
    )
    op.create_table(
        "counters",
        sa.Column("serial", sa.Text, primary_key=True),
        sa.Column("role", sa.Text, primary_key=True),
        sa.Column("counter", _WHOLE, nullable=False),
        **_SQLITE,
    )
