"""The room where a simulated table stands while its program is not running, or has no power.

Cards stay where they lie when a program ends. This file keeps them: every change of the deck and
of the machine's own memory is written to a folder at once, and the next program finds the table as
it was, a motion half done included. The file holds what a camera could see, and the reader's
memory; it belongs to the simulated world, is readable by its owner only, and no firmware opens it.
Two pictures are kept and written in turn, each with its number and checksum, so that a program
killed while it writes leaves the one before. A table that need not outlive its program stands in a
room of working memory. Rule of the file: a picture that does not check is never looked at.
"""

from __future__ import annotations

import binascii
import errno
import json
import os
import struct
from typing import TYPE_CHECKING

from hal.disk.folder import FolderStore
from hal.errors import CORRUPT, REFUSED, HalError
from hal.sim.folder import FileOrderMemory
from hal.sim.memory import SimOrderMemory
from hal.sim.store import MemoryStore

if TYPE_CHECKING:
    from pathlib import Path

    from hal.sim.mechanics import Machine

_FORM = 2  # of the picture; another one is refused
_ELSEWHERE = "a new table takes another folder, and this one's record can still be read"
_NAME_IT = "name that level, or another folder for a new table"
_HEAD = struct.Struct(">III")  # number, length, CRC-32 of the picture
_PLACE_BYTES = 131_072
"""For one picture. 52 cards, their faces and a command take about 1 KB; a machine with its own
program keeps 32 KB of memory besides, told as 64 KB of digits; and a plan's rows (`ROWS_MAX`) at
most 7 KB for how often each still happens, 40 KB for cards that they put in."""

_PLACES = (0, _PLACE_BYTES)
_SECOND_BEFORE = 8192  # where pictures of this form stood second while their places were small


class MemoryRoom:
    """A table's journal, FRAM and cards in working memory; a plug that can be pulled."""

    def __init__(self) -> None:
        self.store = MemoryStore()
        self.order_memory = SimOrderMemory()
        self.starts = 0  # how often the power came back
        self._machine: Machine | None = None

    def enter(self, machine: Machine) -> bool:
        """Put the cards as they lay when the power failed; returns whether it ever did."""
        before, self._machine = self._machine, machine
        if before is None:
            return False
        self.starts += 1
        machine.restore(before.snapshot())
        return True

    def cut_power(self, surviving_bytes: int = 0) -> None:
        """Lose what the store has not synced, all but the first `surviving_bytes` of it.

        Whoever ran the table throws it away and starts another one in this room.
        """
        self.store.cut_power(surviving_bytes)


def _must_be_open(journal: Path) -> None:
    """PermissionError where the journal can be read, or written on, by somebody else only.

    A table would start three times and then say that its store has failed.
    """
    for path in (journal, *sorted(journal.iterdir())):
        if not os.access(path, os.R_OK | os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))


class Room:
    """A folder with a table's journal, FRAM, and the physical world around them."""

    def __init__(self, folder: Path) -> None:
        self.store = FolderStore(folder / "journal")
        _must_be_open(folder / "journal")
        self.order_memory = FileOrderMemory(folder / "fram.bin")
        self._path = folder / "world.bin"
        self._handle = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        self._number = 0
        self._kept = b""  # the picture written last
        self.starts = 0  # how often a program has run here before

    def enter(self, machine: Machine) -> bool:
        """Put the cards as they lay, if somebody was here before, and keep watching them.

        Returns whether somebody was. `corrupt` when there are pictures and none is ours;
        `refused` when another kind of machine stood here.
        """
        was_here = os.fstat(self._handle).st_size > 0
        if was_here:
            try:
                picture = self._last()
                if picture["form"] != _FORM:
                    raise ValueError("another form")
                self.starts = picture["starts"] + 1
                levels = picture.get("levels", machine.levels)
                if levels == machine.levels:
                    machine.restore(picture["machine"])
            except (ValueError, KeyError, TypeError) as broken:
                raise HalError(CORRUPT, "room", f"{self._path}; {_ELSEWHERE}") from broken
            if levels != machine.levels:
                raise HalError(REFUSED, "room", f"{self._path} is of --level {levels}; {_NAME_IT}")
        machine.changed = lambda: self._keep(machine)
        self._keep(machine)
        return was_here

    def close(self) -> None:
        """Let go of the files."""
        os.close(self._handle)
        self.store.close()
        self.order_memory.close()

    def _last(self) -> dict:
        """Return the newest picture that checks; ValueError when there is none."""
        newest: bytes | None = None
        for place in (*_PLACES, _SECOND_BEFORE):
            octets = os.pread(self._handle, _PLACE_BYTES, place)
            if len(octets) < _HEAD.size:
                continue
            number, length, crc = _HEAD.unpack_from(octets)
            picture = octets[_HEAD.size : _HEAD.size + length]
            if length and number > self._number and binascii.crc32(picture) == crc:
                self._number, newest = number, picture
        if newest is None:
            raise ValueError("no whole picture")
        return json.loads(newest)

    def _keep(self, machine: Machine) -> None:
        shown = {
            "form": _FORM,
            "levels": machine.levels,
            "starts": self.starts,
            "machine": machine.snapshot(),
        }
        picture = json.dumps(shown, separators=(",", ":")).encode()
        if picture == self._kept:
            return  # a motor turned, and nothing lies elsewhere
        self._number += 1
        head = _HEAD.pack(self._number, len(picture), binascii.crc32(picture))
        if len(head) + len(picture) > _PLACE_BYTES:
            wanted = f"a picture of {len(picture)} bytes, and there is room for {_PLACE_BYTES}"
            raise HalError(REFUSED, "room", wanted)
        os.pwrite(self._handle, head + picture, _PLACES[self._number % 2])
        self._kept = picture
