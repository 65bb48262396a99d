"""Keeps every line a table sent, once, for good.

A line's key is table, log and sequence number. The same line arriving again is no event; another
line under the same key is a *fork*: it is kept beside the first, never over it, and told to the
caller. So that no forger can fill the disk, a few are kept under one number and some hundreds of a
log; the rest is only counted. What `append` has returned for is on the disk (SQLite's write-ahead
log, synced at every commit), so the caller may acknowledge it to the table, which then may forget
it. The rule of the file: a commit or nothing, and no line of the log is ever changed or dropped.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum
from pathlib import Path

from host_tools.store.trouble import (
    StoreBusy,
    StoreDamaged,
    StoreError,
    StoreForeign,
    StoreFull,
    StoreNewer,
)

APPLICATION = 0x4D5A5253
"""SQLite's application id of our files: the letters MZRS."""

VERSION = 2
"""2 counts the forks that were not kept."""

FORKS_PER_LINE_MAX = 4
"""One is proof already; a few more show whether somebody is guessing."""

FORKS_MAX = 1000
"""Of one log: about two hands of another past, at most 640 KB."""

BUSY_SECONDS = 5.0

CHECKED_BYTES_MAX = 256 << 20
"""Above this the full check at opening would keep a room waiting (about a second per 200 MB);
`mazziere doctor` is the place for it.
"""

SCHEMA = """
CREATE TABLE lines (
    serial TEXT NOT NULL,
    log    BLOB NOT NULL,
    seq    INTEGER NOT NULL,
    line   BLOB NOT NULL,
    head   BLOB NOT NULL,
    PRIMARY KEY (serial, log, seq)
) STRICT, WITHOUT ROWID;
CREATE TABLE logs (
    serial  TEXT NOT NULL,
    log     BLOB NOT NULL,
    seen_at TEXT NOT NULL,
    PRIMARY KEY (serial, log)
) STRICT, WITHOUT ROWID;
CREATE TABLE forks (
    serial  TEXT NOT NULL,
    log     BLOB NOT NULL,
    seq     INTEGER NOT NULL,
    line    BLOB NOT NULL,
    seen_at TEXT NOT NULL,
    PRIMARY KEY (serial, log, seq, line)
) STRICT, WITHOUT ROWID;
CREATE TABLE promises (
    serial   TEXT NOT NULL,
    log      BLOB NOT NULL,
    hand     INTEGER NOT NULL,
    epoch    INTEGER NOT NULL,
    promised BLOB NOT NULL,
    w        BLOB NOT NULL,
    PRIMARY KEY (serial, log, hand, epoch)
) STRICT, WITHOUT ROWID;
CREATE TABLE counters (
    serial  TEXT NOT NULL,
    role    TEXT NOT NULL,
    counter INTEGER NOT NULL,
    PRIMARY KEY (serial, role)
) STRICT, WITHOUT ROWID;
"""


DROPPED_SCHEMA = """
CREATE TABLE forks_dropped (
    serial  TEXT NOT NULL,
    log     BLOB NOT NULL,
    dropped INTEGER NOT NULL,
    PRIMARY KEY (serial, log)
) STRICT, WITHOUT ROWID;
"""


class ForkKept(Enum):
    """What became of a line that contradicts."""

    NEW = "new"  # kept beside the first
    KNOWN = "known"  # kept already, byte for byte
    DROPPED = "dropped"  # counted only: enough of them are kept


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


class LineStore:
    """A store in one SQLite file. Opens or makes it; raises `StoreError` with the way out.

    read_only: for looking only; the file must be there and nothing in it is changed.
    """

    def __init__(self, path: Path, read_only: bool = False) -> None:
        self.path = path
        with self._told():
            if not read_only:
                path.parent.mkdir(parents=True, exist_ok=True)
            if not read_only and not path.exists():
                path.touch(mode=0o600)  # the witness's numbers are secret until they are opened
            self.db = sqlite3.connect(
                f"{path.resolve().as_uri()}?mode={'ro' if read_only else 'rwc'}",
                uri=True,
                timeout=BUSY_SECONDS,
                isolation_level=None,
            )
        try:
            with self._told():
                self._look() if read_only else self._prepare()
        except BaseException:
            self.db.close()
            raise

    def _look(self) -> tuple[bool, int]:
        """Whether the file is empty, and its version; an error when it is not one of ours."""
        application = self._pragma("application_id")
        version = self._pragma("user_version")
        empty = not self.db.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
        if not empty and application != APPLICATION:
            raise StoreForeign(self.path, f"application id {application:#x}")
        if version > VERSION:
            raise StoreNewer(self.path, f"version {version}, this program knows {VERSION}")
        return empty, version

    def _prepare(self) -> None:
        empty, version = self._look()
        self.db.execute("PRAGMA journal_mode = WAL")
        self.db.execute("PRAGMA synchronous = FULL")
        if empty:
            self.db.executescript(
                f"BEGIN IMMEDIATE; PRAGMA application_id = {APPLICATION};"
                f"PRAGMA user_version = {VERSION}; {SCHEMA} {DROPPED_SCHEMA} COMMIT;"
            )
        elif self.path.stat().st_size <= CHECKED_BYTES_MAX:
            found = self.db.execute("PRAGMA quick_check(1)").fetchone()[0]
            if found != "ok":
                raise StoreDamaged(self.path, found)
        if not empty and version < VERSION:
            self.db.executescript(
                f"BEGIN IMMEDIATE; {DROPPED_SCHEMA} PRAGMA user_version = {VERSION}; COMMIT;"
            )

    def _pragma(self, name: str) -> int:
        return self.db.execute(f"PRAGMA {name}").fetchone()[0]

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Turn what SQLite and the file system report into our own errors."""
        try:
            yield
        except sqlite3.OperationalError as error:
            code = error.sqlite_errorname.split("_")[1] if error.sqlite_errorname else ""
            kinds = {"BUSY": StoreBusy, "LOCKED": StoreBusy, "FULL": StoreFull}
            raise kinds.get(code, StoreError)(self.path, str(error)) from error
        except sqlite3.DatabaseError as error:
            raise StoreDamaged(self.path, str(error)) from error
        except OSError as error:
            raise StoreError(self.path, error.strerror or str(error)) from error

    @contextmanager
    def _commit(self) -> Iterator[sqlite3.Connection]:
        with self._told():
            self.db.execute("BEGIN IMMEDIATE")
            try:
                yield self.db
            except BaseException:
                self.db.execute("ROLLBACK")
                raise
            self.db.execute("COMMIT")

    def append(self, serial: str, log: bytes, lines: Iterable[Line]) -> list[Line]:
        """Store the lines in one commit; returns those that are forks of lines already here, kept
        beside as `keep_fork` does.
        """
        forks: list[Line] = []
        with self._commit() as db:
            db.execute("INSERT OR IGNORE INTO logs VALUES (?, ?, ?)", (serial, log, _now()))
            for each in lines:
                fresh = db.execute(
                    "INSERT OR IGNORE INTO lines VALUES (?, ?, ?, ?, ?)",
                    (serial, log, each.seq, each.line, each.head),
                ).rowcount
                if fresh:
                    continue
                kept = db.execute(
                    "SELECT line FROM lines WHERE serial = ? AND log = ? AND seq = ?",
                    (serial, log, each.seq),
                ).fetchone()[0]
                if kept != each.line:
                    forks.append(each)
                    _keep_fork(db, serial, log, each.seq, each.line)
        return forks

    def keep_fork(self, serial: str, log: bytes, seq: int, line: bytes) -> ForkKept:
        """Keep a line that contradicts what is stored, as evidence; count it only when
        FORKS_PER_LINE_MAX are kept under its number or FORKS_MAX of its log.
        """
        with self._commit() as db:
            return _keep_fork(db, serial, log, seq, line)

    def last(self, serial: str, log: bytes) -> Line | None:
        """The line with the highest number, or None."""
        with self._told():
            row = self.db.execute(
                "SELECT seq, line, head FROM lines WHERE serial = ? AND log = ?"
                " ORDER BY seq DESC LIMIT 1",
                (serial, log),
            ).fetchone()
        return Line(*row) if row else None

    def line(self, serial: str, log: bytes, seq: int) -> Line | None:
        """One line, or None."""
        with self._told():
            row = self.db.execute(
                "SELECT seq, line, head FROM lines WHERE serial = ? AND log = ? AND seq = ?",
                (serial, log, seq),
            ).fetchone()
        return Line(*row) if row else None

    def lines(self, serial: str, log: bytes, start: int = 1) -> Iterator[Line]:
        """The lines from `start` on, in order."""
        with self._told():
            for row in self.db.execute(
                "SELECT seq, line, head FROM lines WHERE serial = ? AND log = ? AND seq >= ?"
                " ORDER BY seq",
                (serial, log, start),
            ):
                yield Line(*row)

    def logs(self) -> list[tuple[str, bytes, str, int]]:
        """Every (table serial, log, when first seen, number of lines), oldest first."""
        with self._told():
            return self.db.execute(
                "SELECT serial, log, seen_at, (SELECT count(*) FROM lines WHERE"
                " lines.serial = logs.serial AND lines.log = logs.log)"
                " FROM logs ORDER BY seen_at, serial, log"
            ).fetchall()

    def forks(self, serial: str, log: bytes) -> list[tuple[int, bytes]]:
        """Every (seq, line) kept beside another one."""
        with self._told():
            return self.db.execute(
                "SELECT seq, line FROM forks WHERE serial = ? AND log = ? ORDER BY seq, line",
                (serial, log),
            ).fetchall()

    def forks_dropped(self, serial: str, log: bytes) -> int:
        """How often a contradicting line came that was not kept."""
        with self._told():
            row = self.db.execute(
                "SELECT dropped FROM forks_dropped WHERE serial = ? AND log = ?", (serial, log)
            ).fetchone()
        return row[0] if row else 0

    # the witness's own memory

    def promise(
        self, serial: str, log: bytes, hand: int, epoch: int, promised: bytes, w: bytes
    ) -> tuple[bytes, bytes]:
        """Keep w for this commitment unless one is kept already; returns the (commitment, w) that
        stand.
        """
        with self._commit() as db:
            db.execute(
                "INSERT OR IGNORE INTO promises VALUES (?, ?, ?, ?, ?, ?)",
                (serial, log, hand, epoch, promised, w),
            )
            return db.execute(
                "SELECT promised, w FROM promises"
                " WHERE serial = ? AND log = ? AND hand = ? AND epoch = ?",
                (serial, log, hand, epoch),
            ).fetchone()

    def promised(
        self, serial: str, log: bytes, hand: int, epoch: int
    ) -> tuple[bytes, bytes] | None:
        """The (commitment, w) kept for this epoch, or None."""
        with self._told():
            return self.db.execute(
                "SELECT promised, w FROM promises"
                " WHERE serial = ? AND log = ? AND hand = ? AND epoch = ?",
                (serial, log, hand, epoch),
            ).fetchone()

    def next_counter(self, serial: str, role: str, above: int = 0) -> int:
        """A command counter never handed out before for this table and role, and above `above`."""
        with self._commit() as db:
            row = db.execute(
                "SELECT counter FROM counters WHERE serial = ? AND role = ?", (serial, role)
            ).fetchone()
            counter = max(row[0] if row else 0, above) + 1
            db.execute("INSERT OR REPLACE INTO counters VALUES (?, ?, ?)", (serial, role, counter))
        return counter

    def close(self) -> None:
        """Close the file; everything appended is on the disk already."""
        self.db.close()


def _keep_fork(db: sqlite3.Connection, serial: str, log: bytes, seq: int, line: bytes) -> ForkKept:
    """Within a commit of the caller's."""
    here = "SELECT count(*) FROM forks WHERE serial = ? AND log = ?"
    if db.execute(f"{here} AND seq = ? AND line = ?", (serial, log, seq, line)).fetchone()[0]:
        return ForkKept.KNOWN
    of_line = db.execute(f"{here} AND seq = ?", (serial, log, seq)).fetchone()[0]
    of_log = db.execute(here, (serial, log)).fetchone()[0]
    if of_line >= FORKS_PER_LINE_MAX or of_log >= FORKS_MAX:
        db.execute(
            "INSERT INTO forks_dropped VALUES (?, ?, 1)"
            " ON CONFLICT (serial, log) DO UPDATE SET dropped = dropped + 1",
            (serial, log),
        )
        return ForkKept.DROPPED
    db.execute("INSERT INTO forks VALUES (?, ?, ?, ?, ?)", (serial, log, seq, line, _now()))
    return ForkKept.NEW
