"""Steps at the end of a hand: the uncalled bet, the showdown, the pots.

The uncalled part of a bet goes back first. Players show in order or muck; when no more betting is
possible all live hands are opened at once (R001-09, TDA 16). The reader opens a face only when a
step here asks for it. Functions here are actions named in `hand_table`; by the time one runs, the
guards have said that it may. Rule of the file: all chips in the pots are paid out, pot by pot.
"""

from __future__ import annotations

from firmware.core.hand_turns import erase_faces, erase_folded
from firmware.core.pots import form_pots
from firmware.core.rake import rake_of
from firmware.core.showdown import shares, show_order, winners
from firmware.core.showdown_guards import next_to_show
from firmware.core.split import split_by
from firmware.evaluator import evaluate, evaluate_seven
from firmware.evaluator.ranks import category
from firmware.schema import messages as m
from firmware.schema import settings as s

TYPE_CHECKING = False
if TYPE_CHECKING:
    from firmware.core.hand_state import Hand


def _return_uncalled(hand: Hand, out: list) -> None:
    seat, amount = hand.betting.return_uncalled()
    if amount:
        out.append((m.UNCALLED_BET_RETURNED, seat, amount))


def award_unopposed(hand: Hand, message: tuple, out: list) -> None:
    """Everybody else folded: the pots go to the last hand, and it is not shown (TDA 17)."""
    hand.timer.stop(out)
    hand.turn = 0
    hand.legal = None
    erase_folded(hand, out)
    _return_uncalled(hand, out)
    award_pots(hand, message, out)


def _order_of_showing(hand: Hand) -> tuple[int, ...]:
    betting = hand.betting
    return show_order(hand.ring, betting.live, betting.aggressor)


def table_all_hands(hand: Hand, _: tuple, out: list) -> None:
    """Open all live hands, in the order of showing; a repair may have come between."""
    erase_folded(hand, out)
    _return_uncalled(hand, out)
    hand.show_order = _order_of_showing(hand)
    for seat in hand.show_order:
        if not hand.shown[seat]:
            _ask_faces(hand, seat, out)


def note_all_tabled(hand: Hand, _: tuple, out: list) -> None:
    """All live hands lie open."""
    hand.is_tabled = True


def begin_showdown(hand: Hand, _: tuple, out: list) -> None:
    """The betting is over and nobody is all-in: hands are shown in order."""
    erase_folded(hand, out)
    _return_uncalled(hand, out)
    hand.show_order = _order_of_showing(hand)


def ask_show(hand: Hand, _: tuple, out: list) -> None:
    """It is the next hand's turn to show or muck."""
    hand.turn = next_to_show(hand)
    out.append((m.SHOW_ASKED, hand.turn))
    seconds = hand.rules[s.SETTING_SHOW_SECONDS]
    if seconds:
        hand.timer.start(m.TIMER_SHOW, seconds * 1000, out)


def muck_hand(hand: Hand, message: tuple, out: list) -> None:
    """The seat in turn gives up its hand, or says nothing until its time is up."""
    if message[0] == m.TIMER_FIRED:
        hand.timer.fired()
    hand.timer.stop(out)
    _muck(hand, hand.turn, out)


def muck_absent(hand: Hand, _: tuple, out: list) -> None:
    """The player in turn is gone: the hand is given up."""
    hand.timer.stop(out)
    _muck(hand, next_to_show(hand), out)


def _muck(hand: Hand, seat: int, out: list) -> None:
    hand.turn = 0
    hand.betting.fold(seat)
    out.append((m.HAND_MUCKED, seat))
    erase_faces(hand, seat, out)


def uncover_hand(hand: Hand, message: tuple, out: list) -> None:
    """The seat in turn shows, or its time is up and it is shown."""
    if message[0] == m.TIMER_FIRED:
        hand.timer.fired()
    hand.timer.stop(out)
    seat = hand.turn
    hand.turn = 0
    _ask_faces(hand, seat, out)


def _ask_faces(hand: Hand, seat: int, out: list) -> None:
    correction = hand.correction
    hole = hand.hole[seat]
    for token in hand.faces_asked:
        if token in hole:
            return  # asked before a repair, and still to come
    for token in hole:
        hand.faces_asked.append(token)
        if correction.is_manual or token in correction.unread:
            out.append((m.ASK_FACE, token))
        else:
            hand.ledger.openings += 1
            out.append((m.OPEN_FACE, token))


def learn_hole_face(hand: Hand, message: tuple, out: list) -> None:
    """A hand is shown when the reader has opened both its cards."""
    _id, token, face = message
    ledger = hand.ledger
    ledger.learn(token, face)
    hand.faces_asked.remove(token)
    seat = hand.seat_of(token)
    cards = _hole_faces(hand, seat)
    if len(cards) == 2:
        hand.shown[seat] = True
        value = kind = None
        if hand.street == m.STREET_RIVER:
            value = hand.values[seat] = evaluate_seven(cards + tuple(hand.board))
            kind = category(value)
        out.append((m.HAND_SHOWN, seat, cards, value, kind))


def _hole_faces(hand: Hand, seat: int) -> tuple[int, ...]:
    face = hand.ledger.face
    return tuple([face[token] for token in hand.hole[seat] if token in face])


def play_board(hand: Hand, _: tuple, out: list) -> None:
    """The seat in turn plays the board and keeps its cards hidden (R004-37)."""
    hand.timer.stop(out)
    seat = hand.turn
    hand.turn = 0
    hand.shown[seat] = True
    value = hand.values[seat] = evaluate(tuple(hand.board))
    out.append((m.BOARD_PLAYED, seat, value, category(value)))
    erase_faces(hand, seat, out)


def show_result(hand: Hand, _: tuple, out: list) -> None:
    """The board as read and who wins what, before any chip moves (TDA 22)."""
    betting = hand.betting
    _value_hands(hand, out)
    seconds = hand.rules[s.SETTING_OBJECTION_SECONDS]
    out.append((m.RESULT_READ, tuple(hand.board), seconds))
    pots = form_pots(betting.contributed, betting.live, hand.ring, betting.dead)
    hand.decided = [(chips, tuple(sorted(winners(seats, hand.values)))) for chips, seats in pots]
    for pot in range(len(pots)):
        out.append((m.POT_DECIDED, pot) + hand.decided[pot])
    hand.timer.start(m.TIMER_OBJECTION, seconds * 1000, out)


def _value_hands(hand: Hand, out: list) -> None:
    values = hand.values
    for seat in hand.betting.live_seats():
        if not values[seat]:  # opened before the board was complete, or a face was corrected
            cards = _hole_faces(hand, seat) + tuple(hand.board)
            evaluator = evaluate_seven if len(cards) > len(hand.board) else evaluate
            value = values[seat] = evaluator(cards)
            out.append((m.HAND_RANKED, seat, value, category(value)))


def award_pots(hand: Hand, _: tuple, out: list) -> None:
    """Pots are built once; side pots are awarded first, each split on its own (TDA 16, 21)."""
    hand.timer.fired()
    betting = hand.betting
    pots = form_pots(betting.contributed, betting.live, hand.ring, betting.dead)
    for pot in range(len(pots)):
        amount, seats = pots[pot]
        out.append((m.POT_FORMED, pot, amount, tuple(sorted(seats))))
    pots = _raked(hand, pots, out)
    values = hand.values
    if not betting.is_one_left():
        _value_hands(hand, out)
    button, _small, big = hand.positions
    for pot in range(len(pots) - 1, -1, -1):
        amount, seats = pots[pot]
        tied = winners(seats, values)
        for seat, chips in shares(amount, tied, hand.rules[s.SETTING_ODD_CHIP], button, big):
            if chips:
                betting.award(seat, chips)
                hand.awards.won[seat] += chips
                out.append((m.POT_AWARDED, pot, seat, chips))


def _raked(
    hand: Hand, pots: list[tuple[int, tuple[int, ...]]], out: list
) -> list[tuple[int, tuple[int, ...]]]:
    """Return the pots as they are awarded: less the house's share, if it takes one."""
    amounts = [amount for amount, _ in pots]
    rake = rake_of(hand.rules, sum(amounts), hand.street > m.STREET_PREFLOP)
    if not rake:
        return pots
    taken = split_by(rake, amounts)
    for pot in range(len(pots)):
        if taken[pot]:
            out.append((m.RAKE_TAKEN, pot, taken[pot]))
    hand.betting.in_pot -= rake
    hand.rake = rake
    return [(pots[pot][0] - taken[pot], pots[pot][1]) for pot in range(len(pots))]


def finish_hand(hand: Hand, message: tuple, out: list) -> None:
    """Tell the stacks and ask for the reveal."""
    seats = tuple(sorted(hand.ring))
    stacks = tuple([hand.betting.stacks[seat] for seat in seats])
    out.append((m.HAND_FINISHED, hand.number, seats, stacks))
    hand.awards.close()
    ask_reveal(hand, message, out)


def ask_reveal(hand: Hand, _: tuple, out: list) -> None:
    """Ask for the order and its nonce, for everybody to check."""
    out.append((m.REVEAL_ORDER, hand.number, hand.ledger.epoch))
