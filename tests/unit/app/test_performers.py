"""Intents become motions one at a time; what is unknown is asked, never repeated blindly."""

from __future__ import annotations

import pytest

from firmware.app.fram import MOTION_AT, MOTION_PLACE_BYTES
from firmware.app.jobs import RETURNED_PLACES
from firmware.app.motion import CHECK_MS, SILENT_MS, SWEEP_MS
from firmware.app.performers import HOMINGS_MAX
from firmware.journal.kept import KeptRecord
from firmware.schema import messages as m
from hal.errors import BUSY, OVERFLOW, TIMEOUT, HalError
from hal.ports import (
    COLLECT,
    EJECT,
    EMPTY,
    ERASE_FACE,
    EV_DONE,
    EV_FAILED,
    EV_LANDED,
    EV_LEFT,
    FAILED_NOT_HOME,
    FEED,
    HOME,
    PLACE_ASIDE,
    RETURN,
    STOP,
)
from tests.motion_bench import DEAL, LANDED, Bench


def test_first_motion_is_homing_and_then_one_command_at_a_time() -> None:
    bench = Bench().ready(DEAL, (m.DEAL_CARD, 3, m.PLACE_SEAT1 + 1))
    assert bench.operations() == [HOME, EJECT]
    bench.go()
    assert bench.operations() == [HOME, EJECT]
    bench.machine.tell(*LANDED)
    bench.go()
    assert bench.machine.started[-1][1:] == (EJECT, 43, 2, 64 + 43)


def test_outcomes_are_told_as_they_come() -> None:
    bench = Bench().ready(DEAL)
    bench.machine.tell((EV_LEFT, 42))
    bench.go()
    assert bench.inputs == [(m.CARD_LEFT, 2, 42)]
    bench.machine.tell((EV_LANDED, m.PLACE_SEAT1), (EV_DONE,))
    bench.go()
    assert bench.inputs[1:] == [(m.CARD_LANDED, 64 + 42, m.PLACE_SEAT1)]
    assert not bench.performers.is_moving


def test_nothing_begins_while_the_table_is_held() -> None:
    bench = Bench()
    bench.performers.resume(False)
    bench.performers.add(DEAL, 10)
    bench.go(is_held=True)
    assert bench.machine.started == []


def test_command_is_noted_before_it_is_given() -> None:
    bench = Bench().ready(DEAL)
    command_id, operation, a, b, c = bench.machine.started[-1]
    note = bench.noted()
    assert note is not None
    assert int.from_bytes(note[:2], "big") == command_id
    assert (note[2], note[3], note[4], int.from_bytes(note[5:7], "big")) == (operation, a, b, c)
    assert int.from_bytes(note[7:11], "big") == 10


def test_loading_slot_is_not_noted() -> None:
    bench = Bench().ready((m.LOAD_DECK,))
    bench.machine.tell((EV_DONE,))
    bench.go()
    assert bench.machine.started[-1][1] == FEED
    note = bench.noted()
    assert note is not None
    assert note[3] == 255


def test_a_face_of_a_card_dealt_after_four_reshuffles_is_noted_whole() -> None:
    token = 4 * 64 + 17
    before = Bench().ready((m.ERASE_FACE, token))
    assert before.machine.started[-1][1:3] == (ERASE_FACE, token)
    again = Bench(before.memory)
    again.performers.queue_replayed((m.ERASE_FACE, token), 10)
    again.performers.resume(False)
    again.go()
    assert again.machine.started == before.machine.started[-1:]


def test_a_note_of_an_earlier_firmware_is_understood() -> None:
    before = Bench().ready(DEAL)
    note = before.noted()
    assert note is not None
    again = Bench(before.memory)
    KeptRecord(before.memory, MOTION_AT, MOTION_PLACE_BYTES).write(note[:11])
    again.performers.queue_replayed(DEAL, 10)
    again.performers.resume(False)
    again.go()
    assert again.machine.started == before.machine.started[-1:]


def test_restart_gives_the_last_number_again_and_tells_only_what_is_new() -> None:
    before = Bench().ready(DEAL)
    again = Bench(before.memory)
    again.performers.queue_replayed(DEAL, 10)
    again.performers.queue_replayed((m.CARD_LEFT, 2, 42), 11)
    again.performers.resume(False)
    again.go()
    assert again.machine.started == before.machine.started[-1:]
    again.machine.tell(*LANDED)
    again.go()
    assert again.inputs == [(m.CARD_LANDED, 64 + 42, m.PLACE_SEAT1)]
    assert not again.performers.has_work


def test_stop_before_the_log_is_replayed_goes_on_with_the_numbers() -> None:
    first = Bench().ready(DEAL)
    given = first.machine.started[-1][0]
    second = Bench(first.memory)
    second.performers.stop_motors()
    assert second.machine.started == [(given + 1, STOP, 0, 0, 0)]
    note = second.noted()
    assert note is not None
    assert (int.from_bytes(note[:2], "big"), note[2]) == (given + 1, STOP)


def test_restart_after_the_outcome_asks_and_moves_nothing_else() -> None:
    before = Bench().ready(DEAL)
    again = Bench(before.memory)
    again.performers.queue_replayed(DEAL, 10)
    for outcome in ((m.CARD_LEFT, 2, 42), (m.CARD_LANDED, 64 + 42, m.PLACE_SEAT1)):
        again.performers.queue_replayed(outcome, 11)
    assert not again.performers.has_work
    again.performers.resume(False)
    again.go()
    again.machine.tell(*LANDED)
    again.go()
    assert again.inputs == []
    assert again.operations() == [EJECT]


def test_intent_that_was_never_given_is_given_for_the_first_time() -> None:
    before = Bench().ready(DEAL)
    before.machine.tell(*LANDED)
    before.go()
    again = Bench(before.memory)
    again.performers.queue_replayed((m.DEAL_CARD, 3, m.PLACE_SEAT1), 20)
    again.performers.resume(False)
    again.go()
    again.machine.tell((EV_DONE,))
    again.go()
    again.machine.tell((EV_DONE,))
    again.go()
    assert again.operations() == [EJECT, HOME, EJECT]
    assert again.machine.started[-1][0] != before.machine.started[-1][0]


def test_board_card_is_complete_with_its_face_in_either_order() -> None:
    deal = (m.DEAL_CARD, 2, m.PLACE_BOARD1)
    for first, second in (
        ((m.FACE_READ, 106, 5), (m.CARD_LANDED, 106, m.PLACE_BOARD1)),
        ((m.CARD_LANDED, 106, m.PLACE_BOARD1), (m.FACE_READ, 106, 5)),
    ):
        bench = Bench()
        bench.performers.queue_replayed(deal, 10)
        bench.performers.queue_replayed(first, 11)
        assert bench.performers.has_work
        bench.performers.queue_replayed(second, 12)
        assert not bench.performers.has_work


def test_lost_reference_is_found_again_and_the_step_repeated() -> None:
    bench = Bench().ready(DEAL)
    bench.machine.tell((EV_FAILED, FAILED_NOT_HOME))
    bench.go()
    bench.machine.tell((EV_DONE,))
    bench.go()
    assert bench.operations() == [HOME, EJECT, HOME, EJECT]
    assert bench.faults.inputs == []


def test_machine_that_keeps_losing_its_reference_is_named() -> None:
    bench = Bench().ready(DEAL)
    for _ in range(HOMINGS_MAX + 1):
        bench.machine.tell((EV_FAILED, FAILED_NOT_HOME))
        bench.go()
        bench.machine.tell((EV_DONE,))
        bench.go()
    assert [one[1] for one in bench.faults.inputs] == ["F-DEAL-01"]


def test_voided_hand_drops_what_was_still_to_be_dealt() -> None:
    bench = Bench().ready(DEAL, DEAL)
    bench.machine.tell((EV_LEFT, 42), (EV_DONE,))
    bench.go()
    bench.performers.note((m.HAND_VOIDED, 1, "floor"))
    assert not bench.performers.has_work


ENDINGS = ((m.HAND_VOIDED, 1, "floor"), (m.HAND_BECAME_MANUAL, "Anna"))


@pytest.mark.parametrize("ending", ENDINGS)
def test_intent_of_the_pass_that_ends_its_hand_begins_nothing(ending: tuple) -> None:
    bench = Bench()
    bench.performers.resume(False)
    bench.performers.note(DEAL, 10)
    bench.performers.note(ending, 11)
    bench.performers.add(DEAL, 10)
    assert not bench.performers.has_work
    bench.performers.add((m.ERASE_FACE, 42), 10)
    bench.go()
    assert bench.operations() == [ERASE_FACE], "a folded hand's faces are forgotten all the same"
    bench.performers.add((m.COLLECT_CARDS,), 12)
    bench.machine.tell((EV_DONE,))
    bench.go()
    assert bench.operations() == [ERASE_FACE, HOME]


@pytest.mark.parametrize("ending", ENDINGS)
def test_command_that_the_machine_did_not_take_is_given_up_with_its_hand(ending: tuple) -> None:
    bench = Bench().ready(DEAL)
    bench.performers.doubt_places()
    bench.machine.refuses = TIMEOUT
    bench.go()
    bench.performers.note(ending, 11)
    bench.machine.refuses = ""
    for _ in range(3):
        bench.go()
    assert bench.operations() == [HOME, EJECT]


@pytest.mark.parametrize("ending", ENDINGS)
def test_command_given_up_with_its_hand_is_not_given_again_after_a_restart(ending: tuple) -> None:
    before = Bench().ready(DEAL)
    again = Bench(before.memory)
    again.performers.queue_replayed(DEAL, 10)
    again.performers.note(ending, 11)
    again.performers.resume(False)
    for _ in range(3):
        again.go()
    assert again.operations() == []


def test_homing_is_not_given_again_after_a_restart_when_people_move_the_cards() -> None:
    before = Bench()
    before.performers.resume(False)
    before.performers.add(DEAL, 10)
    before.go()
    assert before.operations() == [HOME]
    again = Bench(before.memory)
    again.performers.queue_replayed(DEAL, 10)
    again.performers.note((m.HAND_BECAME_MANUAL, "Anna"), 11)
    again.performers.resume(False)
    again.go()
    assert again.operations() == []


def test_cards_are_looked_for_everywhere_after_a_voided_hand_and_a_wrong_count() -> None:
    for doubt in (
        (m.HAND_VOIDED, 1, "floor"),
        (m.TABLE_HELD, "deck_count_wrong"),
        (m.CARDS_COLLECTED, 51, 0),
    ):
        emptied = [PLACE_ASIDE] if doubt[0] != m.HAND_VOIDED else []  # of a card on its way there
        bench = Bench()
        bench.performers.resume(False)
        bench.performers.note((m.CARDS_COLLECTED, 52, 0))
        bench.performers.note(doubt)
        bench.performers.add((m.COLLECT_CARDS,), 20)
        for _ in range(20):
            bench.go()
            if bench.machine.started:
                bench.machine.tell((EV_DONE,))
        returned = [one[2] for one in bench.machine.started if one[1] == RETURN]
        assert returned == emptied + list(RETURNED_PLACES)
        assert (EMPTY in bench.operations()) == bool(emptied), "a slot may hold two cards"


def test_silent_machine_is_asked_by_the_same_number() -> None:
    bench = Bench().ready(DEAL)
    bench.now_ms += SILENT_MS
    bench.go()
    bench.go()
    assert bench.machine.started[-1] == bench.machine.started[-2]
    bench.machine.tell(*LANDED)
    bench.go()
    assert len(bench.inputs) == 2
    assert bench.faults.inputs == []


def test_people_may_take_their_time_to_bring_the_cards() -> None:
    bench = Bench().ready((m.COLLECT_CARDS,))
    bench.now_ms += 100 * SILENT_MS
    bench.go()
    assert bench.operations() == [HOME, COLLECT]


def test_busy_machine_gets_its_command_again_under_the_same_number() -> None:
    bench = Bench()
    bench.machine.refuses = BUSY
    bench.performers.resume(False)
    bench.performers.add((m.COLLECT_CARDS,), 10)
    for _ in range(5):
        bench.go()
    assert bench.faults.inputs == []
    bench.machine.refuses = ""
    bench.go()
    assert len(bench.machine.started) == 1


@pytest.mark.parametrize(
    ("effects", "is_taken", "limit_ms"),
    [
        ([DEAL], True, SILENT_MS),
        ([(m.CHECK_DECK,)], True, SWEEP_MS),  # it sweeps first
        ([DEAL], False, CHECK_MS),  # what it took before the restart is not known
    ],
)
def test_machine_that_stays_busy_beyond_any_motion_is_named_and_gets_as_long_after_a_look(
    effects: list[tuple], is_taken: bool, limit_ms: int
) -> None:
    bench = Bench()
    if is_taken:
        bench.ready(*effects)
        bench.performers.doubt_places()
    else:
        bench.performers.resume(False)
    bench.performers.add((m.UNLOAD_DECK,), 20)
    bench.machine.refuses = BUSY
    bench.go()
    bench.now_ms += limit_ms - 20
    bench.go()
    assert bench.faults.inputs == []
    bench.now_ms += 10
    bench.go()
    assert [one[1:] for one in bench.faults.inputs] == [("F-DEAL-01", "card_machine", BUSY)]
    bench.performers.look_again()
    bench.go()
    bench.go()
    assert not bench.faults.is_stopped()
    bench.machine.refuses = ""
    bench.go()
    assert bench.performers.is_moving


def test_machine_that_waits_for_people_to_collect_is_busy_as_long_as_they_take() -> None:
    bench = Bench()
    bench.performers.note((m.CARDS_COLLECTED, 52, 0))
    bench.ready((m.COLLECT_CARDS,))
    assert bench.operations()[-1] == COLLECT
    bench.performers.note((m.HAND_BECAME_MANUAL, "Anna"))
    bench.performers.add((m.COUNT_CARDS,), 20)
    bench.machine.refuses = BUSY
    for _ in range(3):
        bench.go()
        bench.now_ms += CHECK_MS
    assert bench.faults.inputs == []


def test_machine_that_does_not_take_a_command_is_named_after_its_retries() -> None:
    bench = Bench()
    bench.machine.refuses = TIMEOUT
    bench.performers.resume(False)
    bench.performers.add(DEAL, 10)
    for _ in range(3):
        bench.go()
    assert bench.faults.inputs == []
    bench.go()
    assert [one[1] for one in bench.faults.inputs] == ["F-DEAL-01"]


def test_lost_events_are_counted_against_the_machine() -> None:
    bench = Bench().ready(DEAL)

    def overflow() -> tuple:
        raise HalError(OVERFLOW, "card_machine")

    bench.machine.poll = overflow  # type: ignore[method-assign]
    for _ in range(4):
        bench.go()
    assert [one[1] for one in bench.faults.inputs] == ["F-DEAL-01"]
