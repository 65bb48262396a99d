"""HOME finds a card anywhere between a tray, the arm and the drum, and lays it aside untorn."""

from __future__ import annotations

import pytest

from hal.card_machine.workings import ENTRY
from hal.ports import (
    COUNT,
    EJECT,
    EV_COUNTED,
    EV_FAILED,
    EV_LANDED,
    EV_RETURNED,
    FAILED_SENSOR,
    HOME,
    PLACE_ASIDE,
    PLACE_BOARD1,
    RETURN,
    SENSOR_ENTRY,
    STOP,
)
from hal.sim.workings.table import WorkedTable
from tests.contracts.machine_rig import DONE, SEAT3, Rig, loaded


@pytest.fixture
def rig():
    return Rig(WorkedTable(b"home"))


def card_on_the_board(rig):
    loaded(rig)
    assert rig.run(EJECT, 4, PLACE_BOARD1, 70)[-1] == DONE


@pytest.mark.parametrize("after_ms", [60, 160, 300, 440, 580, 660, 720, 800, 860, 1000, 1300])
def test_home_at_once_after_a_return_was_broken_off_waits_for_a_card_that_slides(rig, after_ms):
    card_on_the_board(rig)
    rig.start(RETURN, PLACE_BOARD1)
    rig.wait(after_ms)
    rig.start(STOP)
    rig.wait(2)
    told = rig.run(HOME)
    assert told in ([DONE], [(EV_LANDED, PLACE_ASIDE, 0), DONE])
    came = [rig.run(RETURN, place)[0] for place in (PLACE_BOARD1, PLACE_ASIDE)]
    assert all(one[0] == EV_RETURNED for one in came)
    assert rig.run(COUNT)[0] == (EV_COUNTED, 43, 9)


def stopped_in_the_arm(rig):
    loaded(rig)
    rig.start(EJECT, 4, SEAT3, 70)
    path = rig.table.machine.metal.path
    while not (path.cards and path.cards[0].nose >= 60_000):
        rig.wait(1)
    rig.start(STOP)
    rig.wait(100)


def cover(rig, mouth):
    """A mouth's beam is dark from now on: of the third bank, 15 first."""
    metal = rig.table.machine.metal
    real = metal.look
    metal.look = lambda bank, lit=True: real(bank, lit) | (1 << mouth - 15) * (bank == 10)


@pytest.mark.parametrize("mouth", [15, 16, 18])
def test_another_mouth_that_is_dark_lands_no_card_and_holds_none_in_the_gap(rig, mouth):
    stopped_in_the_arm(rig)
    cover(rig, mouth)
    assert rig.run(HOME) == [(EV_LANDED, PLACE_ASIDE, 0), DONE]
    assert rig.table.machine.cards_at(PLACE_ASIDE) == 1


@pytest.mark.parametrize("nose", [20_000, 93_000, 110_000, 125_000, 150_000, 172_000])
def test_a_blind_entry_beam_lets_no_card_come_across_the_rim(rig, nose):
    loaded(rig)
    rig.start(EJECT, 4, SEAT3, 70)
    metal = rig.table.machine.metal
    while not (metal.path.cards and metal.path.cards[0].nose >= nose):
        rig.wait(1)
    rig.start(STOP)
    rig.wait(100)
    real, stood = metal.is_dark, metal.drum.at
    metal.is_dark = lambda beam: beam != ENTRY and real(beam)
    for _ in range(4):
        assert rig.run(HOME) == [(EV_FAILED, FAILED_SENSOR, SENSOR_ENTRY)]
        assert metal.drum.at == stood
    del metal.is_dark
    assert rig.run(HOME) == [(EV_LANDED, PLACE_ASIDE, 0), DONE]


def test_an_aside_tray_whose_mouth_is_covered_takes_no_card(rig):
    stopped_in_the_arm(rig)
    cover(rig, PLACE_ASIDE)
    assert rig.run(HOME) == [(EV_FAILED, FAILED_SENSOR, PLACE_ASIDE)]
    assert rig.table.machine.deck.path
    del rig.table.machine.metal.look
    assert rig.run(HOME) == [(EV_LANDED, PLACE_ASIDE, 0), DONE]
