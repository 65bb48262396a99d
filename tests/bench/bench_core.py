"""Random hands a second: through the whole hand machine, and the chips alone, beside two peers.

The game: six seats, 200 chips each, blinds 1/2, fresh stacks every hand, no limit. Facing a bet a
seat folds 25 %, calls 60 %, makes the smallest raise 15 %; else it checks 80 %, makes the smallest
bet 20 %. All players draw from the same kind of generator and follow the same policy.

`machine` is the table itself with the deck loaded: from the hand's start to its last report, the
order committed, cut and revealed, every card leaving, read and landing, every action and every
show passed to `Table.take` as an input of its own, with all rules, guards and invariants, effects
and reports as tuples, without a journal. Collecting and loading the deck (54 inputs a hand, which
no other engine has) and new stacks are outside the clock; shuffling and the policy are inside.

`chips` is what the machine calls, called directly: blinds, whose turn, what is legal, what is
done, streets, uncalled bet, pots, evaluation and award, with cards shuffled for every hand. It is
to be compared with engines that know neither a deck that can jam nor who may ask.

Peers: pokerkit with all its automations, and pokerfast. Rounds are interleaved, processor time is
counted, and medians are taken, so that a busy machine harms all alike.
"""

from __future__ import annotations

import random
import statistics
import time
from typing import TYPE_CHECKING

from pokerkit import Automation, NoLimitTexasHoldem

from firmware.core import Table, legal_actions
from firmware.core.betting import Betting
from firmware.core.pots import form_pots
from firmware.core.showdown import shares, winners
from firmware.core.structures import no_limit
from firmware.evaluator import evaluate
from firmware.schema import messages as m
from firmware.schema import settings as s

try:
    import pokerfast
except ImportError:  # its wheel exists for Linux on x86-64 only
    pokerfast = None

if TYPE_CHECKING:
    from collections.abc import Callable

SEATS = 6
STACK = 200
SMALL, BIG = 1, 2
ROUNDS = 7
HANDS = {"machine": 400, "chips": 2000, "pokerkit": 80, "pokerfast": 1000}
DECK = list(range(52))

_FEED = tuple((m.CARD_FED, n) for n in range(1, 53))

FOLD_BELOW = 0.25
RAISE_FROM_FACING = 0.85
RAISE_FROM_FREE = 0.80


# ------------------------------------------------------------------ through the machine


class Machine:
    """One table that plays hand after hand; `seconds` counts only the hands."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
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
            begun = time.process_time()
            self.inputs += self._one_hand(self._load())
            self.seconds += time.process_time() - begun
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
        rng = self.rng
        deck = DECK[:]
        rng.shuffle(deck)
        todo = [first]
        inputs = 0
        while True:
            if inputs < len(todo):
                message = todo[inputs]
            else:
                hand = table.hand
                legal = legal_actions(hand)
                if legal is not None:
                    message = _choice(legal, rng)
                else:
                    message = (m.SHOW_CHOSEN, hand.turn, m.SHOW_SHOW)  # type: ignore[union-attr]
                todo.append(message)
            out: list[tuple] = []
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


def _choice(legal: tuple[int, int, int, int], rng: random.Random) -> tuple:
    seat, call, least, _most = legal
    chance = rng.random()
    if call and chance < FOLD_BELOW:
        return (m.ACTION_CHOSEN, seat, m.CHOICE_FOLD, None)
    if least and chance >= (RAISE_FROM_FACING if call else RAISE_FROM_FREE):
        return (m.ACTION_CHOSEN, seat, m.CHOICE_RAISE, least)
    return (m.ACTION_CHOSEN, seat, m.CHOICE_CALL, None)


# ------------------------------------------------------------------ chips alone

RING = (2, 3, 4, 5, 6, 1)  # seat 1 has the button
BUTTON, BIG_SEAT = 1, 3


def chips(count: int, rng: random.Random) -> int:
    """Play so many hands with the functions that the machine calls; returns the actions."""
    structure = no_limit(BIG)
    random_number = rng.random
    actions = 0
    for _ in range(count):
        deck = DECK[:]
        rng.shuffle(deck)
        stacks = [0] + [STACK] * SEATS + [0] * (10 - SEATS)
        betting = Betting(stacks, RING, structure)
        betting.post_blind(RING[0], SMALL)
        betting.post_blind(RING[1], BIG)
        betting.open_preflop(BIG, False, 0)
        seat = betting.next_turn(BIG_SEAT)
        street = 0
        while True:
            while seat:
                call, least, _most = betting.legal(seat)
                chance = random_number()
                if call and chance < FOLD_BELOW:
                    betting.fold(seat)
                    if betting.is_one_left():
                        break
                elif least and chance >= (RAISE_FROM_FACING if call else RAISE_FROM_FREE):
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


# ------------------------------------------------------------------ peers


def pokerkit_hands(count: int, rng: random.Random) -> None:
    """Play so many hands on pokerkit by the same policy."""
    automations = tuple(Automation)
    for _ in range(count):
        state = NoLimitTexasHoldem.create_state(
            automations, True, 0, (SMALL, BIG), BIG, (STACK,) * SEATS, SEATS
        )
        while state.status:
            chance = rng.random()
            owed = state.checking_or_calling_amount
            raise_from = RAISE_FROM_FACING if owed else RAISE_FROM_FREE
            if owed and chance < FOLD_BELOW and state.can_fold():
                state.fold()
            elif chance >= raise_from and state.can_complete_bet_or_raise_to():
                state.complete_bet_or_raise_to()
            else:
                state.check_or_call()


def pokerfast_hands(count: int, rng: random.Random) -> None:
    """Play so many hands on pokerfast by the same policy."""
    if pokerfast is None:
        return
    for _ in range(count):
        hand = pokerfast.FastHand(
            player_count=SEATS,
            small_blind=SMALL,
            big_blind=BIG,
            min_stack=STACK,
            max_stack=STACK,
            rng=rng,
        )
        while not hand.done:
            options = hand.get_action_space()
            owed = options.get("call", 0)
            chance = rng.random()
            if owed and chance < FOLD_BELOW:
                hand.fold()
            elif "min_bet" in options and chance >= (
                RAISE_FROM_FACING if owed else RAISE_FROM_FREE
            ):
                hand.bet_or_raise(options["min_bet"])
            elif owed:
                hand.call()
            else:
                hand.check()


# ------------------------------------------------------------------ all together


def _seconds(play: Callable[[int, random.Random], object], count: int, seed: int) -> float:
    begun = time.process_time()
    play(count, random.Random(seed))
    return time.process_time() - begun


def main() -> dict[str, float]:
    """Return hands a second of all four, and the ratios that are asked for."""
    machine = Machine(random.Random(1))
    machine.play(20)  # warm: the first hand of a process is slower everywhere
    machine.inputs = 0
    rates: dict[str, list[float]] = {name: [] for name in HANDS}
    for number in range(ROUNDS):
        rates["machine"].append(HANDS["machine"] / machine.play(HANDS["machine"]))
        for name, play in (
            ("chips", chips),
            ("pokerkit", pokerkit_hands),
            ("pokerfast", pokerfast_hands),
        ):
            rates[name].append(HANDS[name] / _seconds(play, HANDS[name], number))
    median = {name: statistics.median(values) for name, values in rates.items()}
    inputs = machine.inputs / (ROUNDS * HANDS["machine"])
    figures = {
        "machine_hands_per_s": round(median["machine"], 1),
        "machine_inputs_per_hand": round(inputs, 1),
        "machine_us_per_input": round(1e6 / median["machine"] / inputs, 2),
        "chips_hands_per_s": round(median["chips"], 1),
        "pokerkit_hands_per_s": round(median["pokerkit"], 1),
        "machine_times_pokerkit": round(median["machine"] / median["pokerkit"], 1),
        "chips_times_pokerkit": round(median["chips"] / median["pokerkit"], 1),
    }
    if pokerfast is not None:
        figures["pokerfast_hands_per_s"] = round(median["pokerfast"], 1)
        figures["chips_times_pokerfast"] = round(median["chips"] / median["pokerfast"], 2)
    return figures
