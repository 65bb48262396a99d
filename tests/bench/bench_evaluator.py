"""How fast a seven-card hand gets its number, next to the evaluators people know.

All candidates rank the same random hands and must agree before anything is timed. They take turns
round by round, so a slow moment of the machine hits all of them, and a ratio is taken inside each
round; the figures are medians over the rounds. Each rival is called the way its documentation
says, with its own ready-made cards. phevaluator comes twice: the version of today, which calls C,
and its last one in pure Python, installed into a folder of its own. On a machine with the
MicroPython interpreter both ways of counting also run there, from compiled files in the heap of a
board, against the 21-combination method (`evaluator_on_a_board.py`).

    python -m tests.bench.bench_evaluator [--json FILE]
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import random
import shutil
import subprocess
import sys
import time
from array import array
from itertools import combinations_with_replacement
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

import phevaluator
import treys

from firmware.evaluator import by_counting, by_counting_viper, by_lookup, evaluate_seven
from tests.bench.goals import rows, table
from tests.mpy_files import ARCHITECTURES, compile_files, native_bytes

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tests.bench.goals import Goals

    Hand = Sequence[int]

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build"
PURE_PEER = "phevaluator==0.5.3.1"
HANDS = 20_000
ROUNDS = 9
HEAP_BYTES = 128 * 1024

GOALS: Goals = {
    "times_phevaluator": (1.9, 2.3),
    "times_pure_phevaluator": (6, None),
    "times_treys": (20, None),
    "lookup_table_bytes": (132 * 1024, None),
    "micropython_bytecode_times_21_combinations": (20, None),
    "micropython_bytecode_table_bytes": (2 * 1024, None),
    "micropython_native_times_21_combinations": (200, 300),
    "native_code_and_table_bytes": (3 * 1024, None),
}


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


def pure_phevaluator() -> Callable[..., int]:
    """The last version of phevaluator in pure Python, beside the one of today."""
    home = BUILD / "peers" / PURE_PEER.replace("==", "-")
    if not home.is_dir():
        asked = ["install", "-q", "--disable-pip-version-check", "--no-deps", "--target"]
        subprocess.run([sys.executable, "-m", "pip", *asked, str(home), PURE_PEER], check=True)
    ours = {name: sys.modules.pop(name) for name in list(sys.modules) if _is_phevaluator(name)}
    sys.path.insert(0, str(home))
    try:
        importlib.invalidate_caches()
        # The package imports its modules when they are first asked for: ask while it is in sight.
        evaluate = importlib.import_module("phevaluator.evaluator").evaluate_cards
    finally:
        sys.path.remove(str(home))
        for name in [name for name in sys.modules if _is_phevaluator(name)]:
            del sys.modules[name]
        sys.modules.update(ours)
    if home not in Path(evaluate.__code__.co_filename).parents:
        raise SystemExit(f"{PURE_PEER} was not the one imported")
    return evaluate


def _is_phevaluator(name: str) -> bool:
    return name.split(".", maxsplit=1)[0] == "phevaluator"


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
    pure = pure_phevaluator()
    for hand, (hole, board) in zip(hands, treys_hands, strict=True):
        expected = evaluate_seven(hand)
        if not (
            expected == by_counting.evaluate(hand)
            and expected == phevaluator.evaluate_cards(*hand)
            and expected == pure(*hand)
            and expected == treys_evaluate(hole, board)
        ):
            raise SystemExit(f"the evaluators disagree on {hand}")

    candidates: dict[str, Callable[[], None]] = {
        "call": lambda: run_all(nothing, hands),
        "lookup": lambda: run_all(evaluate_seven, hands),
        "counting": lambda: run_all(by_counting.evaluate, hands),
        "phevaluator": lambda: run_phevaluator(phevaluator.evaluate_cards, hands),
        "pure_phevaluator": lambda: run_phevaluator(pure, hands),
        "treys": lambda: run_treys(treys_evaluate, treys_hands),
    }
    seconds: dict[str, list[float]] = {name: [] for name in candidates}
    for _ in range(ROUNDS):
        for name, run in candidates.items():
            begun = time.process_time()
            run()
            seconds[name].append(time.process_time() - begun)

    figures: dict[str, float] = {
        f"{name}_per_s": round(HANDS / median(times))
        for name, times in seconds.items()
        if name != "call"
    }
    figures["call_ns"] = round(median(seconds["call"]) / HANDS * 1e9)
    for ours, named in (("lookup", ""), ("counting", "counting_")):
        for rival in ("phevaluator", "pure_phevaluator", "treys"):
            ratios = [b / a for a, b in zip(seconds[ours], seconds[rival], strict=True)]
            figures[f"{named}times_{rival}"] = round(median(ratios), 2)
    figures["lookup_table_bytes"] = (
        2 * len(by_lookup._OFFSETS) + 2 * len(by_lookup._VALUES) + len(by_lookup._FLUSHES)
    )
    return figures


def opponents_tables() -> bytes:
    """The sorted prime products of five-card hands and their ranks, as the board reads them."""
    primes = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41)
    mixed, suited = [], []
    for ranks in combinations_with_replacement(range(13), 5):
        if ranks[0] == ranks[4]:
            continue
        product = 1
        for rank in ranks:
            product *= primes[rank]
        # Sorted, so that equal ranks are neighbours: suits in turn are never twice in one rank.
        hand = [4 * rank + suit for rank, suit in zip(ranks, (0, 1, 2, 3, 0), strict=True)]
        mixed.append((product, by_lookup.evaluate(hand)))
        if len(set(ranks)) == 5:
            suited.append((product, by_lookup.evaluate([4 * rank for rank in ranks])))
    octets = b""
    for pairs in (sorted(mixed), sorted(suited)):
        octets += array("I", [pair[0] for pair in pairs]).tobytes()
        octets += array("H", [pair[1] for pair in pairs]).tobytes()
    return octets


def on_micropython() -> dict[str, float]:
    """Both ways of counting inside MicroPython; empty where that does not run."""
    interpreter = shutil.which("micropython", path=str(Path(sys.executable).parent))
    if interpreter is None:
        return {}
    home = BUILD / "bench"
    shutil.rmtree(home, ignore_errors=True)
    names = ["firmware/__init__.py", "tests/bench/evaluator_on_a_board.py"]
    for folder in ("firmware/compat", "hal/mcu/shims"):
        names += [f"{folder}/{path.name}" for path in sorted((ROOT / folder).glob("*.py"))]
    room = "firmware/evaluator/"
    names += [room + name for name in ("__init__.py", "by_counting.py", "by_counting_viper.py")]
    compile_files(names, home, "x64")
    tables = home / "opponent.bin"
    tables.write_bytes(opponents_tables())

    figures: dict[str, float] = {}
    for named, module, function in (
        ("bytecode", "by_counting", "evaluate"),
        ("native", "by_counting_viper", "evaluate_seven"),
    ):
        asked = [
            "-m",
            "tests.bench.evaluator_on_a_board",
            f"firmware.evaluator.{module}",
            function,
            str(tables),
        ]
        done = subprocess.run(
            [interpreter, "-X", f"heapsize={HEAP_BYTES}", *asked],
            env={**os.environ, "MICROPYPATH": str(home)},
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )
        if done.returncode:
            raise SystemExit(
                f"the benchmark failed inside MicroPython:\n{done.stdout}{done.stderr}"
            )
        told = json.loads(done.stdout)
        figures |= {
            f"micropython_{named}_per_s": round(1e6 / told["us"]),
            f"micropython_{named}_times_21_combinations": round(told["ratio"], 1),
            f"micropython_{named}_heap_bytes": told["heap_bytes"],
            "micropython_call_ns": round(told["us_call"] * 1000),
        }
    octets = (by_counting._THREE, by_counting._TWO, by_counting._LOW, by_counting._RANK_OF_BIT)
    figures["micropython_bytecode_table_bytes"] = (
        4 * len(by_counting._WORDS)
        + 2 * len(by_counting._FIVE)
        + sum(len(table) for table in octets)
    )
    for architecture in ARCHITECTURES:
        into = home / architecture
        compile_files([room + "by_counting_viper.py"], into, architecture)
        compiled = (into / room / "by_counting_viper.mpy").read_bytes()
        figures[f"native_{architecture}_code_bytes"] = native_bytes(compiled)
    largest = max(figures[f"native_{architecture}_code_bytes"] for architecture in ARCHITECTURES)
    figures["native_code_and_table_bytes"] = largest + len(by_counting_viper._PLACES)
    return figures


def main() -> dict[str, Any]:
    """Measure everything that runs here and return the figures."""
    return {**on_cpython(), **on_micropython()}


def _command() -> None:
    parser = argparse.ArgumentParser(description="Compare the evaluator with others.")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures here too")
    asked = parser.parse_args()
    figures = main()
    print(table(rows(figures, GOALS)))
    for name, value in figures.items():
        if name not in GOALS:
            print(f"{name:46} {value:>10,}")
    if asked.json:
        asked.json.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    _command()
