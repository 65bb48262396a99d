"""FEED and what stands above the hopper's plate: a card comes, or goes back to the others."""

from __future__ import annotations

import pytest

from hal import ports
from hal.card_machine.places import FEEDER_AT
from hal.card_machine.senses import slot_bank
from hal.card_machine.workings import FEEDER, FULL_SPEED, RETURN
from hal.ports import (
    COUNT,
    EV_COUNTED,
    EV_FAILED,
    EV_FED,
    FAILED_DOUBLE,
    FAILED_JAM,
    FAILED_NOTHING,
    FAILED_OCCUPIED,
    FAILED_PATH,
    FAILED_SENSOR,
    FEED,
    HOME,
    PLACE_BOARD1,
    SENSOR_BOARD,
    STAGE_FEEDER,
)
from hal.sim.mishaps import FaultPlan
from hal.sim.workings.table import WorkedTable
from tests.contracts.machine_rig import DONE, Rig, deal, loaded

NO_CARD_CAME = [(EV_FAILED, FAILED_NOTHING, STAGE_FEEDER)]
FED20 = [(EV_FED, 20, 0), DONE]


@pytest.fixture
def rig():
    return Rig(WorkedTable(b"hopper"))


def metal(rig):
    return rig.table.machine.metal


def driven(rig, motor):
    """(milliseconds from now, permille) of a motor, as it is told from now on."""
    one, clock, told = metal(rig), rig.table.clock, []
    real, began_ms = one.drive, clock.now_ms()

    def drive(which, permille):
        if which == motor:
            told.append((clock.now_ms() - began_ms, permille))
        real(which, permille)

    one.drive = drive
    return told


def test_cards_that_all_stand_above_the_plate_come_at_the_next_feed(rig):
    loaded(rig)
    metal(rig).feeder.pressed = 0
    assert rig.run(FEED, 20) == NO_CARD_CAME
    assert rig.run(FEED, 20) == FED20


def test_the_plate_is_opened_before_no_tray_so_its_cards_stay(rig):
    loaded(rig)
    deal(rig, 4, PLACE_BOARD1)
    rig.table.machine.follow(FaultPlan(["nothing feed=1"]))
    assert rig.run(FEED, 20) == NO_CARD_CAME
    assert rig.table.machine.cards_at(PLACE_BOARD1) == 1
    assert not metal(rig).path.cards


@pytest.mark.parametrize("operation", [ports.RETURN, FEED])
def test_the_return_motor_has_full_voltage_only_until_its_cord_is_wound_up(rig, operation):
    loaded(rig)
    deal(rig, 4, PLACE_BOARD1)
    metal(rig).feeder.pressed = 0
    told = driven(rig, RETURN)
    rig.run(operation, PLACE_BOARD1 if operation == ports.RETURN else 20)
    (full,) = [at for at, permille in told if permille == FULL_SPEED]
    later = [(at, permille) for at, permille in told if at > full]
    assert later[0][0] - full <= 115
    assert later[0][1] < FULL_SPEED // 2
    assert later[-1][1] == 0


def test_the_roller_takes_back_what_came_along_then_goes_slowly_to_the_gate_and_stands(rig):
    loaded(rig)
    told = driven(rig, FEEDER)
    assert rig.run(FEED, 20) == FED20
    assert [permille for _, permille in told][:6] == [-1000, 0, 125, 0, 1000, 0]
    times = [at for at, _ in told][:6]
    for at, wanted in zip(times, (2, 62, 102, 302, 302, 342), strict=True):
        assert abs(at - wanted) <= 5


@pytest.mark.parametrize(
    ("slot", "row", "code", "where"),
    [(20, "double feed=1", FAILED_DOUBLE, STAGE_FEEDER), (3, "", FAILED_OCCUPIED, 0)],
)
def test_what_came_to_the_gate_in_vain_is_back_in_the_hopper_when_that_is_told(
    rig, slot, row, code, where
):
    loaded(rig, *[row] * bool(row))
    assert rig.run(FEED, slot) == [(EV_FAILED, code, where)]
    assert metal(rig).feeder.reach == 0


def test_a_card_that_sticks_across_the_rim_is_told_and_nothing_turns_until_a_person_came(rig):
    loaded(rig)
    metal(rig).feeder.sticks_at = 100_000
    stuck = (EV_FAILED, FAILED_JAM, STAGE_FEEDER)
    assert rig.run(FEED, 20) == [stuck]
    stood = metal(rig).drum.at
    assert rig.run(FEED, 21) == [(EV_FAILED, FAILED_PATH, 0)]
    assert deal(rig) == [(EV_FAILED, FAILED_PATH, 0)]
    assert rig.run(HOME) == [stuck]
    assert metal(rig).drum.at == stood
    metal(rig).take_out()
    assert rig.run(HOME) == [DONE]
    assert rig.run(FEED, 20) == FED20


def test_a_card_that_the_stroke_did_not_move_is_back_in_the_hopper_and_may_be_fed_again(rig):
    loaded(rig)
    feeder = metal(rig).feeder
    real = feeder.tick
    feeder.tick = lambda permille: permille == FULL_SPEED or real(permille)
    assert rig.run(FEED, 20) == [(EV_FAILED, FAILED_JAM, STAGE_FEEDER)]
    assert feeder.reach == 0
    del feeder.tick
    assert rig.run(FEED, 20) == FED20


def test_a_card_in_its_slot_that_no_sensor_sees_is_a_broken_board_and_no_jam(rig):
    loaded(rig)
    bank, bit = slot_bank(FEEDER_AT)
    real = metal(rig).look
    metal(rig).look = lambda which, lit=True: (
        real(which, lit) & ~(1 << bit) if which == bank and lit else real(which, lit)
    )
    assert rig.run(FEED, 20) == [(EV_FAILED, FAILED_SENSOR, SENSOR_BOARD)]
    del metal(rig).look
    assert rig.run(COUNT) == [(EV_COUNTED, 41, 11), DONE]
    assert rig.run(FEED, 21) == [(EV_FED, 21, 0), DONE], "nothing stands across the rim"
