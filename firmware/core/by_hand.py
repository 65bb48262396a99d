"""Manual completion: the machine is out, the hand is not.

Motors stay off. For each card the table names the slot that the promised order says; a person
draws from it, lays the card at its place and says so. Faces are entered only where the rules show
them, and none that is out already (fairness.md, rule 8). The order stays the one that was promised
and cut, so nobody chooses a card. Functions here are actions named in `hand_table`. Rule of the
file: a slot that was named counts as drawn.
"""

from __future__ import annotations

from firmware.core.by_hand_guards import face_to_type
from firmware.core.correction import NO_TOKEN, NOT_CORRECTING
from firmware.core.floor_steps import go_on, lay_at_last
from firmware.core.hand_dealing import (
    deal_next,
    lay_hole_card,
    see_card_land,
    see_card_leave,
)
from firmware.core.hand_guards import (
    card_is_asked_for,
    card_lands_as_sent,
    face_is_asked_for,
    face_is_of_board_card,
)
from firmware.core.hand_noted import is_board, note_fact
from firmware.core.hand_showing import learn_hole_face
from firmware.core.hand_table import DEALING_BOARD, HELD, NEXT_STEP
from firmware.core.machine import YES
from firmware.core.rule_book import next_step
from firmware.core.timer import NOT_RUNNING
from firmware.schema import messages as m
from firmware.schema import rulings as r

TYPE_CHECKING = False
if TYPE_CHECKING:
    from firmware.core.hand_state import Hand


def begin_by_hand(hand: Hand, message: tuple, out: list) -> None:
    """From here on people move the cards; a repair that ran is given up."""
    correction = hand.correction
    if correction.saved:
        if next_step(correction) == r.STEP_COMPLETE_FLOP:
            _finish_flop(hand)
        else:
            if _is_undrawn(hand):
                hand.ledger.next_k -= 1
            hand.queue, hand.queue_at, hand.token, hand.is_landed = correction.saved
        correction.saved = ()
    if correction.came_from == NOT_CORRECTING:
        correction.came_from = hand.back
        correction.clock = (hand.held_timer, hand.timer.ms)
    hand.held_timer = NOT_RUNNING
    correction.is_manual = True
    correction.procedure = 0
    correction.later = ()
    correction.waits_for_deal = False
    correction.is_dealing = False
    correction.stray = NO_TOKEN
    facts = hand.held_facts
    hand.held_facts = []
    hand.objects = 0
    hand.back = correction.came_from
    out.append((m.HAND_BECAME_MANUAL, message[2]))
    for fact in facts:
        _take_up(hand, fact, out)
    for token in hand.faces_asked:
        if token not in correction.unread:  # the others were never the reader's to open
            hand.ledger.openings -= 1
        out.append((m.ASK_FACE, token))


def _finish_flop(hand: Hand) -> None:
    """The card that completes the flop is no part of a repair to give up: people lay it."""
    correction = hand.correction
    if hand.state == HELD and hand.back == NEXT_STEP:  # it was lost: the next one takes its place
        hand.token = NO_TOKEN
        hand.is_landed = False
        hand.ledger.next_k += 1
    correction.came_from = DEALING_BOARD
    correction.clock = (NOT_RUNNING, 0)
    hand.turn = 0
    hand.legal = None


def _is_undrawn(hand: Hand) -> bool:
    """Whether nothing was told of the card that a repair asked for: it is the next to be drawn."""
    is_gone = hand.state == HELD and hand.back == NEXT_STEP  # the step asks for another one
    if hand.token != NO_TOKEN or hand.correction.is_gone or is_gone:
        return False
    for fact in hand.held_facts:
        if fact[0] in _OF_THE_CARD_ASKED_FOR:
            return False
    return True


_OF_THE_CARD_ASKED_FOR = (m.CARD_LEFT, m.SLOT_FOUND_EMPTY, m.CARD_UNLANDED)


def _take_up(hand: Hand, fact: tuple, out: list) -> None:
    """What the machine had told while the hand was held."""
    kind = fact[0]
    if kind == m.CARD_LEFT and card_is_asked_for(hand, fact) == YES:
        see_card_leave(hand, fact, out)
    elif kind == m.CARD_LANDED and card_lands_as_sent(hand, fact) == YES:
        lay_at_last(hand, fact, out)
    elif kind == m.FACE_READ and face_is_of_board_card(hand, fact) == YES:
        hand.ledger.learn(fact[1], fact[2])
    elif kind == m.FACE_OPENED and face_is_asked_for(hand, fact) == YES:
        learn_hole_face(hand, fact, out)
    else:
        note_fact(hand, fact, out)


def ask_by_hand(hand: Hand, message: tuple, out: list) -> None:
    """The card under way is drawn, laid or read by a person, from where the machine left it."""
    place = hand.queue[hand.queue_at]
    if hand.token == NO_TOKEN:
        hand.ledger.next_k -= 1
        hand.queue_at -= 1
        deal_next(hand, message, out)
    elif not hand.is_landed:
        out.append((m.MOVE_CARD, hand.token, place))
    else:
        out.append((m.ASK_FACE, hand.token))
    go_on(hand, message, out)


def see_slot_named(hand: Hand, message: tuple, out: list) -> None:
    """The slot is named to a person: its card counts as drawn."""
    hand.token = hand.ledger.leave(message[2])
    out.append((m.MOVE_CARD, hand.token, hand.queue[hand.queue_at]))


def see_hole_card_laid(hand: Hand, message: tuple, out: list) -> None:
    """A person laid a hole card at its seat."""
    lay_hole_card(hand, message, out)


def see_board_card_laid(hand: Hand, message: tuple, out: list) -> None:
    """A person laid the burn or a board card; a board card's face is entered next."""
    see_card_land(hand, message, out)
    if is_board(message[2]) and hand.token not in hand.ledger.face:
        out.append((m.ASK_FACE, hand.token))


def ask_step_face(hand: Hand, message: tuple, out: list) -> None:
    """The board card of a repair's step lies there, and the reader cannot tell its face."""
    correction = hand.correction
    out.append((m.ASK_FACE, correction.token if correction.faces_due else hand.token))


def learn_typed_face(hand: Hand, message: tuple, out: list) -> None:
    """The face of the board card, by a person's word."""
    hand.ledger.learn(hand.token, message[1])


def ask_doubted_face(hand: Hand, message: tuple, out: list) -> None:
    """The reader cannot tell an opened hole card: a person enters what lies there."""
    hand.correction.unread.append(message[1])
    hand.ledger.openings -= 1
    out.append((m.ASK_FACE, message[1]))


def learn_typed_hole_face(hand: Hand, message: tuple, out: list) -> None:
    """The face of an opened hole card, by a person's word."""
    token = face_to_type(hand)
    learn_hole_face(hand, (m.FACE_OPENED, token, message[1]), out)
