"""Every arrangement is exactly as likely as every other: shown by looking at all of them."""

from __future__ import annotations

import math
from collections import Counter
from itertools import product

import pytest

from firmware.compat import InvariantError
from firmware.randomness.permutation import REFILL_BELOW, Reservoir, shuffled
from tests.unit.randomness.noise import good_noise


class DryError(Exception):
    """The scripted bytes are used up."""


def scripted(octets: bytes):
    """A source that gives these bytes in one block and then runs dry."""
    blocks = [octets]

    def source() -> bytes:
        if not blocks:
            raise DryError
        return blocks.pop()

    return source


def holding(value: int, size: int) -> Reservoir:
    """A dry reservoir in a given state, which may be drawn from as long as it lasts."""
    reservoir = Reservoir(scripted(b""), refill_below=1)
    reservoir._value, reservoir._size = value, size
    return reservoir


@pytest.mark.parametrize("k", range(2, 53))
def test_draw_below_k_is_even_over_all_bytes(k: int):
    """All 256 bytes: each number equally often, and each leftover equally often beside it."""
    outcomes: Counter[tuple[int, int, int]] = Counter()
    put_back: Counter[int] = Counter()
    for octet in range(256):
        reservoir = Reservoir(scripted(bytes([octet])), refill_below=2)
        try:
            drawn = reservoir.below(k)
            outcomes[drawn, reservoir._value, reservoir._size] += 1
        except (DryError, IndexError):
            put_back[reservoir._value] += 1
    quotient, rest = divmod(256, k)
    assert set(outcomes) == {(r, v, quotient) for r in range(k) for v in range(quotient)}
    assert set(outcomes.values()) == {1}
    # What was put back is uniform on 0..rest-1, unless so little is left that a byte was needed.
    assert sum(put_back.values()) == rest
    assert set(put_back) == set(range(rest))


@pytest.mark.parametrize("k", range(1, 55))
def test_draw_keeps_the_reservoir_even_in_every_small_state(k: int):
    """Sizes up to 300: state and draw after one trial cover what they may, each once."""
    for size in (*range(k, 301, 7), 256):
        quotient, rest = divmod(size, k)
        accepted, rejected = set(), set()
        for value in range(size):
            reservoir = holding(value, size)
            try:
                drawn = reservoir.below(k)
            except (DryError, IndexError):
                rejected.add(reservoir._value)
                assert reservoir._size == rest
            else:
                assert reservoir._size == quotient
                accepted.add((drawn, reservoir._value))
        assert accepted == {(r, v) for r in range(k) for v in range(quotient)}
        assert rejected == set(range(rest))


class Choices:
    """Stands for the reservoir: gives the listed draws, each checked against its range."""

    def __init__(self, draws: tuple[int, ...]) -> None:
        self.draws = list(draws)

    def below(self, k: int) -> int:
        drawn = self.draws.pop(0)
        assert 0 <= drawn < k
        return drawn


@pytest.mark.parametrize("n", range(8))
def test_every_arrangement_comes_exactly_once(n: int):
    items = bytes(range(10, 10 + n))
    counts = Counter(
        bytes(shuffled(items, Choices(draws)))  # pyright: ignore[reportArgumentType]
        for draws in product(*(range(i + 1) for i in range(n - 1, 0, -1)))
    )
    assert len(counts) == math.factorial(n)
    assert set(counts.values()) == {1}
    assert all(sorted(arrangement) == list(items) for arrangement in counts)


@pytest.mark.parametrize("n", range(2, 8))
def test_one_number_below_n_factorial_decides_everything(n: int):
    """The whole code at once: each of the n! states of a full reservoir gives its own order."""
    size = math.factorial(n)
    orders = {bytes(shuffled(bytes(range(n)), holding(value, size))) for value in range(size)}
    assert len(orders) == size


def test_three_items_are_even_over_all_two_byte_streams():
    """Reservoir and swaps together; streams that want a third byte are left out."""
    counts: Counter[bytes] = Counter()
    for octets in product(range(256), repeat=2):
        reservoir = Reservoir(scripted(bytes(octets)), refill_below=2)
        try:
            counts[bytes(shuffled(b"abc", reservoir))] += 1
        except DryError:
            continue
    assert len(counts) == 6
    assert len(set(counts.values())) == 1
    assert sum(counts.values()) > 65_000


class Meter:
    """A source of good bytes that counts them."""

    def __init__(self) -> None:
        self.stream = good_noise(200_000, "meter")
        self.taken = 0

    def __call__(self) -> bytes:
        octet = self.stream[self.taken : self.taken + 1]
        self.taken += 1
        return octet


def test_continuous_drawing_costs_225_6_bits_a_deck():
    meter = Meter()
    reservoir = Reservoir(meter)
    draws = 5000
    for _ in range(draws):
        shuffled(bytes(range(52)), reservoir)
    bits = meter.taken * 8 / draws
    assert math.log2(math.factorial(52)) < bits + 30 / draws
    assert bits == pytest.approx(225.6, abs=0.05)


def test_numbers_stay_below_two_to_the_thirty():
    meter = Meter()
    reservoir = Reservoir(meter)
    largest = 0
    for k in [*range(52, 1, -1)] * 200:
        reservoir.below(k)
        largest = max(largest, reservoir._size)
        assert 0 <= reservoir._value < reservoir._size
    assert largest <= REFILL_BELOW * 256 // 2
    assert REFILL_BELOW * 256 == 1 << 30


def test_bytes_are_taken_in_one_behind_the_other():
    """Three of them make one number, the first its highest part."""
    for octets in (b"\x01\x02\x03", b"\xab\xcd\xef", b"\x00\xff\x10"):
        value = int.from_bytes(octets, "big")
        reservoir = Reservoir(scripted(octets))
        assert reservoir.below(52) == value % 52
        assert reservoir._value == value // 52
        assert reservoir._size == (1 << 24) // 52


def test_emptied_reservoir_keeps_nothing():
    first = Reservoir(scripted(good_noise(64)))
    first.below(52)
    first.empty()
    assert (first._block, first._at, first._value, first._size) == (b"", 0, 0, 1)


def test_blocks_may_have_any_length():
    whole = Reservoir(scripted(good_noise(64)))
    by_the_byte = Reservoir(Meter())
    by_the_byte._source.stream = good_noise(64)  # pyright: ignore[reportFunctionMemberAccess]
    assert [whole.below(52) for _ in range(20)] == [by_the_byte.below(52) for _ in range(20)]


def test_order_of_none_or_one_needs_no_chance():
    dry = Reservoir(scripted(b""))
    assert shuffled(b"", dry) == bytearray()
    assert shuffled(b"\x07", dry) == bytearray(b"\x07")


def test_items_are_left_alone():
    slots = bytearray(range(10))
    shuffled(slots, Reservoir(scripted(good_noise(64))))
    assert slots == bytearray(range(10))


@pytest.mark.parametrize("k", [0, -1, 256])
def test_impossible_range_is_refused(k: int):
    with pytest.raises(InvariantError, match="draw_range"):
        Reservoir(scripted(b"\x00" * 9)).below(k)


def test_as_many_items_as_a_byte_counts_are_taken():
    assert sorted(shuffled(bytes(range(255)), Reservoir(Meter()))) == list(range(255))


def test_too_many_items_are_refused():
    with pytest.raises(InvariantError, match="draw_range"):
        shuffled(bytes(256), Reservoir(scripted(b"\x00" * 9)))


@pytest.mark.parametrize("refill_below", [0, REFILL_BELOW + 1])
def test_impossible_reservoir_is_refused(refill_below: int):
    with pytest.raises(InvariantError, match="reservoir_size"):
        Reservoir(scripted(b""), refill_below)
