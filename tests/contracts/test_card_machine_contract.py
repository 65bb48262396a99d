"""Every card machine keeps the contract of `hal.ports.CardMachine`."""

from __future__ import annotations

import pytest

from hal import ports
from hal.errors import BUSY, REFUSED, HalError
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
    EV_RETURNED,
    FAILED_ARGUMENT,
    FAILED_EMPTY,
    FAILED_NO_FACE,
    FAILED_NOT_HOME,
    FAILED_OCCUPIED,
    FAILED_PATH,
    FAILED_STOPPED,
    FEED,
    HOME,
    OPEN_FACE,
    PLACE_ASIDE,
    PLACE_BOARD1,
    PLACE_BURN,
    PLACE_CHUTE,
    RETURN,
    STOP,
)  # fmt: skip
from tests.contracts.machine_rig import SEAT3


@pytest.fixture
def loaded(rig):
    """Homed, with a card in slots 0 to 9."""
    assert rig.run(HOME) == [(EV_DONE, 0, 0)]
    for slot in range(10):
        assert rig.run(FEED, slot) == [(EV_FED, slot, 0), (EV_DONE, 0, 0)]
    return rig


def test_nothing_moves_before_the_reference_is_found(rig):
    for operation, a, b in ((FEED, 0, 0), (EJECT, 0, SEAT3), (RETURN, PLACE_ASIDE, 0)):
        assert rig.run(operation, a, b) == [(EV_FAILED, FAILED_NOT_HOME, 0)]


def test_counting_finds_hopper_and_carousel(loaded):
    assert loaded.run(COUNT) == [(EV_COUNTED, 42, 10), (EV_DONE, 0, 0)]


def test_a_hole_card_leaves_and_lands_and_tells_no_face(loaded):
    assert loaded.run(EJECT, 4, SEAT3, 70) == [
        (EV_LEFT, 4, 0),
        (EV_LANDED, SEAT3, 0),
        (EV_DONE, 0, 0),
    ]


def test_a_burn_tells_no_face(loaded):
    assert EV_FACE not in [event[0] for event in loaded.run(EJECT, 4, PLACE_BURN, 70)]


def test_the_stub_is_not_read_on_its_way_back(loaded):
    told = loaded.run(EJECT, 4, PLACE_CHUTE, 70)
    assert told == [(EV_LEFT, 4, 0), (EV_LANDED, PLACE_CHUTE, 0), (EV_DONE, 0, 0)]
    assert loaded.run(OPEN_FACE, 70) == [(EV_FAILED, FAILED_NO_FACE, 0)]


def test_a_board_card_tells_its_face_between_leaving_and_landing(loaded):
    told = loaded.run(EJECT, 4, PLACE_BOARD1, 70)
    assert [event[0] for event in told] == [EV_LEFT, EV_FACE, EV_LANDED, EV_DONE]
    assert told[1][1] == 70
    assert 0 <= told[1][2] < 52


def test_a_hole_face_is_told_when_asked_by_its_token_and_counted(loaded):
    loaded.run(EJECT, 4, SEAT3, 70)
    first = loaded.run(OPEN_FACE, 70)
    assert [event[0] for event in first] == [EV_FACE, EV_DONE]
    assert loaded.run(OPEN_FACE, 70) == first
    loaded.table.machine.drop_in_hopper(SEAT3)
    assert loaded.run(COLLECT)[0] == (EV_OPENINGS, 2, 0)
    assert loaded.run(COLLECT)[0] == (EV_OPENINGS, 0, 0)


def test_an_erased_face_is_gone(loaded):
    loaded.run(EJECT, 4, SEAT3, 70)
    assert loaded.run(ERASE_FACE, 70) == [(EV_DONE, 0, 0)]
    assert loaded.run(ERASE_FACE, 70) == [(EV_DONE, 0, 0)]
    assert loaded.run(OPEN_FACE, 70) == [(EV_FAILED, FAILED_NO_FACE, 0)]


def test_collect_waits_for_people_and_erases_every_face(loaded):
    loaded.run(EJECT, 4, SEAT3, 70)
    loaded.start(COLLECT)
    assert loaded.wait(60_000) == ()
    loaded.table.machine.drop_in_hopper(SEAT3)
    told = [event[0] for event in loaded.wait(2000)]
    assert told == [EV_OPENINGS, EV_DONE]
    assert loaded.run(OPEN_FACE, 70) == [(EV_FAILED, FAILED_NO_FACE, 0)]
    assert loaded.run(COUNT)[0] == (EV_COUNTED, 43, 9)


def test_board_cards_go_back_by_themselves(loaded):
    loaded.run(EJECT, 4, PLACE_BOARD1, 70)
    assert loaded.run(RETURN, PLACE_BOARD1) == [(EV_RETURNED, PLACE_BOARD1, 1), (EV_DONE, 0, 0)]
    assert loaded.run(COUNT)[0] == (EV_COUNTED, 43, 9)


def test_empty_and_occupied_slots_are_told(loaded):
    assert loaded.run(EJECT, 20, SEAT3, 1) == [(EV_FAILED, FAILED_EMPTY, 0)]
    assert loaded.run(FEED, 3) == [(EV_FAILED, FAILED_OCCUPIED, 0)]


def test_an_empty_hopper_is_told(loaded):
    for slot in range(10, 52):
        loaded.run(FEED, slot)
    assert loaded.run(FEED, 52) == [(EV_FAILED, FAILED_EMPTY, 0)]


@pytest.mark.parametrize(
    ("operation", "a", "b"),
    [(99, 0, 0), (FEED, 54, 0), (EJECT, -1, 1), (EJECT, 0, 0), (EJECT, 0, 19), (RETURN, 1, 0)],
)
def test_what_no_machine_can_do_is_refused_and_moves_nothing(loaded, operation, a, b):
    before = loaded.table.machine.snapshot()[-1]
    assert loaded.run(operation, a, b) == [(EV_FAILED, FAILED_ARGUMENT, 0)]
    assert loaded.table.machine.snapshot()[-1] == before


def test_one_command_at_a_time(loaded):
    loaded.start(EJECT, 4, SEAT3, 70)
    with pytest.raises(HalError) as busy:
        loaded.machine.start(900, FEED, 20)
    assert busy.value.kind == BUSY
    assert [event[0] for event in loaded.wait(1000)] == [EV_LEFT, EV_LANDED, EV_DONE]


def test_an_id_given_again_moves_nothing_and_tells_again(loaded):
    told = loaded.run(EJECT, 4, SEAT3, 70)
    loaded.machine.start(loaded.last_id, EJECT, 4, SEAT3, 70)
    again = loaded.wait(2000)
    assert [(event[0], event[2], event[3]) for event in again] == told
    assert loaded.table.machine.cards_at(SEAT3) == 1


def test_an_id_given_again_while_the_motion_runs_does_not_begin_it_anew(loaded):
    loaded.start(EJECT, 4, SEAT3, 70)
    assert [event[0] for event in loaded.wait(350)] == [EV_LEFT]
    loaded.machine.start(loaded.last_id, EJECT, 4, SEAT3, 70)
    assert [event[0] for event in loaded.wait(1000)] == [EV_LEFT, EV_LANDED, EV_DONE]
    assert loaded.table.machine.cards_at(SEAT3) == 1


@pytest.mark.parametrize("command_id", [0, -1, 65536])
def test_an_id_that_is_none_is_refused(rig, command_id):
    with pytest.raises(HalError) as refused:
        rig.machine.start(command_id, COUNT)
    assert refused.value.kind == REFUSED


def test_stop_ends_a_motion_and_the_card_stays_in_the_path(loaded):
    loaded.start(EJECT, 4, SEAT3, 70)
    loaded.wait(310)
    loaded.start(STOP)
    told = loaded.wait(5000)
    assert [(event[0], event[2]) for event in told] == [(EV_FAILED, FAILED_STOPPED), (EV_DONE, 0)]
    assert loaded.run(EJECT, 5, SEAT3, 71) == [(EV_FAILED, FAILED_PATH, 0)]
    assert loaded.run(HOME) == [(EV_LANDED, PLACE_ASIDE, 0), (EV_DONE, 0, 0)]
    assert loaded.run(RETURN, PLACE_ASIDE) == [(EV_RETURNED, PLACE_ASIDE, 1), (EV_DONE, 0, 0)]
    assert loaded.run(COUNT)[0] == (EV_COUNTED, 43, 9)


def test_every_ejection_takes_the_same_time_whatever_the_way(loaded):
    clock = loaded.table.clock
    told_after = []
    for slot, place in ((0, 1), (9, 10), (1, PLACE_CHUTE), (8, PLACE_BOARD1), (2, 5)):
        began = clock.now_ms()
        loaded.start(EJECT, slot, place, slot)
        left = None
        for _ in range(1000):
            for event in loaded.wait(1):
                if event[0] == EV_LEFT:
                    left = clock.now_ms() - began
                if event[0] == EV_DONE:
                    told_after.append((left, clock.now_ms() - began))
                    break
            else:
                continue
            break
    for times in zip(*told_after, strict=True):
        assert max(times) - min(times) <= 2, "more than two polls of a millisecond can hide"


def test_a_hand_at_nine_seats_is_under_a_minute_of_motion(rig):
    rig.run(HOME)
    began = rig.table.clock.now_ms()
    for slot in range(52):
        rig.run(FEED, slot)
    deal = [seat for _ in range(2) for seat in range(1, 10)]
    deal += [16, 11, 12, 13, 16, 14, 16, 15]
    for slot, place in enumerate(deal + [PLACE_CHUTE] * 26):
        rig.run(EJECT, slot, place, slot)
    for place in range(PLACE_BOARD1, PLACE_BOARD1 + 5):
        rig.run(RETURN, place)
    assert rig.table.clock.now_ms() - began <= 60_000


def test_places_are_numbered_as_in_the_schema():
    from firmware.schema import messages

    for name in ("SEAT1", "SEAT10", "BOARD1", "BOARD5", "BURN", "ASIDE", "CHUTE"):
        assert getattr(ports, "PLACE_" + name) == getattr(messages, "PLACE_" + name)
