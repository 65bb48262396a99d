"""Three starts in a row that did not come to play, and what forgets them."""

from __future__ import annotations

import pytest

from firmware.app.starts import FAILED_MAX, Starts
from firmware.schema import messages as m
from hal.sim.memory import SimOrderMemory


def start(memory: SimOrderMemory, reset: int) -> Starts:
    starts = Starts(memory, reset)
    starts.begin()
    return starts


def test_the_watchdogs_starts_are_counted_until_there_is_no_hope() -> None:
    memory = SimOrderMemory()
    start(memory, m.RESET_POWER_ON)
    counted = [start(memory, m.RESET_WATCHDOG) for _ in range(FAILED_MAX)]
    assert [one.failed for one in counted] == [1, 2, 3]
    assert [one.is_hopeless for one in counted] == [False, False, True]


@pytest.mark.parametrize("reset", [m.RESET_POWER_ON, m.RESET_BROWN_OUT])
def test_who_switches_the_table_on_begins_anew(reset: int) -> None:
    memory = SimOrderMemory()
    for _ in range(5):
        start(memory, m.RESET_WATCHDOG)
    assert not start(memory, reset).is_hopeless
    assert start(memory, m.RESET_SOFTWARE).failed == 1


def test_a_start_that_came_to_play_has_not_failed() -> None:
    memory = SimOrderMemory()
    for _ in range(2):
        start(memory, m.RESET_WATCHDOG)
    start(memory, m.RESET_WATCHDOG).forget()
    assert start(memory, m.RESET_WATCHDOG).failed == 1


def test_a_start_by_power_writes_nothing() -> None:
    memory = SimOrderMemory()
    start(memory, m.RESET_POWER_ON).forget()
    assert memory.read(0, 4096) == bytes(4096)
