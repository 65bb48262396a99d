"""The table between hands and around them: seats, settings, pauses, counts, replay."""

from __future__ import annotations

import pytest

from firmware.compat import InvariantError
from firmware.core import legal_actions
from firmware.schema import messages as m
from tests.hand_stories import THREE, TWO, hand_of, show_down, table_of
from tests.table_driver import TableDriver


def test_chips_that_do_not_add_up_stop_the_table() -> None:
    driver = hand_of(TWO)
    driver.table.stacks[5] += 1
    with pytest.raises(InvariantError, match="chips_do_not_add_up"):
        driver.call(1)


def test_seats_and_amounts_that_do_not_exist_are_refused() -> None:
    driver = TableDriver()
    assert driver.send(m.SEAT_TAKEN, 11, 100, None) == m.REFUSAL_NO_SUCH_SEAT
    assert driver.send(m.SEAT_TAKEN, 1, -1, None) == m.REFUSAL_AMOUNT_OUT_OF_RANGE
    assert driver.send(m.SEAT_TAKEN, 1, 10**9, None) == 0
    assert driver.send(m.SEAT_TAKEN, 2, 10**8, None) == m.REFUSAL_AMOUNT_OUT_OF_RANGE
    assert driver.send(m.SEAT_TAKEN, 1, 100, None) == m.REFUSAL_SEAT_TAKEN
    assert driver.send(m.SEAT_LEFT, 0) == m.REFUSAL_NO_SUCH_SEAT
    assert driver.send(m.SEAT_LEFT, 2) == m.REFUSAL_SEAT_EMPTY
    assert driver.send(m.BUTTON_PLACED, 11) == m.REFUSAL_NO_SUCH_SEAT


def test_settings_that_do_not_exist_or_contradict_are_refused() -> None:
    driver = TableDriver()
    assert driver.set("colour", "blue") == m.REFUSAL_NO_SUCH_SETTING
    assert driver.set("burn", "twice") == m.REFUSAL_BAD_VALUE
    assert driver.set("small_blind", 101) == m.REFUSAL_BAD_VALUE
    assert driver.set("big_blind", 49) == m.REFUSAL_BAD_VALUE
    assert driver.set("small_blind", 100) == 0


def test_a_running_hand_keeps_its_house_rules() -> None:
    driver = hand_of(TWO)
    driver.set("big_blind", 500)
    assert legal_actions(driver.table.hand) == (1, 50, 200, 1000)
    driver.fold(1)
    driver.start_hand()
    assert legal_actions(driver.table.hand) == (2, 450, 1000, 1050)
    assert driver.heard(m.FORCED_BET_POSTED)[-1][3] == 500


def test_no_hand_starts_while_paused_or_faulty_and_the_pause_breaks_off() -> None:
    driver = table_of(TWO)
    driver.send(m.TABLE_PAUSED, None)
    assert driver.heard(m.STOP_TIMER)
    assert driver.fire() == 0  # an old timer
    assert driver.table.hand is None
    driver.send(m.FAULT_RAISED, "F-RNG-01", "noise", None)
    driver.send(m.TABLE_RESUMED, None)
    assert driver.timer is None
    driver.send(m.FAULT_CLEARED, "F-RNG-01", "noise")
    driver.start_hand()
    assert driver.table.hand is not None


def test_more_faces_opened_than_asked_for_hold_the_table() -> None:
    driver = TableDriver()
    driver.send(m.CARDS_COLLECTED, 52, 1)
    assert driver.heard(m.TABLE_HELD) == [(m.TABLE_HELD, "faces_opened_unasked")]
    assert driver.send(m.FLOOR_RULED, m.RULING_VOID_HAND, "Anna") == m.REFUSAL_NOT_NOW


def test_openings_asked_for_are_counted_until_the_next_collect() -> None:
    driver = hand_of(TWO)
    show_down(driver)
    assert driver.heard(m.TABLE_HELD) == []
    assert len(driver.heard(m.OPEN_FACE)) == 4


def test_the_button_can_be_put_anywhere_once() -> None:
    driver = table_of(THREE)
    driver.send(m.BUTTON_PLACED, 3)
    driver.start_hand()
    assert driver.table.button() == 3
    assert driver.table.hand is not None
    assert driver.table.hand.button() == 3
    show_down(driver)
    driver.start_hand()
    assert driver.table.button() == 1


def test_replay_of_the_accepted_inputs_is_the_same_table() -> None:
    driver = hand_of(THREE)
    driver.raise_to(1, 300)
    driver.raise_to(2, 1)
    driver.fold(2)
    show_down(driver)
    again = TableDriver(3).table
    said: list[tuple] = []
    for message in driver.accepted:
        assert again.take(message, said) == 0
    assert again.snapshot() == driver.table.snapshot()
    assert said == [one for one in driver.said if one[0] != m.INPUT_REFUSED]


def test_pots_so_far_are_told_at_any_time() -> None:
    driver = table_of(THREE)
    driver.fire()
    assert driver.table.hand is not None
    assert driver.table.hand.pots_so_far() == []
    driver.send(m.CUT_SET, 0, None)
    assert driver.table.hand.pots_so_far() == [(100, (2, 3)), (50, (3,))]
    assert driver.table.hand.seat_of(63) == 0


def test_a_button_that_a_person_puts_down_during_the_draw_stays_there() -> None:
    driver = TableDriver()
    driver.stops_at = m.DRAW_BUTTON
    driver.sit(THREE)
    driver.power_up()
    assert driver.heard(m.DRAW_BUTTON)
    assert driver.send(m.BUTTON_PLACED, 2) == 0
    driver.stops_at = 0
    assert driver.send(m.BUTTON_DRAWN, 1) == 0
    driver.fire()
    assert driver.heard(m.HAND_STARTED)[0][2] == 2
