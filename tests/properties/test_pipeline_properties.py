"""Whatever is fed and asked in whatever order: no order leaves a road that is not open."""

from __future__ import annotations

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from firmware.compat import InvariantError
from firmware.randomness.health import LATCH
from firmware.randomness.pipeline import CLOSED, FAILED, HEALTHY, STARTING, Pipeline
from tests.unit.randomness.noise import good_noise

SLOTS = bytes(range(54))
AHEAD = 32  # judged ahead of a draw: a stuck bit shows after 31 bytes; in packets of 16
START_UP = 1024 + 3 * 64 + AHEAD
DRAW = 2 * 64 + AHEAD


class Road(RuleBasedStateMachine):
    """A model in five lines: how many good bytes are missing, and for what."""

    def __init__(self) -> None:
        super().__init__()
        self.pipeline = Pipeline(8000)
        self.noise_at = 0
        self.state = STARTING
        self.missing = START_UP
        self.ready = False
        self.seen: set[bytes] = set()

    @rule(count=st.one_of(st.integers(0, 200), st.just(START_UP)))
    def good_bytes_arrive(self, count: int) -> None:
        raw = good_noise(400_000, "road")[self.noise_at : self.noise_at + count]
        self.noise_at += count
        answer = self.pipeline.feed(raw)
        if self.state == FAILED:
            assert answer == CLOSED
            return
        was_missing = self.missing
        self.missing = max(0, self.missing - count)
        assert answer == self.missing
        if was_missing and not self.missing:
            self.ready = self.state == HEALTHY
            self.state = HEALTHY

    @rule(raw=st.sampled_from([bytes(9), b"\xff" * 64, bytes(range(40)), b"\x55\xaa" * 8]))
    def chip_fails(self, raw: bytes) -> None:
        assert self.pipeline.feed(raw) == CLOSED
        self.close()

    @rule()
    def chip_is_silent(self) -> None:
        assert self.pipeline.source_failed() == CLOSED
        self.close()

    def close(self) -> None:
        self.state, self.missing, self.ready = FAILED, 0, False

    @rule()
    def draw_is_requested(self) -> None:
        if self.state != HEALTHY:
            with pytest.raises(InvariantError, match="draw_unhealthy"):
                self.pipeline.request_draw()
            return
        assert self.pipeline.request_draw() == DRAW
        self.missing, self.ready = DRAW, False

    @rule()
    def order_is_taken(self) -> None:
        if not self.ready:
            with pytest.raises(InvariantError, match="draw_not_ready"):
                self.pipeline.draw_order(SLOTS)
            return
        order, nonce = self.pipeline.draw_order(SLOTS)
        assert sorted(order) == list(SLOTS)
        assert nonce not in self.seen
        self.seen.add(nonce)
        self.ready = False

    @precondition(lambda self: self.state == FAILED)
    @rule(by_person=st.booleans())
    def start_up_test_is_ordered(self, by_person: bool) -> None:
        latched = self.pipeline.is_latched
        assert self.pipeline.restart(by_person=by_person) == (by_person or not latched)
        if by_person or not latched:
            self.state, self.missing, self.ready = STARTING, START_UP, False

    @invariant()
    def pipeline_agrees_with_the_model(self) -> None:
        assert self.pipeline.state == self.state
        assert self.pipeline.wanted == self.missing
        assert self.pipeline.is_ready == self.ready
        assert (self.pipeline.alarm is not None) == (self.state == FAILED)
        if self.pipeline.is_latched:
            assert self.pipeline.alarm is not None
            assert self.pipeline.alarm.level == LATCH


Road.TestCase.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)
TestRoad = Road.TestCase
