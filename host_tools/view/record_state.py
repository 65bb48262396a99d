"""How far a log has come, and whether each of its lines follows from the one before.

Whoever stores the lines has judged them already. The view judges them once more for itself, from
the head that a segment's first line names, so that "chain ok" on the screen is not hearsay. The
rule of the file: the first line that does not follow stays named until the view is closed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from firmware.lines.chain import Chain
from firmware.schema import messages as m

if TYPE_CHECKING:
    from firmware.lines.parser import Line


@dataclass(slots=True)
class Record:
    """The log: `lines` is the last line's number."""

    table: str = ""
    firmware: str = ""
    lines: int = 0
    broken_at: int = 0
    """The first line that did not follow, or 0."""
    chain: Chain | None = None
    """None until a segment's first line named the head before it."""

    def take(self, line: Line) -> None:
        """Go on by one line."""
        message = line.message
        self.lines = line.seq or self.lines
        if message[0] == m.SEGMENT_OPENED:
            self.table = message[1]
            self.chain = self.chain or Chain(message[5])
        elif message[0] == m.TABLE_STARTED:
            self.firmware = message[3]
        if self.chain is not None and not self.chain.follow(line.body, line.tag):
            self.broken_at = self.broken_at or self.lines

    def copy(self) -> Record:
        """The record as it is now, which goes no further."""
        return replace(self, chain=None if self.chain is None else Chain(self.chain.head))

    @property
    def head(self) -> bytes:
        """Full hash of the last line that followed; empty when none is known."""
        return self.chain.head if self.chain is not None else b""
