"""The table's log in a board's flash, where it outlives a power cut.

A file system on flash copies and erases at every sync, and an erasure holds the whole chip up for
as long as the motors' supply waits for a word. A log needs no file system: it only grows at its
end. So a segment is a chain of sectors that are written and never changed, and a snapshot is one
that counts once its first sector, written last, is there and the sum over all of it is right.
Everything is durable when a call returns. Rule of the file: whatever moment the power goes at,
each file is there as it was or as it was to be; a segment's last words may be torn, and whoever
reads them can tell.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.compat.digest import crc32
from hal.errors import ABSENT, FULL, IO, REFUSED, HalError
from hal.mcu.sectors import (
    BLANK,
    HEADER_BYTES,
    ROOM_BYTES,
    SECTOR_BYTES,
    SEGMENT,
    SNAPSHOT,
    Header,
    Sectors,
)

if TYPE_CHECKING:
    from hal.mcu.board_modules import Flash

SEGMENT_BYTES_MAX = 7168  # and the pass that crosses it: two sectors, so a read takes some 8 KB
AHEAD_SECTORS = 8  # kept blank: four segments, some five hands
_FREE_TOLD_MAX = (1 << 30) - 1
_PART_BITS = 16  # of a sector's number, below its part's


class FlashLog:
    """The contract `hal.ports.Store`; content of segments is text, so 0xFF is refused.

    A file is a list: its life, then the sectors of its parts, in order. A log that no host has
    taken has hundreds of them.
    """

    def __init__(self, flash: Flash) -> None:
        self._sectors = Sectors(flash)
        self._files: dict[int, dict[int, list[int]]] = {SEGMENT: {}, SNAPSHOT: {}}
        self._life = 0
        self._end_sector = -1  # the sector appended to last, and where it goes on
        self._end = 0
        self._find_files()

    def prepare(self) -> bool:
        """Erase one sector ahead, 45 ms; for a table at rest. Whether there was one to erase."""
        return self._sectors.prepare(AHEAD_SECTORS)

    # --- segments --------------------------------------------------------------------------------

    def segments(self) -> tuple[int, ...]:
        """Numbers of the segments that exist, ascending."""
        return tuple(sorted(self._files[SEGMENT]))

    def read(self, segment: int) -> bytes:
        """All of a segment."""
        sectors = self._file(SEGMENT, segment)[1:]
        return self._content(sectors, [self._kept(sector) for sector in sectors])

    def append(self, segment: int, content: bytes) -> None:
        """Add to the end of a segment; the first bytes make it."""
        if BLANK in content:
            raise HalError(REFUSED, "store", "no text")
        file = self._files[SEGMENT].get(segment)
        rest = memoryview(content)
        if file is not None:
            rest = rest[self._fill_up(file[-1], rest) :]
        else:
            file = [self._new_life()]
        while len(rest):
            piece = rest[:ROOM_BYTES]
            header = Header(SEGMENT, segment, len(file) - 1, file[0])
            self._end_sector = -1
            sector = self._begun(header, piece)
            file.append(sector)
            self._files[SEGMENT][segment] = file
            self._end_sector = sector
            self._end = HEADER_BYTES + len(piece)
            rest = rest[ROOM_BYTES:]

    def sync(self, segment: int) -> None:
        """Nothing is left to be done: what was appended is durable."""
        self._file(SEGMENT, segment)

    def cut(self, segment: int, length: int) -> None:
        """Drop everything after `length` bytes; durable on return."""
        file = self._file(SEGMENT, segment)
        kept = [self._kept(sector) for sector in file[1:]]
        if not 0 <= length <= sum(kept):
            raise HalError(REFUSED, "store", "cut beyond the end")
        at = 0
        left = length
        while left > kept[at]:
            left -= kept[at]
            at += 1
        self._end_sector = -1
        self._kill(file[at + 2 :])
        file[at + 2 :] = []
        if left < kept[at]:
            self._sectors.cut(file[at + 1], HEADER_BYTES + left)

    def remove(self, segment: int) -> None:
        """Drop a segment; durable on return."""
        self._remove(SEGMENT, segment)

    # --- snapshots -------------------------------------------------------------------------------

    def snapshots(self) -> tuple[int, ...]:
        """Numbers of the snapshots that exist, ascending."""
        return tuple(sorted(self._files[SNAPSHOT]))

    def read_snapshot(self, number: int) -> bytes:
        """All of a snapshot."""
        sectors = self._file(SNAPSHOT, number)[1:]
        first = self._sectors.header(sectors[0])
        if first is None:
            raise HalError(IO, "store", "snapshot " + str(number))
        return self._snapshot(sectors, first.length)

    def write_snapshot(self, number: int, content: bytes) -> None:
        """Keep a snapshot: its first part last, then the one that it replaces goes."""
        life = self._new_life()
        total = crc32(content).to_bytes(4, "big")
        sectors: list[int] = []
        pieces = max(1, (len(content) + ROOM_BYTES - 1) // ROOM_BYTES)
        try:
            for part in range(pieces - 1, -1, -1):
                piece = memoryview(content)[part * ROOM_BYTES : (part + 1) * ROOM_BYTES]
                header = Header(SNAPSHOT, number, part, life, len(content), total)
                sectors.insert(0, self._begun(header, piece))
        except HalError:
            self._kill(sectors)
            raise
        replaced = self._files[SNAPSHOT].get(number)
        self._files[SNAPSHOT][number] = [life] + sectors
        if replaced is not None:
            self._kill(replaced[1:])

    def remove_snapshot(self, number: int) -> None:
        """Drop a snapshot; durable on return."""
        self._remove(SNAPSHOT, number)

    def free_bytes(self) -> int:
        """Room left, in bytes."""
        return min(self._sectors.free() * ROOM_BYTES, _FREE_TOLD_MAX)

    # --- how files lie in sectors ----------------------------------------------------------------

    def _find_files(self) -> None:
        """Look at every sector; what is no part of a whole file is dropped."""
        lives: dict[int, list[int]] = {}
        for sector in range(self._sectors.count):
            header = self._sectors.header(sector)
            if header is not None:
                parts = lives.setdefault(header.life, [])
                parts.append(header.part << _PART_BITS | sector)
        for life in sorted(lives, reverse=True):
            sectors = self._beginning(lives[life])
            if life > self._life:
                self._life = life
                if sectors:
                    self._sectors.go_on_behind(sectors[-1])
            first = self._sectors.header(sectors[0]) if sectors else None
            if first is None:
                continue
            known = self._files[first.kind]
            if first.number not in known and self._is_right(first, sectors):
                known[first.number] = [life] + sectors
            else:
                self._kill(sectors)

    def _beginning(self, parts: list[int]) -> list[int]:
        """Sectors of the parts from the first one on without a gap; others are dropped."""
        sectors: list[int] = []
        dropped = []
        for one in sorted(parts):
            sector = one & (1 << _PART_BITS) - 1
            if one >> _PART_BITS == len(sectors):
                sectors.append(sector)
            else:
                dropped.append(sector)
        self._kill(dropped)
        return sectors

    def _is_right(self, first: Header, sectors: list[int]) -> bool:
        """Whether a snapshot is all there; a segment's end is judged by whoever reads it."""
        if first.kind == SEGMENT:
            return True
        if len(sectors) * ROOM_BYTES < first.length:
            return False
        return crc32(self._snapshot(sectors, first.length)).to_bytes(4, "big") == first.total

    def _file(self, kind: int, number: int) -> list[int]:
        file = self._files[kind].get(number)
        if file is None:
            raise HalError(ABSENT, "store", str(number))
        return file

    def _remove(self, kind: int, number: int) -> None:
        file = self._file(kind, number)
        del self._files[kind][number]
        self._kill(file[1:])

    def _kill(self, sectors: list[int]) -> None:
        """The first part first: without it the others are nobody's."""
        for sector in sectors:
            self._sectors.kill(sector)

    def _new_life(self) -> int:
        self._life += 1
        return self._life

    def _begun(self, header: Header, piece: memoryview) -> int:
        sector = self._sectors.begin(header, piece)
        if sector < 0:
            raise HalError(FULL, "store")
        return sector

    def _fill_up(self, sector: int, content: memoryview) -> int:
        """Write what fits behind the last bytes of a sector; how much that was."""
        end = self._end
        if sector != self._end_sector:
            if self._sectors.is_cut(sector):
                return 0
            end = self._sectors.end(sector)
        piece = content[: SECTOR_BYTES - end]
        self._end_sector = -1  # unknown, should it fail
        self._sectors.write(sector, end, piece)
        self._end_sector = sector
        self._end = end + len(piece)
        return len(piece)

    def _kept(self, sector: int) -> int:
        """Bytes of a segment in one sector."""
        end = self._end if sector == self._end_sector else self._sectors.end(sector)
        return end - HEADER_BYTES

    def _snapshot(self, sectors: list[int], length: int) -> bytes:
        counts = []
        for at in range(len(sectors)):
            counts.append(min(length - at * ROOM_BYTES, ROOM_BYTES))
        return self._content(sectors, counts)

    def _content(self, sectors: list[int], counts: list[int]) -> bytes:
        content = bytearray(sum(counts))
        at = 0
        for sector, count in zip(sectors, counts):
            self._sectors.read_into(sector, HEADER_BYTES, memoryview(content)[at : at + count])
            at += count
        return bytes(content)
