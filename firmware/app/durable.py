"""What is written becomes durable, or nothing is done: the store, and the last line of all.

All inputs of a pass are synced together before any of their effects is carried out. While the
store does not take them everything waits, the displays say why, and it is tried again once a
second. When the supply fails, whatever is written is synced at once, and the last line is
`table_parked`. Rule of the file: no effect leaves a pass whose inputs are not durable.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.app.pace import IDLE_MS
from firmware.schema import messages as m
from firmware.schema.faults import (
    FAULT_MEMORY_SILENT,
    FAULT_POWER_FAILING,
    FAULT_STORE_FAILED,
)
from hal.errors import HalError

if TYPE_CHECKING:
    from firmware.app.parts import Parts
    from firmware.app.recorder import Recorder

STORE_AGAIN_MS = 1000


class Durable:
    """The log of one table, as far as it waits for its store."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._retry_ms = 0  # after a failed sync: when it is tried again

    def wants(self, recorder: Recorder, now_ms: int) -> bool:
        """Whether what is written is made durable in this pass; all of it when supply fails."""
        parts = self._parts
        if parts.caretaker.supply.is_failing:
            return recorder.journal.synced != recorder.journal.seq
        return recorder.wants_sync(now_ms)

    def sync(self, recorder: Recorder) -> bool:
        """Make the pass durable; False holds everything back until it is."""
        parts = self._parts
        began_ms = parts.board.clock.now_ms()
        if began_ms < self._retry_ms and not parts.caretaker.supply.is_failing:
            self._show_store_failed(began_ms)
            return False
        try:
            if recorder.journal.sync():
                parts.keeping.note_stall(parts.board.clock.now_ms() - began_ms)
                parts.pairing.after_sync()
                parts.faults.worked(FAULT_STORE_FAILED)
            recorder.synced()
            return True
        except HalError as trouble:
            if not parts.faults.stands(FAULT_MEMORY_SILENT):  # else it was the FRAM's note
                parts.faults.failed(FAULT_STORE_FAILED, trouble.kind)
            now_ms = parts.board.clock.now_ms()
            parts.caretaker.buses.look(now_ms)  # the FRAM's bus may be what is wrong
            self._retry_ms = now_ms + STORE_AGAIN_MS
            self._show_store_failed(now_ms)
            return False

    def _show_store_failed(self, now_ms: int) -> None:
        """Nothing is done while nothing can be written down; the displays say why."""
        parts = self._parts
        parts.seats.show_stopped(parts.faults.worst(), now_ms)
        parts.heart.wait(now_ms)
        parts.heart.beat(now_ms, parts.performers.is_in_motion)

    def park(self, recorder: Recorder) -> None:
        """Nothing moves and everything is durable: say so, as the last thing that is written."""
        parts = self._parts
        if recorder.journal.synced != recorder.journal.seq or recorder.effects:
            return
        recorder.begin()
        recorder.note((m.TABLE_PARKED,))
        if self.sync(recorder):
            parts.caretaker.supply.parked()

    def pass_when_parked(self) -> int:
        """The supply is about to go: behind the mark nothing is written any more."""
        parts = self._parts
        now_ms = parts.board.clock.now_ms()
        parts.caretaker.supply.look()
        parts.heart.wait(now_ms)
        parts.heart.beat(now_ms, False)
        parts.seats.show_stopped(FAULT_POWER_FAILING, now_ms)
        return IDLE_MS
