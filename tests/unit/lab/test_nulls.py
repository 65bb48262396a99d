"""What chance gives is known exactly; each law is held against counting by hand."""

from __future__ import annotations

import math
from collections import Counter
from itertools import pairwise, permutations

import numpy as np
import pytest

from host_tools.lab import nulls
from host_tools.lab.battery import adjacent_test, position_test
from host_tools.lab.tally import Tally, guess_by_direction

SMALL = 6
ALL_SMALL = list(permutations(range(SMALL)))


def shares(counts: Counter[int], size: int) -> list[float]:
    return [counts[k] / len(ALL_SMALL) for k in range(size)]


def cycles_of(deck: tuple[int, ...]) -> int:
    seen: set[int] = set()
    found = 0
    for start in range(len(deck)):
        found += start not in seen
        at = start
        while at not in seen:
            seen.add(at)
            at = deck[at]
    return found


def rising_of(deck: tuple[int, ...]) -> int:
    place = {card: at for at, card in enumerate(deck)}
    return 1 + sum(place[card + 1] < place[card] for card in range(len(deck) - 1))


def out_of_order(deck: tuple[int, ...]) -> int:
    return sum(deck[i] > deck[j] for j in range(len(deck)) for i in range(j))


@pytest.mark.parametrize(
    ("law", "count"),
    [
        (nulls.fixed_points, lambda deck: sum(card == at for at, card in enumerate(deck))),
        (nulls.rising_sequences, rising_of),
        (nulls.inversions, out_of_order),
        (nulls.cycles, cycles_of),
    ],
)
def test_law_is_the_count_of_all_arrangements(law, count):
    counted = Counter(count(deck) for deck in ALL_SMALL)
    chances = law(SMALL)
    assert chances == pytest.approx(shares(counted, len(chances)))


@pytest.mark.parametrize(
    ("law", "mean", "variance"),
    [
        (nulls.fixed_points(), 1, 1),
        (nulls.rising_sequences(), 26.5, 53 / 12),
        (nulls.inversions(), 663, 4014.8333),
        (nulls.cycles(), 4.5380, None),
    ],
)
def test_published_means_of_52_come_out(law, mean, variance):
    assert sum(law) == pytest.approx(1)
    found = sum(k * p for k, p in enumerate(law))
    assert found == pytest.approx(mean, abs=1e-4)
    if variance is not None:
        assert sum((k - found) ** 2 * p for k, p in enumerate(law)) == pytest.approx(variance)


def test_guesser_of_undealt_cards_is_right_as_often_as_a_deck_has_cycles():
    """Whatever the strategy; here the one that follows the direction of the cards."""
    rng = np.random.default_rng(5)
    decks = np.argsort(rng.random((20_000, 52)), axis=1).astype(np.uint8)
    right = guess_by_direction(decks)
    assert right.min() >= 1, "the last card is known"
    assert right.mean() == pytest.approx(4.538, abs=4 * 1.7 / math.sqrt(20_000))


def test_gaps_and_coupons_are_chances():
    assert sum(nulls.gaps(1 / 13, 60)) == pytest.approx(1)
    row = nulls.coupons(3, 40)
    assert row[:3] == [0, 0, 0]
    assert row[3] == pytest.approx(6 / 27)
    assert row[4] == pytest.approx(3 * 6 / 81)
    assert sum(row) == pytest.approx(1)


def test_poker_classes_are_all_hands():
    assert sum(nulls.POKER) == pytest.approx(1)
    assert sum(nulls.HOLE) == pytest.approx(1)


@pytest.mark.parametrize(
    ("x", "df", "p"),
    [  # tables: 5 % points, and values of a second program
        (3.841458820694124, 1, 0.05),
        (11.070497693516351, 5, 0.05),
        (124.34211340400407, 100, 0.05),
        (0.0, 3, 1.0),
        (2601, 2601, 0.496312565),
        (2750, 2601, 0.020830991),
        (5000, 2601, 1.9e-157),
    ],
)
def test_chi_square_tail_is_the_tabled_one(x, df, p):
    assert nulls.chi_square_tail(x, df) == pytest.approx(p, rel=0.05 if p < 1e-9 else 1e-6)


def test_weighted_tail_of_one_weight_is_the_chi_square():
    for x in (900, 1000, 1100, 1300, 2000):
        expected = nulls.chi_square_tail(x, 1000)
        assert nulls.weighted_tail(x, ((1.0, 1000),)) == pytest.approx(expected, rel=2e-3)
        assert nulls.weighted_tail(2 * x, ((2.0, 1000),)) == pytest.approx(expected, rel=2e-3)


def test_weights_of_neighbours_are_the_spectrum_of_a_small_deck():
    """The same algebra for n cards, held against the matrix of all their arrangements."""
    n = SMALL
    cells = [(a, b) for a in range(n) for b in range(n) if a != b]
    at = {cell: k for k, cell in enumerate(cells)}
    joint = np.zeros((len(cells), len(cells)))
    for deck in ALL_SMALL:
        marks = [at[pair] for pair in pairwise(deck)]
        joint[np.ix_(marks, marks)] += 1
    joint = n * joint / len(ALL_SMALL) - 1 / n  # chance of a cell is 1/n
    found = Counter(round(value, 6) + 0.0 for value in np.linalg.eigvalsh(joint))
    assert found[0.0] == 1
    assert found[1.0] == n * (n - 3) // 2
    assert found[round((n + 1) / (n - 1), 6)] == (n - 1) * (n - 2) // 2
    assert found[round(1 / (n - 1), 6)] == 2 * (n - 1)


def test_neighbours_of_good_decks_have_mean_2601_and_not_2651():
    rng = np.random.default_rng(11)
    found, p = [], []
    for _ in range(60):
        tally = Tally()
        tally.count_tables(np.argsort(rng.random((1500, 52)), axis=1).astype(np.uint8))
        one = adjacent_test(tally.adjacent, 1500)
        found.append(one.statistic)
        p.append(one.p)
    assert np.mean(found) == pytest.approx(2601, abs=4 * math.sqrt(5302 / 60))
    assert abs(np.mean(found) - 2651) > 4 * math.sqrt(5302 / 60)
    assert min(p) > 1e-4


def test_places_of_good_decks_need_the_factor_51_of_52():
    rng = np.random.default_rng(12)
    found = []
    for _ in range(60):
        tally = Tally()
        tally.count_tables(np.argsort(rng.random((1500, 52)), axis=1).astype(np.uint8))
        found.append(position_test(tally.position, 1500).statistic)
    assert np.mean(found) == pytest.approx(2601, abs=4 * math.sqrt(2 * 2601 / 60))
    assert np.mean(found) * 52 / 51 > 2601 + 4 * math.sqrt(2 * 2601 / 60)


def test_kolmogorov_tail_is_the_tabled_one():
    assert nulls.kolmogorov_tail(0.1340, 100) == pytest.approx(0.05, abs=0.005)
    assert nulls.kolmogorov_tail(0.0, 100) == 1
    assert nulls.kolmogorov_tail(0.5, 100) < 1e-20
