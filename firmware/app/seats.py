"""The ten seats: their keys are sampled, their lamps lit, their displays painted.

Reads the five panels every pass, gives each seat the question that the table asks it, collects the
answers, and shows on lamp and display what is asked. A panel that does not answer is named; the
seats of the others play on. Rule of the file: a lamp is lit at the seat the table waits for, and
at no other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.app.faults import Several
from firmware.app.keys import NO_QUESTION, SeatKeys
from firmware.app.questions import question_of
from firmware.app.screen import Screen
from firmware.schema.faults import FAULT_PANEL_SILENT
from firmware.schema.faults import GLYPHS as FAULT_GLYPHS
from firmware.schema.messages import CUT_ASKED, HAND_STARTED, POT_AWARDED, SHOW_ASKED, TURN_OPENED
from hal.errors import HalError

if TYPE_CHECKING:
    from firmware.app.faults import Faults
    from firmware.core.table import Table
    from hal.board import Board

SEATS_MAX = 10
STOPPED_GLYPHS = "StOP"
_NEVER_MS = 1000  # the loop looks sooner by itself
_ASKING = (TURN_OPENED, CUT_ASKED, SHOW_ASKED)


class Seats:
    """Keys, lamps and displays of one table."""

    def __init__(self, board: Board, faults: Faults) -> None:
        self._panels = board.panels
        self._silence = Several(faults, FAULT_PANEL_SILENT, len(self._panels))
        self._keys = [SeatKeys() for _ in range(SEATS_MAX + 1)]  # place 0 unused
        self._screen = Screen(board.seat_displays, board.centre_displays, faults)
        self._won = [0] * (SEATS_MAX + 1)
        self._asked = 0  # number of the line that asked
        self._asked_seat = 0
        self._resting = [-1] * (SEATS_MAX + 1)  # inputs at which a seat's keys want nothing
        self._lamps = [-1] * len(self._panels)  # 2 bits a panel; -1: not known

    def note(self, message: tuple, seq: int) -> None:
        """A line of the log, live or replayed."""
        message_id = message[0]
        if message_id in _ASKING:
            self._asked = seq
        elif message_id == POT_AWARDED:
            self._won[message[2]] += message[3]
        elif message_id == HAND_STARTED:
            self._won = [0] * (SEATS_MAX + 1)

    # --- keys ------------------------------------------------------------------------------------

    def poll(self, table: Table, floor_key: bool, now_ms: int, inputs: list[tuple]) -> None:
        """Sample every panel; a completed answer becomes an input."""
        self._put_question(table, floor_key, now_ms)
        for at in range(len(self._panels)):
            try:
                odd, even = self._panels[at].read()
            except HalError as trouble:
                self._silence.failed(at, trouble.kind)
                continue
            self._silence.worked(at)
            if odd != self._resting[2 * at + 1]:
                self._sample(2 * at + 1, odd, now_ms, inputs)
            if even != self._resting[2 * at + 2]:
                self._sample(2 * at + 2, even, now_ms, inputs)

    def _sample(self, seat: int, bits: int, now_ms: int, inputs: list[tuple]) -> None:
        keys = self._keys[seat]
        answer = keys.sample(bits, now_ms)
        if answer is not None:
            inputs.append(answer)
        self._resting[seat] = bits if keys.wait_ms(now_ms) is None else -1

    def _put_question(self, table: Table, floor_key: bool, now_ms: int) -> None:
        seat, question = question_of(table, self._asked, floor_key)
        before = self._keys[self._asked_seat].question
        is_same = seat == self._asked_seat and question.number == before.number
        if is_same and question.kind == before.kind and question.seat == before.seat:
            return
        if self._asked_seat:
            self._keys[self._asked_seat].ask(NO_QUESTION, now_ms)
        if seat:
            self._keys[seat].ask(question, now_ms)
        self._asked_seat = seat

    # --- lamps and displays ----------------------------------------------------------------------

    def show(self, table: Table, seq: int, left_ms: int | None, now_ms: int) -> int:
        """Light lamps, write at most one display; ms until the seats want the next pass.

        seq: number of the log's last line; while it stands, only time and keys change a picture.
        """
        self._put_question(table, False, now_ms)
        self._light(self._asked_seat)
        if self._screen.step(table, seq, self._keys, self._asked_seat, self._won, left_ms, now_ms):
            return 0
        wait = _NEVER_MS
        for seat in range(1, SEATS_MAX + 1):
            if self._resting[seat] < 0:
                wanted = self._keys[seat].wait_ms(now_ms)
                if wanted is not None and wanted < wait:
                    wait = wanted
        return wait

    def show_stopped(self, fault: int) -> None:
        """Nothing is played: every display names the fault, or says nothing more than stop."""
        self._light(0)
        self._screen.show_everywhere(STOPPED_GLYPHS if fault == 0 else FAULT_GLYPHS[fault])

    def _light(self, asked_seat: int) -> None:
        for at in range(len(self._panels)):
            odd = asked_seat == 2 * at + 1
            even = asked_seat == 2 * at + 2
            lamps = (1 if odd else 0) | (2 if even else 0)
            if lamps == self._lamps[at]:
                continue
            try:
                self._panels[at].light(odd, even)
            except HalError as trouble:
                self._silence.failed(at, trouble.kind)
                continue
            self._lamps[at] = lamps
