"""How a board rests between two passes: as long as it may, and not a moment after news.

The interrupt line wakes it, and a host's bytes do; both are looked at every two milliseconds. A
table at rest uses the time for what would hold it up in play: a sector of flash is erased ahead,
memory is swept. While motors run, no rest is long enough for that. Rule of the file: it ends at
the latest when it was told to, or a sector later.
"""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hal.mcu.board_modules import Time
    from hal.mcu.flash_log import FlashLog
    from hal.mcu.link import UartLink, UsbLink
    from hal.ports import DigitalIn

LOOK_MS = 2
IDLE_MS = 60  # above what any rest lasts while a motor runs (45), below an idle table's (100)
_RESTS_A_SWEEP = 8


class Rest:
    """attention: the joined interrupt line. log: whose sectors are erased ahead."""

    def __init__(
        self, attention: DigitalIn, link: UartLink | UsbLink, log: FlashLog, time: Time
    ) -> None:
        self._attention = attention
        self._link = link
        self._log = log
        self._time = time
        self._rests = 0

    def rest(self, wait_ms: int) -> None:
        """Wait so long, or less when there is news."""
        time = self._time
        began = time.ticks_ms()
        if wait_ms >= IDLE_MS:
            self._tidy_up()
        was_on = self._attention.is_on()
        while not self._link.has_news():
            left_ms = wait_ms - time.ticks_diff(time.ticks_ms(), began)
            if left_ms <= 0:
                return
            time.sleep_ms(min(left_ms, LOOK_MS))
            is_on = self._attention.is_on()
            if is_on and not was_on:
                return
            was_on = is_on

    def _tidy_up(self) -> None:
        if self._log.prepare():
            return
        self._rests += 1
        if self._rests >= _RESTS_A_SWEEP:
            self._rests = 0
            gc.collect()
