"""The ten seats: their keys are sampled, their lamps lit, their displays painted.

Reads the five panels every pass, gives each seat the question that the table asks it, collects the
answers, and shows on lamp and display what is asked. A panel that does not answer is named; the
seats of the others play on. Rule of the file: a lamp is lit at the seat the table waits for, and
at no other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.app.displays import word_picture
from firmware.app.glyphs import DIGITS, bars
from firmware.app.keys import ASK_NOTHING, NO_QUESTION, SeatKeys
from firmware.app.questions import question_of
from firmware.app.screen import Screen
from firmware.schema.faults import FAULT_PANEL_SILENT
from firmware.schema.faults import GLYPHS as FAULT_GLYPHS
from firmware.schema.messages import CUT_ASKED, HAND_STARTED, POT_AWARDED, SHOW_ASKED, TURN_OPENED
from firmware.schema.settings import SETTING_LANGUAGE
from firmware.schema.words import WORD_WAIT
from hal.errors import HalError

if TYPE_CHECKING:
    from firmware.app.faults import Faults
    from firmware.core.table import Table
    from hal.board import Board

SEATS_MAX = 10
_ASKING = (TURN_OPENED, CUT_ASKED, SHOW_ASKED)


class Seats:
    """Keys, lamps and displays of one table."""

    def __init__(self, board: Board, faults: Faults) -> None:
        self._panels = board.panels
        self._faults = faults
        self._keys = [SeatKeys() for _ in range(SEATS_MAX + 1)]  # place 0 unused
        self._screen = Screen(board.seat_displays, board.centre_displays, faults)
        self._display_count = len(board.seat_displays) + len(board.centre_displays)
        self._won = [0] * (SEATS_MAX + 1)
        self._asked = 0  # number of the line that asked
        self._asked_seat = 0
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

    def poll(self, table: Table, floor_key: bool, now_ms: int, inputs: list[tuple]) -> None:
        """Sample every panel; a completed answer becomes an input."""
        self._put_question(table, floor_key, now_ms)
        for at in range(len(self._panels)):
            try:
                odd, even = self._panels[at].read()
            except HalError as trouble:
                self._faults.failed(FAULT_PANEL_SILENT, "panel" + str(at + 1) + ":" + trouble.kind)
                continue
            for seat, bits in ((2 * at + 1, odd), (2 * at + 2, even)):
                answer = self._keys[seat].sample(bits, now_ms)
                if answer is not None:
                    inputs.append(answer)

    def show(self, table: Table, left_ms: int | None, now_ms: int) -> int:
        """Light lamps, write at most one display; ms until the seats want the next pass."""
        self._put_question(table, False, now_ms)
        self._light(now_ms)
        pictures = self._screen.pictures(table, self._keys, self._won, left_ms, now_ms)
        if self._screen.step(pictures):
            return 0
        wait = 1000
        for seat in range(1, SEATS_MAX + 1):
            wanted = self._keys[seat].wait_ms(now_ms)
            if wanted is not None and wanted < wait:
                wait = wanted
        return wait

    def show_fault(self) -> None:
        """Before the log is open, or while it cannot be written: the centre names the fault."""
        fault = self._faults.worst()
        if fault:
            picture = (bytes(bars(FAULT_GLYPHS[fault], DIGITS)), True)
            self._screen.step([picture] * self._display_count)

    def show_wait(self, table: Table) -> None:
        """The table is stopped: every seat reads wait, no lamp is lit."""
        self._asked_seat = 0
        self._light(0)
        picture = word_picture(WORD_WAIT, table.settings[SETTING_LANGUAGE])
        self._screen.step([picture] * self._display_count)

    def _put_question(self, table: Table, floor_key: bool, now_ms: int) -> None:
        seat, question = question_of(table, self._asked, floor_key)
        before = self._keys[self._asked_seat].question
        if seat == self._asked_seat and question.number == before.number:
            if question.kind == before.kind and question.seat == before.seat:
                return
        if self._asked_seat:
            self._keys[self._asked_seat].ask(NO_QUESTION, now_ms)
        if seat:
            self._keys[seat].ask(question, now_ms)
        self._asked_seat = seat

    def _light(self, now_ms: int) -> None:
        for at in range(len(self._panels)):
            odd = self._asked_seat == 2 * at + 1
            even = self._asked_seat == 2 * at + 2
            lamps = (1 if odd else 0) | (2 if even else 0)
            if lamps == self._lamps[at]:
                continue
            try:
                self._panels[at].light(odd, even)
            except HalError as trouble:
                self._faults.failed(FAULT_PANEL_SILENT, "panel" + str(at + 1) + ":" + trouble.kind)
                continue
            self._lamps[at] = lamps

    def is_asking(self) -> bool:
        """Whether the table waits for a seat."""
        return self._keys[self._asked_seat].question.kind != ASK_NOTHING
