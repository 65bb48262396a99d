"""An interrupt line as what it is: a hint that spares the bus, never the truth.

While the line is quiet nothing has changed, so nobody needs to ask the chip; but a wire can break,
so the chip is asked every quarter of a second all the same. When that finds a change which the
line kept to itself, the line is not believed for a minute and every call asks. Rule of the file:
it decides when to ask, never what the answer is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hal.ports import Clock, DigitalIn

POLL_MS = 250  # longest silence; a broken wire costs one short press, once
DISTRUST_MS = 60_000


class Hint:
    """One chip's use of an interrupt line, which may be shared by several chips."""

    def __init__(self, line: DigitalIn, clock: Clock) -> None:
        self._line = line
        self._clock = clock
        self._was_told = False
        self._due_ms = 0
        self._distrusted_until_ms = 0

    def is_due(self) -> bool:
        """Whether the chip is to be asked now."""
        now_ms = self._clock.now_ms()
        self._was_told = self._line.is_on()
        return self._was_told or now_ms >= self._due_ms or now_ms < self._distrusted_until_ms

    def asked(self, has_changed: bool) -> None:
        """The chip was asked after `is_due`; whether it had anything new."""
        now_ms = self._clock.now_ms()
        self._due_ms = now_ms + POLL_MS
        if has_changed and not self._was_told and now_ms >= self._distrusted_until_ms:
            self._distrusted_until_ms = now_ms + DISTRUST_MS

    def is_trusted(self) -> bool:
        """Whether the line's silence is believed."""
        return self._clock.now_ms() >= self._distrusted_until_ms
