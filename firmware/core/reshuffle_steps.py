"""Steps of a shuffle in the hand: the old order is told, the stub loaded, a new order promised.

A misdeal collects all 52 cards first; a stub is shuffled with what was returned to it. Either way
it is a new epoch with its reason: promised, witnessed and cut like the first (fairness.md, rule
6). Functions here are actions named in `hand_table`. Rule of the file: a shuffle moves every card
that it shuffles, and a count that does not come out is the floor's.
"""

from __future__ import annotations

from firmware.core.correction import NO_TOKEN, NOT_CORRECTING, unburnt
from firmware.core.hand_dealing import (
    post_and_deal,
)
from firmware.core.hand_table import NEXT_STEP
from firmware.core.procedure_steps import end_procedure, tell_step
from firmware.schema import irregularities as i
from firmware.schema import messages as m

TYPE_CHECKING = False
if TYPE_CHECKING:
    from firmware.core.hand_state import Hand


def collect_cards(hand: Hand, _: tuple, out: list) -> None:
    """Everything outside comes back and is counted."""
    tell_step(hand, out)
    out.append((m.COLLECT_CARDS,))


def see_cards_back(hand: Hand, message: tuple, out: list) -> None:
    """All 52 are in hopper and carousel; nothing is dealt any more."""
    hand.ledger.collect(message[1])
    _clear_table(hand)
    hand.correction.step += 1


def _clear_table(hand: Hand) -> None:
    hand.hole = [[] for _ in hand.hole]
    hand.board = []
    hand.street = 0
    hand.token = NO_TOKEN
    hand.queue = ()
    hand.queue_at = 0
    hand.folded = 0
    hand.shown = [False] * len(hand.shown)
    hand.faces_asked = []
    hand.is_tabled = False
    correction = hand.correction
    correction.exposed = []
    correction.extras = []
    correction.boxed = []
    correction.out_of_play = []
    correction.unread = []
    correction.doubled = 0
    correction.burnt = unburnt(hand.rules)


def find_deck_wrong(hand: Hand, message: tuple, out: list) -> None:
    """Not 52 cards, or faces were opened unasked: the deck is no deck."""
    hand.ledger.collect(message[1])
    _hold_for_deck(hand, out)


def _hold_for_deck(hand: Hand, out: list) -> None:
    """The floor looks for the cards and has the step tried again, or voids the hand."""
    hand.correction.is_fouled = True
    hand.back = NEXT_STEP
    hand.is_irregular = True
    out.append((m.IRREGULARITY_FOUND, i.NAMES[i.IRREGULARITY_MISSING_CARD], None))
    out.append((m.HAND_HELD, i.NAMES[i.IRREGULARITY_MISSING_CARD]))


def tell_old_order(hand: Hand, _: tuple, out: list) -> None:
    """The epoch is over: its order is revealed before the stub is shuffled (fairness.md, 5)."""
    tell_step(hand, out)
    hand.correction.is_settled = False  # an order that is told is dealt from no more
    out.append((m.REVEAL_ORDER, hand.number, hand.ledger.epoch))


def load_stub(hand: Hand, _: tuple, out: list) -> None:
    """A new epoch: the stub and what was returned are shuffled face down (fairness.md, 6)."""
    correction = hand.correction
    ledger = hand.ledger
    if not hand.is_committed:
        tell_step(hand, out)
    hand.is_committed = False
    hand.is_witnessed = False
    correction.is_settled = False
    ledger.begin_load()
    ledger.begin_epoch(ledger.epoch + 1)
    reason = i.NAMES[correction.kind] or m.RULING_WORDS[m.RULING_MISDEAL]  # no card went wrong
    out.append((m.RESHUFFLE_STARTED, hand.number, ledger.epoch, reason, ledger.hopper))
    out.append((m.LOAD_DECK,))


def feed_stub(hand: Hand, _: tuple, out: list) -> None:
    """One more card is in the carousel."""
    hand.ledger.feed()


def promise_again(hand: Hand, _: tuple, out: list) -> None:
    """The stub is shuffled: a new order is promised."""
    out.append((m.COMMIT_ORDER, hand.number, hand.ledger.epoch))


def find_load_wrong(hand: Hand, message: tuple, out: list) -> None:
    """Another number of cards was fed than went in."""
    _hold_for_deck(hand, out)


def redeal(hand: Hand, message: tuple, out: list) -> None:
    """An exact replay: same button, same blinds, same seats (TDA 35-C)."""
    correction = hand.correction
    tell_step(hand, out)
    correction.step += 1
    end_procedure(hand, message, out)
    correction.came_from = NOT_CORRECTING
    correction.is_gone = False
    correction.is_broken = False
    post_and_deal(hand, message, out)
