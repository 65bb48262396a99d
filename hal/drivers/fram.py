"""The memory that keeps the pending order through a power cut.

32 KB; a byte that was acknowledged is kept, without waiting. What is written there, twice and with
a checksum, is the business of those who own it. Data sheet MB85RC256V, DS501-00017-3v0-E. Rule of
the file: nothing beyond the end, where the chip would silently start over at its beginning.

Worst case at 100 kHz: 0.36 ms and 0.09 ms a byte; 256 bytes take 23.4 ms.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hal.errors import REFUSED, HalError

if TYPE_CHECKING:
    from hal.ports import I2CBus

FRAM_BYTES = 32768
PIECE_BYTES = 4096  # Linux carries 8192 bytes in one message, small boards less


class Fram:
    """The contract `hal.ports.OrderMemory`."""

    def __init__(self, bus: I2CBus, address: int, name: str = "fram") -> None:
        self._bus = bus
        self._address = address
        self._name = name

    def __repr__(self) -> str:
        return "<FRAM driver>"  # never the order in it

    def read(self, offset: int, count: int) -> bytes:
        """`count` bytes from `offset` (random, then sequential read, p. 10)."""
        self._must_fit(offset, count)
        found = b""
        while len(found) < count:
            piece = bytearray(min(count - len(found), PIECE_BYTES))
            self._bus.write_read_into(self._address, _place(offset + len(found)), piece)
            found += bytes(piece)
        return found

    def write(self, offset: int, content: bytes) -> None:
        """Keep `content` from `offset` on (page write: any length)."""
        self._must_fit(offset, len(content))
        for at in range(0, len(content), PIECE_BYTES):
            piece = content[at : at + PIECE_BYTES]
            self._bus.writeto(self._address, _place(offset + at) + piece)

    def _must_fit(self, offset: int, count: int) -> None:
        if offset < 0 or count < 0 or offset + count > FRAM_BYTES:
            raise HalError(REFUSED, self._name, "outside the memory")


def _place(offset: int) -> bytes:
    """Return the two address bytes, the higher first."""
    return bytes((offset >> 8, offset & 0xFF))
