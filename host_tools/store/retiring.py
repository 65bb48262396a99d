"""Which logs a store no longer needs, and how one leaves it.

A room keeps its record for as long as its regulator asks. A log is one unbroken chain, so nothing
is cut off it: a log that its table has left for another (a new store was put in), and whose last
line came long ago, is written to a file, read back, and only then taken out. The log that a table
writes at present stays, and so does every log that holds a contradiction, for that is evidence.
The rule of the file: a log leaves the store only when a whole copy of it lies elsewhere.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import delete

from host_tools.store.care import synced
from host_tools.store.opening import commit
from host_tools.store.tables import HANDS, LINES, LOGS
from host_tools.store.trouble import StoreChanged, StoreThere

if TYPE_CHECKING:
    from host_tools.store.keeping import LineStore


@dataclass(frozen=True, slots=True)
class Kept:
    """One log of a store. `last_ms`: when its last line came (Unix time), None where not known;
    `stays` tells why it is not to leave: `present`, `forks`, `undated`, or empty.
    """

    serial: str
    log: bytes
    lines: int
    seen_at: str
    last_ms: int | None
    stays: str

    @property
    def last(self) -> str:
        """When its last line came, as people write it."""
        if self.last_ms is None:
            return "?"
        return datetime.fromtimestamp(self.last_ms / 1000, UTC).isoformat(timespec="minutes")


def kept_logs(store: LineStore) -> list[Kept]:
    """Every log of the store, oldest first, and why it stays."""
    rows = store.logs()
    present = {serial: log for serial, log, _, _ in rows}  # the one that was met last
    found = []
    for serial, log, seen_at, lines in rows:
        last = store.last(serial, log)
        last_ms = store.received_ms(serial, log, last.seq) if last else None
        stays = ""
        if present[serial] == log:
            stays = "present"
        elif store.forks(serial, log) or store.forks_dropped(serial, log):
            stays = "forks"
        elif last_ms is None:
            stays = "undated"
        found.append(Kept(serial, log, lines, seen_at, last_ms, stays))
    return found


def retire(store: LineStore, one: Kept, folder: Path) -> Path:
    """Write a log to a file of its own, read it back, and take it out of the store.

    Returns the file. Raises `StoreThere` where one is in the way, `OSError` when it cannot be
    written, `StoreChanged` when the log is no longer what was written, or is one that stays; then
    the store is as it was.
    """
    path = folder / f"{one.serial}-{one.log.hex()}.log"
    if path.exists():
        raise StoreThere(path)
    folder.mkdir(parents=True, exist_ok=True)
    part = path.with_name(path.name + ".part")
    written = 0
    try:
        with part.open("wb") as file:
            for kept in store.lines(one.serial, one.log):
                file.write(kept.line)
                written += 1
            file.flush()
            os.fsync(file.fileno())
        with part.open("rb") as file:
            for kept in store.lines(one.serial, one.log):
                if file.readline() != kept.line:
                    raise OSError(f"{part} does not read back")
            if file.read(1):
                raise OSError(f"{part} does not read back")
        part.replace(path)
        synced(folder)
    finally:
        part.unlink(missing_ok=True)
    try:
        with commit(store.db, store.path) as db:
            _check_unchanged(store, one, written)
            for table in (LINES, HANDS, LOGS):
                db.execute(
                    delete(table).where(table.c.serial == one.serial, table.c.log == one.log)
                )
    except StoreChanged:
        path.unlink()  # no copy of what the log is now
        raise
    return path


def _check_unchanged(store: LineStore, one: Kept, written: int) -> None:
    """Nobody else writes while a commit is open: what holds in it holds when the log is gone."""
    now = [kept for kept in kept_logs(store) if (kept.serial, kept.log) == (one.serial, one.log)]
    if [(kept.lines, kept.stays) for kept in now] != [(written, "")]:
        raise StoreChanged(store.path, f"{one.serial} {one.log.hex()}")
