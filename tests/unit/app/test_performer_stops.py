"""A motion that a stop of ours broke off is asked about, cleared, and never made twice."""

from __future__ import annotations

import pytest

from firmware.schema import messages as m
from hal.ports import (
    COLLECT,
    EJECT,
    EV_COUNTED,
    EV_DONE,
    EV_FAILED,
    EV_LANDED,
    EV_LEFT,
    FAILED_STOPPED,
    HOME,
    PLACE_ASIDE,
    STOP,
    STOPPED_BY_SUPPLY,
)
from tests.motion_bench import DEAL, Bench


def test_restart_after_the_path_was_to_be_cleared_does_not_eject_again() -> None:
    before = Bench().ready(DEAL)
    before.machine.tell((EV_LEFT, 42), (EV_FAILED, FAILED_STOPPED, STOPPED_BY_SUPPLY))
    before.go()
    assert before.operations()[-1] == HOME
    again = Bench(before.memory)
    again.performers.queue_replayed(DEAL, 10)
    again.performers.queue_replayed((m.CARD_LEFT, 2, 42), 11)
    again.performers.resume(False)
    again.go()
    assert again.machine.started == before.machine.started[-1:]
    again.machine.tell((EV_LANDED, PLACE_ASIDE), (EV_DONE,))
    again.go()
    assert again.inputs == [(m.CARD_LANDED, 64 + 42, PLACE_ASIDE)]
    again.go()
    assert EJECT not in again.operations()


def test_restart_after_a_stop_of_ours_clears_the_path_first() -> None:
    before = Bench().ready(DEAL)
    before.machine.tell((EV_LEFT, 42))
    before.go()
    before.performers.stop_motors()
    again = Bench(before.memory)
    again.performers.queue_replayed(DEAL, 10)
    again.performers.queue_replayed((m.CARD_LEFT, 2, 42), 11)
    again.performers.resume(False)
    again.go()
    again.machine.tell((EV_DONE,))
    again.go()
    again.machine.tell((EV_LANDED, PLACE_ASIDE), (EV_DONE,))
    again.go()
    assert again.operations() == [STOP, HOME]
    assert again.inputs == [(m.CARD_LANDED, 64 + 42, PLACE_ASIDE)]


@pytest.mark.parametrize(
    ("place", "told"),
    [
        (PLACE_ASIDE, [(m.CARD_LEFT, 2, 42), (m.CARD_LANDED, 64 + 42, PLACE_ASIDE)]),
        (0, [(m.CARD_UNLANDED, 64 + 42)]),
    ],
)
@pytest.mark.parametrize("stops", [1, 2])
def test_card_whose_leaving_a_stop_of_ours_hid_is_not_ejected_again(
    place: int, told: list[tuple], stops: int
) -> None:
    before = Bench().ready(DEAL)
    assert before.operations()[-1] == EJECT
    before.performers.stop_motors()
    if stops == 2:  # the next start fails before it has read the log
        before = Bench(before.memory)
        before.performers.stop_motors()
    again = Bench(before.memory)
    again.performers.queue_replayed(DEAL, 10)
    again.performers.resume(False)
    again.go()
    again.machine.tell((EV_DONE,))
    again.go()
    again.machine.tell(*([(EV_LANDED, place)] if place else []), (EV_DONE,))
    again.go()
    again.go()
    assert again.operations() == [STOP, HOME]
    assert again.inputs == told
    assert not again.performers.has_work


def test_card_that_nothing_moved_when_we_stopped_is_dealt_after_the_restart() -> None:
    before = Bench().ready((m.COUNT_CARDS,))
    before.machine.tell((EV_COUNTED, 10, 42), (EV_DONE,))
    before.go()
    before.performers.add(DEAL, 20)
    before.performers.stop_motors()
    again = Bench(before.memory)
    again.performers.queue_replayed(DEAL, 20)
    again.performers.resume(False)
    for _ in range(3):
        again.go()
        if again.performers.is_moving:
            again.machine.tell((EV_DONE,))
    assert again.operations() == [STOP, HOME, EJECT]


def test_collect_that_a_stop_of_ours_broke_off_begins_anew() -> None:
    before = Bench().ready((m.COLLECT_CARDS,))
    assert before.operations()[-1] == COLLECT
    before.performers.stop_motors()
    again = Bench(before.memory)
    again.performers.queue_replayed((m.COLLECT_CARDS,), 10)
    again.performers.resume(False)
    for _ in range(3):
        again.go()
        if again.performers.is_moving:
            again.machine.tell((EV_DONE,))
    assert again.operations() == [STOP, HOME, COLLECT]
