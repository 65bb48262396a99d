"""What sensors, reader and people tell of a card gone wrong, put into the words of the rule book.

A sensor says "a card left slot 7 unasked, it lies on the board"; the book knows a premature turn.
Here each such fact is written into the deck ledger and named by what it means at this moment of
the hand. Nothing is ruled here and nothing moves. While a card is still on its way the hand looks
on: what it becomes is known when it lies. Functions here are actions named in `hand_table`. Rule
of the file: a fact is noted first and named afterwards, and what is not certain is not named.
"""

from __future__ import annotations

from firmware.compat import const
from firmware.core.correction import NO_TOKEN, NOT_CORRECTING
from firmware.core.hand_noted import is_board, is_seat, note_card_left, note_face
from firmware.core.hand_table import (
    BOARD_CARD_LIES,
    DEALING_BOARD,
    DEALING_HOLE,
    DEALING_STEP,
    HELD,
    LOOKED,
    LOOKING,
    STEP_LIES,
)
from firmware.core.ledger import SLOTS
from firmware.core.rule_book import book_of, stage_of
from firmware.core.timer import NOT_RUNNING
from firmware.schema import irregularities as i
from firmware.schema import messages as m
from firmware.schema import rulings as r
from firmware.schema import settings as s

TYPE_CHECKING = False
if TYPE_CHECKING:
    from firmware.core.hand_state import Hand

_DEALING = (DEALING_HOLE, DEALING_BOARD, DEALING_STEP)
_LATER = const(52)  # no card of the first round of the deal
_PREMATURE = (
    i.IRREGULARITY_PREMATURE_FLOP,
    i.IRREGULARITY_PREMATURE_TURN,
    i.IRREGULARITY_PREMATURE_RIVER,
    i.IRREGULARITY_EXTRA_BOARD_CARD,
)  # by the street whose betting runs
_CONTRADICTIONS = (
    i.IRREGULARITY_SLOT_DEALT_TWICE,
    i.IRREGULARITY_WRONG_FACE_ASKED,
    i.IRREGULARITY_UNCOMMANDED_CARD,
)
_DOUBTS = {
    m.DOUBT_DUPLICATE: i.IRREGULARITY_DUPLICATE_FACE,
    m.DOUBT_FOREIGN: i.IRREGULARITY_FOREIGN_CARD,
}


# ------------------------------------------------------------------ the hand looks up


def look_up(hand: Hand, out: list) -> None:
    """The game stands still from here: clock off, and where it stood is remembered."""
    correction = hand.correction
    is_paused = hand.state == HELD and not hand.is_irregular
    if (hand.back if is_paused else hand.state) in _DEALING:
        correction.is_dealing = True  # the card on its way lands first, held or not
    if correction.procedure and hand.state not in (HELD, LOOKING, LOOKED):
        correction.resumes = STEP_LIES if hand.state == DEALING_STEP else hand.state
    kind = hand.timer.kind
    if correction.came_from == NOT_CORRECTING:
        is_held = hand.state == HELD
        correction.came_from = hand.back if is_held else hand.state
        correction.clock = (hand.held_timer if is_held else kind, hand.timer.ms)
        hand.held_timer = NOT_RUNNING
    elif kind != NOT_RUNNING:
        hand.held_timer = kind
    hand.timer.stop(out)


def find(hand: Hand, kind: int, token: int, at: int, out: list) -> None:
    """An irregularity is found; it is ruled when everything lies still."""
    look_up(hand, out)
    correction = hand.correction
    correction.found.append((kind, token, at))
    if kind in _CONTRADICTIONS:
        correction.is_dealing = False  # what comes after a contradiction is not waited for
    out.append((m.IRREGULARITY_FOUND, i.NAMES[kind], None if token == NO_TOKEN else token))


# ------------------------------------------------------------------ a card that nobody asked for


def see_stray_leave(hand: Hand, message: tuple, out: list) -> None:
    """A card left its slot unasked."""
    slot = message[-1]
    ledger = hand.ledger
    token = ledger.token_of(slot)
    if ledger.is_out(token):
        find(hand, i.IRREGULARITY_SLOT_DEALT_TWICE, token, 0, out)
    elif not ledger.carousel or not 0 <= slot < SLOTS:
        find(hand, i.IRREGULARITY_UNCOMMANDED_CARD, NO_TOKEN, 0, out)
    else:
        look_up(hand, out)
        hand.correction.stray = ledger.leave(slot)


def find_card_left(hand: Hand, message: tuple, out: list) -> None:
    """The machine names another card than the one asked for: what it did is not known."""
    token = hand.ledger.token_of(message[2])
    kind = i.IRREGULARITY_UNCOMMANDED_CARD
    if hand.ledger.is_out(token):
        kind = i.IRREGULARITY_SLOT_DEALT_TWICE
    else:
        note_card_left(hand, message, out)
    find(hand, kind, token, 0, out)


def see_stray_land(hand: Hand, message: tuple, out: list) -> None:
    """The card that nobody asked for lies somewhere: now it has a name."""
    _id, token, at = message
    correction = hand.correction
    correction.stray = NO_TOKEN
    hand.ledger.land(token, at)
    if at == m.PLACE_CHUTE:  # it ran on into the hopper
        hand.ledger.take_back(token)
        token = NO_TOKEN
    kind = _stray_kind(hand, token, at)
    find(hand, kind, token, at, out)
    if kind == i.IRREGULARITY_PREMATURE_BURN:
        out.append((m.CARD_BURNT, _burnt_street(hand), token))


def _stray_kind(hand: Hand, token: int, at: int) -> int:
    stage = stage_of(hand)
    state = hand.correction.came_from
    if state < DEALING_HOLE:
        return i.IRREGULARITY_UNCOMMANDED_CARD
    if at == m.PLACE_BURN:
        return _burn_kind(hand)
    if is_board(at):
        hand.correction.out_of_play.append(token)
        return _board_kind(hand, state)
    if is_seat(at):
        hand.correction.extras.append(token)
        return _seat_kind(hand, at, stage)
    if token != NO_TOKEN:
        hand.correction.out_of_play.append(token)
    return i.IRREGULARITY_EXTRA_BOARD_CARD


def _burn_kind(hand: Hand) -> int:
    street = _burnt_street(hand)
    if street > m.STREET_RIVER or hand.correction.burnt[street]:
        return i.IRREGULARITY_DOUBLE_BURN
    hand.correction.burnt[street] = True
    return i.IRREGULARITY_PREMATURE_BURN


def _burnt_street(hand: Hand) -> int:
    """The street that a burn of now belongs to."""
    is_dealt = hand.correction.came_from in (DEALING_BOARD, BOARD_CARD_LIES)
    return hand.street if is_dealt else hand.street + 1


def _board_kind(hand: Hand, state: int) -> int:
    if state in (DEALING_BOARD, BOARD_CARD_LIES):
        many = hand.street == m.STREET_FLOP
        return i.IRREGULARITY_FLOP_TOO_MANY if many else i.IRREGULARITY_STREET_TOO_MANY
    if hand.street == m.STREET_FLOP and _is_turn_out(hand):
        return i.IRREGULARITY_PREMATURE_TURN_AND_RIVER
    return _PREMATURE[hand.street]


def _is_turn_out(hand: Hand) -> bool:
    """Whether a premature turn waits for the end of the betting, or to be laid aside."""
    correction = hand.correction
    is_repaired = correction.procedure != 0 and correction.kind in _TURNS
    return is_repaired or bool(correction.later)


_TURNS = (i.IRREGULARITY_PREMATURE_TURN, i.IRREGULARITY_PREMATURE_TURN_AND_RIVER)


def _seat_kind(hand: Hand, seat: int, stage: int) -> int:
    if seat not in hand.ring or not hand.betting.live[seat]:
        return i.IRREGULARITY_CARD_TO_EMPTY_SEAT
    if len(hand.correction.extras) > 1:
        return i.IRREGULARITY_EXTRA_CARDS
    is_first = seat == hand.betting.live_seats()[0]
    if stage != r.STAGE_DEAL and is_first:
        return i.IRREGULARITY_EXTRA_CARD_TO_FIRST
    return i.IRREGULARITY_EXTRA_CARD


def see_stray_face(hand: Hand, message: tuple, out: list) -> None:
    """The face of a card that is out of play; one that is out already fouls the deck."""
    _id, token, face = message
    ledger = hand.ledger
    if ledger.is_new_face(face):
        ledger.learn(token, face)
    elif ledger.face_of(token) != face:
        find(hand, i.IRREGULARITY_DUPLICATE_FACE, token, 0, out)


def see_stray_face_late(hand: Hand, message: tuple, out: list) -> None:
    """The same, when the card lies already."""
    note_face(hand, message, out)


def find_stray_lost(hand: Hand, message: tuple, out: list) -> None:
    """It left and nothing sensed it."""
    hand.correction.stray = NO_TOKEN
    find(hand, i.IRREGULARITY_CARD_NOT_LANDED, message[1], 0, out)


# ------------------------------------------------------------------ the card that was asked for


def find_astray(hand: Hand, message: tuple, out: list) -> None:
    """The card that was asked for lies elsewhere, or one is told that cannot be there."""
    _id, token, at = message
    ledger = hand.ledger
    correction = hand.correction
    if not ledger.is_out(token):
        find(hand, i.IRREGULARITY_UNCOMMANDED_CARD, token, at, out)
    elif token != hand.token or hand.is_landed or hand.state not in _DEALING + (LOOKING,):
        ledger.land(token, at)
        find(hand, i.IRREGULARITY_WRONG_FACE_ASKED, token, at, out)
    else:
        ledger.land(token, at)
        correction.is_gone = True
        find(hand, _astray_kind(hand, at), token, at, out)


def _astray_kind(hand: Hand, at: int) -> int:
    if is_seat(at) and is_seat(hand.queue[hand.queue_at]):
        is_dealt_in = at in hand.ring and hand.betting.live[at]
        return (
            i.IRREGULARITY_CARD_TO_WRONG_SEAT if is_dealt_in else i.IRREGULARITY_CARD_TO_EMPTY_SEAT
        )
    return i.IRREGULARITY_CARD_AT_WRONG_PLACE


def find_unlanded(hand: Hand, message: tuple, out: list) -> None:
    """The card that was asked for left and no well sensed it."""
    hand.correction.is_gone = True
    find(hand, i.IRREGULARITY_CARD_NOT_LANDED, message[1], 0, out)


def find_doubled(hand: Hand, message: tuple, out: list) -> None:
    """Two cards left as one; the second has no slot and no name yet."""
    hand.ledger.lose_one()
    hand.correction.doubled += 1
    look_up(hand, out)
    place = hand.queue[hand.queue_at] if hand.queue else 0
    find(hand, _doubled_kind(hand, place), message[1], place, out)


def _doubled_kind(hand: Hand, place: int) -> int:
    state = hand.correction.came_from
    if state not in _DEALING:
        return i.IRREGULARITY_DOUBLE_FEED
    if is_seat(place):
        return i.IRREGULARITY_EXTRA_CARD
    if place == m.PLACE_BURN:
        return i.IRREGULARITY_DOUBLE_BURN
    many = hand.street == m.STREET_FLOP
    return i.IRREGULARITY_FLOP_TOO_MANY if many else i.IRREGULARITY_STREET_TOO_MANY


def find_exposed(hand: Hand, message: tuple, out: list) -> None:
    """A card is face up that should not be: a hole card of the deal, or one that harms nobody."""
    token = message[1]
    look_up(hand, out)
    if token != hand.token or not is_seat(hand.queue[hand.queue_at]):
        find(hand, i.IRREGULARITY_EXPOSED_CARD, token, 0, out)
        return
    dealt_before = hand.queue_at if hand.correction.came_from == DEALING_HOLE else _LATER
    find_exposed_hole(hand, token, hand.queue[hand.queue_at], dealt_before, out)


def find_exposed_hole(hand: Hand, token: int, seat: int, dealt_before: int, out: list) -> None:
    """A hole card was exposed by the dealer, so many cards after the first one (K28)."""
    exposed = hand.correction.exposed
    exposed.append(token)
    kind = i.IRREGULARITY_HOLE_CARD_EXPOSED
    if len(exposed) + len(hand.correction.extras) > 1:
        kind = i.IRREGULARITY_TWO_HOLE_CARDS_EXPOSED
    elif dealt_before < 2 and (
        book_of(hand) != r.BOOK_R004 or dealt_before < hand.rules[s.SETTING_MISDEAL_EXPOSED_FIRST]
    ):  # one of the first two by TDA 35-A and RRoP; R004-38 as the house reads it
        kind = i.IRREGULARITY_FIRST_HOLE_CARD_EXPOSED
    find(hand, kind, token, seat, out)


def find_face(hand: Hand, message: tuple, out: list) -> None:
    """A face that was not asked for; one seen before on another card fouls the deck (TDA 35-E)."""
    _id, token, face = message
    ledger = hand.ledger
    kind = i.IRREGULARITY_WRONG_FACE_ASKED
    if not ledger.is_new_face(face) and ledger.face_of(token) != face:
        kind = i.IRREGULARITY_DUPLICATE_FACE
        hand.correction.unread.append(token)  # which card it is, nobody knows yet
    note_face(hand, message, out)
    find(hand, kind, token, 0, out)


def find_doubt(hand: Hand, message: tuple, out: list) -> None:
    """The reader cannot tell the face of a board card, or finds that it is none of this deck."""
    _id, token, doubt = message
    kind = _DOUBTS.get(doubt, i.IRREGULARITY_FACE_IN_DOUBT)
    hand.correction.unread.append(token)
    find(hand, kind, token, 0, out)


def note_doubt(hand: Hand, message: tuple, out: list) -> None:
    """The reader cannot tell a hole card's face: it is entered by hand if the rules show it."""
    hand.correction.unread.append(message[1])
    out.append((m.IRREGULARITY_FOUND, i.NAMES[i.IRREGULARITY_FACE_IN_DOUBT], message[1]))


def find_slot_empty(hand: Hand, message: tuple, out: list) -> None:
    """The card whose turn it is is nowhere: this is no whole deck."""
    hand.correction.is_gone = True
    find(hand, i.IRREGULARITY_SLOT_EMPTY, NO_TOKEN, 0, out)
