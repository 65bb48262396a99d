"""Keeps every line a table sent, once, for good.

A line's key is table, log and sequence number. The same line arriving again is no event; another
line under the same key is a *fork*: it is kept beside the first, never over it, and told to the
caller. What `append` has returned for is on the disk, so the caller may acknowledge it to the
table, which then may forget it. The rule of the file: a commit or nothing, and no line of the log
is ever changed or dropped.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Table, func, insert, or_, select, update

from host_tools.store.forks import ForkKept, keep_fork
from host_tools.store.opening import commit, connect, pragma, told
from host_tools.store.tables import COUNTERS, FORKS, FORKS_DROPPED, HANDS, LINES, LOGS, PROMISES

if TYPE_CHECKING:
    from sqlalchemy.sql import ColumnElement

PAGE = 1000
"""Lines read at a time, so that a long log is never in memory as a whole."""

KNOWS_HANDS = 3
"""The version from which on a store notes where hands begin."""

_HAND_STARTED = b"hand_started"
_HAND = b"hand="
_FROM_MS = func.substr(LINES.c.line, func.length(LINES.c.seq) + 2)
_FROM_KIND = func.substr(_FROM_MS, func.instr(_FROM_MS, b" ") + 1)
_KIND = func.substr(_FROM_KIND, 1, func.instr(_FROM_KIND, b" ") - 1)
"""A line's third word, behind its number and its milliseconds."""

_LINE = select(LINES.c.seq, LINES.c.line, LINES.c.head)


@dataclass(frozen=True, slots=True)
class Line:
    """One journalled line: its number, its bytes with the LF, and the full 32-byte chain hash
    after it.
    """

    seq: int
    line: bytes
    head: bytes


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def _of(table: Table, serial: str, log: bytes) -> tuple[ColumnElement[bool], ...]:
    return table.c.serial == serial, table.c.log == log


class LineStore:
    """A store in one SQLite file. Opens or makes it; raises `StoreError` with the way out.

    read_only: for looking only; the file must be there and nothing in it is changed.
    """

    def __init__(self, path: Path, read_only: bool = False) -> None:
        self.path = path
        self.db = connect(path, read_only)
        self._met: set[tuple[str, bytes]] = set()
        with self._told():
            self.version = pragma(self.db, "user_version")

    def _told(self) -> AbstractContextManager[None]:
        return told(self.path)

    def _commit(self) -> AbstractContextManager[Connection]:
        return commit(self.db, self.path)

    def append(self, serial: str, log: bytes, lines: Iterable[Line]) -> list[Line]:
        """Store the lines in one commit; returns those that are forks of lines already here, kept
        beside as `keep_fork` does.
        """
        coming = list(lines)
        forks: list[Line] = []
        with self._commit() as db:
            self._meet(db, serial, log)
            kept = _kept(db, serial, log, coming)
            fresh: list[Line] = []
            for each in coming:
                first = kept.get(each.seq)
                if first is None:
                    kept[each.seq] = each.line
                    fresh.append(each)
                elif first != each.line:
                    forks.append(each)
                    keep_fork(db, serial, log, each.seq, each.line, _now())
            _insert(db, serial, log, fresh)
        self._met.add((serial, log))
        return forks

    def _meet(self, db: Connection, serial: str, log: bytes) -> None:
        if (serial, log) in self._met:
            return
        if db.execute(select(LOGS.c.seen_at).where(*_of(LOGS, serial, log))).first() is None:
            db.execute(insert(LOGS).values(serial=serial, log=log, seen_at=_now()))

    def keep_fork(self, serial: str, log: bytes, seq: int, line: bytes) -> ForkKept:
        """Keep a line that contradicts what is stored, as evidence; count it only when
        FORKS_PER_LINE_MAX are kept under its number or FORKS_MAX of its log.
        """
        with self._commit() as db:
            return keep_fork(db, serial, log, seq, line, _now())

    def last(self, serial: str, log: bytes) -> Line | None:
        """The line with the highest number, or None."""
        wanted = _LINE.where(*_of(LINES, serial, log)).order_by(LINES.c.seq.desc()).limit(1)
        with self._told():
            row = self.db.execute(wanted).first()
        return Line(*row) if row else None

    def line(self, serial: str, log: bytes, seq: int) -> Line | None:
        """One line, or None."""
        with self._told():
            row = self.db.execute(
                _LINE.where(*_of(LINES, serial, log), LINES.c.seq == seq)
            ).first()
        return Line(*row) if row else None

    def lines(
        self, serial: str, log: bytes, start: int = 1, end: int | None = None
    ) -> Iterator[Line]:
        """The lines from `start` on, in order; `end`: up to and without that number."""
        wanted = _LINE.where(*_of(LINES, serial, log)).order_by(LINES.c.seq).limit(PAGE)
        if end is not None:
            wanted = wanted.where(LINES.c.seq < end)
        while True:
            with self._told():
                rows = self.db.execute(wanted.where(LINES.c.seq >= start)).all()
            yield from (Line(*row) for row in rows)
            if len(rows) < PAGE:
                return
            start = rows[-1].seq + 1

    def lines_named(self, serial: str, log: bytes, names: Iterable[bytes]) -> list[Line]:
        """The lines of these kinds (their names as lines spell them), in order."""
        return self.lines_holding(serial, log, [b" %b " % name for name in names])

    def lines_holding(self, serial: str, log: bytes, pieces: Iterable[bytes]) -> list[Line]:
        """The lines in which one of these pieces stands, in order; the file is searched for them,
        and nothing else of it comes into memory.
        """
        holding = [func.instr(LINES.c.line, piece) > 0 for piece in pieces]
        wanted = _LINE.where(*_of(LINES, serial, log), or_(*holding)).order_by(LINES.c.seq)
        with self._told():
            rows = self.db.execute(wanted).all()
        return [Line(*row) for row in rows]

    def lines_not_named(
        self, serial: str, log: bytes, names: Iterable[bytes], start: int, end: int
    ) -> list[Line]:
        """The lines of all other kinds from `start` up to and without `end`, in order; what they
        are costs the same for one name and for many.
        """
        here = LINES.c.seq >= start, LINES.c.seq < end, _KIND.not_in(list(names))
        wanted = _LINE.where(*_of(LINES, serial, log), *here).order_by(LINES.c.seq)
        with self._told():
            rows = self.db.execute(wanted).all()
        return [Line(*row) for row in rows]

    def received_ms(self, serial: str, log: bytes, seq: int) -> int | None:
        """When a line came, in ms of Unix time; None when it is not here or came before the store
        noted that.
        """
        if self.version < KNOWS_HANDS:
            return None
        with self._told():
            return self.db.execute(
                select(LINES.c.received_ms).where(*_of(LINES, serial, log), LINES.c.seq == seq)
            ).scalar()

    def hands(self, serial: str, log: bytes) -> list[tuple[int, int]]:
        """Every (hand, number of the line that begins it), in order."""
        if self.version < KNOWS_HANDS:  # an old store, opened for looking only
            begun = ((hand_begun(each.line), each.seq) for each in self.lines(serial, log))
            return [(hand, seq) for hand, seq in begun if hand]
        with self._told():
            rows = self.db.execute(
                select(HANDS.c.hand, HANDS.c.seq)
                .where(*_of(HANDS, serial, log))
                .order_by(HANDS.c.seq)
            ).all()
        return [(row[0], row[1]) for row in rows]

    def hand_bounds(self, serial: str, log: bytes, hand: int) -> tuple[int, int | None] | None:
        """Number of the line that begins a hand, and of the one that begins the next (None: it is
        the last); None when there is no such hand. A number used twice means the later hand.
        """
        if self.version < KNOWS_HANDS:
            starts = self.hands(serial, log)
            start = max((seq for number, seq in starts if number == hand), default=None)
            if start is None:
                return None
            return start, min((seq for _, seq in starts if seq > start), default=None)
        here = _of(HANDS, serial, log)
        with self._told():
            start = self.db.execute(
                select(func.max(HANDS.c.seq)).where(*here, HANDS.c.hand == hand)
            ).scalar()
            if start is None:
                return None
            after = select(func.min(HANDS.c.seq)).where(*here, HANDS.c.seq > start)
            return start, self.db.execute(after).scalar()

    def log_names(self) -> list[tuple[str, bytes]]:
        """Every (table serial, log), oldest first; no line is counted for it."""
        wanted = select(LOGS.c.serial, LOGS.c.log).order_by(
            LOGS.c.seen_at, LOGS.c.serial, LOGS.c.log
        )
        with self._told():
            return [(row[0], row[1]) for row in self.db.execute(wanted)]

    def logs(self) -> list[tuple[str, bytes, str, int]]:
        """Every (table serial, log, when first seen, number of lines), oldest first."""
        count = (
            select(func.count())
            .select_from(LINES)
            .where(LINES.c.serial == LOGS.c.serial, LINES.c.log == LOGS.c.log)
            .scalar_subquery()
        )
        wanted = select(LOGS.c.serial, LOGS.c.log, LOGS.c.seen_at, count).order_by(
            LOGS.c.seen_at, LOGS.c.serial, LOGS.c.log
        )
        with self._told():
            return [(row[0], row[1], row[2], row[3]) for row in self.db.execute(wanted)]

    def forks(self, serial: str, log: bytes) -> list[tuple[int, bytes]]:
        """Every (seq, line) kept beside another one."""
        wanted = (
            select(FORKS.c.seq, FORKS.c.line)
            .where(*_of(FORKS, serial, log))
            .order_by(FORKS.c.seq, FORKS.c.line)
        )
        with self._told():
            return [(row[0], row[1]) for row in self.db.execute(wanted)]

    def forks_dropped(self, serial: str, log: bytes) -> int:
        """How often a contradicting line came that was not kept."""
        wanted = select(FORKS_DROPPED.c.dropped).where(*_of(FORKS_DROPPED, serial, log))
        with self._told():
            return self.db.execute(wanted).scalar() or 0

    # the witness's own memory

    def promise(
        self, serial: str, log: bytes, hand: int, epoch: int, promised: bytes, w: bytes
    ) -> tuple[bytes, bytes]:
        """Keep w for this commitment unless one is kept already; returns the (commitment, w) that
        stand.
        """
        with self._commit() as db:
            stands = _promised(db, serial, log, hand, epoch)
            if stands is not None:
                return stands
            key = {"serial": serial, "log": log, "hand": hand, "epoch": epoch}
            db.execute(insert(PROMISES).values(**key, promised=promised, w=w))
            return promised, w

    def promised(
        self, serial: str, log: bytes, hand: int, epoch: int
    ) -> tuple[bytes, bytes] | None:
        """The (commitment, w) kept for this epoch, or None."""
        with self._told():
            return _promised(self.db, serial, log, hand, epoch)

    def next_counter(self, serial: str, role: str, above: int = 0) -> int:
        """A command counter never handed out before for this table and role, and above `above`."""
        here = COUNTERS.c.serial == serial, COUNTERS.c.role == role
        with self._commit() as db:
            known = db.execute(select(COUNTERS.c.counter).where(*here)).scalar()
            counter = max(known or 0, above) + 1
            if known is None:
                db.execute(insert(COUNTERS).values(serial=serial, role=role, counter=counter))
            else:
                db.execute(update(COUNTERS).where(*here).values(counter=counter))
        return counter

    def close(self) -> None:
        """Close the file; everything appended is on the disk already."""
        self.db.close()


def _promised(
    db: Connection, serial: str, log: bytes, hand: int, epoch: int
) -> tuple[bytes, bytes] | None:
    row = db.execute(
        select(PROMISES.c.promised, PROMISES.c.w).where(
            *_of(PROMISES, serial, log), PROMISES.c.hand == hand, PROMISES.c.epoch == epoch
        )
    ).first()
    return (row[0], row[1]) if row else None


def _kept(db: Connection, serial: str, log: bytes, coming: list[Line]) -> dict[int, bytes]:
    """The lines that are here already among the numbers that come."""
    if not coming:
        return {}
    first, last = min(each.seq for each in coming), max(each.seq for each in coming)
    rows = db.execute(
        select(LINES.c.seq, LINES.c.line).where(
            *_of(LINES, serial, log), LINES.c.seq.between(first, last)
        )
    )
    return {row[0]: row[1] for row in rows}


def _insert(db: Connection, serial: str, log: bytes, fresh: list[Line]) -> None:
    if not fresh:
        return
    of_log: dict[str, Any] = {"serial": serial, "log": log}
    now = {"received_ms": time.time_ns() // 1_000_000}
    db.execute(
        insert(LINES),
        [{**of_log, "seq": e.seq, "line": e.line, "head": e.head, **now} for e in fresh],
    )
    begun = [
        {**of_log, "seq": each.seq, "hand": hand}
        for each in fresh
        if (hand := hand_begun(each.line))
    ]
    if begun:
        db.execute(insert(HANDS), begun)


def hand_begun(line: bytes) -> int:
    """The hand that a line begins; 0: none."""
    words = line.split(b" ", 4)
    if len(words) < 5 or words[2] != _HAND_STARTED or not words[3].startswith(_HAND):
        return 0
    number = words[3][len(_HAND) :]
    return int(number) if number.isdigit() else 0
