"""Collecting, loading and opening faces: what the machine is told, and when a job is done."""

from __future__ import annotations

from firmware.app.performers import SILENT_MS
from firmware.schema import messages as m
from hal.errors import TIMEOUT
from hal.ports import (
    COLLECT,
    COUNT,
    EJECT,
    ERASE_FACE,
    EV_COUNTED,
    EV_DONE,
    EV_FACE,
    EV_FAILED,
    EV_FED,
    EV_LANDED,
    EV_LEFT,
    EV_OPENINGS,
    FAILED_EMPTY,
    FAILED_JAM,
    FAILED_NO_FACE,
    FEED,
    HOME,
    OPEN_FACE,
    PLACE_CHUTE,
    RETURN,
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


def test_load_moves_the_stub_and_then_feeds_until_all_are_in() -> None:
    bench = Bench().ready((m.LOAD_DECK,))
    assert bench.machine.started[-1][1:4] == (EJECT, 7, PLACE_CHUTE)
    bench.machine.tell((EV_LEFT, 7), (EV_LANDED, PLACE_CHUTE), (EV_DONE,))
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
    assert bench.operations() == [HOME, EJECT]
    bench.keeper.is_drawn = True
    bench.go()
    assert bench.operations()[-1] == FEED


def test_load_that_was_cut_off_begins_with_every_slot_and_counts_on() -> None:
    bench = Bench()
    bench.performers.queue_replayed((m.LOAD_DECK,), 10)
    bench.performers.queue_replayed((m.CARD_FED, 1), 11)
    bench.ready()
    for _ in range(3):
        assert bench.operations()[-1] == EJECT
        bench.machine.tell((EV_FAILED, FAILED_EMPTY))
        bench.go()
    for slot in range(2):
        bench.machine.tell((EV_FED, slot), (EV_DONE,))
        bench.go()
    assert bench.inputs == [(m.CARD_FED, 2)]


def test_jam_in_a_load_is_named() -> None:
    bench = Bench().ready((m.LOAD_DECK,))
    bench.machine.tell((EV_FAILED, FAILED_JAM))
    bench.go()
    assert [one[1] for one in bench.faults.inputs] == ["F-DEAL-01"]


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
    for ending in ((EV_DONE,), (EV_FAILED, FAILED_NO_FACE)):
        bench = Bench().ready((m.OPEN_FACE, 70))
        bench.machine.tell(ending)
        bench.go()
        assert bench.inputs == []
        assert [one[1] for one in bench.faults.inputs] == ["F-DEAL-01"]


def test_erasing_that_fails_otherwise_is_named() -> None:
    bench = Bench().ready((m.ERASE_FACE, 70))
    bench.machine.tell((EV_FAILED, FAILED_JAM))
    bench.go()
    assert [one[1] for one in bench.faults.inputs] == ["F-DEAL-01"]


def test_stop_is_noted_so_that_its_number_is_not_used_again() -> None:
    bench = Bench().ready(DEAL)
    bench.performers.stop_motors()
    stopped = bench.machine.started[-1][0]
    note = bench.noted()
    assert note is not None
    assert int.from_bytes(note[:2], "big") == stopped
    bench.machine.refuses = TIMEOUT
    bench.performers.stop_motors()
