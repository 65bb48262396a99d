"""Ranks a seven-card hand by looking it up, for machines with memory to spare.

Each card has a key. Seven keys added up tell which ranks are there and, in the bits above, whether
five or more cards share a suit; the ranks' sum then leads to the hand's number in one table of
115 KB. Hands with a flush (3 in 100) and hands of five or six cards are counted instead. Rule of
the file: it gives the numbers that counting gives, only sooner.
"""

from __future__ import annotations

from array import array
from binascii import a2b_base64
from struct import unpack
from typing import TYPE_CHECKING

from firmware.compat import check
from firmware.evaluator import by_counting, tables

if TYPE_CHECKING:
    from collections.abc import Sequence


def _from_base64(text: bytes) -> array[int]:
    packed = a2b_base64(text)
    return array("H", unpack("<%dH" % (len(packed) // 2), packed))


_KEYS = [
    tables.RANK_WEIGHTS[card >> 2] + (tables.SUIT_WEIGHTS[card & 3] << tables.SUIT_SHIFT)
    for card in range(52)
]
_FLUSHES = bytes([digit - 48 for digit in tables.FLUSHES])  # 0, or 1 + suit
_SUIT_ONES = (0,) + by_counting.SUIT_ONES
_OFFSETS = _from_base64(tables.OFFSETS)
_VALUES = _from_base64(tables.VALUES)

# The masks stand as numbers in `evaluate` because a name would cost a look-up there.
check(
    (tables.ROW_MASK, tables.ROW_BITS, tables.SUIT_SHIFT) == (8191, 13, 23),
    "evaluator_key_bits_differ",
)


def evaluate(cards: Sequence[int]) -> int:
    """Rank five to seven cards, 1 (royal flush) .. 7462, smaller is better; see the package."""
    if len(cards) == 7:
        a, b, c, d, e, f, g = cards
        keys = _KEYS
        key = keys[a] + keys[b] + keys[c] + keys[d] + keys[e] + keys[f] + keys[g]
        flush = _FLUSHES[key >> 23]
        if flush:
            return by_counting.rank_flush(cards, _SUIT_ONES[flush])
        return _VALUES[_OFFSETS[key & 8191] + (key >> 13 & 1023)]
    return by_counting.evaluate(cards)
