"""Places from which the card machine itself takes cards back: the board's, and aside.

Where a card was told to lie there may be one, until the place is told to be empty; and where a
count was wrong, a hand was broken off or lines of the log are lost there may be one at each. From
this a collect knows what it has to empty. Rule of the file: a place is passed over only when it is
known that nothing lies there.
"""

from __future__ import annotations

from firmware.app.jobs import RETURNED_PLACES
from firmware.schema import messages as m
from hal.ports import CARDS


class Places:
    """taken: where a card may lie, in the order in which they came to lie there.

    is_deck_doubted: a count was wrong since the last load; more is emptied, and then counted.
    """

    def __init__(self) -> None:
        self.taken: tuple[int, ...] = ()
        self.is_deck_doubted = False

    def note(self, message: tuple) -> None:
        """A line of the log, live or replayed."""
        kind = message[0]
        if kind in (m.CARD_LANDED, m.CARD_MOVED):
            if message[2] in RETURNED_PLACES:
                self.lies_at(message[2])
        elif kind == m.PLACE_RETURNED:
            self.taken = tuple([one for one in self.taken if one != message[1]])
        elif kind == m.DECK_LOADED:
            self.is_deck_doubted = False
        elif kind == m.CARDS_COLLECTED and message[1] == CARDS:
            self.taken = ()
        elif kind in (m.CARDS_COLLECTED, m.TABLE_HELD):  # everything is looked through
            self.doubt()
            self.is_deck_doubted = True
        elif kind in (m.HAND_VOIDED, m.HAND_BECAME_MANUAL):
            self.doubt()  # a motion may have ended unheard

    def lies_at(self, place: int) -> None:
        """A card lies at one of these places."""
        if place not in self.taken:
            self.taken += (place,)

    def doubt(self) -> None:
        """A card may lie at any place."""
        self.taken = RETURNED_PLACES
