"""The one timer of the table: when it comes due it becomes an input.

The core has no clock; it asks for a timer and is told later. One runs at a time and a new one
replaces it. Rule of the file: it fires once, never early, and a timer that was stopped never.
"""

from __future__ import annotations

from firmware.schema.messages import START_TIMER, STOP_TIMER, TIMER_FIRED


class Countdown:
    """The timer that runs, if any."""

    def __init__(self) -> None:
        self._timer = 0
        self._n = 0
        self._due_ms: int | None = None

    def perform(self, effect: tuple, now_ms: int) -> None:
        """Carry out `start_timer` or `stop_timer`."""
        if effect[0] == STOP_TIMER:
            self._due_ms = None
        elif effect[0] == START_TIMER:
            _, self._timer, self._n, ms = effect
            self._due_ms = now_ms + ms

    def poll(self, now_ms: int, inputs: list[tuple]) -> None:
        """Add `timer_fired` when it is due."""
        if self._due_ms is not None and now_ms >= self._due_ms:
            self._due_ms = None
            inputs.append((TIMER_FIRED, self._timer, self._n))

    def left_ms(self, now_ms: int) -> int | None:
        """Milliseconds until it fires, at least 0; None when none runs."""
        if self._due_ms is None:
            return None
        return max(self._due_ms - now_ms, 0)
