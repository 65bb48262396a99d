"""What chance alone would do, to the last digit.

A count is only suspicious beside what a perfect shuffle would give. For a deck of 52 most of it is
known exactly: how often a card stays in its place, into how many rising sequences a deck falls,
how many cards a good guesser gets right. Those distributions are computed here from their
definitions, in whole numbers where they are whole; then come the few functions that turn a
distance from them into a p-value. Rule of the file: nothing is estimated from a simulation.

Sources: fixed points by de Montmort; descents by the Eulerian numbers; inversions by their product
formula; cycles by the Stirling numbers of the first kind; Knuth, The Art of Computer Programming
2, 3.3.2, for gap and coupon collector; Imhof, Biometrika 48 (1961) 419, and Lugannani and Rice,
Advances in Applied Probability 12 (1980) 475, for sums of chi-squares.
"""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cache

import numpy as np

CARDS = 52

Pmf = list[float]


@cache
def fixed_points(n: int = CARDS) -> Pmf:
    """Chances of 0..n cards in their own place."""
    return [
        float(
            sum(Fraction((-1) ** j, math.factorial(j)) for j in range(n - k + 1))
            / math.factorial(k)
        )
        for k in range(n + 1)
    ]


@cache
def rising_sequences(n: int = CARDS) -> Pmf:
    """Chances of 0..n rising sequences: one more than the descents of the inverse (Eulerian)."""
    row = [1]
    for m in range(2, n + 1):
        row = [
            (k + 1) * (row[k] if k < m - 1 else 0) + (m - k) * (row[k - 1] if k else 0)
            for k in range(m)
        ]
    whole = math.factorial(n)
    return [0.0, *(float(Fraction(count, whole)) for count in row)]


@cache
def inversions(n: int = CARDS) -> Pmf:
    """Chances of 0..n(n-1)/2 pairs out of order: sums of uniform numbers below 1, 2 .. n."""
    counts = [1]
    for m in range(2, n + 1):
        longer = [0] * (len(counts) + m - 1)
        window = 0
        for k in range(len(longer)):
            window += counts[k] if k < len(counts) else 0
            window -= counts[k - m] if k >= m else 0
            longer[k] = window
        counts = longer
    whole = math.factorial(n)
    return [float(Fraction(count, whole)) for count in counts]


@cache
def cycles(n: int = CARDS) -> Pmf:
    """Chances of 0..n cycles (Stirling numbers of the first kind).

    Also those of 0..n right guesses of anybody who always names a card not yet dealt: the guess is
    right with chance 1/52, 1/51 .. 1, each whatever came before.
    """
    row = [Fraction(1)]
    for m in range(1, n + 1):
        right = Fraction(1, m)
        row = [
            (row[k] if k < len(row) else 0) * (1 - right) + (row[k - 1] * right if k else 0)
            for k in range(m + 1)
        ]
    return [float(chance) for chance in row]


@cache
def gaps(chance: float, longest: int) -> Pmf:
    """Chances of gaps of 0 .. longest-1 between two hits, and of `longest` or more."""
    row = [chance * (1 - chance) ** k for k in range(longest)]
    return [*row, (1 - chance) ** longest]


@cache
def coupons(kinds: int, longest: int) -> Pmf:
    """Chances that 0..longest-1 draws complete a set of `kinds`; last, that it takes more."""
    seen = [1.0] + [0.0] * kinds
    row = [0.0]
    for _ in range(1, longest):
        fresh = [0.0] * (kinds + 1)
        for k in range(kinds):
            fresh[k] += seen[k] * k / kinds
            fresh[k + 1] += seen[k] * (kinds - k) / kinds
        row.append(fresh[kinds])
        fresh[kinds] = 0.0
        seen = fresh
    return [*row, 1 - sum(row)]


POKER: Pmf = [
    count / 2_598_960
    for count in (1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 40)
]
"""Chances of the classes of five cards, high card to straight flush, of the 2,598,960 hands."""

HOLE: Pmf = [1 / 17, 4 / 17, 12 / 17]
"""Chances that two cards are a pair, suited, neither."""

ADJACENT_WEIGHTS = ((1.0, 1274), (53 / 51, 1275), (1 / 51, 102))
"""(weight, degrees of freedom): the law of the adjacent-pair statistic.

One deck's 51 ordered neighbours fall into 2652 cells, each expected 1/52. Let K be 52 times the
matrix of joint chances: 1 on the diagonal; 0 for two cells with the same first or the same second
card, and for a cell and its reverse; 52·50!/52! = 1/51 for all others. The sum of
(n - N/52)^2 / (N/52) tends to a sum of squares of normals with K's spectrum. On arrays f(a, b)
whose rows and columns sum to nothing K is 1 where f is symmetric (1274 dimensions) and 1 + 2/51
where it is antisymmetric (1275); on f(a, b) = u(a) or u(b) it is 1/51 (102); on constants nothing.
Mean 1274 + 1275·53/51 + 2 = 2601 = 2652·51/52, as the deck's own counting demands; variance 5302.
"""


# ------------------------------------------------------------------ tails


def normal_tail(z: float) -> float:
    """P(Z >= z) of a standard normal."""
    return 0.5 * math.erfc(z / math.sqrt(2))


def chi_square_tail(x: float, df: float) -> float:
    """P(X >= x): the regularized upper incomplete gamma function Q(df/2, x/2)."""
    if x <= 0:
        return 1.0
    a, x = df / 2, x / 2
    front = math.exp(-x + a * math.log(x) - math.lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        n = a
        while term > total * 1e-17:
            n += 1
            term *= x / n
            total += term
        return max(0.0, 1 - front * total)
    b = x + 1 - a
    c, d = 1e300, 1 / b
    h = d
    for i in range(1, 100_000):
        an = -i * (i - a)
        b += 2
        d = 1 / (an * d + b)
        c = b + an / c
        step = d * c
        h *= step
        if abs(step - 1) < 1e-15:
            break
    return front * h


def weighted_tail(x: float, weights: tuple[tuple[float, int], ...]) -> float:
    """P(sum of weight times chi-square >= x): Imhof's integral, far out the saddlepoint."""
    p = _by_imhof(x, weights)
    return p if 1e-6 < p < 1 - 1e-6 else _by_saddlepoint(x, weights)


def _by_imhof(x: float, weights: tuple[tuple[float, int], ...]) -> float:
    spread = math.sqrt(2 * sum(df * w * w for w, df in weights))
    u = np.linspace(0, 40 / spread, 40_001)[1:]  # there rho is beyond e^90
    angle = -x * u / 2
    log_rho = np.zeros_like(u)
    for w, df in weights:
        angle += df / 2 * np.arctan(w * u)
        log_rho += df / 4 * np.log1p((w * u) ** 2)
    values = np.sin(angle) / (u * np.exp(log_rho))
    at_zero = (sum(w * df for w, df in weights) - x) / 2
    step = float(u[0])
    area = step * (float(values.sum()) - float(values[-1]) / 2 + at_zero / 2)
    return min(1.0, max(0.0, 0.5 + area / math.pi))


def _by_saddlepoint(x: float, weights: tuple[tuple[float, int], ...]) -> float:
    def slope(t: float) -> float:
        return sum(df * w / (1 - 2 * w * t) for w, df in weights)

    high = 0.5 / max(w for w, _ in weights)
    low = -high
    while slope(low) > x:
        low *= 2
    t = 0.0
    for _ in range(200):
        t = (low + high) / 2
        low, high = (t, high) if slope(t) < x else (low, t)
    k = -0.5 * sum(df * math.log(1 - 2 * w * t) for w, df in weights)
    bend = sum(2 * df * w * w / (1 - 2 * w * t) ** 2 for w, df in weights)
    r = math.copysign(math.sqrt(max(0.0, 2 * (t * x - k))), t)
    v = t * math.sqrt(bend)
    density = math.exp(-r * r / 2) / math.sqrt(2 * math.pi)
    return min(1.0, max(0.0, normal_tail(r) + density * (1 / v - 1 / r)))


def kolmogorov_tail(distance: float, count: int) -> float:
    """P(D >= distance) of `count` values against a continuous law, with Stephens's correction."""
    root = math.sqrt(count)
    z = (root + 0.12 + 0.11 / root) * distance
    if z < 0.2:
        return 1.0
    total = sum((-1) ** (k - 1) * math.exp(-2 * (k * z) ** 2) for k in range(1, 101))
    return min(1.0, max(0.0, 2 * total))


def two_sided(upper: float) -> float:
    """Too far from chance and too close to it count alike."""
    return min(1.0, 2 * min(upper, 1 - upper))
