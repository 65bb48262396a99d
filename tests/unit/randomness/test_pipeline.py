"""The road from noise to order opens only after its test and closes at the first alarm."""

from __future__ import annotations

import hmac

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.compat import InvariantError
from firmware.fairness.commit import is_order
from firmware.randomness.battery import Alarm, bytes_until_seen
from firmware.randomness.drbg import HmacDrbg
from firmware.randomness.health import LATCH, SOFT
from firmware.randomness.permutation import Reservoir, shuffled
from firmware.randomness.pipeline import (
    CLOSED,
    FAILED,
    HEALTHY,
    START_UP_BYTES,
    STARTING,
    Pipeline,
)
from tests.unit.randomness.noise import good_noise

SLOTS = bytes(range(54))
AHEAD = 32  # judged after a draw's bytes, before any of them is used, at H = 8
DRAW = 128  # two seeds


class Noise:
    """A good source, read from the front."""

    def __init__(self, name: str = "good") -> None:
        self.stream = good_noise(200_000, name)
        self.at = 0

    def read(self, count: int) -> bytes:
        self.at += count
        return self.stream[self.at - count : self.at]


def fill(pipeline: Pipeline, noise: Noise, size: int = 16) -> None:
    while pipeline.wanted:
        pipeline.feed(noise.read(min(size, pipeline.wanted)))


def healthy(h_millibits: int = 8000, noise: Noise | None = None) -> tuple[Pipeline, Noise]:
    noise = noise or Noise()
    pipeline = Pipeline(h_millibits, b"MZ-0007")
    fill(pipeline, noise)
    assert pipeline.state == HEALTHY
    return pipeline, noise


def test_new_pipeline_wants_its_start_up_test_and_first_seeds():
    pipeline = Pipeline(8000)
    assert pipeline.state == STARTING
    assert pipeline.wanted == START_UP_BYTES + 3 * 64 + AHEAD
    assert not pipeline.is_ready


@pytest.mark.parametrize(("h_millibits", "seed"), [(8000, 64), (4000, 80), (1000, 320)])
def test_weaker_source_must_give_more(h_millibits: int, seed: int):
    pipeline, _ = healthy(h_millibits)
    assert pipeline.request_draw() == 2 * seed + bytes_until_seen(h_millibits)


def test_start_up_test_takes_1024_samples_before_any_seed():
    """The first seeds come from the bytes after the start-up test, which are thrown away."""
    pipeline, noise = Pipeline(8000, b"MZ-0007"), Noise()
    assert pipeline.feed(noise.read(START_UP_BYTES + 191 + AHEAD)) == 1
    assert pipeline.state == STARTING
    assert pipeline.feed(noise.read(1)) == 0
    assert pipeline.state == HEALTHY


def test_known_noise_is_followed_to_the_exact_order():
    """From raw bytes to the deal by hand, with the standard library and the room's parts."""
    pipeline, noise = healthy()
    pipeline.request_draw()
    fill(pipeline, noise)
    order, nonce = pipeline.draw_order(SLOTS)

    def seed(at: int) -> bytes:
        return hmac.digest(b"", noise.stream[at : at + 64], "sha256")

    first = [seed(START_UP_BYTES + 64 * i) for i in range(3)]
    drbg = HmacDrbg(first[0] + first[1], first[2], b"MZ-0007")
    second = START_UP_BYTES + 192 + AHEAD
    drbg.reseed(seed(second) + seed(second + 64))
    assert nonce == drbg.generate(32)
    assert order == shuffled(SLOTS, Reservoir(lambda: drbg.generate(32)))
    # The same, as bytes that every later version has to give.
    assert bytes(order[:12]).hex() == "002a2f1a3435102709332b30"
    assert nonce[:12].hex() == "d21768295da87704f5665f2b"


def test_order_is_an_order_of_the_slots():
    pipeline, noise = healthy()
    for slots in (SLOTS, SLOTS[:52], bytes([9, 4, 1]), b"\x05"):
        pipeline.request_draw()
        fill(pipeline, noise)
        order, nonce = pipeline.draw_order(slots)
        assert is_order(order)
        assert sorted(order) == sorted(slots)
        assert len(nonce) == 32
        assert isinstance(order, bytearray)


def test_no_draw_without_fresh_seeds():
    pipeline, noise = healthy()
    with pytest.raises(InvariantError, match="draw_not_ready"):
        pipeline.draw_order(SLOTS)
    pipeline.request_draw()
    pipeline.feed(noise.read(DRAW + AHEAD - 1))
    assert not pipeline.is_ready
    with pytest.raises(InvariantError, match="draw_not_ready"):
        pipeline.draw_order(SLOTS)
    pipeline.feed(noise.read(1))
    assert pipeline.is_ready
    pipeline.draw_order(SLOTS)
    assert not pipeline.is_ready
    with pytest.raises(InvariantError, match="draw_not_ready"):
        pipeline.draw_bytes(4)


def test_no_draw_before_the_start_up_test():
    with pytest.raises(InvariantError, match="draw_unhealthy"):
        Pipeline(8000).request_draw()


def test_draws_differ_and_depend_on_the_running_state():
    """The same seeds again do not give the same order again."""
    pipeline, _ = healthy()
    same = good_noise(DRAW + AHEAD, "same")
    drawn = []
    for raw in (same, same):
        pipeline.request_draw()
        pipeline._battery = type(pipeline._battery)(8000)  # the duplicate test would close it
        pipeline.feed(raw)
        drawn.append(pipeline.draw_order(SLOTS))
    assert drawn[0][0] != drawn[1][0]
    assert drawn[0][1] != drawn[1][1]


def test_personalization_sets_tables_apart():
    orders = []
    for serial in (b"MZ-0007", b"MZ-0008"):
        pipeline, noise = Pipeline(8000, serial), Noise()
        fill(pipeline, noise)
        pipeline.request_draw()
        fill(pipeline, noise)
        orders.append(pipeline.draw_order(SLOTS))
    assert orders[0] != orders[1]


def test_second_source_is_mixed_in():
    nonces = []
    for second in (b"", b"second"):
        pipeline, noise = healthy()
        pipeline.request_draw()
        assert pipeline.feed(b"", second) == DRAW + AHEAD
        fill(pipeline, noise)
        nonces.append(pipeline.draw_bytes(32))
    assert nonces[0] != nonces[1]


def test_second_source_is_not_gathered_while_nothing_is_asked_for():
    pipeline, noise = healthy()
    for _ in range(100):
        pipeline.feed(noise.read(16), b"second")
    assert pipeline._second == b""


def test_second_source_does_not_count():
    pipeline, _ = healthy()
    pipeline.request_draw()
    assert pipeline.feed(b"", good_noise(500)) == DRAW + AHEAD


def test_bytes_from_before_the_request_never_count():
    pipeline, noise = healthy()
    assert pipeline.feed(noise.read(64)) == 0
    assert pipeline.request_draw() == DRAW + AHEAD
    pipeline.feed(noise.read(100))
    assert pipeline.request_draw() == DRAW + AHEAD
    pipeline.feed(noise.read(DRAW + 10))
    assert pipeline.request_draw() == DRAW + AHEAD


def test_surplus_is_judged_and_thrown_away():
    pipeline, noise = healthy()
    pipeline.request_draw()
    raw = noise.read(DRAW + AHEAD)
    other, other_noise = healthy()
    other.request_draw()
    other.feed(other_noise.read(DRAW + AHEAD))
    assert pipeline.feed(raw + good_noise(20, "surplus")) == 0
    assert pipeline.draw_order(SLOTS) == other.draw_order(SLOTS)
    pipeline.request_draw()
    assert pipeline.feed(good_noise(DRAW, "next") + bytes(5)) == CLOSED


@pytest.mark.parametrize("at", [0, 500, 1023, 1024, 1100, 1215])
def test_failed_start_up_test_opens_nothing(at: int):
    pipeline = Pipeline(8000)
    raw = good_noise(at)
    if raw:
        pipeline.feed(raw)
    assert pipeline.feed(bytes(16)) == CLOSED
    assert pipeline.state == FAILED
    assert pipeline.wanted == 0
    assert pipeline.alarm is not None
    assert pipeline.alarm.test == "repetition_count"
    assert at + 3 <= pipeline.alarm.sample <= at + 4
    with pytest.raises(InvariantError, match="draw_unhealthy"):
        pipeline.request_draw()


def test_closed_road_takes_and_gives_nothing():
    pipeline, noise = healthy()
    pipeline.feed(bytes(5))
    alarm = pipeline.alarm
    for _ in range(100):
        assert pipeline.feed(noise.read(64)) == CLOSED
    assert pipeline.source_failed() == CLOSED
    assert pipeline.alarm == alarm
    assert pipeline.state == FAILED
    with pytest.raises(InvariantError, match="draw_not_ready"):
        pipeline.draw_order(SLOTS)


def test_alarm_after_reseeding_takes_the_draw_back():
    pipeline, noise = healthy()
    pipeline.request_draw()
    fill(pipeline, noise)
    assert pipeline.is_ready
    pipeline.feed(bytes(5))
    assert not pipeline.is_ready
    with pytest.raises(InvariantError, match="draw_not_ready"):
        pipeline.draw_order(SLOTS)


def test_failure_throws_everything_half_used_away():
    pipeline, noise = healthy()
    pipeline.request_draw()
    pipeline.feed(noise.read(100))
    half_used, drbg = pipeline._raw, pipeline._drbg
    assert any(half_used)
    assert drbg is not None
    pipeline.source_failed()
    assert not any(half_used)
    assert pipeline._drbg is None
    with pytest.raises(InvariantError, match="drbg_forgotten"):
        drbg.generate(1)


def test_reservoir_is_empty_after_each_draw(monkeypatch: pytest.MonkeyPatch):
    emptied = []
    monkeypatch.setattr(
        Reservoir, "empty", lambda self, empty=Reservoir.empty: (emptied.append(1), empty(self))
    )
    pipeline, noise = healthy()
    for count in (1, 2):
        pipeline.request_draw()
        fill(pipeline, noise)
        pipeline.draw_order(SLOTS)
        assert len(emptied) == count


def test_used_raw_bytes_are_wiped():
    pipeline, noise = healthy()
    pipeline.request_draw()
    pipeline.feed(noise.read(100))
    used = pipeline._raw
    pipeline.feed(noise.read(28))
    assert any(used)
    assert not pipeline.is_ready
    pipeline.feed(noise.read(AHEAD))
    assert pipeline.is_ready
    assert not any(used)


def test_restart_asks_for_the_whole_start_up_test_again():
    pipeline, noise = healthy()
    pipeline.feed(bytes(5))
    assert pipeline.alarm is not None
    assert pipeline.alarm.level == SOFT
    assert not pipeline.is_latched
    assert pipeline.restart(by_person=False)
    assert pipeline.state == STARTING
    assert pipeline.alarm is None
    assert pipeline.wanted == START_UP_BYTES + 192 + AHEAD
    fill(pipeline, noise)
    assert pipeline.state == HEALTHY


def test_on_demand_test_is_the_same_start_up_test():
    pipeline, _ = healthy()
    assert pipeline.restart(by_person=False)
    assert pipeline.state == STARTING
    assert pipeline.wanted == START_UP_BYTES + 192 + AHEAD


def test_latched_road_opens_only_for_a_person():
    pipeline, noise = healthy()
    pipeline.feed(bytes(64))
    assert pipeline.is_latched
    assert not pipeline.restart(by_person=False)
    assert pipeline.state == FAILED
    assert pipeline.is_latched
    assert pipeline.restart(by_person=True)
    fill(pipeline, noise)
    assert pipeline.state == HEALTHY


def test_second_soft_alarm_latches():
    pipeline, noise = healthy()
    pipeline.feed(bytes(5))
    pipeline.restart(by_person=False)
    fill(pipeline, noise)
    pipeline.feed(bytes(5))
    assert pipeline.alarm is not None
    assert pipeline.alarm.level == LATCH
    assert not pipeline.restart(by_person=False)


def test_person_forgives_the_soft_alarm_on_record():
    pipeline, noise = healthy()
    for _ in range(3):
        pipeline.feed(bytes(5))
        assert pipeline.alarm is not None
        assert pipeline.alarm.level == SOFT
        pipeline.restart(by_person=True)
        fill(pipeline, noise)


def test_silent_chip_closes_the_road():
    pipeline, noise = healthy()
    pipeline.request_draw()
    pipeline.feed(noise.read(64))
    assert pipeline.source_failed() == CLOSED
    assert pipeline.alarm == Alarm("source", SOFT, -1)
    assert pipeline.state == FAILED


def test_random_bytes_for_names_come_the_same_way():
    pipeline, noise = healthy()
    pipeline.request_draw()
    fill(pipeline, noise)
    assert len(pipeline.draw_bytes(8)) == 8
    assert not pipeline.is_ready


def test_unknown_assessment_is_refused():
    with pytest.raises(InvariantError, match="entropy_assessment_unknown"):
        Pipeline(7999)


@settings(max_examples=30, deadline=None)
@given(st.lists(st.integers(1, 200), min_size=1, max_size=40))
def test_packets_of_any_size_give_the_same_order(sizes: list[int]):
    def drawn(sizes: list[int]) -> tuple[bytearray, bytes]:
        pipeline, noise, turn = Pipeline(8000), Noise(), 0
        for _ in range(2):
            while pipeline.wanted:
                pipeline.feed(noise.read(min(sizes[turn % len(sizes)], pipeline.wanted)))
                turn += 1
            if not pipeline.is_ready:
                pipeline.request_draw()
        return pipeline.draw_order(SLOTS)

    assert drawn(sizes) == drawn([16])


FAULTY = {
    "stuck": lambda i: 0,
    "counter": lambda i: i & 255,
    "one_bit": lambda i: good_noise(4096)[i] | 4,
    "unlocked": lambda i: (255, 255, 0, 0)[i % 4],
    "period_64": lambda i: good_noise(64)[i % 64],
    "period_100": lambda i: good_noise(100, "of its own")[i % 100],
    "played_again": lambda i: good_noise(256)[i],
}


@pytest.mark.parametrize("name", FAULTY)
def test_no_order_is_drawn_from_faulty_noise(name: str):
    """The chip goes bad between two hands; not one draw completes from what it sends then."""
    pipeline, _ = healthy()
    stream = bytes(FAULTY[name](i) for i in range(128))
    pipeline.request_draw()
    for at in range(0, len(stream), 16):
        pipeline.feed(stream[at : at + 16])
    assert not pipeline.is_ready
    assert pipeline.state == FAILED
