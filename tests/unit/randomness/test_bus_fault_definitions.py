"""The bus-fault tests alarm at the very byte their definitions say, however the stream is cut.

Beside each test stands its definition, written as plainly as it can be; the shipped one is quicker
and has to say the same of any stream.
"""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from firmware.randomness.bus_faults import (
    DuplicateBlock,
    EqualAtLag,
    FirstDifference,
    LaneProportion,
    LaneRepetition,
)
from firmware.randomness.health import LATCH, SOFT
from tests.unit.randomness.noise import first_alarm, good_noise

NEVER = 10_000


def lag_by_definition(stream: bytes, window: int, cutoff: int) -> int:
    counts = [0] * 129
    for at, sample in enumerate(stream):
        if at % window == 0:
            counts = [0] * 129
        for lag in range(1, min(128, at) + 1):
            if stream[at - lag] == sample:
                counts[lag] += 1
        if max(counts) >= cutoff:
            return at
    return -1


def lane_run_by_definition(stream: bytes, cutoff: int) -> int:
    runs = [0] * 8
    for at, sample in enumerate(stream):
        for lane in range(8):
            same = at > 0 and not (sample ^ stream[at - 1]) >> lane & 1
            runs[lane] = runs[lane] + 1 if same else 1
        if max(runs) >= cutoff:
            return at
    return -1


def lane_share_by_definition(stream: bytes, window: int, cutoff: int) -> int:
    counts, reference = [0] * 8, 0
    for at, sample in enumerate(stream):
        if at % window == 0:
            counts, reference = [0] * 8, sample
        for lane in range(8):
            counts[lane] += not (sample ^ reference) >> lane & 1
        if max(counts) >= cutoff:
            return at
    return -1


def step_run_by_definition(stream: bytes, cutoff: int) -> int:
    run = 0
    for at in range(1, len(stream)):
        step = stream[at] - stream[at - 1] & 255
        before = stream[at - 1] - stream[at - 2] & 255 if at > 1 else None
        run = run + 1 if step == before else 1
        if run >= cutoff:
            return at
    return -1


streams = st.integers(1, 255).flatmap(
    lambda top: st.lists(st.integers(0, top), min_size=1, max_size=400).map(bytes)
)
sizes = st.integers(1, 300)


@given(streams, st.sampled_from([128, 256]), st.integers(3, 40), sizes)
def test_equal_at_lag_is_its_definition(stream: bytes, window: int, cutoff: int, size: int):
    expected = lag_by_definition(stream, window, cutoff)
    assert first_alarm(EqualAtLag(window, cutoff, NEVER), stream, size) == expected


@given(streams, st.integers(2, 20), sizes)
def test_lane_repetition_is_its_definition(stream: bytes, cutoff: int, size: int):
    expected = lane_run_by_definition(stream, cutoff)
    assert first_alarm(LaneRepetition(cutoff, NEVER), stream, size) == expected


@given(streams, st.integers(2, 300), st.integers(2, 200), sizes)
def test_lane_proportion_is_its_definition(stream: bytes, window: int, cutoff: int, size: int):
    expected = lane_share_by_definition(stream, window, cutoff)
    assert first_alarm(LaneProportion(window, cutoff, NEVER), stream, size) == expected


@given(st.lists(st.integers(0, 2), min_size=1, max_size=200), st.integers(2, 6), sizes)
def test_first_difference_is_its_definition(steps: list[int], cutoff: int, size: int):
    stream = bytes(sum(steps[:at]) & 255 for at in range(len(steps)))
    expected = step_run_by_definition(stream, cutoff)
    assert first_alarm(FirstDifference(cutoff, NEVER), stream, size) == expected


def test_a_bit_that_sticks_at_the_border_of_two_packets_is_counted_from_there() -> None:
    for size in (5, 7):
        for begins_at in (size - 1, size):
            moving = bytes((0x55, 0xAA)[at & 1] for at in range(begins_at))
            for stuck in (b"\x00", b"\x55", b"\xaa"):
                stream = moving + stuck * 40
                expected = lane_run_by_definition(stream, 20)
                assert first_alarm(LaneRepetition(20, NEVER), stream, size) == expected
    assert first_alarm(LaneRepetition(20, NEVER), bytes(40), 5) == 19


def test_a_lag_is_counted_through_its_window_and_no_further() -> None:
    window = 256
    steps = bytes(at % 100 for at in range(130))  # equal 100 places back, thirty times
    for begins_at in (13, window - 130):  # across the middle, up to the last sample
        whole = good_noise(begins_at, "whole") + steps
        for cutoff in (29, 30):
            expected = lag_by_definition(whole, window, cutoff)
            assert first_alarm(EqualAtLag(window, cutoff, NEVER), whole, 16) == expected > 0
    across = good_noise(window - 115, "across") + steps
    expected = lag_by_definition(across, window, 20)
    assert first_alarm(EqualAtLag(window, 20, NEVER), across, 16) == expected


def test_a_share_that_comes_to_the_latch_in_its_very_number_latches() -> None:
    level = LaneProportion(64, 10, 20).scan(bytes([1] * 20 + [254] * 44))[0]
    assert level == LATCH
    assert LaneProportion(64, 10, 21).scan(bytes([1] * 20 + [254] * 44))[0] == SOFT


def test_a_block_is_known_for_two_hundred_and_fifty_six_blocks_in_packets_of_any_size() -> None:
    for size in (1, 15, 16, 17):
        for apart, is_seen in ((256, True), (257, False)):
            test = DuplicateBlock(7000)
            blocks = good_noise(apart * test.block_bytes, "blocks")
            again = blocks + blocks[: test.block_bytes]
            assert (first_alarm(test, again, size) >= 0) == is_seen, (size, apart)
