"""The link of a table that has no log: it answers who it is and what is the matter, no more.

When three starts in a row failed, or a bug struck before the log was open, a host must still learn
why the table is dark. So a greeting is answered by one line, `safe_mode`, with the table's serial
number, the count and what broke. Nothing else that a host says is taken. Rule of the file: it
speaks only when it is greeted, and believes nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.lines.grammar import LineError
from firmware.lines.parser import parse
from firmware.lines.splitter import Splitter
from firmware.lines.writer import seal, write
from firmware.link.session import MS_WRAP
from firmware.schema.messages import GREET, SAFE_MODE
from hal.errors import HalError

if TYPE_CHECKING:
    from hal.ports import HostLink


class SafeLink:
    """One cable."""

    def __init__(self, link: HostLink, table: str) -> None:
        self._link = link
        self._table = table
        self._splitter = Splitter()
        self._answer = b""

    def step(self, starts: int, failed: str, now_ms: int) -> None:
        """Read what has come, answer a greeting as far as the cable takes it."""
        try:
            octets = self._link.read()
            for piece in self._splitter.feed(octets) if octets else ():
                if not self._answer and _is_greeting(piece):
                    said = (SAFE_MODE, self._table, starts, failed[:48] or None)
                    self._answer = seal(write(said, None, now_ms % MS_WRAP), None)
            if self._answer:
                self._answer = self._answer[self._link.write(self._answer) :]
        except HalError:  # no cable: nobody to tell
            self._splitter = Splitter()
            self._answer = b""


def _is_greeting(piece: bytes) -> bool:
    try:
        return parse(piece).message[0] == GREET
    except LineError:
        return False
