"""The questions that the rows ask at the end of a hand: who shows, who objects, what is over.

A guard looks and changes nothing: YES, NO (the next row is tried), or a refusal code. Rule of the
file: whether a hand must be shown, may be mucked or may claim the board is asked here and nowhere
else.
"""

from __future__ import annotations

from firmware.core.machine import NO, YES
from firmware.schema import messages as m
from firmware.schema import settings as s

TYPE_CHECKING = False
if TYPE_CHECKING:
    from firmware.core.hand_state import Hand


def hands_are_to_be_tabled(hand: Hand, _: tuple) -> int:
    """No more betting is possible, or the board is complete and a hand is all-in (TDA 16)."""
    if hand.is_tabled:
        return NO
    betting = hand.betting
    if not betting.can_still_bet():
        return YES
    if hand.street != m.STREET_RIVER:
        return NO
    return YES if hand.rules[s.SETTING_SHOW] == s.SHOW_ALL_UP or betting.has_all_in() else NO


def showdown_is_over(hand: Hand, _: tuple) -> int:
    """All live hands are shown, or all but one were mucked: the last need not show."""
    return YES if hand.betting.is_one_left() or not next_to_show(hand) else NO


def result_can_be_objected_to(hand: Hand, message: tuple) -> int:
    """Is there a result that two hands contend for, and does the house show it first?"""
    if not hand.rules[s.SETTING_OBJECTION_SECONDS] or hand.betting.is_one_left():
        return NO
    return showdown_is_over(hand, message)


def caller_is_live(hand: Hand, message: tuple) -> int:
    """Has the seat that calls the floor a hand in the showdown?"""
    return YES if hand.betting.live[message[1]] else NO


def board_can_be_claimed(hand: Hand, message: tuple) -> int:
    """Does the house take the board for a hand without seeing the cards (R004-37)?"""
    if message[1] != hand.turn:
        return m.REFUSAL_NOT_YOUR_TURN
    is_taken = hand.rules[s.SETTING_BOARD_CLAIM] == s.BOARD_CLAIM_ANNOUNCE
    return YES if is_taken else m.REFUSAL_NOT_NOW


def silence_mucks(hand: Hand, _: tuple) -> int:
    """Does who says nothing show nothing (R001-09)?"""
    return YES if hand.rules[s.SETTING_SHOW] == s.SHOW_OPTIONAL_MUCK else NO


def show_turn_stands(hand: Hand, _: tuple) -> int:
    """Is the seat that was asked still to show or muck?"""
    seat = hand.turn
    return YES if seat and not hand.shown[seat] and not hand.absent[seat] else NO


def next_to_show_is_absent(hand: Hand, _: tuple) -> int:
    """Is the player who should show gone?"""
    return YES if hand.absent[next_to_show(hand)] else NO


def next_to_show(hand: Hand) -> int:
    """Return the next live seat in order that has not shown, or 0."""
    for seat in hand.show_order:
        if hand.betting.live[seat] and not hand.shown[seat]:
            return seat
    return 0


def mucks_in_turn(hand: Hand, message: tuple) -> int:
    """Does the seat that was asked give up its hand?"""
    if message[1] != hand.turn:
        return m.REFUSAL_NOT_YOUR_TURN
    return YES if message[2] == m.SHOW_MUCK else NO


def shows_in_turn(_: Hand, message: tuple) -> int:
    """Does it show?"""
    return YES if message[2] == m.SHOW_SHOW else m.REFUSAL_BAD_VALUE
