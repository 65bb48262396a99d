"""Where the course of a hand meets its repairs: is one due now, and how does it begin?

Most hands ask these questions and go on. Rule of the file: nothing is repaired here; what repairs
is loaded when it is needed (`repair_table`).
"""

from __future__ import annotations

from firmware.core.correction import NO_TOKEN
from firmware.core.machine import NO, YES
from firmware.schema import irregularities as i
from firmware.schema import messages as m

TYPE_CHECKING = False
if TYPE_CHECKING:
    from firmware.core.hand_state import Hand


def order_is_of_a_reshuffle(hand: Hand, _: tuple) -> int:
    """Was the order made for a procedure, and not for the hand's beginning?"""
    return YES if hand.correction.procedure else NO


def correction_waits_for_deal(hand: Hand, _: tuple) -> int:
    """Is there a repair that waited for the end of the deal?"""
    return YES if hand.correction.waits_for_deal else NO


def correction_is_due(hand: Hand, _: tuple) -> int:
    """Is there a repair that waited for the end of the betting?"""
    return YES if hand.correction.later else NO


def stub_runs_short(hand: Hand, _: tuple) -> int:
    """Are there fewer cards left than the next street needs?"""
    needed = 4 if hand.street == m.STREET_PREFLOP else 2
    return YES if hand.ledger.carousel < needed else NO


def take_up(hand: Hand, _: tuple, out: list) -> None:
    """What the repair waited for is done."""
    correction = hand.correction
    correction.procedure, correction.step = correction.later[:2]
    correction.kind, correction.token, correction.seat = correction.later[2:]
    correction.later = ()
    correction.waits_for_deal = False
    correction.came_from = hand.state
    correction.target = min(hand.street + 1, m.STREET_RIVER)
    correction.is_gone = False


def end_reshuffle(hand: Hand, _: tuple, out: list) -> None:
    """The new order is cut and can be dealt from."""
    correction = hand.correction
    correction.is_settled = True
    correction.step += 1


def find_stub_short(hand: Hand, _: tuple, out: list) -> None:
    """There are not enough cards left for the next street."""
    from firmware.core.hand import HAND

    HAND.complete()
    from firmware.core.hand_sensed import find

    find(hand, i.IRREGULARITY_DECK_SHORT, NO_TOKEN, 0, out)
