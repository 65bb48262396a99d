"""The FRAM of a simulated table: 32 KB that survive everything but the end of the program.

Keeps the pending order and the heads of the log, as the real part does, without knowing what they
are. A test may pull the plug before any write. Rule of the file: a write is there at once and
whole, or, when the plug was pulled first, not at all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hal.errors import REFUSED, HalError

if TYPE_CHECKING:
    from collections.abc import Callable

FRAM_BYTES = 32768  # 256 Kbit part at 0x50, design table of revision A


class SimOrderMemory:
    """The contract `hal.ports.OrderMemory` in working memory, zeros when new."""

    def __init__(self) -> None:
        self._cells = bytearray(FRAM_BYTES)
        self.before_write: Callable[[str], None] = _go_ahead
        """Called with `fram write` before every write; may raise `hal.errors.PowerCut`."""

    def __repr__(self) -> str:
        return "<FRAM>"  # never the order in it

    def read(self, offset: int, count: int) -> bytes:
        """`count` bytes from `offset`."""
        _within(offset, count)
        return bytes(self._cells[offset : offset + count])

    def write(self, offset: int, content: bytes) -> None:
        """Keep `content` from `offset` on."""
        _within(offset, len(content))
        self.before_write("fram write")
        self._cells[offset : offset + len(content)] = content


def _within(offset: int, count: int) -> None:
    if offset < 0 or count < 0 or offset + count > FRAM_BYTES:
        raise HalError(REFUSED, "fram", "outside the memory")


def _go_ahead(_name: str) -> None:
    """The power stays on."""
