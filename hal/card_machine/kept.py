"""What the card machine remembers when its power goes: short rows in the FRAM, each with a check.

A row is written whole before the motion that it belongs to, in a few milliseconds at most. The
power may go in the middle of it: then its check does not hold and the row was never written. What
must not be missing for a moment stands in a note: two rows, of which the older one is overwritten.
Rule of the file: a row whose check fails says nothing; it is neither repaired nor guessed.

Layout of a row: content, then the lower 16 bits of the CRC-32 over its place (2) and the content.
A note's content begins with its serial number (2).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.compat.digest import crc32

if TYPE_CHECKING:
    from hal.card_machine.workings import Keep

CHECK_BYTES = 2
_SERIAL_BYTES = 2
_SERIALS = 0xFFFF  # 1 .. 65535, then 1 again

# Where everything lies.
COMMAND_AT = 0x0000  # a note: the last command
TOLD_AT = 0x0100  # rows: what it told
PATH_AT = 0x0700  # a row: whether a card may lie in the path
EPOCH_AT = 0x0720  # a note: number of the COLLECT, and openings since
TOKENS_AT = 0x0800  # rows: faces by their tokens
SEEN_AT = 0x1000  # rows: which faces were seen, by face
PROBE_AT = 0x1800  # a row that HOME writes and reads again


def _check_bytes(at: int, content: bytes) -> bytes:
    total = crc32(bytes((at >> 8, at & 0xFF)) + content) & 0xFFFF
    return bytes((total >> 8, total & 0xFF))


def write_row(keep: Keep, at: int, content: bytes) -> None:
    """Keep a row at an offset."""
    keep.write(at, content + _check_bytes(at, content))


def read_row(keep: Keep, at: int, count: int) -> bytes | None:
    """The content of a row, `count` bytes; None where none was written."""
    row = keep.read(at, count + CHECK_BYTES)
    content = row[:count]
    return content if row[count:] == _check_bytes(at, content) else None


def is_later(serial: int, other: int) -> bool:
    """Whether a serial number comes after another one, around the end."""
    return 0 < (serial - other) % _SERIALS < _SERIALS // 2


class Note:
    """Two rows of `count` bytes of content at `at`; the last whole one counts.

    serial: of the content, 0 while nothing was ever written.
    """

    def __init__(self, keep: Keep, at: int, count: int) -> None:
        self.serial = 0
        self.content: bytes | None = None
        self._keep = keep
        self._at = at
        self._row_bytes = _SERIAL_BYTES + count
        self._next = 0
        for place in range(2):
            row = read_row(keep, self._place(place), self._row_bytes)
            if row is None:
                continue
            serial = row[0] << 8 | row[1]
            if self.content is None or is_later(serial, self.serial):
                self.serial = serial
                self.content = row[_SERIAL_BYTES:]
                self._next = 1 - place

    def write(self, content: bytes) -> None:
        """Keep another content; until this returns the one before counts."""
        serial = self.serial % _SERIALS + 1
        row = bytes((serial >> 8, serial & 0xFF)) + content
        write_row(self._keep, self._place(self._next), row)
        self.serial = serial
        self.content = content
        self._next = 1 - self._next

    def _place(self, which: int) -> int:
        return self._at + which * (self._row_bytes + CHECK_BYTES)
