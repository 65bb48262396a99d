"""The questions that the rows of a repair ask: what is the next step, and is it done already?

A guard looks and changes nothing. Rule of the file: a step that has nothing to do is passed by,
so a procedure reads the same whatever had happened when it began.
"""

from __future__ import annotations

from firmware.core.correction import NO_TOKEN, unburnt
from firmware.core.hand_noted import is_board
from firmware.core.hand_table import (
    DEALING_HOLE,
    HOLE_CARD_LIES,
)
from firmware.core.machine import NO, YES
from firmware.core.rule_book import next_step
from firmware.schema import messages as m
from firmware.schema import rulings as r

TYPE_CHECKING = False
if TYPE_CHECKING:
    from firmware.core.hand_state import Hand


# ------------------------------------------------------------------ the next step


def procedure_is_over(hand: Hand, _: tuple) -> int:
    """Are all steps done?"""
    return NO if next_step(hand.correction) else YES


def deal_is_to_be_finished(hand: Hand) -> bool:
    """Whether cards of the deal are still to come."""
    correction = hand.correction
    is_dealing = correction.came_from in (DEALING_HOLE, HOLE_CARD_LIES)
    return is_dealing and hand.queue_at + 1 < len(hand.queue)


def step_waits(hand: Hand, _: tuple) -> int:
    """Has the deal or the betting to be finished first?"""
    step = next_step(hand.correction)
    if step == r.STEP_FINISH_DEAL:
        return YES if deal_is_to_be_finished(hand) else NO
    if step != r.STEP_FINISH_BETTING:
        return NO
    is_dealing = hand.correction.came_from in (DEALING_HOLE, HOLE_CARD_LIES)
    return YES if is_dealing or hand.turn or hand.next_turn else NO


_NOTHING_LEFT = (r.STEP_FINISH_DEAL, r.STEP_FINISH_BETTING)


def step_is_done(hand: Hand, _: tuple) -> int:
    """Has the next step nothing to do (any more)?"""
    correction = hand.correction
    step = next_step(correction)
    is_done = step in _NOTHING_LEFT
    if step == r.STEP_MAKE_UP_BURN:
        is_done = correction.burnt[correction.target]
    elif step == r.STEP_BURN_ONE:
        is_done = unburnt(hand.rules)[correction.target]
    elif step == r.STEP_SET_ASIDE:
        is_done = not _to_lay_aside(hand)
    elif step in _RETURNS:
        is_done = not to_return(hand)
    elif step == r.STEP_TYPE_FACE:
        is_done = not face_is_wanted(hand)
    elif step == r.STEP_PUT_IN_PLACE:
        is_done = not hand.queue or correction.token == NO_TOKEN
    elif step == r.STEP_COMPLETE_FLOP:
        is_done = len(hand.board) > 2
    elif step in _CARRIED:
        is_done = card_to_carry(hand)[0] == NO_TOKEN
    return YES if is_done else NO


def to_return(hand: Hand) -> list[int]:
    """Cards that the step takes back to the stub: those out of play, or the whole board too."""
    out = hand.correction.out_of_play
    if next_step(hand.correction) != r.STEP_RETURN_BOARD:
        return out
    place = hand.ledger.place
    return out + [t for t in sorted(place) if is_board(place[t]) and t not in out]


def _to_lay_aside(hand: Hand) -> list[int]:
    place = hand.ledger.place
    return [t for t in hand.correction.out_of_play if place.get(t) != m.PLACE_ASIDE]


_CARRIED = (
    r.STEP_SET_ASIDE,
    r.STEP_EXPOSED_TO_BURN,
    r.STEP_EXTRA_TO_BURN,
    r.STEP_PUT_IN_PLACE,
    r.STEP_BOARD_TO_BURN,
    r.STEP_LAY_WITH_BURNS,
)


def card_to_carry(hand: Hand) -> tuple[int, int]:
    """Return (card, place) of the step that a person carries out; no card: nothing to do."""
    correction = hand.correction
    step = next_step(correction)
    token = correction.token
    if step == r.STEP_SET_ASIDE:
        left = _to_lay_aside(hand)
        return (left[0] if left else NO_TOKEN), m.PLACE_ASIDE
    if step == r.STEP_EXTRA_TO_BURN and correction.extras:
        return correction.extras[-1], m.PLACE_BURN
    if step == r.STEP_BOARD_TO_BURN:
        at = m.PLACE_BOARD1 + len(hand.board) - 1
        return _token_at(hand, at), m.PLACE_BURN
    if step == r.STEP_PUT_IN_PLACE:
        return token, hand.queue[hand.queue_at]
    return token, m.PLACE_BURN


def _token_at(hand: Hand, at: int) -> int:
    place = hand.ledger.place
    for token in sorted(place):
        if place[token] == at and token not in hand.correction.out_of_play:
            return token
    return NO_TOKEN


def step_is_carried(hand: Hand, _: tuple) -> int:
    """Does a person lay a card somewhere?"""
    step = next_step(hand.correction)
    if step in (r.STEP_RETURN_CARDS, r.STEP_RETURN_BOARD):
        return NO if place_to_return(hand) else YES
    return YES if step in _CARRIED else NO


def place_to_return(hand: Hand) -> int:
    """Return a place that the machine can empty without taking a card that stays, or 0."""
    place = hand.ledger.place
    out = to_return(hand)
    for token in out:
        at = place.get(token, m.PLACE_NOWHERE)
        if is_board(at) or at == m.PLACE_ASIDE:
            stays = [t for t in sorted(place) if place[t] == at and t not in out]
            if not stays:
                return at
    return 0


def step_returns(hand: Hand, _: tuple) -> int:
    """Does the machine take a card back?"""
    return YES if next_step(hand.correction) in _RETURNS else NO


_RETURNS = (r.STEP_RETURN_CARDS, r.STEP_RETURN_BOARD)


def step_deals_a_card(hand: Hand, _: tuple) -> int:
    """Is one card dealt?"""
    return YES if next_step(hand.correction) in _DEALS else NO


_DEALS = (
    r.STEP_MAKE_UP_BURN,
    r.STEP_BURN_ONE,
    r.STEP_DEAL_REPLACEMENT,
    r.STEP_COMPLETE_FLOP,
    r.STEP_DEAL_AGAIN,
)


def step_asks_a_face(hand: Hand, _: tuple) -> int:
    """Does a person enter a face?"""
    return YES if next_step(hand.correction) in (r.STEP_TYPE_FACE, r.STEP_SCRAMBLE_BOARD) else NO


def card_to_enter(hand: Hand) -> int:
    """Return the card whose face the step asks for; of scrambled cards, any is picked."""
    if next_step(hand.correction) == r.STEP_SCRAMBLE_BOARD and hand.board:
        return hand.ledger.token_with(hand.board[-1])
    return hand.correction.token


def face_is_wanted(hand: Hand) -> bool:
    """Whether the face of the card under repair is to be entered."""
    correction = hand.correction
    if correction.face != NO_TOKEN:
        return True
    token = correction.token
    is_open = is_board(hand.ledger.place.get(token, m.PLACE_NOWHERE))
    return is_open and hand.ledger.face_of(token) < 0


def _is_step(hand: Hand, step: int) -> int:
    return YES if next_step(hand.correction) == step else NO


def step_ends_epoch(hand: Hand, _: tuple) -> int:
    """Is the stub shuffled, and the old order to be revealed first (fairness.md, rule 5)?"""
    return _is_step(hand, r.STEP_RESHUFFLE) if hand.is_committed else NO


def step_reshuffles(hand: Hand, _: tuple) -> int:
    """Is the stub shuffled?"""
    return _is_step(hand, r.STEP_RESHUFFLE)


def step_collects(hand: Hand, _: tuple) -> int:
    """Are all cards collected?"""
    return _is_step(hand, r.STEP_COLLECT_ALL)


def step_deals_street(hand: Hand, _: tuple) -> int:
    """Is the street dealt?"""
    return _is_step(hand, r.STEP_DEAL_STREET)


def step_redeals(hand: Hand, _: tuple) -> int:
    """Is everything dealt again?"""
    return _is_step(hand, r.STEP_REDEAL)


def step_calls_floor(hand: Hand, _: tuple) -> int:
    """Does the floor decide?"""
    return _is_step(hand, r.STEP_CALL_FLOOR)


def step_voids(hand: Hand, _: tuple) -> int:
    """Is the hand void?"""
    return _is_step(hand, r.STEP_VOID_HAND)


# ------------------------------------------------------------------ outcomes of steps


def card_is_moved_as_asked(hand: Hand, message: tuple) -> int:
    """Is it the card that a person was asked to move, and the place?"""
    token, place = moved_card(hand)
    return YES if (token, place) == (message[1], message[2]) else m.REFUSAL_WRONG_CARD


def moved_card(hand: Hand) -> tuple[int, int]:
    """Return the card that a person is asked to move now and its place; no card: none."""
    correction = hand.correction
    if correction.procedure and next_step(correction) in _RETURNS:
        place = hand.ledger.place
        left = [t for t in to_return(hand) if place.get(t) != m.PLACE_ASIDE]
        return (left[0] if left else NO_TOKEN), m.PLACE_ASIDE
    return card_to_carry(hand)


def place_is_the_one_returned(hand: Hand, message: tuple) -> int:
    """Is it a place that was to be emptied? Since it was asked for, a card may lie at another."""
    for token in to_return(hand):
        if hand.ledger.place.get(token) == message[1]:
            return YES
    return NO


def whole_deck_is_back(hand: Hand, message: tuple) -> int:
    """Are 52 cards there, and were only those faces opened that were asked for?"""
    _id, count, openings = message
    return YES if count == 52 and openings == hand.ledger.openings else NO


def is_next_card_fed(hand: Hand, message: tuple) -> int:
    """Is it the next card of the load?"""
    ledger = hand.ledger
    return YES if ledger.hopper and message[1] == ledger.fed + 1 else m.REFUSAL_NOT_NOW


def stub_is_loaded(hand: Hand, message: tuple) -> int:
    """Is every card that was to be shuffled in the carousel?"""
    ledger = hand.ledger
    return YES if message[1] == ledger.fed == ledger.carousel and not ledger.hopper else NO


def typed_face_fits(hand: Hand, message: tuple) -> int:
    """May this be the face: not one that is out on another card (fairness.md, rule 8)?"""
    correction = hand.correction
    face = message[1]
    if next_step(correction) == r.STEP_SCRAMBLE_BOARD:
        return YES if hand.ledger.token_with(face) >= 0 and _is_on_board(hand, face) else NO_CARD
    if correction.face == face or its_card_is_entered_next(hand, face):
        return YES
    return YES if hand.ledger.is_new_face(face) else m.REFUSAL_CARD_OUT


def other_face_fits(hand: Hand, message: tuple) -> int:
    """The same of a card that was read wrong before the card of a step was dealt."""
    return typed_face_fits(hand, message) if hand.correction.faces_due else NO


def its_card_is_entered_next(hand: Hand, face: int) -> bool:
    """Whether the card that was told to show this face was read wrong and is entered next."""
    return hand.ledger.token_with(face) in hand.correction.faces_due


NO_CARD = m.REFUSAL_WRONG_CARD


def _is_on_board(hand: Hand, face: int) -> bool:
    return is_board(hand.ledger.place.get(hand.ledger.token_with(face), m.PLACE_NOWHERE))
