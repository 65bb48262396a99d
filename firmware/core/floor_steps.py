"""Steps of the floor: everything waits for a name, and goes on as was decided.

A repair that needs a decision is held; the floor's answer begins another procedure, lets
everything stand, or lets the hand go on where it stood. Functions here are actions named in
`hand_table`. Rule of the file: a hand goes on with the question and the clock that it had.
"""

from __future__ import annotations

from firmware.compat import const
from firmware.core.correction import NO_TOKEN, NOT_CORRECTING
from firmware.core.hand_dealing import (
    deal_next,
    lay_hole_card,
    see_card_land,
)
from firmware.core.hand_noted import is_seat, note_held_facts
from firmware.core.hand_table import NEXT_STEP, OBJECTING
from firmware.core.procedure_steps import lay_step_card, tell_step
from firmware.core.timer import NOT_RUNNING
from firmware.schema import irregularities as i
from firmware.schema import messages as m
from firmware.schema import rulings as r

TYPE_CHECKING = False
if TYPE_CHECKING:
    from firmware.core.hand_state import Hand


def call_floor(hand: Hand, _: tuple, out: list) -> None:
    """Everything waits for a decision under a name."""
    tell_step(hand, out)
    hand.correction.step += 1
    hold_for_floor(hand, out)


def hold_for_floor(hand: Hand, out: list) -> None:
    """The hand is held until somebody decides."""
    hand.back = hand.state
    hand.is_irregular = True
    out.append((m.HAND_HELD, i.NAMES[hand.correction.kind] or "floor_called"))


_OF_A_TURN = (m.TIMER_ACTION, m.TIMER_WARNING, m.TIMER_TIME_BANK)
_TURN_MS_MIN = const(10000)  # who looked away while the hand stood still gets to look again


def restart_clock(hand: Hand, kind: int, ms: int, out: list) -> None:
    """A clock that was stopped runs again; a player's, ten seconds at least."""
    if kind in _OF_A_TURN and ms < _TURN_MS_MIN:
        ms = _TURN_MS_MIN
    if kind != NOT_RUNNING:
        hand.timer.start(kind, ms, out)


def go_on(hand: Hand, _: tuple, out: list) -> None:
    """The hand goes on where it stood."""
    correction = hand.correction
    kind, ms = correction.clock
    if correction.came_from != OBJECTING:  # there the result is shown anew, with its own time
        restart_clock(hand, kind, ms, out)
    correction.clock = (NOT_RUNNING, 0)
    correction.came_from = NOT_CORRECTING
    correction.is_nested = False
    hand.is_irregular = False


def hold_beside(hand: Hand, _: tuple, out: list) -> None:
    """The repair waits: the floor lets it go on where it stood, or ends it."""
    correction = hand.correction
    hand.back = NEXT_STEP if correction.is_gone else correction.resumes
    correction.is_gone = False
    hand.is_irregular = True


def lay_at_last(hand: Hand, message: tuple, out: list) -> None:
    """The card that was asked for before lies now; then it is ruled."""
    if hand.correction.saved:
        lay_step_card(hand, message, out)
    elif is_seat(message[2]):
        lay_hole_card(hand, message, out)
    else:
        see_card_land(hand, message, out)


def deal_again(hand: Hand, message: tuple, out: list) -> None:
    """The card under way is lost: the next one takes its place."""
    correction = hand.correction
    correction.is_gone = False
    if hand.token != NO_TOKEN and hand.token not in correction.out_of_play:
        correction.out_of_play.append(hand.token)
    go_on(hand, message, out)
    hand.queue_at -= 1
    deal_next(hand, message, out)


def begin_misdeal(hand: Hand, message: tuple, out: list) -> None:
    """The floor has everything dealt again."""
    _by_floor(hand, r.PROCEDURE_MISDEAL, out)


def begin_shuffle(hand: Hand, message: tuple, out: list) -> None:
    """The floor has the stub shuffled, then the hand goes on."""
    _by_floor(hand, r.PROCEDURE_SHUFFLE_STUB, out)


def _by_floor(hand: Hand, procedure: int, out: list) -> None:
    correction = hand.correction
    if correction.came_from == NOT_CORRECTING:
        correction.came_from = hand.back
        correction.clock = (hand.held_timer, hand.timer.ms)
    hand.held_timer = NOT_RUNNING
    correction.later = ()
    correction.waits_for_deal = False
    correction.is_nested = False
    correction.saved = ()
    correction.faces_due = ()
    hand.is_irregular = False
    note_held_facts(hand, out)
    correction.procedure = procedure
    correction.step = 0


def begin_entering(hand: Hand, message: tuple, out: list) -> None:
    """No card is twice or foreign: the face is entered as the floor sees it."""
    correction = hand.correction
    correction.is_fouled = False
    hand.is_irregular = False
    correction.procedure = r.PROCEDURE_ENTER_FACE
    correction.step = 0


def let_stand(hand: Hand, message: tuple, out: list) -> None:
    """The floor leaves everything as it lies."""
    correction = hand.correction
    if correction.saved:
        hand.queue, hand.queue_at, hand.token, hand.is_landed = correction.saved
        correction.saved = ()
    correction.procedure = 0
    correction.later = ()
    correction.waits_for_deal = False
