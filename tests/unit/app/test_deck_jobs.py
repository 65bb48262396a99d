"""The deck is emptied, loaded, checked and brought out, whatever sticks on the way."""

from __future__ import annotations

import pytest

from firmware.app.deck_jobs import Emptying
from firmware.app.jobs import GO_ON, Job
from firmware.app.motion import CHECK_MS, SILENT_MS
from firmware.schema import messages as m
from hal.errors import TIMEOUT, HalError
from hal.ports import (
    CHECK,
    COUNT,
    EMPTY,
    EV_CHECKED,
    EV_COUNTED,
    EV_DONE,
    EV_EMPTIED,
    EV_FAILED,
    EV_FED,
    EV_LANDED,
    EV_RETRIED,
    EV_RETURNED,
    EV_SEEN,
    FAILED_DOUBLE,
    FAILED_EMPTY,
    FAILED_JAM,
    FAILED_NOTHING,
    FAILED_OCCUPIED,
    FAILED_STOPPED,
    FEED,
    HOME,
    PLACE_ASIDE,
    PLACE_BOARD1,
    RETURN,
    STAGE_CAROUSEL,
    STAGE_EJECTOR,
    STAGE_FEEDER,
    STAGE_PATH,
    STOPPED_BY_POWER,
    STOPPED_BY_SUPPLY,
)
from tests.motion_bench import Bench, Keeper


def test_job_that_adds_nothing_has_no_step() -> None:
    assert Job(0).command() is None
    alone = Emptying(0, Keeper())
    assert alone.is_ready()
    assert alone.command() == (EMPTY, 0, 0, 0)
    assert alone.done([]) == GO_ON
    assert alone.command() is None


def test_load_moves_the_stub_and_then_feeds_until_all_are_in() -> None:
    bench = Bench().ready((m.LOAD_DECK,))
    assert bench.machine.started[-1][1:] == (EMPTY, 0, 0, 0), "no slot is named"
    bench.machine.tell((EV_EMPTIED, 26, 0), (EV_DONE,))
    bench.go()
    for slot in range(52):
        assert bench.machine.started[-1][1:3] == (FEED, slot)
        bench.machine.tell((EV_FED, slot), (EV_DONE,))
        bench.go()
    assert bench.inputs == [(m.CARD_FED, n) for n in range(1, 53)] + [(m.DECK_LOADED, 52)]
    assert bench.keeper.ended
    bench.go()
    assert not bench.performers.has_work


def test_hopper_that_is_empty_too_soon_ends_the_load_with_the_true_count() -> None:
    bench = Bench().ready((m.LOAD_DECK,))
    bench.machine.tell((EV_DONE,))
    bench.go()
    bench.machine.tell((EV_FED, 0), (EV_DONE,))
    bench.go()
    bench.machine.tell((EV_FAILED, FAILED_EMPTY))
    bench.go()
    assert bench.inputs == [(m.CARD_FED, 1), (m.DECK_LOADED, 1)]


def test_feed_that_is_told_twice_counts_once() -> None:
    bench = Bench().ready((m.LOAD_DECK,))
    bench.machine.tell((EV_DONE,))
    bench.go()
    bench.machine.tell((EV_FED, 0))
    bench.go()
    bench.now_ms += SILENT_MS
    bench.go()
    bench.go()
    bench.machine.tell((EV_FED, 0), (EV_DONE,))
    bench.go()
    assert bench.keeper.fed_count == 1


def test_load_waits_for_noise() -> None:
    bench = Bench()
    bench.keeper.is_drawn = False
    bench.ready((m.LOAD_DECK,))
    bench.machine.tell((EV_DONE,))
    for _ in range(5):
        bench.go()
    assert bench.operations() == [HOME, EMPTY]
    bench.keeper.is_drawn = True
    bench.go()
    assert bench.operations()[-1] == FEED


def test_load_that_was_cut_off_begins_with_an_empty_carousel_and_counts_on() -> None:
    bench = Bench()
    bench.performers.queue_replayed((m.LOAD_DECK,), 10)
    bench.performers.queue_replayed((m.CARD_FED, 1), 11)
    bench.ready()
    assert bench.machine.started[-1][1:3] == (RETURN, PLACE_ASIDE), "where HOME may have laid one"
    bench.machine.tell((EV_DONE,))
    bench.go()
    assert bench.operations()[-1] == EMPTY
    bench.machine.tell((EV_EMPTIED, 30, 0), (EV_DONE,))
    bench.go()
    for slot in range(2):
        bench.machine.tell((EV_FED, slot), (EV_DONE,))
        bench.go()
    assert bench.inputs == [(m.CARD_FED, 2)]


def test_jam_in_a_load_is_named() -> None:
    bench = Bench().ready((m.LOAD_DECK,))
    for _ in range(5):
        if bench.performers.is_moving:
            bench.machine.tell((EV_FAILED, FAILED_JAM, STAGE_EJECTOR))
        bench.go()
    assert [one[1] for one in bench.faults.inputs] == ["F-DEAL-04"]
    assert bench.operations() == [HOME, EMPTY, EMPTY, EMPTY]


def loading(*effects: tuple) -> Bench:
    """The stub is in the hopper."""
    bench = Bench().ready(*effects)
    bench.machine.tell((EV_EMPTIED, 26, 0), (EV_DONE,))
    bench.go()
    return bench


@pytest.mark.parametrize(
    ("code", "fault"),
    [(FAILED_DOUBLE, "F-DEAL-06"), (FAILED_NOTHING, "F-DEAL-05"), (FAILED_JAM, "F-DEAL-04")],
)
def test_feed_is_tried_three_times_into_the_same_slot(code: int, fault: str) -> None:
    bench = loading((m.LOAD_DECK,))
    for _ in range(5):
        if bench.performers.is_moving:
            bench.machine.tell((EV_FAILED, code, STAGE_FEEDER))
        bench.go()
    fed = [one for one in bench.machine.started if one[1] == FEED]
    assert len(fed) == 3
    assert len({one[2] for one in fed}) == 1
    assert [one[1] for one in bench.faults.inputs] == [fault]
    assert bench.inputs == []


def test_slot_that_is_not_empty_after_a_sweep_is_swept_again() -> None:
    bench = Bench().ready((m.LOAD_DECK,))
    bench.machine.tell((EV_EMPTIED, 25, 1), (EV_DONE,))
    bench.go()
    bench.machine.tell((EV_EMPTIED, 1, 0), (EV_DONE,))
    bench.go()
    assert bench.operations() == [HOME, EMPTY, EMPTY, FEED]
    assert bench.faults.inputs == []


HELD_IN_A_SLOT = ("F-DEAL-04", "card_machine", f"card_jammed:{STAGE_CAROUSEL}")
"""Where a person looks: the machine itself tells no stage of a slot that is not empty."""


def test_slot_that_stays_full_is_a_jam() -> None:
    bench = Bench().ready((m.LOAD_DECK,))
    for _ in range(8):
        if bench.performers.is_moving:
            bench.machine.tell((EV_EMPTIED, 0, 1), (EV_DONE,))
        bench.go()
    assert [one[1:] for one in bench.faults.inputs] == [HELD_IN_A_SLOT]
    assert bench.operations().count(EMPTY) == 3


def test_feed_into_a_slot_that_holds_a_card_is_a_jam() -> None:
    bench = loading((m.LOAD_DECK,))
    for _ in range(5):
        if bench.performers.is_moving:
            bench.machine.tell((EV_FAILED, FAILED_OCCUPIED))
        bench.go()
    assert [one[1:] for one in bench.faults.inputs] == [HELD_IN_A_SLOT]


def test_carousel_that_is_known_to_be_empty_is_not_swept() -> None:
    bench = Bench()
    bench.keeper.is_empty = True
    bench.ready((m.LOAD_DECK,))
    assert bench.operations() == [HOME, FEED]


@pytest.mark.parametrize("place", [PLACE_ASIDE, 0])
def test_stub_card_that_sticks_comes_back_by_the_aside_tray(place: int) -> None:
    bench = Bench().ready((m.LOAD_DECK,))
    bench.machine.tell((EV_RETRIED, STAGE_PATH, 2), (EV_FAILED, FAILED_JAM, STAGE_PATH))
    bench.go()
    bench.go()
    assert bench.operations() == [HOME, EMPTY]
    bench.performers.look_again()
    bench.go()
    bench.machine.tell(*([(EV_LANDED, place)] if place else []), (EV_DONE,))
    bench.go()
    assert bench.machine.started[-1][1:3] == (RETURN, PLACE_ASIDE)
    bench.machine.tell((EV_RETURNED, PLACE_ASIDE, 1), (EV_DONE,))
    bench.go()
    bench.machine.tell((EV_EMPTIED, 20, 0), (EV_DONE,))
    bench.go()
    assert bench.operations() == [HOME, EMPTY, HOME, RETURN, EMPTY, FEED]
    assert bench.inputs == [], "of the stub's cards nothing is told"


@pytest.mark.parametrize(
    ("by", "fault"), [(STOPPED_BY_SUPPLY, []), (STOPPED_BY_POWER, ["F-DEAL-09"])]
)
def test_sweep_that_is_stopped_clears_the_path_first(by: int, fault: list[str]) -> None:
    bench = Bench().ready((m.LOAD_DECK,))
    bench.machine.tell((EV_FAILED, FAILED_STOPPED, by))
    bench.go()
    assert [one[1] for one in bench.faults.inputs] == fault
    bench.performers.look_again()
    bench.go()
    assert bench.operations() == [HOME, EMPTY, HOME]


def test_card_that_homing_finds_while_the_deck_is_moved_is_brought_back() -> None:
    bench = Bench()
    bench.performers.resume(False)
    bench.performers.add((m.LOAD_DECK,), 10)
    bench.go()
    bench.machine.tell((EV_LANDED, PLACE_ASIDE), (EV_DONE,))
    bench.go()
    assert bench.machine.started[-1][1:3] == (RETURN, PLACE_ASIDE)


def test_load_of_part_of_the_deck_ends_with_the_hopper() -> None:
    bench = loading((m.LOAD_DECK,))
    for slot in range(30):
        bench.machine.tell((EV_FED, slot), (EV_DONE,))
        bench.go()
    bench.machine.tell((EV_FAILED, FAILED_EMPTY))
    bench.go()
    assert bench.inputs[-1] == (m.DECK_LOADED, 30)
    assert bench.keeper.ended


def test_check_of_the_deck_tells_a_set_and_counts() -> None:
    bench = loading((m.CHECK_DECK,))
    assert bench.operations()[-1] == CHECK
    sixteens = [0xFFFF, 0xFFFF, 0xFFFE, 0x000F]
    told = [(EV_SEEN, sixteen, at) for at, sixteen in enumerate(sixteens)]
    bench.machine.tell(*told, (EV_CHECKED, 53, 1), (EV_DONE,))
    bench.go()
    faces = b"\xff\xff\xff\xff\xfe\xff\x0f"
    assert bench.inputs == [(m.DECK_CHECKED, 53, faces, 1, 1)]
    assert bench.keeper.is_empty


def test_check_that_the_lid_broke_off_begins_again_with_an_empty_carousel() -> None:
    bench = loading((m.CHECK_DECK,))
    assert bench.operations()[-1] == CHECK
    bench.machine.tell((EV_FAILED, FAILED_STOPPED, STOPPED_BY_SUPPLY))
    bench.go()
    assert bench.operations()[-1] == HOME
    bench.machine.tell((EV_LANDED, PLACE_ASIDE), (EV_DONE,))
    bench.go()
    assert bench.machine.started[-1][1:3] == (RETURN, PLACE_ASIDE)
    bench.machine.tell((EV_RETURNED, PLACE_ASIDE, 1), (EV_DONE,))
    bench.go()
    assert bench.operations()[-1] == EMPTY
    bench.machine.tell((EV_EMPTIED, 1, 0), (EV_DONE,))
    bench.go()
    assert bench.operations()[-1] == CHECK
    assert not bench.inputs


def test_check_that_finds_a_card_in_a_slot_empties_the_carousel_first() -> None:
    bench = loading((m.CHECK_DECK,))
    bench.machine.tell((EV_FAILED, FAILED_OCCUPIED))
    bench.go()
    assert bench.operations()[-1] == EMPTY
    assert bench.faults.is_well, "nobody is called for it"


def test_deck_is_unloaded_and_counted() -> None:
    bench = loading((m.UNLOAD_DECK,))
    bench.machine.tell((EV_COUNTED, 52, 0), (EV_DONE,))
    bench.go()
    assert bench.inputs == [(m.DECK_UNLOADED, 52)]
    assert bench.keeper.is_empty
    assert bench.operations() == [HOME, EMPTY, COUNT]


def test_check_takes_longer_than_any_motion_and_then_is_asked_about() -> None:
    bench = loading((m.CHECK_DECK,))
    started = len(bench.machine.started)
    bench.now_ms += CHECK_MS - 1000
    bench.go()
    assert len(bench.machine.started) == started
    bench.now_ms += 1000
    bench.go()
    bench.go()
    assert bench.machine.started[-1] == bench.machine.started[-2]


@pytest.mark.parametrize(
    ("effect", "following"),
    [
        (m.LOAD_DECK, (FEED, 0)),
        (m.CHECK_DECK, (CHECK, 0)),
        (m.UNLOAD_DECK, (COUNT, 0)),
        (m.COLLECT_CARDS, (RETURN, PLACE_BOARD1)),
    ],
)
def test_sweep_whose_end_could_not_be_noted_ends_once_more_and_skips_nothing(
    effect: int, following: tuple[int, int]
) -> None:
    bench = Bench()
    bench.performers.note((m.TABLE_HELD, "deck_count_wrong"))  # a collect empties the carousel too
    bench.ready((effect,))
    if bench.operations()[-1] == RETURN:
        bench.machine.tell((EV_DONE,))
        bench.go()
    emptied = bench.keeper.emptied
    calls: list[int] = []

    def stumbles_once() -> None:
        calls.append(1)
        if len(calls) == 1:
            raise HalError(TIMEOUT, "order_memory")
        emptied()

    bench.keeper.emptied = stumbles_once  # type: ignore[method-assign]
    bench.machine.tell((EV_EMPTIED, 20, 0), (EV_DONE,))
    bench.go()
    bench.go()
    assert len(calls) == 2
    assert bench.keeper.is_empty
    assert bench.operations()[-2] == EMPTY
    assert bench.machine.started[-1][1:3] == following


def test_sweep_whose_lines_are_lost_ends_no_step_of_the_collect_that_follows() -> None:
    bench = Bench().ready((m.CHECK_DECK,))
    assert bench.operations()[-1] == EMPTY
    bench.performers.doubt_places()
    bench.performers.note((m.TABLE_HELD, "F-LOG-02"))
    bench.performers.add((m.COLLECT_CARDS,), 20)
    bench.go()
    assert bench.machine.started[-1] == bench.machine.started[-2], "it is asked what became of it"
    bench.machine.tell((EV_EMPTIED, 20, 0), (EV_DONE,))
    bench.go()
    assert bench.operations()[-1] == HOME
    bench.machine.tell((EV_DONE,))
    bench.go()
    assert bench.machine.started[-1][1:3] == (RETURN, PLACE_ASIDE)
    bench.machine.tell((EV_DONE,))
    bench.go()
    assert bench.operations()[-1] == EMPTY
