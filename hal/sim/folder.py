"""The FRAM of a simulated table on a real disk, so that the table outlives its program.

One file holds the memory's image. Rule of the file: whatever the system reports goes up as
`HalError`; a short or failed write is never passed over.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from hal.disk.folder import MODE, told, write_all
from hal.errors import REFUSED, HalError
from hal.sim.memory import FRAM_BYTES

if TYPE_CHECKING:
    from pathlib import Path


class FileOrderMemory:
    """The contract `hal.ports.OrderMemory` on one file; made of zeros when there is none."""

    def __init__(self, path: Path) -> None:
        with told("fram"):
            path.parent.mkdir(parents=True, exist_ok=True)
            self._handle = os.open(path, os.O_RDWR | os.O_CREAT, MODE)
            size = os.fstat(self._handle).st_size
            if size < FRAM_BYTES:
                os.ftruncate(self._handle, FRAM_BYTES)
                os.fsync(self._handle)

    def __repr__(self) -> str:
        return "<FRAM>"

    def read(self, offset: int, count: int) -> bytes:
        """`count` bytes from `offset`."""
        self._within(offset, count)
        with told("fram"):
            os.lseek(self._handle, offset, os.SEEK_SET)
            return os.read(self._handle, count)

    def write(self, offset: int, content: bytes) -> None:
        """Keep `content` from `offset` on.

        It outlives this program, as the real part outlives a power cut. It is not synced: a crash
        of the computer that simulates may lose it, and the firmware then says `order_lost`.
        """
        self._within(offset, len(content))
        with told("fram"):
            os.lseek(self._handle, offset, os.SEEK_SET)
            write_all(self._handle, content)

    def close(self) -> None:
        """Let go of the file."""
        os.close(self._handle)

    def _within(self, offset: int, count: int) -> None:
        if offset < 0 or count < 0 or offset + count > FRAM_BYTES:
            raise HalError(REFUSED, "fram", "outside the memory")
