"""May this report be made now, and does the book change anything after it?

A report must name an irregularity that people can see, and a seat or card that there is. Guards
look and change nothing. Rule of the file: what cannot be ruled now is refused with its reason, so
that nobody waits for something that does not come.
"""

from __future__ import annotations

from firmware.core.by_hand_guards import face_people_are_asked_for
from firmware.core.correction import NO_TOKEN
from firmware.core.hand_reports import report_of
from firmware.core.hand_table import (
    BETTING,
    ENDED,
    HELD,
    OVER,
)
from firmware.core.machine import NO, YES
from firmware.core.rule_book import next_step, ruling_for, stage_of
from firmware.schema import irregularities as i
from firmware.schema import messages as m
from firmware.schema import rulings as r

TYPE_CHECKING = False
if TYPE_CHECKING:
    from firmware.core.hand_state import Hand

_WITH_SEAT = (
    i.IRREGULARITY_HOLE_CARD_EXPOSED,
    i.IRREGULARITY_PLAYER_EXPOSED_CARD,
    i.IRREGULARITY_SEAT_LEFT_OUT,
    i.IRREGULARITY_HOLE_CARD_MISSING,
)
"""Reports that must name a seat of the hand."""

_BEFORE_CARDS = (
    i.IRREGULARITY_WRONG_BUTTON,
    i.IRREGULARITY_DECK_DISORDERED,
    i.IRREGULARITY_DUPLICATE_FACE,
    i.IRREGULARITY_FOREIGN_CARD,
    i.IRREGULARITY_MISSING_CARD,
)
"""Reports that need no card to have been dealt."""

FOUL = _BEFORE_CARDS[2:]
"""After these there is no whole deck: they can be said in every state, and end the hand."""

ALSO_SEEN = (
    i.IRREGULARITY_FIRST_HOLE_CARD_EXPOSED,
    i.IRREGULARITY_HOLE_CARD_EXPOSED,
    i.IRREGULARITY_TWO_HOLE_CARDS_EXPOSED,
    i.IRREGULARITY_FLOP_TOO_MANY,
    i.IRREGULARITY_STREET_TOO_MANY,
    i.IRREGULARITY_DOUBLE_BURN,
    i.IRREGULARITY_DUPLICATE_FACE,
    i.IRREGULARITY_FOREIGN_CARD,
    i.IRREGULARITY_MISSING_CARD,
)
"""Irregularities that a sensor tells and a person may see as well."""


def _can_be_told(hand: Hand, kind: int) -> int:
    """Is it one that people can see, while it can still be ruled?"""
    if not hand.number:
        return m.REFUSAL_NOT_NOW  # no card lies while the button is drawn
    if ENDED <= hand.state <= OVER and hand.state != HELD:
        return m.REFUSAL_TOO_LATE  # the chips are paid
    is_seen = i.NOTICED[kind] == i.NOTICED_REPORTED or kind in ALSO_SEEN
    return YES if kind and is_seen else m.REFUSAL_BAD_VALUE


def report_can_be_ruled(hand: Hand, message: tuple) -> int:
    """Is it a report that somebody can make now, about a card or seat that there is?"""
    kind = i.by_name(message[1])
    verdict = _can_be_told(hand, kind)
    if verdict != YES:
        return verdict
    is_repaired = hand.correction.procedure and next_step(hand.correction)
    if is_repaired and kind not in FOUL:
        return m.REFUSAL_NOT_NOW  # one repair after the other
    verdict = _seat_fits(hand, kind, message[3])
    if verdict != YES:
        return verdict
    if not hand.ledger.place and kind not in _BEFORE_CARDS:
        return m.REFUSAL_NOT_NOW
    if kind == i.IRREGULARITY_CARD_ON_FLOOR:
        is_lost = hand.correction.kind == i.IRREGULARITY_CARD_NOT_LANDED
        is_missing = is_lost and hand.correction.token == hand.token
        return YES if is_missing else m.REFUSAL_NOT_NOW
    if kind == i.IRREGULARITY_BURN_MISSING and hand.state != BETTING:
        return m.REFUSAL_NOT_NOW  # the street has to lie
    if kind == i.IRREGULARITY_CARD_MISREAD:
        if message[4] is None:
            return m.REFUSAL_BAD_VALUE
        if hand.ledger.token_with(message[4]) < 0:
            return m.REFUSAL_WRONG_CARD
    ruling, procedure = ruling_for(hand, kind)
    if kind in FOUL or procedure == r.PROCEDURE_STANDS:
        return YES
    if hand.correction.procedure == r.PROCEDURE_LOOK_FOR_CARD:
        return m.REFUSAL_NOT_NOW  # first somebody says where that card is
    return YES if ruling else m.REFUSAL_NOT_NOW


def _seat_fits(hand: Hand, kind: int, seat: int | None) -> int:
    if kind == i.IRREGULARITY_WRONG_BUTTON:
        return YES if seat in hand.ring else m.REFUSAL_NO_SUCH_SEAT
    is_boxed = kind == i.IRREGULARITY_BOXED_CARD and stage_of(hand) == r.STAGE_DEAL
    if kind not in _WITH_SEAT and not is_boxed:
        return YES
    if seat not in hand.ring:
        return m.REFUSAL_NO_SUCH_SEAT
    needs_cards = is_boxed or kind in _WITH_SEAT[:2]
    if needs_cards and not hand.hole[seat]:
        return m.REFUSAL_NOT_NOW
    return YES


def another_face_is_misread(hand: Hand, message: tuple) -> int:
    """While a person enters a face: was that of another card read wrong before?

    Its right face may be the very one that the other card was told to show.
    """
    correction = hand.correction
    kind = i.by_name(message[1])
    asked = face_people_are_asked_for(hand)
    is_any = next_step(correction) == r.STEP_SCRAMBLE_BOARD
    if kind != i.IRREGULARITY_CARD_MISREAD or asked == NO_TOKEN or is_any:
        return NO
    if message[4] is None:
        return m.REFUSAL_BAD_VALUE
    token = hand.ledger.token_with(message[4])
    is_due = token == asked or token in correction.faces_due
    return m.REFUSAL_WRONG_CARD if token < 0 or is_due else YES


def report_stands(hand: Hand, message: tuple) -> int:
    """Is it a report after which the book changes nothing?"""
    verdict = report_can_be_ruled(hand, message)
    if verdict != YES:
        return verdict
    ruling, procedure = ruling_for(hand, report_of(hand, message)[0])
    return YES if ruling and procedure == r.PROCEDURE_STANDS else NO
