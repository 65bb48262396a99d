"""Where a record comes from: a table's folder, a file of lines, or a host's store.

A stranger has one of these and need not know which. A folder is what a table keeps (segments, and
snapshots beside them), a file is what somebody exported, a store is the database of a host. Rule
of the file: nothing is opened for writing, so that evidence stays as it was.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from firmware.lines.grammar import LINE_BYTES_MAX, LineError
from firmware.lines.parser import parse
from firmware.schema import messages as m
from host_tools.texts.system_words import system_words

if TYPE_CHECKING:
    from host_tools.store import LineStore

SEGMENT = re.compile(r"segment-(\d{6})\.log")
SNAPSHOT = re.compile(r"snapshot-(\d{10})\.bin")
SQLITE = b"SQLite format 3\x00"
LINE_FORM = re.compile(rb"[0-9]+ [0-9]+ [a-z][a-z0-9_]* ")
"""How a line of a log begins; a file without any is no record, however little is changed in it."""

JOURNAL = "journal"
"""The folder of the segments inside a table's state folder."""


class SourceError(Exception):
    """A record cannot be read; `code` names the text `verify.source_CODE`."""

    def __init__(self, code: str, path: Path, detail: str = "") -> None:
        super().__init__(f"{path}: {code} {detail}".rstrip())
        self.code = code
        self.path = path
        self.detail = detail


@dataclass
class Record:
    """One log as it was found.

    pages: raw lines of each page (a segment, or a whole file), each line with its newline; what
    stands behind the last newline of a page is a piece of its own. may_be_torn: whether the end of
    the last page may be an interrupted write. snapshots: bytes of each, oldest first. forks:
    (number, line) of lines kept beside the log because they contradict it.
    """

    pages: list[list[bytes]]
    may_be_torn: bool = False
    snapshots: list[bytes] = field(default_factory=list)
    forks: list[tuple[int, bytes]] = field(default_factory=list)

    def content(self) -> bytes:
        """The bytes of all lines."""
        return b"".join(raw for page in self.pages for raw in page)


def lines_of(content: bytes) -> list[bytes]:
    """The raw lines of some bytes, cut at newlines and nowhere else."""
    pieces = content.split(b"\n")
    lines = [piece + b"\n" for piece in pieces[:-1]]
    return [*lines, pieces[-1]] if pieces[-1] else lines


def read_record(path: Path, table: str = "", log: str = "") -> Record:
    """Read the record at `path`; `table` and `log` (hex) choose one of a store.

    Raises:
        SourceError: there is none, it cannot be read, or it is several and none was chosen.
    """
    try:
        if path.is_dir():
            return _from_folder(path)
        with path.open("rb") as file:
            begin = file.read(len(SQLITE))
            content = b"" if begin == SQLITE else begin + file.read()
    except FileNotFoundError:
        raise SourceError("missing", path) from None
    except OSError as error:
        raise SourceError("unreadable", path, system_words(error)) from None
    if begin == SQLITE:
        return _from_store(path, table, log)
    if not content:
        raise SourceError("empty", path)
    lines = lines_of(content)
    if not any(map(LINE_FORM.match, lines)):
        raise SourceError("no_record", path)
    return Record([lines])


def _from_folder(folder: Path) -> Record:
    """A table's state folder, or the folder of its journal."""
    journal = folder / JOURNAL if (folder / JOURNAL).is_dir() else folder
    pages: list[list[bytes]] = []
    snapshots: list[bytes] = []
    for path in sorted(journal.iterdir()):
        if SEGMENT.fullmatch(path.name):
            pages.append(lines_of(path.read_bytes()))
        elif SNAPSHOT.fullmatch(path.name):
            snapshots.append(path.read_bytes())
    if not any(pages):
        raise SourceError("empty", folder)
    return Record(pages, may_be_torn=True, snapshots=snapshots)


@contextmanager
def opened_store(path: Path) -> Iterator[LineStore]:
    """A host's store, for reading; what is wrong with it is a `SourceError`."""
    from host_tools.store import LineStore, StoreError

    if not path.exists():
        raise SourceError("missing", path)
    try:
        store = LineStore(path, read_only=True)
        try:
            yield store
        finally:
            store.close()
    except StoreError as error:
        raise SourceError("unreadable", path, error.detail) from None


def _from_store(path: Path, table: str, log: str) -> Record:
    with opened_store(path) as store:
        serial, log_id = chosen(store, path, table, log)
        lines = [kept.line for kept in store.lines(serial, log_id)]
        return Record([lines], forks=store.forks(serial, log_id))


def chosen(store: LineStore, path: Path, table: str, log: str) -> tuple[str, bytes]:
    """The one log of a store that is meant; `SourceError` when it is none or several."""
    found = [
        (serial, log_id)
        for serial, log_id in store.log_names()
        if (not table or serial == table) and (not log or log_id.hex() == log)
    ]
    if not found:
        raise SourceError("no_such_log", path)
    if len(found) > 1:
        names = ", ".join(f"{serial} {log_id.hex()}" for serial, log_id in found)
        raise SourceError("several_logs", path, names)
    return found[0]


def name_of(record: Record) -> tuple[str, bytes]:
    """Table and log of a record, as its first line names them; ("", b"") where none does."""
    for page in record.pages:
        for raw in page[:1]:
            try:
                message = parse(raw[:LINE_BYTES_MAX]).message
            except LineError:
                continue
            if message[0] == m.SEGMENT_OPENED:
                return message[1], message[2]
    return "", b""
