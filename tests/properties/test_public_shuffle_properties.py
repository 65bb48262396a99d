"""The public shuffle is a permutation, an even one, and the one an independent reader computes."""

from __future__ import annotations

import hashlib
from collections import Counter
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.fairness.public_shuffle import arrange, deal_places

digests = st.binary(min_size=32, max_size=32)
cuts = st.integers(0, 9999)


def read_from_the_format(commit: bytes, w: bytes, cut: int, m: int) -> list[int]:
    """The text of the format, written down a second time with the standard library."""
    seed = hashlib.sha256(b"MZS1" + commit + w + cut.to_bytes(2, "big")).digest()
    stream = b"".join(
        hashlib.sha256(b"MZB1" + seed + j.to_bytes(4, "big")).digest() for j in range(30)
    )
    octets = iter(stream)
    a = list(range(m))
    for i in range(m - 1, 0, -1):
        b = next(octets)
        while b >= 256 - 256 % (i + 1):
            b = next(octets)
        r = b % (i + 1)
        a[i], a[r] = a[r], a[i]
    return a


@given(digests, digests, cuts, st.integers(1, 54))
def test_places_are_a_permutation_and_the_formats_one(commit: bytes, w: bytes, cut: int, m: int):
    places = deal_places("public_shuffle", commit, w, cut, m)
    assert sorted(places) == list(range(m))
    assert list(places) == read_from_the_format(commit, w, cut, m)


@given(digests, digests, cuts, st.integers(1, 54))
def test_rotation_is_a_permutation(commit: bytes, w: bytes, cut: int, m: int):
    places = deal_places("rotation", commit, w, cut, m)
    assert sorted(places) == list(range(m))
    assert places[0] == cut % m


@pytest.mark.parametrize("m", range(2, 8))
def test_every_arrangement_comes_once_over_all_choices(m: int):
    """Bytes below i + 1 choose directly, so the product of all choices is the whole space."""
    counts = Counter(
        arrange(lambda _, octets=bytes(choice): octets, m)
        for choice in product(*(range(i + 1) for i in range(m - 1, 0, -1)))
    )
    assert len(counts) == len(list(permutations(range(m))))
    assert set(counts.values()) == {1}


def test_three_places_are_even_over_all_two_byte_streams():
    """All 65,536 streams; those that pass over a byte and run dry are left out on both sides."""

    class DryError(Exception):
        pass

    counts: Counter[bytes] = Counter()
    for first, second in product(range(256), repeat=2):

        def block(index: int, octets: bytes = bytes((first, second))) -> bytes:
            if index:
                raise DryError
            return octets

        try:
            counts[arrange(block, 3)] += 1
        except DryError:
            assert first == 255
    assert len(counts) == 6
    assert set(counts.values()) == {255 * 256 // 6}
