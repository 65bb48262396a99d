"""The questions that the rows of the hand ask, each a name in `hand_table`.

A guard looks and changes nothing. It answers YES, NO (the next row is tried) or a refusal code,
where a person or the shell asked for something that the rules do not allow now. Rule of the file:
a card that did something unasked is never refused here; it happened, and the answer is NO.
"""

from __future__ import annotations

from firmware.compat import const
from firmware.core.hand_state import NO_TOKEN
from firmware.core.ledger import SLOTS
from firmware.core.machine import NO, YES
from firmware.schema import faults
from firmware.schema import messages as m
from firmware.schema import settings as s

TYPE_CHECKING = False
if TYPE_CHECKING:
    from firmware.core.hand_state import Hand

CUT_MAX = 9999
_BOARD_CARDS = const(5)


def timer_is_old(hand: Hand, message: tuple) -> int:
    """Was this timer stopped or replaced before it came due?"""
    return NO if hand.timer.is_due(message) else YES


# ------------------------------------------------------------------ order, witness, cut


def epoch_is_ours(hand: Hand, message: tuple) -> int:
    """Does the message speak of this hand and this epoch?"""
    if message[1] != hand.number:
        return m.REFUSAL_WRONG_HAND
    return YES if message[2] == hand.ledger.epoch else m.REFUSAL_WRONG_EPOCH


def order_is_ours(hand: Hand, message: tuple) -> int:
    """An order over fewer or more slots than were loaded, or seats than take part, is not ours."""
    verdict = epoch_is_ours(hand, message)
    places = hand.ledger.fed if hand.number else len(hand.ring)
    if verdict == YES and message[4] != places:
        return m.REFUSAL_BAD_VALUE
    return verdict


def order_is_promised(hand: Hand, _: tuple) -> int:
    """Is there an order that must be revealed?"""
    return YES if hand.is_committed else NO


def witness_is_asked(hand: Hand, _: tuple) -> int:
    """Does the room have a witness?"""
    return YES if hand.rules[s.SETTING_WITNESS_MS] else NO


def is_witnessed(hand: Hand, _: tuple) -> int:
    """Did the witness promise in time?"""
    return YES if hand.is_witnessed else NO


def cut_is_allowed(hand: Hand, message: tuple) -> int:
    """The seat that is asked, or the floor (no seat) at any time."""
    _id, cut, seat = message
    if seat is not None and seat != hand.turn:
        return m.REFUSAL_NOT_YOUR_TURN
    return YES if 0 <= cut <= CUT_MAX else m.REFUSAL_BAD_VALUE


def button_is_drawn(hand: Hand, _: tuple) -> int:
    """Is it the order of seats that gives the first button (K1)?"""
    return NO if hand.number else YES


def seat_is_in_the_draw(hand: Hand, message: tuple) -> int:
    """Was the button drawn for a seat that takes part?"""
    return YES if message[1] in hand.ring else m.REFUSAL_NO_SUCH_SEAT


def seats_are_drawn(hand: Hand, _: tuple) -> int:
    """Is it the order of seats that seats players (K1)?"""
    return YES if hand.to_seat else NO


def seats_are_in_the_draw(hand: Hand, message: tuple) -> int:
    """Was one seat drawn for each player, each once, among those that take part?"""
    seats = message[1]
    for seat in seats:
        if seat not in hand.ring:
            return m.REFUSAL_NO_SUCH_SEAT
    is_each_once = len(seats) == len(set(seats)) == hand.to_seat
    return YES if is_each_once else m.REFUSAL_BAD_VALUE


# ------------------------------------------------------------------ cards


def card_is_asked_for(hand: Hand, message: tuple) -> int:
    """Is it the card that was asked for, from a slot that still has one?"""
    _id, k, slot = message
    ledger = hand.ledger
    if hand.token != NO_TOKEN or k != ledger.next_k - 1 or not 0 <= slot < SLOTS:
        return NO
    return NO if ledger.epoch * 64 + slot in ledger.place else YES


def card_lands_as_sent(hand: Hand, message: tuple) -> int:
    """Is it the card under way, at the place it was sent to?"""
    if message[1] != hand.token or hand.token == NO_TOKEN or hand.is_landed:
        return NO
    return YES if message[2] == hand.queue[hand.queue_at] else NO


def face_is_of_board_card(hand: Hand, message: tuple) -> int:
    """Is it the board card under way, and a face not seen before?"""
    _id, token, face = message
    if token != hand.token or hand.queue[hand.queue_at] == m.PLACE_BURN:
        return NO
    if token in hand.ledger.face:
        return NO
    return YES if hand.ledger.is_new_face(face) else NO


def face_is_asked_for(hand: Hand, message: tuple) -> int:
    """Is it a hand that was asked to be opened, and a face not seen before?"""
    _id, token, face = message
    return YES if token in hand.faces_asked and hand.ledger.is_new_face(face) else NO


def card_is_incomplete(hand: Hand, _: tuple) -> int:
    """Does the card still have to land or to be read?"""
    if not hand.is_landed:
        return YES
    if hand.queue[hand.queue_at] == m.PLACE_BURN:
        return NO
    return NO if hand.token in hand.ledger.face else YES


def more_to_deal(hand: Hand, _: tuple) -> int:
    """Is the card that lies not the last of this deal?"""
    return YES if hand.queue_at + 1 < len(hand.queue) else NO


def faces_are_missing(hand: Hand, _: tuple) -> int:
    """Is the reader still to tell a face?"""
    return YES if hand.faces_asked else NO


def board_is_complete(hand: Hand, _: tuple) -> int:
    """Do five cards lie on the board?"""
    return YES if hand.street == m.STREET_RIVER else NO


# ------------------------------------------------------------------ betting


def action_is_legal(hand: Hand, message: tuple) -> int:
    """May this seat do this now, and for this amount?"""
    choice = message[2]
    to = message[3]
    if message[1] != hand.turn:
        return m.REFUSAL_NOT_YOUR_TURN
    if choice != m.CHOICE_RAISE:
        known = choice in (m.CHOICE_FOLD, m.CHOICE_CALL) and to is None
        return YES if known else m.REFUSAL_BAD_VALUE
    if to is None:
        return m.REFUSAL_AMOUNT_MISSING
    legal = hand.legal or (0, 0, 0, 0)  # seat, call, least, most
    if not legal[3]:
        return m.REFUSAL_RAISE_NOT_OPEN
    if to < legal[2]:
        return m.REFUSAL_BELOW_MINIMUM
    return YES if to <= legal[3] else m.REFUSAL_ABOVE_MAXIMUM


def turn_passes_on(hand: Hand, message: tuple) -> int:
    """Does another seat owe an answer on this street, and a player decide there?

    Asked first after every action. Nobody owes an answer when one hand is left.
    """
    seat = hand.next_turn
    if not seat or hand.turn or hand.by_itself[seat]:
        return NO
    return NO if hand.absent_count and a_player_walked_away(hand, message) == YES else YES


def one_hand_is_left(hand: Hand, _: tuple) -> int:
    """Has everybody folded but one?"""
    return YES if hand.betting.live_count == 1 else NO


def a_player_walked_away(hand: Hand, _: tuple) -> int:
    """Is a hand to be folded because its player is gone and has still to decide something?

    Who is all-in, or called an all-in, has nothing left to decide and stays in the hand; so does a
    hand that lies open.
    """
    if not hand.absent_count or hand.is_tabled:
        return NO
    if not hand.turn and not hand.next_turn and not hand.betting.can_still_bet():
        return NO
    return YES if absent_to_fold(hand) else NO


def absent_to_fold(hand: Hand) -> int:
    """Return a live seat with chips whose player is gone, or 0."""
    betting = hand.betting
    for seat in hand.ring:
        if hand.absent[seat] and betting.live[seat] and betting.stacks[seat]:
            return seat
    return 0


def turn_stands(hand: Hand, _: tuple) -> int:
    """Is the seat that was asked still to act (somebody else walked away)?"""
    return YES if hand.turn else NO


def warning_is_due(hand: Hand, _: tuple) -> int:
    """Is the time up to the warning over?"""
    return YES if hand.timer.kind == m.TIMER_ACTION and warning_seconds(hand) else NO


def warning_seconds(hand: Hand) -> int:
    """Return how long before the end of a decision's time its player is warned; 0: never."""
    seconds = hand.rules[s.SETTING_WARNING_SECONDS]
    return seconds if seconds < hand.rules[s.SETTING_ACTION_SECONDS] else 0


def time_bank_is_left(hand: Hand, _: tuple) -> int:
    """Has the player something left of the reserve?"""
    return YES if time_bank_left(hand, hand.turn) > 0 else NO


def time_bank_left(hand: Hand, seat: int) -> int:
    """Return the seconds left of a player's reserve."""
    return hand.rules[s.SETTING_TIME_BANK_SECONDS] - hand.bank_used[seat]


def next_acts_by_itself(hand: Hand, _: tuple) -> int:
    """Does another seat owe an answer on this street that sits out?"""
    return YES if hand.next_turn else NO


# ------------------------------------------------------------------ held


def order_is_given_up(hand: Hand, message: tuple) -> int:
    """Is the promised order lost, and does the floor end the wait for it, under a name?"""
    is_void = message[1] == m.RULING_VOID_HAND
    return YES if is_void and is_order_lost(hand) else m.REFUSAL_NOT_NOW


def is_order_lost(hand: Hand) -> bool:
    """Whether no card of the promised order can be dealt any more."""
    lost = (faults.CODES[faults.FAULT_ORDER_LOST], faults.DEVICES[faults.FAULT_ORDER_LOST])
    return lost in hand.faults


def something_holds(hand: Hand, _: tuple) -> int:
    """Is there an irregularity, an objection, or a device still to be repaired?"""
    return YES if hand.is_irregular or hand.objects or hand.faults else NO


def objection_is_withdrawn(hand: Hand, message: tuple) -> int:
    """Does the seat that objected call once more, while nothing else holds the hand?"""
    is_objector = hand.objects == message[1]
    return YES if is_objector and not hand.is_irregular and not hand.faults else NO


def hand_can_go_on(hand: Hand, message: tuple) -> int:
    """May the floor let the hand go on before a device is repaired?

    Without a panel, under a name, yes; never with motors stopped or after a card went wrong, nor
    without the order while cards are to come.
    """
    if message[1] != m.RULING_RESUME:
        return m.REFUSAL_BAD_VALUE
    if hand.is_irregular or (is_order_lost(hand) and len(hand.board) < _BOARD_CARDS):
        return m.REFUSAL_NOT_NOW
    for code, _device in hand.faults:
        if severity(code) == faults.SEVERITY_STOP:
            return m.REFUSAL_NOT_NOW
    return YES


def severity(code: str) -> int:
    """Return how bad a fault is; one that is not in the fault table is taken for the worst."""
    fault = faults.by_code(code)
    return faults.SEVERITY[fault] if fault else faults.SEVERITY_STOP


def can_be_kept(hand: Hand, _: tuple) -> int:
    """A fact can wait while a device is repaired, not after a card went wrong."""
    return NO if hand.is_irregular else YES
