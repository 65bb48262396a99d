"""What people are asked for: which card to lay where, which face to enter.

Displays, floor key and host ask here, so that they can never name different cards. Guards look
and change nothing. Rule of the file: a face is asked of people only where the rules show it, and
none is taken that is out already (fairness.md, rule 8).
"""

from __future__ import annotations

from firmware.core.correction import NO_TOKEN
from firmware.core.hand_noted import is_board
from firmware.core.hand_table import (
    DEALING_BOARD,
    DEALING_HOLE,
    DEALING_STEP,
    MOVING,
    TABLING,
    TYPING,
    UNCOVERING,
)
from firmware.core.machine import NO, YES
from firmware.core.procedure_guards import card_to_enter, moved_card
from firmware.core.repair_guards import came_from
from firmware.schema import messages as m

TYPE_CHECKING = False
if TYPE_CHECKING:
    from firmware.core.hand_state import Hand


def people_are_asked_for(hand: Hand) -> tuple[int, int]:
    """Return the card that a person is to lay now, and where; no card: nobody is asked."""
    if hand.state == MOVING:
        return moved_card(hand)
    is_under_way = hand.state in (DEALING_HOLE, DEALING_BOARD) and hand.token != NO_TOKEN
    if hand.correction.is_manual and is_under_way and not hand.is_landed:
        return hand.token, hand.queue[hand.queue_at]
    return NO_TOKEN, m.PLACE_NOWHERE


def face_people_are_asked_for(hand: Hand) -> int:
    """Return the card whose face a person is to enter now; no card: nobody is asked."""
    correction = hand.correction
    if hand.state == TYPING:
        return card_to_enter(hand)
    if hand.state == DEALING_STEP and correction.faces_due:
        return correction.token
    if hand.state in (TABLING, UNCOVERING):
        return face_to_type(hand)
    is_dealing = hand.state in (DEALING_BOARD, DEALING_STEP)
    is_open = is_dealing and hand.token != NO_TOKEN and hand.is_landed
    is_by_hand = correction.is_manual or hand.token in correction.unread
    if is_open and is_by_hand and hand.token not in hand.ledger.face:
        return hand.token
    return NO_TOKEN


def slot_is_asked_for(hand: Hand, message: tuple) -> int:
    """Is it the slot of the card that a person is to draw?"""
    _id, k, slot = message
    if hand.token != NO_TOKEN or k != hand.ledger.next_k - 1:
        return m.REFUSAL_NOT_NOW
    return m.REFUSAL_CARD_OUT if hand.ledger.is_out(hand.ledger.token_of(slot)) else YES


def drawn_card_is_laid(hand: Hand, message: tuple) -> int:
    """Is it the card that was drawn by hand, at the place that it was drawn for?"""
    if not hand.correction.is_manual or hand.token == NO_TOKEN or hand.is_landed:
        return m.REFUSAL_NOT_NOW
    fits = (message[1], message[2]) == (hand.token, hand.queue[hand.queue_at])
    return YES if fits else m.REFUSAL_WRONG_CARD


def typed_face_is_of_board(hand: Hand, message: tuple) -> int:
    """Does a person enter the face of the board card that was laid by hand?"""
    is_asked = hand.correction.is_manual or hand.token in hand.correction.unread
    if not is_asked or hand.token == NO_TOKEN:
        return m.REFUSAL_NOT_NOW
    if not is_board(hand.queue[hand.queue_at]) or hand.token in hand.ledger.face:
        return m.REFUSAL_NOT_NOW
    return YES if hand.ledger.is_new_face(message[1]) else m.REFUSAL_CARD_OUT


def typed_face_is_asked_for(hand: Hand, message: tuple) -> int:
    """Does a person enter the face of an opened hole card?"""
    if face_to_type(hand) == NO_TOKEN:
        return m.REFUSAL_NOT_NOW
    return YES if hand.ledger.is_new_face(message[1]) else m.REFUSAL_CARD_OUT


def opened_face_is_in_doubt(hand: Hand, message: tuple) -> int:
    """Can the reader not tell a face that it was asked to open?"""
    is_unread = message[2] in (m.DOUBT_UNREADABLE, m.DOUBT_UNSURE)
    return YES if message[1] in hand.faces_asked and is_unread else NO


def face_to_type(hand: Hand) -> int:
    """Return the first opened hole card whose face a person enters; no card: none."""
    correction = hand.correction
    for token in hand.faces_asked:
        if correction.is_manual or token in correction.unread:
            return token
    return NO_TOKEN


def card_is_to_be_finished_by_hand(hand: Hand) -> bool:
    """Whether people bring the card under way to its place, or tell its face."""
    correction = hand.correction
    is_dealing = correction.came_from in (DEALING_HOLE, DEALING_BOARD)
    if not is_dealing or correction.is_gone or hand.token == NO_TOKEN:
        return is_dealing and correction.is_manual and not correction.is_gone
    if hand.is_landed:
        is_open = is_board(hand.queue[hand.queue_at])
        return is_open and hand.token not in hand.ledger.face
    return correction.is_manual


def hole_card_is_finished_by_hand(hand: Hand, _: tuple) -> int:
    """Do people bring the hole card under way to its seat?"""
    is_by_hand = card_is_to_be_finished_by_hand(hand)
    return came_from(hand, DEALING_HOLE) if is_by_hand else NO


def board_card_is_finished_by_hand(hand: Hand, _: tuple) -> int:
    """Do people bring the burn or board card under way to its place?"""
    is_by_hand = card_is_to_be_finished_by_hand(hand)
    return came_from(hand, DEALING_BOARD) if is_by_hand else NO
