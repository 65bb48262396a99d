"""The lines of a log as rows with named values, and which of them a person asked for.

Numbers stay numbers, words stay words, lists stay lists; a field that was not said is not there.
The rule of the file: a row says what its line says, in the line's own names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from firmware.lines.grammar import LINE_BYTES_MAX, LineError
from firmware.lines.parser import parse
from firmware.schema import messages as m
from firmware.schema.messages_fields import FIELDS, TYPE_ENUM, TYPE_HEX


@dataclass(frozen=True, slots=True)
class Row:
    """One line. ms: time of the table since its clock began; hash: the chain's tag, in hex."""

    seq: int
    ms: int
    hand: int
    kind: str
    fields: dict[str, Any]
    hash: str

    def as_json(self) -> dict[str, Any]:
        """As one object; `hand` is the hand that runs, 0 between hands."""
        return {
            "seq": self.seq,
            "ms": self.ms,
            "hand": self.hand,
            "kind": self.kind,
            "fields": self.fields,
            "hash": self.hash,
        }


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a person asked for; what is 0 or empty was not asked."""

    since: int = 0
    hand: int = 0
    seat: int = 0
    kinds: tuple[str, ...] = ()

    def takes(self, row: Row) -> bool:
        """Whether a row is asked for."""
        return (
            row.seq >= self.since
            and (not self.hand or row.hand == self.hand)
            and (not self.seat or self.seat in _seats(row.fields))
            and (not self.kinds or row.kind in self.kinds)
        )


def _seats(fields: dict[str, Any]) -> list[int]:
    seat = fields.get("seat")
    return [*fields.get("seats", ()), *([seat] if seat is not None else ())]


class RowUnreadable(Exception):
    """A line does not read; `seq` counts from the first line of the record."""

    def __init__(self, seq: int) -> None:
        super().__init__(f"line {seq}")
        self.seq = seq


def rows(raws: Iterable[bytes]) -> Iterator[Row]:
    """The rows of raw lines.

    Raises:
        RowUnreadable: a line is not exactly one line of a log.
    """
    hand = 0
    for at, raw in enumerate(raws, 1):
        try:
            line = parse(raw[:LINE_BYTES_MAX])
        except LineError:
            raise RowUnreadable(at) from None
        message = line.message
        if message[0] == m.HAND_STARTED:
            hand = message[1]
        kind, fields = named(message)
        yield Row(line.seq or 0, line.ms, hand, kind, fields, (line.tag or b"").hex())
        if message[0] in (m.HAND_FINISHED, m.HAND_VOIDED):
            hand = 0


def named(message: tuple[Any, ...]) -> tuple[str, dict[str, Any]]:
    """The name of a message, and its fields by name."""
    if message[0] == m.RAW:
        return message[1], dict(message[2])
    fields = {
        field[0]: _value(field, value)
        for field, value in zip(FIELDS[message[0]], message[1:], strict=False)
        if value is not None
    }
    return m.NAMES[message[0]], fields


def _value(field: tuple[Any, ...], value: Any) -> Any:
    if isinstance(value, tuple):
        return [_one(field, each) for each in value]
    return _one(field, value)


def _one(field: tuple[Any, ...], value: Any) -> Any:
    if field[1] == TYPE_ENUM and isinstance(value, int):
        return field[2][value]
    return value.hex() if field[1] == TYPE_HEX else value
