"""The two standard tests alarm at the exact sample, never earlier, and never forget."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.compat import InvariantError
from firmware.randomness.health import (
    LATCH,
    NO_ALARM,
    SOFT,
    AdaptiveProportion,
    RepetitionCount,
    cutoffs,
)
from tests.unit.randomness.noise import first_alarm, good_noise

NEVER = 10_000
SIZES = [1, 7, 16, 588, 4096]


@pytest.mark.parametrize("size", SIZES)
def test_twenty_equal_samples_are_silent_and_the_twenty_first_alarms(size: int):
    assert first_alarm(RepetitionCount(21, NEVER), b"\x01" * 20 + b"\x00", size) == -1
    assert first_alarm(RepetitionCount(21, NEVER), b"\x01" * 21, size) == 20


@pytest.mark.parametrize("size", SIZES)
def test_reference_and_587_equal_are_silent_one_more_alarms(size: int):
    assert first_alarm(AdaptiveProportion(1024, 589, NEVER), b"\x01" * 588, size) == -1
    assert first_alarm(AdaptiveProportion(1024, 589, NEVER), b"\x01" * 589, size) == 588


@pytest.mark.parametrize("size", SIZES)
def test_only_the_reference_counts(size: int):
    stream = b"\x00" + b"\x01" * 1023
    assert first_alarm(AdaptiveProportion(1024, 589, NEVER), stream, size) == -1


@pytest.mark.parametrize("size", SIZES)
def test_windows_do_not_overlap(size: int):
    """587 hits end one window, 588 begin the next: nowhere 589 in one window."""
    first = b"\x01" + b"\x00" * 436 + b"\x01" * 587
    second = b"\x01" * 588 + b"\x00" * 436
    assert len(first) == len(second) == 1024
    assert first_alarm(AdaptiveProportion(1024, 589, NEVER), first + second, size) == -1
    one_more = b"\x01" * 589
    assert first_alarm(AdaptiveProportion(1024, 589, NEVER), first + one_more, size) == 1612


@pytest.mark.parametrize("size", SIZES)
def test_each_window_takes_a_new_reference(size: int):
    first = b"\x07" + b"\x09" * 511
    second = b"\x09" * 16
    assert first_alarm(AdaptiveProportion(512, 16, NEVER), first + second, size) == 527


@pytest.mark.parametrize("value", [0x00, 0xFF])
def test_absent_chip_is_noticed_at_the_fifth_and_sixteenth_byte(value: int):
    window, run_soft, run_latch, soft, latch = cutoffs(8, 8000)
    stuck = bytes([value]) * 64
    assert first_alarm(RepetitionCount(run_soft, run_latch), stuck) == 4
    assert first_alarm(AdaptiveProportion(window, soft, latch), stuck) == 15


def test_counts_go_on_from_hand_to_hand():
    """Four equal bytes end one hand's noise, one begins the next."""
    test = RepetitionCount(5, 9)
    assert test.scan(good_noise(60) + b"\x42" * 4) == NO_ALARM
    assert test.scan(b"\x42" + good_noise(63, "next")) == (SOFT, 0)


def test_empty_piece_says_nothing():
    assert RepetitionCount(5, 9).scan(b"") == NO_ALARM
    assert AdaptiveProportion(512, 16, 25).scan(b"") == NO_ALARM


def test_levels_are_ordered_by_seriousness():
    assert NO_ALARM == (0, -1)
    assert 0 < SOFT < LATCH


def test_longer_run_latches():
    assert RepetitionCount(5, 9).scan(b"\x01" * 8) == (SOFT, 4)
    assert RepetitionCount(5, 9).scan(b"\x01" * 9) == (LATCH, 4)
    assert RepetitionCount(5, 9).scan(b"\x01" * 9 + b"\x02" * 5) == (LATCH, 4)


def test_larger_share_latches():
    often = b"\x01\x02" * 30
    assert AdaptiveProportion(512, 16, 25).scan(often[:48]) == (SOFT, 30)
    assert AdaptiveProportion(512, 16, 25).scan(often[:49]) == (LATCH, 30)


def test_second_window_can_only_make_the_alarm_more_serious():
    soft, latch = b"\x01" * 4 + b"\x02" * 4, b"\x03" * 8
    assert AdaptiveProportion(8, 4, 8).scan(soft + latch) == (LATCH, 3)
    assert AdaptiveProportion(8, 4, 8).scan(latch + soft) == (LATCH, 3)


def test_alarm_is_repeated_while_the_window_goes_on():
    test = AdaptiveProportion(512, 16, 25)
    assert test.scan(b"\x01" * 16) == (SOFT, 15)
    assert test.scan(b"\x02\x01") == (SOFT, 1)
    assert test.scan(b"\x02\x02") == NO_ALARM


def test_unknown_assessment_is_refused():
    assert cutoffs(8, 8000) == (512, 5, 9, 16, 25)
    assert cutoffs(1, 1000) == (1024, 31, 61, 609, 652)
    for sample_bits, h_millibits in [(8, 7999), (1, 8000), (2, 1000), (8, 0)]:
        with pytest.raises(InvariantError, match="entropy_assessment_unknown"):
            cutoffs(sample_bits, h_millibits)


def repetition_by_the_book(stream: bytes, cutoff: int) -> int:
    """SP 800-90B 4.4.1, step by step."""
    a, b = stream[0], 1
    for at in range(1, len(stream)):
        if stream[at] == a:
            b += 1
            if b >= cutoff:
                return at
        else:
            a, b = stream[at], 1
    return -1


def proportion_by_the_book(stream: bytes, window: int, cutoff: int) -> int:
    """SP 800-90B 4.4.2, step by step."""
    at = 0
    while at < len(stream):
        a, b = stream[at], 1
        for place in range(at + 1, min(at + window, len(stream))):
            if stream[place] == a:
                b += 1
                if b >= cutoff:
                    return place
        at += window
    return -1


lumpy = st.lists(st.integers(0, 3), min_size=1, max_size=200).map(bytes)


@given(lumpy, st.integers(2, 8), st.integers(1, 50))
def test_repetition_count_is_the_books(stream: bytes, cutoff: int, size: int):
    expected = repetition_by_the_book(stream, cutoff)
    assert first_alarm(RepetitionCount(cutoff, NEVER), stream, size) == expected


@given(lumpy, st.integers(5, 40), st.integers(2, 20), st.integers(1, 50))
def test_adaptive_proportion_is_the_books(stream: bytes, window: int, cutoff: int, size: int):
    expected = proportion_by_the_book(stream, window, cutoff)
    assert first_alarm(AdaptiveProportion(window, cutoff, NEVER), stream, size) == expected
