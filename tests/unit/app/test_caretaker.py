"""Lid, floor key, supply and the start itself: named, and cleared, once."""

from __future__ import annotations

from firmware.app.caretaker import KEY_HELD_MS_MAX, Caretaker
from firmware.app.faults import Faults
from firmware.app.starts import STEADY_MS, Starts
from firmware.schema import messages as m
from firmware.schema.faults import FAULT_WATCHDOG_BIT
from hal.sim.board import SimTable


class Bench:
    def __init__(self, reset: int = m.RESET_POWER_ON) -> None:
        self.table = SimTable(b"caretaker")
        self.faults = Faults()
        self.starts = Starts(self.table.board.order_memory, reset)
        self.starts.begin()
        self.caretaker = Caretaker(self.table.board, self.faults, self.starts)

    def look(self, ms: int = 0, *, is_motion_due: bool = False) -> list[str]:
        self.table.clock.advance(self.table.clock.now_ms() + ms)
        is_down = self.table.floor_key.is_on()
        self.caretaker.look(self.table.clock.now_ms(), is_down, is_motion_due)
        said, self.faults.inputs = self.faults.inputs, []
        return [("+" if one[0] == m.FAULT_RAISED else "-") + one[1] for one in said]


def test_an_open_lid_is_named_only_while_a_card_waits() -> None:
    bench = Bench()
    bench.table.lid.put(True)
    assert bench.look() == []
    assert bench.look(is_motion_due=True) == ["+F-LID-01"]
    assert bench.look(is_motion_due=True) == []
    bench.table.lid.put(False)
    assert bench.look() == ["-F-LID-01"]


def test_a_floor_key_left_in_its_lock_is_named_after_a_minute() -> None:
    bench = Bench()
    bench.table.floor_key.put(True)
    assert bench.look() == []
    assert bench.look(KEY_HELD_MS_MAX - 1) == []
    assert bench.look(1) == ["+F-KEY-01"]
    bench.table.floor_key.put(False)
    assert bench.look() == ["-F-KEY-01"]
    bench.table.floor_key.put(True)
    assert bench.look(1000) == []


def test_a_supply_that_warns_and_comes_back_is_named_and_cleared() -> None:
    bench = Bench()
    bench.table.power_failing.put(True)
    assert bench.look() == ["+F-PWR-02"]
    assert bench.caretaker.supply.can_park(is_moving=False)
    assert not bench.caretaker.supply.can_park(is_moving=True)
    bench.caretaker.supply.parked()
    assert not bench.caretaker.supply.can_park(is_moving=False)
    bench.table.power_failing.put(False)
    assert bench.look() == ["-F-PWR-02"]
    assert not bench.caretaker.supply.is_parked


def test_a_start_after_the_watchdog_is_forgiven_after_a_while_of_passes() -> None:
    bench = Bench(m.RESET_WATCHDOG)
    bench.faults.stand(FAULT_WATCHDOG_BIT)
    assert bench.look() == ["+F-WDG-01"]
    assert bench.look(STEADY_MS - 1) == []
    assert bench.starts.failed == 1
    assert bench.look(1) == ["-F-WDG-01"]
    assert bench.starts.failed == 0
