"""What a card does wrong is told to the rules; what the machine cannot do is tried thrice."""

from __future__ import annotations

import pytest

from firmware.schema import messages as m
from hal.ports import (
    EJECT,
    EV_DONE,
    EV_DOUBTED,
    EV_FACE,
    EV_FACE_UP,
    EV_FAILED,
    EV_LANDED,
    EV_LEFT,
    EV_LENGTH,
    EV_RESTARTED,
    EV_RETRIED,
    EV_STRAYED,
    EV_THICKNESS,
    EV_UNLANDED,
    FAILED_EMPTY,
    FAILED_JAM,
    FAILED_SENSOR,
    FAILED_STOPPED,
    HOME,
    NO_TOKEN,
    PLACE_ASIDE,
    PLACE_BOARD1,
    SENSOR_EXIT,
    SENSOR_HOME,
    STAGE_EJECTOR,
    STAGE_PATH,
    STOPPED_BY_POWER,
    STOPPED_BY_SUPPLY,
)
from tests.motion_bench import DEAL, LANDED, Bench


def test_homing_that_fails_is_named() -> None:
    bench = Bench()
    bench.performers.resume(False)
    bench.performers.add(DEAL, 10)
    bench.go()
    bench.machine.tell((EV_FAILED, FAILED_JAM, STAGE_PATH))
    bench.go()
    bench.go()
    assert [one[1] for one in bench.faults.inputs] == ["F-DEAL-04"]
    assert bench.operations() == [HOME]


def test_reference_that_is_not_found_is_sought_once_more_and_then_nothing_moves() -> None:
    bench = Bench()
    bench.performers.resume(False)
    bench.performers.add(DEAL, 10)
    for _ in range(4):
        bench.go()
        if bench.performers.is_moving:
            bench.machine.tell((EV_FAILED, FAILED_SENSOR, SENSOR_HOME))
    assert bench.operations() == [HOME, HOME]
    assert [one[1] for one in bench.faults.inputs] == ["F-DEAL-08"]


def test_card_that_left_and_was_not_sensed_is_told_as_that_and_the_job_is_over() -> None:
    for ending in ([(EV_UNLANDED, m.PLACE_SEAT1), (EV_DONE,)], [(EV_DONE,)]):
        bench = Bench().ready(DEAL)
        bench.machine.tell((EV_LEFT, 42), *ending)
        bench.go()
        bench.go()
        assert bench.inputs == [(m.CARD_LEFT, 2, 42), (m.CARD_UNLANDED, 64 + 42)]
        assert bench.operations() == [HOME, EJECT]
        assert bench.faults.inputs == []
        assert not bench.performers.has_work


@pytest.mark.parametrize(
    ("place", "told"),
    [
        (PLACE_ASIDE, (m.CARD_LANDED, 64 + 42, PLACE_ASIDE)),
        (0, (m.CARD_UNLANDED, 64 + 42)),
    ],
)
def test_card_that_sticks_in_the_path_waits_for_a_person_and_is_driven_out(
    place: int, told: tuple
) -> None:
    bench = Bench().ready(DEAL)
    bench.machine.tell((EV_LEFT, 42), (EV_RETRIED, 3, 2), (EV_FAILED, FAILED_JAM, STAGE_PATH))
    for _ in range(3):
        bench.go()
    assert bench.operations() == [HOME, EJECT], "nothing moves before a person has looked"
    assert [one[1] for one in bench.faults.inputs] == ["F-DEAL-04"]
    assert bench.performers.remarks == [(m.MOTION_RETRIED, m.STAGE_PATH, 2)]
    bench.performers.look_again()
    bench.go()
    assert bench.operations() == [HOME, EJECT, HOME]
    bench.machine.tell(*([(EV_LANDED, place)] if place else []), (EV_DONE,))
    bench.go()
    assert bench.inputs[1:] == [told]
    bench.go()
    assert not bench.performers.has_work
    assert bench.operations() == [HOME, EJECT, HOME]


def test_stop_under_way_needs_no_person() -> None:
    bench = Bench().ready(DEAL)
    bench.machine.tell((EV_LEFT, 42), (EV_FAILED, FAILED_STOPPED, STOPPED_BY_SUPPLY))
    bench.go()
    assert bench.operations() == [HOME, EJECT, HOME]
    assert bench.faults.inputs == []


def test_machine_that_restarts_under_way_is_asked_and_the_card_is_looked_for() -> None:
    bench = Bench().ready(DEAL)
    bench.machine.events.append((EV_RESTARTED, 0, 0, 0))
    bench.go()
    assert bench.machine.started[-1] == bench.machine.started[-2]
    bench.machine.tell((EV_LEFT, 42), (EV_FAILED, FAILED_STOPPED, STOPPED_BY_POWER))
    bench.go()
    assert [one[1] for one in bench.faults.inputs] == ["F-DEAL-09"]
    bench.performers.look_again()
    bench.go()
    assert bench.operations()[-1] == HOME


def test_jam_before_the_card_left_is_tried_three_times_and_then_by_a_person() -> None:
    bench = Bench().ready(DEAL)
    for _ in range(5):
        if bench.performers.is_moving:
            bench.machine.tell((EV_FAILED, FAILED_JAM, STAGE_EJECTOR))
        bench.go()
    assert bench.operations() == [HOME, EJECT, EJECT, EJECT]
    assert len({one[0] for one in bench.machine.started}) == 4, "each try has its own number"
    tried = [(m.MOTION_RETRIED, m.STAGE_EJECTOR, n) for n in (2, 3)]
    assert bench.performers.remarks == tried
    assert [one[1] for one in bench.faults.inputs] == ["F-DEAL-04"]
    bench.performers.look_again()
    bench.go()
    bench.machine.tell((EV_DONE,))
    bench.go()
    assert bench.operations() == [HOME, EJECT, EJECT, EJECT, HOME, EJECT]


def test_card_that_is_not_in_its_slot_is_told_and_the_next_may_come() -> None:
    bench = Bench().ready(DEAL, (m.DEAL_CARD, 3, m.PLACE_SEAT1 + 1))
    bench.machine.tell((EV_FAILED, FAILED_EMPTY))
    bench.go()
    assert bench.inputs == [(m.SLOT_FOUND_EMPTY, 2, 42)]
    assert bench.machine.started[-1][1:] == (EJECT, 43, 2, 64 + 43)


def test_card_that_strayed_before_its_turn_is_not_looked_for() -> None:
    bench = Bench()
    bench.keeper.gone.add(42)
    bench.performers.resume(False)
    bench.performers.add(DEAL, 10)
    bench.go()
    assert bench.inputs == [(m.SLOT_FOUND_EMPTY, 2, 42)]
    assert EJECT not in bench.operations()


def test_strayed_card_is_told_whole_while_another_is_dealt() -> None:
    bench = Bench().ready(DEAL)
    bench.machine.events += [
        (EV_STRAYED, 0, 50, PLACE_BOARD1),
        (EV_FACE, 0, NO_TOKEN, 9),
        (EV_LANDED, 0, PLACE_BOARD1, 0),
    ]
    bench.go()
    token = 64 + 50
    assert bench.inputs == [
        (m.CARD_STRAYED, 50),
        (m.FACE_READ, token, 9),
        (m.CARD_LANDED, token, PLACE_BOARD1),
    ]
    bench.machine.tell(*LANDED)
    bench.go()
    assert [one[0] for one in bench.inputs[3:]] == [m.CARD_LEFT, m.CARD_LANDED]


def test_what_is_told_of_a_stray_ends_no_job_in_a_replay() -> None:
    bench = Bench()
    bench.performers.queue_replayed(DEAL, 10)
    for message in (
        (m.CARD_STRAYED, 50),
        (m.CARD_EXPOSED, 64 + 50),
        (m.CARD_LANDED, 64 + 50, m.PLACE_SEAT1),
    ):
        bench.performers.note(message)
        bench.performers.queue_replayed(message, 11)
    assert bench.performers.has_work


def test_stray_of_an_epoch_without_an_order_is_none_of_the_epoch_before() -> None:
    bench = Bench()
    bench.ledger.begin_epoch(2)
    bench.machine.events += [(EV_STRAYED, 0, 50, 0), (EV_UNLANDED, 0, 0, 0)]
    bench.go()
    assert bench.inputs == [(m.CARD_STRAYED, 50), (m.CARD_UNLANDED, 128 + 50)]


def strayed(bench: Bench) -> Bench:
    """A card strayed: the log and the performers know it, nobody knows where it lies."""
    bench.performers.note((m.CARD_STRAYED, 50))
    bench.performers.queue_replayed((m.CARD_STRAYED, 50), 11)
    return bench


@pytest.mark.parametrize(
    ("place", "told"),
    [
        (PLACE_ASIDE, (m.CARD_LANDED, 64 + 50, PLACE_ASIDE)),
        (0, (m.CARD_UNLANDED, 64 + 50)),
    ],
)
def test_stray_under_way_at_a_restart_is_driven_out_and_told(place: int, told: tuple) -> None:
    bench = strayed(Bench())
    bench.performers.resume(False)
    assert bench.performers.wants_start
    bench.go(is_held=True)
    assert bench.operations() == [], "a table that is held moves nothing"
    bench.go()
    assert bench.operations() == [HOME]
    bench.machine.tell(*([(EV_LANDED, place)] if place else []), (EV_DONE,))
    bench.go()
    assert bench.inputs == [told]
    bench.performers.note(told)
    bench.go()
    assert bench.operations() == [HOME]
    assert not bench.performers.wants_start


def test_stray_that_the_machine_still_tells_of_after_a_restart_needs_no_home() -> None:
    bench = strayed(Bench())
    bench.performers.resume(False)
    bench.machine.events.append((EV_LANDED, 0, PLACE_BOARD1, 0))
    bench.go()
    assert bench.inputs == [(m.CARD_LANDED, 64 + 50, PLACE_BOARD1)]
    assert bench.operations() == []


def test_stray_is_sought_when_the_machine_restarts_alone() -> None:
    bench = Bench()
    bench.performers.resume(False)
    strayed(bench)
    bench.go()
    assert bench.operations() == [], "it is on its way and tells of itself"
    bench.machine.events.append((EV_RESTARTED, 0, 0, 0))
    bench.go()
    assert bench.operations() == [HOME]


@pytest.mark.parametrize(
    "ended",
    [
        (m.CARD_LANDED, 64 + 50, PLACE_BOARD1),
        (m.CARD_UNLANDED, 64 + 50),
        (m.CARDS_COLLECTED, 52, 0),
        (m.HAND_BECAME_MANUAL, "Anna"),
    ],
)
def test_stray_that_nobody_waits_for_any_more_is_not_sought(ended: tuple) -> None:
    bench = strayed(Bench())
    bench.performers.note(ended)
    bench.performers.resume(False)
    bench.go()
    assert bench.operations() == []


def test_two_cards_that_left_as_one_are_told_before_they_land() -> None:
    for events, sign in (
        ([(EV_LENGTH, 2000)], m.SIGN_LONG),
        ([(EV_THICKNESS, 2000)], m.SIGN_THICK),
        ([(EV_LENGTH, 1550), (EV_THICKNESS, 2000)], m.SIGN_BOTH),
    ):
        bench = Bench().ready(DEAL)
        doubted = (EV_DOUBTED, 64 + 42, m.DOUBT_UNREADABLE)
        bench.machine.tell((EV_LEFT, 42), *events, doubted, (EV_LANDED, 1), (EV_DONE,))
        bench.go()
        assert bench.inputs == [
            (m.CARD_LEFT, 2, 42),
            (m.CARD_DOUBLED, 64 + 42, sign),
            (m.FACE_DOUBTED, 64 + 42, m.DOUBT_UNREADABLE),
            (m.CARD_LANDED, 64 + 42, 1),
        ]
        bench.go()
        assert not bench.performers.has_work


def test_exposed_card_is_told_before_anything_else_moves() -> None:
    bench = Bench().ready(DEAL, (m.DEAL_CARD, 3, m.PLACE_SEAT1 + 1))
    bench.machine.tell((EV_LEFT, 42), (EV_FACE_UP,))
    bench.go()
    assert bench.inputs == [(m.CARD_LEFT, 2, 42), (m.CARD_EXPOSED, 64 + 42)]
    assert bench.operations() == [HOME, EJECT]


def test_sensor_that_contradicts_itself_behind_the_card_costs_no_second_card() -> None:
    bench = Bench().ready(DEAL)
    bench.machine.tell((EV_LEFT, 42), (EV_LANDED, 1), (EV_FAILED, FAILED_SENSOR, SENSOR_EXIT))
    bench.go()
    assert [one[1] for one in bench.faults.inputs] == ["F-DEAL-08"]
    bench.performers.look_again()
    bench.go()
    bench.machine.tell((EV_DONE,))
    bench.go()
    assert not bench.performers.has_work
    assert EJECT not in bench.operations()[2:]


def test_stray_told_again_is_written_down_once_and_goes_on_where_the_log_ends() -> None:
    told = [
        (EV_STRAYED, 0, 50, PLACE_BOARD1),
        (EV_FACE, 0, NO_TOKEN, 9),
        (EV_LANDED, 0, PLACE_BOARD1, 0),
        (EV_STRAYED, 0, 51, PLACE_BOARD1),
        (EV_LANDED, 0, PLACE_BOARD1, 0),
    ]
    first, second = 64 + 50, 64 + 51
    lines = [
        (m.CARD_STRAYED, 50),
        (m.FACE_READ, first, 9),
        (m.CARD_LANDED, first, PLACE_BOARD1),
        (m.CARD_STRAYED, 51),
        (m.CARD_LANDED, second, PLACE_BOARD1),
    ]
    for written in range(len(lines) + 1):
        bench = Bench()
        for line in lines[:written]:
            bench.performers.note(line)
        bench.performers.resume(False)
        bench.machine.events += told
        bench.go()
        assert bench.inputs == lines[written:]
        bench.machine.events += told
        bench.go()
        assert bench.inputs == lines[written:]
        bench.go()
        assert bench.operations() == [], "the machine knows where it lies: nothing seeks it"
