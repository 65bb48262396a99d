"""The board while its cards come to it one by one, before the table says that a street is dealt.

A card lands, its face is read before or after, a person lays one elsewhere, a place is returned
to the hopper: what lies there is shown as it lies, so that a card that strayed to the board is
seen by whoever looks. The rule of the file: a face stands only where the reader saw it; until then
the card shows its back.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from firmware.schema import messages as m
from host_tools.view.seat_state import BACK

BOARD_PLACES = range(m.PLACE_BOARD1, m.PLACE_BOARD5 + 1)


@dataclass(slots=True)
class Board:
    """`cards` in the order of their places: card ids, `BACK` where the face is not known."""

    cards: list[int | None] = field(default_factory=list)
    _lies: dict[int, int] = field(default_factory=dict)  # token -> place
    _faces: dict[int, int] = field(default_factory=dict)  # token -> face, of those that were read

    def lands(self, token: int, place: int) -> None:
        """A card has come to a place of the table."""
        if place in BOARD_PLACES:
            self._grow(place)
            self._lies[token] = place
            if token in self._faces:  # it came unasked: read before anybody knew where it goes
                self.cards[place - m.PLACE_BOARD1] = self._faces[token]

    def seen(self, token: int, face: int, place: int) -> None:
        """The reader saw a face; place: where the machine is dealing it to, 0 where to none."""
        self._faces[token] = face
        if place in BOARD_PLACES:
            self._grow(place)
            self.cards[place - m.PLACE_BOARD1] = face

    def moved(self, token: int) -> None:
        """A person lays a card elsewhere."""
        self.returned(self._lies.pop(token, 0))

    def returned(self, place: int) -> None:
        """What lay there last on the board lies there no more."""
        if place in BOARD_PLACES and len(self.cards) == place - m.PLACE_BOARD1 + 1:
            self.cards.pop()

    def _grow(self, place: int) -> None:
        while len(self.cards) <= place - m.PLACE_BOARD1:
            self.cards.append(BACK)
