"""Counts the contradicting lines that were not kept."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """One more table; nothing in the others changes."""
    op.create_table(
        "forks_dropped",
        sa.Column("serial", sa.Text, primary_key=True),
        sa.Column("log", sa.LargeBinary, primary_key=True),
        sa.Column("dropped", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
