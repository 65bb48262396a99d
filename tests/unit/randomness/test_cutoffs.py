"""The cut-offs of the health tests: published values, and an independent computation."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING

import pytest

from firmware.randomness.cutoffs import ALPHA_BITS, ROWS
from host_tools.dev import gen_cutoffs
from host_tools.dev.gen_cutoffs import proportion_cutoffs, repetition_cutoff

if TYPE_CHECKING:
    from pathlib import Path

# Bits a sample, H, then (repetition, proportion, corrected proportion) for 2^-20, 2^-30, 2^-40:
# computed with 60 decimal digits and with a survival function, equal in every cell.
PUBLISHED = [
    (1, "0.1", (201, 991, 991), (301, 999, 999), (401, 1005, 1005)),
    (1, "0.3", (68, 890, 890), (101, 904, 904), (135, 915, 915)),
    (1, "0.5", (41, 793, 793), (61, 810, 810), (81, 824, 824)),
    (1, "0.8", (26, 664, 664), (39, 683, 683), (51, 699, 699)),
    (1, "1.0", (21, 589, 590), (31, 609, 609), (41, 625, 626)),
    (8, "1", (21, 311, 311), (31, 325, 325), (41, 336, 337)),
    (8, "4", (6, 62, 63), (9, 71, 71), (11, 78, 79)),
    (8, "6", (5, 25, 26), (6, 31, 32), (8, 35, 36)),
    (8, "7", (4, 18, 18), (6, 22, 23), (7, 26, 27)),
    (8, "7.5", (4, 15, 16), (5, 19, 20), (7, 22, 23)),
    (8, "8", (4, 13, 14), (5, 16, 17), (6, 19, 20)),
]
PAIRS = [
    (bits, h, alpha, *cell)
    for bits, h, *cells in PUBLISHED
    for alpha, cell in zip((20, 30, 40), cells, strict=True)
]
LATCH = [  # bits a sample, H, repetition and proportion cut-off for 2^-60
    (8, "8", 9, 25),
    (8, "7", 10, 32),
    (8, "6", 11, 44),
    (8, "4", 16, 91),
    (1, "1", 61, 652),
    (1, "0.8", 76, 725),
]


def table_row(bits: int, h: str) -> tuple[int, ...]:
    (found,) = [row for row in ROWS if row[:2] == (bits, int(Fraction(h) * 1000))]
    return found


def table_pair(bits: int, h: str, alpha: int) -> tuple[int, int]:
    row, at = table_row(bits, h), 3 + 2 * ALPHA_BITS.index(alpha)
    return row[at], row[at + 1]


def test_there_are_thirty_three_published_pairs():
    assert len(PAIRS) == 33


@pytest.mark.parametrize("published", PAIRS, ids=lambda p: f"{p[0]}bit-H{p[1]}-{p[2]}")
def test_table_holds_the_published_pair(
    published: tuple[int, str, int, int, int, int],
):
    bits, h, alpha, repetition, proportion, corrected = published
    assert table_pair(bits, h, alpha) == (repetition, proportion)
    assert corrected - proportion in (0, 1)


@pytest.mark.parametrize(("bits", "h", "repetition", "proportion"), LATCH)
def test_table_holds_the_latch(bits: int, h: str, repetition: int, proportion: int):
    assert table_pair(bits, h, 60) == (repetition, proportion)


@pytest.mark.parametrize(
    ("bits", "h", "corrected"),
    [(bits, h, [cell[2] for cell in cells]) for bits, h, *cells in PUBLISHED],
)
def test_corrected_form_is_computed_too(bits: int, h: str, corrected: list[int]):
    window = gen_cutoffs.WINDOW[bits]
    assert proportion_cutoffs(window, Fraction(h), (20, 30, 40), corrected=True) == corrected


def test_cutoffs_of_jitterentropy_come_out():
    """Its tables: W = 512, H = 1/osr, corrected form at 2^-30; standard form at H = 1."""
    assert proportion_cutoffs(512, Fraction(1), (30, 60)) == [325, 355]
    assert [
        proportion_cutoffs(512, Fraction(1, osr), (30,), corrected=True)[0] for osr in range(2, 15)
    ] == [422, 459, 477, 488, 494, 499, 502, 505, 507, 508, 509, 510, 511]


@pytest.mark.parametrize(("window", "cutoff"), [(132, 101), (196, 140)])
def test_cutoffs_of_small_windows_come_out(window: int, cutoff: int):
    assert proportion_cutoffs(window, Fraction(1), (30,)) == [cutoff]


def test_cutoff_never_exceeds_its_window():
    """A test that cannot fail is no test: at H = 0.01 the binomial alone would ask for more."""
    assert gen_cutoffs.rarest_counts(20, Fraction(99, 100), (60,)) == [21]
    assert proportion_cutoffs(20, Fraction(1, 100), (60,)) == [20]


def test_cutoff_is_the_smallest_rare_count():
    """P(X >= C) <= alpha < P(X >= C - 1), straight from the definition, for H = 8."""
    n, p = 512, Fraction(1, 256)

    def tail(c: int) -> Fraction:
        return 1 - sum(
            (comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(c)), start=Fraction(0)
        )

    for alpha in ALPHA_BITS:
        _, c = table_pair(8, "8", alpha)
        assert tail(c) <= Fraction(1, 2**alpha) < tail(c - 1)


def test_repetition_cutoff_has_no_rounding_trap():
    """0.1 and 0.3 have no exact binary form; the division is one of fractions."""
    assert repetition_cutoff(Fraction("0.1"), 20) == 201
    assert repetition_cutoff(Fraction("0.3"), 30) == 101


def test_enclosure_holds_the_power():
    low, high = gen_cutoffs.enclose_power(Fraction(15, 2))
    assert low**2 < Fraction(1, 2**15) < high**2
    assert high - low == Fraction(1, 2**64)


def test_too_wide_an_enclosure_is_refused(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(gen_cutoffs, "_ENCLOSURE_BITS", 3)
    with pytest.raises(ArithmeticError):
        proportion_cutoffs(512, Fraction(15, 2))


def test_committed_table_is_the_computed_one():
    assert gen_cutoffs.main(["--check"]) == 0


def test_stale_table_is_found_and_rewritten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    committed = gen_cutoffs.TABLE.read_text()
    stale = tmp_path / "cutoffs.py"
    monkeypatch.setattr(gen_cutoffs, "TABLE", stale)
    monkeypatch.setattr(gen_cutoffs, "render", lambda: committed)
    assert gen_cutoffs.main(["--check"]) == 1
    stale.write_text(committed.replace("589", "588"))
    assert gen_cutoffs.main(["--check"]) == 1
    assert "cutoffs.py is not what its source gives" in capsys.readouterr().err
    assert gen_cutoffs.main([]) == 0
    assert gen_cutoffs.main(["--check"]) == 0
    assert stale.read_text() == committed
