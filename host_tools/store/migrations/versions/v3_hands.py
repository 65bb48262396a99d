"""Knows where hands begin, and when a line came.

The lines that are there already are read once to find the hands; when they came is not known and
stays so.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

_WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_AT_A_TIME = 1000
_BEGINS = b"hand_started"

_LINES = sa.table(
    "lines",
    sa.column("serial", sa.Text),
    sa.column("log", sa.LargeBinary),
    sa.column("seq", _WHOLE),
    sa.column("line", sa.LargeBinary),
)


def upgrade() -> None:
    """A column, a table, and its rows."""
    op.add_column("lines", sa.Column("received_ms", _WHOLE))
    hands = op.create_table(
        "hands",
        sa.Column("serial", sa.Text, primary_key=True),
        sa.Column("log", sa.LargeBinary, primary_key=True),
        sa.Column("seq", _WHOLE, primary_key=True, autoincrement=False),
        sa.Column("hand", _WHOLE, nullable=False),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index("hands_by_number", "hands", ["serial", "log", "hand"])
    db = op.get_bind()
    logs = db.execute(sa.select(_LINES.c.serial, _LINES.c.log).distinct()).all()
    for serial, log in logs:
        _fill(db, hands, serial, log)


def _fill(db: sa.Connection, hands: sa.Table, serial: str, log: bytes) -> None:
    last = 0
    of_log = sa.select(_LINES.c.seq, _LINES.c.line).where(
        _LINES.c.serial == serial, _LINES.c.log == log
    )
    while rows := db.execute(
        of_log.where(_LINES.c.seq > last).order_by(_LINES.c.seq).limit(_AT_A_TIME)
    ).all():
        for seq, line in rows:
            hand = _hand_begun(line)
            if hand:
                values = {"serial": serial, "log": log, "seq": seq, "hand": hand}
                db.execute(hands.insert().values(values))
        last = rows[-1].seq


def _hand_begun(line: bytes) -> int:
    words = line.split(b" ", 4)
    if len(words) < 5 or words[2] != _BEGINS or not words[3].startswith(b"hand="):
        return 0
    number = words[3][len(b"hand=") :]
    return int(number) if number.isdigit() else 0
