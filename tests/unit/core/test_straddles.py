"""Straddles by choice: said before the deal, by whoever will sit left of the big blind."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from firmware.core import legal_actions
from firmware.schema import messages as m
from tests.hand_stories import TWO, hand_of, show_down, table_of

if TYPE_CHECKING:
    from tests.table_driver import TableDriver

FIVE: dict[int, int] = dict.fromkeys((1, 2, 3, 4, 5), 1000)
STRADDLE = m.ENTRY_STRADDLE


def straddles(driver: TableDriver) -> list[tuple]:
    """Posted straddles: (seat, chips)."""
    posted = driver.heard(m.FORCED_BET_POSTED)
    return [(one[1], one[3]) for one in posted if one[2] == m.FORCED_STRADDLE]


def test_a_straddle_chosen_before_the_deal_is_the_bet_to_call_and_acts_last() -> None:
    driver = table_of(FIVE, straddle="by_choice", straddle_raise="straddle")
    driver.fire()  # button 1, blinds 2 and 3
    assert driver.send(m.BLIND_CHOSEN, 4, STRADDLE) == 0
    driver.send(m.CUT_SET, 0, None)
    assert straddles(driver) == [(4, 200)]
    assert legal_actions(driver.table.hand) == (5, 200, 400, 1000)
    for seat in (5, 1, 2, 3):
        driver.call(seat)
    assert legal_actions(driver.table.hand) == (4, 0, 400, 1000)


def test_without_a_word_there_is_no_straddle_and_one_word_is_for_one_deal() -> None:
    driver = hand_of(FIVE, straddle="by_choice")
    assert not straddles(driver)
    show_down(driver)
    driver.play_on()
    driver.fire()  # button 2, blinds 3 and 4
    driver.send(m.BLIND_CHOSEN, 5, STRADDLE)
    driver.send(m.CUT_SET, 0, None)
    for _ in range(5):
        show_down(driver)
        driver.play_on()
        driver.start_hand()
    assert straddles(driver) == [(5, 200)]


def test_between_hands_anybody_may_want_it_and_the_button_decides() -> None:
    driver = table_of(FIVE, straddle="by_choice")
    for seat in (2, 4, 5):
        assert driver.send(m.BLIND_CHOSEN, seat, STRADDLE) == 0
    driver.start_hand()
    assert straddles(driver) == [(4, 200)]
    show_down(driver)
    driver.play_on()
    driver.start_hand()  # seat 5 is left of the big blind now; its word was for the hand before
    assert straddles(driver) == [(4, 200)]


def test_a_straddle_can_be_taken_back_before_the_deal() -> None:
    driver = table_of(FIVE, straddle="by_choice")
    driver.send(m.BLIND_CHOSEN, 4, STRADDLE)
    assert driver.send(m.BLIND_CHOSEN, 4, m.ENTRY_WAIT) == 0
    driver.fire()
    driver.send(m.BLIND_CHOSEN, 4, STRADDLE)
    assert driver.send(m.BLIND_CHOSEN, 4, m.ENTRY_WAIT) == 0
    driver.send(m.CUT_SET, 0, None)
    assert not straddles(driver)
    assert driver.send(m.BLIND_CHOSEN, 4, m.ENTRY_WAIT) == m.REFUSAL_NOTHING_OWED


@pytest.mark.parametrize("rule", ["off", "every_hand"])
def test_nobody_chooses_where_the_house_does(rule: str) -> None:
    driver = table_of(FIVE, straddle=rule)
    before = driver.table.snapshot()
    assert driver.send(m.BLIND_CHOSEN, 4, STRADDLE) == m.REFUSAL_NOT_NOW
    assert driver.table.snapshot() == before


def test_a_straddle_out_of_place_time_or_chips_is_refused_and_changes_nothing() -> None:
    driver = table_of({1: 1000, 2: 1000, 3: 1000, 4: 199, 5: 1000}, straddle="by_choice")
    driver.send(m.PLAYER_OUT_NEXT, 5)

    def refused(seat: int, why: int) -> None:
        before = driver.table.snapshot()
        assert driver.send(m.BLIND_CHOSEN, seat, STRADDLE) == why
        assert driver.table.snapshot() == before

    refused(5, m.REFUSAL_NOT_NOW)  # sits out
    refused(4, m.REFUSAL_AMOUNT_OUT_OF_RANGE)
    refused(7, m.REFUSAL_SEAT_EMPTY)
    driver.fire()
    refused(4, m.REFUSAL_AMOUNT_OUT_OF_RANGE)
    refused(1, m.REFUSAL_NOT_YOUR_TURN)
    driver.send(m.CUT_SET, 0, None)
    refused(4, m.REFUSAL_NOT_NOW)  # the cards are dealt


def test_two_players_do_not_straddle() -> None:
    driver = table_of(TWO, straddle="by_choice")
    driver.send(m.BLIND_CHOSEN, 1, STRADDLE)
    driver.send(m.BLIND_CHOSEN, 2, STRADDLE)
    driver.start_hand()
    assert not straddles(driver)


def test_chips_that_fell_below_a_straddle_meanwhile_post_none() -> None:
    driver = table_of(FIVE, straddle="by_choice")
    driver.send(m.BLIND_CHOSEN, 4, STRADDLE)
    driver.set("big_blind", 600)
    driver.start_hand()
    assert not straddles(driver)


def test_a_void_hand_asks_for_the_straddle_anew() -> None:
    driver = table_of(FIVE, straddle="by_choice")
    driver.send(m.BLIND_CHOSEN, 4, STRADDLE)
    driver.start_hand()
    driver.send(m.CARD_LEFT, 40, 40)
    driver.send(m.FLOOR_RULED, m.RULING_VOID_HAND, "Anna")
    assert driver.table.stacks[4] == 1000
    driver.start_hand()
    assert straddles(driver) == [(4, 200)]  # of the void hand


@pytest.mark.parametrize("rule", ["every_hand", "by_choice"])
def test_nobody_straddles_in_a_tournament(rule: str) -> None:
    driver = table_of(FIVE, game="tournament")
    before = driver.table.snapshot()
    assert driver.set("straddle", rule) == m.REFUSAL_SETTINGS_CONTRADICT
    assert driver.table.snapshot() == before
    driver = table_of(FIVE, straddle=rule)
    assert driver.set("game", "tournament") == m.REFUSAL_SETTINGS_CONTRADICT
