"""Waking up: who am I, what was going on, what was I about to do.

Looks through the log to its end, begins with the last snapshot, plays again what came after it,
and hands the loop a table that is where it was when the light went out: the same hand, the same
order, the same player to act. What the log lost is written again before anything moves. A log that
does not read back is named and the table waits for the floor; one that does not replay stops it.
The table's name for this start (the boot id) needs chance, so the loop waits for the noise before
`table_started` is written. Rule of the file: nothing moves and no line leaves before the end of
the log is known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.app.fram import BOOT_AT, BOOT_PLACE_BYTES, HEADS_AT, HEADS_PLACE_BYTES
from firmware.journal.kept import KeptRecord
from firmware.journal.recovery import Recovery
from firmware.journal.replay import Replay
from firmware.journal.segments import read_head_note
from firmware.schema import messages as m

if TYPE_CHECKING:
    from collections.abc import Callable

    from firmware.app.log_keeping import LogKeeping
    from firmware.core.table import Table
    from firmware.journal.recovery import Recovered
    from firmware.journal.segments import Journal
    from hal.ports import OrderMemory, Store

LOG_ID_BYTES = 8
BOOT_CHANCE_BYTES = 4  # after the u32 counter
BOOTS_MAX = (1 << 30) - 1


class BootNote:
    """The FRAM's boot counter and log id."""

    def __init__(self, memory: OrderMemory) -> None:
        self._record = KeptRecord(memory, BOOT_AT, BOOT_PLACE_BYTES)
        content = self._record.read()
        self.count = 0
        self.log: bytes | None = None
        if content is not None and len(content) == 4 + LOG_ID_BYTES:
            self.count = int.from_bytes(content[:4], "big")
            self.log = content[4:]

    def count_up(self, log: bytes) -> None:
        """One start more, of this log."""
        self.count = min(self.count + 1, BOOTS_MAX)
        self.log = log
        self._record.write(self.count.to_bytes(4, "big") + log)


class Waking:
    """The log as it is found, segment by segment, and the table as it was left."""

    def __init__(
        self,
        store: Store,
        memory: OrderMemory,
        serial: str,
        table: Table,
        observe: Callable[[tuple, int, bytes], None],
        keeping: LogKeeping,
    ) -> None:
        """Errors of store and memory go through as `HalError`, here and in `step`."""
        self._store = store
        self._serial = serial
        self._heads = KeptRecord(memory, HEADS_AT, HEADS_PLACE_BYTES)
        self.note = BootNote(memory)
        self._replay = Replay(table.take, observe)
        noted = read_head_note(self._heads.read())
        self._recovery = Recovery(
            store, noted, serial, self._replay.line, keeping.snapshots(), keeping.restore
        )
        self.found: Recovered = self._recovery.found
        self.owed: list[tuple] = []
        self.differs_at = 0
        self.is_done = False

    def step(self) -> None:
        """Look through or replay one segment: a long log does not starve the watchdog."""
        self.is_done = self._recovery.step()
        if self.is_done:
            self.owed = self._replay.owed()
            self.differs_at = self._replay.differs_at
            if self.found.log is None and self.found.is_damaged:
                self.found.log = self.note.log

    def journal(
        self, of: type[Journal], log: bytes, boot_chance: bytes, segment_bytes_max: int
    ) -> Journal:
        """The journal, open for writing; counts this start. `log` names a new log only.

        of: what it is made of.
        """
        known = self.found.log
        name = log if known is None else known
        self.note.count_up(name)
        journal = of(self._store, self._heads, self._serial, name, segment_bytes_max)
        journal.resume(self.found)
        journal.boot = self.note.count.to_bytes(4, "big") + boot_chance
        return journal

    def found_words(self) -> list[tuple]:
        """What was found of the log; these lines stand right behind the opening of a segment."""
        found = self.found
        words: list[tuple] = []
        if found.cut_bytes:
            words.append((m.TAIL_CUT, min(found.cut_bytes, 1000000)))
        for segment, line in found.damages:
            words.append((m.LOG_DAMAGED, segment, line))
        if found.lost is not None:
            words.append((m.TAIL_LOST, found.lost[0], found.lost[1]))
        return words
