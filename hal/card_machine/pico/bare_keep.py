"""A memory for a controller on the bench, without the interface board's FRAM.

It keeps what is written for as long as the power is there, so registers, checks and answers can be
tried before anything is soldered. Rule of the file: it never passes for a memory that lasts; what
HOME writes to find out is refused, and without HOME nothing moves.
"""

from __future__ import annotations

from hal.card_machine.kept import PROBE_AT
from hal.errors import ABSENT, HalError

_BYTES = PROBE_AT


class BareKeep:
    """The contract `Keep`, as far as it goes without a chip."""

    def __init__(self) -> None:
        self._cells = bytearray(b"\xff" * _BYTES)

    def read(self, offset: int, count: int) -> bytes:
        """`count` bytes from `offset`; `absent` beyond what the program keeps."""
        self._must_fit(offset, count)
        return bytes(self._cells[offset : offset + count])

    def write(self, offset: int, content: bytes) -> None:
        """Keep `content` until the power goes."""
        self._must_fit(offset, len(content))
        self._cells[offset : offset + len(content)] = content

    def _must_fit(self, offset: int, count: int) -> None:
        if offset + count > _BYTES:
            raise HalError(ABSENT, "fram", "a bare controller")
