"""What somebody beside a simulated table sees light up, read from a side channel.

Lamps and displays are not in the log. The simulator tells them in a file, one JSON line a change;
this file reads on where it stopped and keeps what is lit now. A real table has no such channel:
then nothing is known and nothing is shown. The rule of the file: a line that is not whole yet
waits, and one that makes no sense is passed over.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

DIGITS = 8
READ_BYTES_MAX = 1 << 16


@dataclass(frozen=True, slots=True)
class Lit:
    """A lamp and a display: eight characters, the digits (1..8) whose point is lit, blinking.

    segments: what glows, a byte a digit, where whoever looked could see as much; else empty.
    """

    lamp: bool
    shows: str
    points: frozenset[int]
    blinks: bool
    segments: bytes = b""


@dataclass(slots=True)
class Lights:
    """All that is lit: by seat, and the centre's display."""

    seats: dict[int, Lit] = field(default_factory=dict)
    centre: Lit | None = None
    ms: int = 0

    def take(self, change: dict[str, Any]) -> None:
        """Bring it up to one change (`hal.sim.onlooker` has the form)."""
        shows = change.get("shows")
        if not isinstance(shows, str) or len(shows) != DIGITS or not shows.isprintable():
            return
        points = change.get("points")
        lit = Lit(
            change.get("lamp") is True,
            shows,
            frozenset(points if isinstance(points, list) else ()),
            change.get("blinks") is True,
        )
        if isinstance(ms := change.get("ms"), int):
            self.ms = ms
        if isinstance(seat := change.get("seat"), int):
            self.seats[seat] = lit
        elif change.get("centre") == 1:
            self.centre = lit


class OnlookerFile:
    """The side channel as a file that grows."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._read = 0
        self._rest = b""

    def changes(self) -> list[dict[str, Any]]:
        """What was added since the last call; nothing when the file is not there yet.

        A table that starts again begins its file anew.
        """
        try:
            with self.path.open("rb") as file:
                if file.seek(0, os.SEEK_END) < self._read:
                    self._read, self._rest = 0, b""
                file.seek(self._read)
                content = file.read(READ_BYTES_MAX)
        except OSError:
            return []
        self._read += len(content)
        *lines, self._rest = (self._rest + content).split(b"\n")
        return [change for line in lines if isinstance(change := _parsed(line), dict)]


def _parsed(line: bytes) -> Any:
    try:
        return json.loads(line)
    except ValueError:
        return None
