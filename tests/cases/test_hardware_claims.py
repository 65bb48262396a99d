"""What hardware cases say in prose and no other test of the house says: each a small story."""

from __future__ import annotations

from typing import Any

import pytest

from firmware.schema import messages as m
from hal.errors import NACK, HalError
from hal.ports import KEY_RAISE
from hal.sim.register_board import PANEL_AT
from tests.cases import hardware_buses, hardware_clocks, hardware_plugs
from tests.cases.hardware_bench import OK, REJECTED, Bench
from tests.cases.hardware_cases import strike

SECOND_MS = 1000


def case(target: str, kind: str, at: dict | None = None, **params: Any) -> dict[str, Any]:
    return {"inject": {"target": target, "kind": kind, "at": at or {}, "params": params}}


def refuse() -> None:
    raise HalError(NACK, "table_bus", "by the test")


def test_failure_is_counted_and_its_panel_read_again() -> None:
    bench = Bench()
    failures = bench.simulation.controller._seats._silence.failures
    counted = []
    strike_once = case("mcp0", "nack", {"op": "any", "nth": 1}, count=1)

    hardware_buses.on_transfers(bench, strike_once, ("panel", 1), refuse)
    bench.play(lambda: bench.struck > 0 and not counted.append(failures[0]))  # type: ignore[func-returns-value]
    assert counted == [1]
    bench.play()
    assert failures[0] == 0
    panel = bench.table.panels[0]
    assert bench.table.board.panels[0].read() == panel.read()


def test_dead_panel_is_asked_again_and_the_others_are_served() -> None:
    bench = Bench()
    asked: dict[int, list[int]] = {}
    dead = case("mcp1", "nack", {"op": "any", "nth": 1}, count=-1)
    device = ("panel", 2)

    hardware_buses.on_transfers(bench, dead, device, refuse)
    bench.play(lambda: bool(bench.faults))
    before = bench.table.table_bus.before_transfer

    def watched(to: int, out: bytes | None, count: int) -> None:
        asked.setdefault(to, []).append(bench.clock.now_ms())
        before(to, out, count)

    bench.table.table_bus.before_transfer = watched
    began_ms = bench.clock.now_ms()
    bench.play(lambda: bench.clock.now_ms() > began_ms + 4 * SECOND_MS)
    for at in range(5):
        assert len(asked[PANEL_AT + at]) >= 4, f"panel {at + 1}"


def test_held_clock_line_stops_the_table_and_names_the_bus() -> None:
    bench = Bench()
    bench.when(
        {"phase": "betting"}, lambda: setattr(bench.table.table_bus.wires, "is_scl_held", True)
    )
    bench.play(lambda: any(one.code == "F-BUS-02" for one in bench.faults))
    raised = [fault for fault in bench.said(m.FAULT_RAISED) if fault[1] == "F-BUS-02"]
    assert "table_bus" in raised[0][2:]
    assert bench.simulation.controller.faults.is_stopped()
    began_ms = bench.clock.now_ms()
    passes = 0
    while bench.clock.now_ms() < began_ms + 5 * SECOND_MS:
        wait_ms = bench.simulation.controller.one_pass()
        bench.simulation.advance(wait_ms)
        passes += wait_ms == 0
    assert passes <= 5 * 5, "it rests between two passes"
    assert not bench.table.motor_enable.is_alive()
    assert bench.simulation.restarts == 0


def test_line_held_at_the_start_is_freed_and_the_table_starts() -> None:
    seen = strike(case("machine.I2C", "sda_low", {"phase": "boot"}, release_after_clocks=9))
    assert not seen.wrong
    assert not seen.facts["is_stuck"]
    assert OK in seen.results


@pytest.mark.parametrize(("target", "pins"), [("mcp0", [2]), ("mcp3", [0, 9])])
def test_every_press_is_told_and_the_line_rests_again(target: str, pins: list[int]) -> None:
    seen = strike(case(target, "press", {"phase": "running"}, pins=pins, times=3, gap_ms=400))
    assert not seen.wrong
    assert len(seen.facts["presses"]) == 2 * 3 * len(pins)
    assert seen.facts["line_rests"]


def test_dip_of_a_panels_supply_leaves_everybody_seated() -> None:
    seen = strike(case("mcp1", "por", {"phase": "betting"}, float_inputs=True))
    assert not seen.wrong
    assert OK in seen.results


def test_keys_of_several_seats_at_once_are_all_told() -> None:
    which = ["seat1.raise", "seat4.call", "seat9.raise"]
    seen = strike(case("seats", "press", {"same_scan": True}, which=which))
    assert not seen.wrong
    assert {seat for seat, _, level in seen.facts["presses"] if level} == {1, 4, 9}


def test_wall_clock_that_jumps_times_nobody_out() -> None:
    for seconds in (21600, -3600):
        seen = strike(case("clock.wall", "step", {"phase": "turn_timer"}, s=seconds))
        assert not seen.wrong
        assert OK in seen.results


def test_another_minor_version_is_let_in() -> None:
    major = hardware_plugs.OWN_MAJOR
    same = hardware_plugs.hello(case("link", "hello", major=major, minor=7), ("link", 0), major)
    other = hardware_plugs.hello(case("link", "hello", major=major + 1), ("link", 0), major)
    assert (same.results, same.wrong) == ({OK}, [])
    assert (other.results, other.wrong) == ({REJECTED}, [])


def test_port_under_another_number_is_found_by_the_name_that_stays() -> None:
    assert not strike(case("link", "renumber", new="ttyUSB7")).wrong


@pytest.mark.parametrize("task", sorted(hardware_clocks.HANGS))
def test_any_stage_that_hangs_lets_the_watchdog_bite(task: str) -> None:
    seen = strike(case("controller", "hang", {"task": task}))
    assert not seen.wrong
    assert seen.ms is not None
    assert seen.ms <= 15 * SECOND_MS


def test_key_that_is_held_is_one_press() -> None:
    seen = strike(case("mcp0", "hold", {"phase": "running"}, pins=[2], ms=5000))
    assert seen.facts["presses"] == [(1, KEY_RAISE, 1), (1, KEY_RAISE, 0)]
