"""The hopper's scale: a load cell behind an HX711, read bit by bit when it has a number.

Its data line goes low when a conversion is there, eighty times a second (RATE high). 24 clocks
fetch it, one more says that the next is to be of channel A with a gain of 128. A clock that stays
high for 60 us turns the chip off, so each is given with interrupts held. Rule of the file: a
number is fetched whole or not at all.

HX711 data sheet, Avia Semiconductor, p. 4 and 5. A fetch takes some 0.4 ms, reckoned.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hal.card_machine.pico.board_modules import Machine

_BITS = 24
_HALF = 1 << 23


class Scale:
    """data, clock: pins."""

    def __init__(self, machine: Machine, data: int, clock: int) -> None:
        self._machine = machine
        self._data = machine.Pin(data, machine.Pin.IN)
        self._clock = machine.Pin(clock, machine.Pin.OUT, value=0)

    def counts(self) -> int | None:
        """A new conversion, signed; None until there is one."""
        if self._data.value():
            return None
        counts = 0
        for _ in range(_BITS):
            counts = counts << 1 | self._bit()
        self._bit()
        return counts - (_HALF << 1) if counts >= _HALF else counts

    def _bit(self) -> int:
        state = self._machine.disable_irq()
        self._clock.value(1)
        self._clock.value(0)
        self._machine.enable_irq(state)
        return self._data.value()
