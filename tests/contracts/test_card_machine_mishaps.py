"""Whatever goes wrong in a card machine is told in the same words at every level.

The failure modes of `hardware/card-machine.md`, one by one: a row of a fault plan, and what the
firmware hears of it.
"""

from __future__ import annotations

import pytest

from firmware.schema import messages as m
from hal.errors import BUSY
from hal.ports import (
    COUNT,
    DOUBT_DUPLICATE,
    DOUBT_FOREIGN,
    DOUBT_UNREADABLE,
    DOUBT_UNSURE,
    EJECT,
    EV_COUNTED,
    EV_DONE,
    EV_DOUBTED,
    EV_FACE,
    EV_FACE_UP,
    EV_FAILED,
    EV_FED,
    EV_LANDED,
    EV_LEFT,
    EV_LENGTH,
    EV_RETRIED,
    EV_RETURNED,
    EV_STRAYED,
    EV_THICKNESS,
    EV_UNLANDED,
    FAILED_DOUBLE,
    FAILED_EMPTY,
    FAILED_JAM,
    FAILED_NO_FACE,
    FAILED_NOTHING,
    FAILED_PATH,
    FEED,
    HOME,
    NO_TOKEN,
    OPEN_FACE,
    PLACE_ASIDE,
    PLACE_BOARD1,
    PLACE_BOARD5,
    PLACE_BURN,
    RETURN,
    STAGE_CAROUSEL,
    STAGE_EJECTOR,
    STAGE_FEEDER,
    STAGE_PATH,
    STAGE_RETURN,
    STAGE_TURRET,
)
from hal.sim.mishaps import FaultPlan
from tests.contracts.machine_rig import (
    DEALT,
    DONE,
    LANDED3,
    LEFT4,
    SEAT3,
    cards_accounted,
    deal,
    loaded,
)

BOARD4 = PLACE_BOARD1 + 3


@pytest.mark.parametrize(
    ("stage", "number"),
    [("carousel", STAGE_CAROUSEL), ("ejector", STAGE_EJECTOR), ("turret", STAGE_TURRET)],
)
def test_a_jam_before_the_card_has_left_moves_no_card_and_clears_on_the_third_try(
    rig, stage, number
):
    loaded(rig, f"jam stage={stage} card=1 tries=3")
    assert deal(rig) == [(EV_FAILED, FAILED_JAM, number)]
    assert deal(rig) == [(EV_FAILED, FAILED_JAM, number)]
    assert deal(rig) == DEALT


def test_a_jam_at_the_feed_roller_moves_no_card(rig):
    loaded(rig, "jam stage=feeder feed=1 tries=2")
    assert rig.run(FEED, 20) == [(EV_FAILED, FAILED_JAM, STAGE_FEEDER)]
    assert rig.run(COUNT)[0] == (EV_COUNTED, 42, 10)
    assert rig.run(FEED, 20) == [(EV_FED, 20, 0), DONE]


def test_a_card_that_sticks_in_the_path_is_backed_once_and_driven_on(rig):
    loaded(rig, "jam stage=path card=1 tries=2")
    assert deal(rig) == [LEFT4, (EV_RETRIED, STAGE_PATH, 2), LANDED3, DONE]


def test_a_card_that_still_sticks_is_given_up_within_400_ms_and_homing_lays_it_aside(rig):
    loaded(rig, "jam stage=path card=1 tries=3")
    clock = rig.table.clock
    began = clock.now_ms()
    told = deal(rig)
    assert told == [LEFT4, (EV_RETRIED, STAGE_PATH, 2), (EV_FAILED, FAILED_JAM, STAGE_PATH)]
    assert clock.now_ms() - began <= 300 + 400 + 20, "motors off 400 ms after the card left"
    assert deal(rig, 5) == [(EV_FAILED, FAILED_PATH, 0)]
    assert rig.run(HOME) == [(EV_LANDED, PLACE_ASIDE, 0), DONE]
    assert deal(rig, 5) == [(EV_LEFT, 5, 0), LANDED3, DONE]


def test_a_card_that_never_comes_loose_keeps_everything_else_still_until_a_person_frees_it(rig):
    loaded(rig, "jam stage=path card=1 tries=never")
    deal(rig)
    for _ in range(3):
        assert rig.run(HOME) == [(EV_FAILED, FAILED_JAM, STAGE_PATH)]
    rig.table.machine.mend()
    assert rig.run(HOME) == [DONE]
    assert rig.table.machine.cards_at(PLACE_ASIDE) == 1


def test_a_board_place_that_does_not_empty_is_told(rig):
    loaded(rig, "jam stage=return card=2 tries=2")
    deal(rig, 4, PLACE_BOARD1)
    assert rig.run(RETURN, PLACE_BOARD1) == [(EV_FAILED, FAILED_JAM, STAGE_RETURN)]
    assert rig.run(RETURN, PLACE_BOARD1) == [(EV_RETURNED, PLACE_BOARD1, 1), DONE]


@pytest.mark.parametrize("how", ["overlapped", "nose_to_tail", "stacked"])
def test_two_cards_that_leave_as_one_are_seen_by_length_or_thickness(rig, how):
    loaded(rig, f"double card=1 how={how}")
    told = deal(rig, 4, SEAT3)
    signs = {
        "overlapped": [(EV_LENGTH, 1550, 0), (EV_THICKNESS, 2000, 0)],
        "nose_to_tail": [(EV_LENGTH, 2000, 0)],
        "stacked": [(EV_THICKNESS, 2000, 0)],
    }[how]
    doubted = (EV_DOUBTED, 70, DOUBT_UNREADABLE)
    assert told == [LEFT4, *signs, doubted, LANDED3, DONE]
    assert rig.table.machine.cards_at(SEAT3) == 2
    assert deal(rig, 5) == [(EV_FAILED, FAILED_EMPTY, 0)], "the second card came from there"
    assert rig.run(OPEN_FACE, 70) == [(EV_FAILED, FAILED_NO_FACE, 0)]


def test_two_cards_at_the_feed_roller_are_pushed_back(rig):
    loaded(rig, "double feed=1 tries=3")
    for _ in range(2):
        assert rig.run(FEED, 20) == [(EV_FAILED, FAILED_DOUBLE, STAGE_FEEDER)]
    assert rig.run(FEED, 20) == [(EV_FED, 20, 0), DONE]
    assert rig.run(COUNT)[0] == (EV_COUNTED, 41, 11)


def test_a_motor_that_runs_and_moves_nothing_is_told(rig):
    loaded(rig, "nothing card=1 tries=3", "nothing feed=1")
    for _ in range(2):
        assert deal(rig) == [(EV_FAILED, FAILED_NOTHING, STAGE_EJECTOR)]
    assert deal(rig) == DEALT
    assert rig.run(FEED, 20) == [(EV_FAILED, FAILED_NOTHING, STAGE_FEEDER)]


def test_cards_that_stray_tell_with_no_command(rig):
    loaded(rig, "stray card=1 to=burn,board1 after=200")
    assert deal(rig) == DEALT
    told = []
    for _ in range(300):
        told += rig.wait(10)
    assert [event[:2] for event in told] == [
        (EV_STRAYED, 0),
        (EV_LANDED, 0),
        (EV_STRAYED, 0),
        (EV_FACE, 0),
        (EV_LANDED, 0),
    ]
    assert [event[2:] for event in told if event[0] != EV_FACE] == [
        (5, PLACE_BURN),
        (PLACE_BURN, 0),
        (6, PLACE_BOARD1),
        (PLACE_BOARD1, 0),
    ]
    assert told[3][2] == NO_TOKEN
    assert rig.table.machine.cards_at(PLACE_BOARD1) == 1


def test_what_strayed_is_told_again_until_another_command_is_given(rig):
    loaded(rig, "stray card=1 to=burn,seat5 after=0")
    assert deal(rig) == DEALT
    strayed = [event for _ in range(150) for event in rig.wait(10)]
    assert [event[0] for event in strayed] == [EV_STRAYED, EV_LANDED] * 2
    rig.machine.start(rig.last_id, EJECT, 4, SEAT3, 70)
    again = [event for _ in range(5) for event in rig.wait(10)]
    assert [(one[0], *one[2:]) for one in again if one[1]] == DEALT
    assert again[-4:] == strayed
    rig.start(EJECT, 7, SEAT3, 71)
    rig.until_the_end()
    rig.machine.start(rig.last_id, EJECT, 7, SEAT3, 71)
    assert [event[1] for _ in range(5) for event in rig.wait(10)] == [rig.last_id] * 3


def test_of_many_strays_the_last_eight_are_told_again(rig):
    loaded(rig, "stray card=1 to=" + ",".join(["burn"] * 9) + " after=0")
    deal(rig, slot=0)
    strayed = [event for _ in range(600) for event in rig.wait(10)]
    assert len(strayed) == 18
    rig.machine.start(rig.last_id, EJECT, 0, SEAT3, 70)
    again = [event for _ in range(5) for event in rig.wait(10)]
    assert [event for event in again if event[1] == 0] == strayed[2:]


def test_no_command_is_taken_while_a_card_strays(rig):
    loaded(rig)
    rig.table.machine.happen("stray to=seat5")
    rig.wait(350)
    assert rig.refusal(EJECT, 1, SEAT3, 71) == BUSY
    rig.wait(1000)
    assert rig.refusal(EJECT, 2, SEAT3, 71) == ""


def test_a_card_at_another_place_is_told_where_it_is(rig):
    loaded(rig, "misplace card=1 to=seat7")
    assert deal(rig) == [LEFT4, (EV_LANDED, 7, 0), DONE]


def test_a_board_card_that_misses_the_board_keeps_its_face_to_itself(rig):
    loaded(rig, "misplace card=1 to=seat7", "miss card=2")
    assert deal(rig, 4, PLACE_BOARD1) == [LEFT4, (EV_LANDED, 7, 0), DONE]
    assert deal(rig, 5, PLACE_BOARD1, 71) == [
        (EV_LEFT, 5, 0),
        (EV_UNLANDED, PLACE_BOARD1, 0),
        DONE,
    ]
    assert rig.run(OPEN_FACE, 71)[0][0] == EV_FACE, "it may still be opened by the rules"


def test_a_card_turned_over_is_seen_from_above_and_not_read_from_below(rig):
    loaded(rig, "flip card=1")
    told = deal(rig, 4, SEAT3)
    assert told == [LEFT4, (EV_FACE_UP, 0, 0), (EV_DOUBTED, 70, DOUBT_UNREADABLE), LANDED3, DONE]


def test_a_card_that_turns_behind_the_sensor_is_not_noticed(rig):
    loaded(rig, "flip card=1 in=turret")
    assert deal(rig) == DEALT
    deck = rig.table.machine.deck
    assert deck.is_turned[deck.wells[SEAT3][0]]


def test_a_boxed_card_lies_face_up_in_the_deck_until_somebody_straightens_it(rig):
    rig.run(HOME)
    deck = rig.table.machine.deck
    rig.table.machine.follow(FaultPlan(["boxed face=" + word_of(deck, deck.hopper[0])]))
    rig.run(FEED, 4)
    assert (EV_FACE_UP, 0, 0) in deal(rig)
    rig.table.machine.drop_in_hopper(SEAT3)
    assert not any(deck.is_turned)


def word_of(deck, card):
    return m.CARD_WORDS[deck.faces[card]]


@pytest.mark.parametrize("end", ["table", "floor", "gone"])
def test_a_card_that_misses_its_well_is_told_as_not_landed(rig, end):
    loaded(rig, f"miss card=1 to={end}")
    assert deal(rig) == [LEFT4, (EV_UNLANDED, SEAT3, 0), DONE]
    assert rig.run(COUNT)[0] == (EV_COUNTED, 42, 9)
    assert rig.table.machine.pick_up() == (0 if end == "gone" else 1)
    assert cards_accounted(rig)


@pytest.mark.parametrize(
    ("kind", "doubt"), [("unread", DOUBT_UNREADABLE), ("unsure", DOUBT_UNSURE)]
)
def test_the_reader_looks_three_times_and_then_says_that_it_does_not_know(rig, kind, doubt):
    loaded(rig, f"{kind} card=1 tries=3", f"{kind} card=2 tries=never")
    assert [event[0] for event in deal(rig, 4, PLACE_BOARD1)] == [
        EV_LEFT,
        EV_FACE,
        EV_LANDED,
        EV_DONE,
    ]
    board2 = PLACE_BOARD1 + 1
    assert deal(rig, 5, board2, 71) == [
        (EV_LEFT, 5, 0),
        (EV_DOUBTED, 71, doubt),
        (EV_LANDED, board2, 0),
        DONE,
    ]


def test_a_misread_card_is_told_as_what_it_was_taken_for(rig):
    loaded(rig, "misread card=1 as=Ah")
    face = next(event for event in deal(rig, 4, PLACE_BOARD1) if event[0] == EV_FACE)
    assert m.CARD_WORDS[face[2]] == "Ah"


def test_a_face_seen_twice_is_noticed_and_not_named(rig):
    rig.run(HOME)
    deck = rig.table.machine.deck
    first, second = (word_of(deck, card) for card in deck.hopper[:2])
    rig.table.machine.follow(FaultPlan([f"duplicate face={second} as={first}"]))
    rig.run(FEED, 4)
    rig.run(FEED, 5)
    assert deal(rig) == DEALT
    assert deal(rig, 5, SEAT3, 71) == [
        (EV_LEFT, 5, 0),
        (EV_DOUBTED, 71, DOUBT_DUPLICATE),
        LANDED3,
        DONE,
    ]


def test_a_board_card_put_back_may_come_again(rig):
    loaded(rig)
    first = deal(rig, 4, PLACE_BOARD1)
    rig.run(RETURN, PLACE_BOARD1)
    deck = rig.table.machine.deck
    deck.slots[4] = deck.hopper.pop()
    again = deal(rig, 4, PLACE_BOARD1, 134)
    assert [event[0] for event in again] == [EV_LEFT, EV_FACE, EV_LANDED, EV_DONE]
    assert again[1][2] == first[1][2]


def test_a_board_card_that_a_person_laid_aside_and_another_followed_may_come_again(rig):
    """A turn that came too early: its place has the lawful turn by the time it is put back."""
    loaded(rig)
    deck = rig.table.machine.deck
    first = deal(rig, 4, BOARD4)
    deck.wells[PLACE_ASIDE] = deck.wells[BOARD4]
    deck.wells[BOARD4] = []
    assert EV_DOUBTED not in [event[0] for event in deal(rig, 5, BOARD4, 100)]
    rig.run(RETURN, PLACE_ASIDE)
    deck.slots[4] = deck.hopper.pop()
    again = deal(rig, 4, PLACE_BOARD5, 134)
    assert [event[0] for event in again] == [EV_LEFT, EV_FACE, EV_LANDED, EV_DONE]
    assert again[1][2] == first[1][2]


def test_a_foreign_card_is_told_as_foreign(rig):
    rig.run(HOME)
    deck = rig.table.machine.deck
    rig.table.machine.follow(FaultPlan(["foreign face=" + word_of(deck, deck.hopper[0])]))
    rig.run(FEED, 4)
    assert (EV_DOUBTED, 70, DOUBT_FOREIGN) in deal(rig)
