"""What the program makes of a supply that goes, a STOP and a lost power at a bad moment."""

from __future__ import annotations

import pytest

from hal.card_machine.workings import ENTRY
from hal.ports import (
    EJECT,
    EV_DONE,
    EV_FAILED,
    EV_LANDED,
    EV_LEFT,
    EV_RESTARTED,
    EV_STRAYED,
    EV_UNLANDED,
    FAILED_STOPPED,
    HOME,
    PLACE_ASIDE,
    STOP,
    STOPPED_BY_COMMAND,
    STOPPED_BY_POWER,
    STOPPED_BY_SUPPLY,
)
from hal.sim.lines import SimMotorEnable
from hal.sim.workings.table import WorkedTable
from tests.contracts.machine_rig import DEALT, DONE, SEAT3, Rig, deal, loaded

NO_SUPPLY = (EV_FAILED, FAILED_STOPPED, STOPPED_BY_SUPPLY)


@pytest.fixture
def rig():
    return loaded(Rig(WorkedTable(b"ends")))


def metal(rig):
    return rig.table.machine.metal


def without_ids(told):
    return [(event[0], event[2], event[3]) for event in told]


@pytest.mark.parametrize(("passes", "told"), [(1, DEALT), (2, DEALT), (3, [NO_SUPPLY])])
def test_a_supply_that_is_not_seen_for_two_passes_is_awaited_and_for_three_is_gone(
    rig, passes, told
):
    rig.start(EJECT, 4, SEAT3, 70)
    rig.wait(200)
    real, left = metal(rig).is_supplied, [None] * passes
    metal(rig).is_supplied = lambda: real() if not left else left.pop() is not None
    assert rig.until_the_end() == told


def test_a_motor_whose_supply_goes_in_the_pass_that_judges_it_is_not_called_dead(rig):
    one, gone = metal(rig), []
    rig.start(EJECT, 40, SEAT3, 70)
    rig.wait(50)
    one.milliamps = lambda: gone.append(1) or 0
    real = one.is_supplied
    one.is_supplied = lambda: real() and not gone
    assert rig.until_the_end() == [NO_SUPPLY]


def test_a_home_that_waits_for_the_lid_begins_when_it_is_closed(rig):
    rig.table.lid.put(True)
    rig.wait(50)
    assert not rig.table.machine.is_home, "as its status says"
    rig.start(HOME)
    rig.wait(100)
    rig.table.lid.put(False)
    assert rig.until_the_end() == [DONE]
    assert rig.table.machine.is_home


def test_a_stop_in_the_very_pass_of_its_command_tells_of_both(rig):
    rig.start(EJECT, 4, SEAT3, 70)
    rig.start(STOP)
    told = rig.wait(50)
    assert without_ids(told) == [(EV_FAILED, FAILED_STOPPED, STOPPED_BY_COMMAND), DONE]
    assert [event[1] for event in told] == [rig.last_id - 1, rig.last_id]
    assert deal(rig)[-1][0] != EV_LEFT


def test_a_stop_while_a_card_strays_tells_of_the_card_and_of_no_command_long_over(rig):
    rig.table.machine.happen("stray to=seat5")
    assert [event[0] for event in rig.wait(340)] == [EV_STRAYED]
    rig.start(STOP)
    assert rig.wait(100) == ((EV_UNLANDED, 0, 5, 0), (EV_DONE, rig.last_id, 0, 0))
    assert rig.run(HOME) == [(EV_LANDED, PLACE_ASIDE, 0), DONE]


def test_a_beam_that_flickers_before_a_card_that_lies_there_is_no_card_that_strays(rig):
    rig.start(EJECT, 4, SEAT3, 70)
    path = metal(rig).path
    while not (path.cards and path.cards[0].nose >= 20_000):
        rig.wait(1)
    rig.start(STOP)
    rig.wait(100)
    assert metal(rig).is_dark(ENTRY)
    real = metal(rig).edges
    metal(rig).edges = lambda beam: real(beam) + ((rig.table.clock.now_ms(), True),)
    metal(rig).woken()
    assert rig.wait(1000) == ()
    assert rig.run(HOME)[-1] == DONE


def test_a_power_that_goes_before_a_command_began_tells_no_card_of_the_one_before(rig):
    """EJECT waits for its supply; the card in the path left by a command that has told so."""
    rig.start(EJECT, 4, SEAT3, 70)
    while EV_LEFT not in [event[0] for event in rig.wait(1)]:
        pass
    rig.start(STOP)
    rig.wait(100)
    rig.table.machine.motor_enable = SimMotorEnable(rig.table.clock)
    rig.wait(500)
    rig.start(EJECT, 5, SEAT3, 71)
    assert rig.wait(60) == ()
    metal(rig).power_fails()
    assert rig.wait(450) == ((EV_RESTARTED, 0, 0, 0),)
    assert rig.again(EJECT, 5, SEAT3, 71) == [(EV_FAILED, FAILED_STOPPED, STOPPED_BY_POWER)]
