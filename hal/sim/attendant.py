"""The person of the house who comes when a simulated table calls: frees cards, changes decks.

When a hand or the deck is held, or the card machine names a fault, somebody comes after a moment,
does what the displays ask for (takes out what sticks, closes the lid, mends what is broken, picks
up what lies on the floor, puts another deck in when cards are missing, marked or there twice) and
turns the floor key. A hand that still does not go on after several turns of the key is voided
under the floor's name. Rule of the file: it does with its hands what a person can do, and tells
the table nothing but what a person can tell.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hal.ports import CARDS
from hal.sim.deck import GOOD

if TYPE_CHECKING:
    from typing import Protocol

    from hal.sim.board import SimTable

    class Wishes(Protocol):
        """What the table shows to somebody who comes, and what can be said to it."""

        def calls(self) -> bool:
            """Whether a hand or the deck is held, or a device of the machine waits."""
            ...

        def is_hand_held(self) -> bool:
            """Whether a hand waits for the floor."""
            ...

        def is_deck_held(self) -> bool:
            """Whether no hand begins because of the deck."""
            ...

        def go_on(self) -> None:
            """The floor lets the table go on."""

        def void(self) -> None:
            """The floor voids the hand."""


COME_MS = 3000  # from the call to the first hand on the table
KEY_MS = 300  # the floor key is held
VISITS_MAX = 4  # turns of the key for one held hand before it is voided


class Attendant:
    """Comes when called; `look` is asked whenever the table has said something."""

    def __init__(self, table: SimTable, wishes: Wishes) -> None:
        self._table = table
        self._wishes = wishes
        self._is_coming = False
        self._visits = 0

    def look(self) -> None:
        """Notice that the table calls."""
        if self._is_coming:
            return
        if self._wishes.calls():
            self._is_coming = True
            self._table.clock.after(COME_MS, self._come)
        else:
            self._visits = 0

    def _come(self) -> None:
        self._is_coming = False
        if not self._wishes.calls():
            return
        table = self._table
        machine = table.machine
        machine.mend()
        table.lid.put(False)
        if self._wishes.is_deck_held():
            self._see_to_the_deck()
        table.floor_key.put(True)
        table.clock.after(KEY_MS, self._turn_back)

    def _turn_back(self) -> None:
        self._table.floor_key.put(False)
        wishes = self._wishes
        if wishes.is_hand_held():
            self._visits += 1
            if self._visits >= VISITS_MAX:
                self._visits = 0
                self._table.machine.pick_up()
                wishes.void()
        elif wishes.is_deck_held():
            wishes.go_on()
        if wishes.calls():
            self._is_coming = True
            self._table.clock.after(COME_MS, self._come)

    def _see_to_the_deck(self) -> None:
        """Look for cards; a deck that is not 52 good ones is taken out and another put in."""
        machine = self._table.machine
        machine.pick_up()
        deck = machine.deck
        here = [card for card in deck.every_card() if card not in deck.gone]
        faces = [deck.faces[card] for card in here]
        is_whole = sorted(faces) == list(range(CARDS))
        if not is_whole or [card for card in here if deck.prints[card] != GOOD]:
            machine.change_deck()
