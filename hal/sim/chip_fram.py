"""The memory chip that keeps the pending order: 32 KB on two wires.

Two address bytes, then as many bytes as one likes; the address runs on by itself and starts over
behind the last byte. No waiting after a write. Which cells stand behind it is given: a simulation
that outlives its program gives a file. Written from the data sheet MB85RC256V, DS501-00017-3v0-E
(sequential read and roll-over p. 10). Rule of the file: a byte that was acknowledged is kept.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hal.ports import OrderMemory

FRAM_BYTES = 32768
IDENTITY_AT = 0x7C  # where every chip of this make tells what it is, when called by its address
_IDENTITY = b"\x00\xa5\x10"  # Fujitsu, 256 kbit, product 0x10


class SimFram:
    """The chip over some `OrderMemory` as its cells.

    at: its own address. identity: what of it hears `IDENTITY_AT`.
    """

    def __init__(self, cells: OrderMemory, at: int = 0x50) -> None:
        self._cells = cells
        self._address = 0
        self.identity = _Identity(at)

    def __repr__(self) -> str:
        return "<FRAM>"  # never the order in it

    def write(self, out: bytes | bytearray) -> int:
        """Two address bytes, the higher first, its top bit ignored; then bytes to keep."""
        if len(out) >= 2:
            self._address = (out[0] << 8 | out[1]) % FRAM_BYTES
            at = 2
            count = len(out)
            while at < count:
                piece = bytes(out[at : at + FRAM_BYTES - self._address])
                self._cells.write(self._address, piece)
                self._address = (self._address + len(piece)) % FRAM_BYTES
                at += len(piece)
        return len(out)

    def read(self, count: int) -> bytes:
        """Bytes from the address on, over the end to the beginning."""
        answer = b""
        while len(answer) < count:
            wanted = min(count - len(answer), FRAM_BYTES - self._address)
            answer += self._cells.read(self._address, wanted)
            self._address = (self._address + wanted) % FRAM_BYTES
        return answer


class _Identity:
    """Asked with its address for its identity, it answers; another's address is not its business.

    Three bytes: maker and product (data sheet, p. 11, "Device ID", from memory).
    """

    def __init__(self, at: int) -> None:
        self._named = at << 1
        self._is_meant = False

    def write(self, out: bytes | bytearray) -> int:
        """The address word of the chip that is asked."""
        self._is_meant = bool(out) and out[0] & 0xFE == self._named
        return len(out) if self._is_meant or not out else 0

    def read(self, count: int) -> bytes:
        """Maker and product, again and again."""
        if not self._is_meant:
            return b"\xff" * count
        return (_IDENTITY * (count // len(_IDENTITY) + 1))[:count]
