"""Finds one hand, or all, in a store, a table's folder or a file of lines.

A store knows where its hands begin and reads no other line; folders and files are read through.
The rule of the file: nothing is written, and a line that does not read ends the search with its
number, for a hand told in part would be a false one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from firmware.lines.grammar import LINE_BYTES_MAX, LineError
from firmware.lines.parser import parse
from firmware.schema import messages as m
from host_tools.verify.source import SQLITE, chosen, name_of, opened_store, read_record


class HandNotFound(Exception):
    """There is no hand of this number."""


class LineUnreadable(Exception):
    """A line on the way does not read."""

    def __init__(self, seq: int) -> None:
        super().__init__(f"line {seq}")
        self.seq = seq


@dataclass(frozen=True, slots=True)
class FoundHand:
    """The messages of a hand, from the line that begins it up to the next hand's; started: when
    its first line came to the store, None where nobody noted that.
    """

    table: str
    log: bytes
    hand: int
    messages: tuple[tuple[Any, ...], ...]
    started: datetime | None


def find_hands(
    source: Path, numbers: tuple[int, ...] = (), table: str = "", log: str = ""
) -> Iterator[FoundHand]:
    """The hands of these numbers, in the order asked for, or all; a number used twice means the
    later hand.

    Raises:
        SourceError: the source cannot be read, or holds several logs and none was chosen.
        HandNotFound: it holds no hand of a number.
        LineUnreadable: a line of it does not read.
    """
    if _is_store(source):
        yield from _of_store(source, numbers, table, log)
        return
    record = read_record(source, table, log)
    serial, log_id = name_of(record)
    raws = [raw for page in record.pages for raw in page if raw.endswith(b"\n")]
    hands = list(_cut(serial, log_id, [_message(at, raw) for at, raw in enumerate(raws, 1)]))
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


def _message(seq: int, raw: bytes) -> tuple[Any, ...]:
    try:
        return parse(raw[:LINE_BYTES_MAX]).message
    except LineError:
        raise LineUnreadable(seq) from None


def _cut(serial: str, log: bytes, messages: list[tuple[Any, ...]]) -> Iterator[FoundHand]:
    starts = [at for at, message in enumerate(messages) if message[0] == m.HAND_STARTED]
    for start, end in zip(starts, [*starts[1:], len(messages)], strict=True):
        hand = messages[start][1]
        yield FoundHand(serial, log, hand, tuple(messages[start:end]), None)


def _of_store(source: Path, numbers: tuple[int, ...], table: str, log: str) -> Iterator[FoundHand]:
    with opened_store(source) as store:
        serial, log_id = chosen(store, source, table, log)
        for number in numbers or tuple(dict(store.hands(serial, log_id))):
            bounds = store.hand_bounds(serial, log_id, number)
            if bounds is None:
                raise HandNotFound(number)
            lines = store.lines(serial, log_id, *bounds)
            messages = tuple(_message(kept.seq, kept.line) for kept in lines)
            came = store.received_ms(serial, log_id, bounds[0])
            started = datetime.fromtimestamp(came / 1000, UTC) if came else None
            yield FoundHand(serial, log_id, number, messages, started)
