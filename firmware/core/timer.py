"""The one timer that runs at a time, told by number so that a late one is known as late.

The core has no clock: it asks for a timer and is told when it fired. Each arming has its own
number; when the table has moved on meanwhile, the old number comes and nothing happens. Rule of
the file: a timer that was stopped or replaced can never fire.
"""

from __future__ import annotations

from firmware.schema.messages import START_TIMER, STOP_TIMER

NOT_RUNNING = -1
_NUMBER_MAX = (1 << 30) - 1


class Timer:
    """What was armed last, and whether it still runs."""

    __slots__ = ("kind", "ms", "n")

    def __init__(self) -> None:
        self.n = 0
        self.kind = NOT_RUNNING
        self.ms = 0

    def start(self, kind: int, ms: int, out: list) -> None:
        """Ask for `timer_fired(kind, n)` in ms milliseconds; replaces a running timer."""
        self.n = self.n + 1 if self.n < _NUMBER_MAX else 0
        self.kind = kind
        self.ms = ms
        out.append((START_TIMER, kind, self.n, ms))

    def stop(self, out: list) -> None:
        """The running timer, if any, is no longer wanted."""
        if self.kind != NOT_RUNNING:
            self.kind = NOT_RUNNING
            out.append((STOP_TIMER,))

    def is_due(self, message: tuple) -> bool:
        """Whether a `timer_fired` tells of the timer that runs."""
        return message[1] == self.kind and message[2] == self.n

    def fired(self) -> None:
        """The running timer came due and is gone."""
        self.kind = NOT_RUNNING
