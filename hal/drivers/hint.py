"""An interrupt line as what it is: a hint that spares the bus, never the truth.

While the line is quiet nothing has changed, so nobody needs to ask the chip; but a wire can break,
so the chip is asked all the same whenever the loop looks by its own time. Chips remember what
their line should have told. When such a change is found which the line kept to itself, the line is
not believed any more and every call asks, until the line has told of a change again. Rule of the
file: it decides when to ask, never what the answer is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hal.ports import LOOK_MS

if TYPE_CHECKING:
    from hal.ports import Clock, DigitalIn

POLL_MS = LOOK_MS - 100  # longest silence; over for sure when the loop looks by its own time


class Hint:
    """One chip's use of an interrupt line, which may be shared by several chips.

    phase_ms: when in each POLL_MS the chip is to be asked, so that not all are in the same pass.
    """

    def __init__(self, line: DigitalIn, clock: Clock, phase_ms: int = 0) -> None:
        self._phase_ms = phase_ms
        self._line = line
        self._clock = clock
        self._was_told = False
        self._due_ms = 0
        self.is_trusted = True

    def is_due(self) -> bool:
        """Whether the chip is to be asked now."""
        self._was_told = self._line.is_on()
        return self._was_told or not self.is_trusted or self._clock.now_ms() >= self._due_ms

    @property
    def is_silent(self) -> bool:
        """Whether the line is believed, and said nothing when `is_due` was asked last."""
        return self.is_trusted and not self._was_told

    def asked(self, has_changed: bool) -> None:
        """The chip was asked after `is_due`; whether it had anything new."""
        now_ms = self._clock.now_ms()
        self._due_ms = now_ms + POLL_MS - (now_ms - self._phase_ms) % POLL_MS
        if has_changed:
            self.is_trusted = self._was_told
