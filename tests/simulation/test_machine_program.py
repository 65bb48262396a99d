"""The card machine's own program under the whole firmware, over simulated metal.

What the contract tests hold it to command by command, it does here for hands: every card sensed,
every pulse given, every level read. And what only a whole table shows: motors have current while
the table lets them, and a plug may be pulled from all of it.
"""

from __future__ import annotations

import pytest

from firmware.lines.parser import parse
from firmware.schema import messages as m
from hal.ports import (
    EJECT,
    EV_DONE,
    EV_FAILED,
    EV_STRAYED,
    EV_UNLANDED,
    FAILED_JAM,
    FAILED_NOT_HOME,
    FAILED_STOPPED,
    FEED,
    HOME,
    STAGE_CAROUSEL,
    STAGE_FEEDER,
    STOPPED_BY_SUPPLY,
)
from hal.sim.main import Simulation
from hal.sim.mishaps import NTH_CARD, FaultPlan
from hal.sim.policies import CallStation
from hal.sim.room import MemoryRoom, Room
from hal.sim.store import MemoryStore
from hal.sim.workings.table import WorkedTable
from tests.contracts.machine_rig import Rig

STACKS = dict.fromkeys((2, 5, 8), 2000)
PASSES_MAX = 40_000


def table(*rows, room=None):
    return Simulation(
        b"the machine's program",
        hands=1,
        stacks=STACKS,
        settings={"witness_ms": "0"},
        policy=CallStation(),
        level="worked",
        plan=FaultPlan(rows),
        room=room,
    )


def told(simulation):
    store = simulation.table.board.store
    raw = b"".join(store.read(segment) for segment in store.segments())
    return [parse(line).message for line in raw.splitlines(keepends=True)]


def kinds(simulation):
    return [message[0] for message in told(simulation)]


def play(simulation, passes_max=PASSES_MAX):
    for _ in range(passes_max):
        if simulation.is_over():
            break
        simulation.advance(simulation.one_pass())
    assert not simulation.controller.stopped_by
    return simulation


def test_a_hand_is_played_to_its_end_and_nothing_is_tried_twice():
    one = play(table())
    said = kinds(one)
    assert said.count(m.HAND_FINISHED) == 1
    assert said.count(m.CARD_FED) == 52
    assert not {m.FAULT_RAISED, m.HAND_HELD, m.MOTION_RETRIED, m.INPUT_REFUSED} & set(said)
    assert one.table.machine.deck.every_card() == list(range(52))


def room_in(folder, journal):
    """A room in a folder but for its journal, which would wait for the disk after every pass."""
    room = Room(folder)
    room.store.close()
    room.store = journal
    return room


def test_a_table_in_a_folder_stops_in_the_middle_of_a_deal_and_goes_on(tmp_path):
    journal = MemoryStore()
    one = table(room=room_in(tmp_path, journal))
    while one.table.machine.plan.done[NTH_CARD] < 3:
        one.advance(one.one_pass())
    journal.cut_power()  # its program ends here, a motion half done
    room = room_in(tmp_path, journal)
    again = play(table(room=room))
    assert room.starts == 1
    said = kinds(again)
    assert said.count(m.HAND_FINISHED) == 1
    assert m.HAND_VOIDED not in said
    assert again.table.machine.deck.every_card() == list(range(52))


def test_what_a_person_must_look_at_is_held_and_the_hand_goes_on():
    one = play(table("jam stage=path deal=2 card=4 tries=never", "sensor name=exit deal=2 card=9"))
    said = kinds(one)
    assert m.FAULT_RAISED in said
    assert m.FAULT_CLEARED in said
    assert said.count(m.HAND_FINISHED) + said.count(m.HAND_VOIDED) == 1
    assert one.table.machine.deck.every_card() == list(range(52))


@pytest.mark.parametrize("passes", [60, 401, 702])
def test_a_plug_pulled_from_table_and_machine_loses_no_card(passes):
    room = MemoryRoom()
    first = play(table(room=room), passes)
    assert not first.is_over()
    room.cut_power()
    again = play(table(room=room))
    assert kinds(again).count(m.HAND_FINISHED) == 1
    assert again.table.machine.deck.every_card() == list(range(52))


# --- what stands where no program put it ---------------------------------------------------------


def fed_to_slot_4():
    rig = Rig(WorkedTable(b"astray"))
    assert rig.run(HOME) == [(EV_DONE, 0, 0)]
    assert rig.run(FEED, 4)[-1] == (EV_DONE, 0, 0)
    return rig


def test_a_drum_that_stalled_between_two_places_is_told_before_the_finger_moves():
    rig = fed_to_slot_4()
    rig.table.machine.metal.drum.at += 29
    assert rig.run(EJECT, 4, 3, 70) == [(EV_FAILED, FAILED_JAM, STAGE_CAROUSEL)]
    assert not rig.table.machine.deck.path
    assert rig.run(EJECT, 4, 3, 71) == [(EV_FAILED, FAILED_NOT_HOME, 0)]
    assert rig.run(HOME) == [(EV_DONE, 0, 0)]
    assert rig.run(EJECT, 4, 3, 72)[-1] == (EV_DONE, 0, 0)


def test_a_card_that_sticks_half_in_its_slot_keeps_the_drum_where_it_stands():
    rig = fed_to_slot_4()
    metal = rig.table.machine.metal
    metal.feeder.sticks_at = 100_000
    assert rig.run(FEED, 5) == [(EV_FAILED, FAILED_JAM, STAGE_FEEDER)]
    stood = metal.drum.at
    for operation, a in ((FEED, 6), (HOME, 0), (FEED, 6)):
        assert rig.run(operation, a)[-1][0] == EV_FAILED
        assert metal.drum.at == stood
    rig.table.machine.mend()
    assert rig.run(HOME) == [(EV_DONE, 0, 0)]
    assert rig.run(FEED, 6)[-1] == (EV_DONE, 0, 0)


# --- the motors' supply --------------------------------------------------------------------------


@pytest.fixture
def unsupplied():
    """A machine that has found its reference and whose motors stand without current."""
    rig = Rig(WorkedTable(b"supply"))
    assert rig.run(HOME) == [(EV_DONE, 0, 0)]
    assert rig.run(FEED, 4)[-1] == (EV_DONE, 0, 0)
    rig.table.machine.motor_enable = rig.table.motor_enable
    return rig


def let_run(rig, ms):
    """MOTOR_ENABLE beats; what is told meanwhile."""
    heard = []
    for nth in range(ms // 10):
        rig.table.motor_enable.put(nth % 2 == 0)
        heard += rig.wait(10)
    return [event[0] for event in heard]


def test_a_command_waits_a_moment_for_the_supply(unsupplied):
    unsupplied.start(EJECT, 4, 3, 70)
    assert unsupplied.wait(150) == ()
    assert let_run(unsupplied, 700)[-1] == EV_DONE
    assert unsupplied.table.machine.cards_at(3) == 1


def test_a_supply_that_does_not_come_ends_the_command_and_nothing_has_moved(unsupplied):
    stood = unsupplied.table.machine.metal.drum.at
    assert unsupplied.run(EJECT, 4, 3, 70) == [(EV_FAILED, FAILED_STOPPED, STOPPED_BY_SUPPLY)]
    assert unsupplied.table.machine.metal.drum.at == stood
    unsupplied.start(EJECT, 4, 3, 71)
    assert let_run(unsupplied, 700)[-1] == EV_DONE, "its place is still known"


def test_a_stray_is_told_before_any_motor_has_current_and_is_unlanded_if_none_comes(unsupplied):
    unsupplied.table.machine.happen("stray to=seat5")
    assert [event[:2] for event in unsupplied.wait(400)] == [(EV_STRAYED, 0)]
    assert [event[:2] for event in unsupplied.wait(1500)] == [(EV_UNLANDED, 0)]
    let_run(unsupplied, 100)
    assert unsupplied.table.machine.deck.path, "it lies where HOME will find it"
