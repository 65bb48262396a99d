"""The questions that the rows of a repair ask: what is the next step, and is it done already?

A guard looks and changes nothing. Rule of the file: a step that has nothing to do is passed by,
so a procedure reads the same whatever had happened when it began.
"""

from __future__ import annotations

from firmware.core.correction import NO_TOKEN, next_step, unburnt
from firmware.core.hand_guards import card_is_incomplete, severity
from firmware.core.hand_sensed import is_board, is_seat, report_of
from firmware.core.hand_table import (
    BETTING,
    BOARD_CARD_LIES,
    COMMITTING,
    DEALING_BOARD,
    DEALING_HOLE,
    ENDED,
    HAND_TABLED,
    HAND_UNCOVERED,
    HELD,
    HOLE_CARD_LIES,
    MOVING,
    NEXT_TO_SHOW,
    OBJECTING,
    OVER,
    SHOWING,
    TABLING,
    TYPING,
    UNCOVERING,
)
from firmware.core.machine import NO, YES
from firmware.core.rule_book import is_past_misdeal, ruling_for, stage_of
from firmware.core.substantial import has_acted
from firmware.schema import faults
from firmware.schema import irregularities as i
from firmware.schema import messages as m
from firmware.schema import rulings as r

TYPE_CHECKING = False
if TYPE_CHECKING:
    from firmware.core.hand_state import Hand

_WITH_SEAT = (
    i.IRREGULARITY_HOLE_CARD_EXPOSED,
    i.IRREGULARITY_PLAYER_EXPOSED_CARD,
    i.IRREGULARITY_SEAT_LEFT_OUT,
    i.IRREGULARITY_HOLE_CARD_MISSING,
)
"""Reports that must name a seat of the hand."""

_BEFORE_CARDS = (
    i.IRREGULARITY_WRONG_BUTTON,
    i.IRREGULARITY_DECK_DISORDERED,
    i.IRREGULARITY_DUPLICATE_FACE,
    i.IRREGULARITY_FOREIGN_CARD,
    i.IRREGULARITY_MISSING_CARD,
)
"""Reports that need no card to have been dealt."""

_FOUL = _BEFORE_CARDS[2:]
_REPORTED = (
    i.IRREGULARITY_FIRST_HOLE_CARD_EXPOSED,
    i.IRREGULARITY_HOLE_CARD_EXPOSED,
    i.IRREGULARITY_TWO_HOLE_CARDS_EXPOSED,
    i.IRREGULARITY_FLOP_TOO_MANY,
    i.IRREGULARITY_STREET_TOO_MANY,
    i.IRREGULARITY_DOUBLE_BURN,
    i.IRREGULARITY_DUPLICATE_FACE,
    i.IRREGULARITY_FOREIGN_CARD,
    i.IRREGULARITY_MISSING_CARD,
)
"""Irregularities that a sensor tells and a person may see as well."""


# ------------------------------------------------------------------ is everything at rest?


def a_card_is_under_way(hand: Hand, _: tuple) -> int:
    """Has a stray card, or the card that was asked for, still to land or to be read?"""
    correction = hand.correction
    if correction.stray != NO_TOKEN:
        return YES
    if not correction.is_dealing or correction.is_gone or correction.is_manual:
        return NO  # by hand, people wait with the card
    return step_card_is_incomplete(hand, _)


def step_card_is_incomplete(hand: Hand, _: tuple) -> int:
    """Has the card of the deal, or of a step, still to land, or its face to be read?"""
    if not hand.is_landed:
        return YES
    if not is_board(hand.queue[hand.queue_at]) or hand.token in hand.correction.unread:
        return NO
    return card_is_incomplete(hand, _)


def it_is_the_stray(hand: Hand, message: tuple) -> int:
    """Does the message tell of the card that left unasked?"""
    return YES if message[1] == hand.correction.stray else NO


def it_is_out_of_play(hand: Hand, message: tuple) -> int:
    """Does the message tell of a card that is out of play, or on its way there?"""
    correction = hand.correction
    is_out = message[1] == correction.stray or message[1] in correction.out_of_play
    return YES if is_out else NO


def hole_card_lands(hand: Hand, message: tuple) -> int:
    """Is it the hole card under way, at its seat?"""
    return YES if is_seat(message[2]) else NO


def slot_is_known_to_be_empty(hand: Hand, message: tuple) -> int:
    """Did the card of this slot leave before, unasked or together with another?"""
    is_out = hand.ledger.is_out(hand.ledger.token_of(message[2]))
    return YES if (is_out or hand.correction.doubled) and has_cards_left(hand) else NO


def has_cards_left(hand: Hand) -> bool:
    """Whether the order holds another card."""
    return hand.ledger.next_k < hand.correction.order_cards and hand.ledger.carousel > 0


def stub_runs_short(hand: Hand, _: tuple) -> int:
    """Are there fewer cards left than the next street needs?"""
    needed = 4 if hand.street == m.STREET_PREFLOP else 2
    return YES if hand.ledger.carousel < needed else NO


def doubt_is_of_a_hole_card(hand: Hand, message: tuple) -> int:
    """Is it a hole card whose face cannot be told (and not one that fouls the deck)?"""
    is_hole = bool(hand.queue) and is_seat(hand.queue[hand.queue_at])
    return YES if is_hole and message[2] in (m.DOUBT_UNREADABLE, m.DOUBT_UNSURE) else NO


# ------------------------------------------------------------------ reports


def report_can_be_ruled(hand: Hand, message: tuple) -> int:
    """Is it a report that somebody can make now, about a card or seat that there is?"""
    if not hand.number:
        return m.REFUSAL_NOT_NOW  # no card lies while the button is drawn
    kind = i.by_name(message[1])
    if not kind:
        return m.REFUSAL_BAD_VALUE
    if ENDED <= hand.state <= OVER and hand.state != HELD:
        return m.REFUSAL_TOO_LATE  # the chips are paid
    if i.NOTICED[kind] != i.NOTICED_REPORTED and kind not in _REPORTED:
        return m.REFUSAL_BAD_VALUE
    is_repaired = hand.correction.procedure and next_step(hand.correction)
    if is_repaired and kind not in _FOUL:
        return m.REFUSAL_NOT_NOW  # one repair after the other
    verdict = _seat_fits(hand, kind, message[3])
    if verdict != YES:
        return verdict
    if not hand.ledger.place and kind not in _BEFORE_CARDS:
        return m.REFUSAL_NOT_NOW
    if kind == i.IRREGULARITY_CARD_ON_FLOOR:
        is_lost = hand.correction.kind == i.IRREGULARITY_CARD_NOT_LANDED
        is_missing = is_lost and hand.correction.token == hand.token
        return YES if is_missing else m.REFUSAL_NOT_NOW
    if kind == i.IRREGULARITY_BURN_MISSING and hand.state != BETTING:
        return m.REFUSAL_NOT_NOW  # the street has to lie
    if kind == i.IRREGULARITY_CARD_MISREAD:
        if message[4] is None:
            return m.REFUSAL_BAD_VALUE
        if hand.ledger.token_with(message[4]) < 0:
            return m.REFUSAL_WRONG_CARD
    return YES if ruling_for(hand, kind)[0] else m.REFUSAL_NOT_NOW


def _seat_fits(hand: Hand, kind: int, seat: int | None) -> int:
    if kind == i.IRREGULARITY_WRONG_BUTTON:
        return YES if seat in hand.ring else m.REFUSAL_NO_SUCH_SEAT
    is_boxed = kind == i.IRREGULARITY_BOXED_CARD and stage_of(hand) == r.STAGE_DEAL
    if kind not in _WITH_SEAT and not is_boxed:
        return YES
    if seat not in hand.ring:
        return m.REFUSAL_NO_SUCH_SEAT
    needs_cards = is_boxed or kind in _WITH_SEAT[:2]
    if needs_cards and not hand.hole[seat]:
        return m.REFUSAL_NOT_NOW
    return YES


def report_stands(hand: Hand, message: tuple) -> int:
    """Is it a report after which the book changes nothing?"""
    verdict = report_can_be_ruled(hand, message)
    if verdict != YES:
        return verdict
    ruling, procedure = ruling_for(hand, report_of(hand, message)[0])
    return YES if ruling and procedure == r.PROCEDURE_STANDS else NO


# ------------------------------------------------------------------ the next step


def procedure_is_over(hand: Hand, _: tuple) -> int:
    """Are all steps done?"""
    return NO if next_step(hand.correction) else YES


def deal_is_to_be_finished(hand: Hand) -> bool:
    """Whether cards of the deal are still to come."""
    correction = hand.correction
    is_dealing = correction.came_from in (DEALING_HOLE, HOLE_CARD_LIES)
    return is_dealing and hand.queue_at + 1 < len(hand.queue)


def step_waits(hand: Hand, _: tuple) -> int:
    """Has the deal or the betting to be finished first?"""
    step = next_step(hand.correction)
    if step == r.STEP_FINISH_DEAL:
        return YES if deal_is_to_be_finished(hand) else NO
    if step != r.STEP_FINISH_BETTING:
        return NO
    is_dealing = hand.correction.came_from in (DEALING_HOLE, HOLE_CARD_LIES)
    return YES if is_dealing or hand.turn or hand.next_turn else NO


_NOTHING_LEFT = (r.STEP_FINISH_DEAL, r.STEP_FINISH_BETTING)


def step_is_done(hand: Hand, _: tuple) -> int:
    """Has the next step nothing to do (any more)?"""
    correction = hand.correction
    step = next_step(correction)
    is_done = step in _NOTHING_LEFT
    if step == r.STEP_MAKE_UP_BURN:
        is_done = correction.burnt[correction.target]
    elif step == r.STEP_BURN_ONE:
        is_done = unburnt(hand.rules)[correction.target]
    elif step == r.STEP_SET_ASIDE:
        is_done = not _to_lay_aside(hand)
    elif step in _RETURNS:
        is_done = not to_return(hand)
    elif step == r.STEP_TYPE_FACE:
        is_done = not face_is_wanted(hand)
    elif step == r.STEP_PUT_IN_PLACE:
        is_done = not hand.queue or correction.token == NO_TOKEN
    elif step == r.STEP_COMPLETE_FLOP:
        is_done = len(hand.board) > 2
    elif step in _CARRIED:
        is_done = card_to_carry(hand)[0] == NO_TOKEN
    return YES if is_done else NO


def to_return(hand: Hand) -> list[int]:
    """Cards that the step takes back to the stub: those out of play, or the whole board too."""
    out = hand.correction.out_of_play
    if next_step(hand.correction) != r.STEP_RETURN_BOARD:
        return out
    place = hand.ledger.place
    return out + [t for t in sorted(place) if is_board(place[t]) and t not in out]


def _to_lay_aside(hand: Hand) -> list[int]:
    place = hand.ledger.place
    return [t for t in hand.correction.out_of_play if place.get(t) != m.PLACE_ASIDE]


_CARRIED = (
    r.STEP_SET_ASIDE,
    r.STEP_EXPOSED_TO_BURN,
    r.STEP_EXTRA_TO_BURN,
    r.STEP_PUT_IN_PLACE,
    r.STEP_BOARD_TO_BURN,
    r.STEP_LAY_WITH_BURNS,
)


def card_to_carry(hand: Hand) -> tuple[int, int]:
    """Return (card, place) of the step that a person carries out; no card: nothing to do."""
    correction = hand.correction
    step = next_step(correction)
    token = correction.token
    if step == r.STEP_SET_ASIDE:
        left = _to_lay_aside(hand)
        return (left[0] if left else NO_TOKEN), m.PLACE_ASIDE
    if step == r.STEP_EXTRA_TO_BURN and correction.extras:
        return correction.extras[-1], m.PLACE_BURN
    if step == r.STEP_BOARD_TO_BURN:
        at = m.PLACE_BOARD1 + len(hand.board) - 1
        return _token_at(hand, at), m.PLACE_BURN
    if step == r.STEP_PUT_IN_PLACE:
        return token, hand.queue[hand.queue_at]
    return token, m.PLACE_BURN


def _token_at(hand: Hand, at: int) -> int:
    place = hand.ledger.place
    for token in sorted(place):
        if place[token] == at and token not in hand.correction.out_of_play:
            return token
    return NO_TOKEN


def step_is_carried(hand: Hand, _: tuple) -> int:
    """Does a person lay a card somewhere?"""
    step = next_step(hand.correction)
    if step in (r.STEP_RETURN_CARDS, r.STEP_RETURN_BOARD):
        return NO if place_to_return(hand) else YES
    return YES if step in _CARRIED else NO


def place_to_return(hand: Hand) -> int:
    """Return a place that the machine can empty without taking a card that stays, or 0."""
    place = hand.ledger.place
    out = to_return(hand)
    for token in out:
        at = place.get(token, m.PLACE_NOWHERE)
        if is_board(at) or at == m.PLACE_ASIDE:
            stays = [t for t in sorted(place) if place[t] == at and t not in out]
            if not stays:
                return at
    return 0


def step_returns(hand: Hand, _: tuple) -> int:
    """Does the machine take a card back?"""
    return YES if next_step(hand.correction) in _RETURNS else NO


_RETURNS = (r.STEP_RETURN_CARDS, r.STEP_RETURN_BOARD)


def step_deals_a_card(hand: Hand, _: tuple) -> int:
    """Is one card dealt?"""
    return YES if next_step(hand.correction) in _DEALS else NO


_DEALS = (
    r.STEP_MAKE_UP_BURN,
    r.STEP_BURN_ONE,
    r.STEP_DEAL_REPLACEMENT,
    r.STEP_COMPLETE_FLOP,
    r.STEP_DEAL_AGAIN,
)


def step_asks_a_face(hand: Hand, _: tuple) -> int:
    """Does a person enter a face?"""
    return YES if next_step(hand.correction) in (r.STEP_TYPE_FACE, r.STEP_SCRAMBLE_BOARD) else NO


def face_is_wanted(hand: Hand) -> bool:
    """Whether the face of the card under repair is to be entered."""
    correction = hand.correction
    if correction.face != NO_TOKEN:
        return True
    token = correction.token
    is_open = is_board(hand.ledger.place.get(token, m.PLACE_NOWHERE))
    return is_open and hand.ledger.face_of(token) < 0


def _is_step(hand: Hand, step: int) -> int:
    return YES if next_step(hand.correction) == step else NO


def step_ends_epoch(hand: Hand, _: tuple) -> int:
    """Is the stub shuffled, and the old order to be revealed first (design 4.5)?"""
    return _is_step(hand, r.STEP_RESHUFFLE) if hand.is_committed else NO


def step_reshuffles(hand: Hand, _: tuple) -> int:
    """Is the stub shuffled?"""
    return _is_step(hand, r.STEP_RESHUFFLE)


def step_collects(hand: Hand, _: tuple) -> int:
    """Are all cards collected?"""
    return _is_step(hand, r.STEP_COLLECT_ALL)


def step_deals_street(hand: Hand, _: tuple) -> int:
    """Is the street dealt?"""
    return _is_step(hand, r.STEP_DEAL_STREET)


def step_redeals(hand: Hand, _: tuple) -> int:
    """Is everything dealt again?"""
    return _is_step(hand, r.STEP_REDEAL)


def step_calls_floor(hand: Hand, _: tuple) -> int:
    """Does the floor decide?"""
    return _is_step(hand, r.STEP_CALL_FLOOR)


def step_voids(hand: Hand, _: tuple) -> int:
    """Is the hand void?"""
    return _is_step(hand, r.STEP_VOID_HAND)


# ------------------------------------------------------------------ outcomes of steps


def card_is_moved_as_asked(hand: Hand, message: tuple) -> int:
    """Is it the card that a person was asked to move, and the place?"""
    token, place = moved_card(hand)
    return YES if (token, place) == (message[1], message[2]) else m.REFUSAL_WRONG_CARD


def moved_card(hand: Hand) -> tuple[int, int]:
    """Return the card that a person is asked to move now and its place; no card: none."""
    correction = hand.correction
    if correction.procedure and next_step(correction) in _RETURNS:
        place = hand.ledger.place
        left = [t for t in to_return(hand) if place.get(t) != m.PLACE_ASIDE]
        return (left[0] if left else NO_TOKEN), m.PLACE_ASIDE
    return card_to_carry(hand)


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
        is_scramble = next_step(correction) == r.STEP_SCRAMBLE_BOARD
        return hand.ledger.token_with(hand.board[-1]) if is_scramble else correction.token
    if hand.state in (TABLING, UNCOVERING):
        return face_to_type(hand)
    is_open = hand.state == DEALING_BOARD and hand.token != NO_TOKEN and hand.is_landed
    is_by_hand = correction.is_manual or hand.token in correction.unread
    if is_open and is_by_hand and hand.token not in hand.ledger.face:
        return hand.token
    return NO_TOKEN


def place_is_the_one_returned(hand: Hand, message: tuple) -> int:
    """Is it the place that was to be emptied?"""
    return YES if message[1] == place_to_return(hand) else NO


def whole_deck_is_back(hand: Hand, message: tuple) -> int:
    """Are 52 cards there, and were only those faces opened that were asked for?"""
    _id, count, openings = message
    return YES if count == 52 and openings == hand.ledger.openings else NO


def is_next_card_fed(hand: Hand, message: tuple) -> int:
    """Is it the next card of the load?"""
    ledger = hand.ledger
    return YES if ledger.hopper and message[1] == ledger.fed + 1 else m.REFUSAL_NOT_NOW


def stub_is_loaded(hand: Hand, message: tuple) -> int:
    """Is every card that was to be shuffled in the carousel?"""
    ledger = hand.ledger
    return YES if message[1] == ledger.fed == ledger.carousel and not ledger.hopper else NO


def typed_face_fits(hand: Hand, message: tuple) -> int:
    """May this be the face: not one that is out on another card (design 4.8)?"""
    correction = hand.correction
    face = message[1]
    if next_step(correction) == r.STEP_SCRAMBLE_BOARD:
        return YES if hand.ledger.token_with(face) >= 0 and _is_on_board(hand, face) else NO_CARD
    if correction.face == face:
        return YES
    return YES if hand.ledger.is_new_face(face) else m.REFUSAL_CARD_OUT


NO_CARD = m.REFUSAL_WRONG_CARD


def _is_on_board(hand: Hand, face: int) -> bool:
    return is_board(hand.ledger.place.get(hand.ledger.token_with(face), m.PLACE_NOWHERE))


def order_is_of_a_reshuffle(hand: Hand, _: tuple) -> int:
    """Was the order made for a procedure, and not for the hand's beginning?"""
    return YES if hand.correction.procedure else NO


# ------------------------------------------------------------------ where the hand goes on


def _came_from(hand: Hand, *states: int) -> int:
    return YES if hand.correction.came_from in states else NO


def hole_card_is_gone(hand: Hand, _: tuple) -> int:
    """Is the hole card under way to be dealt again?"""
    return _came_from(hand, DEALING_HOLE) if hand.correction.is_gone else NO


def board_card_is_gone(hand: Hand, _: tuple) -> int:
    """Is the board card or burn under way to be dealt again?"""
    return _came_from(hand, DEALING_BOARD) if hand.correction.is_gone else NO


def came_from_deal(hand: Hand, _: tuple) -> int:
    """Were hole cards dealt?"""
    return _came_from(hand, DEALING_HOLE, HOLE_CARD_LIES)


def came_from_board(hand: Hand, _: tuple) -> int:
    """Was the board dealt?"""
    return _came_from(hand, DEALING_BOARD, BOARD_CARD_LIES)


def came_from_tabling(hand: Hand, _: tuple) -> int:
    """Were all hands opened?"""
    return _came_from(hand, TABLING, HAND_TABLED)


def came_from_uncovering(hand: Hand, _: tuple) -> int:
    """Was one hand opened?"""
    return _came_from(hand, UNCOVERING, HAND_UNCOVERED)


def came_from_showdown(hand: Hand, _: tuple) -> int:
    """Was a seat asked to show, or the result shown?"""
    return _came_from(hand, SHOWING, NEXT_TO_SHOW, OBJECTING)


def correction_waits_for_deal(hand: Hand, _: tuple) -> int:
    """Is there a repair that waited for the end of the deal?"""
    return YES if hand.correction.waits_for_deal else NO


def correction_is_due(hand: Hand, _: tuple) -> int:
    """Is there a repair that waited for the end of the betting?"""
    return YES if hand.correction.later else NO


# ------------------------------------------------------------------ the floor's closed list


def can_be_void(hand: Hand) -> bool:
    """Whether chips may go back: before substantial action, or when there is no whole deck.

    A deck whose order is lost or is just being made can deal nothing, and a log that lost its
    last lines does not know what was played.
    """
    if hand.correction.is_fouled or not is_past_misdeal(hand):
        return True
    if not hand.correction.is_settled:
        return True
    for code, _device in hand.faults:
        if code in _NOTHING_TO_DEAL:
            return True
    return False


_NOTHING_TO_DEAL = (
    faults.CODES[faults.FAULT_ORDER_LOST],
    faults.CODES[faults.FAULT_LOG_LOST],
)


def floor_voids(hand: Hand, message: tuple) -> int:
    """Does the floor void the hand, and may it?"""
    if message[1] != m.RULING_VOID_HAND:
        return NO
    return YES if can_be_void(hand) else m.REFUSAL_TOO_LATE


def floor_misdeals(hand: Hand, message: tuple) -> int:
    """Does the floor have everything dealt again, before substantial action?"""
    if message[1] != m.RULING_MISDEAL:
        return NO
    if hand.back == COMMITTING or hand.correction.is_manual or not hand.number:
        return m.REFUSAL_NOT_NOW
    return m.REFUSAL_TOO_LATE if is_past_misdeal(hand) else YES


def floor_shuffles(hand: Hand, message: tuple) -> int:
    """Does the floor have the stub shuffled?"""
    if message[1] != m.RULING_SHUFFLE_STUB:
        return NO
    correction = hand.correction
    if correction.is_manual or correction.is_fouled or not hand.is_irregular:
        return m.REFUSAL_NOT_NOW
    if correction.came_from < DEALING_HOLE:  # nothing is dealt: a misdeal is the same and more
        return m.REFUSAL_NOT_NOW
    return m.REFUSAL_NOT_NOW if _cannot_go_back(hand) else YES


def _cannot_go_back(hand: Hand) -> bool:
    """Whether a repair was broken into, or a board card lies there whose face nobody knows."""
    correction = hand.correction
    if correction.is_broken or correction.is_nested:
        return True
    is_dealt = hand.token != NO_TOKEN and hand.is_landed and hand.queue_at < len(hand.queue)
    is_open = is_dealt and is_board(hand.queue[hand.queue_at])
    return is_open and hand.token not in hand.ledger.face


def floor_finds_it_misread(hand: Hand, message: tuple) -> int:
    """Does the floor find that no card is twice or foreign, but that one was read wrong?"""
    kind = hand.correction.kind
    is_misread = kind in (i.IRREGULARITY_DUPLICATE_FACE, i.IRREGULARITY_FOREIGN_CARD)
    has_card = hand.ledger.is_out(hand.correction.token) and not hand.correction.is_broken
    return YES if message[1] == m.RULING_LET_STAND and is_misread and has_card else NO


def floor_lets_stand(hand: Hand, message: tuple) -> int:
    """Does the floor leave everything as it lies? A card that is missing does not lie."""
    if message[1] != m.RULING_LET_STAND:
        return NO
    if hand.correction.is_fouled or _cannot_go_back(hand):
        return m.REFUSAL_NOT_NOW
    return YES if hand.is_irregular and hand.correction.is_settled else m.REFUSAL_NOT_NOW


def floor_completes_by_hand(hand: Hand, message: tuple) -> int:
    """Does the floor finish the hand without the machine? An order to deal from is needed."""
    if message[1] != m.RULING_COMPLETE_BY_HAND:
        return NO
    correction = hand.correction
    can_go_back = correction.is_settled and not correction.is_broken
    return YES if can_go_back else m.REFUSAL_NOT_NOW


def floor_takes_back(hand: Hand, message: tuple) -> int:
    """Does the floor take the last action back, before the next action or card?"""
    if message[1] != m.RULING_TAKE_BACK_LAST_ACTION:
        return NO
    state = hand.back if hand.state == HELD else hand.state
    is_open = state == BETTING and not hand.is_irregular
    return YES if is_open and has_acted(hand.actions, hand.street) else m.REFUSAL_TOO_LATE


def floor_gives_up(hand: Hand, message: tuple) -> int:
    """Does the floor end a step that does not end by itself?"""
    is_known = message[1] in (m.RULING_VOID_HAND, m.RULING_COMPLETE_BY_HAND, m.RULING_MISDEAL)
    return YES if is_known else m.REFUSAL_BAD_VALUE


def repair_is_broken_into(hand: Hand, _: tuple) -> int:
    """Was another irregularity found while a repair ran?"""
    return YES if hand.correction.is_nested else NO


def repair_takes_it_in(hand: Hand, _: tuple) -> int:
    """Does a person still lay the card of a step, whatever else came?"""
    correction = hand.correction
    return YES if correction.procedure and correction.resumes == MOVING else NO


def procedure_can_go_on(hand: Hand, message: tuple) -> int:
    """Does the floor let a procedure go on that it was asked about?"""
    if message[1] != m.RULING_RESUME or not hand.is_irregular:
        return NO
    correction = hand.correction
    if correction.is_nested or next_step(correction):
        for code, _device in hand.faults:
            if severity(code) == faults.SEVERITY_STOP:
                return m.REFUSAL_NOT_NOW
        return YES
    return m.REFUSAL_NOT_NOW


# ------------------------------------------------------------------ by hand


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
    return _came_from(hand, DEALING_HOLE) if is_by_hand else NO


def board_card_is_finished_by_hand(hand: Hand, _: tuple) -> int:
    """Do people bring the burn or board card under way to its place?"""
    is_by_hand = card_is_to_be_finished_by_hand(hand)
    return _came_from(hand, DEALING_BOARD) if is_by_hand else NO
