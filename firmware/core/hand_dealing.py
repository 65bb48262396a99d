"""Steps of the deal: antes and blinds, hole cards, burns and the board, one card at a time.

A card is asked for, is seen to leave the machine, is sensed in its well; only then the next is
asked for. A board card's face is read on the way, a hole card's is not. Functions here are actions
named in `hand_table`; by the time one runs, the guards have said that it may. Rule of the file:
at most one card is under way.
"""

from __future__ import annotations

from firmware.compat import const
from firmware.core.hand_state import NO_TOKEN
from firmware.core.hand_turns import erase_folded
from firmware.core.structures import STRADDLE_BLINDS
from firmware.schema import messages as m
from firmware.schema import settings as s

TYPE_CHECKING = False
if TYPE_CHECKING:
    from firmware.core.hand_state import Hand

_FLOP = (m.PLACE_BOARD1, m.PLACE_BOARD2, m.PLACE_BOARD3)
_TURN = (m.PLACE_BOARD4,)
_RIVER = (m.PLACE_BOARD5,)
_BURN = (m.PLACE_BURN,)
_BEFORE_FIRST = const(-1)  # place in the queue of cards to be dealt
# By street: its places with the burn and without (house rule K10, or the burn lies already).
_STREETS = ((), _BURN + _FLOP, _BURN + _TURN, _BURN + _RIVER)
_BOARDS = ((), _FLOP, _TURN, _RIVER)
# House rule ante_mode as columns: paid by everybody; by the seat of (button, small, big), or None.
_ANTES = ((False, None), (True, None), (False, 2), (False, 0))


def post_and_deal(hand: Hand, _: tuple, out: list) -> None:
    """Antes, blinds and promised posts; then two rounds of cards from the left of the button."""
    post_forced(hand, out)
    correction = hand.correction
    correction.is_settled = True
    dealt_in = hand.betting.live_seats()
    hand.awards.begin(hand.ring)
    hand.queue = dealt_in + dealt_in  # a seat's place has the seat's number
    hand.queue_at = _BEFORE_FIRST
    deal_next(hand, _, out)


def post_forced(hand: Hand, out: list) -> None:
    """All that is paid before the first card; seats that get no cards fold at once."""
    betting = hand.betting
    rules = hand.rules
    everybody, place = _ANTES[rules[s.SETTING_ANTE_MODE]]
    payer = 0 if place is None else hand.positions[place]
    ante_first = rules[s.SETTING_ANTE_ORDER] == s.ANTE_ORDER_ANTE_FIRST
    if everybody:
        ante = rules[s.SETTING_ANTE]
        for seat in hand.ring:
            _report_forced(seat, m.FORCED_ANTE, betting.post_ante(seat, ante), out)
    if ante_first:
        _post_ante_for_all(hand, payer, out)
    short = _post_blinds(hand, out)
    if not ante_first:
        _post_ante_for_all(hand, payer, out)
    for seat in hand.ring:
        _keep_promise(hand, seat, out)
    big_blind = rules[s.SETTING_BIG_BLIND]
    seat = hand.straddler()
    if seat and (hand.is_straddled or rules[s.SETTING_STRADDLE] == s.STRADDLE_EVERY_HAND):
        straddle = STRADDLE_BLINDS * big_blind
        short += straddle - _post_straddle(hand, seat, straddle, out)
        betting.open_preflop(straddle, True, short)
    else:
        betting.open_preflop(big_blind, False, short)
    for seat in hand.undealt:
        betting.fold(seat)


def _post_ante_for_all(hand: Hand, payer: int, out: list) -> None:
    """One ante for the whole table (TDA RP-11); the seat of a dead button may be empty."""
    if payer in hand.ring:
        paid = hand.betting.post_dead(payer, hand.rules[s.SETTING_ANTE])
        _report_forced(payer, m.FORCED_ANTE, paid, out)


def _post_blinds(hand: Hand, out: list) -> int:
    """Small and big blind; returns what they lack of their full amounts."""
    betting = hand.betting
    _button, small, big = hand.positions
    short = hand.rules[s.SETTING_SMALL_BLIND]
    if small in hand.ring:  # under the dead-button rule it may be an empty seat
        paid = betting.post_blind(small, short)
        _report_forced(small, m.FORCED_SMALL_BLIND, paid, out)
        short -= paid
    big_blind = hand.rules[s.SETTING_BIG_BLIND]
    paid = betting.post_blind(big, big_blind)
    _report_forced(big, m.FORCED_BIG_BLIND, paid, out)
    hand.last_blind = big
    return short + big_blind - paid


def _keep_promise(hand: Hand, seat: int, out: list) -> None:
    """A player who comes back posts what was promised; who has a blind posts no more than that.

    What is posted as a bet is no more than the big blind, which may have fallen since the promise.
    """
    dead = hand.posts_dead[seat]
    live = min(hand.posts_live[seat], hand.rules[s.SETTING_BIG_BLIND])
    if (not dead and not live) or seat in hand.positions[1:]:
        return
    betting = hand.betting
    _report_forced(seat, m.FORCED_POST, betting.post_blind(seat, live), out)
    _report_forced(seat, m.FORCED_DEAD_BLIND, betting.post_dead(seat, dead), out)


def _post_straddle(hand: Hand, seat: int, amount: int, out: list) -> int:
    """A blind like the others: the straddler acts last before the flop (R004-30)."""
    paid = hand.betting.post_blind(seat, amount - hand.betting.bets[seat])
    _report_forced(seat, m.FORCED_STRADDLE, paid, out)
    hand.last_blind = seat
    return hand.betting.bets[seat]


def _report_forced(seat: int, forced: int, paid: int, out: list) -> None:
    if paid:
        out.append((m.FORCED_BET_POSTED, seat, forced, paid))


def deal_next(hand: Hand, _: tuple, out: list) -> None:
    """Ask for the next card."""
    hand.token = NO_TOKEN
    hand.is_landed = False
    hand.queue_at += 1
    ledger = hand.ledger
    if hand.correction.is_manual:
        out.append((m.NAME_SLOT, ledger.next_k))
    else:
        out.append((m.DEAL_CARD, ledger.next_k, hand.queue[hand.queue_at]))
    ledger.next_k += 1


def deal_places(hand: Hand, places: tuple[int, ...], out: list) -> None:
    """Ask for the first of the cards that go to these places."""
    hand.queue = places
    hand.queue_at = _BEFORE_FIRST
    deal_next(hand, (), out)


def skip_empty_slot(hand: Hand, message: tuple, out: list) -> None:
    """The card of this slot left before, unasked or with another: the next one is dealt."""
    correction = hand.correction
    if not hand.ledger.is_out(hand.ledger.token_of(message[2])):
        correction.doubled -= 1
    hand.queue_at -= 1
    deal_next(hand, message, out)


def see_card_leave(hand: Hand, message: tuple, out: list) -> None:
    """The card has a token from now on."""
    hand.token = hand.ledger.leave(message[2])


def see_card_land(hand: Hand, message: tuple, out: list) -> None:
    """The card lies where it was sent."""
    hand.is_landed = True
    hand.ledger.land(message[1], message[2])


def lay_hole_card(hand: Hand, message: tuple, out: list) -> None:
    """A hole card lies face down at its seat."""
    see_card_land(hand, message, out)
    held = hand.hole[message[2]]
    held.append(message[1])
    out.append((m.HOLE_CARD_DEALT, message[2], len(held), message[1]))


def open_preflop(hand: Hand, _: tuple, out: list) -> None:
    """The first to act is left of the last blind: heads-up that is the button."""
    hand.token = NO_TOKEN
    hand.next_turn = hand.betting.next_turn(hand.last_blind)


def begin_street(hand: Hand, _: tuple, out: list) -> None:
    """Bets are collected; the burn or the first board card is asked for."""
    hand.betting.begin_street()
    if hand.folded:
        erase_folded(hand, out)
    hand.street += 1
    is_burnt = hand.correction.burnt[hand.street]
    hand.queue = _BOARDS[hand.street] if is_burnt else _STREETS[hand.street]
    hand.queue_at = _BEFORE_FIRST
    deal_next(hand, _, out)


def learn_face(hand: Hand, message: tuple, out: list) -> None:
    """The reader has named the board card under way."""
    hand.ledger.learn(message[1], message[2])


def note_burn(hand: Hand, out: list) -> None:
    """The burn of the street lies, if it is one and was not noted before."""
    burnt = hand.correction.burnt
    if hand.queue[hand.queue_at] == m.PLACE_BURN and not burnt[hand.street]:
        burnt[hand.street] = True
        out.append((m.CARD_BURNT, hand.street, hand.token))


def _lay_board_card(hand: Hand, out: list) -> None:
    if hand.queue[hand.queue_at] == m.PLACE_BURN:
        note_burn(hand, out)
    else:
        hand.board.append(hand.ledger.face_of(hand.token))


def lay_and_deal_next(hand: Hand, message: tuple, out: list) -> None:
    """The burn or board card lies; ask for the next one."""
    _lay_board_card(hand, out)
    deal_next(hand, message, out)


def finish_street(hand: Hand, _: tuple, out: list) -> None:
    """The street's last card lies; betting opens left of the button."""
    _lay_board_card(hand, out)
    hand.token = NO_TOKEN
    out.append((m.BOARD_DEALT, hand.street, tuple(hand.board)))
    hand.next_turn = hand.betting.next_turn(0)
