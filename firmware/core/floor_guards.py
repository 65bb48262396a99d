"""What the floor may decide, and when: the closed list.

Void with all chips back, a misdeal, let it stand, shuffle the stub, complete by hand, take the
last action back, go on. Each has its time: a hand is void only before substantial action or
without a whole deck, an action is taken back only before the next one. Guards look and change
nothing. Rule of the file: some answer of the list is always allowed, so the hand always ends.
"""

from __future__ import annotations

from firmware.core.correction import NO_TOKEN
from firmware.core.hand_guards import hand_can_go_on, is_order_lost, order_is_given_up, severity
from firmware.core.hand_noted import is_board
from firmware.core.hand_table import (
    BETTING,
    COLLECTING,
    COMMITTING,
    DEALING_HOLE,
    DEALING_STEP,
    HELD,
    LOOKING,
    MOVING,
    OPENING,
    RELOADING,
    RETURNING,
    REVEALING,
    TYPING,
)
from firmware.core.machine import NO, YES
from firmware.core.report_guards import FOUL
from firmware.core.rule_book import is_past_misdeal, next_step
from firmware.core.substantial import has_acted
from firmware.schema import faults
from firmware.schema import irregularities as i
from firmware.schema import messages as m
from firmware.schema import rulings as r

TYPE_CHECKING = False
if TYPE_CHECKING:
    from firmware.core.hand_state import Hand


def can_be_void(hand: Hand) -> bool:
    """Whether chips may go back: before substantial action, or when there is no whole deck.

    A deck whose order is lost or is just being made can deal nothing, and a log that lost its
    last lines does not know what was played. A fouled deck needs no ruling first: the card that
    the hand still looks for may never lie.
    """
    if hand.correction.is_fouled or not is_past_misdeal(hand):
        return True
    if not hand.correction.is_settled:
        return True
    for kind, _token, _at in hand.correction.found:
        if kind in FOUL:
            return True
    for code, _device in hand.faults:
        if code in _NOTHING_TO_DEAL:
            return True
    return False


_NOTHING_TO_DEAL = (
    faults.CODES[faults.FAULT_ORDER_LOST],
    faults.CODES[faults.FAULT_LOG_LOST],
)


def floor_voids(hand: Hand, message: tuple) -> int:
    """Does the floor void the hand, and may it?"""
    if message[1] != m.RULING_VOID_HAND:
        return NO
    return YES if can_be_void(hand) else m.REFUSAL_TOO_LATE


def draw_is_given_up(hand: Hand, message: tuple) -> int:
    """Does the floor give up a draw that is not cut yet? Nobody can know what it would bring."""
    return NO if hand.number else floor_voids(hand, message)


def floor_misdeals(hand: Hand, message: tuple) -> int:
    """Does the floor have everything dealt again, before substantial action?"""
    if message[1] != m.RULING_MISDEAL:
        return NO
    if hand.back == COMMITTING or hand.correction.is_manual or not hand.number:
        return m.REFUSAL_NOT_NOW
    if is_order_lost(hand):  # it cannot be told, and so no other one be made in its place
        return m.REFUSAL_NOT_NOW
    return m.REFUSAL_TOO_LATE if is_past_misdeal(hand) else YES


def floor_shuffles(hand: Hand, message: tuple) -> int:
    """Does the floor have the stub shuffled?"""
    if message[1] != m.RULING_SHUFFLE_STUB:
        return NO
    correction = hand.correction
    if correction.is_manual or correction.is_fouled or not hand.is_irregular:
        return m.REFUSAL_NOT_NOW
    if correction.came_from < DEALING_HOLE:  # nothing is dealt: a misdeal is the same and more
        return m.REFUSAL_NOT_NOW
    return m.REFUSAL_NOT_NOW if _cannot_go_back(hand) or is_order_lost(hand) else YES


def _cannot_go_back(hand: Hand) -> bool:
    """Whether a repair was broken into, a flop lacks a card, or a board card's face is unknown."""
    correction = hand.correction
    if correction.is_broken or correction.is_nested:
        return True
    if next_step(correction) == r.STEP_COMPLETE_FLOP:
        return True
    is_dealt = hand.token != NO_TOKEN and hand.is_landed and hand.queue_at < len(hand.queue)
    is_open = is_dealt and is_board(hand.queue[hand.queue_at])
    return is_open and hand.token not in hand.ledger.face


def floor_finds_it_misread(hand: Hand, message: tuple) -> int:
    """Does the floor find that no card is twice or foreign, but that one was read wrong?"""
    kind = hand.correction.kind
    is_misread = kind in (i.IRREGULARITY_DUPLICATE_FACE, i.IRREGULARITY_FOREIGN_CARD)
    has_card = hand.ledger.is_out(hand.correction.token) and not hand.correction.is_broken
    return YES if message[1] == m.RULING_LET_STAND and is_misread and has_card else NO


def floor_lets_stand(hand: Hand, message: tuple) -> int:
    """Does the floor leave everything as it lies? A card that is missing does not lie."""
    if message[1] != m.RULING_LET_STAND:
        return NO
    if hand.correction.is_fouled or _cannot_go_back(hand):
        return m.REFUSAL_NOT_NOW
    return YES if hand.is_irregular and hand.correction.is_settled else m.REFUSAL_NOT_NOW


def floor_completes_by_hand(hand: Hand, message: tuple) -> int:
    """Does the floor finish the hand without the machine? An order to deal from is needed."""
    if message[1] != m.RULING_COMPLETE_BY_HAND:
        return NO
    correction = hand.correction
    can_go_back = correction.is_settled and not correction.is_broken and not is_order_lost(hand)
    return YES if can_go_back else m.REFUSAL_NOT_NOW


def floor_takes_back(hand: Hand, message: tuple) -> int:
    """Does the floor take the last action back, before the next action or card?"""
    if message[1] != m.RULING_TAKE_BACK_LAST_ACTION:
        return NO
    state = hand.back if hand.state == HELD else hand.state
    is_open = state == BETTING and not hand.is_irregular
    return YES if is_open and has_acted(hand.actions, hand.street) else m.REFUSAL_TOO_LATE


def procedure_can_go_on(hand: Hand, message: tuple) -> int:
    """Does the floor let a procedure go on that it was asked about?"""
    if message[1] != m.RULING_RESUME or not hand.is_irregular:
        return NO
    correction = hand.correction
    if is_order_lost(hand):
        return m.REFUSAL_NOT_NOW
    if correction.is_nested or next_step(correction):
        for code, _device in hand.faults:
            if severity(code) == faults.SEVERITY_STOP:
                return m.REFUSAL_NOT_NOW
        return YES
    return m.REFUSAL_NOT_NOW


_LIST = (
    (m.RULING_RESUME, (procedure_can_go_on, hand_can_go_on)),
    (m.RULING_LET_STAND, (floor_finds_it_misread, floor_lets_stand)),
    (m.RULING_MISDEAL, (floor_misdeals,)),
    (m.RULING_SHUFFLE_STUB, (floor_shuffles,)),
    (m.RULING_COMPLETE_BY_HAND, (floor_completes_by_hand,)),
    (m.RULING_VOID_HAND, (floor_voids,)),
    (m.RULING_TAKE_BACK_LAST_ACTION, (floor_takes_back,)),
)


_VOID = (m.RULING_VOID_HAND,)
_END_STEP = (m.RULING_COMPLETE_BY_HAND, m.RULING_VOID_HAND)
_ELSEWHERE = {
    BETTING: (m.RULING_TAKE_BACK_LAST_ACTION,),
    LOOKING: _END_STEP,
    DEALING_STEP: _END_STEP,
    MOVING: _END_STEP,
    TYPING: _END_STEP,
    RETURNING: _END_STEP,
    COLLECTING: _VOID,
    RELOADING: _VOID,
}
"""Where a hand is not held: what the rows of `repair_table` take there."""


def _heard(hand: Hand) -> tuple[int, ...]:
    """What is listened to where the hand is not held; a draw is given up until it is cut."""
    state = hand.state
    if state < OPENING:
        return () if hand.number else _VOID
    if state == REVEALING:
        said = (m.FLOOR_RULED, m.RULING_VOID_HAND, "", None)
        return _VOID if order_is_given_up(hand, said) == YES else ()
    return _ELSEWHERE.get(state, ())


def allowed_rulings(hand: Hand) -> tuple[int, ...]:
    """Return what the floor may decide about the hand as it stands; most gentle first."""
    heard = _heard(hand)
    allowed = []
    for ruling, guards in _LIST:
        if hand.state != HELD and ruling not in heard:
            continue
        message = (m.FLOOR_RULED, ruling, "", None)
        if YES in [guard(hand, message) for guard in guards]:
            allowed.append(ruling)
    return tuple(allowed)
