"""Clock, warning and reserve; the result shown before the award, and the floor's word after it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from firmware.core import hand_table, legal_actions
from firmware.core.hand_turns import ms_after_timer
from firmware.schema import messages as m
from tests.hand_stories import THREE, TWO, call_down, hand_of, show_down

if TYPE_CHECKING:
    from tests.table_driver import TableDriver


def clock(driver: TableDriver) -> tuple[int, int]:
    """What runs, and for how many milliseconds."""
    return driver.heard(m.START_TIMER)[-1][1::2]


def result_of(**settings: object) -> TableDriver:
    """Two players have shown: the result stands for five seconds."""
    driver = hand_of(TWO, objection_seconds=5, **settings)
    show_down(driver)
    assert driver.table.hand is not None
    assert driver.table.hand.state == hand_table.OBJECTING
    return driver


# ------------------------------------------------------------------ time


@pytest.mark.parametrize("seconds", [20, 15, 8])
def test_the_clock_starts_with_the_turn_and_warns_before_its_end(seconds: int) -> None:
    driver = hand_of(TWO, action_seconds=seconds, warning_seconds=5)
    assert driver.said.index((m.TURN_OPENED, 1, 50, 200, 1000)) == len(driver.said) - 2
    assert clock(driver) == (m.TIMER_ACTION, (seconds - 5) * 1000)
    assert driver.table.hand is not None
    assert ms_after_timer(driver.table.hand) == 5000
    driver.fire()
    assert driver.heard(m.TIME_WARNED) == [(m.TIME_WARNED, 1, 5)]
    assert clock(driver) == (m.TIMER_WARNING, 5000)
    assert ms_after_timer(driver.table.hand) == 0
    driver.fire()
    assert driver.heard(m.ACTION_TAKEN)[-1][1:3] == (1, m.ACTION_FOLD)


def test_a_time_no_longer_than_the_warning_runs_without_one() -> None:
    driver = hand_of(TWO, action_seconds=5, warning_seconds=5)
    assert clock(driver) == (m.TIMER_ACTION, 5000)
    driver.fire()
    assert not driver.heard(m.TIME_WARNED)


def test_an_answer_after_the_warning_counts() -> None:
    driver = hand_of(TWO, action_seconds=20, warning_seconds=5)
    driver.fire()
    assert driver.call(1) == 0
    assert clock(driver) == (m.TIMER_ACTION, 15000)


def test_the_reserve_is_one_for_many_hands_and_each_player_has_an_own() -> None:
    driver = hand_of(TWO, action_seconds=20, warning_seconds=0, time_bank_seconds=2)
    driver.fire()
    assert driver.heard(m.TIME_BANK_OPENED) == [(m.TIME_BANK_OPENED, 1, 2)]
    assert clock(driver) == (m.TIMER_TIME_BANK, 1000)
    assert driver.table.hand is not None
    assert ms_after_timer(driver.table.hand) == 1000
    driver.fold(1)
    driver.start_hand()
    driver.fire()
    assert driver.heard(m.TIME_BANK_OPENED)[-1] == (m.TIME_BANK_OPENED, 2, 2)
    driver.call(2)
    driver.fire()
    assert driver.heard(m.TIME_BANK_OPENED)[-1] == (m.TIME_BANK_OPENED, 1, 1)
    driver.fire()
    assert driver.heard(m.TURN_TIMED_OUT) == [(m.TURN_TIMED_OUT, 1)]


def test_who_sits_down_anew_has_a_whole_reserve() -> None:
    driver = hand_of(TWO, action_seconds=20, warning_seconds=0, time_bank_seconds=2)
    driver.fire()
    driver.fire()
    driver.fire()
    driver.send(m.SEAT_LEFT, 1)
    driver.send(m.SEAT_TAKEN, 1, 1000, None)
    assert driver.table.bank_used[1] == 0


def test_time_out_sits_out_only_where_the_house_says_so() -> None:
    for rule, is_out in (("check_fold", False), ("check_fold_and_sit_out", True)):
        driver = hand_of(THREE, action_seconds=20, warning_seconds=0, on_timeout=rule)
        driver.fire()
        assert driver.table.sitting_out[1] == is_out
        assert bool(driver.heard(m.PLAYER_SAT_OUT)) == is_out


def test_who_pressed_out_already_is_not_told_of_again_at_time_out() -> None:
    driver = hand_of(
        THREE, action_seconds=20, warning_seconds=0, on_timeout="check_fold_and_sit_out"
    )
    driver.send(m.PLAYER_OUT_NEXT, 1)
    driver.fire()
    assert not driver.heard(m.PLAYER_SAT_OUT)


def test_back_in_the_running_hand_the_player_is_asked_again() -> None:
    driver = hand_of(
        TWO, action_seconds=20, warning_seconds=0, on_timeout="check_fold_and_sit_out"
    )
    driver.call(1)
    driver.fire()  # seat 2 checks, and the flop's check is made for it too
    assert legal_actions(driver.table.hand)[0] == 1  # type: ignore[index]
    driver.send(m.PLAYER_BACK, 2)
    driver.raise_to(1, 100)
    assert legal_actions(driver.table.hand)[0] == 2  # type: ignore[index]


# ------------------------------------------------------------------ objections


def test_nothing_is_paid_while_the_result_may_be_objected_to() -> None:
    driver = result_of()
    assert driver.heard(m.RESULT_READ)[-1][2] == 5
    assert driver.heard(m.POT_DECIDED)[-1][1:3] == (0, 200)
    assert clock(driver) == (m.TIMER_OBJECTION, 5000)
    assert not driver.heard(m.POT_AWARDED)
    decided = driver.heard(m.POT_DECIDED)[-1][3]
    driver.fire()
    assert tuple(sorted(one[2] for one in driver.heard(m.POT_AWARDED))) == decided


def test_a_hand_won_without_showdown_is_paid_at_once() -> None:
    driver = hand_of(TWO, objection_seconds=5)
    driver.fold(1)
    assert driver.heard(m.HAND_FINISHED)
    assert not driver.heard(m.RESULT_READ)


def test_only_a_live_seat_freezes_the_award() -> None:
    driver = hand_of(THREE, objection_seconds=5)
    driver.fold(1)
    show_down(driver)
    assert driver.send(m.FLOOR_CALLED, 1) == 0
    assert driver.table.hand is not None
    assert driver.table.hand.state == hand_table.OBJECTING
    assert driver.send(m.FLOOR_CALLED, 5) == m.REFUSAL_SEAT_EMPTY
    driver.send(m.FLOOR_CALLED, 2)
    assert driver.table.hand.state == hand_table.HELD


def test_who_objected_may_withdraw_at_the_table_and_nobody_else() -> None:
    driver = result_of()
    assert driver.send(m.FLOOR_CALLED, 1) == 0
    hand = driver.table.hand
    assert hand is not None
    driver.send(m.FLOOR_CALLED, 2)
    assert hand.state == hand_table.HELD
    driver.send(m.FAULT_RAISED, "F-PAN-01", "panel1", None)
    driver.send(m.FLOOR_CALLED, 1)
    assert hand.state == hand_table.HELD
    driver.send(m.FAULT_CLEARED, "F-PAN-01", "panel1")
    driver.send(m.FLOOR_CALLED, 1)
    assert hand.state == hand_table.OBJECTING
    driver.fire()
    assert driver.heard(m.POT_AWARDED)


def test_a_repaired_device_does_not_answer_an_objection() -> None:
    driver = result_of()
    driver.send(m.FLOOR_CALLED, 2)
    driver.send(m.FAULT_RAISED, "F-PAN-01", "panel1", None)
    driver.send(m.FAULT_CLEARED, "F-PAN-01", "panel1")
    assert driver.table.hand is not None
    assert driver.table.hand.state == hand_table.HELD
    driver.send(m.FLOOR_RULED, m.RULING_RESUME, "Anna")
    driver.fire()
    assert driver.heard(m.HAND_FINISHED)


def test_a_hand_that_was_played_to_its_result_is_not_void_for_an_objection() -> None:
    driver = result_of()
    driver.send(m.FLOOR_CALLED, 2)
    void = (m.FLOOR_RULED, m.RULING_VOID_HAND, "Anna", "looked wrong")
    assert driver.send(*void) == m.REFUSAL_TOO_LATE
    driver.send(m.FLOOR_RULED, m.RULING_RESUME, "Anna", None)
    driver.fire()
    assert driver.heard(m.HAND_FINISHED)


# ------------------------------------------------------------------ an award is corrected


def test_no_more_can_be_moved_than_was_won_nor_to_who_was_not_in() -> None:
    driver = hand_of(THREE)
    driver.send(m.SEAT_TAKEN, 5, 1000, None)
    assert driver.send(m.AWARD_REVERSED, 3, 1, 1, "Anna") == m.REFUSAL_TOO_LATE
    driver.fold(1)
    driver.fold(2)
    before = driver.table.snapshot()
    for seat, to, amount, code in (
        (11, 1, 10, m.REFUSAL_NO_SUCH_SEAT),
        (3, 3, 10, m.REFUSAL_BAD_VALUE),
        (3, 5, 10, m.REFUSAL_BAD_VALUE),
        (1, 3, 10, m.REFUSAL_AMOUNT_OUT_OF_RANGE),
        (3, 1, 101, m.REFUSAL_AMOUNT_OUT_OF_RANGE),
    ):
        assert driver.send(m.AWARD_REVERSED, seat, to, amount, "Anna") == code
    assert driver.table.snapshot() == before
    assert driver.send(m.AWARD_REVERSED, 3, 1, 100, "Anna") == 0
    assert driver.table.stacks[1:4] == [1100, 950, 950]
    assert driver.send(m.AWARD_REVERSED, 3, 1, 1, "Anna") == m.REFUSAL_AMOUNT_OUT_OF_RANGE
    assert driver.send(m.AWARD_REVERSED, 1, 3, 100, "Anna") == 0


def test_chips_that_left_the_table_cannot_be_moved_back() -> None:
    driver = hand_of(TWO)
    driver.fold(1)
    driver.send(m.SEAT_LEFT, 2)
    driver.send(m.SEAT_TAKEN, 2, 1000, None)
    assert driver.send(m.AWARD_REVERSED, 2, 1, 10, "Anna") == m.REFUSAL_BAD_VALUE


def test_a_hand_that_dealt_no_card_yet_begins_anew_with_the_corrected_stacks() -> None:
    driver = hand_of(TWO)
    driver.fold(1)
    driver.fire()
    assert driver.heard(m.HAND_STARTED)[-1][4] == (950, 1050)
    assert driver.send(m.AWARD_REVERSED, 2, 1, 100, "Anna") == 0
    assert driver.heard(m.HAND_VOIDED)[-1] == (m.HAND_VOIDED, 2, "Anna")
    driver.start_hand()
    assert driver.heard(m.HAND_STARTED)[-1][2:] == (2, (1, 2), (1050, 950))
    assert driver.send(m.AWARD_REVERSED, 2, 1, 1, "Anna") == m.REFUSAL_TOO_LATE


# ------------------------------------------------------------------ the board


def test_the_board_is_claimed_in_turn_and_by_house_rule_only() -> None:
    driver = hand_of(TWO)
    call_down(driver)
    assert driver.send(m.BOARD_CLAIMED, 2) == m.REFUSAL_NOT_NOW
    driver = hand_of(TWO, board_claim="announce")
    call_down(driver)
    assert driver.send(m.BOARD_CLAIMED, 1) == m.REFUSAL_NOT_YOUR_TURN
    assert driver.send(m.BOARD_CLAIMED, 2) == 0
    assert [one[1] for one in driver.heard(m.ERASE_FACE)] == driver.table.hand.hole[2]  # type: ignore[union-attr]
    assert not driver.heard(m.OPEN_FACE)


def test_who_says_nothing_is_not_shown_where_showing_is_free() -> None:
    driver = hand_of(TWO, show="optional_muck", show_seconds=5)
    call_down(driver)
    driver.fire()
    assert driver.heard(m.HAND_MUCKED) == [(m.HAND_MUCKED, 2)]
    assert driver.heard(m.POT_AWARDED)[-1] == (m.POT_AWARDED, 0, 1, 200)
    assert not driver.heard(m.OPEN_FACE)
