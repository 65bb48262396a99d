"""Computes the health-test cut-offs of SP 800-90B and writes them as
firmware/randomness/cutoffs.py.

A cut-off is the count at which the table stops believing its noise source: rare enough that a
good source hardly ever reaches it, low enough that a dead one reaches it at once. Rule of the
file: every number is exact. H may be a fraction (0.1, 7.5), so 2^-H is enclosed between two
fractions, and a cut-off is accepted only if both ends of the enclosure give the same one. No
float is used.

`python -m host_tools.dev.gen_cutoffs` writes the table, with `--check` it compares and fails if
the committed table is not the one computed here.
"""

from __future__ import annotations

import sys
from fractions import Fraction
from math import ceil
from pathlib import Path

from host_tools.dev.standing import is_wrong_use, settle

TABLE = Path(__file__).parents[2] / "firmware" / "randomness" / "cutoffs.py"

ALPHAS = (20, 30, 40, 60)  # false-alarm probabilities 2^-n, rarest last
WINDOW = {1: 1024, 8: 512}  # SP 800-90B 4.4.2: 1024 for binary samples, 512 otherwise
SOURCES = [  # bits a sample, H in thousandths of a bit a sample
    *[(1, h) for h in (100, 300, 500, 800, 1000)],
    *[(8, h) for h in (1000, 2000, 3000, 4000, 5000, 6000, 7000, 7500, 8000)],
]

_ENCLOSURE_BITS = 64  # 2^-H is known to within 2^-64; too wide an enclosure is an error below


def enclose_power(h: Fraction) -> tuple[Fraction, ...]:
    """2^-h where that is a fraction, else two fractions around it, 2^-64 apart."""
    if h.denominator == 1:
        return (Fraction(1, 2**h.numerator),)
    # floor(2^B · 2^-(a/b)) is the integer b-th root of 2^(B·b - a): found by halving.
    target = 2 ** (_ENCLOSURE_BITS * h.denominator - h.numerator)
    low, high = 0, 2**_ENCLOSURE_BITS
    while high - low > 1:
        middle = (low + high) // 2
        if middle**h.denominator <= target:
            low = middle
        else:
            high = middle
    return Fraction(low, 2**_ENCLOSURE_BITS), Fraction(high, 2**_ENCLOSURE_BITS)


def rarest_counts(n: int, p: Fraction, alphas: tuple[int, ...]) -> list[int]:
    """For each alpha the smallest c with P(Binomial(n, p) >= c) <= 2^-alpha; n + 1 if none."""
    hit, whole = p.numerator, p.denominator
    miss = whole - hit
    counts: list[int] = []
    total = whole**n
    c, tail = n + 1, 0
    term = hit**n  # P(X = c - 1) · whole^n, an integer
    for alpha in reversed(alphas):  # from the smallest tail to the largest
        while c > 0 and (tail + term) << alpha <= total:
            c, tail = c - 1, tail + term
            term = term * c * miss // ((n - c + 1) * hit)
        counts.append(c)
    return counts[::-1]


def repetition_cutoff(h: Fraction, alpha: int) -> int:
    """SP 800-90B 4.4.1: C = 1 + ceil(alpha / H)."""
    return 1 + ceil(alpha / h)


def proportion_cutoffs(
    window: int, h: Fraction, alphas: tuple[int, ...] = ALPHAS, *, corrected: bool = False
) -> list[int]:
    """SP 800-90B 4.4.2: C = 1 + critbinom(W, 2^-H, 1 - 2^-alpha), at most W, for each alpha.

    1 + critbinom is the smallest count whose tail is at most alpha. `corrected` is comment 10b's
    form, 2 + critbinom(W - 1, …): the reference sample always counts.
    """
    trials = window - 1 if corrected else window
    counts = [rarest_counts(trials, p, alphas) for p in enclose_power(h)]
    if counts[0] != counts[-1]:
        raise ArithmeticError(f"enclosure too wide for W={window}, H={h}")
    return [min(c + corrected, window) for c in counts[0]]


def render() -> str:
    """The text of the table."""
    lines = [
        '"""Cut-offs of the health tests: how often is too often.',
        "",
        "Generated from SP 800-90B section 4.4 by host_tools/dev/gen_cutoffs.py, do not edit.",
        "",
        "A row: bits a sample, H in thousandths of a bit a sample, window of the adaptive",
        "proportion test, then for false-alarm probabilities 2^-20, 2^-30, 2^-40, 2^-60 the",
        "cut-off of the repetition count test and that of the adaptive proportion test.",
        '"""',
        "",
        "ALPHA_BITS = " + repr(ALPHAS),
        "",
        "ROWS = (",
    ]
    for sample_bits, h_millibits in SOURCES:
        h = Fraction(h_millibits, 1000)
        proportion = proportion_cutoffs(WINDOW[sample_bits], h)
        pairs = ", ".join(
            f"{repetition_cutoff(h, a)}, {c}" for a, c in zip(ALPHAS, proportion, strict=True)
        )
        lines.append(f"    ({sample_bits}, {h_millibits}, {WINDOW[sample_bits]}, {pairs}),")
    return "\n".join([*lines, ")", ""])


def main(arguments: list[str]) -> int:
    """Write, or with `--check` compare; 0 when all is well, 1 if stale, 2 on wrong arguments."""
    if is_wrong_use("gen_cutoffs", arguments):
        return 2
    return settle({TABLE.name: render()}, arguments, TABLE.parent)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
