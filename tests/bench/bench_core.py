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

On MicroPython the same two run in a heap of 320 KB, told as parts of CPython's rate.

Peers: pokerkit with all its automations, and pokerfast. Rounds are interleaved, processor time is
counted, and medians are taken, so that a busy machine harms all alike.
"""

from __future__ import annotations

import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from pokerkit import Automation, NoLimitTexasHoldem

from tests.bench.core_hands import (
    BIG,
    FOLD_BELOW,
    RAISE_FROM_FACING,
    RAISE_FROM_FREE,
    SEATS,
    SMALL,
    STACK,
    Machine,
    chips,
)
from tests.interpreters.run import compile_shared
from tests.source_tree import ROOT

try:
    import pokerfast
except ImportError:  # its wheel exists for Linux on x86-64 only
    pokerfast = None

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.bench.goals import Goals

GOALS: Goals = {
    "machine_times_pokerkit": (12, 20),
    "chips_times_pokerkit": (60, 100),
    "chips_times_pokerfast": (2, 3),
    "micropython_machine_times_cpython": (0.4, None),
    "micropython_chips_times_cpython": (0.4, None),
}

ROUNDS = 7
BOARD_HEAP_BYTES = 320 * 1024
PLAYERS = ("tests/bench/core_hands.py", "tests/bench/core_on_a_board.py")
BOARD_ROUNDS = 7
BOARD_HANDS = (300, 2000)  # of machine and chips: long beside a clock tick of 10 ms
HANDS = {"machine": 400, "chips": 2000, "pokerkit": 80, "pokerfast": 1000}


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
    machine = Machine(random.Random(1), time.process_time)
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
    return {**figures, **on_a_board()}


def on_a_board() -> dict[str, float]:
    """Return what MicroPython makes of the same hands in a board's heap, beside CPython.

    Both interpreters run the same file with the same source of chance, one after the other, round
    by round; a ratio is taken inside each round.
    """
    interpreter = Path(sys.executable).with_name("micropython")
    if not interpreter.exists():
        return {}
    rates: dict[str, list[float]] = {"machine": [], "chips": []}
    ratios: dict[str, list[float]] = {"machine": [], "chips": []}
    with tempfile.TemporaryDirectory(prefix="mazziere-") as name:
        home = compile_shared(Path(name), PLAYERS)
        asked = ["-m", "tests.bench.core_on_a_board", *(str(count) for count in BOARD_HANDS)]
        there = [str(interpreter), "-X", f"heapsize={BOARD_HEAP_BYTES}", *asked]
        for _ in range(BOARD_ROUNDS):
            board = _told(there, {"MICROPYPATH": f"{home}:{home / 'shims'}"}, home)
            here = _told([sys.executable, *asked], {}, ROOT)
            for what, rate in board.items():
                rates[what].append(rate)
                ratios[what].append(rate / here[what])
    figures = {
        f"micropython_{what}_hands_per_s": round(statistics.median(each), 1)
        for what, each in rates.items()
    }
    for what, each in ratios.items():
        figures[f"micropython_{what}_times_cpython"] = round(statistics.median(each), 2)
    return figures


def _told(command: list[str], environment: dict[str, str], home: Path) -> dict[str, float]:
    done = subprocess.run(
        command, cwd=home, env={**os.environ, **environment}, capture_output=True, check=True
    )
    return json.loads(done.stdout)
