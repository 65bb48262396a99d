"""What the camera sees of a card, in one look of some 55 milliseconds.

It looks at whatever stands or passes before its window meanwhile: a face, a back, dirt, a card of
another deck, two cards at once, or nothing; of a card that has gone past it sees no index. A plan
may let it misread, see a face only at the next look, or answer nobody. Rule of the file: one look,
one answer; how often to look is the asker's business.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hal.card_machine.workings import FACE, UNREADABLE, UNSURE
from hal.card_machine.workings import FOREIGN as FOREIGN_CARD
from hal.sim.deck import DIRTY, FOREIGN
from hal.sim.mishaps import NTH_CARD
from hal.sim.workings.card import WINDOW

if TYPE_CHECKING:
    from hal.sim.workings.card import PathCard
    from hal.sim.workings.faults import Faults
    from hal.sim.workings.path import Path

LOOK_MS = 55  # of the 60 that card-machine.md allows
MISSED_MS = 60  # then whoever asked gives up
GREET_MS = 3


class Looks:
    """The reader: `see` as time passes, `answer` when the look is over."""

    def __init__(self, path: Path, faults: Faults) -> None:
        self._path = path
        self._faults = faults
        self._until_ms = -1  # no look is under way
        self._seen: list[PathCard] = []
        self._has_index = False  # of the first of them
        self._greeted_ms = -1

    def __repr__(self) -> str:
        return "<reader>"  # never a face

    def greet(self, now_ms: int) -> None:
        """Somebody asks whether it is there."""
        self._until_ms = -1
        self._greeted_ms = -1 if self._is_mute() else now_ms

    def has_greeted(self, now_ms: int) -> bool:
        """Whether it has said so."""
        return self._greeted_ms >= 0 and now_ms >= self._greeted_ms + GREET_MS

    def _is_mute(self) -> bool:
        return self._faults.sensor_row("reader") is not None

    def ask(self, now_ms: int) -> None:
        """Look from now on."""
        self._until_ms = now_ms + LOOK_MS
        self._seen = []
        self._has_index = False
        self.see(now_ms)

    def see(self, now_ms: int) -> None:
        """A millisecond has passed."""
        if now_ms <= self._until_ms:
            for one in self._path.before(WINDOW[0]):
                if one not in self._seen:
                    self._seen.append(one)
                if one is self._seen[0] and one.nose <= WINDOW[1]:
                    self._has_index = True

    def answer(self, now_ms: int) -> tuple[int, int] | None:
        """(what it is, face), or None while it looks or nobody asked."""
        if self._until_ms < 0 or now_ms < self._until_ms:
            return None
        if self._is_mute():
            if now_ms < self._until_ms - LOOK_MS + MISSED_MS:
                return None
            self._until_ms = -1
            return UNREADABLE, 0
        self.see(now_ms)
        self._until_ms = -1
        seen, self._seen = self._seen, []
        if not seen or not self._has_index:
            return UNREADABLE, 0
        return self._judged(seen)

    def _judged(self, seen: list[PathCard]) -> tuple[int, int]:
        deck, first = self._path.deck, seen[0]
        face, what = deck.faces[first.card], FACE
        if first.counter == NTH_CARD:
            row = self._faults.hit("misread", NTH_CARD)
            if row is not None:
                face = row.words["as"]
            elif self._faults.hit("unread", NTH_CARD):
                what = UNREADABLE
            elif self._faults.hit("unsure", NTH_CARD):
                what = UNSURE
        if deck.prints[first.card] == FOREIGN:
            what = FOREIGN_CARD
        elif deck.is_turned[first.card] or deck.prints[first.card] == DIRTY or len(seen) > 1:
            what = UNREADABLE
        return (FACE, face) if what == FACE else (what, 0)
