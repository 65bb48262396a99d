"""A log's lines with the time at which they were written.

A table has no calendar: its lines count milliseconds since it was switched on. A host's store
knows when some of them came; of each time that the table was switched on, the line that came
soonest after it was written gives the offset. Where nobody noted anything, time counts from the
log's first line. An input that the table refused is left out together with the refusal. The rule
of the file: time between two lines is the table's, and never falls.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from firmware.lines.grammar import LINE_BYTES_MAX, LineError
from firmware.lines.parser import Line, parse
from firmware.schema import messages as m
from host_tools.logs.rows import RowUnreadable
from host_tools.verify.source import SQLITE, chosen, name_of, opened_store, read_record

ASKED_AT = frozenset({m.TABLE_STARTED, m.HAND_STARTED, m.HAND_FINISHED, m.CLOCK_RESTARTED})
"""Lines of which the store is asked when they came, and the last one, so that no line is told to
have been written later than it came: enough, and few.
"""


@dataclass(frozen=True, slots=True)
class Dated:
    """A line and its time in seconds: Unix time where `Log.is_dated`, else since the log began."""

    at: float
    line: Line

    @property
    def message(self) -> tuple[Any, ...]:
        """What it says."""
        return self.line.message


@dataclass(frozen=True, slots=True)
class Log:
    """One table's log, from its first line to its last."""

    table: str
    log: bytes
    is_dated: bool
    lines: tuple[Dated, ...]


def read_log(source: Path, table: str = "", log: str = "") -> Log:
    """The log of a store, a folder or a file.

    Raises:
        SourceError: the source cannot be read, or holds several logs and none was chosen.
        RowUnreadable: a line of it does not read.
    """
    if _is_store(source):
        with opened_store(source) as store:
            serial, log_id = chosen(store, source, table, log)
            came: dict[int, int] = {}
            lines = []
            last = store.last(serial, log_id)
            for kept in store.lines(serial, log_id, end=last.seq + 1 if last else None):
                line = _parsed(kept.line, kept.seq)
                lines.append(line)
                if line.message[0] in ASKED_AT or kept == last:
                    received = store.received_ms(serial, log_id, kept.seq)
                    if received is not None:
                        came[kept.seq] = received
        return _dated(serial, log_id, lines, came)
    record = read_record(source, table, log)
    serial, log_id = name_of(record)
    raws = [raw for page in record.pages for raw in page if raw.endswith(b"\n")]
    return _dated(serial, log_id, [_parsed(raw, at) for at, raw in enumerate(raws, 1)], {})


def accepted(lines: Iterable[Dated]) -> Iterator[Dated]:
    """The lines without what the table refused, and without the refusals."""
    held: list[Dated] = []
    for each in lines:
        message = each.message
        if message[0] == m.INPUT_REFUSED:
            if held and m.NAMES[held[0].message[0]] == message[1]:
                del held[0]
            yield from held
            held = []
            continue
        if message[0] != m.LOG_HEAD:  # may stand between an input and the table's answer
            yield from held
            held = []
        held.append(each)
    yield from held


def _is_store(source: Path) -> bool:
    if not source.is_file():
        return False
    with source.open("rb") as file:
        return file.read(len(SQLITE)) == SQLITE


def _parsed(raw: bytes, seq: int) -> Line:
    try:
        return parse(raw[:LINE_BYTES_MAX])
    except LineError:
        raise RowUnreadable(seq) from None


def _dated(serial: str, log: bytes, lines: list[Line], came: dict[int, int]) -> Log:
    """Cut the log where the table's clock begins anew, and date each piece."""
    pieces: list[list[Line]] = []
    ms = 0
    for line in lines:
        if not pieces or line.ms < ms:
            pieces.append([])
        pieces[-1].append(line)
        ms = line.ms
    dated: list[Dated] = []
    end = 0.0
    for piece in pieces:
        offsets = [came[line.seq] - line.ms for line in piece if line.seq in came]
        start = min(offsets) / 1000 if offsets else end - piece[0].ms / 1000
        start = max(start, end - piece[0].ms / 1000)
        dated += [Dated(start + line.ms / 1000, line) for line in piece]
        end = dated[-1].at
    return Log(serial, log, bool(came), tuple(dated))
