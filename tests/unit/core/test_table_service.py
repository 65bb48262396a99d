"""What the house does beside the game: open, close, chips set and cashed, calls, trials."""

from __future__ import annotations

import pytest

from firmware.core import table_rows
from firmware.core.restoring import restore
from firmware.core.table import Table
from firmware.core.table_service import NO_TEST
from firmware.schema import messages as m
from tests.table_driver import TableDriver


def table_of(stacks: dict[int, int], paused: bool = True) -> TableDriver:
    driver = TableDriver()
    driver.set("first_button", "first_seat")
    driver.sit(stacks)
    if paused:
        driver.send(m.TABLE_PAUSED, "Anna")
    driver.power_up()
    return driver


def playing() -> TableDriver:
    driver = table_of({1: 1000, 2: 1000}, paused=False)
    driver.start_hand()
    assert driver.table.hand is not None
    return driver


# ------------------------------------------------------------------ open, closed


def test_a_table_closes_when_everybody_has_gone_and_seats_nobody_until_it_is_opened() -> None:
    driver = table_of({1: 1000, 2: 0})
    assert driver.send(m.TABLE_OPENED, "Anna") == m.REFUSAL_ALREADY_SO
    assert driver.send(m.TABLE_CLOSED, "Anna") == m.REFUSAL_SEATS_NOT_EMPTY
    driver.send(m.CHIPS_CASHED, 1, 1000, "Anna")
    assert driver.send(m.TABLE_CLOSED, "Anna") == m.REFUSAL_SEATS_NOT_EMPTY
    driver.send(m.SEAT_LEFT, 2)
    assert driver.send(m.TABLE_CLOSED, "Anna") == 0
    assert driver.table.issued == 0
    assert driver.send(m.TABLE_CLOSED, "Anna") == m.REFUSAL_ALREADY_SO
    assert driver.send(m.SEAT_TAKEN, 3, 500, None) == m.REFUSAL_TABLE_CLOSED
    assert driver.send(m.TABLE_OPENED, "Anna") == 0
    assert driver.send(m.SEAT_TAKEN, 3, 500, None) == 0


def test_a_table_is_not_closed_in_a_hand() -> None:
    assert playing().send(m.TABLE_CLOSED, "Anna") == m.REFUSAL_HAND_RUNNING


# ------------------------------------------------------------------ chips


def test_a_stack_is_set_between_hands_under_a_name_and_the_chips_still_add_up() -> None:
    driver = table_of({1: 1000, 2: 1000})
    assert driver.send(m.STACK_SET, 3, 500, "Anna", "miscounted") == m.REFUSAL_SEAT_EMPTY
    assert driver.send(m.STACK_SET, 1, 1000, "Anna", "miscounted") == m.REFUSAL_ALREADY_SO
    too_many = (1 << 30) - 1
    assert driver.send(m.STACK_SET, 1, too_many, "Anna", "x") == m.REFUSAL_AMOUNT_OUT_OF_RANGE
    assert driver.send(m.STACK_SET, 1, 850, "Anna", "miscounted") == 0
    assert (driver.table.stacks[1], driver.table.issued) == (850, 1850)
    assert driver.send(m.STACK_SET, 1, 0, "Anna", "miscounted") == 0
    assert driver.send(m.STACK_SET, 1, 1200, "Anna", "miscounted") == 0
    assert driver.table.issued == 2200
    assert playing().send(m.STACK_SET, 1, 5, "Anna", "x") == m.REFUSAL_HAND_RUNNING


def test_a_count_that_differed_is_settled_by_a_set_stack() -> None:
    driver = table_of({1: 1000, 2: 1000})
    driver.set("chip_mode", "declared")
    driver.send(m.CHIPS_COUNTED, 1, 950)
    assert True in driver.table.miscounted
    driver.send(m.STACK_SET, 1, 950, "Anna", "counted twice")
    assert True not in driver.table.miscounted


def test_who_comes_back_to_chips_is_told_the_blinds_that_passed() -> None:
    driver = table_of({1: 1000, 2: 1000, 3: 100}, paused=False)
    driver.table.debts[3] = 2
    driver.send(m.STACK_SET, 3, 0, "Anna", "gave change")
    driver.send(m.STACK_SET, 3, 500, "Anna", "change came back")
    assert driver.heard(m.BLIND_OWED)


def test_a_player_is_paid_out_the_whole_stack_or_nothing() -> None:
    driver = table_of({1: 1000, 2: 1000})
    assert driver.send(m.CHIPS_CASHED, 1, 900, "Anna") == m.REFUSAL_AMOUNT_DIFFERS
    assert driver.table.taken[1]
    assert driver.send(m.CHIPS_CASHED, 1, 1000, "Anna") == 0
    assert not driver.table.taken[1]
    assert driver.table.issued == 1000
    assert driver.send(m.CHIPS_CASHED, 1, 0, "Anna") == m.REFUSAL_SEAT_EMPTY
    assert playing().send(m.CHIPS_CASHED, 1, 900, "Anna") == m.REFUSAL_HAND_RUNNING


# ------------------------------------------------------------------ calls


def test_a_call_stands_until_somebody_of_the_house_has_come() -> None:
    driver = table_of({1: 1000, 2: 1000})
    assert driver.send(m.FLOOR_ANSWERED, "Anna", None) == m.REFUSAL_NOBODY_CALLED
    driver.send(m.FLOOR_CALLED, 1)
    driver.send(m.FLOOR_CALLED, 2)
    assert driver.send(m.FLOOR_ANSWERED, "Anna", 3) == m.REFUSAL_NOBODY_CALLED
    assert driver.send(m.FLOOR_ANSWERED, "Anna", 11) == m.REFUSAL_NO_SUCH_SEAT
    assert driver.send(m.FLOOR_ANSWERED, "Anna", 1) == 0
    assert driver.table.calls[1:3] == [False, True]
    assert driver.send(m.FLOOR_ANSWERED, "Anna", None) == 0
    assert True not in driver.table.calls


def test_a_seat_that_is_left_calls_nobody() -> None:
    driver = table_of({1: 1000, 2: 1000})
    driver.send(m.FLOOR_CALLED, 1)
    driver.send(m.SEAT_LEFT, 1)
    assert True not in driver.table.calls


# ------------------------------------------------------------------ tests of parts


def test_no_part_is_tried_in_a_hand_or_while_hands_may_begin() -> None:
    for part in range(len(m.PART_WORDS)):
        assert playing().send(m.TEST_ASKED, part, 10, "Teo") == m.REFUSAL_HAND_RUNNING
        driver = table_of({1: 1000, 2: 1000}, paused=False)
        assert driver.send(m.TEST_ASKED, part, 10, "Teo") == m.REFUSAL_NOT_PAUSED


def test_lamps_are_tried_for_their_time_and_no_hand_begins_meanwhile() -> None:
    driver = table_of({1: 1000, 2: 1000})
    assert driver.send(m.TEST_ASKED, m.PART_LAMPS, 0, "Teo") == m.REFUSAL_ALREADY_SO
    assert driver.send(m.TEST_ASKED, m.PART_LAMPS, 10, "Teo") == 0
    assert driver.send(m.TEST_ASKED, m.PART_KEYS, 10, "Teo") == m.REFUSAL_ALREADY_SO
    driver.send(m.TABLE_RESUMED, "Anna")
    assert driver.table.state == table_rows.READY
    driver.fire()
    assert driver.heard(m.TEST_ENDED) == [(m.TEST_ENDED, m.PART_LAMPS, None)]
    assert driver.table.state == table_rows.WAITING


def test_a_test_of_keys_ends_when_nobody_wants_it_any_more() -> None:
    driver = table_of({1: 1000, 2: 1000})
    driver.send(m.TEST_ASKED, m.PART_KEYS, 60, "Teo")
    assert driver.send(m.TEST_ASKED, m.PART_KEYS, 0, "Teo") == 0
    assert driver.table.testing == NO_TEST


@pytest.mark.parametrize("part", [m.PART_MOTOR, m.PART_EJECT])
def test_cards_are_moved_only_while_the_whole_deck_is_loaded(part: int) -> None:
    driver = TableDriver()
    driver.send(m.TABLE_PAUSED, "Anna")
    assert driver.send(m.TEST_ASKED, part, 0, "Teo") == m.REFUSAL_CARDS_IN_PLAY
    driver.power_up()
    assert driver.send(m.TEST_ASKED, part, 0, "Teo") == 0


def test_after_the_motors_every_card_is_counted_where_it_was() -> None:
    driver = table_of({1: 1000, 2: 1000})
    driver.stops_at = m.TRY_MOTOR
    driver.send(m.TEST_ASKED, m.PART_MOTOR, 0, "Teo")
    assert driver.send(m.TEST_ASKED, m.PART_MOTOR, 0, "Teo") == m.REFUSAL_ALREADY_SO
    driver.send(m.CARDS_COUNTED, 0, 52)
    assert driver.heard(m.TEST_ENDED) == [(m.TEST_ENDED, m.PART_MOTOR, 52)]
    assert driver.table.state == table_rows.READY
    driver.send(m.TEST_ASKED, m.PART_MOTOR, 0, "Teo")
    driver.send(m.CARDS_COUNTED, 1, 50)
    assert driver.said[-1] == (m.TABLE_HELD, "deck_count_wrong")
    assert driver.table.state == table_rows.DECK_HELD


def test_an_ejected_deck_is_counted_and_shuffled_whole() -> None:
    driver = table_of({1: 1000, 2: 1000})
    driver.send(m.TEST_ASKED, m.PART_EJECT, 0, "Teo")
    assert driver.heard(m.TEST_ENDED) == [(m.TEST_ENDED, m.PART_EJECT, 52)]
    assert [one[0] for one in driver.said[-2:]] != [m.TEST_ENDED]
    assert driver.heard(m.LOAD_DECK)
    assert driver.table.state == table_rows.READY
    assert driver.table.ledger.carousel == 52
    driver.stops_at = m.UNLOAD_DECK
    driver.send(m.TEST_ASKED, m.PART_EJECT, 0, "Teo")
    driver.send(m.DECK_UNLOADED, 51)
    assert driver.table.state == table_rows.DECK_HELD
    assert driver.table.ledger.missing == 1


@pytest.mark.parametrize(
    "trouble",
    [
        (m.CARD_STRAYED, 3),
        (m.FAULT_RAISED, "F-LOG-02", "store", None),
        (m.DECK_CHECK_ASKED, "Anna"),
    ],
)
def test_what_is_more_urgent_breaks_a_test_off(trouble: tuple) -> None:
    driver = table_of({1: 1000, 2: 1000})
    driver.send(m.TEST_ASKED, m.PART_DISPLAYS, 60, "Teo")
    driver.send(*trouble)
    assert driver.table.testing == NO_TEST
    assert driver.heard(m.TEST_ENDED) == [(m.TEST_ENDED, m.PART_DISPLAYS, None)]


def test_lost_lines_break_a_test_of_the_motors_off_and_all_cards_are_looked_for() -> None:
    driver = table_of({1: 1000, 2: 1000})
    driver.stops_at = m.TRY_MOTOR
    driver.send(m.TEST_ASKED, m.PART_MOTOR, 0, "Teo")
    driver.send(m.FAULT_RAISED, "F-LOG-02", "store", None)
    assert driver.table.state == table_rows.DECK_HELD
    driver.send(m.FLOOR_RULED, m.RULING_RESUME, "Anna", None)
    assert driver.heard(m.COLLECT_CARDS)


def test_a_start_knows_of_calls_tests_and_that_the_table_is_closed() -> None:
    driver = table_of({1: 1000, 2: 1000})
    driver.send(m.FLOOR_CALLED, 1)
    driver.send(m.TEST_ASKED, m.PART_KEYS, 60, "Teo")
    again = Table()
    restore(again, driver.table.snapshot())
    assert again.calls[1]
    assert again.testing == m.PART_KEYS
