"""The clock of a table without a table.

Time does not pass here, it is moved: whoever runs the simulation says how far, and everything that
was due on the way happens in order, at its own millisecond. So a hand of a minute takes as long as
its arithmetic, and every run with the same seed is the same run. Rule of the file: two things due
at the same millisecond happen in the order in which they were planned.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.compat import InvariantError

if TYPE_CHECKING:
    from collections.abc import Callable


class SimClock:
    """Virtual milliseconds and the things that are due; keeps the contract `hal.ports.Clock`.

    ms: as `now_ms()`, for the simulated world to look at; only the clock moves it.
    """

    def __init__(self) -> None:
        self.ms = 0
        self._rest_us = 0  # of a millisecond that is not over yet
        self._planned = 0
        # Ascending by (due, order of planning). A handful at any time, so a list beats a heap.
        self._due: list[tuple[int, int, Callable[[], None]]] = []

    def now_ms(self) -> int:
        """Milliseconds since the start."""
        return self.ms

    def now_us(self) -> int:
        """Microseconds since the start."""
        return self.ms * 1000 + self._rest_us

    def spend_us(self, us: int) -> None:
        """Somebody at the table was busy so long: time moves on, what is due meanwhile happens."""
        rest_us = self._rest_us + us
        if rest_us < 1000:
            self._rest_us = rest_us
            return
        to_ms = self.ms + rest_us // 1000
        self._rest_us = rest_us % 1000
        if self._due and self._due[0][0] <= to_ms:
            self.advance(to_ms)
        else:
            self.ms = to_ms

    def at(self, due_ms: int, call: Callable[[], None]) -> int:
        """Plan `call` for `due_ms` (now, if that is past); returns a number for `forget`."""
        self._planned = planned = self._planned + 1
        ms, ahead = self.ms, self._due
        due = due_ms if due_ms > ms else ms
        place = len(ahead)
        while place and ahead[place - 1][0] > due:
            place -= 1
        ahead.insert(place, (due, planned, call))
        return planned

    def after(self, delay_ms: int, call: Callable[[], None]) -> int:
        """Plan `call` for `delay_ms` from now; returns a number for `forget`."""
        return self.at(self.ms + delay_ms, call)

    def forget(self, planned: int) -> None:
        """Drop what was planned under this number; nothing happens when it is over already."""
        self._due = [one for one in self._due if one[1] != planned]

    def next_due_ms(self) -> int | None:
        """When the next planned thing is due, or None."""
        return self._due[0][0] if self._due else None

    def skip(self, to_ms: int) -> bool:
        """Move time to `to_ms` if nothing is due on the way; whether that was so."""
        if to_ms < self.ms or (self._due and self._due[0][0] <= to_ms):
            return False
        self.ms = to_ms
        return True

    def advance(self, to_ms: int) -> None:
        """Move time to `to_ms`; what is due on the way happens in order, at its own time."""
        if to_ms < self.ms:
            raise InvariantError("clock_backwards")
        while self._due and self._due[0][0] <= to_ms:
            due, _, call = self._due.pop(0)
            self.ms = due
            call()
        self.ms = to_ms
