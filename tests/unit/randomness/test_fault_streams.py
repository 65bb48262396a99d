"""No order is drawn from a faulty byte, wherever the fault begins and whatever it is.

Thirty-odd ways in which a noise chip on a bus really fails, each set in at different places of the
road: while nothing is asked for, at the first byte of a draw, at its last, in the bytes judged
ahead. Draws are asked for one after the other all the time.
"""

from __future__ import annotations

import pytest

from firmware.compat import InvariantError
from firmware.randomness.conditioning import condense, raw_bytes_per_seed
from firmware.randomness.drbg import HmacDrbg
from firmware.randomness.health import LATCH, SOFT
from firmware.randomness.permutation import Reservoir, shuffled
from firmware.randomness.pipeline import CLOSED, FAILED, HEALTHY, STARTING, Pipeline
from host_tools.lab import nulls
from tests.unit.randomness.noise import good_noise
from tests.unit.randomness.test_bus_faults import FAULTS
from tests.unit.randomness.test_pipeline import healthy
from tests.untraced import untraced

SLOTS = bytes(range(52))
H_MILLIBITS = 8000
GOOD_BEFORE = 1248 + 160  # start-up, first seeds and their look ahead, one whole draw

# Where in its stream a fault first shows: what comes before could be good noise.
ONSET = {"stale_32": 32, "stale_64": 64, "stale_2048": 2048}
ONSET.update({f"period_{period}": period for period in (33, 64, 100, 127, 128)})

MORE = [
    ("word_of_zeros_while_not_ready", good_noise(40) + bytes(8) + good_noise(400, "after"), 45),
    ("brown_out_to_ff", b"\xff" * 400, 5),
    ("lcg_low_bits", bytes((5 * n + 3) & 3 for n in range(400)), 400),
    ("two_values", bytes(200 if octet & 1 else 7 for octet in good_noise(600)), 200),
    ("same_packet_twice", good_noise(16, "p") * 2 + good_noise(300, "q"), 32),
]
ONSETS_MORE = {"word_of_zeros_while_not_ready": 40, "same_packet_twice": 16}

STREAMS = [(name, stream, sample, ONSET.get(name, 0)) for name, stream, _, sample in FAULTS]
STREAMS += [(name, stream, sample, ONSETS_MORE.get(name, 0)) for name, stream, sample in MORE]


class Road:
    """A pipeline that is always asked for a draw, and which bytes each order was made of."""

    def __init__(self) -> None:
        self.pipeline = Pipeline(H_MILLIBITS)
        self.fed = 0
        self.orders: list[tuple[int, int]] = []  # first byte of a draw, and one past its last
        self._from = 0

    def feed(self, raw: bytes, size: int = 16) -> None:
        """Give the next bytes, packet by packet, until the road closes."""
        for at in range(0, len(raw), size):
            if self.pipeline.state == HEALTHY and not self.pipeline.wanted:
                self.pipeline.request_draw()
                self._from = self.fed
            packet = raw[at : at + size]
            self.pipeline.feed(packet)
            self.fed += len(packet)
            if self.pipeline.is_ready:
                self.pipeline.draw_order(SLOTS)
                used = 2 * raw_bytes_per_seed(H_MILLIBITS)
                self.orders.append((self._from, self._from + used))
            if self.pipeline.state == FAILED:
                return


def test_there_are_more_than_twenty_streams():
    assert len({name for name, *_ in STREAMS}) >= 35


@pytest.mark.parametrize("lead", [0, 16, 64, 96, 128, 144, 160, 7])
@pytest.mark.parametrize(
    ("stream", "sample", "onset"), [row[1:] for row in STREAMS], ids=[row[0] for row in STREAMS]
)
def test_fault_is_seen_in_time_and_no_order_holds_one_of_its_bytes(
    stream: bytes, sample: int, onset: int, lead: int
):
    road = Road()
    good = good_noise(GOOD_BEFORE + lead, f"lead {lead}")
    road.feed(good)
    assert road.orders, "the road was open before"
    begun = road.fed
    road.feed(stream)
    assert road.pipeline.state == FAILED
    alarm = road.pipeline.alarm
    assert alarm is not None
    # A duplicate is found at the end of a block; blocks do not begin where faults do.
    assert alarm.sample - begun < sample + 16
    assert all(end <= begun + onset for _, end in road.orders)


def test_smallest_fault_on_record_would_be_drawn_from_without_the_look_ahead():
    """Why the bytes ahead: a bit that sticks twenty bytes before the end is seen after it."""
    road = Road()
    road.feed(good_noise(GOOD_BEFORE, "x"))
    road.pipeline._ahead_bytes = 0
    road.feed(good_noise(112, "y") + bytes(octet | 4 for octet in good_noise(16, "z")))
    begun = GOOD_BEFORE + 112
    assert any(end > begun for _, end in road.orders)


def test_one_block_of_zeros_is_rejected_and_a_start_up_test_comes_before_the_next_hand():
    """A driver that reports success with zeros, once (as the MCUX one did)."""
    road = Road()
    road.feed(good_noise(GOOD_BEFORE, "x") + bytes(5) + good_noise(11, "y"))
    assert road.pipeline.state == FAILED
    assert road.pipeline.alarm is not None
    assert road.pipeline.alarm.level == SOFT
    orders = len(road.orders)
    assert road.pipeline.restart(by_person=False)
    assert road.pipeline.state == STARTING
    road.feed(good_noise(1247, "z"))
    assert len(road.orders) == orders
    with pytest.raises(InvariantError, match="draw_not_ready"):
        road.pipeline.draw_order(SLOTS)


@pytest.mark.parametrize("length", range(2, 9))
def test_run_of_zeros_alarms_from_the_fifth_on(length: int):
    """Output read while the chip is not ready: the driver's status is for the shorter ones."""
    for at in range(3):
        pipeline = Pipeline(H_MILLIBITS)
        good = bytes(octet or 1 for octet in good_noise(600, f"n{at}"))
        answer = pipeline.feed(good[: 200 + at] + bytes(length) + good[200 + at :])
        assert (answer == CLOSED) is (length >= 5)


def test_proportion_alarm_comes_inside_the_second_request_of_one_hand_each():
    """64 bytes a hand, the window's first value eight times in each: sixteen come together only
    because the counts go on from hand to hand.
    """
    hand = [1 + octet % 250 for octet in good_noise(128)]
    hand[0] = 0
    for at in range(5, 61, 8):
        hand[at] = 0  # seven more in the first 64
    for at in range(68, 128, 7):
        hand[at] = 0
    pipeline = Pipeline(H_MILLIBITS)
    assert pipeline.feed(bytes(hand[:64])) > 0
    assert pipeline.feed(bytes(hand[64:])) == CLOSED
    assert pipeline.alarm is not None
    assert pipeline.alarm.test == "adaptive_proportion"
    assert 64 <= pipeline.alarm.sample < 128


@pytest.mark.parametrize("between", [0, 255])
def test_block_that_comes_again_latches(between: int):
    block = good_noise(64, "block")
    pipeline = Pipeline(H_MILLIBITS)
    others = good_noise(16 * max(0, between - 4), "others")
    assert pipeline.feed(block + others) != CLOSED
    assert pipeline.feed(block) == CLOSED
    assert pipeline.alarm is not None
    assert (pipeline.alarm.test, pipeline.alarm.level) == ("duplicate_block", LATCH)


def first_order(seed: str, health: bool) -> bytes:
    raw = good_noise.__wrapped__(1408, seed)  # not kept
    if health:
        pipeline = Pipeline(H_MILLIBITS)
        pipeline.feed(raw[:1248])
        pipeline.request_draw()
        pipeline.feed(raw[1248:])
        return bytes(pipeline.draw_order(SLOTS)[0])

    def of(at: int) -> bytes:
        return condense(raw[at : at + 64], H_MILLIBITS)

    drbg = HmacDrbg(of(1024) + of(1088), of(1152))
    drbg.reseed(of(1248) + of(1312))
    drbg.generate(32)
    return bytes(shuffled(SLOTS, Reservoir(lambda: drbg.generate(32))))


@pytest.mark.slow
def test_a_thousand_cold_boots_draw_a_thousand_orders_and_the_same_noise_the_same():
    with untraced():
        orders = [first_order(f"boot {boot}", health=True) for boot in range(1000)]
    assert len(set(orders)) == 1000
    for boot in (0, 500, 999):
        assert first_order(f"boot {boot}", health=True) == orders[boot]
        assert first_order(f"boot {boot}", health=False) == orders[boot]


@pytest.mark.slow
def test_first_order_after_a_boot_is_as_even_as_any():
    """Where card 0 lies in the first order of 10,000 boots (the health tests left out)."""
    boots = 10_000
    counts = [0] * 52
    with untraced():
        for boot in range(boots):
            counts[first_order(f"boot {boot}", health=False).index(0)] += 1
    expected = boots / 52
    total = sum((count - expected) ** 2 / expected for count in counts)
    assert nulls.two_sided(nulls.chi_square_tail(total, 51)) > 1e-6


@pytest.mark.parametrize("h_millibits", [1000, 4000, 7000, 8000])
@pytest.mark.parametrize("good_bytes", range(0, 128, 3))
def test_failure_that_begins_in_the_last_bytes_of_a_draw_is_seen_before_it(
    h_millibits: int, good_bytes: int
):
    """A bit sticks somewhere in what a draw is made of: no test is slower than the bytes ahead."""
    pipeline, noise = healthy(h_millibits)
    wanted = pipeline.request_draw()
    stream = noise.read(good_bytes) + bytes(b | 8 for b in noise.read(wanted - good_bytes))
    for at in range(0, wanted, 16):
        pipeline.feed(stream[at : at + 16])
    assert pipeline.state == FAILED
    assert not pipeline.is_ready
