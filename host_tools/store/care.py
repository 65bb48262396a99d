"""Looks a store through, copies it while it is in use, and puts a copy in its place.

A copy is made by SQLite's own backup, never by copying the file, and is read back before it gets
its name. The rule of the file: nothing that is there is overwritten; where a file is in the way, a
person moves it.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from firmware.lines.chain import Chain, genesis
from firmware.lines.grammar import LINE_BYTES_MAX, LineError
from firmware.lines.parser import parse
from host_tools.store.keeping import LineStore, hand_begun
from host_tools.store.opening import told
from host_tools.store.trouble import StoreDamaged, StoreError, StoreMissing, StoreThere

FINDINGS_MAX = 100

PAGES_AT_A_TIME = 256
"""1 MB; between the pieces the table's lines are stored as ever."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What is wrong with a store; `code` names the text `db.CODE`, `seq` is 0 for the file."""

    code: str
    serial: str = ""
    log: bytes = b""
    seq: int = 0
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Looked:
    """What a look through found: sums, and what is wrong (FINDINGS_MAX at most)."""

    version: int
    logs: int
    lines: int
    findings: tuple[Finding, ...]


def check(path: Path) -> Looked:
    """Read everything: the file's own structure, each line's checksum, number and place in the
    chain, and the list of hands.

    Raises:
        StoreError: the file is missing, not ours or cannot be read at all.
    """
    store = existing(path)
    try:
        findings: list[Finding] = []
        with told(path):
            rows = store.db.exec_driver_sql(f"PRAGMA integrity_check({FINDINGS_MAX})").all()
        findings.extend(Finding("structure", detail=str(row[0])) for row in rows if row[0] != "ok")
        logs = store.logs() if not findings else []
        for serial, log, _, _ in logs:
            for found in _wrong(store, serial, log):
                findings.append(found)
                if len(findings) >= FINDINGS_MAX:
                    break
        lines = sum(row[3] for row in logs)
        return Looked(store.version, len(logs), lines, tuple(findings[:FINDINGS_MAX]))
    finally:
        store.close()


def existing(path: Path) -> LineStore:
    """A store that must be there, for looking only."""
    if not path.exists():
        raise StoreMissing(path)
    return LineStore(path, read_only=True)


def _wrong(store: LineStore, serial: str, log: bytes) -> Iterator[Finding]:
    chain, before = Chain(genesis(serial, log)), 0
    begun: list[tuple[int, int]] = []
    for kept in store.lines(serial, log):
        hand = hand_begun(kept.line)
        if hand:
            begun.append((hand, kept.seq))
        try:
            line = parse(kept.line[:LINE_BYTES_MAX])
        except LineError as error:
            yield Finding("line", serial, log, kept.seq, error.code)
        else:
            follows = kept.seq != before + 1 or chain.follow(line.body, line.tag)
            if line.seq != kept.seq:
                yield Finding("line", serial, log, kept.seq, "seq")
            elif not follows or line.tag != kept.head[: len(line.tag or b"")]:
                yield Finding("chain", serial, log, kept.seq)
        chain, before = Chain(kept.head), kept.seq
    if begun != store.hands(serial, log):
        yield Finding("hands", serial, log)


def copy(path: Path, to: Path) -> Looked:
    """Copy a store, also one in use, and read the copy through; returns what it holds.

    Raises:
        StoreError: the store cannot be read, something of that name is there, or no room.
    """
    if to.exists():
        raise StoreThere(to)
    for beside in ("-wal", "-journal"):  # commits of a file that was moved without it
        at = to.with_name(to.name + beside)
        if at.exists() and at.stat().st_size:
            raise StoreThere(at)
    store = existing(path)
    part = to.with_name(f"{to.name}.{os.getpid()}.part")
    try:
        with told(to):
            to.parent.mkdir(parents=True, exist_ok=True)
            part.touch(mode=0o600, exist_ok=False)
            _pages(store, part)
        looked = check(part)
        if looked.findings:
            raise StoreDamaged(path, looked.findings[0].code)
        with told(to):
            os.link(part, to)  # never over a file that came meanwhile
            synced(to.parent)
        return looked
    except FileExistsError:
        raise StoreThere(to) from None
    finally:
        store.close()
        for left in part.parent.glob(f"{part.name}*"):
            left.unlink(missing_ok=True)


def _pages(store: LineStore, part: Path) -> None:
    source = store.db.connection.driver_connection
    if not isinstance(source, sqlite3.Connection):
        raise StoreError(store.path, "SQLite")
    there = sqlite3.connect(part, isolation_level=None)
    try:
        source.backup(there, pages=PAGES_AT_A_TIME)
        there.execute("PRAGMA journal_mode = DELETE")  # one file, whole by itself
    finally:
        there.close()
    synced(part)


def synced(path: Path) -> None:
    """Make a file, or the names in a folder, durable."""
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
