"""How often a card is looked at, and what is made of the answers: never a best guess.

The first look falls while the card passes the reader's window. One that names no face is followed
by another, up to three, for which the card is held before the launch rollers take it. A card of
another deck is known at once. Rule of the file: a face is what the reader named, and without a
name there is a doubt.
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
LOOK_MS = 60
NO_DOUBT = -1

_ASK_MS = const(57)  # of way: its nose comes to the window at 60, 45 mm
_HOLD_MS = const(119)  # of way: the launch rollers take it at 122, 92 mm
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
        self._ask_ms = _ASK_MS - ahead_ms  # way that it had gone before the way was counted
        self._hold_ms = _HOLD_MS - ahead_ms
        self._asked_ms = 0

    def __repr__(self) -> str:
        return "<reading>"  # never its face

    def step(self) -> None:
        """Once a pass, while the card is in the path."""
        if self.is_over:
            return
        passage = self._passage
        way_ms = passage.way_ms()
        if not self.looks:
            if way_ms >= self._ask_ms:
                self._ask()
            return
        answer = self._workings.reader_answer()
        if answer is None:
            if way_ms >= self._hold_ms and passage.is_driven():
                passage.hold()
            if self._workings.now_ms() - self._asked_ms >= _ANSWER_MS_MAX:
                self._ends(DOUBT_UNREADABLE)
            return
        what, face = answer
        if what == FACE:
            self.face = face
            self._ends(NO_DOUBT)
        elif what == FOREIGN:
            self._ends(DOUBT_FOREIGN)
        elif self.looks == LOOKS_MAX:
            self._ends(DOUBT_UNSURE if what == UNSURE else DOUBT_UNREADABLE)
        else:
            if passage.is_driven():
                passage.hold()
            self._ask()

    def extra_ms(self) -> int:
        """What further looks have taken."""
        return max(0, self.looks - 1) * LOOK_MS

    def _ask(self) -> None:
        self.looks += 1
        self._asked_ms = self._workings.now_ms()
        self._workings.ask_reader()

    def _ends(self, doubt: int) -> None:
        self.doubt = doubt
        self.is_over = True
        if not self._passage.is_driven():
            self._passage.drive()
