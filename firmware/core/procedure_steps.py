"""A repair, step by step: the ruling is made, and each step asks for one thing.

The book names a procedure, the procedure a list of steps. A step is a card that the machine deals
or takes back, a card that a person lays somewhere, a face entered, a shuffle, a payment, a
question to the floor. Its intent is reported before it begins, its outcome comes in as an input,
and only then the next one begins; so a power cut at any moment leaves the repair where it was.
Functions here are actions named in `hand_table`. Rule of the file: a step does what its one line
in `procedures.toml` says, and nothing else.
"""

from __future__ import annotations

from firmware.core.betting import Betting
from firmware.core.correction import NO_TOKEN, NOT_CORRECTING
from firmware.core.hand_dealing import (
    deal_places,
    lay_hole_card,
    see_card_land,
)
from firmware.core.hand_noted import is_seat
from firmware.core.hand_table import SETTLING
from firmware.core.hand_turns import erase_folded
from firmware.core.procedure_guards import moved_card, place_to_return, to_return
from firmware.core.rule_book import book_of, next_step
from firmware.core.structures import Structure
from firmware.core.timer import NOT_RUNNING
from firmware.schema import irregularities as i
from firmware.schema import messages as m
from firmware.schema import rulings as r

TYPE_CHECKING = False
if TYPE_CHECKING:
    from firmware.core.hand_state import Hand


def take_back_street(hand: Hand) -> None:
    """The street never was: nobody has acted on it, and it is dealt anew."""
    hand.board = hand.board[: _BOARD_BEFORE[hand.street]]
    hand.street -= 1
    hand.betting.street -= 1
    hand.turn = hand.next_turn = 0
    hand.legal = None
    hand.token = NO_TOKEN
    hand.correction.came_from = SETTLING
    hand.correction.clock = (NOT_RUNNING, 0)
    hand.correction.is_gone = False


# ------------------------------------------------------------------ steps that end at once


def tell_step(hand: Hand, out: list, token: int = NO_TOKEN, seat: int = 0) -> None:
    """Report that the next step begins, with its card and seat where it has them."""
    name = r.STEP_NAMES[next_step(hand.correction)]
    out.append((m.STEP_BEGUN, name, None if token == NO_TOKEN else token, seat or None))


def pass_step(hand: Hand, _: tuple, out: list) -> None:
    """The next step has nothing (more) to do."""
    hand.correction.step += 1


def wait_for_later(hand: Hand, _: tuple, out: list) -> None:
    """The deal or the betting is finished first; then the repair goes on."""
    correction = hand.correction
    tell_step(hand, out)
    correction.waits_for_deal = next_step(correction) == r.STEP_FINISH_DEAL
    _put_off(hand)


def _put_off(hand: Hand) -> None:
    correction = hand.correction
    correction.later = (
        correction.procedure,
        correction.step + 1,
        correction.kind,
        correction.token,
        correction.seat,
    )
    correction.procedure = 0


def do_step(hand: Hand, _: tuple, out: list) -> None:
    """A step that needs no card and nobody's answer."""
    correction = hand.correction
    step = next_step(correction)
    tell_step(hand, out, NO_TOKEN, correction.seat)
    _AT_ONCE[step](hand, out)
    correction.step += 1


def _place_button(hand: Hand, out: list) -> None:
    hand.button_to = hand.correction.seat


def _return_bets(hand: Hand, out: list) -> None:
    """Every chip is where it was when the hand began; nobody has acted."""
    for seat in hand.ring:
        hand.betting.stacks[seat] = hand.starting[seat]
    hand.betting = Betting(hand.betting.stacks, hand.ring, Structure(hand.rules, len(hand.ring)))
    hand.correction.is_broken = True
    hand.actions = []
    hand.turn = hand.next_turn = 0
    hand.legal = None
    hand.correction.clock = (NOT_RUNNING, 0)


def _kill_hand(hand: Hand, out: list) -> None:
    correction = hand.correction
    betting = hand.betting
    seat = correction.seat
    out.append((m.HAND_KILLED, seat))
    if not betting.live[seat] or betting.live_count < 2:
        return
    betting.fold(seat)
    for token in hand.hole[seat]:
        out.append((m.ERASE_FACE, token))
    if seat in (hand.turn, hand.next_turn):
        correction.clock = (NOT_RUNNING, 0)
        hand.turn = 0
        hand.legal = None
        hand.next_turn = betting.next_turn(seat)


_AT_ONCE = {
    r.STEP_RETURN_BETS: _return_bets,
    r.STEP_KILL_HAND: _kill_hand,
    r.STEP_PLACE_BUTTON: _place_button,
}


def end_procedure(hand: Hand, _: tuple, out: list) -> None:
    """The last step is done."""
    correction = hand.correction
    out.append((m.PROCEDURE_ENDED, r.PROCEDURE_NAMES[correction.procedure]))
    correction.procedure = 0
    correction.kind = 0
    correction.token = NO_TOKEN
    correction.face = NO_TOKEN


# ------------------------------------------------------------------ one card is dealt


_BOARD_BEFORE = (0, 0, 3, 4)  # cards on the board before each street
_BURNS = (r.STEP_MAKE_UP_BURN, r.STEP_BURN_ONE)


def deal_for_step(hand: Hand, _: tuple, out: list) -> None:
    """Ask for the card of the step; the deal that was interrupted is kept."""
    correction = hand.correction
    step = next_step(correction)
    if step in _BURNS:
        place = m.PLACE_BURN
    elif step == r.STEP_COMPLETE_FLOP:
        place = m.PLACE_BOARD1 + len(hand.board)
    else:
        place = correction.seat
    tell_step(hand, out, NO_TOKEN, correction.seat if is_seat(place) else 0)
    correction.saved = (hand.queue, hand.queue_at, hand.token, hand.is_landed)
    deal_places(hand, (place,), out)


def lay_step_card(hand: Hand, message: tuple, out: list) -> None:
    """The card of the step lies where it was sent."""
    if is_seat(message[2]):
        correction = hand.correction
        held = hand.hole[message[2]]
        if correction.token in held:
            held.remove(correction.token)
        lay_hole_card(hand, message, out)
    else:
        see_card_land(hand, message, out)


def end_step_deal(hand: Hand, _: tuple, out: list) -> None:
    """The card of the step is complete; the interrupted deal is what it was."""
    correction = hand.correction
    step = next_step(correction)
    token = hand.token
    if step in _BURNS:
        out.append((m.CARD_BURNT, correction.target, token))
        if step == r.STEP_MAKE_UP_BURN:
            correction.burnt[correction.target] = True
    elif step == r.STEP_COMPLETE_FLOP:
        hand.board.append(hand.ledger.face_of(token))
        out.append((m.BOARD_DEALT, hand.street, tuple(hand.board)))
    hand.queue, hand.queue_at, hand.token, hand.is_landed = correction.saved
    correction.saved = ()
    correction.step += 1


# ------------------------------------------------------------------ cards move


def ask_for_card(hand: Hand, _: tuple, out: list) -> None:
    """A person lays the card where the step wants it."""
    token, place = moved_card(hand)
    tell_step(hand, out, token)
    out.append((m.MOVE_CARD, token, place))


def see_card_moved(hand: Hand, message: tuple, out: list) -> None:
    """The card lies there, by a person's word."""
    _id, token, to, _by = message
    correction = hand.correction
    step = next_step(correction)
    hand.ledger.land(token, to)
    if step in (r.STEP_EXPOSED_TO_BURN, r.STEP_EXTRA_TO_BURN, r.STEP_BOARD_TO_BURN):
        _make_burn(hand, token, out)
        if step == r.STEP_BOARD_TO_BURN:
            take_back_street(hand)
    elif step == r.STEP_PUT_IN_PLACE:
        _lie_in_place(hand, token, to, out)
    if step not in (r.STEP_SET_ASIDE, r.STEP_RETURN_CARDS, r.STEP_RETURN_BOARD):
        correction.step += 1


def _make_burn(hand: Hand, token: int, out: list) -> None:
    """It is the burn of the next street, or of the one whose burn was missing."""
    correction = hand.correction
    street = correction.target
    if correction.kind != i.IRREGULARITY_BURN_MISSING:
        street = min(hand.street + 1, m.STREET_RIVER)
    correction.burnt[street] = True
    out.append((m.CARD_BURNT, street, token))


def _lie_in_place(hand: Hand, token: int, to: int, out: list) -> None:
    hand.correction.is_gone = False
    hand.is_landed = True
    if is_seat(to):
        held = hand.hole[to]
        held.append(token)
        out.append((m.HOLE_CARD_DEALT, to, len(held), token))


def return_one(hand: Hand, _: tuple, out: list) -> None:
    """The machine empties one place; the step is told once, however many they are."""
    correction = hand.correction
    if correction.told != correction.step:
        correction.told = correction.step
        tell_step(hand, out)
    out.append((m.RETURN_PLACE, place_to_return(hand)))


def see_place_returned(hand: Hand, message: tuple, out: list) -> None:
    """The place is empty; with its cards may come others that nobody had seen lie there.

    One that had left together with another, or some that were lost on their way and that a person
    has laid there since: which of those, nobody can tell.
    """
    _id, place, cards = message
    correction = hand.correction
    ledger = hand.ledger
    gone = [token for token in to_return(hand) if ledger.place.get(token) == place]
    for token in gone:
        ledger.take_back(token)
    more = cards - len(gone)
    if more > correction.doubled:
        lost = [t for t in sorted(ledger.place) if ledger.place[t] == m.PLACE_NOWHERE]
        for token in lost:
            ledger.forget(token)
        gone += lost
    correction.out_of_play = [t for t in correction.out_of_play if t not in gone]
    for _more in range(more):
        if ledger.missing > 0:
            correction.doubled = max(correction.doubled - 1, 0)
            ledger.find_one()


def deal_street(hand: Hand, message: tuple, out: list) -> None:
    """The street of the repair, without a burn; the rest of the procedure waits for the next."""
    correction = hand.correction
    tell_step(hand, out)
    street = correction.target
    correction.burnt[street] = True
    correction.is_gone = False
    is_new = hand.street < street
    correction.step += 1
    if next_step(correction):
        correction.step -= 1
        correction.burnt[min(street + 1, m.STREET_RIVER)] = True
        _put_off(hand)
    else:
        end_procedure(hand, message, out)
    correction.came_from = NOT_CORRECTING
    correction.clock = (NOT_RUNNING, 0)
    hand.turn = hand.next_turn = 0
    hand.legal = None
    erase_folded(hand, out)
    if is_new:
        hand.betting.begin_street()
        hand.street = street
    deal_places(hand, street_places(street), out)


def street_places(street: int) -> tuple[int, ...]:
    """Return the board places of a street."""
    if street == m.STREET_FLOP:
        return m.PLACE_BOARD1, m.PLACE_BOARD2, m.PLACE_BOARD3
    return (m.PLACE_BOARD4 if street == m.STREET_TURN else m.PLACE_BOARD5,)


def void_by_rule(hand: Hand, _: tuple, out: list) -> None:
    """All bets are back: the hand is void by the book."""
    tell_step(hand, out)
    for seat in hand.ring:
        hand.betting.stacks[seat] = hand.starting[seat]
    hand.betting.in_pot = 0
    hand.is_voided = True
    out.append((m.HAND_VOIDED, hand.number, r.BOOK_WORDS[book_of(hand)]))
