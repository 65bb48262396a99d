"""Keeps lines that contradict what a store holds: evidence, within bounds.

So that no forger can fill the disk, a few are kept under one number and some hundreds of a log;
the rest is only counted. The rule of the file: a fork stands beside the first line, never over it.
"""

from __future__ import annotations

from enum import Enum

from sqlalchemy import Connection, func, insert, select, update

from host_tools.store.tables import FORKS, FORKS_DROPPED

FORKS_PER_LINE_MAX = 4
"""One is proof already; a few more show whether somebody is guessing."""

FORKS_MAX = 1000
"""Of one log: about two hands of another past, at most 640 KB."""


class ForkKept(Enum):
    """What became of a line that contradicts."""

    NEW = "new"  # kept beside the first
    KNOWN = "known"  # kept already, byte for byte
    DROPPED = "dropped"  # counted only: enough of them are kept


def keep_fork(
    db: Connection, serial: str, log: bytes, seq: int, line: bytes, seen_at: str
) -> ForkKept:
    """Within a commit of the caller's."""
    here = (
        select(func.count()).select_from(FORKS).where(FORKS.c.serial == serial, FORKS.c.log == log)
    )
    of_seq = here.where(FORKS.c.seq == seq)
    if db.execute(of_seq.where(FORKS.c.line == line)).scalar_one():
        return ForkKept.KNOWN
    if (
        db.execute(of_seq).scalar_one() >= FORKS_PER_LINE_MAX
        or db.execute(here).scalar_one() >= FORKS_MAX
    ):
        _count(db, serial, log)
        return ForkKept.DROPPED
    values = {"serial": serial, "log": log, "seq": seq, "line": line, "seen_at": seen_at}
    db.execute(insert(FORKS).values(values))
    return ForkKept.NEW


def _count(db: Connection, serial: str, log: bytes) -> None:
    counted = db.execute(
        update(FORKS_DROPPED)
        .where(FORKS_DROPPED.c.serial == serial, FORKS_DROPPED.c.log == log)
        .values(dropped=FORKS_DROPPED.c.dropped + 1)
    ).rowcount
    if not counted:
        db.execute(insert(FORKS_DROPPED).values(serial=serial, log=log, dropped=1))
