"""Milliseconds since the start, from a counter that wraps.

The board counts to 2^30 ms and begins again, every twelve days. Each look adds what passed since
the look before, so the table's time goes on rising. Rule of the file: somebody looks more often
than every six days, half the counter's way; the loop does ten times a second.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hal.mcu.board_modules import Time


class McuClock:
    """The contract `hal.ports.Clock`. time: MicroPython's module."""

    def __init__(self, time: Time) -> None:
        self._ticks_ms = time.ticks_ms
        self._ticks_diff = time.ticks_diff
        self._seen = time.ticks_ms()
        self._ms = 0

    def now_ms(self) -> int:
        """Milliseconds since the start."""
        ticks = self._ticks_ms()
        self._ms += self._ticks_diff(ticks, self._seen)
        self._seen = ticks
        return self._ms
