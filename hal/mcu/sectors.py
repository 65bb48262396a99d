"""Flash in sectors: what each one holds, and the three things that can be done to it.

NOR flash forgets only whole sectors of 4 KiB and needs 45 ms for it, in which the chip can do
nothing else; writing into what is blank takes half a millisecond a page. So sectors are erased
ahead, while the table rests, and marked blank when that was done to the end; in play they are only
written. A sector begins with a header that says of which file it is which part; it is written in
one page together with the first bytes behind it. What is dropped is marked dead in place. Rule of
the file: what was written is read back, and a sector without a whole header holds nothing.

    "MZF1" | u8 kind | u8 FF, 00 dead | u16 part | u32 number | u32 life | u32 length | u32 sum |
    u32 CRC-32 of the 24 bytes before, alive | "DONE" of the last erasure | 16 x u16 cut, or FFFF

life: of the file; each new file has a higher one. length, sum: of a whole snapshot, its bytes and
their CRC-32; FFFFFFFF and 0 for a segment.
Source: W25Q32JV data sheet, AC characteristics: sector erase 45 ms typically, 400 at most; page
program 0.4 and 3. `rp2.Flash` is MicroPython's, `rp2_flash.c`: whole pages, interrupts off.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.compat import const
from firmware.compat.digest import crc32
from hal.errors import IO, HalError

if TYPE_CHECKING:
    from hal.mcu.board_modules import Flash

SECTOR_BYTES = 4096
HEADER_BYTES = 64
ROOM_BYTES = SECTOR_BYTES - HEADER_BYTES
SEGMENT = 1
SNAPSHOT = 2
BLANK = b"\xff"
OPEN_LENGTH = 0xFFFFFFFF  # of a segment

_PAGE_BYTES = const(256)
_BESIDE_BYTES = const(192)  # of content, in the header's page
_FORM = b"MZF1"
_DONE = b"DONE"
_DEAD_AT = const(5)
_SEALED = const(24)
_DONE_AT = const(28)
_CUTS_AT = const(32)
_COUNT, _SIZE, _ERASE = const(4), const(5), const(6)  # operations of a block device
_BLANK_PAGE = b"\xff" * 256

# What the map of sectors says of each.
_DIRTY = const(0)  # to be erased before it is used
_READY = const(1)  # erased to the end
_USED = const(2)
_BROKEN = const(3)  # not blank after an erasure


class Header:
    """What a sector says of itself."""

    def __init__(
        self,
        kind: int,
        number: int,
        part: int,
        life: int,
        length: int = OPEN_LENGTH,
        total: bytes = bytes(4),
    ) -> None:
        self.kind = kind
        self.number = number
        self.part = part
        self.life = life
        self.length = length
        self.total = total


def _spelled(header: Header) -> bytes:
    told = (
        _FORM
        + bytes((header.kind,))
        + BLANK
        + header.part.to_bytes(2, "big")
        + header.number.to_bytes(4, "big")
        + header.life.to_bytes(4, "big")
        + header.length.to_bytes(4, "big")
        + header.total
    )
    return told + crc32(told).to_bytes(4, "big")


class Sectors:
    """All sectors of one flash. flash: a block device as `rp2.Flash` is one."""

    def __init__(self, flash: Flash) -> None:
        self._flash = flash
        self.count = int(flash.ioctl(_COUNT, 0))
        if flash.ioctl(_SIZE, 0) != SECTOR_BYTES:
            raise HalError(IO, "store", "sectors of another size")
        self._map = bytearray(self.count)
        self._counts = [self.count, 0, 0, 0]
        self._page = bytearray(_PAGE_BYTES)
        self._next = 0  # where the next sector is looked for, so that all of them wear alike

    # --- looking ---------------------------------------------------------------------------------

    def header(self, sector: int) -> Header | None:
        """What a living sector says of itself; None of any other, which is marked for itself."""
        raw = bytearray(HEADER_BYTES)
        self.read_into(sector, 0, raw)
        if raw[:4] != _FORM:
            is_ready = raw[:_DONE_AT] == _BLANK_PAGE[:_DONE_AT]
            is_ready = is_ready and raw[_DONE_AT : _DONE_AT + 4] == _DONE
            self._mark(sector, _READY if is_ready else _DIRTY)
            return None
        is_alive = raw[_DEAD_AT] == 0xFF
        crc = crc32(raw[:_SEALED]).to_bytes(4, "big")
        if not is_alive or crc != raw[_SEALED : _SEALED + 4]:
            self._mark(sector, _DIRTY)
            return None
        self._mark(sector, _USED)
        return Header(
            raw[4],
            int.from_bytes(raw[8:12], "big"),
            int.from_bytes(raw[6:8], "big"),
            int.from_bytes(raw[12:16], "big"),
            int.from_bytes(raw[16:20], "big"),
            bytes(raw[20:24]),
        )

    def read_into(self, sector: int, at: int, into: bytearray | memoryview) -> None:
        """Fill `into` from byte `at` of a sector."""
        self._flash.readblocks(sector, into, at)

    def end(self, sector: int) -> int:
        """Where what is kept in a segment's sector ends: at its last cut, or behind what is there.

        A cut that was torn in writing says too much, never too little: bits only fall.
        """
        cuts = bytearray(HEADER_BYTES - _CUTS_AT)
        self.read_into(sector, _CUTS_AT, cuts)
        end = SECTOR_BYTES
        for at in range(0, len(cuts), 2):
            cut = int.from_bytes(cuts[at : at + 2], "big")
            end = min(end, cut)
        piece = bytearray(_PAGE_BYTES)
        for at in range(SECTOR_BYTES - _PAGE_BYTES, -1, -_PAGE_BYTES):
            self.read_into(sector, at, piece)
            if piece != _BLANK_PAGE:
                return min(end, max(at + len(bytes(piece).rstrip(BLANK)), HEADER_BYTES))
        return HEADER_BYTES

    def is_cut(self, sector: int) -> bool:
        """Whether nothing may be added to it any more."""
        first = bytearray(2)
        self.read_into(sector, _CUTS_AT, first)
        return first != b"\xff\xff"

    def free(self) -> int:
        """How many sectors hold nothing and can be used."""
        return self._counts[_READY] + self._counts[_DIRTY]

    # --- writing ---------------------------------------------------------------------------------

    def begin(self, header: Header, content: bytes | memoryview) -> int:
        """Take a blank sector for a part of a file; where it is, or -1 when there is none.

        One that will not take it is passed over for the next.
        """
        for _ in range(self.count):
            sector = self._blank()
            if sector < 0:
                return -1
            self._mark(sector, _USED)
            told = _spelled(header) + _DONE + BLANK * (HEADER_BYTES - _CUTS_AT)
            try:
                self.write(sector, 0, told + bytes(content[:_BESIDE_BYTES]))
                self.write(sector, _PAGE_BYTES, content[_BESIDE_BYTES:])
                return sector
            except HalError:
                self.kill(sector)
                self._mark(sector, _BROKEN)
        return -1

    def write(self, sector: int, at: int, content: bytes | memoryview) -> None:
        """Write into what is blank, page by page; `io` when it does not read back."""
        page = self._page
        taken = 0
        while taken < len(content):
            begin = at + taken
            first = begin % _PAGE_BYTES
            count = min(_PAGE_BYTES - first, len(content) - taken)
            page[:] = _BLANK_PAGE
            page[first : first + count] = content[taken : taken + count]
            self._flash.writeblocks(sector, page, begin - first)
            self.read_into(sector, begin, memoryview(page)[first : first + count])
            if page[first : first + count] != content[taken : taken + count]:
                raise HalError(IO, "store", "sector " + str(sector) + " did not take it")
            taken += count

    def cut(self, sector: int, end: int) -> None:
        """A segment's sector ends here from now on; `io` after sixteen cuts."""
        raw = bytearray(2)
        for at in range(_CUTS_AT, HEADER_BYTES, 2):
            self.read_into(sector, at, raw)
            if raw == b"\xff\xff":
                self.write(sector, at, end.to_bytes(2, "big"))
                return
        raise HalError(IO, "store", "sector " + str(sector) + " was cut too often")

    def kill(self, sector: int) -> None:
        """Drop what a sector holds."""
        page = self._page
        page[:] = _BLANK_PAGE
        page[_DEAD_AT] = 0
        self._flash.writeblocks(sector, page, 0)
        self._mark(sector, _DIRTY)

    # --- erasing ---------------------------------------------------------------------------------

    def prepare(self, ahead: int) -> bool:
        """Erase one sector, if fewer than `ahead` are ready; whether there was one to erase."""
        if self._counts[_READY] >= ahead:
            return False
        sector = self._found(_DIRTY)
        if sector < 0:
            return False
        self._erase(sector)
        return True

    def go_on_behind(self, sector: int) -> None:
        """Let the next sector be looked for behind this one."""
        self._next = (sector + 1) % self.count

    def _blank(self) -> int:
        """The next blank sector; erased now, if none was erased ahead; -1 when there is none."""
        for _ in range(self.count):
            sector = self._found(_READY)
            if sector >= 0:
                self.go_on_behind(sector)
                return sector
            sector = self._found(_DIRTY)
            if sector < 0:
                return -1
            self._erase(sector)
        return -1

    def _erase(self, sector: int) -> None:
        self._flash.ioctl(_ERASE, sector)
        self._mark(sector, _BROKEN)
        piece = bytearray(_PAGE_BYTES)
        for at in range(0, SECTOR_BYTES, _PAGE_BYTES):
            self.read_into(sector, at, piece)
            if piece != _BLANK_PAGE:
                return
        try:
            self.write(sector, _DONE_AT, _DONE)
        except HalError:
            return
        self._mark(sector, _READY)

    def _found(self, what: int) -> int:
        for step in range(self.count):
            sector = (self._next + step) % self.count
            if self._map[sector] == what:
                return sector
        return -1

    def _mark(self, sector: int, what: int) -> None:
        self._counts[self._map[sector]] -= 1
        self._counts[what] += 1
        self._map[sector] = what
