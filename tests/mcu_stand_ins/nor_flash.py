"""A Pico's flash as a chip is one: writing only clears bits, only an erasure of 4 KB sets them.

Has the block device's calls of `rp2.Flash`. The plug may be pulled in the middle of any of them:
then part of the bytes, or half the bits of one, are there. Counts what was done and reckons how
long the chip would have been busy.
"""

from hal.errors import PowerCut

SECTOR = 4096
PAGE = 256
BLANK = b"\xff" * PAGE
ERASE_US = 45_000  # W25Q32JV, 9.6, typical
PROGRAM_US = 400


class NorFlash:
    """sectors: how many. spend_us: told how long the chip was busy.

    cut_at: pulls the plug in the so-many-th operation from now, behind byte `torn_at` of what it
    was to write.
    """

    def __init__(self, sectors=128, spend_us=None, fill=0xFF):
        self.sectors = sectors
        self.cells = self._made(sectors * SECTOR, fill)
        self.spend_us = spend_us
        self.erasures = 0
        self.programs = 0
        self.wear = {}
        self.cut_at = 0
        self.torn_at = 0
        self.worn = set()

    def _made(self, count, fill):
        return bytearray(bytes([fill]) * count)

    def _get(self, at, count):
        return self.cells[at : at + count]

    def _put(self, at, content):
        self.cells[at : at + len(content)] = content

    def readblocks(self, block, buf, offset=0):
        at = self._at(block, offset, len(buf))
        buf[:] = self._get(at, len(buf))

    def writeblocks(self, block, buf, offset=None):
        if offset is None:
            self.ioctl(6, block)
            offset = 0
        at = self._at(block, offset, len(buf))
        if offset % PAGE or len(buf) % PAGE:
            raise ValueError("not whole pages")
        for page in range(0, len(buf), PAGE):
            self._program(block, at + page, buf[page : page + PAGE])

    def _program(self, block, at, content):
        before = self._get(at, PAGE)
        if block in self.worn:
            return
        after = bytearray(PAGE)
        for n in range(PAGE):
            after[n] = before[n] & content[n]
        if self._is_last():
            self._put(at, self._half(before, after))
            raise PowerCut
        self._put(at, after)
        self.programs += 1
        if self.spend_us:
            self.spend_us(PROGRAM_US)

    def _half(self, before, after):
        """So many bytes of what changes, and half the bits of the next."""
        half = bytearray(before)
        left = self.torn_at
        for n in range(PAGE):
            if after[n] != before[n]:
                half[n] = after[n] if left else before[n] & (after[n] | 0x55)
                if not left:
                    break
                left -= 1
        return half

    def ioctl(self, op, arg):
        if op == 4:
            return self.sectors
        if op == 5:
            return SECTOR
        if op == 6:
            self._erase(arg)
        return 0

    def _erase(self, block):
        at = self._at(block, 0, SECTOR)
        if self._is_last():
            torn = self.torn_at % SECTOR
            self._put(at, b"\xff" * torn)
            raise PowerCut
        for page in range(at, at + SECTOR, PAGE):
            self._put(page, BLANK)
        self.erasures += 1
        self.wear[block] = self.wear.get(block, 0) + 1
        if self.spend_us:
            self.spend_us(ERASE_US)

    def _is_last(self):
        self.cut_at -= 1
        return self.cut_at == 0

    def _at(self, block, offset, count):
        at = block * SECTOR + offset
        if block < 0 or offset < 0 or at + count > self.sectors * SECTOR:
            raise ValueError("outside the flash")
        return at


class FileFlash(NorFlash):
    """The same in a file, so that it takes no memory where memory is measured."""

    def __init__(self, path, sectors=128, spend_us=None, fill=0xFF):
        self.path = path
        super().__init__(sectors, spend_us, fill)

    def _made(self, count, fill):
        file = open(self.path, "w+b")  # noqa: SIM115  as long as the flash lives
        piece = bytes([fill]) * SECTOR
        for _ in range(count // SECTOR):
            file.write(piece)
        return file

    def _get(self, at, count):
        self.cells.seek(at)
        return self.cells.read(count)

    def _put(self, at, content):
        self.cells.seek(at)
        self.cells.write(content)
