"""Names what a hand's number means, and picks the five cards that play.

`evaluate` says which of two hands wins; at the showdown people want to hear why. This file turns a
number into its category (a flush, two pair) and seven cards into the five that make it. It chooses
no words: a category is called as the schema's enum calls it. Rule of the file: it asks `evaluate`
and never ranks a hand on its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.compat import check
from firmware.evaluator import evaluate
from firmware.schema.messages import CATEGORY_WORDS

if TYPE_CHECKING:
    from collections.abc import Sequence

ROYAL_FLUSH = 1
WORST = 7462

# Last number of each category: how many hands of five differ in rank, added up (10 straight
# flushes, 156 fours, 156 full houses, 1277 flushes, 10 straights, 858 threes, 858 two pairs, ...).
LAST_RANKS = (10, 166, 322, 1599, 1609, 2467, 3325, 6185, 7462)

_WHEEL = 0b1_0000_0000_1111  # ranks A 5 4 3 2


def category(rank: int) -> int:
    """The category id 0 (straight flush) .. 8 (high card) of a number that `evaluate` gave.

    Raises:
        InvariantError: `hand_rank_out_of_range`.
    """
    check(ROYAL_FLUSH <= rank <= WORST, "hand_rank_out_of_range")
    index = 0
    while rank > LAST_RANKS[index]:
        index += 1
    return index


def category_name(rank: int) -> str:
    """The name of a number's category; the best straight flush is called `royal_flush`."""
    return "royal_flush" if rank == ROYAL_FLUSH else CATEGORY_WORDS[category(rank)]


def best_five(cards: Sequence[int]) -> tuple[int, ...]:
    """The five of five to seven card ids that play, in the order in which they are read out.

    That is: the largest group of equal ranks first, higher ranks before lower ones, the ace of a
    five-high straight last, suits in the order s h d c. Where other cards would do as well, those
    named first in `cards` play, so put the hole cards first.
    """
    best = tuple(cards[:5])
    best_rank = evaluate(best)
    for five in _fives(cards):
        rank = evaluate(five)
        if rank < best_rank:
            best = five
            best_rank = rank
    return _in_reading_order(best)


def _fives(cards: Sequence[int]) -> list[tuple[int, ...]]:
    """All choices of five, those with the earliest cards first."""
    count = len(cards)
    return [
        (cards[a], cards[b], cards[c], cards[d], cards[e])
        for a in range(count)
        for b in range(a + 1, count)
        for c in range(b + 1, count)
        for d in range(c + 1, count)
        for e in range(d + 1, count)
    ]


def _in_reading_order(five: tuple[int, ...]) -> tuple[int, ...]:
    held = [0] * 13
    ranks = 0
    for card in five:
        held[card >> 2] += 1
        ranks |= 1 << (card >> 2)
    keyed = []
    for card in five:
        group = held[card >> 2]
        if ranks == _WHEEL and card >> 2 == 12:
            group = 0
        keyed.append((group * 52 + card, card))
    keyed.sort(reverse=True)
    return tuple([card for _, card in keyed])
