"""What a short conversation hears: the lines that arrive whole, and no more of the others.

Who asks a table one thing (is somebody there, what time is it, may I have a key) keeps no log, and
a line that a noisy cable spoilt is simply asked for again. Rule of the file: a spoilt line is
counted and passed over, never guessed at.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.lines.grammar import LineError
from firmware.lines.parser import parse
from firmware.lines.splitter import Splitter

if TYPE_CHECKING:
    from collections.abc import Iterator

    from firmware.lines.parser import Line


class Hearing:
    """Bytes in, lines out; `damaged` counts those that were none."""

    def __init__(self) -> None:
        self._splitter = Splitter()
        self.damaged = 0

    def lines(self, octets: bytes) -> Iterator[Line]:
        """Take what arrived; the lines that are whole now, in order."""
        for piece in self._splitter.feed(octets):
            try:
                yield parse(piece)
            except LineError:
                self.damaged += 1
