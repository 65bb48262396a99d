"""How fast a seven-card hand gets its number, next to the evaluators people know.

All candidates rank the same random hands and must agree before anything is timed. They take turns
round by round, so a slow moment of the machine hits all of them, and a ratio is taken inside each
round; the figures are medians over the rounds. Each rival is called the way its documentation
says, with its own ready-made cards. On a machine with the MicroPython interpreter the counting
evaluator also runs there, against the 21-combination method (`evaluator_on_a_board.py`).

    python -m tests.bench.bench_evaluator [--json FILE]
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import time
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

import phevaluator
import treys

from firmware.evaluator import by_counting, by_lookup

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Hand = Sequence[int]

ROOT = Path(__file__).resolve().parents[2]
HANDS = 20_000
ROUNDS = 9


def nothing(cards: Hand) -> int:
    """What a call costs before any work."""
    return len(cards)


def run_all(evaluate: Callable[[Hand], int], hands: list[Hand]) -> None:
    """One round of a candidate that takes the hand as one sequence."""
    for hand in hands:
        evaluate(hand)


def run_phevaluator(evaluate: Callable[..., int], hands: list[Hand]) -> None:
    """A round of phevaluator, which takes the cards one by one."""
    for hand in hands:
        evaluate(*hand)


def run_treys(evaluate: Callable[[Hand, Hand], int], hands: list[tuple[Hand, Hand]]) -> None:
    """A round of treys, which takes the hole cards and the board apart."""
    for hole, board in hands:
        evaluate(hole, board)


def in_treys(hand: Hand) -> tuple[list[int], list[int]]:
    """The hand in treys' own cards: hole, board."""
    cards = [treys.Card.new("23456789TJQKA"[card >> 2] + "cdhs"[card & 3]) for card in hand]
    return cards[:2], cards[2:]


def on_cpython() -> dict[str, float]:
    """Evaluations per second of each candidate and our ratio to each rival, medians of rounds."""
    rng = random.Random(1)
    hands: list[Hand] = [tuple(rng.sample(range(52), 7)) for _ in range(HANDS)]
    treys_hands = [in_treys(hand) for hand in hands]
    treys_evaluate = treys.Evaluator().evaluate
    for hand, (hole, board) in zip(hands, treys_hands, strict=True):
        expected = by_lookup.evaluate(hand)
        if not (
            expected == by_counting.evaluate(hand)
            and expected == phevaluator.evaluate_cards(*hand)
            and expected == treys_evaluate(hole, board)
        ):
            raise SystemExit(f"the evaluators disagree on {hand}")

    candidates: dict[str, Callable[[], None]] = {
        "call": lambda: run_all(nothing, hands),
        "lookup": lambda: run_all(by_lookup.evaluate, hands),
        "counting": lambda: run_all(by_counting.evaluate, hands),
        "phevaluator": lambda: run_phevaluator(phevaluator.evaluate_cards, hands),
        "treys": lambda: run_treys(treys_evaluate, treys_hands),
    }
    seconds: dict[str, list[float]] = {name: [] for name in candidates}
    for _ in range(ROUNDS):
        for name, run in candidates.items():
            begun = time.perf_counter()
            run()
            seconds[name].append(time.perf_counter() - begun)

    figures: dict[str, float] = {
        f"{name}_per_s": round(HANDS / median(times))
        for name, times in seconds.items()
        if name != "call"
    }
    figures["call_ns"] = round(median(seconds["call"]) / HANDS * 1e9)
    for ours in ("lookup", "counting"):
        for rival in ("phevaluator", "treys"):
            ratios = [b / a for a, b in zip(seconds[ours], seconds[rival], strict=True)]
            figures[f"{ours}_times_{rival}"] = round(median(ratios), 2)
    figures["lookup_table_bytes"] = (
        2 * len(by_lookup._OFFSETS) + 2 * len(by_lookup._VALUES) + len(by_lookup._FLUSHES)
    )
    return figures


def on_micropython() -> dict[str, float]:
    """The counting evaluator's figures inside MicroPython; empty where that does not run."""
    interpreter = shutil.which("micropython", path=str(Path(sys.executable).parent))
    if interpreter is None:
        return {}
    path = os.pathsep.join([str(ROOT / "hal" / "mcu" / "shims"), str(ROOT)])
    script = Path(__file__).with_name("evaluator_on_a_board.py")
    done = subprocess.run(
        [interpreter, "-X", "heapsize=4M", str(script)],
        env={**os.environ, "MICROPYPATH": path},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    if done.returncode:
        raise SystemExit(f"the benchmark failed inside MicroPython:\n{done.stdout}{done.stderr}")
    told = json.loads(done.stdout)
    return {
        "micropython_counting_per_s": round(1e6 / told["us"]),
        "micropython_counting_times_21_combinations": round(told["ratio"], 1),
        "micropython_call_ns": round(told["us_call"] * 1000),
        "micropython_table_bytes": told["table_bytes"],
        "micropython_heap_bytes": told["heap_bytes"],
    }


def main() -> dict[str, object]:
    """Measure everything that runs here and return the figures."""
    return {**on_cpython(), **on_micropython()}


def _command() -> None:
    parser = argparse.ArgumentParser(description="Compare the evaluator with others.")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures here too")
    asked = parser.parse_args()
    figures = main()
    for name, value in figures.items():
        print(f"{name:45} {value:>12,}")
    if asked.json:
        asked.json.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    _command()
