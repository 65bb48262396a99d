"""RETURN, CHECK and EMPTY where cards come otherwise than they should, or a mouth is dark."""

from __future__ import annotations

import pytest

from hal.ports import (
    CHECK,
    COUNT,
    EMPTY,
    EV_CHECKED,
    EV_COUNTED,
    EV_EMPTIED,
    EV_FAILED,
    EV_LANDED,
    EV_RETURNED,
    FAILED_JAM,
    FAILED_SENSOR,
    HOME,
    PLACE_ASIDE,
    PLACE_BOARD1,
    PLACE_CHUTE,
    RETURN,
    SENSOR_ENTRY,
    STAGE_PATH,
    STAGE_RETURN,
    STOP,
)
from hal.sim.mishaps import FaultPlan
from hal.sim.workings import wells
from hal.sim.workings.card import BACK_PACE, EXIT_AT, LENGTH, NIP_AT
from hal.sim.workings.table import WorkedTable
from tests.contracts.machine_rig import DEALT, DONE, Rig, deal, loaded


@pytest.fixture
def rig():
    return Rig(WorkedTable(b"the way back"))


def metal(rig):
    return rig.table.machine.metal


def dealt(rig, place, cards=1):
    loaded(rig)
    for slot in range(cards):
        deal(rig, slot, place, 70 + slot)
    return rig


def mouth_is(rig, mouth, state):
    """A mouth's beam has failed."""
    rig.table.machine.follow(FaultPlan([f"sensor name=mouth state={state} card=1"]))
    rig.table.machine.plan.count(0)
    metal(rig).faults.meets(mouth)


@pytest.mark.parametrize("mm", [1, 15, 30])
def test_two_cards_that_the_arm_holds_come_together(rig, mm):
    dealt(rig, PLACE_ASIDE, 2)
    metal(rig).path.comes_behind = mm * 1000
    assert rig.run(RETURN, PLACE_ASIDE) == [(EV_RETURNED, PLACE_ASIDE, 2), DONE]
    assert deal(rig, 4) == [(4, 4, 0), (5, 3, 0), DONE]


@pytest.mark.parametrize("mm", [45, 60, 85])
def test_two_cards_too_long_for_the_arm_are_thrown_back_into_their_tray(rig, mm):
    dealt(rig, PLACE_ASIDE, 2)
    metal(rig).path.comes_behind = mm * 1000
    assert rig.run(RETURN, PLACE_ASIDE) == [(EV_FAILED, FAILED_JAM, STAGE_RETURN)]
    assert rig.table.machine.cards_at(PLACE_ASIDE) == 2
    metal(rig).path.comes_behind = 0
    assert rig.run(RETURN, PLACE_ASIDE) == [(EV_RETURNED, PLACE_ASIDE, 2), DONE]


def slides_at(rig, pace):
    """A card that rubs, in micrometres a millisecond."""
    path = metal(rig).path
    real = path._goes_by_itself

    def rubs(one, now_ms):
        if one.is_returning:
            one.nose += BACK_PACE - pace
        return real(one, now_ms)

    path._goes_by_itself = rubs


def test_a_card_that_slides_at_half_its_pace_is_waited_for(rig):
    dealt(rig, PLACE_BOARD1)
    slides_at(rig, BACK_PACE // 2)
    assert rig.run(RETURN, PLACE_BOARD1) == [(EV_RETURNED, PLACE_BOARD1, 1), DONE]


def test_a_card_that_has_left_its_tray_and_comes_nowhere_keeps_the_arm_still(rig):
    dealt(rig, PLACE_BOARD1)
    slides_at(rig, 0)
    stood = metal(rig).arm.at
    assert rig.run(RETURN, PLACE_BOARD1) == [(EV_FAILED, FAILED_JAM, STAGE_PATH)]
    assert metal(rig).arm.at == stood
    slides_at(rig, 2 * BACK_PACE)
    assert rig.run(HOME)[-1] == DONE
    assert rig.run(RETURN, PLACE_ASIDE) == [(EV_RETURNED, PLACE_ASIDE, 1), DONE]


@pytest.mark.parametrize("mouth", [PLACE_BOARD1, PLACE_ASIDE, PLACE_CHUTE])
@pytest.mark.parametrize("state", ["on", "off", "chatter"])
def test_no_mouth_that_has_failed_makes_a_card_vanish(rig, mouth, state):
    dealt(rig, PLACE_BOARD1)
    mouth_is(rig, mouth, state)
    told = rig.run(RETURN, PLACE_BOARD1)
    if mouth == PLACE_CHUTE and state != "off":
        assert told == [(EV_FAILED, FAILED_SENSOR, PLACE_CHUTE)]
        assert rig.table.machine.cards_at(PLACE_BOARD1) == 1
    else:
        assert told == [(EV_RETURNED, PLACE_BOARD1, 1), DONE]
        assert rig.run(COUNT)[0] == (EV_COUNTED, 43, 9)


@pytest.mark.parametrize("mouth", [3, 9, 16, 17])
def test_a_dark_mouth_elsewhere_is_no_fall_in_a_sweep_or_a_check(rig, mouth):
    loaded(rig)
    mouth_is(rig, mouth, "on")
    assert rig.run(EMPTY) == [(EV_EMPTIED, 10, 0), DONE]
    assert rig.run(CHECK)[-2:] == [(EV_CHECKED, 52, 0), DONE]
    assert not metal(rig).path.cards


@pytest.mark.parametrize("operation", [EMPTY, CHECK])
def test_a_chute_that_is_dark_before_is_named_and_nothing_moves(rig, operation):
    loaded(rig)
    if operation == CHECK:
        rig.run(EMPTY)
    mouth_is(rig, PLACE_CHUTE, "on")
    assert rig.run(operation) == [(EV_FAILED, FAILED_SENSOR, PLACE_CHUTE)]


@pytest.mark.parametrize("row", ["name=entry state=chatter", "name=exit state=chatter"])
def test_a_beam_that_chatters_brings_the_card_back_all_the_same(rig, row):
    dealt(rig, PLACE_BOARD1)
    rig.table.machine.follow(FaultPlan([f"sensor {row} card=1"]))
    rig.table.machine.plan.count(0)
    assert rig.run(RETURN, PLACE_BOARD1) == [(EV_RETURNED, PLACE_BOARD1, 1), DONE]
    assert deal(rig)[-1] == DEALT[-1]


@pytest.mark.parametrize("ends_ms", [57, 65, 74])
def test_a_cord_that_ends_early_lets_go_of_the_card_all_the_same(rig, ends_ms, monkeypatch):
    dealt(rig, PLACE_BOARD1)
    monkeypatch.setattr(wells, "OPEN_AT", ends_ms * 1000)
    assert rig.run(RETURN, PLACE_BOARD1) == [(EV_RETURNED, PLACE_BOARD1, 1), DONE]


def test_a_pawl_that_does_not_go_down_though_its_motor_runs_is_told_by_the_tray(rig, monkeypatch):
    dealt(rig, PLACE_BOARD1)
    monkeypatch.setattr(wells, "PAWL_AT", wells.OPEN_AT + 1)
    assert rig.run(RETURN, PLACE_BOARD1) == [(EV_FAILED, FAILED_JAM, STAGE_RETURN)]
    assert rig.table.machine.cards_at(PLACE_BOARD1) == 1
    assert deal(rig, 4)[-1] == DONE


@pytest.mark.parametrize(("after_ms", "mouth"), [(600, PLACE_BOARD1), (965, PLACE_CHUTE)])
def test_a_stop_with_the_card_in_the_launch_rollers_alone_lets_home_draw_it_back(
    rig, after_ms, mouth
):
    """Neither beam of the path sees it, only the mouth in which it stands."""
    dealt(rig, PLACE_BOARD1)
    rig.start(RETURN, PLACE_BOARD1)
    rig.wait(after_ms)
    rig.start(STOP)
    rig.wait(100)
    (card,) = metal(rig).path.cards
    assert metal(rig).arm.mouth() == mouth
    card.nose, card.mouth = NIP_AT + LENGTH - 3000, mouth
    metal(rig)._shade_all()
    assert not card.covers(EXIT_AT)
    assert rig.run(HOME) == [(EV_LANDED, PLACE_ASIDE, 0), DONE]


@pytest.mark.parametrize("state", ["on", "off"])
def test_the_arm_waits_for_its_rod_where_no_mouth_says_that_the_card_is_past_the_pawl(rig, state):
    for_board = range(PLACE_BOARD1, PLACE_BOARD1 + 3)
    loaded(rig)
    for slot, place in enumerate(for_board):
        deal(rig, slot, place, 70 + slot)
    mouth_is(rig, PLACE_BOARD1, state)
    for place in for_board:
        assert rig.run(RETURN, place) == [(EV_RETURNED, place, 1), DONE]


def test_a_blind_entry_beam_is_named_and_the_card_stops_before_the_rim(rig):
    dealt(rig, PLACE_BOARD1)
    rig.table.machine.follow(FaultPlan(["sensor name=entry state=off card=1"]))
    rig.table.machine.plan.count(0)
    assert rig.run(RETURN, PLACE_BOARD1) == [(EV_FAILED, FAILED_SENSOR, SENSOR_ENTRY)]
    (card,) = metal(rig).path.cards
    assert not card.is_across_the_rim()
