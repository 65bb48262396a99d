"""Eight digits in front of a seat or in the centre, as half of a display chip.

Which segments make which character is decided in the firmware; here eight bytes become the eight
digits of one half of a chip. Rule of the file: eight digits or none.

Worst case at 400 kHz with the branch switch: 0.67 ms.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hal.drivers.ht16k33 import DIGITS
from hal.errors import REFUSED, HalError

if TYPE_CHECKING:
    from hal.drivers.ht16k33 import Ht16k33


class ChipDisplay:
    """The contract `hal.ports.SegmentDisplay` on one half of an HT16K33."""

    def __init__(self, chip: Ht16k33, half: int, name: str) -> None:
        self._chip = chip
        self._half = half
        self._name = name

    def show(self, segments: bytes, blink: bool = False) -> None:
        """Light eight digits, left to right; they are sent on every call."""
        if len(segments) != DIGITS:
            raise HalError(REFUSED, self._name, "eight digits")
        self._chip.show(self._half, segments, blink)
