"""When a card went wrong: does everything lie still, and where does the hand go on afterwards?

A guard looks and changes nothing. Rule of the file: nothing is ruled while a card is still on its
way, and a hand goes on exactly where it stood.
"""

from __future__ import annotations

from firmware.core.correction import NO_TOKEN
from firmware.core.hand_guards import card_is_incomplete, severity
from firmware.core.hand_noted import is_board, is_seat
from firmware.core.hand_table import (
    BOARD_CARD_LIES,
    DEALING_BOARD,
    DEALING_HOLE,
    HAND_TABLED,
    HAND_UNCOVERED,
    HOLE_CARD_LIES,
    MOVING,
    NEXT_TO_SHOW,
    OBJECTING,
    SHOWING,
    TABLING,
    UNCOVERING,
)
from firmware.core.machine import NO, YES
from firmware.schema import faults
from firmware.schema import messages as m

TYPE_CHECKING = False
if TYPE_CHECKING:
    from firmware.core.hand_state import Hand


def a_card_is_under_way(hand: Hand, _: tuple) -> int:
    """Has a stray card, or the card that was asked for, still to land or to be read?"""
    correction = hand.correction
    if correction.stray != NO_TOKEN:
        return YES
    if not correction.is_dealing or correction.is_gone or correction.is_manual:
        return NO  # by hand, people wait with the card
    return step_card_is_incomplete(hand, _)


def step_card_is_incomplete(hand: Hand, _: tuple) -> int:
    """Has the card of the deal, or of a step, still to land, or its face to be read?"""
    if not hand.is_landed:
        return YES
    if not is_board(hand.queue[hand.queue_at]) or hand.token in hand.correction.unread:
        return NO
    return card_is_incomplete(hand, _)


def step_face_is_unknown(hand: Hand, _: tuple) -> int:
    """Does the board card of a step lie there with a face that the reader cannot tell?"""
    is_open = is_board(hand.queue[hand.queue_at])
    return YES if is_open and hand.ledger.face_of(hand.token) < 0 else NO


def it_is_the_stray(hand: Hand, message: tuple) -> int:
    """Does the message tell of the card that left unasked?"""
    return YES if message[1] == hand.correction.stray else NO


def it_is_out_of_play(hand: Hand, message: tuple) -> int:
    """Does the message tell of a card that is out of play, or on its way there?"""
    correction = hand.correction
    is_out = message[1] == correction.stray or message[1] in correction.out_of_play
    return YES if is_out else NO


def slot_is_known_to_be_empty(hand: Hand, message: tuple) -> int:
    """Did the card of this slot leave before, unasked or together with another?"""
    is_out = hand.ledger.is_out(hand.ledger.token_of(message[2]))
    return YES if (is_out or hand.correction.doubled) and has_cards_left(hand) else NO


def has_cards_left(hand: Hand) -> bool:
    """Whether the order holds another card."""
    return hand.ledger.next_k < hand.correction.order_cards and hand.ledger.carousel > 0


def doubt_is_of_a_hole_card(hand: Hand, message: tuple) -> int:
    """Is it a hole card whose face cannot be told (and not one that fouls the deck)?"""
    is_hole = bool(hand.queue) and is_seat(hand.queue[hand.queue_at])
    return YES if is_hole and message[2] in (m.DOUBT_UNREADABLE, m.DOUBT_UNSURE) else NO


def came_from(hand: Hand, *states: int) -> int:
    """Did the hand stand in one of these states when the card went wrong?"""
    return YES if hand.correction.came_from in states else NO


def hole_card_is_gone(hand: Hand, _: tuple) -> int:
    """Is the hole card under way to be dealt again?"""
    return came_from(hand, DEALING_HOLE) if hand.correction.is_gone else NO


def board_card_is_gone(hand: Hand, _: tuple) -> int:
    """Is the board card or burn under way to be dealt again?"""
    return came_from(hand, DEALING_BOARD) if hand.correction.is_gone else NO


def came_from_deal(hand: Hand, _: tuple) -> int:
    """Were hole cards dealt?"""
    return came_from(hand, DEALING_HOLE, HOLE_CARD_LIES)


def came_from_board(hand: Hand, _: tuple) -> int:
    """Was the board dealt?"""
    return came_from(hand, DEALING_BOARD, BOARD_CARD_LIES)


def came_from_tabling(hand: Hand, _: tuple) -> int:
    """Were all hands opened?"""
    return came_from(hand, TABLING, HAND_TABLED)


def came_from_uncovering(hand: Hand, _: tuple) -> int:
    """Was one hand opened?"""
    return came_from(hand, UNCOVERING, HAND_UNCOVERED)


def came_from_showdown(hand: Hand, _: tuple) -> int:
    """Was a seat asked to show, or the result shown?"""
    return came_from(hand, SHOWING, NEXT_TO_SHOW, OBJECTING)


def repair_is_broken_into(hand: Hand, _: tuple) -> int:
    """Was another irregularity found while a repair ran?"""
    return YES if hand.correction.is_nested else NO


def motors_are_stopped(hand: Hand, _: tuple) -> int:
    """Is there a fault with which no card may be moved?"""
    for code, _device in hand.faults:
        if severity(code) == faults.SEVERITY_STOP:
            return YES
    return NO


def repair_takes_it_in(hand: Hand, _: tuple) -> int:
    """Does a person still lay the card of a step, whatever else came?"""
    correction = hand.correction
    return YES if correction.procedure and correction.resumes == MOVING else NO
