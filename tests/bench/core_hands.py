"""Random hands for the benchmarks of the core, through the machine and chips alone.

What is played and what is counted stands in `bench_core`; this file plays it, on CPython and on
MicroPython alike. `chance` is whatever has `random()` and `shuffle(list)`, `clock` tells seconds
of processor time. Rule of the file: it plays what the table would be asked, and checks the end.
"""

from __future__ import annotations

from firmware.core import Table, legal_actions
from firmware.core.betting import Betting
from firmware.core.pots import form_pots
from firmware.core.showdown import shares, winners
from firmware.core.structures import no_limit
from firmware.evaluator import evaluate
from firmware.schema import messages as m
from firmware.schema import settings as s

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

SEATS = 6
STACK = 200
SMALL, BIG = 1, 2
DECK = list(range(52))

_FEED = tuple([(m.CARD_FED, n) for n in range(1, 53)])

FOLD_BELOW = 0.25
RAISE_FROM_FACING = 0.85
RAISE_FROM_FREE = 0.80


# ------------------------------------------------------------------ through the machine


class Machine:
    """One table that plays hand after hand; `seconds` counts only the hands."""

    def __init__(self, chance: Any, clock: Callable[[], float]) -> None:
        self.chance = chance
        self.clock = clock
        self.table = Table(s.PROFILE_PHH)
        self.inputs = 0
        self.seconds = 0.0
        for setting, value in (("small_blind", SMALL), ("big_blind", BIG), ("witness_ms", 0)):
            self.table.take((m.SETTING_CHANGED, setting, str(value), None), [])

    def play(self, count: int) -> float:
        """Play so many hands; returns the processor time that they took."""
        table = self.table
        self.seconds = 0.0
        for _ in range(count):
            for seat in range(1, SEATS + 1):
                if table.taken[seat]:
                    table.take((m.SEAT_LEFT, seat), [])
                table.take((m.SEAT_TAKEN, seat, STACK, None), [])
            first = self._load()
            begun = self.clock()
            self.inputs += self._one_hand(first)
            self.seconds += self.clock() - begun
        return self.seconds

    def _load(self) -> tuple:
        """The last hand's cards are collected and loaded; returns the timer's coming due."""
        out: list[tuple] = []
        take = self.table.take
        take((m.CARDS_COLLECTED, 52, self.table.ledger.openings), out)
        for message in _FEED:
            take(message, out)
        take((m.DECK_LOADED, 52), out)
        _id, timer, number, _ms = out[-1]
        return (m.TIMER_FIRED, timer, number)

    def _one_hand(self, first: tuple) -> int:
        table = self.table
        take = table.take
        chance = self.chance
        deck = DECK[:]
        chance.shuffle(deck)
        todo = [first]
        inputs = 0
        out: list[tuple] = []
        while True:
            if inputs < len(todo):
                message = todo[inputs]
            else:
                hand = table.hand
                legal = legal_actions(hand)
                if legal is not None:
                    message = _choice(legal, chance.random())
                else:
                    message = (m.SHOW_CHOSEN, hand.turn, m.SHOW_SHOW)  # type: ignore[union-attr]
                todo.append(message)
            out.clear()
            code = take(message, out)
            inputs += 1
            if code:
                raise AssertionError(f"refused {message}: {m.REFUSAL_WORDS[code]}")
            for effect in out:
                answer = ANSWERS.get(effect[0])
                if answer is not None:
                    todo.extend(answer(effect, deck))
            if table.hand is None:
                return inputs


def _deal(effect: tuple, deck: list[int]) -> tuple[tuple, ...]:
    _id, k, place = effect
    if m.PLACE_BOARD1 <= place <= m.PLACE_BOARD5:
        return ((m.CARD_LEFT, k, k), (m.FACE_READ, k, deck[k]), (m.CARD_LANDED, k, place))
    return ((m.CARD_LEFT, k, k), (m.CARD_LANDED, k, place))


# What a faultless machine answers in a hand; the slot of the k-th card is k.
ANSWERS: dict[int, Callable[[tuple, list[int]], tuple[tuple, ...]]] = {
    m.DEAL_CARD: _deal,
    m.OPEN_FACE: lambda effect, deck: ((m.FACE_OPENED, effect[1], deck[effect[1]]),),
    m.COMMIT_ORDER: lambda effect, _: ((m.ORDER_COMMITTED, effect[1], 0, 1, 52, b"", None),),
    m.CUT_ASKED: lambda _, __: ((m.CUT_SET, 7, None),),
    m.REVEAL_ORDER: lambda effect, _: ((m.ORDER_REVEALED, effect[1], 0, b"", b""),),
}


def _choice(legal: tuple[int, int, int, int], chance: float) -> tuple:
    seat, call, least, _most = legal
    if call and chance < FOLD_BELOW:
        return (m.ACTION_CHOSEN, seat, m.CHOICE_FOLD, None)
    if least and chance >= (RAISE_FROM_FACING if call else RAISE_FROM_FREE):
        return (m.ACTION_CHOSEN, seat, m.CHOICE_RAISE, least)
    return (m.ACTION_CHOSEN, seat, m.CHOICE_CALL, None)


# ------------------------------------------------------------------ chips alone

RING = (2, 3, 4, 5, 6, 1)  # seat 1 has the button
BUTTON, BIG_SEAT = 1, 3


def chips(count: int, chance: Any) -> int:
    """Play so many hands with the functions that the machine calls; returns the actions."""
    structure = no_limit(BIG)
    random_number = chance.random
    actions = 0
    for _ in range(count):
        deck = DECK[:]
        chance.shuffle(deck)
        stacks = [0] + [STACK] * SEATS + [0] * (10 - SEATS)
        betting = Betting(stacks, RING, structure)
        betting.post_blind(RING[0], SMALL)
        betting.post_blind(RING[1], BIG)
        betting.open_preflop(BIG, False, 0)
        seat = betting.next_turn(BIG_SEAT)
        street = 0
        while True:
            while seat:
                _seat, call, least, _most = betting.legal(seat)
                drawn = random_number()
                if call and drawn < FOLD_BELOW:
                    betting.fold(seat)
                    if betting.is_one_left():
                        break
                elif least and drawn >= (RAISE_FROM_FACING if call else RAISE_FROM_FREE):
                    betting.raise_to(seat, least)
                else:
                    betting.call(seat)
                actions += 1
                seat = betting.next_turn(seat)
            street += 1
            if street == 4 or betting.is_one_left():
                break
            betting.begin_street()
            seat = betting.next_turn(0)
        _award(betting, deck)
        if sum(stacks) != STACK * SEATS or betting.in_pot:
            raise AssertionError("chips differ")
    return actions


def _award(betting: Betting, deck: list[int]) -> None:
    betting.return_uncalled()
    pots = form_pots(betting.contributed, betting.live, RING, betting.dead)
    values = [0] * 11
    if not betting.is_one_left():
        board = deck[-5:]
        for seat in betting.live_seats():
            at = 2 * (seat - 1)
            values[seat] = evaluate(deck[at : at + 2] + board)
    for amount, seats in reversed(pots):
        for seat, share in shares(amount, winners(seats, values), 0, BUTTON, BIG_SEAT):
            betting.award(seat, share)
