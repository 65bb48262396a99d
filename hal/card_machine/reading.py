"""How often a card is looked at, and what is made of the answers: never a best guess.

The first look falls while the card passes the reader's window. One that names no face is followed
by another, up to three: for these the card is brought back until its edge stands before the window
again, some 45 mm behind the entry beam, and stands. A card of another deck is known at once. Rule
of the file: a face is what the reader named, and without a name there is a doubt.

Reckoned and not measured: the path runs on when it is braked and lags when it starts, so on the
machine the card stands some 6 mm further out than aimed, at the window's end. `_WINDOW_MS` is to
be corrected then; until it is, a further look says UNREADABLE rather than a face.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.compat import const
from hal.card_machine.workings import FACE, FOREIGN, UNSURE
from hal.ports import DOUBT_FOREIGN, DOUBT_UNREADABLE, DOUBT_UNSURE

if TYPE_CHECKING:
    from hal.card_machine.passage import Passage
    from hal.card_machine.workings import Workings

LOOKS_MAX = 3
NO_DOUBT = -1

_ASK_MS = const(57)  # of way: its nose comes to the window at 60, 45 mm
_HOLD_MS = const(114)  # of way: it runs on for 6, and the launch rollers take it at 122, 92 mm
_WINDOW_MS = const(58)  # of way: where it is to stand for a further look
_BRAKE_MS = const(25)  # until the path stands, before it goes back
_ANSWER_MS_MAX = const(250)  # a reader that says nothing for so long has not seen a face


class Reading:
    """One card before the reader. is_over: looks are; face, doubt: what came of them."""

    def __init__(self, workings: Workings, passage: Passage, ahead_ms: int = 0) -> None:
        self.is_over = False
        self.looks = 0
        self.face = -1
        self.doubt = DOUBT_UNREADABLE
        self._workings = workings
        self._passage = passage
        self._ahead_ms = ahead_ms  # way that it had gone before the way was counted
        self._asked_ms = 0
        self._back_until_ms = -1  # it is on its way back to the window
        self._back_from_ms = -1  # first it stands
        self._left_ms = -1  # when it left its way
        self._back_way_ms = 0  # that it goes twice
        self._extra_ms = 0

    def __repr__(self) -> str:
        return "<reading>"  # never its face

    def step(self) -> None:
        """Once a pass, while the card is in the path."""
        if self.is_over:
            return
        passage = self._passage
        now_ms = self._workings.now_ms()
        if self._back_until_ms >= 0:
            self._go_back(now_ms)
            return
        way_ms = passage.way_ms() + self._ahead_ms
        if not self.looks:
            if way_ms >= _ASK_MS:
                self._ask()
            return
        answer = self._workings.reader_answer()
        if answer is None:
            if way_ms >= _HOLD_MS and passage.is_driven():
                self._leave_the_way(now_ms)
                passage.hold()
            if now_ms - self._asked_ms >= _ANSWER_MS_MAX:
                self._ends(DOUBT_UNREADABLE)
            return
        self._answered(answer[0], answer[1], way_ms)

    def _answered(self, what: int, face: int, way_ms: int) -> None:
        if what == FACE:
            self.face = face
            self._ends(NO_DOUBT)
        elif what == FOREIGN:
            self._ends(DOUBT_FOREIGN)
        elif self.looks == LOOKS_MAX:
            self._ends(DOUBT_UNSURE if what == UNSURE else DOUBT_UNREADABLE)
        elif way_ms > _WINDOW_MS:
            now_ms = self._workings.now_ms()
            self._leave_the_way(now_ms)
            self._back_way_ms = way_ms - _WINDOW_MS
            self._back_from_ms = now_ms + _BRAKE_MS
            self._back_until_ms = self._back_from_ms + self._back_way_ms
            self._passage.hold()
        else:
            self._ask()

    def extra_ms(self) -> int:
        """What further looks have taken, the way back and there again included."""
        return self._extra_ms

    def _go_back(self, now_ms: int) -> None:
        """The card stands, then goes back, then is looked at."""
        if self._back_from_ms >= 0:
            if now_ms >= self._back_from_ms:
                self._back_from_ms = -1
                self._back_until_ms = now_ms + self._back_way_ms
                self._passage.creep_back()
        elif now_ms >= self._back_until_ms:
            self._back_until_ms = -1
            self._passage.stand()
            self._ask()

    def _leave_the_way(self, now_ms: int) -> None:
        if self._left_ms < 0:
            self._left_ms = now_ms

    def _ask(self) -> None:
        self.looks += 1
        self._asked_ms = self._workings.now_ms()
        self._workings.ask_reader()

    def _ends(self, doubt: int) -> None:
        self.doubt = doubt
        self.is_over = True
        if self._left_ms >= 0:
            self._extra_ms = self._workings.now_ms() - self._left_ms + self._back_way_ms
        if not self._passage.is_driven():
            self._passage.drive()
