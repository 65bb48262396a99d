"""An interrupt line as what it is: a hint that spares the bus, never the truth.

While the line is quiet nothing has changed, so nobody needs to ask the chip; but a wire can break,
so the chip is asked once a second all the same. When that finds a change which the line kept to
itself, the line is not believed any more and every call asks, until the line has told of a change
again. Rule of the file: it decides when to ask, never what the answer is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hal.ports import Clock, DigitalIn

POLL_MS = 1000  # longest silence; a broken wire costs one short press, once


class Hint:
    """One chip's use of an interrupt line, which may be shared by several chips."""

    def __init__(self, line: DigitalIn, clock: Clock) -> None:
        self._line = line
        self._clock = clock
        self._was_told = False
        self._due_ms = 0
        self.is_trusted = True

    def is_due(self) -> bool:
        """Whether the chip is to be asked now."""
        self._was_told = self._line.is_on()
        return self._was_told or not self.is_trusted or self._clock.now_ms() >= self._due_ms

    def asked(self, has_changed: bool) -> None:
        """The chip was asked after `is_due`; whether it had anything new."""
        self._due_ms = self._clock.now_ms() + POLL_MS
        if has_changed:
            self.is_trusted = self._was_told
