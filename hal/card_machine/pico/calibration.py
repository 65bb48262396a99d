"""What a technician found once: what each gauge, the scale and the colour sensor give for what.

Straight lines: a count where nothing is, and a count where something known is. They lie in the
FRAM behind everything that the program keeps, as rows with a check. Rule of the file: what was
never calibrated measures nothing, and the self-test of HOME says so; no number is supposed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hal.card_machine.kept import read_row, write_row

if TYPE_CHECKING:
    from hal.card_machine.workings import Keep

FEED_THICKNESS = 0  # micrometres: empty, and a feeler gauge
PATH_THICKNESS = 1
WEIGHT = 2  # centigrams: the empty hopper, and a deck of 52
LIGHT = 3  # permille of white: no card, and white paper
KINDS = 4

_AT = 0x7000
_ROW_BYTES = 12  # count of nothing, count of something (signed, 4 each), what it is (4)
_PITCH_BYTES = 16
_SMALL = 1 << 30


class Line:
    """nothing, something: counts; worth: what something is, in the unit of its kind."""

    def __init__(self, nothing: int, something: int, worth: int) -> None:
        self.nothing = nothing
        self.span = something - nothing
        self.worth = worth
        self._shift = 0  # so that twice the span is measured in small integers of a board
        while (abs(self.span) >> self._shift) * worth * 4 >= _SMALL:
            self._shift += 1

    def measure(self, counts: int) -> int:
        """What so many counts are, to the nearest unit."""
        shift = self._shift
        return ((counts - self.nothing >> shift) * self.worth * 2 // (self.span >> shift) + 1) // 2


def read(keep: Keep, kind: int) -> Line | None:
    """A line as it was kept; None where none was, or its two counts are one."""
    row = read_row(keep, _AT + kind * _PITCH_BYTES, _ROW_BYTES)
    if row is None:
        return None
    nothing, something, worth = [_signed(row[at : at + 4]) for at in (0, 4, 8)]
    return Line(nothing, something, worth) if something != nothing else None


def write(keep: Keep, kind: int, nothing: int, something: int, worth: int) -> None:
    """Keep a line."""
    row = b"".join([(one & 0xFFFFFFFF).to_bytes(4, "big") for one in (nothing, something, worth)])
    write_row(keep, _AT + kind * _PITCH_BYTES, row)


def _signed(four: bytes) -> int:
    number = int.from_bytes(four, "big")
    return number - (1 << 32) if number >= 1 << 31 else number
