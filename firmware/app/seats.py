"""The ten seats: their keys are sampled, their lamps lit, their displays painted.

Reads the five panels every pass, gives each seat the question that the table asks it, collects the
answers, and shows on lamp and display what is asked. The lamp goes dark while a press that may
answer is down: the table has felt it, whatever the disk is doing just now. A panel that does not
answer is named; the seats of the others play on. Rule of the file: a lamp is lit at the seat the
table waits for, and at no other; while service tries the lamps, at one after the other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.app.faults import Several
from firmware.app.keys import NO_QUESTION, SeatKeys
from firmware.app.questions import aside_of, question_of
from firmware.app.screen import Screen
from firmware.core.table_service import NO_TEST
from firmware.schema.faults import FAULT_KEY_STUCK, FAULT_PANEL_SILENT
from firmware.schema.faults import GLYPHS as FAULT_GLYPHS
from firmware.schema.messages import (
    CARD_FED,
    CARD_LANDED,
    CARD_LEFT,
    CUT_ASKED,
    DEAL_CARD,
    ERASE_FACE,
    HAND_STARTED,
    KEY_IGNORED,
    KEY_WORDS,
    KEYS_IGNORED,
    LOG_HEAD,
    MOTION_RETRIED,
    OPEN_FACE,
    PART_KEYS,
    PART_LAMPS,
    POT_AWARDED,
    SEGMENT_OPENED,
    SHOW_ASKED,
    TEST_BEGUN,
    TURN_OPENED,
    WAITING_MEASURED,
)
from hal.errors import HalError

if TYPE_CHECKING:
    from firmware.app.faults import Faults
    from firmware.core.table import Table
    from hal.board import Board

SEATS_MAX = 10
STOPPED_GLYPHS = "StOP"

# Presses out of turn told one by one, a seat and question: a finger that drums five times a second
# on ten seats would else fill 12 MB of log an hour. The others are counted, and the count is told.
IGNORED_MAX = 8
IGNORED_COUNT_MAX = 1_000_000

LAMP_MS = 1000  # that each seat's lamp is lit while service tries them

PANEL_AGAIN_MS = 20  # a panel that did not answer, until it does or is named
_NEVER_MS = 1000  # the loop looks sooner by itself

# Lines after which every picture is as before; most lines are of these.
_UNSEEN = (
    CARD_FED,
    CARD_LEFT,
    CARD_LANDED,
    DEAL_CARD,
    ERASE_FACE,
    OPEN_FACE,
    LOG_HEAD,
    SEGMENT_OPENED,
    KEY_IGNORED,
    KEYS_IGNORED,
    MOTION_RETRIED,
    WAITING_MEASURED,
)
_MOVING = (-1, -1)
_ASKING = (TURN_OPENED, CUT_ASKED, SHOW_ASKED, TEST_BEGUN)


class Seats:
    """Keys, lamps and displays of one table. screen: its displays."""

    def __init__(self, board: Board, faults: Faults) -> None:
        self._panels = board.panels
        self._silence = Several(faults, FAULT_PANEL_SILENT, len(self._panels))
        self._jammed = Several(faults, FAULT_KEY_STUCK, SEATS_MAX)
        self._stuck_due_ms = -1  # when a key that is down may be down for too long; -1: none is
        self._is_retrying = False  # a panel did not answer, and nobody has been told yet
        self._has_begun = [False] * (SEATS_MAX + 1)  # its keys were seen once since the start
        self._keys = [SeatKeys(seat) for seat in range(SEATS_MAX + 1)]  # place 0 unused
        self.screen = Screen(board.seat_displays, board.centre_displays, faults)
        self._won = [0] * (SEATS_MAX + 1)
        self._testing = NO_TEST  # the part that service tries
        self._tried_lamp = 0
        self._lamp_due_ms = 0
        self._asked = 0  # number of the line that asked
        self._asked_seat = 0
        self._seq = -1  # of the log, when the question was read from the table last
        self._seen = 0  # number of the last line that can have changed a picture, or a question
        self._seen_asking = -1  # and when the question was read
        self._is_floor_key_down = False
        self._looks = 0  # rises when keys may have changed what is to be seen
        self._shown_looks = 0
        self._sampling = SEATS_MAX  # seats whose keys want to be looked at in every pass
        self._lit_seat = 0
        self._is_lamp_due = True
        self.ignored: list[tuple] = []  # key presses out of turn, for the log; the reader clears
        self._ignored_count = [0] * (SEATS_MAX + 1)  # since the last question
        self._resting = [-1] * (SEATS_MAX + 1)  # inputs at which a seat's keys want nothing
        self._lamps = [-1] * len(self._panels)  # 2 bits a panel; -1: not known
        # By panel: its levels, if the keys of both seats want nothing more; none while they do.
        self._settled: list[tuple[int, int]] = [_MOVING] * len(self._panels)
        self._moved_at = 0  # the panel that had news last

    def note(self, message: tuple, seq: int) -> None:
        """A line of the log, live or replayed."""
        message_id = message[0]
        if message_id in _UNSEEN:
            return
        self._seen = seq
        if message_id in _ASKING:
            self._asked = seq
            self._count_ignored()
        elif message_id == POT_AWARDED:
            self._won[message[2]] += message[3]
        elif message_id == HAND_STARTED:
            self._won = [0] * (SEATS_MAX + 1)
        if message_id == TEST_BEGUN:
            for keys in self._keys:
                keys.tried = 0

    # --- keys ------------------------------------------------------------------------------------

    @property
    def is_sampling(self) -> bool:
        """Whether a key moves, or a panel did not answer: it is to be read in every pass."""
        return self._sampling > 0 or self._is_retrying

    def poll(self, now_ms: int, inputs: list[tuple], is_whole: bool) -> bool:
        """Sample panels; a completed answer becomes an input, a press felt darkens its lamp.

        is_whole: sample all of them, else those whose keys move. The panel that had news last goes
        first and its neighbours follow, as turns and cards do: they share one interrupt line, and
        once that is quiet the drivers need not ask the others. Whether any level is not at rest,
        or not known.
        """
        has_failed = False
        panels, silence, settled = self._panels, self._silence, self._settled
        self._is_retrying = False
        count = len(panels)
        has_sampled = False
        first = self._moved_at
        for turn in range(first, first + count):
            at = turn if turn < count else turn - count
            if not (is_whole or settled[at] is _MOVING or silence.failures[at]):
                continue
            try:
                levels = panels[at].read()
            except HalError as trouble:
                silence.failed(at, trouble.kind)
                has_failed = True
                if silence.is_tried_again(at):
                    self._is_retrying = True
                continue
            if silence.failures[at]:
                silence.worked(at)
            if levels != settled[at]:
                self._moved_at, has_sampled = at, True
                self._sample_both(at, levels, now_ms, inputs)
        if 0 <= self._stuck_due_ms <= now_ms:
            self._look_for_stuck(now_ms)
        if has_sampled or self._is_lamp_due:
            self._light()
        return has_failed or self._sampling > 0

    def _sample_both(
        self, at: int, levels: tuple[int, int], now_ms: int, inputs: list[tuple]
    ) -> None:
        odd, resting = 2 * at + 1, self._resting
        for seat in (odd, odd + 1):
            if levels[seat - odd] != resting[seat]:
                self._sample(seat, levels[seat - odd], now_ms, inputs)
        is_moving = resting[odd] < 0 or resting[odd + 1] < 0
        self._settled[at] = _MOVING if is_moving else levels

    def _sample(self, seat: int, bits: int, now_ms: int, inputs: list[tuple]) -> None:
        keys = self._keys[seat]
        if not self._has_begun[seat]:
            self._has_begun[seat] = True
            keys.begin(bits)
        moves, stuck = keys.moves, keys.stuck
        answer = keys.sample(bits, now_ms)
        if keys.stuck != stuck:
            self._jammed.worked(seat - 1)
        elif keys.moves != moves and self._stuck_due_ms < 0:
            self._stuck_due_ms = now_ms  # what went down is looked after from now on
        if answer is not None:
            inputs.append(answer)
        if keys.out_of_turn:
            for key in range(len(KEY_WORDS)):
                if keys.out_of_turn >> key & 1:
                    self._ignore(seat, key)
            keys.out_of_turn = 0
        if seat == self._asked_seat and moves != keys.moves:
            self._looks += 1
        was_sampling = self._resting[seat] < 0
        self._resting[seat] = bits if keys.wait_ms(now_ms) is None else -1
        self._sampling += (self._resting[seat] < 0) - was_sampling

    def _look_for_stuck(self, now_ms: int) -> None:
        """A key that is down for too long is named; its seat's other keys go on."""
        self._stuck_due_ms = -1
        for seat in range(1, SEATS_MAX + 1):
            keys = self._keys[seat]
            before = keys.stuck
            due_ms = keys.look_for_stuck(now_ms)
            if due_ms is not None and (self._stuck_due_ms < 0 or due_ms < self._stuck_due_ms):
                self._stuck_due_ms = due_ms
            for key in range(len(KEY_WORDS)):
                if (keys.stuck & ~before) >> key & 1:
                    self._jammed.failed(seat - 1, KEY_WORDS[key])

    def _ignore(self, seat: int, key: int) -> None:
        """A press out of turn: told, as long as the seat has not been told of too often.

        While keys are tried, each is told when it is let go for the first time.
        """
        keys = self._keys[seat]
        if self._testing == PART_KEYS and not keys.tried >> key & 1:
            keys.tried |= 1 << key
            self._looks += 1
            self.ignored.append((KEY_IGNORED, seat, key))
            return
        self._ignored_count[seat] += 1
        if self._ignored_count[seat] <= IGNORED_MAX:
            self.ignored.append((KEY_IGNORED, seat, key))

    def _count_ignored(self) -> None:
        """A question was asked: how often each seat pressed beyond what was told, in one line."""
        for seat in range(1, SEATS_MAX + 1):
            beyond = self._ignored_count[seat] - IGNORED_MAX
            if beyond > 0:
                self.ignored.append((KEYS_IGNORED, seat, min(beyond, IGNORED_COUNT_MAX)))
            self._ignored_count[seat] = 0

    def put_question(self, table: Table, floor_key: bool, seq: int, now_ms: int) -> None:
        """Ask what the table asks; it can only have changed when the log has grown.

        seq: number of the log's last line. floor_key: whether it is held.
        """
        if floor_key != self._is_floor_key_down:
            self._is_floor_key_down = floor_key
            self._seq = self._seen_asking = -1
        if seq == self._seq:
            return
        self._seq = seq
        if self._seen == self._seen_asking:
            return
        self._seen_asking = self._seen
        self._testing = table.testing
        for seat in range(1, SEATS_MAX + 1):
            self._keys[seat].aside = aside_of(table, seat)
        seat, question = question_of(table, self._asked, self._is_floor_key_down)
        before = self._keys[self._asked_seat].question
        is_same = seat == self._asked_seat and question.number == before.number
        if is_same and question.kind == before.kind and question.seat == before.seat:
            return
        if self._asked_seat:
            self._keys[self._asked_seat].ask(NO_QUESTION, now_ms)
        if seat:
            self._keys[seat].ask(question, now_ms)
        self._asked_seat = seat
        self._looks += 1

    # --- lamps and displays ----------------------------------------------------------------------

    def show(self, table: Table, seq: int, left_ms: int | None, now_ms: int) -> int:
        """Light lamps, write at most one display; ms until the seats want the next pass.

        seq: number of the log's last line.
        """
        self.put_question(table, self._is_floor_key_down, seq, now_ms)
        return self.refresh(table, left_ms, now_ms)

    def refresh(self, table: Table, left_ms: int | None, now_ms: int) -> int:
        """As `show`, while the log has not grown."""
        if self._testing == PART_LAMPS:
            self._tried_lamp = now_ms // LAMP_MS % SEATS_MAX + 1
            self._lamp_due_ms = (now_ms // LAMP_MS + 1) * LAMP_MS
        self._light()
        keys, won = self._keys, self._won
        self._shown_looks = self._looks
        if self.screen.step(table, self._seen, self._looks, keys, won, left_ms, now_ms):
            return 0
        return self.wait_ms(now_ms)

    def wait_ms(self, now_ms: int) -> int:
        """Milliseconds until keys that move want to be looked at."""
        wait = PANEL_AGAIN_MS if self._is_retrying else _NEVER_MS
        if not self._sampling:
            return wait
        for seat in range(1, SEATS_MAX + 1):
            if self._resting[seat] < 0:
                wanted = self._keys[seat].wait_ms(now_ms)
                if self._silence.failures[(seat - 1) // 2]:
                    wanted = PANEL_AGAIN_MS  # its keys want to be seen, and cannot be
                if wanted is not None and wanted < wait:
                    wait = wanted
        return wait

    @property
    def due_ms(self) -> int:
        """When time alone changes what is to be seen; 0 while a panel has not taken a lamp."""
        if self._is_retrying or self._is_lamp_due:
            return 0
        due_ms = self.screen.due_ms
        return min(due_ms, self._lamp_due_ms) if self._testing == PART_LAMPS else due_ms

    def wants_refresh(self, now_ms: int) -> bool:
        """Whether keys or time have changed what is to be seen, or a lamp is still to be lit."""
        if self._is_lamp_due or self._looks != self._shown_looks:
            return True
        if self._testing == PART_LAMPS and now_ms >= self._lamp_due_ms:
            return True
        return now_ms >= self.screen.due_ms or now_ms >= self.screen.again_ms

    def show_stopped(self, fault: int, now_ms: int) -> None:
        """Nothing is played: every display names the fault, or says nothing more than stop."""
        self._light_seat(0)
        glyphs = STOPPED_GLYPHS if fault == 0 else FAULT_GLYPHS[fault]
        self.screen.show_everywhere(glyphs, now_ms)

    def _light(self) -> None:
        seat = self._asked_seat
        if self._testing == PART_LAMPS:
            self._light_seat(self._tried_lamp)
            return
        self._light_seat(0 if seat and self._keys[seat].is_heard else seat)

    def _light_seat(self, seat: int) -> None:
        """Light this seat's lamp and no other; what a panel did not take is tried again."""
        if seat == self._lit_seat and not self._is_lamp_due:
            return
        self._lit_seat = seat
        self._is_lamp_due = False
        lit_at = (seat - 1) // 2  # -1 for nobody
        for at in range(len(self._panels)):
            if at != lit_at and self._lamps[at]:
                self._switch_lamps(at, 0)
        if seat:  # last, so that never two are lit
            self._switch_lamps(lit_at, 1 if seat % 2 else 2)

    def _switch_lamps(self, at: int, lamps: int) -> None:
        if lamps == self._lamps[at]:
            return
        try:
            self._panels[at].light(lamps == 1, lamps == 2)
        except HalError as trouble:
            self._silence.failed(at, trouble.kind)
            self._lamps[at] = -1  # set up anew, its chip would have what it missed
            self._is_lamp_due = True
            return
        self._lamps[at] = lamps
