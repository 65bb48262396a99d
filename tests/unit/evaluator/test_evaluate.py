"""The number of a hand: known hands, an independent evaluator, and both ways to the number."""

from __future__ import annotations

import ast
import importlib
import random
import sys
from itertools import combinations
from pathlib import Path

import pytest
from phevaluator import evaluate_cards

import firmware.evaluator
from firmware.compat import memory
from firmware.evaluator import by_counting, by_counting_viper, by_lookup, evaluate
from host_tools.dev import gen_evaluator
from tests.untraced import untraced

BOTH_WAYS = pytest.mark.parametrize("way", [by_lookup.evaluate, by_counting.evaluate])


def cards(text: str) -> tuple[int, ...]:
    """Card ids of a text like `As Kd`."""
    return tuple("23456789TJQKA".index(r) * 4 + "cdhs".index(s) for r, s in text.split())


def random_hands(count: int, size: int, seed: int) -> list[list[int]]:
    rng = random.Random(seed)
    deck = range(52)
    return [rng.sample(deck, size) for _ in range(count)]


@BOTH_WAYS
@pytest.mark.parametrize(
    ("hand", "rank"),
    [
        ("As Ks Qs Js Ts", 1),
        ("As Ks Qs Js Ts 9s 8s", 1),
        ("5h 4h 3h 2h Ah", 10),
        ("5h 4h 3h 2h Ah 6s 7d", 10),
        ("6h 5h 4h 3h 2h Ah Kd", 9),
        ("Ac Ad Ah As Kc", 11),
        ("Ac Ad Ah As Kc Kd Kh", 11),
        ("2c 2d 2h 2s 3c", 166),
        ("Ac Ad Ah Kc Kd", 167),
        ("Ac Ad Ah Kc Kd Kh Qs", 167),
        ("2c 2d 2h 3c 3d", 322),
        ("As Ks Qs Js 9s", 323),
        ("As Ks Qs Js 9s Ah Ad", 323),
        ("7d 5d 4d 3d 2d", 1599),
        ("As Kd Qs Js Ts 2c 2d", 1600),
        ("5s 4d 3s 2s Ac Ad Ah", 1609),
        ("Ac Ad Ah Kc Qd", 1610),
        ("2c 2d 2h 3d 4s", 2467),
        ("Ac Ad Kc Kd Qh", 2468),
        ("Ac Ad Kc Kd Qh Qs Jd", 2468),
        ("3c 3d 2c 2d 4h", 3325),
        ("Ac Ad Kh Qs Jd", 3326),
        ("2c 2d 3h 4s 5d", 6185),
        ("Ac Kd Qh Js 9c", 6186),
        ("7c 5d 4h 3s 2c", 7462),
    ],
)
def test_a_known_hand_has_its_known_number(way, hand: str, rank: int) -> None:
    assert way(cards(hand)) == rank
    assert way(list(reversed(cards(hand)))) == rank


@pytest.mark.parametrize("size", [5, 6, 7])
def test_an_independent_evaluator_gives_the_same_number(size: int) -> None:
    with untraced():
        for hand in random_hands(200_000, size, seed=size):
            assert evaluate(hand) == evaluate_cards(*hand), hand


def test_looking_up_and_counting_agree() -> None:
    for hand in random_hands(20_000, 7, seed=8):
        assert by_lookup.evaluate(hand) == by_counting.evaluate(hand), hand


def test_looking_up_and_counting_agree_on_every_set_of_ranks() -> None:
    for ranks in gen_evaluator.rank_sets(7):
        # Suits in turn within each rank and across them: no two alike, never five of a suit.
        hand: list[int] = []
        for place, rank in enumerate(ranks):
            hand.append(rank * 4 + place % 4)
        assert len(set(hand)) == 7
        assert by_lookup.evaluate(hand) == by_counting.evaluate(hand), hand


def test_seven_cards_are_worth_their_best_five() -> None:
    for hand in random_hands(2_000, 7, seed=9):
        assert evaluate(hand) == min(evaluate(five) for five in combinations(hand, 5)), hand


@BOTH_WAYS
def test_a_card_above_51_is_refused(way) -> None:
    with pytest.raises(IndexError):
        way([0, 5, 10, 15, 20, 25, 52])


def test_the_committed_table_is_what_the_generator_writes() -> None:
    assert gen_evaluator.TARGET.read_text(encoding="utf-8") == gen_evaluator.module_text()


def test_rank_weights_that_share_a_sum_stop_the_generator(monkeypatch) -> None:
    monkeypatch.setattr(gen_evaluator, "RANK_WEIGHTS", tuple(range(13)))
    with pytest.raises(ValueError, match="taken"):
        gen_evaluator.rank_sums()


def test_suit_weights_that_cannot_tell_a_flush_stop_the_generator(monkeypatch) -> None:
    monkeypatch.setattr(gen_evaluator, "SUIT_WEIGHTS", (0, 1, 2, 3))
    with pytest.raises(ValueError, match="flush"):
        gen_evaluator.flushes()


def test_tables_stay_within_their_budget() -> None:
    used = 2 * len(by_lookup._OFFSETS) + 2 * len(by_lookup._VALUES) + len(by_lookup._FLUSHES)
    assert used <= 132 * 1024


def test_keys_and_their_sums_are_one_digit_of_an_integer() -> None:
    assert 7 * max(by_lookup._KEYS) < 2**30
    assert 7 * min(by_lookup._KEYS) > -(2**30)


class EveryResult(ast.NodeTransformer):
    """Wraps every arithmetic result in a call, to see how large it gets."""

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        self.generic_visit(node)
        return ast.Call(ast.Name("seen", ast.Load()), [node], [])

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt:
        self.generic_visit(node)
        target = ast.Name(node.target.id, ast.Load())  # type: ignore[attr-defined]
        result = ast.Call(
            ast.Name("seen", ast.Load()), [ast.BinOp(target, node.op, node.value)], []
        )
        return ast.Assign([node.target], result)


@pytest.mark.parametrize(
    ("module", "name"), [(by_counting, "evaluate"), (by_counting_viper, "evaluate_seven")]
)
def test_counting_never_needs_an_integer_of_2_to_the_30(module, name: str) -> None:
    largest = 0

    def seen(value: int) -> int:
        nonlocal largest
        if isinstance(value, int):
            largest = max(largest, abs(value))
        return value

    source = Path(module.__file__).read_text(encoding="utf-8")
    tree = ast.fix_missing_locations(EveryResult().visit(ast.parse(source)))
    watched: dict = {"seen": seen, "__name__": "watched"}
    exec(compile(tree, "by_counting", "exec"), watched)

    aces_and_kings = cards("Ac Ad Ah As Kh Kd Ks")
    flush_of_spades = cards("As Ks Qs Js 9s 8s 7s")
    for hand in [aces_and_kings, flush_of_spades, *random_hands(5_000, 7, seed=10)]:
        assert watched[name](hand) == by_counting.evaluate(hand)
    assert 2**15 < largest < 2**30


@pytest.fixture
def chosen_again(monkeypatch):
    """Makes the choice at import anew under a changed machine, and undoes it afterwards."""

    def choose(*, tables_fit: bool, native: bool):
        monkeypatch.setattr(memory, "TABLES_FIT", tables_fit)
        if not native:
            monkeypatch.setitem(sys.modules, "firmware.evaluator.by_counting_viper", None)
            monkeypatch.delattr(firmware.evaluator, "by_counting_viper", raising=False)
        return importlib.reload(firmware.evaluator)

    yield choose
    monkeypatch.undo()
    importlib.reload(firmware.evaluator)


def test_a_machine_with_memory_looks_up(chosen_again) -> None:
    room = chosen_again(tables_fit=True, native=True)
    assert room.evaluate is room.evaluate_seven is by_lookup.evaluate


def test_a_board_counts_and_does_so_natively_for_seven_cards(chosen_again) -> None:
    room = chosen_again(tables_fit=False, native=True)
    assert room.evaluate is by_counting.evaluate
    assert room.evaluate_seven is by_counting_viper.evaluate_seven


def test_a_board_without_native_code_counts_in_bytecode(chosen_again) -> None:
    room = chosen_again(tables_fit=False, native=False)
    assert room.evaluate is room.evaluate_seven is by_counting.evaluate
