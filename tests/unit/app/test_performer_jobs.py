"""Collecting, loading and opening faces: what the machine is told, and when a job is done."""

from __future__ import annotations

from firmware.schema import messages as m
from hal.errors import TIMEOUT
from hal.ports import (
    COLLECT,
    COUNT,
    ERASE_FACE,
    EV_COUNTED,
    EV_DONE,
    EV_FACE,
    EV_FAILED,
    EV_LANDED,
    EV_OPENINGS,
    EV_RETURNED,
    FAILED_JAM,
    FAILED_NO_FACE,
    FAILED_PATH,
    HOME,
    OPEN_FACE,
    RETURN,
    STAGE_PATH,
)
from tests.motion_bench import DEAL, Bench


def test_collect_returns_board_cards_asks_people_and_counts() -> None:
    bench = Bench()
    for place in (m.PLACE_BOARD1, m.PLACE_BOARD1 + 1):
        bench.performers.note((m.CARD_LANDED, 7, place))
    bench.ready((m.COLLECT_CARDS,))
    for events in ([(EV_DONE,)], [(EV_DONE,)], [(EV_OPENINGS, 4), (EV_DONE,)]):
        bench.machine.tell(*events)
        bench.go()
    bench.machine.tell((EV_COUNTED, 30, 22), (EV_DONE,))
    bench.go()
    assert bench.operations() == [HOME, RETURN, RETURN, COLLECT, COUNT]
    assert bench.inputs == [(m.CARDS_COLLECTED, 52, 4)]


def test_openings_learnt_before_a_cut_are_not_lost_by_it() -> None:
    before = Bench().ready((m.COLLECT_CARDS,))
    before.machine.tell((EV_OPENINGS, 4), (EV_DONE,))
    before.go()
    assert before.operations()[-1] == COUNT
    again = Bench(before.memory)
    again.performers.queue_replayed((m.COLLECT_CARDS,), 10)
    again.performers.resume(True)
    again.go()
    again.machine.tell((EV_COUNTED, 30, 22), (EV_DONE,))
    again.go()
    assert again.operations() == [COUNT]
    assert again.inputs == [(m.CARDS_COLLECTED, 52, 4)]


def test_collect_without_a_count_is_no_collect() -> None:
    bench = Bench().ready((m.COLLECT_CARDS,))
    bench.machine.tell((EV_OPENINGS, 0), (EV_DONE,))
    bench.go()
    bench.machine.tell((EV_DONE,))
    bench.go()
    assert [one[1] for one in bench.faults.inputs] == ["F-DEAL-01"]


def test_table_that_gathers_without_an_intent_returns_every_place() -> None:
    bench = Bench()
    bench.performers.resume(True)
    bench.go()
    for _ in range(7):
        bench.machine.tell((EV_DONE,))
        bench.go()
    assert bench.operations() == [HOME] + [RETURN] * 6 + [COLLECT]


def test_collect_fetches_what_home_laid_aside_on_its_way_back() -> None:
    """A plug is pulled while the arm carries a board card to the hopper."""
    bench = Bench().ready((m.COLLECT_CARDS,))
    bench.machine.tell((EV_FAILED, FAILED_PATH))
    bench.go()
    bench.machine.tell((EV_LANDED, m.PLACE_ASIDE), (EV_DONE,))
    bench.go()
    assert bench.machine.started[-1][1:3] == (RETURN, m.PLACE_ASIDE)
    bench.machine.tell((EV_DONE,))
    bench.go()
    assert bench.operations()[-3:] == [HOME, RETURN, COLLECT]


def test_collect_calls_a_person_when_what_it_fetches_comes_back_aside() -> None:
    """A tray whose cards always come late: each HOME lays them aside anew."""
    bench = Bench()
    bench.performers.note((m.CARD_LANDED, 7, m.PLACE_BOARD1))
    bench.ready((m.COLLECT_CARDS,))
    jam = (EV_FAILED, FAILED_JAM, STAGE_PATH)
    for _ in range(3):
        bench.machine.tell(jam)
        bench.go()
        bench.machine.tell((EV_FAILED, FAILED_PATH))
        bench.go()
        bench.machine.tell((EV_LANDED, m.PLACE_ASIDE), (EV_DONE,))
        bench.go()
    bench.machine.tell(jam)
    bench.go()
    assert bench.faults.inputs[0][1] == "F-DEAL-04"
    begun = len(bench.operations())
    bench.go()
    assert len(bench.operations()) == begun


def test_place_is_returned_and_how_many_cards_came_is_weighed() -> None:
    bench = Bench().ready((m.RETURN_PLACE, m.PLACE_BOARD1))
    bench.machine.tell((EV_RETURNED, m.PLACE_BOARD1, 1), (EV_DONE,))
    bench.go()
    assert bench.inputs == [(m.PLACE_RETURNED, m.PLACE_BOARD1, 1)]
    bench.go()
    assert not bench.performers.has_work


def test_cards_are_counted_when_asked() -> None:
    bench = Bench().ready((m.COUNT_CARDS,))
    bench.machine.tell((EV_COUNTED, 12, 30), (EV_DONE,))
    bench.go()
    assert bench.inputs == [(m.CARDS_COUNTED, 12, 30)]


def test_slot_is_named_while_everything_is_held_and_nothing_moves() -> None:
    bench = Bench()
    bench.performers.resume(False)
    bench.performers.add((m.NAME_SLOT, 5), 10)
    bench.go(is_held=True)
    assert bench.inputs == [(m.SLOT_NAMED, 5, 45)]
    assert bench.machine.started == []
    assert not bench.performers.has_work
    bench.keeper.gone.add(46)
    bench.performers.add((m.NAME_SLOT, 6), 11)
    bench.go(is_held=True)
    assert bench.inputs[1:] == [(m.SLOT_FOUND_EMPTY, 6, 46)]


def test_face_is_opened_and_erased_by_its_token() -> None:
    bench = Bench().ready((m.OPEN_FACE, 70), (m.ERASE_FACE, 71), (m.ERASE_FACE, 72))
    bench.machine.tell((EV_FACE, 70, 33), (EV_DONE,))
    bench.go()
    bench.machine.tell((EV_FAILED, FAILED_NO_FACE))
    bench.go()
    bench.machine.tell((EV_DONE,))
    bench.go()
    assert bench.operations() == [HOME, OPEN_FACE, ERASE_FACE, ERASE_FACE]
    assert bench.inputs == [(m.FACE_OPENED, 70, 33)]
    assert bench.faults.inputs == []


def test_face_that_is_not_told_is_not_made_up() -> None:
    bench = Bench().ready((m.OPEN_FACE, 70))
    bench.machine.tell((EV_DONE,))
    bench.go()
    assert bench.inputs == []
    assert [one[1] for one in bench.faults.inputs] == ["F-DEAL-01"]


def test_face_that_the_reader_could_not_read_is_told_as_that() -> None:
    bench = Bench().ready((m.OPEN_FACE, 70))
    bench.machine.tell((EV_FAILED, FAILED_NO_FACE))
    bench.go()
    assert bench.inputs == [(m.FACE_DOUBTED, 70, m.DOUBT_UNREADABLE)]
    bench.go()
    assert not bench.performers.has_work
    assert bench.faults.inputs == []


def test_erasing_that_fails_otherwise_is_named() -> None:
    bench = Bench()
    bench.performers.resume(False)
    bench.performers.add((m.ERASE_FACE, 70), 10)
    bench.go()
    assert bench.operations() == [ERASE_FACE], "no motor moves: nothing has to be homed"
    bench.machine.tell((EV_FAILED, FAILED_JAM))
    bench.go()
    assert bench.faults.inputs == [], "it is tried again"
    for _ in range(4):
        bench.go()
        if bench.performers.is_moving:
            bench.machine.tell((EV_FAILED, FAILED_JAM))
    assert [one[1] for one in bench.faults.inputs] == ["F-DEAL-04"]


def test_hand_that_people_finish_still_has_its_folded_faces_forgotten() -> None:
    bench = Bench().ready(DEAL, (m.ERASE_FACE, 71), (m.ERASE_FACE, 72))
    bench.performers.note((m.HAND_BECAME_MANUAL, "Anna"))
    bench.performers.add((m.NAME_SLOT, 5), 20)
    bench.go(is_held=True)
    assert bench.inputs == [(m.SLOT_NAMED, 5, 45)], "people are not kept waiting"
    for token in (71, 72):
        bench.go()
        assert bench.machine.started[-1][1:3] == (ERASE_FACE, token)
        bench.machine.tell((EV_DONE,))
    bench.go()
    bench.go()
    assert not bench.performers.has_work
    assert bench.operations().count(HOME) == 1, "motors stay off"


def test_face_is_forgotten_after_a_power_cut_though_a_slot_was_named_meanwhile() -> None:
    bench = Bench()
    for at, message in enumerate(
        [
            (m.ERASE_FACE, 71),
            (m.HAND_BECAME_MANUAL, "Anna"),
            (m.NAME_SLOT, 5),
            (m.SLOT_NAMED, 5, 45),
        ]
    ):
        bench.performers.note(message)
        bench.performers.queue_replayed(message, 10 + at)
    bench.performers.resume(False)
    bench.go()
    assert bench.machine.started[-1][1:3] == (ERASE_FACE, 71)
    assert bench.inputs == []


def test_stop_is_noted_so_that_its_number_is_not_used_again() -> None:
    bench = Bench().ready(DEAL)
    bench.performers.stop_motors()
    stopped = bench.machine.started[-1][0]
    note = bench.noted()
    assert note is not None
    assert int.from_bytes(note[:2], "big") == stopped
    bench.machine.refuses = TIMEOUT
    bench.performers.stop_motors()
