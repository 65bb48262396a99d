"""Steps of a betting round: whose turn, what was done, what happens when the time is up.

What may be done is computed in `betting`; here a turn is opened with its clock and an action is
carried out and reported. Functions here are actions named in `hand_table`; by the time one runs,
the guards have said that it may. Rule of the file: a timeout checks before it folds (R000-21).
"""

from __future__ import annotations

from firmware.core.hand_guards import absent_to_fold, time_bank_left, warning_seconds
from firmware.schema import messages as m
from firmware.schema import settings as s

TYPE_CHECKING = False
if TYPE_CHECKING:
    from firmware.core.hand_state import Hand


def open_turn(hand: Hand, _: tuple, out: list) -> None:
    """The action is on the next seat, with its clock."""
    seat = hand.next_turn
    hand.turn = seat
    _offer(hand, seat, out)
    seconds = hand.rules[s.SETTING_ACTION_SECONDS]
    if seconds:
        seconds -= warning_seconds(hand)
        hand.timer.start(m.TIMER_ACTION, seconds * 1000, out)


def _offer(hand: Hand, seat: int, out: list) -> None:
    legal = hand.betting.legal(seat)
    hand.legal = legal
    if legal[3]:
        out.append((m.TURN_OPENED,) + legal)
    else:  # no raise: only what there is to call
        out.append((m.TURN_OPENED, seat, legal[1], None, None))


def take_action(hand: Hand, message: tuple, out: list) -> None:
    """A seat has acted."""
    hand.timer.stop(out)
    _act(hand, message[1], message[2], message[3], None, out)


def warn_turn(hand: Hand, _: tuple, out: list) -> None:
    """The player's time is nearly up."""
    seconds = warning_seconds(hand)
    out.append((m.TIME_WARNED, hand.turn, seconds))
    hand.timer.start(m.TIMER_WARNING, seconds * 1000, out)


def use_time_bank(hand: Hand, _: tuple, out: list) -> None:
    """One more second of the player's reserve is used."""
    seat = hand.turn
    if hand.timer.kind != m.TIMER_TIME_BANK:
        out.append((m.TIME_BANK_OPENED, seat, time_bank_left(hand, seat)))
    hand.bank_used[seat] += 1
    hand.timer.start(m.TIMER_TIME_BANK, 1000, out)


def ms_after_timer(hand: Hand) -> int:
    """Return what is left of the turn when the running timer fires: warning or reserve."""
    kind = hand.timer.kind
    if kind == m.TIMER_ACTION:
        return warning_seconds(hand) * 1000
    return time_bank_left(hand, hand.turn) * 1000 if kind == m.TIMER_TIME_BANK else 0


def time_out(hand: Hand, _: tuple, out: list) -> None:
    """Time is up: a check if nothing is owed, else the hand is folded (R000-21)."""
    hand.timer.fired()
    seat = hand.turn
    betting = hand.betting
    owed = betting.current_bet - betting.bets[seat]
    out.append((m.TURN_TIMED_OUT, seat))
    _act(hand, seat, m.CHOICE_FOLD if owed else m.CHOICE_CALL, None, 1, out)
    if hand.rules[s.SETTING_ON_TIMEOUT] == s.ON_TIMEOUT_CHECK_FOLD_AND_SIT_OUT:
        hand.by_itself[seat] = True
        if not hand.sitting_out[seat]:
            hand.sitting_out[seat] = True
            out.append((m.PLAYER_SAT_OUT, seat))


def act_by_itself(hand: Hand, _: tuple, out: list) -> None:
    """A seat that sits out checks if that is free, else its hand is folded (R002-17)."""
    seat = hand.next_turn
    betting = hand.betting
    owed = betting.current_bet - betting.bets[seat]
    _act(hand, seat, m.CHOICE_FOLD if owed else m.CHOICE_CALL, None, None, out)


def _act(
    hand: Hand, seat: int, choice: int, to: int | None, timed_out: int | None, out: list
) -> None:
    betting = hand.betting
    current_bet = betting.current_bet
    if hand.folded:
        erase_folded(hand, out)
    if choice == m.CHOICE_CALL:
        action = m.ACTION_CALL if current_bet > betting.bets[seat] else m.ACTION_CHECK
        betting.call(seat)
    elif choice == m.CHOICE_FOLD:
        action = m.ACTION_FOLD
        betting.fold(seat)
    else:
        action = m.ACTION_RAISE if current_bet else m.ACTION_BET
        betting.raise_to(seat, to or 0)
    out.append((m.ACTION_TAKEN, seat, action, betting.bets[seat], betting.stacks[seat], timed_out))
    hand.actions.append((hand.street, seat, action, betting.bets[seat]))
    if action == m.ACTION_FOLD:
        hand.folded = seat
    hand.turn = 0
    hand.legal = None
    hand.next_turn = betting.next_turn(seat)


def erase_faces(hand: Hand, seat: int, out: list) -> None:
    """The hand is dead: the reader forgets it, so nobody can look afterwards."""
    for token in hand.hole[seat]:
        out.append((m.ERASE_FACE, token))


def erase_folded(hand: Hand, out: list) -> None:
    """The last fold can no longer be taken back: an action or a card follows it."""
    if hand.folded:
        erase_faces(hand, hand.folded, out)
        hand.folded = 0


def mark_absent(hand: Hand, message: tuple, out: list) -> None:
    """A player walked away; the hand is folded when the cards allow it."""
    hand.absent[message[1]] = True
    hand.absent_count += 1


def fold_absent(hand: Hand, _: tuple, out: list) -> None:
    """Who walks away has folded; the turn of another seat goes on, with what it may do now.

    Where nobody is left to bet against, that turn is over too.
    """
    betting = hand.betting
    seat = absent_to_fold(hand)
    turn = hand.turn
    asked = turn or hand.next_turn
    legal = hand.legal
    if turn == seat:
        hand.timer.stop(out)
    _act(hand, seat, m.CHOICE_FOLD, None, None, out)
    if asked in (0, seat):
        return
    hand.next_turn = betting.next_turn(hand.ring[hand.ring.index(asked) - 1])
    if not turn:
        return
    if hand.next_turn != turn:
        hand.timer.stop(out)
        return
    hand.turn = turn
    hand.legal = legal
    if legal != betting.legal(turn):
        _offer(hand, turn, out)
