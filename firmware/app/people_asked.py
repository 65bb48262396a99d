"""What the table asks people to do with cards and chips, for whoever stands beside it.

Displays say it in words; a simulated person, who has no eyes for words, asks here. Both are told
by the same guards of the core, so they can never name different cards. Rule of the file: it looks
and changes nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.core.by_hand_guards import face_people_are_asked_for, people_are_asked_for
from firmware.core.correction import NO_TOKEN
from firmware.core.hand_table import ENDED
from firmware.schema import messages as m
from firmware.schema.irregularities import IRREGULARITY_CARD_NOT_LANDED
from firmware.schema.settings import CHIP_MODE_DECLARED, SETTING_CHIP_MODE

if TYPE_CHECKING:
    from firmware.core.hand_state import Hand
    from firmware.core.table import Table

PUT_IN = "In"  # so many chips are to lie before the seat
TAKE = "UI"  # as `won` begins in every language: so many go to the seat from the middle


def asked_card(hand: Hand | None) -> tuple[int, int, int] | None:
    """The card that a person is to lay: its token, where it is, where it goes; or None."""
    token, there = (NO_TOKEN, 0) if hand is None else people_are_asked_for(hand)
    if hand is None or token == NO_TOKEN:
        return None
    return token, hand.ledger.place.get(token, m.PLACE_NOWHERE), there


def asked_face(hand: Hand | None) -> tuple[int, int] | None:
    """The card whose face a person is to enter: its place, and which of those there."""
    return None if hand is None else _lies(hand, face_people_are_asked_for(hand))


def told_face(hand: Hand | None, face: int) -> tuple[int, int] | None:
    """The card that was told to show this face: its place, and which of those there; or None."""
    return None if hand is None else _lies(hand, hand.ledger.token_with(face))


def _lies(hand: Hand, token: int) -> tuple[int, int] | None:
    if token not in hand.ledger.place:
        return None
    seat = hand.seat_of(token)
    which = hand.hole[seat].index(token) if seat else len(hand.ring) * 2
    return hand.ledger.place[token], which


def is_card_looked_for(hand: Hand | None) -> bool:
    """Whether what went wrong last is a card that did not land."""
    return hand is not None and hand.correction.kind == IRREGULARITY_CARD_NOT_LANDED


def moved_chips(table: Table, seat: int, won: int) -> tuple[str, int]:
    """Where chips are physical, what people are to move for a seat: (label, chips), or ("", 0).

    What lies before a live seat on this street, until the pots are awarded; then what it won. An
    uncalled bet that went back lies there no more. `won`: chips of the last hand.
    """
    hand = table.hand
    rules = table.settings if hand is None else hand.rules
    if rules[SETTING_CHIP_MODE] != CHIP_MODE_DECLARED:
        return "", 0
    if won:
        return TAKE, won
    if hand is None or seat not in hand.ring or hand.state >= ENDED:
        return "", 0
    bet = hand.betting.bets[seat]
    return (PUT_IN, bet) if bet and hand.betting.live[seat] else ("", 0)
