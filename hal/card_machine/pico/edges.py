"""The two beams of the card path: every edge with its millisecond, by interrupt.

The interrupt notes the time and the level in places made beforehand; the program fetches them when
it comes by. Rule of the file: the first 64 edges between two calls are kept, as they came.

A slotted sensor pulls its line low while light comes through; dark and unplugged are high.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

    from hal.card_machine.pico.board_modules import Machine, Time

EDGES_MAX = 64


class Beam:
    """One slotted sensor at a pin."""

    def __init__(self, machine: Machine, time: Time, pin: int) -> None:
        self._machine = machine
        self._ticks_ms = time.ticks_ms
        self._ticks_diff = time.ticks_diff
        self._times = array("I", [0] * EDGES_MAX)
        self._levels = bytearray(EDGES_MAX)
        self._other_times = array("I", [0] * EDGES_MAX)  # read while the interrupt fills those
        self._other_levels = bytearray(EDGES_MAX)
        self._count = 0
        self._pin = machine.Pin(pin, machine.Pin.IN)
        both = machine.Pin.IRQ_RISING | machine.Pin.IRQ_FALLING
        self._pin.irq(handler=self._noted, trigger=both, hard=True)

    def _noted(self, pin: Any) -> None:
        """In the interrupt: nothing is allocated."""
        count = self._count
        if count < EDGES_MAX:
            self._times[count] = self._ticks_ms()
            self._levels[count] = pin.value()
            self._count = count + 1

    def is_dark(self) -> bool:
        """Whether something is before it now."""
        return self._pin.value() == 1

    def taken(self, now_ms: int) -> tuple[tuple[int, bool], ...]:
        """Edges since the last call, on the clock whose time it is now."""
        if not self._count:
            return ()
        times, levels = self._times, self._levels
        state = self._machine.disable_irq()
        count = self._count
        self._count = 0
        self._times = self._other_times
        self._levels = self._other_levels
        ticks = self._ticks_ms()
        self._machine.enable_irq(state)
        self._other_times, self._other_levels = times, levels
        noted = []
        for at in range(count):
            ago_ms = self._ticks_diff(ticks, times[at])
            noted.append((now_ms - ago_ms, levels[at] == 1))
        return tuple(noted)
