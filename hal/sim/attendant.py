"""The person of the house who comes when a simulated table calls: frees cards, changes decks.

When a hand or the deck is held, or the card machine names a fault, somebody comes after a moment,
does what the displays ask for (takes out what sticks, closes the lid, mends what is broken, picks
up what lies on the floor, lays a card where it belongs, enters a face, puts another deck in when
cards are missing, marked or there twice) and turns the floor key. A hand that still does not go on
is decided under the floor's name, with another answer of the closed list at every visit. Rule of
the file: it does with its hands what a person can do, and tells the table nothing but what a
person can tell.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hal.ports import CARDS, PLACE_ASIDE
from hal.sim.deck import GOOD, NO_CARD
from hal.sim.motions import BESIDE

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

        def asked_card(self) -> tuple[int, int, int] | None:
            """The card that a person is to lay: its token, where it is, where it goes; or None."""
            ...

        def hand_number(self) -> int:
            """The number of the hand that runs, or ran last."""
            ...

        def asked_face(self) -> tuple[int, int] | None:
            """The card whose face a person is to enter: its place, and which of those there."""
            ...

        def told_face(self, face: int) -> tuple[int, int] | None:
            """The card that was told to show this face: its place, and which of those there."""
            ...

        def is_card_looked_for(self) -> bool:
            """Whether a card that did not land is looked for."""
            ...

        def go_on(self) -> None:
            """The floor lets the table go on."""

        def report(self, kind: str, face: int | None = None) -> None:
            """The floor reports an irregularity; of a misread card the face as it was told."""

        def enter_face(self, face: int) -> None:
            """The floor enters a face."""

        def decide(self, visit: int) -> None:
            """The floor decides about the held hand; another answer at every visit."""


COME_MS = 3000  # from the call to the first hand on the table
KEY_MS = 300  # the floor key is held
PATIENCE = 5  # times that a hand is let go on in one way before another way is tried
NOWHERE = 21  # the place of a card that is in its slot, or was not sensed anywhere


class Attendant:
    """Comes when called; `look` is asked whenever the table has said something."""

    def __init__(self, table: SimTable, wishes: Wishes, come_ms: int = COME_MS) -> None:
        self._table = table
        self._come_ms = come_ms
        self._wishes = wishes
        self.is_away = False  # somebody else does it
        self._is_coming = False
        self._visits = 0
        self._hand = 0  # whose holds are counted
        self._waved_on = 0  # how often it was let go on at the first visit
        self._entered: tuple[int, int, int] | None = None  # the face entered last, and whose
        self._looks = 0  # at that card since

    def look(self) -> None:
        """Notice that the table calls."""
        if self._is_coming or self.is_away:
            return
        if self._wishes.calls():
            self._is_coming = True
            self._table.clock.after(self._come_ms, self._come)
        else:
            self._visits = 0

    def _come(self) -> None:
        self._is_coming = False
        if not self._wishes.calls():
            return
        table = self._table
        self.mend()
        self.lay_card()
        table.floor_key.put(True)
        table.clock.after(KEY_MS, self._turn_back)

    def _turn_back(self) -> None:
        self._table.floor_key.put(False)
        wishes = self._wishes
        asked = wishes.asked_face()
        if asked is not None:
            self._tell_face(*asked)
        elif wishes.is_card_looked_for():
            deck = self._table.machine.deck
            found = len(deck.beside) > 0 or len(deck.wells[PLACE_ASIDE]) > 0
            wishes.report("card_on_floor" if found else "missing_card")
        elif wishes.is_hand_held() and wishes.asked_card() is None:
            self._decide()
        elif wishes.is_deck_held():
            wishes.go_on()
        if wishes.calls():
            self._is_coming = True
            self._table.clock.after(self._come_ms, self._come)

    def _decide(self) -> None:
        """Another answer at every visit, and at last for a hand that is held for ever anew."""
        hand = self._wishes.hand_number()
        if hand != self._hand:
            self._hand, self._waved_on = hand, 0
        self._wishes.decide(self._visits + self._waved_on // PATIENCE)
        self._waved_on += self._visits == 0
        self._visits += 1

    def _tell_face(self, place: int, which: int) -> None:
        """Enter the face that lies there; one that the table was told of another card is refused.

        Then that card is looked at: either it shows something else and was read wrong, or the same
        face lies there twice. A table that takes neither word is told that the deck is fouled.
        """
        face = self._face_at(place, which)
        if face is None:
            return
        if self._entered != (place, which, face):
            self._entered = (place, which, face)
            self._looks = 0
        told = self._wishes.told_face(face)
        if told is None or not self._looks:
            self._wishes.enter_face(face)
        elif self._looks == 1 and self._face_at(*told) != face:
            self._wishes.report("card_misread", face)
        else:
            self._wishes.report("duplicate_face")
        self._looks += 1

    def _face_at(self, place: int, which: int) -> int | None:
        deck = self._table.machine.deck
        pile = deck.beside if place == NOWHERE else deck.wells[place]  # what fell is picked up
        return deck.faces[pile[min(which, len(pile) - 1)]] if pile else None

    def mend(self) -> None:
        """Free what sticks, mend what is broken, close the lid, see to the deck."""
        self._table.machine.mend()
        self._table.lid.put(False)
        if self._wishes.is_deck_held() or self._is_all_collected():
            self._see_to_the_deck()

    def lay_card(self) -> None:
        """Lay the card that the displays name where they want it."""
        asked = self._wishes.asked_card()
        if asked is None:
            return
        memory = [self._wishes.hand_number(), *asked]
        token, here, there = asked
        slot = token & 63
        machine = self._table.machine
        deck = machine.deck
        if deck.laid == memory:
            return  # it lies there, since before a power cut maybe; the table was not told yet
        if here == NOWHERE and deck.slots[slot] != NO_CARD:
            machine.draw(slot, there, memory)
        elif here == NOWHERE and deck.beside:
            machine.carry(BESIDE, there, memory)
        elif here == NOWHERE and deck.wells[PLACE_ASIDE]:
            machine.carry(PLACE_ASIDE, there, memory)
        elif here != NOWHERE and deck.wells[here]:
            machine.carry(here, there, memory)

    def _is_all_collected(self) -> bool:
        """Whether no card is in play: what is missing now may lie anywhere."""
        deck = self._table.machine.deck
        return deck.carousel_count() == 0 and not any(deck.wells)

    def _see_to_the_deck(self) -> None:
        """Look for cards; a deck that is not 52 good ones is taken out and another put in."""
        machine = self._table.machine
        machine.pick_up()
        machine.deck.straighten()
        deck = machine.deck
        here = [card for card in deck.every_card() if card not in deck.gone]
        faces = [deck.faces[card] for card in here]
        is_whole = sorted(faces) == list(range(CARDS))
        if not is_whole or [card for card in here if deck.prints[card] != GOOD]:
            machine.change_deck()
