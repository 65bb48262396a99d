"""RETURN: the cards of a tray into the hopper, whatever comes in between; on every board."""

from __future__ import annotations

import pytest

from hal.ports import (
    COUNT,
    EMPTY,
    EV_COUNTED,
    EV_DOUBTED,
    EV_EMPTIED,
    EV_FAILED,
    EV_FED,
    EV_LANDED,
    EV_RETURNED,
    FAILED_MOTOR,
    FAILED_NOT_HOME,
    FAILED_PATH,
    FAILED_STOPPED,
    FEED,
    HOME,
    PLACE_ASIDE,
    PLACE_BOARD1,
    RETURN,
    STAGE_PATH,
    STAGE_RETURN,
    STAGE_TURRET,
    STOP,
    STOPPED_BY_SUPPLY,
)
from hal.sim.mishaps import FaultPlan
from tests.contracts.machine_rig import DONE, cards_accounted, deal, loaded

BOARD = range(PLACE_BOARD1, PLACE_BOARD1 + 5)
FIRST_MS, NEXT_MS, POLL_MS = 2000, 1700, 20


def timed(rig, place):
    began = rig.table.clock.now_ms()
    told = rig.run(RETURN, place)
    return told, rig.table.clock.now_ms() - began


@pytest.fixture
def dealt(rig):
    """A board of five cards."""
    loaded(rig)
    for slot, place in enumerate(BOARD):
        deal(rig, slot, place, 70 + slot)
    return rig


def test_a_board_goes_back_card_by_card_and_the_arm_turns_ahead(dealt):
    for place in BOARD:
        told, took_ms = timed(dealt, place)
        assert told == [(EV_RETURNED, place, 1), DONE]
        assert took_ms <= (FIRST_MS if place == PLACE_BOARD1 else NEXT_MS) + POLL_MS
    assert dealt.run(COUNT)[0] == (EV_COUNTED, 47, 5)


def test_what_went_back_is_fed_again_behind_all_others(dealt):
    for place in BOARD:
        dealt.run(RETURN, place)
    assert dealt.run(EMPTY)[0] == (EV_EMPTIED, 5, 0)
    for slot in range(52):
        assert dealt.run(FEED, slot) == [(EV_FED, slot, 0), DONE]


@pytest.mark.parametrize("cards", [0, 2, 3, 4, 7])
def test_a_tray_is_emptied_however_many_lie_there(rig, cards):
    loaded(rig)
    for slot in range(cards):
        deal(rig, slot, PLACE_ASIDE, 70 + slot)
    told, took_ms = timed(rig, PLACE_ASIDE)
    assert told == [(EV_RETURNED, PLACE_ASIDE, cards), DONE]
    further = max(0, (cards - 1) // 3)
    assert took_ms <= FIRST_MS + 1450 * further + POLL_MS
    assert rig.run(COUNT)[0] == (EV_COUNTED, 42 + cards, 10 - cards)


@pytest.mark.parametrize("after_ms", range(100, 1900, 90))
def test_a_stop_anywhere_leaves_the_card_where_home_and_another_return_find_it(dealt, after_ms):
    dealt.start(RETURN, PLACE_BOARD1)
    assert dealt.wait(after_ms) == ()
    dealt.start(STOP)
    dealt.wait(1000)
    again = dealt.run(RETURN, PLACE_BOARD1)
    if again[0][0] == EV_FAILED:  # in the arm, or the arm was turning
        homed = dealt.run(HOME)
        assert homed in ([DONE], [(EV_LANDED, PLACE_ASIDE, 0), DONE])
        assert dealt.run(RETURN, PLACE_BOARD1)[-1] == DONE
    assert dealt.run(RETURN, PLACE_ASIDE)[-1] == DONE
    assert dealt.run(COUNT)[0] == (EV_COUNTED, 43, 5)
    assert cards_accounted(dealt)


def test_a_stop_with_the_card_in_the_arm_wants_home_first(dealt):
    dealt.start(RETURN, PLACE_BOARD1)
    dealt.wait(960)
    dealt.start(STOP)
    dealt.wait(100)
    (refused,) = deal(dealt, 7)
    assert refused[1] in (FAILED_PATH, FAILED_NOT_HOME), "the arm may have been turning"
    assert dealt.run(HOME) == [(EV_LANDED, PLACE_ASIDE, 0), DONE]


def test_a_card_that_was_laid_aside_on_its_way_back_may_come_again(dealt):
    dealt.start(RETURN, PLACE_BOARD1)
    dealt.wait(960)
    dealt.start(STOP)
    dealt.wait(100)
    dealt.run(HOME)
    dealt.run(RETURN, PLACE_ASIDE)
    deck = dealt.table.machine.deck
    deck.slots[0] = deck.hopper.pop()
    assert EV_DOUBTED not in [event[0] for event in deal(dealt, 0, PLACE_BOARD1, 134)]


@pytest.mark.parametrize("after_ms", [200, 700, 960, 1100, 1600])
def test_a_lid_that_is_opened_meanwhile_ends_it_and_no_card_is_lost(dealt, after_ms):
    dealt.start(RETURN, PLACE_BOARD1)
    dealt.wait(after_ms)
    dealt.table.lid.put(True)
    told = dealt.wait(1000)
    assert [event[2:] for event in told if event[0] == EV_FAILED] == [
        (FAILED_STOPPED, STOPPED_BY_SUPPLY)
    ]
    dealt.table.lid.put(False)
    assert dealt.run(HOME)[-1] == DONE
    for place in (PLACE_BOARD1, PLACE_ASIDE):
        assert dealt.run(RETURN, place)[-1] == DONE
    assert dealt.run(COUNT)[0] == (EV_COUNTED, 43, 5)


def test_a_dead_return_motor_is_told_and_the_card_stays(rig):
    loaded(rig, "dead stage=return card=2")
    deal(rig, 4, PLACE_BOARD1)
    assert rig.run(RETURN, PLACE_BOARD1) == [(EV_FAILED, FAILED_MOTOR, STAGE_RETURN)]
    assert rig.table.machine.cards_at(PLACE_BOARD1) == 1


def test_a_path_that_is_dead_draws_nothing_in_and_a_person_takes_the_card(rig):
    loaded(rig, "dead stage=path card=2")
    deal(rig, 4, PLACE_BOARD1)
    rig.table.machine.plan.count(0)
    assert rig.run(RETURN, PLACE_BOARD1) == [(EV_FAILED, FAILED_MOTOR, STAGE_PATH)]
    rig.table.machine.mend()
    assert rig.run(HOME)[-1] == DONE
    assert cards_accounted(rig)
    assert rig.run(RETURN, PLACE_ASIDE) == [(EV_RETURNED, PLACE_ASIDE, 1), DONE]


def test_an_arm_that_does_not_turn_is_told_with_the_card_where_it_is(rig):
    loaded(rig)
    for slot, place in enumerate(BOARD[:2]):
        deal(rig, slot, place, 70 + slot)
    rig.run(RETURN, PLACE_BOARD1)
    rig.table.machine.follow(FaultPlan(["dead stage=turret card=1"]))
    told = (EV_FAILED, FAILED_MOTOR, STAGE_TURRET)
    assert rig.run(RETURN, PLACE_BOARD1 + 1) == [told], "the arm stands there, and fetches it"
    assert len(rig.table.machine.deck.path) == 1
    rig.table.machine.mend()
    assert rig.run(HOME)[-1] == DONE
    assert rig.run(RETURN, PLACE_ASIDE) == [(EV_RETURNED, PLACE_ASIDE, 1), DONE]
