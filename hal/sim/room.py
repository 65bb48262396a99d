"""The room where a simulated table stands while its program is not running.

Cards stay where they lie when a program ends. This file keeps them: every change of the deck and
of the machine's own memory is written to a folder at once, and the next program finds the table as
it was, a motion half done included. The file holds what a camera could see, and the reader's
memory; it belongs to the simulated world, is readable by its owner only, and no firmware opens it.
Rule of the file: the picture is replaced whole or not at all.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from hal.errors import CORRUPT, HalError
from hal.sim.folder import FileOrderMemory, FolderStore

if TYPE_CHECKING:
    from pathlib import Path

    from hal.sim.mechanics import Machine

_FORM = 1  # of the picture; another one is refused


class Room:
    """A folder with a table's journal, FRAM, and the physical world around them."""

    def __init__(self, folder: Path) -> None:
        self.store = FolderStore(folder / "journal")
        self.order_memory = FileOrderMemory(folder / "fram.bin")
        self._picture = folder / "world.json"
        self._new = folder / "world.json.new"
        self.starts = 0  # how often a program has run here before

    def enter(self, machine: Machine) -> bool:
        """Put the cards as they lay, if somebody was here before, and keep watching them.

        Returns whether somebody was. `corrupt` when the picture is not one of ours.
        """
        was_here = self._picture.exists()
        if was_here:
            try:
                picture = json.loads(self._picture.read_bytes())
                if picture["form"] != _FORM:
                    raise HalError(CORRUPT, "room", "another form")
                self.starts = picture["starts"] + 1
                machine.restore(picture["machine"])
            except (ValueError, KeyError, TypeError) as broken:
                raise HalError(CORRUPT, "room", str(self._picture)) from broken
        machine.changed = lambda: self._keep(machine)
        self._keep(machine)
        return was_here

    def _keep(self, machine: Machine) -> None:
        picture = {"form": _FORM, "starts": self.starts, "machine": machine.snapshot()}
        self._new.touch(mode=0o600)
        self._new.write_text(json.dumps(picture, separators=(",", ":")), encoding="ascii")
        self._new.replace(self._picture)
