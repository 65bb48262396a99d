"""Finds one hand, or all, in a store, a table's folder or a file of lines.

A store knows where its hands begin and reads no other line, but for the changes of settings that
tell a hand's stakes; folders and files are read through. The rule of the file: nothing is written,
and a line that does not read ends the search with its number, for a hand told in part would be a
false one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from firmware.lines.grammar import LINE_BYTES_MAX, LineError
from firmware.lines.parser import Line, parse
from firmware.schema import messages as m
from host_tools.hands.limits import TELLING, UNTOLD, Stakes, stakes_told
from host_tools.verify.source import SQLITE, chosen, name_of, opened_store, read_record

if TYPE_CHECKING:
    from host_tools.store import LineStore


class HandNotFound(Exception):
    """There is no hand of this number."""


class NoHands(Exception):
    """The record is good and holds no hand at all."""


class LineUnreadable(Exception):
    """A line on the way does not read."""

    def __init__(self, seq: int) -> None:
        super().__init__(f"line {seq}")
        self.seq = seq


@dataclass(frozen=True, slots=True)
class FoundHand:
    """The messages of a hand, from the line that begins it up to the next hand's; started: when
    its first line came to the store, None where nobody noted that; stakes: see `limits`, untold
    where they were not asked for or the record does not begin with the log.
    """

    table: str
    log: bytes
    hand: int
    messages: tuple[tuple[Any, ...], ...]
    started: datetime | None
    stakes: Stakes = UNTOLD


def find_hands(
    source: Path,
    numbers: tuple[int, ...] = (),
    table: str = "",
    log: str = "",
    with_stakes: bool = False,
) -> Iterator[FoundHand]:
    """The hands of these numbers, in the order asked for, or all; a number used twice means the
    later hand. with_stakes: tell also under which each was bet; a store is searched for them.

    Raises:
        SourceError: the source cannot be read, or holds several logs and none was chosen.
        HandNotFound: it holds no hand of a number.
        NoHands: it holds none at all.
        LineUnreadable: a line of it does not read.
    """
    if _is_store(source):
        yield from _of_store(source, numbers, table, log, with_stakes)
        return
    record = read_record(source, table, log)
    serial, log_id = name_of(record)
    raws = [raw for page in record.pages for raw in page if raw.endswith(b"\n")]
    hands = list(_cut(serial, log_id, [_line(at, raw) for at, raw in enumerate(raws, 1)]))
    if not hands:
        raise NoHands
    if not numbers:
        yield from hands
    known = {found.hand: found for found in hands}
    for number in numbers:
        if number not in known:
            raise HandNotFound(number)
        yield known[number]


def _is_store(source: Path) -> bool:
    if not source.is_file():
        return False
    with source.open("rb") as file:
        return file.read(len(SQLITE)) == SQLITE


def _line(seq: int, raw: bytes) -> Line:
    try:
        return parse(raw[:LINE_BYTES_MAX])
    except LineError:
        raise LineUnreadable(seq) from None


def _cut(serial: str, log: bytes, lines: list[Line]) -> Iterator[FoundHand]:
    messages = [line.message for line in lines]
    starts = [at for at, message in enumerate(messages) if message[0] == m.HAND_STARTED]
    whole = [at + 1 for at in starts if lines[at].seq == at + 1]  # no line before is missing
    stakes = stakes_told((line for line in lines if line.message[0] in TELLING), whole)
    for start, end in pairwise([*starts, len(messages)]):
        hand = messages[start][1]
        told = stakes.get(start + 1, UNTOLD)
        yield FoundHand(serial, log, hand, tuple(messages[start:end]), None, told)


def _of_store(
    source: Path, numbers: tuple[int, ...], table: str, log: str, with_stakes: bool
) -> Iterator[FoundHand]:
    with opened_store(source) as store:
        serial, log_id = chosen(store, source, table, log)
        stakes = _stakes_of_store(store, serial, log_id) if with_stakes else {}
        known = tuple(dict(store.hands(serial, log_id)))
        if not known:
            raise NoHands
        for number in numbers or known:
            bounds = store.hand_bounds(serial, log_id, number)
            if bounds is None:
                raise HandNotFound(number)
            lines = store.lines(serial, log_id, *bounds)
            messages = tuple(_line(kept.seq, kept.line).message for kept in lines)
            came = store.received_ms(serial, log_id, bounds[0])
            started = datetime.fromtimestamp(came / 1000, UTC) if came else None
            told = stakes.get(bounds[0], UNTOLD)
            yield FoundHand(serial, log_id, number, messages, started, told)


def _stakes_of_store(store: LineStore, serial: str, log: bytes) -> dict[int, Stakes]:
    if store.line(serial, log, 1) is None:
        return {}
    kept = store.lines_named(serial, log, [m.NAMES[kind].encode() for kind in TELLING])
    lines = [_line(one.seq, one.line) for one in kept]
    starts = (seq for _, seq in store.hands(serial, log))
    return stakes_told((line for line in lines if line.message[0] in TELLING), starts)
