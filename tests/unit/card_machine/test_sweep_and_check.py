"""EMPTY and CHECK: no card across the rim when the drum turns, and all of them pressed again."""

from __future__ import annotations

from itertools import pairwise

import pytest

from hal.card_machine.workings import DRUM, EJECTOR, EXIT, PATH
from hal.ports import (
    CHECK,
    COUNT,
    EJECT,
    EMPTY,
    EV_CHECKED,
    EV_COUNTED,
    EV_EMPTIED,
    EV_FAILED,
    EV_LANDED,
    EV_LEFT,
    EV_RETRIED,
    FAILED_JAM,
    FAILED_OCCUPIED,
    FAILED_PATH,
    FAILED_SENSOR,
    FEED,
    HOME,
    PLACE_ASIDE,
    PLACE_BOARD1,
    RETURN,
    SENSOR_EXIT,
    STAGE_EJECTOR,
    STAGE_PATH,
    STOP,
)
from hal.sim.workings.table import WorkedTable
from tests.contracts.machine_rig import DONE, SEAT3, Rig, loaded

SLOT_MS = 180


@pytest.fixture
def rig():
    return Rig(WorkedTable(b"sweep"))


def metal(rig):
    return rig.table.machine.metal


def few(rig, cards):
    """Homed, an empty carousel, so many cards in the hopper and the others out of the room."""
    assert rig.run(HOME) == [DONE]
    deck = rig.table.machine.deck
    deck.gone += deck.hopper[cards:]
    deck.hopper[cards:] = []
    metal(rig).feeder.pressed = cards


def in_slot(rig, slot):
    """A person puts a card there."""
    deck = rig.table.machine.deck
    deck.slots[slot] = deck.hopper.pop()
    metal(rig).feeder.pressed -= 1


def steps_of_the_drum(rig):
    """When the drum is told to turn, from now on."""
    one, at = metal(rig), []
    real = one.turn

    def turn(stepper, pulses, over_ms):
        if stepper == DRUM:
            at.append(rig.table.clock.now_ms())
        real(stepper, pulses, over_ms)

    one.turn = turn
    return at


def test_a_card_of_the_last_slot_is_pressed_like_all_others_when_the_sweep_is_over(rig):
    loaded(rig)
    in_slot(rig, 53)
    assert rig.run(COUNT)[0] == (EV_COUNTED, 41, 11)
    assert rig.run(EMPTY) == [(EV_EMPTIED, 11, 0), DONE]
    assert metal(rig).feeder.pressed == 52


def test_a_card_that_a_person_put_into_a_slot_unseen_is_swept_out_too(rig):
    loaded(rig)
    in_slot(rig, 30)
    assert rig.run(EMPTY) == [(EV_EMPTIED, 11, 0), DONE]


def runs_slowly(rig, motor, permille):
    """A motor that is worn, or what it moves rubs."""
    one = metal(rig)
    real = one.drive
    one.drive = lambda which, full: real(
        which, full * (permille if which == motor else 1000) // 1000
    )


@pytest.mark.parametrize(
    ("motor", "permille"), [(EJECTOR, 900), (EJECTOR, 800), (PATH, 950), (PATH, 900), (PATH, 850)]
)
def test_a_card_that_leaves_its_slot_late_is_waited_for_before_the_drum_turns(
    rig, motor, permille
):
    loaded(rig)
    runs_slowly(rig, motor, permille)
    assert rig.run(EMPTY) == [(EV_EMPTIED, 10, 0), DONE]


@pytest.mark.parametrize("permille", [750, 600, 450])
def test_a_card_that_the_finger_brings_to_the_beam_and_no_roller_holds_is_not_turned_over(
    rig, permille
):
    loaded(rig)
    runs_slowly(rig, EJECTOR, permille)
    told = rig.run(EMPTY)
    stood = metal(rig).drum.at
    assert told == [(EV_RETRIED, STAGE_PATH, 2), (EV_FAILED, FAILED_JAM, STAGE_PATH)]
    assert rig.run(EMPTY) == [(EV_FAILED, FAILED_PATH, 0)]
    assert rig.run(HOME) == [(EV_FAILED, FAILED_JAM, STAGE_EJECTOR)], "a person is called"
    assert metal(rig).drum.at == stood
    del metal(rig).drive
    rig.table.machine.mend()
    assert rig.run(HOME) == [DONE]
    assert rig.run(EMPTY) == [(EV_EMPTIED, 9, 0), DONE]


def test_after_a_card_that_stuck_the_next_slots_have_all_their_time(rig):
    loaded(rig, "jam stage=path stub=3 tries=2")
    at = steps_of_the_drum(rig)
    assert rig.run(EMPTY)[-2:] == [(EV_EMPTIED, 10, 0), DONE]
    between = [later - before for before, later in pairwise(at[1:])]
    assert max(between) > SLOT_MS + 60, "one stuck"
    assert min(between) >= SLOT_MS - 10


def test_an_exit_beam_that_stays_dark_is_named_behind_the_sweep(rig):
    loaded(rig)
    real = metal(rig).is_dark
    metal(rig).is_dark = lambda beam: beam == EXIT or real(beam)
    assert rig.run(EMPTY) == [(EV_EMPTIED, 10, 0), (EV_FAILED, FAILED_SENSOR, SENSOR_EXIT)]


@pytest.mark.parametrize("nth", [1, 3])
@pytest.mark.parametrize("nose", [-9000, -500, 20_000, 60_000])
@pytest.mark.parametrize("operation", [EMPTY, CHECK])
def test_a_stop_with_a_card_half_out_of_its_slot_lets_home_lay_it_aside(rig, operation, nose, nth):
    if operation == CHECK:
        few(rig, 5)
    else:
        loaded(rig)
    rig.start(operation)
    path, seen = metal(rig).path, set()
    while len(seen) < nth or not (path.cards and path.cards[0].nose >= nose):
        rig.wait(1)
        seen |= {one.card for one in path.cards}
    rig.start(STOP)
    rig.wait(100)
    assert rig.run(HOME) == [(EV_LANDED, PLACE_ASIDE, 0), DONE]
    assert rig.run(EMPTY)[-1] == DONE
    assert rig.table.machine.cards_at(PLACE_ASIDE) == 1


@pytest.mark.parametrize(
    "command", [(FEED, 20), (EJECT, 5, SEAT3, 71), (RETURN, PLACE_BOARD1), (EMPTY,), (CHECK,)]
)
def test_a_card_in_the_path_lets_nothing_begin_but_home(rig, command):
    loaded(rig)
    rig.start(EJECT, 4, SEAT3, 70)
    while EV_LEFT not in [event[0] for event in rig.wait(1)]:
        pass
    rig.start(STOP)
    rig.wait(100)
    stood = metal(rig).drum.at, metal(rig).arm.at
    assert rig.run(*command) == [(EV_FAILED, FAILED_PATH, 0)]
    assert (metal(rig).drum.at, metal(rig).arm.at) == stood


def test_a_check_takes_1900_ms_and_900_a_card_and_presses_all_of_them(rig):
    few(rig, 3)
    metal(rig).feeder.pressed = 0  # a person has put them in
    began_ms = rig.table.clock.now_ms()
    assert rig.run(CHECK)[-2:] == [(EV_CHECKED, 3, 0), DONE]
    assert abs(rig.table.clock.now_ms() - began_ms - 1900 - 3 * 900) <= 40
    assert metal(rig).feeder.pressed == 3


def test_a_check_sees_a_card_that_a_person_put_into_the_carousel(rig):
    few(rig, 3)
    in_slot(rig, 30)
    assert rig.run(CHECK) == [(EV_FAILED, FAILED_OCCUPIED, 0)]
