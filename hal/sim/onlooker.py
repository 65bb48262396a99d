"""Somebody beside the table who writes down what the lamps and displays show.

What lights up at a table is not in its journal: it is there to be seen. A screen that shows a
simulated table has no eyes, so this file looks for it after every pass of the firmware and writes
each change as one JSON line: `{"ms":51615,"seat":3,"lamp":true,"shows":"20   100","points":[1,2],
"blinks":false}`, where a seat may read 1 to 10 or, with `"centre":1` or `2` in its place, a centre
display without a lamp. Rule of the file: only what a person beside the table could see, and a
reader that is slow or gone never makes the table wait.
"""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

from hal.sim.board import SEATS

if TYPE_CHECKING:
    from hal.sim.board import SimTable
    from hal.sim.display import SimDisplay


class Onlooker:
    """Looks at one table and tells what changed; `channel` is a path or a file descriptor.

    A file is made anew. Every line is written whole, at once; a line that a full pipe does not
    take is tried again at the next look, and nothing more is told once the reader has gone.
    """

    def __init__(self, table: SimTable, channel: str) -> None:
        self._table = table
        if channel.isdecimal():
            self._fd = int(channel)
            os.set_blocking(self._fd, False)
        else:
            self._fd = os.open(channel, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
        self._is_open = True
        self._seen: dict[tuple[str, int], tuple[bool, bytes, bool]] = {}

    def look(self) -> None:
        """Tell what changed since the last look."""
        table = self._table
        for seat in SEATS:
            display = table.display(seat)
            self._compare(("seat", seat), table.panel(seat).is_lit(seat), display)
        for number, display in enumerate(table.centre_displays, 1):
            self._compare(("centre", number), False, display)

    def _compare(self, where: tuple[str, int], lamp: bool, display: SimDisplay) -> None:
        now = (lamp, display.segments, display.is_blinking)
        if not self._is_open or self._seen.get(where) == now:
            return
        told = {
            "ms": self._table.clock.now_ms(),
            where[0]: where[1],
            "lamp": lamp,
            "shows": display.text(),
            "points": [digit for digit, is_lit in enumerate(display.points(), 1) if is_lit],
            "blinks": display.is_blinking,
        }
        if self._write(json.dumps(told, separators=(",", ":")).encode() + b"\n"):
            self._seen[where] = now

    def _write(self, line: bytes) -> bool:
        """Whether the line was taken; pipes take a line of this length whole or not at all."""
        try:
            os.write(self._fd, line)
        except BlockingIOError:
            return False
        except OSError:  # nobody reads any more, or the disk is full
            self.close()
            return False
        return True

    def close(self) -> None:
        """Let go of the channel."""
        if self._is_open:
            self._is_open = False
            os.close(self._fd)
