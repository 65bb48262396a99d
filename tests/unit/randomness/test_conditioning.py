"""A seed takes at least 320 assessed bits; the standard calls it full entropy then."""

from __future__ import annotations

import hmac
from decimal import Decimal, localcontext

import pytest

from firmware.compat import InvariantError
from firmware.randomness.conditioning import SEED_BYTES, condense, raw_bytes_per_seed
from firmware.randomness.cutoffs import ROWS
from tests.unit.randomness.noise import good_noise

ASSESSMENTS = [row[1] for row in ROWS if row[0] == 8]


def output_entropy_short_of_full(n_in: int, h_in: Decimal) -> Decimal:
    """SP 800-90B 3.1.5.1.2 for n_out = nw = 256: how many bits of 256 are missing."""
    n_out = n = 256
    with localcontext() as context:
        context.prec = 400
        two = Decimal(2)
        p_high = two**-h_in
        p_low = (1 - p_high) / (two**n_in - 1)
        spread = two ** (n_in - n)
        psi = spread * p_low + p_high
        omega = (spread + (2 * n * spread * two.ln()).sqrt()) * p_low
        return n_out + max(psi, omega).ln() / two.ln()


def test_formula_gives_the_published_values():
    assert round(256 - output_entropy_short_of_full(512, Decimal(256)), 6) == 255
    missing = output_entropy_short_of_full(512, Decimal(320))
    assert Decimal(2) ** -64 < missing < Decimal(2) ** -62
    assert round(256 - output_entropy_short_of_full(512, Decimal("179.2")), 6) == Decimal("179.2")


@pytest.mark.parametrize("h_millibits", ASSESSMENTS)
def test_seed_is_of_full_entropy_at_every_assessment(h_millibits: int):
    count = raw_bytes_per_seed(h_millibits)
    assessed = Decimal(count * h_millibits) / 1000
    assert assessed >= 320
    assert count >= 64
    assert output_entropy_short_of_full(8 * count, assessed) < Decimal(2) ** -62


@pytest.mark.parametrize(
    ("h_millibits", "count"), [(1000, 320), (3000, 107), (4000, 80), (5000, 64), (8000, 64)]
)
def test_raw_bytes_of_a_seed(h_millibits: int, count: int):
    assert raw_bytes_per_seed(h_millibits) == count


@pytest.mark.parametrize("h_millibits", [0, -1, 8001])
def test_impossible_assessment_is_refused(h_millibits: int):
    with pytest.raises(InvariantError, match="entropy_assessment_unknown"):
        raw_bytes_per_seed(h_millibits)


def test_seed_is_the_keyed_hash_of_the_raw_bytes():
    raw, second = good_noise(80), b"second source"
    assert condense(raw, 4000) == hmac.digest(b"", raw, "sha256")
    assert condense(raw, 4000, second) == hmac.digest(second, raw, "sha256")
    assert condense(bytearray(raw), 4000) == condense(raw, 4000)
    assert len(condense(raw, 4000)) == SEED_BYTES


def test_one_raw_byte_too_few_makes_no_seed():
    with pytest.raises(InvariantError, match="seed_underfed"):
        condense(good_noise(79), 4000, b"a second source does not count" * 9)
