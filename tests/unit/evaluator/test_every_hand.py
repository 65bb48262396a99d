"""Every hand there is: all 2,598,960 of five cards and all 133,784,560 of seven.

The seven-card count runs over the table that the firmware ships, with numpy in place of the
interpreter's loop; `test_numpy_reads_the_table_as_the_firmware_does` ties the two together. The
numbers to expect are the published frequencies of poker hands.
"""

from __future__ import annotations

import random
from itertools import combinations

import numpy as np
import pytest

from firmware.evaluator import by_counting, by_lookup, tables
from firmware.evaluator.ranks import LAST_RANKS
from tests.untraced import untraced

FIVE_CARD_COUNTS = (40, 624, 3_744, 5_108, 10_200, 54_912, 123_552, 1_098_240, 1_302_540)
SEVEN_CARD_COUNTS = (
    41_584, 224_848, 3_473_184, 4_047_644, 6_180_020,
    6_461_620, 31_433_400, 58_627_800, 23_294_460,
)  # fmt: skip
SEVEN_CARD_RANKS = 4_824

LARGEST_SUM = 4 * tables.RANK_WEIGHTS[12] + 3 * tables.RANK_WEIGHTS[11]
KEYS = np.array(by_lookup._KEYS, dtype=np.int32)
SUM_MASK = (1 << tables.SUIT_SHIFT) - 1


def by_category(counts: np.ndarray) -> tuple[int, ...]:
    """Add the counts of single ranks up to the nine categories, best first."""
    starts = (1, *(last + 1 for last in LAST_RANKS[:-1]))
    return tuple(int(n) for n in np.add.reduceat(counts, starts))


def table_by_sum() -> np.ndarray:
    """The shipped rows and values spread out: one entry per sum of rank weights."""
    values = np.array(by_lookup._VALUES, dtype=np.uint16)
    offsets = np.array(by_lookup._OFFSETS, dtype=np.int32)
    spread = np.empty(((LARGEST_SUM >> tables.ROW_BITS) + 1, len(offsets)), dtype=np.uint16)
    for column, row in enumerate(spread):
        # Cells that belong to no hand may lie beyond the end; nobody reads them.
        np.take(values, offsets + column, mode="clip", out=row)
    return spread.ravel()


def flush_ranks() -> np.ndarray:
    """The rank of a flush by the mask of its suit's ranks; five to seven bits, else 0."""
    ranks = np.zeros(1 << 13, dtype=np.uint16)
    for count in (5, 6, 7):
        for suited in combinations(range(13), count):
            mask = sum(1 << rank for rank in suited)
            ranks[mask] = by_lookup.evaluate([rank * 4 for rank in suited])
    return ranks


class SevenCardRanks:
    """Ranks arrays of seven-card hands, given each hand's summed keys and its set of cards."""

    def __init__(self) -> None:
        self.by_sum = table_by_sum()
        self.by_flush = flush_ranks()
        self.has_flush = np.frombuffer(by_lookup._FLUSHES, dtype=np.uint8).astype(np.bool_)

    def __call__(self, keys: np.ndarray, sets: np.ndarray, more: int) -> np.ndarray:
        """Rank hands with these keys; `sets` | `more` are their cards, 13 bits a suit."""
        ranks = self.by_sum[keys & SUM_MASK]
        (flushes,) = np.nonzero(self.has_flush[keys >> tables.SUIT_SHIFT])
        cards = sets[flushes % len(sets)] | more
        best = np.zeros(len(flushes), dtype=np.uint16)
        for suit in range(4):
            best = np.maximum(best, self.by_flush[cards >> (13 * suit) & 0x1FFF])
        ranks[flushes] = best
        return ranks


def card_bit(card: int) -> int:
    """The card's bit in a set of 52, suit by suit."""
    return 1 << (13 * (card & 3) + (card >> 2))


CARD_BITS = np.array([card_bit(card) for card in range(52)], dtype=np.int64)


@pytest.fixture(scope="module")
def ranked() -> SevenCardRanks:
    return SevenCardRanks()


def test_numpy_reads_the_table_as_the_firmware_does(ranked: SevenCardRanks) -> None:
    rng = random.Random(7)
    hands = [rng.sample(range(52), 7) for _ in range(20_000)]
    hands += [
        [suit + 4 * rank for rank in rng.sample(range(13), 6)] + [9 - suit] for suit in range(4)
    ]
    keys = KEYS[hands].sum(axis=1, dtype=np.int32)
    sets = np.bitwise_or.reduce(CARD_BITS[hands], axis=1)
    assert ranked(keys, sets, 0).tolist() == [by_lookup.evaluate(hand) for hand in hands]


def test_all_seven_card_hands_fall_into_the_known_categories(ranked: SevenCardRanks) -> None:
    # Tails of four cards in order of their lowest card, highest first: the tails that lie wholly
    # above a card are then the beginning of the array.
    tails = np.array(list(combinations(range(51, -1, -1), 4)), dtype=np.int8)[:, ::-1]
    tails = tails[np.argsort(-tails[:, 0], kind="stable")]
    tail_keys = KEYS[tails].sum(axis=1, dtype=np.int32)
    tail_sets = np.bitwise_or.reduce(CARD_BITS[tails], axis=1)
    above = [int(np.count_nonzero(tails[:, 0] > card)) for card in range(52)]
    del tails

    counts = np.zeros(LAST_RANKS[-1] + 1, dtype=np.int64)
    for third in range(2, 48):
        keys = tail_keys[: above[third]] + KEYS[third]
        sets = tail_sets[: above[third]]
        for first, second in combinations(range(third), 2):
            more = card_bit(first) | card_bit(second) | card_bit(third)
            ranks = ranked(keys + (KEYS[first] + KEYS[second]), sets, more)
            counts += np.bincount(ranks, minlength=len(counts))

    assert int(counts.sum()) == 133_784_560
    assert by_category(counts) == SEVEN_CARD_COUNTS
    assert int(np.count_nonzero(counts)) == SEVEN_CARD_RANKS
    assert counts[0] == 0
    assert counts[1] == 4_324  # royal flushes: 4 suits, any two of the other 47 cards


def test_all_five_card_hands_fall_into_the_known_categories() -> None:
    with untraced():
        ranks = np.fromiter(map(by_counting.evaluate, combinations(range(52), 5)), dtype=np.uint16)
    counts = np.bincount(ranks, minlength=LAST_RANKS[-1] + 1)
    assert int(counts.sum()) == 2_598_960
    assert by_category(counts) == FIVE_CARD_COUNTS
    assert int(np.count_nonzero(counts)) == 7_462
    assert counts[0] == 0
