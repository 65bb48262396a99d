"""The shuffle battery: is a tally what chance alone would leave?

One row a test: what it looks at, what came out, what chance gives, and how likely a distance like
that is. The null values are exact; where a naive one would hide a fault (neighbours: 2601, not
2651; places: times 51/52) the right one is used. With hundreds of tests some fail by chance, so
the verdict corrects for their number, after Holm. Rule of the file: every test that was made is in
the answer, and none is made twice.

Families and sources: per place of a card chi-square, runs, correlation with the next place and
with the same place of the deck before (South Dakota 48:02:08:02 asks for these four); the named
tests of 25 CFR 547.14 and GLI as far as they have a meaning for a deck.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from host_tools.lab import nulls
from host_tools.lab.nulls import CARDS
from host_tools.lab.tally import (
    COUPON_LONGEST,
    GAP_LONGEST,
    HISTOGRAMS,
    KINDS,
    LAGS,
    Counts,
    Tally,
)

CONFIDENCE = 0.99
"""Of the whole battery: 25 CFR 547.14 and most others ask for 99 %."""

ALARM = 1e-6
"""A corrected p-value below this is a fault and no bad luck."""

EXPECTED_MIN = 10.0
"""Cells that expect less are put together."""

_VARIANCE = (CARDS * CARDS - 1) / 12  # of a card's number


@dataclass(frozen=True)
class Outcome:
    """One test: `statistic` beside `expected`, two-sided `p`; `holm` is p corrected for all."""

    family: str
    name: str
    statistic: float
    expected: float
    p: float
    holm: float = 1.0


@dataclass(frozen=True)
class Verdict:
    """All outcomes of a battery, each with its corrected p."""

    outcomes: tuple[Outcome, ...]
    confidence: float = CONFIDENCE

    @property
    def rejected(self) -> tuple[Outcome, ...]:
        """Outcomes that chance does not explain at the confidence level, worst first."""
        found = [one for one in self.outcomes if one.holm < 1 - self.confidence]
        return tuple(sorted(found, key=lambda one: one.p))

    @property
    def passed(self) -> bool:
        """Whether none was rejected."""
        return not self.rejected

    @property
    def is_fault(self) -> bool:
        """Whether one is beyond any bad luck."""
        return any(one.holm < ALARM for one in self.outcomes)


def judge(outcomes: Iterable[Outcome], confidence: float = CONFIDENCE) -> Verdict:
    """Correct every p-value for the number of tests (Holm's step-down) and keep their order."""
    given = list(outcomes)
    order = sorted(range(len(given)), key=lambda at: given[at].p)
    corrected = [1.0] * len(given)
    highest = 0.0
    for step, at in enumerate(order):
        highest = max(highest, min(1.0, (len(given) - step) * given[at].p))
        corrected[at] = highest
    rows = [
        Outcome(one.family, one.name, one.statistic, one.expected, one.p, holm)
        for one, holm in zip(given, corrected, strict=True)
    ]
    return Verdict(tuple(rows), confidence)


def look(tally: Tally) -> list[Outcome]:
    """Every test that so many decks allow."""
    found = [*_tables(tally), *_distributions(tally)]
    if tally.steps:
        found += _per_place(tally)
    return found


def position_test(position: Counts, decks: int) -> Outcome:
    """Place by card, 52 by 52; the 51/52 comes from every row and column adding up."""
    expected = decks / CARDS
    total = float(((position - expected) ** 2).sum() / expected) * (CARDS - 1) / CARDS
    df = (CARDS - 1) ** 2
    p = nulls.two_sided(nulls.chi_square_tail(total, df))
    return Outcome("place and card", "all places", total, df, p)


def adjacent_test(adjacent: Counts, decks: int) -> Outcome:
    """Ordered neighbours, 2652 cells; its law is not the chi-square of 2651 degrees."""
    expected = decks / CARDS
    inside = adjacent[~np.eye(CARDS, dtype=bool)]
    total = float(((inside - expected) ** 2).sum() / expected)
    p = nulls.two_sided(nulls.weighted_tail(total, nulls.ADJACENT_WEIGHTS))
    return Outcome("neighbours", "ordered pairs", total, 2601, p)


def _tables(tally: Tally) -> list[Outcome]:
    found = [
        position_test(tally.position, tally.decks),
        adjacent_test(tally.adjacent, tally.decks),
    ]
    cells = CARDS * (CARDS - 1)
    if tally.decks / cells >= 5:
        expected = tally.decks / cells
        inside = tally.first_pair[~np.eye(CARDS, dtype=bool)]
        total = float(((inside - expected) ** 2).sum() / expected)
        p = nulls.two_sided(nulls.chi_square_tail(total, cells - 1))
        found.append(Outcome("neighbours", "first two cards", total, cells - 1, p))
    return found


def _distributions(tally: Tally) -> list[Outcome]:
    laws = {
        "fixed_points": ("arrangement", nulls.fixed_points()),
        "rising_sequences": ("arrangement", nulls.rising_sequences()),
        "inversions": ("arrangement", nulls.inversions()),
        "cycles": ("arrangement", nulls.cycles()),
        "guess_direction": ("best guesser", nulls.cycles()),
        "guess_place": ("best guesser", nulls.cycles()),
        "guess_neighbour": ("best guesser", nulls.cycles()),
        "poker": ("poker", nulls.POKER),
        "hole_cards": ("poker", nulls.HOLE),
        "gap": ("sequence", nulls.gaps(1 / KINDS, GAP_LONGEST)),
        "coupons": ("sequence", nulls.coupons(KINDS, COUPON_LONGEST)),
        **{f"lag_{lag}": ("deck before", nulls.fixed_points()) for lag in range(1, LAGS + 1)},
    }
    found = []
    for name in HISTOGRAMS:
        counts = tally.histograms[name]
        if not counts.sum():
            continue
        family, law = laws[name]
        found.append(_shape(family, name, counts, law))
        if family in ("arrangement", "best guesser", "deck before"):
            found.append(_mean(family, name, counts, law))
    return [one for one in found if one is not None]


def _shape(family: str, name: str, counts: Counts, law: nulls.Pmf) -> Outcome | None:
    """The whole distribution by chi-square, rare cells put together from both ends."""
    total = int(counts.sum())
    cells: list[list[float]] = []
    hoard = [0.0, 0.0]
    for seen, chance in zip(counts.tolist(), law, strict=True):
        hoard = [hoard[0] + seen, hoard[1] + chance * total]
        if hoard[1] >= EXPECTED_MIN:
            cells.append(hoard)
            hoard = [0.0, 0.0]
    if not cells:
        return None
    cells[-1] = [cells[-1][0] + hoard[0], cells[-1][1] + hoard[1]]
    if len(cells) < 2:
        return None
    distance = sum((seen - expected) ** 2 / expected for seen, expected in cells)
    df = len(cells) - 1
    p = nulls.two_sided(nulls.chi_square_tail(distance, df))
    return Outcome(family, f"{name}: shape", distance, df, p)


def _mean(family: str, name: str, counts: Counts, law: nulls.Pmf) -> Outcome:
    """The mean alone: sees a small shift that the shape spreads over many cells."""
    total = int(counts.sum())
    values = range(len(law))
    mean = sum(v * c for v, c in zip(values, law, strict=True))
    variance = sum((v - mean) ** 2 * c for v, c in zip(values, law, strict=True))
    seen = float((np.arange(len(counts)) * counts).sum()) / total
    z = (seen - mean) / math.sqrt(variance / total)
    return Outcome(family, f"{name}: mean", seen, mean, nulls.two_sided(nulls.normal_tail(z)))


def _per_place(tally: Tally) -> list[Outcome]:
    """The four tests of each place, each over all decks."""
    found = []
    decks, steps = tally.decks, tally.steps
    expected = decks / CARDS
    for at in range(CARDS):
        place = f"place {at + 1}"
        total = float(((tally.position[at] - expected) ** 2).sum() / expected)
        p = nulls.two_sided(nulls.chi_square_tail(total, CARDS - 1))
        found.append(Outcome("each place: chi-square", place, total, CARDS - 1, p))
        changes = float(tally.changes[at])  # half the cards are low: each step changes with 1/2
        p = _by_z(changes - steps / 2, steps / 4)
        found.append(Outcome("each place: runs", place, changes + 1, steps / 2 + 1, p))
        before = float(tally.before_sum[at])
        p = _by_z(before, steps * _VARIANCE**2)
        r = before / (steps * _VARIANCE)
        found.append(Outcome("each place: deck before", place, r, 0.0, p))
        if at + 1 < CARDS:
            beside = float(tally.beside_sum[at])
            mean, variance = _BESIDE
            p = _by_z(beside - decks * mean, decks * variance)
            r = beside / (decks * _VARIANCE)
            found.append(Outcome("each place: next place", place, r, -1 / (CARDS - 1), p))
    return found


def _by_z(distance: float, variance: float) -> float:
    return nulls.two_sided(nulls.normal_tail(distance / math.sqrt(variance)))


def _beside() -> tuple[float, float]:
    """Mean and variance of the product of two different cards' centred numbers."""
    centred = np.arange(CARDS) - (CARDS - 1) / 2
    products = np.outer(centred, centred)[~np.eye(CARDS, dtype=bool)]
    return float(products.mean()), float(products.var())


_BESIDE = _beside()
