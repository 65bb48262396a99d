"""Lid and MOTOR_ENABLE: what each takes away, and what every card machine knows afterwards.

The lid takes the steppers' supply, so drum and arm may stand elsewhere when it is closed again.
MOTOR_ENABLE lets motors turn and takes nothing from what holds them: a pause loses no position.
"""

from __future__ import annotations

import pytest

from hal.ports import (
    CHECK,
    COUNT,
    EJECT,
    EMPTY,
    EV_COUNTED,
    EV_DONE,
    EV_FAILED,
    EV_LANDED,
    EV_LEFT,
    FAILED_NOT_HOME,
    FAILED_PATH,
    FAILED_STOPPED,
    FEED,
    HOME,
    PLACE_ASIDE,
    RETURN,
    STOPPED_BY_SUPPLY,
)
from hal.sim.lines import SimMotorEnable
from tests.contracts.machine_rig import DEALT, DONE, SEAT3, cards_accounted, deal, loaded

NOT_HOME = [(EV_FAILED, FAILED_NOT_HOME, 0)]
STOPPED = (EV_FAILED, FAILED_STOPPED, STOPPED_BY_SUPPLY)
PAUSE_MS = 60_000


def open_for(rig, ms):
    rig.table.lid.put(True)
    heard = rig.wait(ms)
    rig.table.lid.put(False)
    return [(event[0], event[2], event[3]) for event in heard]


@pytest.mark.parametrize(
    ("operation", "a", "b"),
    [(FEED, 20, 0), (EJECT, 4, SEAT3), (RETURN, PLACE_ASIDE, 0), (CHECK, 0, 0), (EMPTY, 0, 0)],
)
def test_after_the_lid_was_open_nothing_moves_before_home(rig, operation, a, b):
    loaded(rig)
    assert open_for(rig, 1000) == []
    before = rig.table.machine.snapshot()[-1]
    assert rig.run(operation, a, b) == NOT_HOME
    assert rig.table.machine.snapshot()[-1] == before
    assert rig.run(HOME) == [DONE]
    assert deal(rig) == DEALT


def test_a_lid_that_was_open_for_a_moment_long_ago_is_not_forgotten(rig):
    loaded(rig)
    open_for(rig, 50)
    rig.wait(PAUSE_MS)
    assert deal(rig) == NOT_HOME


def test_an_open_lid_lets_no_home_begin_and_a_closed_one_does(rig):
    loaded(rig)
    rig.table.lid.put(True)
    assert deal(rig) == NOT_HOME
    assert rig.run(HOME) == [STOPPED]
    rig.table.lid.put(False)
    assert deal(rig) == NOT_HOME
    assert rig.run(HOME) == [DONE]
    assert deal(rig) == DEALT


@pytest.mark.parametrize("after_ms", [150, 700, 1500])
def test_a_lid_that_is_opened_while_home_runs_ends_it(rig, after_ms):
    rig.start(HOME)
    rig.wait(after_ms)
    assert open_for(rig, 100) == [STOPPED]
    assert rig.run(FEED, 0) == NOT_HOME
    assert rig.run(HOME) == [DONE]


def test_a_lid_that_is_opened_while_a_card_flies_leaves_it_in_the_path(rig):
    loaded(rig)
    rig.start(EJECT, 4, SEAT3, 70)
    assert [event[0] for event in rig.wait(350)] == [EV_LEFT]
    assert open_for(rig, 1000) == [STOPPED]
    assert deal(rig, 5) == NOT_HOME
    assert rig.run(HOME) == [(EV_LANDED, PLACE_ASIDE, 0), DONE]
    assert deal(rig, 5) == [(EV_LEFT, 5, 0), (EV_LANDED, SEAT3, 0), DONE]


def test_cards_are_counted_without_motors_whatever_the_lid_does(rig):
    loaded(rig)
    rig.table.lid.put(True)
    assert rig.run(COUNT) == [(EV_COUNTED, 42, 10), DONE]


@pytest.mark.parametrize("operation", [CHECK, EMPTY])
def test_a_lid_that_is_opened_in_a_long_motion_ends_it_at_once(rig, operation):
    loaded(rig)
    if operation == CHECK:
        assert rig.run(EMPTY)[-1] == DONE
    rig.start(operation)
    rig.wait(3000)
    assert open_for(rig, 100) == [STOPPED]
    assert rig.run(operation) == NOT_HOME
    assert rig.run(HOME)[-1] == DONE
    assert rig.run(EMPTY)[-1] == DONE
    assert rig.run(CHECK)[-1] == DONE
    assert cards_accounted(rig)


# --- MOTOR_ENABLE --------------------------------------------------------------------------------


@pytest.fixture
def paused(rig):
    """Ten slots hold a card, and MOTOR_ENABLE is wired and stands still."""
    loaded(rig)
    rig.table.machine.motor_enable = SimMotorEnable(rig.table.clock)
    return rig


def let_run(rig, ms):
    """MOTOR_ENABLE beats; what is told meanwhile."""
    heard = []
    for nth in range(ms // 10):
        rig.table.machine.motor_enable.put(nth % 2 == 0)
        heard += rig.wait(10)
    return [(event[0], event[2], event[3]) for event in heard]


def test_a_pause_does_not_lose_the_reference(paused):
    for slot in (4, 5, 6):
        paused.wait(PAUSE_MS)
        paused.start(EJECT, slot, SEAT3, 70 + slot)
        told = let_run(paused, 800)
        assert told == [(EV_LEFT, slot, 0), (EV_LANDED, SEAT3, 0), DONE]


def test_motor_enable_that_stands_still_keeps_the_reference_as_a_stop_does(paused):
    paused.start(EJECT, 4, SEAT3, 70)
    assert [event[0] for event in let_run(paused, 350)] == [EV_LEFT]
    told = paused.wait(1000)
    assert [(event[0], event[2], event[3]) for event in told] == [STOPPED]
    paused.start(EJECT, 5, SEAT3, 71)
    assert let_run(paused, 400) == [(EV_FAILED, FAILED_PATH, 0)], "known, but for the card"
    paused.start(HOME)
    assert let_run(paused, 3000) == [(EV_LANDED, PLACE_ASIDE, 0), (EV_DONE, 0, 0)]
