"""What a noise chip on a bus really does wrong is seen within the stated number of bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from firmware.randomness.battery import (
    Alarm,
    Battery,
    bytes_until_seen,
    health_tests,
    lane_assessment,
)
from firmware.randomness.bus_faults import (
    DuplicateBlock,
    EqualAtLag,
    FirstDifference,
    LaneProportion,
    LaneRepetition,
    NamedPattern,
    evidence_bytes,
)
from firmware.randomness.health import LATCH, NO_ALARM, SOFT
from tests.unit.randomness.noise import first_alarm, good_noise, pieces

if TYPE_CHECKING:
    from tests.unit.randomness.noise import HealthTest

GOOD = good_noise(4096)


def battery_alarm(raw: bytes, h_millibits: int = 8000, size: int = 16) -> Alarm | None:
    battery = Battery(h_millibits)
    for piece in pieces(raw, size):
        alarm = battery.scan(piece)
        if alarm:
            return alarm
    return None


def stuck_bit(lane: int) -> bytes:
    return bytes(b | 1 << lane for b in GOOD)


# The stream, a test that must see it, and the sample at which it does (counted from 1).
FAULTS = [
    ("all_zero", bytes(2048), "repetition_count", 5),
    ("all_one", b"\xff" * 2048, "repetition_count", 5),
    ("unlocked", b"\xff\xff\x00\x00" * 512, "adaptive_proportion", 30),
    ("unlocked_by_name", b"\xff\xff\x00\x00" * 512, "pattern_unlocked", 8),
    ("unlocked_other_phase", b"\x00\xff\xff\x00" * 512, "pattern_unlocked", 9),
    ("alternating", b"\x55\xaa" * 1024, "adaptive_proportion", 31),
    ("alternating_by_name", b"\x55\xaa" * 1024, "pattern_alternating", 8),
    ("alternating_other_phase", b"\xaa\x55" * 1024, "pattern_alternating", 9),
    ("counter", bytes(i & 255 for i in range(2048)), "first_difference", 6),
    ("counter_down", bytes(-i & 255 for i in range(2048)), "first_difference", 6),
    ("counter_by_seven", bytes(7 * i & 255 for i in range(2048)), "first_difference", 6),
    *[
        (f"period_{period}", (good_noise(period, f"p{period}") * 64)[:2048], "equal_at_lag",
         period + 16)
        for period in (33, 64, 100, 127, 128)
    ],
    *[
        (f"bit_{lane}_stuck", stuck_bit(lane), "lane_repetition", 31) for lane in range(8)
    ],
    *[
        (f"bit_{lane}_stuck_slowly", stuck_bit(lane), "lane_proportion", 609)
        for lane in range(8)
    ],
    ("stale_32", GOOD[:32] * 64, "duplicate_block", 48),
    ("stale_64", GOOD[:64] * 32, "duplicate_block", 80),
    ("stale_2048", GOOD[:2048] * 2, "duplicate_block", 2064),
]  # fmt: skip


@pytest.mark.parametrize(
    ("stream", "name", "sample"), [row[1:] for row in FAULTS], ids=[row[0] for row in FAULTS]
)
@pytest.mark.parametrize("size", [16, 64, 5])
def test_fault_is_seen_at_its_sample(stream: bytes, name: str, sample: int, size: int):
    test = dict(health_tests(8000))[name]
    assert first_alarm(test, stream, size) == sample - 1


@pytest.mark.parametrize("row", FAULTS, ids=[row[0] for row in FAULTS])
def test_battery_sees_every_fault_no_later(row: tuple):
    _, stream, _, sample = row
    alarm = battery_alarm(stream)
    assert alarm is not None
    assert alarm.sample <= sample - 1


def test_there_are_twenty_faulty_streams():
    assert len(FAULTS) >= 20


def test_standard_tests_alone_miss_what_the_others_are_for():
    """Why this room has more than two tests: neither sees a counter or a stuck bit."""
    standard = dict(health_tests(8000))
    for stream in (bytes(i & 255 for i in range(2048)), stuck_bit(3)):
        for name in ("repetition_count", "adaptive_proportion"):
            assert first_alarm(standard[name], stream) == -1


@pytest.mark.parametrize("h_millibits", [1000, 2000, 3000, 4000, 5000, 6000, 7000, 7500, 8000])
def test_good_noise_passes_every_test(h_millibits: int):
    assert battery_alarm(good_noise(40_000, f"h{h_millibits}"), h_millibits) is None


def test_a_long_good_stream_passes():
    assert battery_alarm(good_noise(200_000, "many"), 8000, 128) is None


@pytest.mark.parametrize("h_millibits", [1000, 4000, 8000])
def test_stuck_source_is_seen_at_every_assessment(h_millibits: int):
    alarm = battery_alarm(bytes(2048), h_millibits)
    assert alarm is not None
    assert alarm.sample < 64


def test_battery_tells_the_most_serious_alarm_then_the_earliest():
    assert Battery(8000).scan(bytes(5)) == Alarm("repetition_count", SOFT, 4)
    alarm = Battery(8000).scan(b"\x00" * 5 + b"\xff\xff\x00\x00" * 4)
    assert alarm == Alarm("pattern_unlocked", LATCH, 12)
    # Sixteen zeros latch the repetition count at index 4 and the steps at index 5.
    assert Battery(8000).scan(bytes(16)) == Alarm("repetition_count", LATCH, 4)
    late_zeros = Battery(8000).scan(b"\x01" + bytes(12))
    assert late_zeros == Alarm("repetition_count", LATCH, 5)
    early_step = bytes(range(6)) + bytes([9, 77, 5, 5, 5, 5, 5])
    assert Battery(8000).scan(early_step) == Alarm("first_difference", SOFT, 5)


def test_battery_counts_samples_over_hands():
    battery = Battery(8000)
    assert battery.scan(GOOD[:100]) is None
    assert battery.scan(bytes([GOOD[99]]) * 4) == Alarm("repetition_count", SOFT, 103)


def test_lane_assessment_never_exceeds_its_share():
    assert lane_assessment(8000) == 1000
    assert lane_assessment(7500) == 800
    assert lane_assessment(4000) == 500
    assert lane_assessment(1000) == 100


def test_evidence_is_sixty_four_assessed_bits():
    assert evidence_bytes(8000) == 8
    assert evidence_bytes(7500) == 9
    assert evidence_bytes(1000) == 64
    assert evidence_bytes(63_999) == 2


@pytest.mark.parametrize(
    "test",
    [
        FirstDifference(5, 9),
        LaneRepetition(31, 61),
        LaneProportion(1024, 609, 652),
        EqualAtLag(512, 16, 25),
        DuplicateBlock(8000),
        NamedPattern(b"\x55\xaa", 8000),
    ],
    ids=lambda test: type(test).__name__,
)
def test_empty_piece_says_nothing(test: HealthTest):
    assert test.scan(b"") == NO_ALARM


def test_latch_is_told_in_the_same_piece():
    assert FirstDifference(5, 9).scan(bytes(range(9))) == (SOFT, 5)
    assert FirstDifference(5, 9).scan(bytes(range(10))) == (LATCH, 5)
    assert LaneRepetition(31, 61).scan(stuck_bit(0)[:60]) == (SOFT, 30)
    assert LaneRepetition(31, 61).scan(stuck_bit(0)[:61]) == (LATCH, 30)
    assert LaneProportion(1024, 609, 652).scan(stuck_bit(0)[:651]) == (SOFT, 608)
    assert LaneProportion(1024, 609, 652).scan(stuck_bit(0)[:700]) == (LATCH, 608)
    assert EqualAtLag(512, 16, 25).scan((GOOD[:40] * 3)[:64]) == (SOFT, 55)
    assert EqualAtLag(512, 16, 25).scan((GOOD[:40] * 3)[:65]) == (LATCH, 55)


def test_lane_run_that_ends_between_soft_and_latch_stays_soft():
    stream = stuck_bit(0)[:40] + bytes(b & 0xFE for b in GOOD[40:70]) + GOOD[70:100]
    assert LaneRepetition(31, 61).scan(stream)[0] == SOFT


def test_lane_alarm_is_repeated_while_the_bit_stays():
    test = LaneRepetition(31, 61)
    assert test.scan(stuck_bit(0)[:40]) == (SOFT, 30)
    assert test.scan(stuck_bit(0)[40:44]) == (SOFT, 0)


def test_lane_proportion_takes_a_new_reference_each_window():
    low_bit = [0] + [1] * 1023 + [1] * 609
    stream = bytes(b & 0xFE | bit for b, bit in zip(GOOD, low_bit, strict=False))
    assert first_alarm(LaneProportion(1024, 609, 652), stream) == 1632


def test_block_is_forgotten_after_256_others():
    def others(count: int) -> bytes:
        return good_noise(16 * count, "others")

    block = b"the same 16 byte"
    assert first_alarm(DuplicateBlock(8000), block + others(255) + block) == 16 * 257 - 1
    assert first_alarm(DuplicateBlock(8000), block + others(256) + block) == -1


def test_second_duplicate_does_not_move_the_first():
    assert DuplicateBlock(8000).scan(GOOD[:16] * 3) == (LATCH, 31)


def test_weak_source_gets_longer_blocks():
    """At one bit a byte 16 bytes may well come twice; only 64 may not."""
    weak = GOOD[:16] + GOOD[:16] + GOOD[32:128]
    assert first_alarm(DuplicateBlock(1000), weak) == -1
    assert first_alarm(DuplicateBlock(1000), GOOD[:64] * 2) == 127


def test_count_of_samples_stays_far_below_two_to_the_thirty():
    battery = Battery(8000)
    battery._samples = (1 << 29) - 8
    battery.scan(GOOD[:16])
    assert battery._samples == 8


@pytest.mark.parametrize("h_millibits", [1000, 2000, 3000, 4000, 5000, 6000, 7000, 7500, 8000])
def test_bytes_ahead_hold_a_buffer_that_comes_again_inside_a_block(h_millibits: int):
    ahead = bytes_until_seen(h_millibits)
    assert ahead % 16 == 0
    assert ahead >= 2 * DuplicateBlock(h_millibits).block_bytes


def test_bytes_ahead_are_the_longest_cut_off_in_whole_packets():
    """325 equal bytes at a lag outweigh 301 equal bits at 1 bit a byte; from 2 bits on bits do."""
    assert [bytes_until_seen(h) for h in (1000, 2000, 4000, 8000)] == [336, 304, 80, 32]


def test_hashes_kept_take_two_kilobytes():
    assert len(DuplicateBlock(8000)._kept) == 256 * 8


def test_lanes_that_never_equal_the_reference_run_no_counter_over():
    test = LaneProportion(1024, 609, 652)
    assert test.scan(b"\x00" + b"\xff" * 300) == NO_ALARM
    assert test._counts == [1] * 8


def lanes(*bits: list[int]) -> bytes:
    """Bytes from the levels of bit 0, bit 1 and so on; the other bits change at every sample."""
    count = len(bits[0])
    stream = []
    for at in range(count):
        octet = 0xFC if at % 2 else 0
        for lane, levels in enumerate(bits):
            octet = octet & ~(1 << lane) | levels[at] << lane
        stream.append(octet)
    return bytes(stream)


def test_two_lanes_that_are_stuck_one_sample_too_short_are_silent():
    """One runs for samples 0..29, the other for 1..30: neither is thirty-one long."""
    first = [1] * 30 + [0, 1] * 15
    second = [0] + [1] * 30 + [0] + [1, 0] * 14
    assert LaneRepetition(31, 61).scan(lanes(first[:59], second[:59])) == NO_ALARM


def test_run_that_ends_with_the_first_sample_of_a_piece_is_counted_from_the_piece_before():
    test = LaneRepetition(31, 61)
    assert test.scan(lanes([1] * 30, [0, 1] * 15)) == NO_ALARM
    assert test.scan(lanes([1, 0, 0, 0], [0, 1, 0, 1])) == (SOFT, 0)


def test_pattern_is_found_across_the_border_of_two_pieces():
    pattern = b"\x55\xaa" * 4
    for cut in range(1, 8):
        test = NamedPattern(b"\x55\xaa", 8000)
        assert test.scan(GOOD[:8] + pattern[:cut]) == NO_ALARM
        assert test.scan(pattern[cut:] + GOOD[:8]) == (LATCH, 7 - cut)


def test_single_bytes_that_come_again_are_counted_without_their_neighbours():
    stream = list(range(120))
    for at in (20, 24, 28, 32, 36):
        stream[at] = stream[at - 10]
    assert EqualAtLag(128, 5, 9).scan(bytes(stream)) == (SOFT, 36)
    assert EqualAtLag(128, 6, 9).scan(bytes(stream)) == NO_ALARM


def test_windows_of_a_lag_begin_with_nothing_counted():
    """Two windows of 256 with four equal bytes each at lag 10; the fifth in one is an alarm."""
    window = [(7 * at) & 255 for at in range(256)]
    for at in (20, 41, 62, 83):
        window[at] = window[at - 10]
    stream = window + window
    assert EqualAtLag(256, 5, 9).scan(bytes(stream)) == NO_ALARM
    stream[256 + 104] = stream[256 + 94]
    assert EqualAtLag(256, 5, 9).scan(bytes(stream)) == (SOFT, 256 + 104)


def test_buffer_of_129_bytes_is_seen_as_a_duplicate_and_not_as_a_lag():
    """128 bytes are the longest lag; a longer one takes until block and buffer begin together."""
    stream = good_noise(129, "p129") * 18
    assert first_alarm(EqualAtLag(512, 16, 25), stream) == -1
    assert first_alarm(DuplicateBlock(8000), stream) == 129 * 16 + 16 - 1


def test_blocks_are_whole_packets_with_the_evidence_in_them():
    packets = {8000: 1, 4000: 1, 3900: 2, 2000: 2, 1950: 3, 1000: 4}
    assert {h: DuplicateBlock(h).block_bytes for h in packets} == {
        h: 16 * count for h, count in packets.items()
    }


def test_pattern_that_was_told_is_not_told_again():
    test = NamedPattern(b"\x55\xaa", 8000)
    assert test.scan(GOOD[:8] + b"\x55\xaa" * 4) == (LATCH, 15)
    assert test.scan(GOOD[:16]) == NO_ALARM
