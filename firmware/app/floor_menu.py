"""The floor's menu: while the floor key is held, one seat's keys speak for the floor.

What may be decided about a held hand, which card gone wrong may be reported, which face is to be
entered: the core says what would be taken now, and the keys step through it. UP and DOWN move,
CALL steps the seat that it concerns, RAISE says it. Last, in every state, comes what fouls the
deck: a card that is there twice, foreign or missing; so every hand can be ended at the table. Rule
of the file: nothing is offered that the table would refuse for the state it is in.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.core.by_hand_guards import face_people_are_asked_for
from firmware.core.correction import NO_TOKEN
from firmware.core.floor_guards import allowed_rulings
from firmware.core.hand_table import BETTING, DEALING_STEP, HELD, TYPING
from firmware.core.machine import YES
from firmware.core.procedure_guards import typed_face_fits
from firmware.core.report_guards import FOUL, another_face_is_misread, report_can_be_ruled
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

# Items are numbers: rulings from 0, reports from here by irregularity, faces from there by card,
# and last the faces that were read wrong, by the card as it was read.
REPORTS = 100
FACES = 200
MISREAD = 300

_MISREAD_WORD = i.NAMES[i.IRREGULARITY_CARD_MISREAD]
_WITH_CARD = (i.IRREGULARITY_CARD_MISREAD,)  # offered by card, where a face is asked for


def floor_items(hand: Hand) -> tuple[int, ...]:
    """What the floor may say now, in the order in which it is offered."""
    if not hand.number:
        return allowed_rulings(hand)  # seats or the button are drawn: no card lies
    items: list[int] = []
    is_face_asked = face_people_are_asked_for(hand) != NO_TOKEN
    if is_face_asked:
        cards = range(len(CARD_WORDS))
        items = [FACES + card for card in cards if _may_be_entered(hand, card)]
        items += [MISREAD + card for card in cards if _may_be_misread(hand, card)]
    items += allowed_rulings(hand)
    if hand.state in (HELD, BETTING) and not is_face_asked:
        for kind in range(1, len(i.NAMES)):
            is_told = i.NOTICED[kind] == i.NOTICED_REPORTED and kind not in _WITH_CARD
            if is_told and ruling_for(hand, kind)[0]:
                items.append(REPORTS + kind)
    for kind in FOUL:
        said = (IRREGULARITY_REPORTED, i.NAMES[kind], BY_KEY, None, None)
        if report_can_be_ruled(hand, said) == YES:
            items.append(REPORTS + kind)
    return tuple(items)


def _may_be_entered(hand: Hand, card: int) -> bool:
    """Whether this may be the face: of scrambled cards one of theirs, else one that is not out."""
    if hand.state == TYPING or hand.correction.faces_due:
        return typed_face_fits(hand, (FACE_TYPED, card, BY_KEY)) == YES
    return not hand.ledger.faces_seen[card]


def _may_be_misread(hand: Hand, card: int) -> bool:
    """Whether the floor may say that this face, told of another card, was read wrong."""
    if not hand.ledger.faces_seen[card]:
        return False
    said = (IRREGULARITY_REPORTED, _MISREAD_WORD, BY_KEY, None, card)
    if hand.state in (TYPING, DEALING_STEP):
        return another_face_is_misread(hand, said) == YES
    return report_can_be_ruled(hand, said) == YES


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
        if item >= MISREAD:
            return (IRREGULARITY_REPORTED, _MISREAD_WORD, BY_KEY, None, item - MISREAD)
        if item >= FACES:
            return (FACE_TYPED, item - FACES, BY_KEY)
        if item >= REPORTS:
            name = i.NAMES[item - REPORTS]
            return (IRREGULARITY_REPORTED, name, BY_KEY, self.seat or None, None)
        return (FLOOR_RULED, item, BY_KEY, None)
