"""A small record that outlives a power cut: the note under the felt.

The FRAM keeps what was written even when the light goes out in the middle of writing. So each
record has two places and the older one is overwritten: whatever moment the power fails, the other
place still holds the last whole note. This file writes and finds such notes and does not know what
they say. Rule of the file: a note whose checksum is wrong was never written; it is not repaired
and not guessed.

Layout of a place: u32 generation, u8 length, content, u32 CRC-32 of all before it (big-endian).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.compat import check, const
from firmware.compat.digest import crc32

if TYPE_CHECKING:
    from typing import Protocol

    class Memory(Protocol):
        """What this file asks of the FRAM (the port `OrderMemory` keeps it)."""

        def read(self, offset: int, count: int) -> bytes:
            """`count` bytes from `offset`."""
            ...

        def write(self, offset: int, content: bytes) -> None:
            """Keep `content` from `offset` on."""


_HEAD_BYTES = const(5)  # generation and length
_CRC_BYTES = const(4)
FRAME_BYTES = 9  # what a place holds beside the content


def sealed(generation: int, content: bytes) -> bytes:
    """The bytes of one place: `content` (at most 255 bytes) with its generation and checksum."""
    check(len(content) <= 255, "kept_content_long")
    framed = generation.to_bytes(4, "big") + bytes((len(content),)) + content
    return framed + crc32(framed).to_bytes(4, "big")


def unsealed(place: bytes) -> tuple[int, bytes] | None:
    """Generation and content of a place, or None when its checksum does not hold."""
    if len(place) < FRAME_BYTES:
        return None
    end = _HEAD_BYTES + place[4]
    if end + _CRC_BYTES > len(place):
        return None
    if crc32(place[:end]).to_bytes(4, "big") != place[end : end + _CRC_BYTES]:
        return None
    return int.from_bytes(place[:4], "big"), place[_HEAD_BYTES:end]


class KeptRecord:
    """Two places of `place_bytes` each at `offset`; every write goes to the older one.

    The memory's own errors go through unchanged.
    """

    def __init__(self, memory: Memory, offset: int, place_bytes: int) -> None:
        self._memory = memory
        self._offset = offset
        self._place_bytes = place_bytes
        self._is_read = False
        self._generation = 0
        self._next_place = 0

    def read(self) -> bytes | None:
        """The newest whole content, or None when neither place holds one. Reads both places."""
        newest = None
        self._is_read = True
        for place in (0, 1):
            raw = self._memory.read(self._offset + place * self._place_bytes, self._place_bytes)
            found = unsealed(raw)
            if found is not None and (newest is None or found[0] > self._generation):
                self._generation, newest = found
                self._next_place = 1 - place
        return newest

    def write(self, content: bytes) -> None:
        """Keep `content` from now on; which place is the older one is looked up first."""
        check(len(content) + FRAME_BYTES <= self._place_bytes, "kept_place_small")
        if not self._is_read:
            self.read()
        self._generation += 1
        offset = self._offset + self._next_place * self._place_bytes
        self._memory.write(offset, sealed(self._generation, content))
        self._next_place = 1 - self._next_place

    def wipe(self) -> None:
        """Overwrite both places with zeros: nothing is kept, nothing can be read back."""
        for place in (0, 1):
            offset = self._offset + place * self._place_bytes
            self._memory.write(offset, bytes(self._place_bytes))
