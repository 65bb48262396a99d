"""The native way to seven cards' number, run here as ordinary Python: every set of ranks, every
flush, and the row of bytes it reads from.

Under MicroPython the same function is compiled; tests/interpreters has it answer there.
"""

from __future__ import annotations

import random
from itertools import combinations

from firmware.evaluator import by_counting, by_lookup
from firmware.evaluator.by_counting_viper import _PLACES, evaluate_seven
from host_tools.dev import gen_evaluator
from tests.untraced import untraced


def test_its_bytes_are_the_small_tables_of_counting() -> None:
    rank_of_bit = bytearray(32)
    for rank in range(13):
        rank_of_bit[(1 << rank) * 143 >> 7 & 31] = rank
    five = by_counting._FIVE
    rows = (
        rank_of_bit,
        by_counting._TWO,
        by_counting._THREE,
        bytes([place >> 8 for place in five]),
        bytes([place & 255 for place in five]),
        by_counting._LOW,
    )
    assert b"".join(rows) == _PLACES
    assert [rank_of_bit[(1 << rank) * 143 >> 7 & 31] for rank in range(13)] == list(range(13))


def test_every_set_of_ranks_has_the_number_of_the_table() -> None:
    count = 0
    with untraced():
        for ranks in gen_evaluator.rank_sets(7):
            hand = [rank * 4 + place % 4 for place, rank in enumerate(ranks)]
            assert evaluate_seven(hand) == by_lookup.evaluate(hand), hand
            count += 1
    assert count == 49_205


def test_every_flush_has_the_number_of_the_table_in_every_suit() -> None:
    with untraced():
        for size in (5, 6, 7):
            for ranks in combinations(range(13), size):
                for suit in range(4):
                    hand = [rank * 4 + suit for rank in ranks]
                    hand += [ranks[-1] * 4 + (suit + 1) % 4, ranks[0] * 4 + (suit + 2) % 4]
                    hand = hand[:7]
                    assert evaluate_seven(hand) == by_lookup.evaluate(hand), hand


def test_drawn_hands_in_any_order_have_the_number_of_the_table() -> None:
    rng = random.Random(41)
    for _ in range(20_000):
        hand = rng.sample(range(52), 7)
        assert evaluate_seven(hand) == by_lookup.evaluate(hand), hand
        assert evaluate_seven(tuple(hand[::-1])) == by_lookup.evaluate(hand), hand
