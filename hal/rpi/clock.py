"""Milliseconds since the program started, by the kernel's steady clock.

Rule of the file: no wall time; setting the computer's clock moves nothing here.
"""

from __future__ import annotations

import time


class PiClock:
    """The contract `hal.ports.Clock`."""

    def __init__(self) -> None:
        self._start_ns = time.monotonic_ns()

    def now_ms(self) -> int:
        """Milliseconds since the start."""
        return (time.monotonic_ns() - self._start_ns) // 1_000_000
