"""What the card machine's program makes of broken parts that no fault plan has a row for.

The program over simulated metal, of which a part is spoiled by hand; plans and their rows are the
contract suite's.
"""

from __future__ import annotations

import pytest

from hal.card_machine.places import MOUTHS, mouth_pulses, place_pulses, shortest, turned_for
from hal.card_machine.workings import ENTRY, EXIT, FEEDER, PATH, RETURN
from hal.errors import NACK, HalError
from hal.ports import (
    COUNT,
    EJECT,
    EMPTY,
    EV_COUNTED,
    EV_EMPTIED,
    EV_FAILED,
    EV_FED,
    EV_LANDED,
    EV_LEFT,
    EV_UNLANDED,
    FAILED_JAM,
    FAILED_MOTOR,
    FAILED_NOT_HOME,
    FAILED_PATH,
    FAILED_SENSOR,
    FAILED_STOPPED,
    FEED,
    HOME,
    PLACE_ASIDE,
    PLACE_CHUTE,
    SENSOR_BOARD,
    SENSOR_ENTRY,
    SENSOR_EXIT,
    SENSOR_GAUGE,
    SENSOR_HOME,
    SLOTS,
    STAGE_CAROUSEL,
    STAGE_EJECTOR,
    STAGE_FEEDER,
    STAGE_PATH,
    STAGE_RETURN,
    STOP,
    STOPPED_BY_COMMAND,
)
from hal.sim.workings.table import WorkedTable
from tests.contracts.machine_rig import DEALT, DONE, LEFT4, SEAT3, Rig, deal, loaded


@pytest.fixture
def rig():
    return Rig(WorkedTable(b"troubles"))


def metal(rig):
    return rig.table.machine.metal


def spoil(rig, name, spoiled):
    """A call to the metal answers otherwise from now on; undone by deleting it there."""
    real = getattr(metal(rig), name)
    setattr(metal(rig), name, lambda *given, **named: spoiled(real, *given, **named))


@pytest.mark.parametrize(
    ("motor", "stage"), [(FEEDER, STAGE_FEEDER), (RETURN, STAGE_RETURN), (PATH, STAGE_PATH)]
)
def test_home_finds_a_gear_motor_without_current(rig, motor, stage):
    spoil(
        rig,
        "drive",
        lambda real, which, permille: None if which == motor else real(which, permille),
    )
    assert rig.run(HOME) == [(EV_FAILED, FAILED_MOTOR, stage)]
    del metal(rig).drive
    assert rig.run(HOME) == [DONE]


@pytest.mark.parametrize("bank", [0, 7, 8, 11, 13])
def test_a_board_that_does_not_answer_is_asked_twice_and_named(rig, bank):
    asked = []

    def dumb(real, which, lit=True):
        if which == bank:
            asked.append(which)
            raise HalError(NACK, "sensor_board")
        return real(which, lit)

    spoil(rig, "look", dumb)
    assert rig.run(HOME) == [(EV_FAILED, FAILED_SENSOR, SENSOR_BOARD)]
    assert len(asked) == 2
    assert rig.run(FEED, 0) == [(EV_FAILED, FAILED_NOT_HOME, 0)]


def test_one_answer_that_is_lost_is_asked_for_again(rig):
    lost = []

    def forgetful(real, which, lit=True):
        lost.append(which)
        if len(lost) % 50 == 0:
            raise HalError(NACK, "sensor_board")
        return real(which, lit)

    spoil(rig, "look", forgetful)
    loaded(rig)
    assert deal(rig) == DEALT


@pytest.mark.parametrize(
    ("bank", "sensor"),
    [(0, SENSOR_BOARD), (8, 1), (10, 15), (11, SENSOR_HOME), (12, SENSOR_BOARD)],
)
def test_home_finds_an_input_that_never_changes(rig, bank, sensor):
    spoil(rig, "look", lambda real, which, lit=True: real(which, lit) & (~(which == bank)))
    assert rig.run(HOME) == [(EV_FAILED, FAILED_SENSOR, sensor)]


def test_a_blind_entry_beam_is_told_with_the_card_that_it_missed(rig):
    loaded(rig)
    spoil(rig, "is_dark", lambda real, beam: beam != ENTRY and real(beam))
    spoil(rig, "edges", lambda real, beam: () if beam == ENTRY else real(beam))
    told = deal(rig)
    assert told == [LEFT4, (EV_LANDED, SEAT3, 0), (EV_FAILED, FAILED_SENSOR, SENSOR_ENTRY)]


def test_an_entry_beam_that_is_dark_for_nothing_lets_no_card_go(rig):
    loaded(rig)
    spoil(rig, "is_dark", lambda real, beam: beam == ENTRY or real(beam))
    assert deal(rig) == [(EV_FAILED, FAILED_SENSOR, SENSOR_ENTRY)]
    assert rig.run(HOME) == [(EV_FAILED, FAILED_SENSOR, SENSOR_ENTRY)]
    assert len(rig.table.machine.deck.hopper) == 42


def test_a_blind_exit_beam_is_told_with_the_card_that_landed(rig):
    loaded(rig)
    spoil(rig, "is_dark", lambda real, beam: beam != EXIT and real(beam))
    spoil(rig, "edges", lambda real, beam: () if beam == EXIT else real(beam))
    told = deal(rig)
    assert told == [LEFT4, (EV_LANDED, SEAT3, 0), (EV_FAILED, FAILED_SENSOR, SENSOR_EXIT)]


def test_a_gauge_that_is_unplugged_is_found_by_home(rig):
    spoil(rig, "thickness", lambda real, gauge: -1500 if gauge else real(gauge))
    assert rig.run(HOME) == [(EV_FAILED, FAILED_SENSOR, SENSOR_GAUGE)]


def test_a_card_that_home_drove_out_and_no_tray_saw_is_not_landed(rig):
    loaded(rig, "jam stage=path card=1 tries=3")
    deal(rig)
    spoil(rig, "look", lambda real, bank, lit=True: real(bank, lit) & ~(4 * (bank == 10 and lit)))
    assert rig.run(HOME) == [(EV_UNLANDED, PLACE_ASIDE, 0), DONE]


def test_a_stop_while_the_drum_turns_loses_the_position(rig):
    loaded(rig)
    rig.start(EJECT, 40, SEAT3, 70)
    rig.wait(150)
    rig.start(STOP)
    told = [event[:1] + event[2:] for event in rig.wait(50)]
    assert told == [(EV_FAILED, FAILED_STOPPED, STOPPED_BY_COMMAND), DONE]
    assert deal(rig) == [(EV_FAILED, FAILED_NOT_HOME, 0)]
    assert rig.run(HOME) == [DONE]
    assert deal(rig) == DEALT


def stopped_half_fed(rig):
    """Ten slots hold a card; a STOP leaves the next card half in its slot."""
    loaded(rig)
    rig.start(FEED, 20)
    rig.wait(325)
    rig.start(STOP)
    rig.wait(50)


def test_a_stop_while_a_card_is_half_in_its_slot_sends_it_back_to_the_hopper(rig):
    stopped_half_fed(rig)
    assert deal(rig)[-1][0] == EV_FAILED, "nothing may turn"
    assert rig.run(HOME) == [DONE]
    assert rig.run(COUNT)[0] == (EV_COUNTED, 42, 10)
    assert rig.run(FEED, 20) == [(EV_FED, 20, 0), DONE]


def test_a_slot_that_a_person_filled_or_emptied_is_seen(rig):
    loaded(rig)
    deck = rig.table.machine.deck
    deck.slots[30] = deck.hopper.pop()
    assert rig.run(EJECT, 30, SEAT3, 70) == [(EV_LEFT, 30, 0), (EV_LANDED, SEAT3, 0), DONE]
    rig.table.machine.draw(5, 16)
    assert deal(rig, 5)[0][:1] == (EV_FAILED,)
    assert deal(rig, 4, SEAT3, 71) == DEALT


def test_a_drum_that_somebody_turned_is_noticed_before_a_card_leaves(rig):
    loaded(rig)
    metal(rig).drum.at += place_pulses(7)
    told = deal(rig)
    assert told[0][0] == EV_FAILED
    assert len(rig.table.machine.deck.wells[SEAT3]) == 0


@pytest.mark.parametrize("held", [10, 52])
def test_a_drum_that_stalled_between_two_places_is_lost_and_takes_and_gives_no_card(rig, held):
    loaded(rig)
    for slot in range(10, held):
        rig.run(FEED, slot)
    real = metal(rig).drum.settle

    def stalls_half_way(now_ms, is_supplied):
        real(now_ms, is_supplied)
        metal(rig).drum.at = 1234

    metal(rig).drum.settle = stalls_half_way
    assert deal(rig) == [(EV_FAILED, FAILED_JAM, STAGE_CAROUSEL)]
    del metal(rig).drum.settle
    assert deal(rig) == [(EV_FAILED, FAILED_NOT_HOME, 0)]
    assert rig.run(HOME) == [DONE]
    assert deal(rig) == DEALT


def test_a_card_that_sticks_half_in_its_slot_lets_nothing_turn(rig):
    stopped_half_fed(rig)
    feeder = metal(rig).feeder
    real = feeder.tick
    feeder.tick = lambda permille: permille > 0 and real(permille)  # not to be pulled back
    drum_at = metal(rig).drum.at
    assert rig.run(HOME)[-1] == (EV_FAILED, FAILED_JAM, STAGE_FEEDER)
    assert metal(rig).drum.at == drum_at
    del feeder.tick
    assert rig.run(HOME) == [DONE]


def test_a_card_that_stuck_before_the_finger_is_tried_again_and_no_other(rig):
    loaded(rig, "jam stage=ejector card=1 tries=2")
    assert deal(rig) == [(EV_FAILED, FAILED_JAM, STAGE_EJECTOR)]
    assert deal(rig, 5) == [(EV_FAILED, FAILED_PATH, 0)], "it may stand out of its slot"
    assert deal(rig) == DEALT
    assert deal(rig, 5) == [(EV_LEFT, 5, 0), (EV_LANDED, SEAT3, 0), DONE]


@pytest.mark.parametrize(
    "nose",
    [-9000, -4000, -500, 500, 5000, 20_000, 60_000, 83_000, 86_000, 91_000, 97_000]
    + [125_000, 133_000, 150_000, 172_000],
)
def test_a_stop_leaves_a_card_anywhere_and_home_lays_it_aside(rig, nose):
    loaded(rig)
    rig.start(EJECT, 4, SEAT3, 70)
    path = metal(rig).path
    while not (path.cards and path.cards[0].nose >= nose):
        rig.wait(1)
    rig.start(STOP)
    rig.wait(100)
    assert rig.table.machine.deck.path
    assert rig.run(HOME) == [(EV_LANDED, PLACE_ASIDE, 0), DONE]
    assert deal(rig, 5) == [(EV_LEFT, 5, 0), (EV_LANDED, SEAT3, 0), DONE]


def test_two_cards_in_the_arm_call_a_person_before_anything_turns(rig):
    loaded(rig, "double card=1 how=overlapped")
    rig.start(EJECT, 4, SEAT3, 70)
    path = metal(rig).path
    while not (path.cards and path.cards[0].nose >= 50_000):
        rig.wait(1)
    rig.start(STOP)
    rig.wait(100)
    stood = metal(rig).drum.at
    assert rig.run(HOME) == [(EV_FAILED, FAILED_JAM, STAGE_PATH)]
    assert metal(rig).drum.at == stood
    rig.table.machine.mend()
    assert rig.run(HOME) == [DONE]


def test_a_card_across_the_rim_that_no_finger_moves_calls_a_person_before_anything_turns(rig):
    loaded(rig, "jam stage=ejector card=1 tries=never")
    assert deal(rig) == [(EV_FAILED, FAILED_JAM, STAGE_EJECTOR)]
    stood = metal(rig).drum.at
    assert rig.run(HOME) == [(EV_FAILED, FAILED_JAM, STAGE_EJECTOR)]
    assert metal(rig).drum.at == stood
    assert rig.run(EJECT, 5, SEAT3, 71) == [(EV_FAILED, FAILED_NOT_HOME, 0)]
    rig.table.machine.mend()
    assert rig.run(HOME) == [DONE], "asked for again, a person has looked"
    assert deal(rig) == DEALT


@pytest.mark.parametrize("after_ms", [500, 3000, 9900])
def test_a_chute_whose_mouth_stays_dark_ends_the_emptying_all_the_same(rig, after_ms):
    loaded(rig)
    began_ms = rig.table.clock.now_ms()
    dark_from_ms = began_ms + after_ms

    def covered(real, bank, lit=True):
        is_covered = bank == 10 and rig.table.clock.ms >= dark_from_ms
        return real(bank, lit) | 8 * is_covered

    spoil(rig, "look", covered)
    told = rig.run(EMPTY)
    assert rig.table.clock.now_ms() - began_ms <= 300 + 180 * SLOTS + 900 + 300
    assert [event[0] for event in told] == [EV_EMPTIED, EV_FAILED]
    assert told[0][2] == 0, "no slot holds a card"
    assert told[1] == (EV_FAILED, FAILED_SENSOR, PLACE_CHUTE)
    assert rig.table.machine.deck.carousel_count() == 0
    assert rig.run(EMPTY) == [told[1]], "and nobody sweeps against it"


def test_a_scale_that_never_says_a_number_is_found_and_nobody_waits_for_it(rig):
    spoil(rig, "centigrams", lambda real: None)
    assert rig.run(COUNT)[-1] == (EV_FAILED, FAILED_SENSOR, SENSOR_BOARD)
    assert rig.run(HOME) == [(EV_FAILED, FAILED_SENSOR, SENSOR_BOARD)]


def test_drum_and_arm_are_judged_where_they_arrive_however_long_their_pulses_are_reckoned(rig):
    loaded(rig)
    one, left = metal(rig), []

    def slowly(real, *given):
        one.spend_us(5000)
        real(*given)

    def looked(real, bank, lit=True):
        levels = real(bank, lit)
        if one.drum.is_turning and bank == 11:
            left.append(abs(one.drum.target() - one.drum.at))
        return levels

    spoil(rig, "turn", slowly)
    spoil(rig, "look", looked)
    assert rig.run(EJECT, 9, 10, 70)[-1] == DONE
    assert left[-1] <= 1, "pulses that were still to come"


def test_every_slot_is_before_every_mouth_once_in_a_turn():
    for mouth in MOUTHS:
        assert {turned_for(slot, 2 * MOUTHS.index(mouth)) for slot in range(SLOTS)} == set(
            range(SLOTS)
        )
    assert sorted(MOUTHS) == list(range(1, 19))
    assert mouth_pulses(MOUTHS[0]) == 0
    assert [shortest(pulses) for pulses in (0, 1599, 1600, 3199, -1601)] == [
        0,
        1599,
        -1600,
        -1,
        1599,
    ]


def test_an_empty_carousel_is_swept_like_any_other(rig):
    rig.run(HOME)
    assert rig.run(EMPTY)[0][1:] == (0, 0)
