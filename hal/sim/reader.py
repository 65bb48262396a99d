"""The card machine's reader: it sees a face from below, keeps it, and tells it only when asked.

A hole card's face lies in the reader's memory under the card's token until it is erased; a board
card's face is told as it passes. The reader looks up to three times and then says that it does not
know: a best guess is never told as a fact. It remembers which faces it has seen since the last
collect and where those cards went, so it notices by itself when one comes twice; cards that go
back into the hopper may come again. Rule of the file: whoever asks is counted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hal.ports import (
    CARDS,
    DOUBT_DUPLICATE,
    DOUBT_FOREIGN,
    DOUBT_UNREADABLE,
    DOUBT_UNSURE,
    PLACE_ASIDE,
)
from hal.sim.deck import DIRTY, FOREIGN
from hal.sim.mishaps import NTH_CARD

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from hal.sim.deck import Deck
    from hal.sim.mishaps import FaultPlan

LOOKS_MAX = 3
NO_DOUBT = -1
_IN_THE_PATH = 255


class Reader:
    """Faces by token, and which faces were seen."""

    def __init__(self) -> None:
        self.openings = 0  # since the last collect
        self.looks = 1  # that the last card took
        self._faces: dict[int, int] = {}
        self._seen_at = bytearray(CARDS)  # by face: the place its card went to, 0: not seen
        self._last = -1  # the face whose card has not landed yet

    def __repr__(self) -> str:
        return "<reader>"  # never its faces

    def look(self, deck: Deck, plan: FaultPlan | None) -> tuple[int, int]:
        """Read the card in the path: (face, doubt)."""
        face = deck.pass_reader()
        card = deck.path[0]
        self.looks = 1
        doubt = NO_DOUBT
        if plan is not None:
            face, doubt = self._disturbed(face, plan)
        if deck.prints[card] == FOREIGN:
            doubt = DOUBT_FOREIGN
        elif deck.is_turned[card] or deck.prints[card] == DIRTY:
            self.looks = LOOKS_MAX
            doubt = DOUBT_UNREADABLE  # a back, or dirt
        elif len(deck.path) > 1:
            doubt = DOUBT_UNREADABLE  # two cards at once: neither is known
        if doubt == NO_DOUBT:
            if self._seen_at[face]:
                doubt = DOUBT_DUPLICATE
            else:
                self._seen_at[face] = _IN_THE_PATH
                self._last = face
        return face, doubt

    def lies_at(self, place: int) -> None:
        """The card that was read last is sensed at a place."""
        if self._last >= 0:
            self._seen_at[self._last] = place
            self._last = -1

    def carried_aside(self, place: int) -> None:
        """A person has emptied a place of the board, onto the aside tray as they are asked to."""
        for face in range(CARDS):
            if self._seen_at[face] == place:
                self._seen_at[face] = PLACE_ASIDE

    def _disturbed(self, face: int, plan: FaultPlan) -> tuple[int, int]:
        if plan.stands("sensor", "name", "reader"):
            self.looks = LOOKS_MAX
            return face, DOUBT_UNREADABLE
        row = plan.hit("misread", NTH_CARD)
        if row is not None:
            return row.words["as"], NO_DOUBT
        for kind, doubt in (("unread", DOUBT_UNREADABLE), ("unsure", DOUBT_UNSURE)):
            row = plan.hit(kind, NTH_CARD)
            if row is not None:
                row.left = 0
                self.looks = min(row.words["tries"], LOOKS_MAX)
                return face, doubt if row.words["tries"] > LOOKS_MAX else NO_DOUBT
        return face, NO_DOUBT

    def keep(self, token: int, face: int) -> None:
        """A hole card's face, under its token."""
        self._faces[token] = face

    def open(self, token: int) -> int:
        """The face kept under a token, and one more opening; -1 when there is none."""
        if token not in self._faces:
            return -1
        self.openings += 1
        return self._faces[token]

    def give(self, token: int) -> int:
        """The face of a board card, which everybody sees, kept no more; -1 when there is none."""
        return self._faces.pop(token, -1)

    def erase(self, token: int) -> None:
        """Forget a face; asked twice it does no harm."""
        self._faces.pop(token, None)

    def forget_place(self, place: int) -> None:
        """The cards of a place go back into the hopper: their faces may lawfully come again."""
        for face in range(CARDS):
            if self._seen_at[face] == place:
                self._seen_at[face] = 0

    def forget_all(self) -> int:
        """All cards are collected; how many openings there were."""
        openings = self.openings
        self.openings = 0
        self._faces = {}
        self._seen_at = bytearray(CARDS)
        self._last = -1
        return openings

    # --- a simulation that stops and goes on -----------------------------------------------------

    def snapshot(self) -> list[Any]:
        """Return what the reader remembers, a power cut or not."""
        return [
            self.openings,
            [[token, self._faces[token]] for token in sorted(self._faces)],
            list(self._seen_at),
            self._last,
        ]

    def restore(self, state: Sequence[Any]) -> None:
        """Go on with what it remembered."""
        self.openings, faces, seen_at, self._last = state
        self._faces = {one[0]: one[1] for one in faces}
        self._seen_at = bytearray(seen_at)
