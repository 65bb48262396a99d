"""The floor's menu: while the floor key is held, one seat's keys speak for the floor.

What may be decided about a held hand, which card gone wrong may be reported, which face is to be
entered: the core says what would be taken now, and the keys step through it. UP and DOWN move,
CALL steps the seat that it concerns, RAISE says it. Rule of the file: nothing is offered that the
table would refuse for the state it is in.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.core.by_hand_guards import face_people_are_asked_for
from firmware.core.correction import NO_TOKEN
from firmware.core.floor_guards import allowed_rulings
from firmware.core.hand_table import BETTING, HELD
from firmware.core.rule_book import ruling_for
from firmware.schema import irregularities as i
from firmware.schema.messages import (
    CARD_WORDS,
    FACE_TYPED,
    FLOOR_RULED,
    IRREGULARITY_REPORTED,
)

if TYPE_CHECKING:
    from firmware.core.hand_state import Hand

BY_KEY = "floor_key"
SEATS_MAX = 10

# Items are numbers: rulings from 0, reports from here by irregularity, faces from there by card.
REPORTS = 100
FACES = 200

_WITH_CARD = (i.IRREGULARITY_CARD_MISREAD,)  # the host names the card


def floor_items(hand: Hand) -> tuple[int, ...]:
    """What the floor may say now, in the order in which it is offered."""
    if not hand.number:
        return ()  # seats are drawn: no card lies
    if face_people_are_asked_for(hand) != NO_TOKEN:
        seen = hand.ledger.faces_seen
        faces = [FACES + card for card in range(len(CARD_WORDS)) if not seen[card]]
        return tuple(faces) + allowed_rulings(hand)
    items = list(allowed_rulings(hand))
    if hand.state in (HELD, BETTING):
        for kind in range(1, len(i.NAMES)):
            is_told = i.NOTICED[kind] == i.NOTICED_REPORTED and kind not in _WITH_CARD
            if is_told and ruling_for(hand, kind)[0]:
                items.append(REPORTS + kind)
    return tuple(items)


class FloorMenu:
    """Where the floor stands in its menu."""

    def __init__(self, items: tuple[int, ...]) -> None:
        self.items = items
        self.at = 0
        self.seat = 0  # that it concerns; 0: none

    @property
    def item(self) -> int:
        """The item that is shown."""
        return self.items[self.at]

    def step(self, by: int) -> None:
        """The next item, or the one before; behind the last comes the first."""
        self.at = (self.at + by) % len(self.items)

    def step_seat(self) -> None:
        """The next seat, or none."""
        self.seat = (self.seat + 1) % (SEATS_MAX + 1)

    def answer(self) -> tuple:
        """The item, said."""
        item = self.item
        if item >= FACES:
            return (FACE_TYPED, item - FACES, BY_KEY)
        if item >= REPORTS:
            name = i.NAMES[item - REPORTS]
            return (IRREGULARITY_REPORTED, name, BY_KEY, self.seat or None, None)
        return (FLOOR_RULED, item, BY_KEY, None)
