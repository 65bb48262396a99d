"""Which picture goes to which display, and when: one write a pass, oldest change first.

Looks at the table and its seats, asks `displays` for the pictures and sends what changed. A
display write takes as long as thirty key samples, so at most one goes out a pass and the lamps go
before it. Rule of the file: what a display shows follows from the table's state alone, so that
after a restart every display is right again without anybody remembering it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.app.displays import amount_picture, asked_picture, word_picture
from firmware.app.faults import Several
from firmware.app.glyphs import DIGITS, bars
from firmware.app.keys import ASK_NOTHING
from firmware.core.hand_table import ENDED, HELD
from firmware.core.table_rows import DECK_HELD
from firmware.schema.faults import FAULT_DISPLAY_SILENT
from firmware.schema.faults import GLYPHS as FAULT_GLYPHS
from firmware.schema.settings import SETTING_BIG_BLIND, SETTING_LANGUAGE, SETTING_SMALL_BLIND
from firmware.schema.words import (
    WORD_ALL_IN,
    WORD_EMPTY,
    WORD_FOLD,
    WORD_OUT,
    WORD_WAIT,
    WORD_WON,
)
from hal.errors import HalError

if TYPE_CHECKING:
    from firmware.app.displays import Picture
    from firmware.app.faults import Faults
    from firmware.app.keys import SeatKeys
    from firmware.core.table import Table
    from hal.ports import SegmentDisplay

PAGE_MS = 3000  # of the centre's pages


class Screen:
    """All displays of the table: ten seats, then the centre."""

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
        self._shown: list[Picture] = [(b"", False)] * len(self._displays)
        self._pictures = list(self._shown)
        self._stamp: tuple = ()
        self._fault = 0
        self._waiting = False  # a changed picture is not written yet
        self._next = 0

    def step(
        self,
        table: Table,
        seq: int,
        keys: list[SeatKeys],
        asked_seat: int,
        won: list[int],
        left_ms: int | None,
        now_ms: int,
    ) -> bool:
        """Write the next display whose picture changed; whether another one still waits.

        seq: number of the log's last line. keys, won: by seat; won are chips of the last hand.
        """
        seconds = -1 if left_ms is None else (left_ms + 999) // 1000
        stamp = (seq, seconds, now_ms // PAGE_MS, asked_seat, keys[asked_seat].looks())
        if stamp != self._stamp or self._fault != self._faults.worst():
            self._stamp = stamp
            self._fault = self._faults.worst()
            self._pictures = self._paint(table, keys, won, left_ms, now_ms)
            self._waiting = True
        return self._waiting and self._write_next()

    def show_everywhere(self, glyphs: str) -> None:
        """The same word on every display, blinking; one write a call."""
        self._stamp = ()
        self._pictures = [(bytes(bars(glyphs, DIGITS)), True)] * len(self._displays)
        self._waiting = True
        self._write_next()

    def _write_next(self) -> bool:
        pictures = self._pictures
        count = len(self._displays)
        first = self._next
        written = False
        for turn in range(count):
            at = (first + turn) % count
            if self._shown[at] == pictures[at]:
                continue
            if written:
                return True
            self._write(at, pictures[at])
            self._next = (at + 1) % count
            written = True
        self._waiting = False
        return False

    def _write(self, at: int, picture: Picture) -> None:
        try:
            self._displays[at].show(picture[0], picture[1])
        except HalError as trouble:
            if self._silence.failed(at, trouble.kind):
                self._shown[at] = picture  # given up until the picture changes
            return
        self._silence.worked(at)
        self._shown[at] = picture

    def _paint(
        self, table: Table, seats: list[SeatKeys], won: list[int], left_ms: int | None, now_ms: int
    ) -> list[Picture]:
        language = table.settings[SETTING_LANGUAGE]
        pictures = []
        for seat in range(1, self._seat_count + 1):
            keys = seats[seat]
            if keys.question.kind != ASK_NOTHING:
                pictures.append(asked_picture(keys, language, left_ms))
            else:
                pictures.append(_resting_picture(table, seat, language, won[seat]))
        centre = self._centre_picture(table, now_ms)
        pictures.extend([centre] * (len(self._displays) - self._seat_count))
        return pictures

    def _centre_picture(self, table: Table, now_ms: int) -> Picture:
        fault = self._faults.worst()
        if fault:
            return bytes(bars(FAULT_GLYPHS[fault], DIGITS)), True
        pages: list[Picture] = []
        hand = table.hand
        if hand is not None and hand.betting.in_pot:
            pots = hand.pots_so_far()
            for pot in range(len(pots)):
                pages.append(_labelled("P" + (str(pot) if pot else " "), pots[pot][0]))
        else:
            pages.append(_labelled("b1", table.settings[SETTING_SMALL_BLIND]))
            pages.append(_labelled("b2", table.settings[SETTING_BIG_BLIND]))
        return pages[now_ms // PAGE_MS % len(pages)]


def _labelled(label: str, amount: int) -> Picture:
    shown, is_hiding = amount_picture(amount)
    return bytes(bars(label, 2)) + shown[2:], is_hiding


def _resting_picture(table: Table, seat: int, language: int, won: int) -> Picture:
    """A seat that is asked nothing: keys.md, `Otherwise`."""
    if not table.taken[seat]:
        return word_picture(WORD_EMPTY, language)
    hand = table.hand
    if table.state == DECK_HELD or (hand is not None and hand.state == HELD):
        return word_picture(WORD_WAIT, language)
    if won:
        return word_picture(WORD_WON, language)
    if hand is not None and seat in hand.ring and hand.state < ENDED:
        if not hand.betting.live[seat]:
            return word_picture(WORD_FOLD, language)
        if table.stacks[seat] == 0:
            return word_picture(WORD_ALL_IN, language)
    if table.stacks[seat] == 0:
        return word_picture(WORD_OUT, language)
    return amount_picture(table.stacks[seat])
