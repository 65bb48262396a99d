"""Starting: from the first pass after power came to the first one that plays.

The start is counted among those that may fail, the log is read and played again, a segment a pass,
and the noise is proved meanwhile. Then the log is opened: first what was found of it, then what it
lost, then `table_started`, then what is due; what was under way at the card machine is asked
about, and a hand that was cut off waits for the floor. Rule of the file: nothing is written before
the end of the log is known, and nothing moves before that is durable.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.app.boot import BOOT_CHANCE_BYTES, LOG_ID_BYTES, Waking
from firmware.app.pace import IDLE_MS
from firmware.app.recorder import Recorder
from firmware.app.self_test import self_test
from firmware.compat import check
from firmware.core.table_rows import GATHERING
from firmware.core.timer import NOT_RUNNING
from firmware.link.session import Identity
from firmware.schema import messages as m
from firmware.schema.faults import (
    FAULT_LOG_DAMAGED,
    FAULT_POWER_WAS_LOST,
    FAULT_STORE_FAILED,
    FAULT_WATCHDOG_BIT,
)
from hal.errors import HalError

if TYPE_CHECKING:
    from firmware.app.parts import Parts

FIRMWARE = "0.1.0"


class Starting:
    """waking: what is found of the log. recorder: None until the log is open."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._is_counted = False  # this start, among those that may fail
        self.waking: Waking | None = None
        self.recorder: Recorder | None = None

    def step(self) -> int:
        """The log is read, a segment a pass; the boot id waits until the noise is proved."""
        parts = self._parts
        board = parts.board
        now_ms = board.clock.now_ms()
        parts.heart.wait(now_ms)
        parts.heart.beat(now_ms, is_moving=False)
        parts.caretaker.buses.look(now_ms)
        try:
            if not self._is_counted:
                parts.starts.begin()
                self._is_counted = True
            if parts.starts.is_hopeless:
                parts.stopped.step_in_safe_mode(now_ms)
                return IDLE_MS
            parts.intake.step()
            if self.waking is None:
                parts.keeper.restore()
                parts.role_keys.restore()
                self.waking = Waking(
                    board.store,
                    parts.memory,
                    board.serial,
                    parts.table,
                    self._replayed,
                    parts.keeping,
                )
            waking = self.waking
            if not waking.is_done:
                waking.step()
                return 0
            if parts.intake.is_ready():
                self._open_log(waking)
                return 0
        except HalError as trouble:
            parts.faults.stand(FAULT_STORE_FAILED)
            parts.stopped.fail_start(trouble.device + "_" + trouble.kind)
            return IDLE_MS
        parts.seats.show_stopped(parts.faults.worst(), board.clock.now_ms())
        return parts.intake.wait_ms(IDLE_MS)

    def _open_log(self, waking: Waking) -> None:
        """Go on where the log ends.

        First what was found of it, then what it lost (a request's outcome last), then
        `table_started`, then what is due.
        """
        parts = self._parts
        chance = parts.intake.pipeline.draw_bytes(LOG_ID_BYTES + BOOT_CHANCE_BYTES)
        board = parts.board
        journal = waking.journal(
            parts.journal_of,
            chance[:LOG_ID_BYTES],
            chance[LOG_ID_BYTES:],
            parts.bounds.segment_bytes_max,
        )
        recorder = Recorder(journal, parts.table, board.clock, parts.observe)
        recorder.begin()
        for words in waking.found_words():
            recorder.note(words)
        for said in waking.owed:
            recorder.say(said)
        answer = parts.door.owed()
        if answer is not None:
            recorder.note(answer)
        provenance = m.PROVENANCE_WORDS.index(board.noise.provenance)
        recorder.note(
            (m.TABLE_STARTED, journal.boot, parts.reset, FIRMWARE, m.SCHEMA_HASH, provenance)
        )
        tested = self_test(board, parts.memory, waking.note.count)
        recorder.note(tested.message())
        journal.sync()
        self.recorder = recorder
        parts.performers.hear_first(tested.events)
        parts.link.started(Identity(FIRMWARE, journal.boot, parts.reset))
        check(not waking.differs_at, "replay_differs")
        if waking.found.damages:
            parts.faults.stand(FAULT_LOG_DAMAGED)
        if waking.found.lost is not None:
            parts.doubt.lines_are_lost(parts.keeper.last_hand, parts.offered)
        self._take_up(recorder)

    def _take_up(self, recorder: Recorder) -> None:
        """What was under way is asked about; a hand that was cut off waits for the floor."""
        parts = self._parts
        parts.doubt.started()
        parts.waiting.forget()
        parts.signatures.forget()
        parts.orders.wipe_told()
        if parts.reset == m.RESET_WATCHDOG:
            parts.faults.stand(FAULT_WATCHDOG_BIT)
        timer = parts.table.timer
        if timer.kind != NOT_RUNNING:
            effect = (m.START_TIMER, timer.kind, timer.n, timer.ms)
            parts.countdown.perform(effect, parts.board.clock.now_ms())
        for effect, seq in recorder.take_effects():
            if effect[0] == m.SETTLE_ORDER:
                parts.orders.settle(effect)
            elif effect[0] not in (m.START_TIMER, m.STOP_TIMER):
                parts.performers.add(effect, seq)
        parts.performers.resume(parts.table.state == GATHERING)
        parts.orders.look_for_order()
        if parts.table.hand is not None and not parts.floor.is_waited_for():
            parts.faults.stand(FAULT_POWER_WAS_LOST)

    def _replayed(self, message: tuple, seq: int, head: bytes) -> None:
        parts = self._parts
        parts.observe(message, seq, head)
        parts.performers.queue_replayed(message, seq)
        parts.faults.note(message)
        if message[0] == m.SETTLE_ORDER:
            parts.orders.settle(message)
