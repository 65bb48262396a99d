"""The watchdog is fed by all stages or by none; motors run only while the loop beats."""

from __future__ import annotations

import pytest

from firmware.app.heartbeat import SILENT_MS_MAX, STAGES, Heartbeat
from hal.sim.clock import SimClock
from hal.sim.lines import ENABLE_GAP_MS, RESET_AFTER_MS, SimMotorEnable, SimWatchdog, WatchdogReset


class Bench:
    def __init__(self) -> None:
        self.clock = SimClock()
        self.watchdog = SimWatchdog(self.clock)
        self.motors = SimMotorEnable(self.clock)
        self.heart = Heartbeat(self.watchdog, self.motors, 0)

    def passes(
        self, ms: int, *, without: int = -1, is_moving: bool = False, each: int = 20
    ) -> None:
        for _ in range(ms // each):
            self.clock.advance(self.clock.now_ms() + each)
            now_ms = self.clock.now_ms()
            for stage in range(STAGES):
                if stage != without:
                    self.heart.done(stage, now_ms)
            self.heart.beat(now_ms, is_moving)


def test_passes_in_which_every_stage_does_its_part_keep_the_watchdog_quiet() -> None:
    bench = Bench()
    bench.watchdog.arm()
    bench.passes(60_000)
    assert not bench.watchdog.has_bitten()


@pytest.mark.parametrize("stage", range(STAGES))
def test_one_stage_that_is_silent_starves_the_watchdog(stage: int) -> None:
    bench = Bench()
    bench.watchdog.arm()
    with pytest.raises(WatchdogReset):
        bench.passes(SILENT_MS_MAX + RESET_AFTER_MS + 1000, without=stage)
    assert bench.clock.now_ms() <= SILENT_MS_MAX + RESET_AFTER_MS + 20


def test_a_long_work_of_the_disk_is_fed_before_only_while_all_stages_are_well() -> None:
    bench = Bench()
    bench.passes(SILENT_MS_MAX + 2000, without=2)
    fed_ms = bench.watchdog._fed_ms
    bench.heart.feed()
    assert bench.watchdog._fed_ms == fed_ms
    bench.passes(100)
    bench.clock.advance(bench.clock.now_ms() + 10)
    bench.heart.feed()
    assert bench.watchdog._fed_ms == bench.clock.now_ms()


def test_motors_have_current_while_the_loop_beats_and_not_a_moment_longer() -> None:
    bench = Bench()
    bench.passes(1000)
    assert bench.motors.changes == 0
    bench.passes(1000, is_moving=True, each=40)
    assert bench.motors.is_alive()
    bench.clock.advance(bench.clock.now_ms() + ENABLE_GAP_MS + 1)
    assert not bench.motors.is_alive()
    bench.passes(40, is_moving=False)
    assert not bench.motors._is_on


def test_motors_of_a_loop_with_a_silent_stage_lose_their_current() -> None:
    bench = Bench()
    bench.passes(SILENT_MS_MAX + 1000, without=1, is_moving=True)
    assert not bench.motors.is_alive()
