"""Steps when a device fails or somebody objects: the hand is held, and goes on or is void.

A device that failed is a fault: facts that still come are kept, and when the fault is cleared the
hand goes on from where it was. A live seat that objects freezes the award until the floor has
looked. Cards that go wrong have files of their own: `hand_sensed`, `procedure_steps`. Functions
here are actions named in `hand_table`. Rule of the file: what happened while the hand was held is
answered when it goes on, in the order in which it happened.
"""

from __future__ import annotations

from firmware.compat import const
from firmware.core.floor_steps import restart_clock
from firmware.core.hand_noted import note_fact, note_held_facts
from firmware.core.hand_table import BETTING, NEXT_TO_SHOW, SETTLING, SHOWING
from firmware.core.timer import NOT_RUNNING
from firmware.schema import irregularities as i
from firmware.schema import messages as m

TYPE_CHECKING = False
if TYPE_CHECKING:
    from firmware.core.hand_state import Hand

_ASKED_ANEW = {BETTING: SETTLING, SHOWING: NEXT_TO_SHOW}
_FACTS_KEPT_MAX = const(32)  # one card's three facts, or both faces of ten hands, and some


def _hold(hand: Hand, reason: str, out: list) -> None:
    """Motors idle: no effect leaves a held hand but the stop of its timer."""
    hand.back = hand.state
    hand.held_timer = hand.timer.kind
    hand.timer.stop(out)
    out.append((m.HAND_HELD, reason))


# ------------------------------------------------------------------ a device went wrong


def hold_for_fault(hand: Hand, message: tuple, out: list) -> None:
    """A device failed: everything waits."""
    _hold(hand, message[1], out)


def freeze_award(hand: Hand, message: tuple, out: list) -> None:
    """A live seat objects: nothing is awarded before the floor has looked."""
    hand.objects = message[1]
    _hold(hand, "floor_called", out)


def keep_for_later(hand: Hand, message: tuple, out: list) -> None:
    """What happened while the hand is held, or looks at a card, is answered when it goes on.

    A machine that tells more than any motion under way can come to is not answered any more: what
    it told is noted, and the hand can only be voided.
    """
    if len(hand.held_facts) < _FACTS_KEPT_MAX:
        hand.held_facts.append(message)
        return
    hand.is_irregular = True
    out.append((m.IRREGULARITY_FOUND, i.NAMES[i.IRREGULARITY_UNCOMMANDED_CARD], None))
    note_fact(hand, message, out)


def resume(hand: Hand, _: tuple, out: list) -> None:
    """The hand goes on where it was held; a player's clock runs again, ten seconds at least.

    Where a player was asked, the question is settled anew: the player may have left meanwhile.
    """
    hand.objects = 0
    hand.back = _ASKED_ANEW.get(hand.back, hand.back)
    hand.is_irregular = False
    hand.correction.is_nested = False
    restart_clock(hand, hand.held_timer, hand.timer.ms, out)
    hand.held_timer = NOT_RUNNING


# ------------------------------------------------------------------ the floor voids


def void_hand(hand: Hand, message: tuple, out: list) -> None:
    """Every chip goes back to where it was when the hand began."""
    note_held_facts(hand, out)
    betting = hand.betting
    for seat in hand.ring:
        betting.stacks[seat] = hand.starting[seat]
    betting.in_pot = 0
    hand.turn = 0
    hand.legal = None
    hand.is_voided = True
    out.append((m.HAND_VOIDED, hand.number, message[2]))


def void_draw(hand: Hand, message: tuple, out: list) -> None:
    """A card went wrong during a draw, or the floor gives it up: all cards are collected."""
    hand.timer.stop(out)
    by = message[2] if message[0] == m.FLOOR_RULED else "table"
    void_hand(hand, (m.FLOOR_RULED, m.RULING_VOID_HAND, by, None), out)


def forget_seats(hand: Hand, message: tuple, out: list) -> None:
    """An order that is never told gives nobody a seat: it could not be checked."""
    hand.seats_drawn = ()


def void_for_reversal(hand: Hand, message: tuple, out: list) -> None:
    """The last award is corrected and this hand has dealt no card: it begins anew."""
    hand.timer.stop(out)
    void_hand(hand, (m.FLOOR_RULED, m.RULING_VOID_HAND, message[4], None), out)
