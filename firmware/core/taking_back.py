"""The floor takes the last action back, before the next action or card.

What a player did by mistake can be undone as long as nothing follows from it. The betting of the
hand is then played again from its first chip, without that one action; nothing is computed
backwards. A fold can be taken back because the reader keeps a folded hand until the next action.
Rule of the file: the betting afterwards is the betting of a hand in which the action never was.
"""

from __future__ import annotations

from firmware.core.betting import Betting
from firmware.core.hand_dealing import post_forced
from firmware.core.structures import Structure
from firmware.schema import messages as m

TYPE_CHECKING = False
if TYPE_CHECKING:
    from firmware.core.hand_state import Hand


def take_back_action(hand: Hand, _: tuple, out: list) -> None:
    """The seat acts anew; whoever was asked meanwhile is asked again later."""
    hand.timer.stop(out)
    _street, seat, _action, _to = hand.actions.pop()
    hand.folded = 0
    hand.by_itself[seat] = False
    _play_again(hand)
    hand.turn = 0
    hand.legal = None
    hand.next_turn = seat
    out.append((m.ACTION_TAKEN_BACK, seat))


def _play_again(hand: Hand) -> None:
    """All forced bets and all actions that are left, on fresh betting."""
    stacks = hand.betting.stacks
    for seat in hand.ring:
        stacks[seat] = hand.starting[seat]
    betting = hand.betting = Betting(stacks, hand.ring, Structure(hand.rules, len(hand.ring)))
    post_forced(hand, [])
    street = m.STREET_PREFLOP
    for at, seat, action, to in hand.actions:
        if at > street:
            betting.begin_street()
            street = at
        if action == m.ACTION_FOLD:
            betting.fold(seat)
        elif action in (m.ACTION_BET, m.ACTION_RAISE):
            betting.raise_to(seat, to)
        else:
            betting.call(seat)
    for _more in range(hand.street - street):
        betting.begin_street()
