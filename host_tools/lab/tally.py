"""Counting decks: everything the battery looks at, in tables that only grow.

A laboratory that deals ten million times cannot keep the decks; it keeps tallies. A deck comes in
as a row of 52 numbers, what lies first is dealt first, and leaves its marks: which card at which
place, which beside which, how many in their own place, in what relation to the deck before.
Tallies of two benches are added. Rule of the file: it counts and judges nothing.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from host_tools.lab.nulls import CARDS

Decks = NDArray[np.uint8]
Counts = NDArray[np.int64]

LAGS = 10
GAP_LONGEST = 60
COUPON_LONGEST = 140
KINDS = 13
LEARNED_MIN = 5_000  # decks a learning guesser has seen before it is asked
LEARNED_MAX = 300_000  # decks it is asked about: it looks at every card for every guess
COUPON_MAX = 1_000_000

HISTOGRAMS = {
    "fixed_points": CARDS + 1,
    "rising_sequences": CARDS + 1,
    "inversions": CARDS * (CARDS - 1) // 2 + 1,
    "cycles": CARDS + 1,
    "guess_direction": CARDS + 1,
    "guess_place": CARDS + 1,
    "guess_neighbour": CARDS + 1,
    "poker": 9,
    "hole_cards": 3,
    "gap": GAP_LONGEST + 1,
    "coupons": COUPON_LONGEST + 1,
    **{f"lag_{lag}": CARDS + 1 for lag in range(1, LAGS + 1)},
}

_SUITS = 4
_MIDDLE = (CARDS - 1) / 2


class Tally:
    """Counts of the decks seen; `add` chunks in the order they were drawn."""

    def __init__(self) -> None:
        self.decks = 0
        self.position: Counts = np.zeros((CARDS, CARDS), np.int64)  # place, card
        self.adjacent: Counts = np.zeros((CARDS, CARDS), np.int64)  # card, the next
        self.first_pair: Counts = np.zeros((CARDS, CARDS), np.int64)
        self.histograms: dict[str, Counts] = {
            name: np.zeros(size, np.int64) for name, size in HISTOGRAMS.items()
        }
        self.steps = 0  # pairs of a deck and the one before it
        self.changes: Counts = np.zeros(
            CARDS, np.int64
        )  # low to high card or back, from deck to deck
        self.before_sum = np.zeros(CARDS)  # of products with the same place of the deck before
        self.beside_sum = np.zeros(CARDS - 1)  # of products with the next place
        self._tail: Decks = np.zeros((0, CARDS), np.uint8)
        self._gap = -1  # decks since the last ace on top; -1: none yet
        self._coupon: tuple[int, set[int]] = (0, set())

    def add(self, decks: Decks) -> None:
        """Count the next decks, one a row."""
        self._guess_by_learning(decks)
        self.count_tables(decks)
        self._count_arrangements(decks)
        self._count_hands(decks)
        self._count_with_before(decks)
        self._count_sequence(decks)
        self.decks += len(decks)

    def count_tables(self, decks: Decks) -> None:
        """Only which card lies where, and beside which."""
        flat = np.arange(CARDS) * CARDS
        self.position += _count(decks + flat, CARDS * CARDS).reshape(CARDS, CARDS)
        wide = decks.astype(np.int32)
        self.adjacent += _table(wide[:, :-1], wide[:, 1:])
        self.first_pair += _table(wide[:, 0], wide[:, 1])

    def merge(self, other: Tally) -> None:
        """Add what another bench counted."""
        self.decks += other.decks
        self.steps += other.steps
        for mine, theirs in zip(self._arrays(), other._arrays(), strict=True):
            np.add(mine, theirs, out=mine)
        for name, counts in other.histograms.items():
            self.histograms[name] += counts

    def _arrays(self) -> tuple[NDArray[Any], ...]:
        return (
            self.position,
            self.adjacent,
            self.first_pair,
            self.changes,
            self.before_sum,
            self.beside_sum,
        )

    def _note(self, name: str, values: NDArray[Any]) -> None:
        counts = self.histograms[name]
        counts += _count(np.minimum(values, len(counts) - 1), len(counts))

    def _count_arrangements(self, decks: Decks) -> None:
        own = np.arange(CARDS, dtype=np.uint8)
        self._note("fixed_points", (decks == own).sum(1))
        place = np.empty_like(decks)
        np.put_along_axis(place, decks.astype(np.intp), np.broadcast_to(own, decks.shape), 1)
        self._note("rising_sequences", 1 + (place[:, 1:] < place[:, :-1]).sum(1))
        pairs = np.zeros(len(decks), np.int64)
        for at in range(CARDS - 1):
            pairs += (decks[:, at : at + 1] > decks[:, at + 1 :]).sum(1)
        self._note("inversions", pairs)
        least, reach = np.broadcast_to(own, decks.shape), decks.astype(np.intp)
        for _ in range(6):  # 2^6 steps go round any cycle
            least = np.minimum(least, np.take_along_axis(least, reach, 1))
            reach = np.take_along_axis(reach, reach, 1)
        self._note("cycles", (least == own).sum(1))
        self._note("guess_direction", guess_by_direction(decks))

    def _count_hands(self, decks: Decks) -> None:
        """Five cards from the top; and the first seat's two of six seats."""
        rank, suit = decks // _SUITS, decks % _SUITS
        five = np.sort(rank[:, :5], 1).astype(np.int16)
        pairs = (five[:, 1:] == five[:, :-1]).sum(1)
        three = ((five[:, 2:] == five[:, :-2]).sum(1)) > 0
        four = ((five[:, 3:] == five[:, :-3]).sum(1)) > 0
        flush = (suit[:, :5] == suit[:, :1]).all(1)
        is_wheel = (five == np.array([0, 1, 2, 3, 12])).all(1)
        straight = (pairs == 0) & ((five[:, 4] - five[:, 0] == 4) | is_wheel)
        by_pairs = np.where(
            pairs == 3, np.where(four, 7, 6), np.where((pairs == 2) & three, 3, pairs)
        )
        kind = np.where(straight, np.where(flush, 8, 4), np.where(flush, 5, by_pairs))
        self._note("poker", kind)
        pair = rank[:, 0] == rank[:, 6]
        self._note("hole_cards", np.where(pair, 0, np.where(suit[:, 0] == suit[:, 6], 1, 2)))

    def _count_with_before(self, decks: Decks) -> None:
        joined = np.concatenate([self._tail, decks])
        for lag in range(1, LAGS + 1):
            new = min(len(decks), max(0, len(joined) - lag))
            if new:
                same = joined[len(joined) - new :] == joined[len(joined) - new - lag :][:new]
                self._note(f"lag_{lag}", same.sum(1))
        new = min(len(decks), len(joined) - 1)
        now = joined[len(joined) - new :] - _MIDDLE
        before = joined[len(joined) - new - 1 :][:new] - _MIDDLE
        self.steps += new
        self.changes += ((now > 0) != (before > 0)).sum(0)
        self.before_sum += (now * before).sum(0)
        centred = decks - _MIDDLE
        self.beside_sum += (centred[:, 1:] * centred[:, :-1]).sum(0)
        self._tail = joined[-LAGS:]

    def _count_sequence(self, decks: Decks) -> None:
        """The card on top, deck after deck: gaps between aces, draws for a set of ranks."""
        top = decks[:, 0] // _SUITS
        aces = np.flatnonzero(top == KINDS - 1)
        if len(aces):
            since = np.diff(aces) - 1
            if self._gap >= 0:
                since = np.concatenate([[aces[0] + self._gap], since])
            self._note("gap", since)
            self._gap = len(top) - 1 - int(aces[-1])
        elif self._gap >= 0:
            self._gap += len(top)
        if self.decks >= COUPON_MAX:
            return
        drawn, seen = self._coupon
        lengths = []
        for rank in top.tolist():
            drawn += 1
            seen.add(rank)
            if len(seen) == KINDS:
                lengths.append(drawn)
                drawn, seen = 0, set()
        self._coupon = drawn, seen
        self._note("coupons", np.array(lengths, np.int64))

    def _guess_by_learning(self, decks: Decks) -> None:
        """Guessers with a memory: of all decks before this chunk, and of the cards dealt."""
        if not LEARNED_MIN <= self.decks <= LEARNED_MAX:
            return
        chunk = decks[: LEARNED_MAX // 10]
        self._note("guess_place", guess_by_table(chunk, self.position, by_place=True))
        self._note("guess_neighbour", guess_by_table(chunk, self.adjacent, by_place=False))


def guess_by_table(decks: Decks, table: Counts, *, by_place: bool) -> NDArray[Any]:
    """Right guesses a deck of who names the undealt card seen most often here, or after this."""
    rows = np.arange(len(decks))
    score = table.astype(np.float32) + 1
    undealt = np.ones(decks.shape, np.float32)
    right = np.zeros(len(decks), np.int64)
    for at in range(CARDS):
        known = score[at] if by_place or at == 0 else score[decks[:, at - 1]]
        guess = (undealt * known).argmax(1)
        right += guess == decks[:, at]
        undealt[rows, decks[:, at]] = 0
    return right


def guess_by_direction(decks: Decks) -> NDArray[Any]:
    """Right guesses a deck of who goes on in the direction of the last two cards.

    Against a machine that puts cards on shelves this is about the best there is (Diaconis, Fulman
    and Holmes, Annals of Applied Probability 23, 2013): a shelf comes out in rising, then in
    falling order.
    """
    count = len(decks)
    undealt = np.full(count, (1 << CARDS) - 1, np.int64)
    right = np.zeros(count, np.int64)
    last = np.full(count, -1, np.int64)
    is_up = np.ones(count, bool)
    one = np.int64(1)
    for at in range(CARDS):
        above = undealt & ~((one << (last + 1)) - 1)
        below = undealt & ((one << np.maximum(last, 0)) - 1)
        up, down = _lowest(above), _highest(below)
        guess = np.where(is_up, np.where(above > 0, up, down), np.where(below > 0, down, up))
        card = decks[:, at].astype(np.int64)
        right += guess == card
        undealt &= ~(one << card)
        is_up = card > last
        last = card
    return right


def _lowest(mask: NDArray[Any]) -> NDArray[Any]:
    return _highest(mask & -mask)


def _highest(mask: NDArray[Any]) -> NDArray[Any]:
    return np.frexp(mask.astype(np.float64))[1].astype(np.int64) - 1


def _count(values: NDArray[Any], size: int) -> Counts:
    return np.bincount(values.ravel(), minlength=size)[:size]


def _table(first: NDArray[Any], second: NDArray[Any]) -> Counts:
    return _count(first * CARDS + second, CARDS * CARDS).reshape(CARDS, CARDS)
