"""Which picture goes to which display, and when: one write a pass, oldest change first.

Looks at the table and its seats, asks `displays` for the pictures and sends what changed. A
display write takes as long as thirty key samples, so at most one goes out a pass and the lamps go
before it. A display that lost its supply for a moment is dark and cannot say so: each one is
therefore sent again within four seconds. What blinks is alternated here, because two seats share a
chip and only one of them may mean it. Rule of the file: what a display shows follows from the
table's state alone, so that after a restart every display is right again without anybody
remembering it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.app.displays import (
    amount_picture,
    asked_picture,
    board_pictures,
    labelled_picture,
    marked_picture,
    numbered_picture,
    word_picture,
)
from firmware.app.faults import Several
from firmware.app.glyphs import DIGITS, POINT, bars
from firmware.app.keys import ASK_NOTHING
from firmware.app.people_asked import moved_chips
from firmware.app.repair_pictures import repair_picture
from firmware.app.trial_pictures import keys_picture, lamp_picture, whole_picture
from firmware.core.attendance_guards import may_straddle
from firmware.core.hand_table import ENDED, HELD, OBJECTING, OPENING, OVER
from firmware.core.table_rows import DECK_HELD
from firmware.schema.faults import FAULT_DISPLAY_SILENT
from firmware.schema.faults import GLYPHS as FAULT_GLYPHS
from firmware.schema.messages import PART_DISPLAYS, PART_KEYS, PART_LAMPS
from firmware.schema.settings import (
    MISSED_BLINDS_WAIT,
    SETTING_BIG_BLIND,
    SETTING_LANGUAGE,
    SETTING_MISSED_BLINDS,
    SETTING_SMALL_BLIND,
)
from firmware.schema.words import (
    WORD_ALL_IN,
    WORD_AWAY,
    WORD_DRAW,
    WORD_EMPTY,
    WORD_FOLD,
    WORD_HERE,
    WORD_OUT,
    WORD_POST,
    WORD_SEAT,
    WORD_STRADDLE,
    WORD_WAIT,
    WORD_WON,
)
from hal.errors import HalError

if TYPE_CHECKING:
    from firmware.app.displays import Picture
    from firmware.app.faults import Faults
    from firmware.app.keys import SeatKeys
    from firmware.core.hand_state import Hand
    from firmware.core.table import Table
    from hal.ports import SegmentDisplay

PAGE_MS = 3000  # of the centre's pages
BLINK_MS = 250  # a picture that blinks is lit for three of these and dark for one
NAMED_MS = 10_000  # that a table which was asked to says where it is
AGAIN_MS = 4000  # every display is sent again within this time
RETRY_MS = 50  # a write that failed rests so long: tries in one moment would all meet one cause
_SLACK_MS = 200  # a pass may come so late
_ALL_DARK = b""  # no picture: the display is sent whatever comes
_LONG_AGO = -1


class Screen:
    """All displays of the table: ten seats, then the centre.

    again_ms: when the next display is to be sent again, by `step` or by `write_again`.
    """

    def __init__(
        self,
        seats: tuple[SegmentDisplay, ...],
        centre: tuple[SegmentDisplay, ...],
        faults: Faults,
    ) -> None:
        self._displays = seats + centre
        self._seat_count = len(seats)
        self._faults = faults
        self._silence = Several(faults, FAULT_DISPLAY_SILENT, len(self._displays))
        count = len(self._displays)
        self._shown = [_ALL_DARK] * count  # the digits each display was given last
        self._pictures: list[Picture] = [(bytes(DIGITS), False)] * count
        self._wanted = [bytes(DIGITS)] * count  # the pictures as they are to be lit now
        self._retry_ms = [0] * count  # one that failed is not written before
        self._resting: list[tuple] = [()] * count  # what the pictures of seats were painted from
        self._seq = _LONG_AGO
        self._looks = _LONG_AGO
        self._page = _LONG_AGO  # of the centre, counted from the start of time
        self._fault = 0
        self._named_until_ms = 0
        self._is_named = False
        self._due_ms = 0  # time alone changes a picture then
        self._waiting = False  # a changed picture is not written yet
        self._next = 0
        # Two seats share a panel and its display chip: sent for the odd one, sent for both.
        self._again = tuple(range(0, len(seats), 2)) + tuple(range(len(seats), count))
        self._again_each_ms = (AGAIN_MS - _SLACK_MS) // len(self._again)
        self.again_ms = 0
        self._again_at = 0

    def step(
        self,
        table: Table,
        seq: int,
        looks: int,
        keys: list[SeatKeys],
        won: list[int],
        left_ms: int | None,
        now_ms: int,
    ) -> bool:
        """Write the next display whose picture changed; whether another one still waits.

        seq: number of the last line that can have changed a picture. looks: rises when keys
        changed what is to be seen of them. keys, won: by seat; won are chips of the last hand.
        """
        if (
            seq != self._seq
            or looks != self._looks
            or now_ms >= self._due_ms
            or self._fault != self._faults.worst()
        ):
            fault, page = self._faults.worst(), now_ms // PAGE_MS
            self._is_named = now_ms < self._named_until_ms
            has_changed = now_ms >= self._due_ms
            if seq != self._seq or fault != self._fault or page != self._page:
                self._seq, self._fault, self._page = seq, fault, page
                self._paint_resting(table, keys, won)
                has_changed = True
            self._looks = looks
            if self._paint_asked(table, keys, won, left_ms) or has_changed:
                self._light(left_ms, now_ms)
        if self._waiting:
            return self._write_next(now_ms)
        if now_ms >= self.again_ms:
            self.write_again(now_ms)
        return False

    @property
    def due_ms(self) -> int:
        """When time alone changes what is to be seen; 0 while something waits to be written."""
        return 0 if self._waiting else self._due_ms

    def name_itself(self, now_ms: int) -> None:
        """The centre says for a while that this is the table somebody looks for."""
        self._named_until_ms = now_ms + NAMED_MS
        self._page = _LONG_AGO
        self._due_ms = now_ms

    def put_off(self, now_ms: int) -> None:
        """Send no display again before the next millisecond."""
        if self.again_ms <= now_ms:
            self.again_ms = now_ms + 1

    def show_everywhere(self, glyphs: str, now_ms: int) -> None:
        """The same word on every display, blinking; one write a call."""
        self._seq = _LONG_AGO
        self._resting = [()] * len(self._displays)
        self._pictures = [(bytes(bars(glyphs, DIGITS)), True)] * len(self._displays)
        self._light(None, now_ms)
        if not self._write_next(now_ms) and now_ms >= self.again_ms:
            self.write_again(now_ms)

    def _light(self, left_ms: int | None, now_ms: int) -> None:
        """Say what each display is to show now, and until when that holds if nothing happens."""
        is_dark = now_ms // BLINK_MS % 4 == 3
        due_ms = (now_ms // PAGE_MS + 1) * PAGE_MS
        if left_ms is not None and left_ms > 0:
            due_ms = min(due_ms, now_ms + (left_ms - 1) % 1000 + 1)
        for at in range(len(self._displays)):
            shown, blinks = self._pictures[at]
            if blinks:
                due_ms = min(due_ms, (now_ms // BLINK_MS + 1) * BLINK_MS)
                if is_dark:
                    shown = bytes([digit & POINT for digit in shown])
            self._wanted[at] = shown
        self._due_ms = due_ms
        self._waiting = True

    def write_again(self, now_ms: int) -> None:
        """Send one display what it shows already, in turn, so often that none waits too long."""
        at = self._again[self._again_at]
        self._again_at = (self._again_at + 1) % len(self._again)
        last_ms = self.again_ms
        if last_ms < now_ms - AGAIN_MS:  # the loop stood still
            last_ms = now_ms - AGAIN_MS
        self.again_ms = last_ms + self._again_each_ms
        self._write(at, self._wanted[at], now_ms)

    def _write_next(self, now_ms: int) -> bool:
        wanted = self._wanted
        if self._shown == wanted:
            self._waiting = False
            return False
        count = len(self._displays)
        first = self._next
        written = False
        for turn in range(count):
            at = (first + turn) % count
            if self._shown[at] == wanted[at] or now_ms < self._retry_ms[at]:
                continue
            if written:
                return True
            self._write(at, wanted[at], now_ms)
            self._next = (at + 1) % count
            written = True
        self._waiting = False
        for at in range(count):
            if self._shown[at] != wanted[at]:
                self._due_ms = min(self._due_ms, self._retry_ms[at])
        return False

    def _write(self, at: int, digits: bytes, now_ms: int) -> None:
        try:
            self._displays[at].show(digits)
        except HalError as trouble:
            self._retry_ms[at] = now_ms + RETRY_MS
            if self._silence.failed(at, trouble.kind):
                self._shown[at] = digits  # given up until the picture changes or its turn comes
            return
        self._silence.worked(at)
        self._shown[at] = digits

    def _paint_resting(self, table: Table, seats: list[SeatKeys], won: list[int]) -> None:
        """Paint what follows from the log and the page: seats asked nothing, and the centre."""
        for seat in range(1, self._seat_count + 1):
            if seats[seat].question.kind == ASK_NOTHING:
                self._paint_seat(table, seat, won[seat], seats[seat].tried)
        centre = self._centre_picture(table)
        for at in range(self._seat_count, len(self._displays)):
            self._pictures[at] = centre

    def _paint_asked(
        self, table: Table, seats: list[SeatKeys], won: list[int], left_ms: int | None
    ) -> bool:
        """Paint what keys and time change: the seat that is asked, and the one that was.

        Whether any picture is another now.
        """
        has_changed = False
        for seat in range(1, self._seat_count + 1):
            keys = seats[seat]
            if keys.question.kind != ASK_NOTHING:
                self._resting[seat - 1] = ()
                picture = asked_picture(keys, table.settings[SETTING_LANGUAGE], left_ms)
                if picture != self._pictures[seat - 1]:
                    self._pictures[seat - 1] = picture
                    has_changed = True
            elif not self._resting[seat - 1] or keys.tried != self._resting[seat - 1][-1]:
                self._paint_seat(table, seat, won[seat], keys.tried)
                has_changed = True
        return has_changed

    def _paint_seat(self, table: Table, seat: int, won: int, tried: int) -> None:
        """A seat that is asked nothing: its word or its stack; as before, it is not painted.

        tried: keys that service has pressed in a test.
        """
        language = table.settings[SETTING_LANGUAGE]
        word, number = _word_of(table, seat, won), _number_beside(table, seat)
        has_button = seat == _button_seat(table)
        chips = moved_chips(table, seat, won)
        resting = (language, word, has_button, chips, table.stacks[seat], number)
        resting += (table.testing, tried)
        if resting != self._resting[seat - 1]:
            self._resting[seat - 1] = resting
            if table.testing == PART_DISPLAYS:
                self._pictures[seat - 1] = whole_picture()
            elif table.testing == PART_LAMPS:
                self._pictures[seat - 1] = lamp_picture(seat)
            elif table.testing == PART_KEYS:
                self._pictures[seat - 1] = keys_picture(tried)
            elif number:
                self._pictures[seat - 1] = numbered_picture(word, language, number)
            else:
                if chips[0]:
                    picture = labelled_picture(chips[0], chips[1])
                elif word:
                    picture = word_picture(word, language)
                else:
                    picture = amount_picture(table.stacks[seat])
                self._pictures[seat - 1] = marked_picture(picture) if has_button else picture

    def _centre_picture(self, table: Table) -> Picture:
        """The pages of the centre, one after another: pots, blinds, board; or a fault.

        While a hand is held the board stands beside the fault: somebody is to compare it.
        """
        hand = table.hand
        if table.testing == PART_DISPLAYS:
            return whole_picture()
        if self._is_named:
            return word_picture(WORD_HERE, table.settings[SETTING_LANGUAGE])[0], True
        if self._fault:
            compared = () if hand is None or hand.state != HELD else board_pictures(hand.board)
            page = self._page % (1 + len(compared))
            if page:
                return compared[page - 1]
            return bytes(bars(FAULT_GLYPHS[self._fault], DIGITS)), True
        repair = repair_picture(hand, table.settings[SETTING_LANGUAGE])
        if repair is not None:
            return repair
        rules = table.settings if hand is None else hand.rules
        pots = () if hand is None else hand.pots_so_far()
        boards = () if hand is None else board_pictures(hand.board)
        page = self._page % (len(pots) + 2 + len(boards))
        if page < len(pots):
            return labelled_picture("P" + (str(page) if page else " "), pots[page][0])
        page -= len(pots)
        if page == 0:
            return labelled_picture("b1", rules[SETTING_SMALL_BLIND])
        if page == 1:
            return labelled_picture("b2", rules[SETTING_BIG_BLIND])
        return boards[page - 2]


def _word_of(table: Table, seat: int, won: int) -> int:
    """The word at a seat that is asked nothing (keys.md, `Otherwise`), or 0 for its stack."""
    if not table.taken[seat]:
        return WORD_DRAW if table.seat_draw.holds(seat) else WORD_EMPTY
    hand = table.hand
    is_waiting = hand is not None and (hand.state == HELD or hand.state > OVER)
    if table.state == DECK_HELD or is_waiting:
        return WORD_WAIT
    if won or seat in _winners_shown(hand):
        return WORD_WON
    if table.sitting_out[seat]:
        return WORD_AWAY
    if hand is not None and seat in hand.ring and hand.state < ENDED:
        if not hand.betting.live[seat]:
            return WORD_FOLD
        if table.stacks[seat] == 0:
            return WORD_ALL_IN
    if table.debts[seat] and table.stacks[seat] and not table.posting[seat]:
        must_wait = table.settings[SETTING_MISSED_BLINDS] == MISSED_BLINDS_WAIT
        return WORD_WAIT if must_wait else WORD_POST
    if hand is not None and hand.state <= OPENING and may_straddle(table, seat):
        return WORD_STRADDLE
    if table.stacks[seat]:
        return 0
    return WORD_SEAT if table.seat_draw.places[seat] else WORD_OUT


def _button_seat(table: Table) -> int:
    """Where the button lies: of the running hand, or where a person put it for the next."""
    if table.hand is None and table.button_placed:
        return table.button_placed
    return table.button()


def _number_beside(table: Table, seat: int) -> int:
    """What stands left of the word, or 0: cards before a live seat of a held hand, or the place in
    the list of the player who drew the seat and has no chips yet.
    """
    hand = table.hand
    place = table.seat_draw.places[seat]
    if place and _word_of(table, seat, 0) == WORD_SEAT:
        return place
    if hand is None or hand.state != HELD or not hand.betting.live[seat]:
        return 0
    place = table.ledger.place
    return len([token for token in sorted(place) if place[token] == seat])


def _winners_shown(hand: Hand | None) -> tuple[int, ...]:
    """Who wins a pot if nobody objects, while the result is shown."""
    if hand is None or hand.state != OBJECTING:
        return ()
    return tuple([seat for _amount, seats in hand.decided for seat in seats])
