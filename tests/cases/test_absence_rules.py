"""Time, absence, first button and the played board, by the rulebooks' numbers: R000-21, R001-03,
R001-13, R001-14, R002-07, R002-17, R002-18, R004-37.
"""

from __future__ import annotations

import pytest

from firmware.core import hand_table
from firmware.core.cards import parse_cards
from firmware.schema import messages as m
from tests.hand_stories import THREE, call_down, hand_of, show_down, table_of
from tests.table_driver import TableDriver

CLOCK = {"action_seconds": 20, "warning_seconds": 0}
FOUR = dict.fromkeys((1, 2, 3, 4), 1000)


def started(driver: TableDriver) -> tuple[int, ...]:
    """The seats of the last hand."""
    return driver.heard(m.HAND_STARTED)[-1][3]


def posted(driver: TableDriver) -> list[tuple]:
    """Forced bets since the last hand began: (seat, kind, amount)."""
    last = max(at for at, one in enumerate(driver.said) if one[0] == m.HAND_STARTED)
    return [one[1:] for one in driver.said[last:] if one[0] == m.FORCED_BET_POSTED]


def to_next_hand(driver: TableDriver) -> None:
    """The hand is played to its end, and the next one is dealt."""
    show_down(driver)
    driver.play_on()
    driver.start_hand()


def test_time_up_is_a_check_if_nobody_bet_else_a_fold() -> None:
    driver = hand_of(THREE, **CLOCK)
    assert driver.heard(m.START_TIMER)[-1][3] == 20_000
    driver.fire()
    driver.call(2)
    driver.call(3)
    driver.fire()
    taken = [(one[1], one[2], one[5]) for one in driver.heard(m.ACTION_TAKEN)]
    assert taken[0] == (1, m.ACTION_FOLD, 1)
    assert taken[-1] == (2, m.ACTION_CHECK, 1)
    assert not driver.heard(m.PLAYER_SAT_OUT)


@pytest.mark.parametrize("seconds", [1, 8, 15, 120])
def test_the_time_for_a_decision_is_the_rooms(seconds: int) -> None:
    driver = hand_of(THREE, action_seconds=seconds, warning_seconds=0)
    timer = driver.heard(m.START_TIMER)[-1]
    assert (timer[1], timer[3]) == (m.TIMER_ACTION, seconds * 1000)
    assert driver.set("action_seconds", 121) == m.REFUSAL_BAD_VALUE


def test_the_player_is_warned_before_time_is_up() -> None:
    driver = hand_of(THREE, action_seconds=20, warning_seconds=5)
    assert driver.heard(m.START_TIMER)[-1][3] == 15_000
    driver.fire()
    assert driver.heard(m.TIME_WARNED) == [(m.TIME_WARNED, 1, 5)]
    assert driver.heard(m.START_TIMER)[-1][3] == 5_000
    driver.fire()
    assert driver.heard(m.TURN_TIMED_OUT) == [(m.TURN_TIMED_OUT, 1)]


def test_who_runs_out_of_time_sits_out_until_back_in_the_running_hand_too() -> None:
    driver = hand_of(FOUR, **CLOCK, on_timeout="check_fold_and_sit_out")
    for seat in (4, 1, 2, 3):
        driver.call(seat)
    driver.fire()  # seat 2 opens the flop
    assert driver.heard(m.PLAYER_SAT_OUT) == [(m.PLAYER_SAT_OUT, 2)]
    for seat in (3, 4, 1):
        driver.call(seat)
    asked = [one[1] for one in driver.heard(m.TURN_OPENED)]
    assert asked[-2:] == [1, 3]  # on the turn seat 2 has checked by itself
    assert driver.send(m.PLAYER_BACK, 2) == 0
    for seat in (3, 4, 1):
        driver.call(seat)
    assert driver.heard(m.TURN_OPENED)[-1][1] == 2


def test_the_time_bank_is_one_reserve_used_in_parts() -> None:
    driver = hand_of(THREE, **CLOCK, time_bank_seconds=3)
    driver.fire()
    driver.fire()  # one second of the reserve has passed, the second one runs
    assert driver.heard(m.TIME_BANK_OPENED) == [(m.TIME_BANK_OPENED, 1, 3)]
    driver.call(1)
    to_next_hand(driver)
    while driver.table.hand.turn != 1:
        driver.call(driver.table.hand.turn)
    driver.fire()
    assert driver.heard(m.TIME_BANK_OPENED)[-1] == (m.TIME_BANK_OPENED, 1, 1)
    driver.fire()
    assert driver.heard(m.TURN_TIMED_OUT)[-1] == (m.TURN_TIMED_OUT, 1)


def test_out_from_the_next_hand_in_cash_means_left_out() -> None:
    driver = hand_of(FOUR, sit_out="skip")
    assert driver.send(m.PLAYER_OUT_NEXT, 4) == 0
    to_next_hand(driver)
    assert started(driver) == (1, 2, 3)
    assert driver.heard(m.SEAT_NOT_DEALT)[-1] == (m.SEAT_NOT_DEALT, 4, m.NOT_DEALT_SITTING_OUT)
    assert 4 not in [seat for seat, _, _ in posted(driver)]


def test_out_from_the_next_hand_in_a_tournament_blinds_are_posted_until_back() -> None:
    driver = hand_of(FOUR, sit_out="post", small_blind=50, missed_blinds="free")
    assert driver.send(m.PLAYER_OUT_NEXT, 4) == 0
    to_next_hand(driver)  # seat 4 is the big blind, and has no cards
    assert (4, m.FORCED_BIG_BLIND, 100) in posted(driver)
    assert driver.heard(m.SEAT_NOT_DEALT)[-1] == (m.SEAT_NOT_DEALT, 4, m.NOT_DEALT_ABSENT)
    to_next_hand(driver)  # the small blind
    assert (4, m.FORCED_SMALL_BLIND, 50) in posted(driver)
    assert driver.send(m.PLAYER_BACK, 4) == 0
    told = len(driver.heard(m.SEAT_NOT_DEALT))
    to_next_hand(driver)
    assert len(driver.heard(m.SEAT_NOT_DEALT)) == told


def test_an_absent_player_may_be_dealt_in_and_plays_by_itself() -> None:
    driver = hand_of(FOUR, sit_out="post", deal_to_absent="yes", missed_blinds="free")
    assert driver.send(m.PLAYER_OUT_NEXT, 4) == 0
    to_next_hand(driver)
    dealt = [one[1] for one in driver.heard(m.HOLE_CARD_DEALT)]
    assert dealt[-8:].count(4) == 2
    assert not driver.heard(m.SEAT_NOT_DEALT)
    asked = len(driver.heard(m.TURN_OPENED))
    call_down(driver)
    assert 4 not in [one[1] for one in driver.heard(m.TURN_OPENED)[asked - 1 :]]


@pytest.mark.parametrize("drawn", [3, 5, 9])
def test_the_first_button_is_drawn_among_the_players(drawn: int) -> None:
    driver = TableDriver(3)
    driver.set("witness_ms", 0)
    driver.set("first_button", "random")
    driver.sit({3: 1000, 5: 1000, 9: 1000})
    driver.stops_at = m.DRAW_BUTTON
    driver.power_up()
    assert driver.heard(m.DRAW_BUTTON) == [(m.DRAW_BUTTON, (3, 5, 9))]
    assert driver.send(m.BUTTON_DRAWN, drawn) == 0
    driver.start_hand()
    assert driver.table.button() == drawn
    show_down(driver)
    driver.play_on()
    assert len(driver.heard(m.DRAW_BUTTON)) == 1  # it moves from here on


def test_the_first_button_lies_left_of_the_tray_where_the_room_says_so() -> None:
    driver = table_of({3: 1000, 5: 1000, 9: 1000}, first_button="tray_left")
    driver.start_hand()
    assert not driver.heard(m.DRAW_BUTTON)
    assert driver.table.button() == 3


def board_hand(board_claim: str) -> TableDriver:
    """Heads-up, checked down to a straight on the board that nobody improves."""
    driver = table_of({1: 1000, 2: 1000}, board_claim=board_claim, burn="none")
    wanted = parse_cards("2c 3c 2d 3d As Kd Qc Jh Ts")
    driver.deck = [*wanted, *(card for card in range(52) if card not in wanted)]
    driver.start_hand()
    call_down(driver)
    assert driver.table.hand.state == hand_table.SHOWING
    return driver


def test_who_announces_the_board_shares_and_keeps_the_cards_hidden() -> None:
    driver = board_hand("announce")
    first = driver.table.hand.turn
    assert driver.send(m.BOARD_CLAIMED, first) == 0
    assert driver.heard(m.BOARD_PLAYED)[-1][1] == first
    driver.show(3 - first)
    driver.play_on()
    assert sorted(one[2] for one in driver.heard(m.POT_AWARDED)) == [1, 2]


def test_who_mucks_without_a_word_has_no_share_of_a_board_that_is_played() -> None:
    driver = board_hand("announce")
    first = driver.table.hand.turn
    driver.muck(first)
    driver.play_on()
    assert [one[2] for one in driver.heard(m.POT_AWARDED)] == [3 - first]


def test_where_cards_speak_nobody_claims_the_board() -> None:
    driver = board_hand("cards_speak")
    before = driver.table.snapshot()
    assert driver.send(m.BOARD_CLAIMED, driver.table.hand.turn) != 0
    assert driver.table.snapshot() == before
    show_down(driver)
    driver.play_on()
    assert sorted(one[2] for one in driver.heard(m.POT_AWARDED)) == [1, 2]
