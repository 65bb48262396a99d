"""How the loop rests between two passes: as long as it may, and not a moment after news.

The interrupt line wakes it, and a host's bytes do. The line is looked at every two milliseconds,
which costs a Pi little and needs no thread of the GPIO library. Rule of the file: it ends at the
latest when it was told to, whatever lines and cables do.
"""

from __future__ import annotations

import select
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hal.ports import DigitalIn
    from hal.rpi.link import SerialLink

LOOK_MS = 2


class Rest:
    """attention: the joined interrupt line. is_over: set by a signal, ends every rest."""

    def __init__(self, attention: DigitalIn, link: SerialLink) -> None:
        self._attention = attention
        self._link = link
        self.is_over = False

    def rest(self, wait_ms: int) -> None:
        """Wait so long, or less when there is news."""
        end = time.monotonic() + wait_ms / 1000
        was_on = self._attention.is_on()
        while not self.is_over:
            left_ms = (end - time.monotonic()) * 1000
            if left_ms <= 0 or self._hears(min(left_ms, LOOK_MS)):
                return
            is_on = self._attention.is_on()
            if is_on and not was_on:
                return
            was_on = is_on

    def _hears(self, wait_ms: float) -> bool:
        """Wait for a host's bytes. A port whose other end is gone is always ready: not news."""
        handle = self._link.fileno()
        if handle >= 0:
            poll = select.poll()
            poll.register(handle, select.POLLIN)
            ready = poll.poll(wait_ms)
            if not ready:
                return False
            if ready[0][1] == select.POLLIN:
                return True
        time.sleep(wait_ms / 1000)
        return False
