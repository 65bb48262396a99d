"""Who is in the next hand: out, back, blinds missed, chips bought between hands."""

from __future__ import annotations

import pytest

from firmware.core import legal_actions
from firmware.schema import messages as m
from tests.hand_stories import THREE, TWO, call_down, hand_of, table_of
from tests.table_driver import TableDriver


def started(driver: TableDriver) -> tuple[int, tuple[int, ...]]:
    """The last hand's button and the seats in it."""
    return driver.heard(m.HAND_STARTED)[-1][2:4]


def fold_out(driver: TableDriver) -> None:
    """Everybody folds to the last hand, and the next one begins."""
    while (legal := legal_actions(driver.table.hand)) is not None:
        assert driver.fold(legal[0]) == 0
    driver.start_hand()


# ------------------------------------------------------------------ out and back


def test_out_in_a_hand_means_out_from_the_next_one() -> None:
    driver = hand_of(THREE)
    assert driver.send(m.PLAYER_OUT_NEXT, 3) == 0
    driver.call(1)
    driver.call(2)
    assert legal_actions(driver.table.hand)[0] == 3  # type: ignore[index]
    driver.raise_to(3, 300)
    driver.fold(1)
    driver.fold(2)
    driver.start_hand()
    assert started(driver)[1] == (1, 2)
    assert (m.SEAT_NOT_DEALT, 3, m.NOT_DEALT_SITTING_OUT) in driver.said


def test_who_sits_out_in_a_tournament_posts_and_keeps_its_place_in_the_rotation() -> None:
    driver = table_of(THREE, sit_out="post")
    driver.send(m.BUTTON_PLACED, 1)
    driver.send(m.PLAYER_OUT_NEXT, 3)
    driver.start_hand()
    positions = [driver.table.positions]
    for _ in range(2):
        fold_out(driver)
        positions.append(driver.table.positions)
    assert positions == [(1, 2, 3), (2, 3, 1), (3, 1, 2)]
    paid = [(one[2], one[3]) for one in driver.heard(m.FORCED_BET_POSTED) if one[1] == 3]
    assert paid == [(m.FORCED_BIG_BLIND, 100), (m.FORCED_SMALL_BLIND, 50)]
    assert not [one for one in driver.heard(m.HOLE_CARD_DEALT) if one[1] == 3]


def test_a_seat_without_cards_can_win_nothing_but_its_chips_stay_in_the_pot() -> None:
    driver = table_of(THREE, sit_out="post")
    driver.send(m.PLAYER_OUT_NEXT, 3)
    driver.start_hand()
    driver.call(1)
    driver.fold(2)
    assert driver.heard(m.POT_AWARDED)[-1] == (m.POT_AWARDED, 0, 1, 250)


def test_when_everybody_else_is_away_the_absent_get_cards_and_fold_by_themselves() -> None:
    driver = table_of(TWO, sit_out="post")
    driver.send(m.PLAYER_OUT_NEXT, 2)
    driver.start_hand()
    assert len(driver.heard(m.HOLE_CARD_DEALT)) == 4
    driver.raise_to(1, 300)
    assert driver.heard(m.ACTION_TAKEN)[-1][1:3] == (2, m.ACTION_FOLD)


def test_no_hand_is_dealt_when_everybody_sits_out() -> None:
    driver = table_of(TWO, sit_out="post")
    driver.send(m.PLAYER_OUT_NEXT, 1)
    driver.send(m.PLAYER_OUT_NEXT, 2)
    driver.fire()
    assert driver.table.hand is None
    driver.send(m.PLAYER_BACK, 2)
    driver.start_hand()
    assert started(driver)[1] == (1, 2)


def test_an_absent_seat_that_gets_cards_checks_before_it_folds() -> None:
    driver = table_of(THREE, sit_out="post", deal_to_absent="yes")
    driver.send(m.PLAYER_OUT_NEXT, 3)
    driver.start_hand()
    driver.call(1)
    driver.call(2)
    assert driver.heard(m.ACTION_TAKEN)[-1][1:4] == (3, m.ACTION_CHECK, 100)
    driver.send(m.PLAYER_BACK, 3)
    driver.call(2)
    assert legal_actions(driver.table.hand)[0] == 3  # type: ignore[index]


def test_an_absent_seat_is_not_asked_for_the_cut() -> None:
    driver = table_of(THREE, sit_out="post", deal_to_absent="yes")
    driver.send(m.PLAYER_OUT_NEXT, 3)
    driver.fire()
    assert driver.heard(m.CUT_ASKED)[-1] == (m.CUT_ASKED, 2)


def test_out_and_back_are_refused_where_they_say_nothing_new() -> None:
    driver = table_of(TWO)
    before = driver.table.snapshot()
    assert driver.send(m.PLAYER_BACK, 1) == m.REFUSAL_ALREADY_SO
    assert driver.send(m.PLAYER_OUT_NEXT, 3) == m.REFUSAL_SEAT_EMPTY
    assert driver.send(m.PLAYER_BACK, 11) == m.REFUSAL_NO_SUCH_SEAT
    assert driver.table.snapshot() == before
    assert driver.send(m.PLAYER_OUT_NEXT, 1) == 0
    assert driver.send(m.PLAYER_OUT_NEXT, 1) == m.REFUSAL_ALREADY_SO


# ------------------------------------------------------------------ blinds that were missed


def test_only_the_blind_that_was_missed_is_made_up() -> None:
    driver = table_of({1: 1000, 2: 1000, 3: 1000, 4: 1000}, missed_blinds="make_up")
    driver.start_hand()  # button 1, blinds 2 and 3
    driver.send(m.PLAYER_OUT_NEXT, 3)  # the big blind was posted; the small one will be missed
    fold_out(driver)
    assert driver.table.positions == (2, 4, 1)
    driver.send(m.PLAYER_BACK, 3)
    assert driver.heard(m.BLIND_OWED)[-1] == (m.BLIND_OWED, 3, 50, 0)
    assert driver.send(m.BLIND_CHOSEN, 3, m.ENTRY_POST) == 0
    fold_out(driver)
    posted = [one for one in driver.heard(m.FORCED_BET_POSTED) if one[1] == 3]
    assert posted[-1] == (m.FORCED_BET_POSTED, 3, m.FORCED_DEAD_BLIND, 50)


def test_who_waits_owes_nothing_once_it_is_the_big_blind() -> None:
    driver = hand_of(THREE, missed_blinds="make_up")
    driver.send(m.SEAT_TAKEN, 5, 1000, None)
    assert driver.send(m.BLIND_CHOSEN, 5, m.ENTRY_WAIT) == 0
    fold_out(driver)
    assert driver.table.positions == (2, 3, 5)
    assert [one[2:] for one in driver.heard(m.FORCED_BET_POSTED) if one[1] == 5] == [
        (m.FORCED_BIG_BLIND, 100)
    ]
    assert driver.send(m.BLIND_CHOSEN, 5, m.ENTRY_POST) == m.REFUSAL_NOTHING_OWED


def test_a_newcomer_who_waits_long_owes_one_big_blind_and_no_more() -> None:
    driver = hand_of(THREE, missed_blinds="make_up")
    driver.send(m.BUTTON_PLACED, 3)
    fold_out(driver)  # button 3, blinds 1 and 2
    driver.send(m.SEAT_TAKEN, 10, 1000, None)
    driver.send(m.PLAYER_OUT_NEXT, 10)
    for _ in range(4):
        fold_out(driver)
    driver.send(m.PLAYER_BACK, 10)
    assert driver.heard(m.BLIND_OWED)[-1] == (m.BLIND_OWED, 10, 0, 100)


def test_a_house_may_let_everybody_wait_or_owe_nothing() -> None:
    driver = hand_of(THREE, missed_blinds="wait")
    driver.send(m.SEAT_TAKEN, 5, 1000, None)
    assert driver.send(m.BLIND_CHOSEN, 5, m.ENTRY_POST) == m.REFUSAL_MUST_WAIT
    driver = hand_of(THREE, missed_blinds="free")
    driver.send(m.SEAT_TAKEN, 5, 1000, None)
    assert driver.send(m.BLIND_CHOSEN, 5, m.ENTRY_POST) == m.REFUSAL_NOTHING_OWED
    fold_out(driver)
    assert started(driver)[1] == (1, 2, 3, 5)


def test_an_entry_that_does_not_exist_is_refused() -> None:
    driver = hand_of(THREE, missed_blinds="make_up")
    driver.send(m.SEAT_TAKEN, 5, 1000, None)
    assert driver.send(m.BLIND_CHOSEN, 5, 7) == m.REFUSAL_BAD_VALUE
    assert driver.send(m.BLIND_CHOSEN, 6, 0) == m.REFUSAL_SEAT_EMPTY


def test_a_void_hand_leaves_what_was_owed() -> None:
    driver = hand_of(THREE, missed_blinds="make_up")
    driver.send(m.SEAT_TAKEN, 7, 1000, None)
    driver.send(m.BLIND_CHOSEN, 7, m.ENTRY_POST)
    driver.send(m.SEAT_TAKEN, 5, 1000, None)
    fold_out(driver)
    assert started(driver) == (2, (1, 2, 3, 5, 7))
    driver.send(m.CARD_LEFT, 40, 40)
    driver.send(m.FLOOR_RULED, m.RULING_VOID_HAND, "Anna")
    driver.start_hand()
    assert started(driver) == (2, (1, 2, 3, 5, 7))
    posts = [one for one in driver.heard(m.FORCED_BET_POSTED) if one[2] == m.FORCED_POST]
    assert posts == [(m.FORCED_BET_POSTED, 7, m.FORCED_POST, 100)] * 2


def test_who_buys_in_again_owes_the_blinds_that_passed() -> None:
    driver = table_of({1: 1000, 2: 100, 3: 1000, 5: 1000}, missed_blinds="make_up")
    hole = [0, 20, 51, 47, 5, 24, 50, 43]  # seat 5 gets two aces, and a third on the flop
    driver.deck = hole + [card for card in range(51, -1, -1) if card not in hole]
    driver.start_hand()
    driver.raise_to(5, 1000)
    driver.fold(1)
    driver.call(2)
    driver.fold(3)
    assert driver.table.stacks[2] == 0
    for _ in range(4):
        driver.start_hand()
        while (legal := legal_actions(driver.table.hand)) is not None:
            driver.fold(legal[0])
    driver.send(m.CHIPS_ADDED, 2, 500)
    assert driver.heard(m.BLIND_OWED)[-1] == (m.BLIND_OWED, 2, 50, 100)


# ------------------------------------------------------------------ chips between hands


def test_chips_come_between_hands_only_and_are_issued() -> None:
    driver = hand_of(TWO)
    before = driver.table.snapshot()
    assert driver.send(m.CHIPS_ADDED, 1, 500) == m.REFUSAL_HAND_RUNNING
    assert driver.send(m.CHIPS_ADDED, 3, 500) == m.REFUSAL_SEAT_EMPTY
    assert driver.table.snapshot() == before
    driver.fold(1)
    assert driver.send(m.CHIPS_ADDED, 1, 0) == m.REFUSAL_AMOUNT_OUT_OF_RANGE
    assert driver.send(m.CHIPS_ADDED, 1, (1 << 30) - 1) == m.REFUSAL_AMOUNT_OUT_OF_RANGE
    assert driver.send(m.CHIPS_ADDED, 1, 500) == 0
    assert driver.table.issued == 2500 == sum(driver.table.stacks)


def test_a_count_that_differs_corrects_nothing_and_stops_the_next_hand() -> None:
    driver = table_of(TWO, chip_mode="declared")
    assert driver.send(m.CHIPS_COUNTED, 1, -1) == m.REFUSAL_AMOUNT_OUT_OF_RANGE
    driver.send(m.CHIPS_COUNTED, 1, 900)
    assert driver.said[-1] == (m.STOP_TIMER,)
    assert driver.heard(m.CHIPS_DIFFER) == [(m.CHIPS_DIFFER, 1, 900, 1000)]
    assert driver.table.stacks[1] == 1000
    assert driver.send(m.FLOOR_RULED, m.RULING_VOID_HAND, "Anna") == m.REFUSAL_NOT_NOW
    assert driver.send(m.FLOOR_RULED, m.RULING_RESUME, "Anna") == 0
    driver.start_hand()
    assert driver.send(m.CHIPS_COUNTED, 1, 900) == m.REFUSAL_HAND_RUNNING


def test_virtual_chips_are_not_counted() -> None:
    assert table_of(TWO).send(m.CHIPS_COUNTED, 1, 1000) == m.REFUSAL_NOT_NOW


# ------------------------------------------------------------------ house rules, first button


def test_house_rules_that_contradict_each_other_are_refused() -> None:
    driver = TableDriver()
    assert driver.set("deal_to_absent", "yes") == m.REFUSAL_SETTINGS_CONTRADICT
    assert driver.set("sit_out", "post") == 0
    assert driver.set("deal_to_absent", "yes") == 0
    assert driver.set("sit_out", "skip") == m.REFUSAL_SETTINGS_CONTRADICT
    assert driver.set("objection_seconds", 2) == m.REFUSAL_BAD_VALUE
    assert driver.set("objection_seconds", 0) == 0


@pytest.mark.parametrize("drawn", [2, 5])
def test_the_first_button_is_drawn_once(drawn: int) -> None:
    driver = TableDriver()
    driver.stops_at = m.DRAW_BUTTON
    driver.sit({2: 1000, 5: 1000, 7: 1000})
    driver.power_up()
    assert driver.said[-1] == (m.DRAW_BUTTON, (2, 5, 7))
    assert driver.send(m.BUTTON_DRAWN, 11) == m.REFUSAL_NO_SUCH_SEAT
    driver.send(m.BUTTON_DRAWN, drawn)
    driver.start_hand()
    assert driver.table.button() == drawn
    assert driver.send(m.BUTTON_DRAWN, 7) == m.REFUSAL_NOT_NOW


def test_cut_is_asked_although_all_who_are_dealt_in_sit_out() -> None:
    driver = hand_of({1: 10000, 3: 10000}, sit_out="post", missed_blinds="wait")
    driver.send(m.SEAT_TAKEN, 2, 10000, None)
    driver.fold(1)
    driver.send(m.PLAYER_OUT_NEXT, 1)
    driver.send(m.PLAYER_OUT_NEXT, 3)
    driver.fire()
    assert started(driver) == (3, (1, 3))
    assert driver.heard(m.CUT_ASKED)[-1] == (m.CUT_ASKED, 1)
    driver.send(m.CUT_SET, 0, None)
    assert driver.heard(m.HAND_FINISHED)[-1][1] == 2


def test_left_of_the_tray_is_the_first_player_from_seat_one_on() -> None:
    driver = TableDriver()
    driver.set("first_button", "tray_left")
    driver.sit({4: 1000, 7: 1000})
    driver.power_up()
    driver.start_hand()
    assert driver.table.button() == 4
    assert not driver.heard(m.DRAW_BUTTON)


def test_a_break_and_a_new_level_begin_with_the_next_hand() -> None:
    driver = hand_of(TWO)
    driver.send(m.TABLE_PAUSED, "director")
    driver.set("big_blind", 200)
    call_down(driver)
    driver.show(2)
    driver.show(1)
    assert driver.heard(m.HAND_FINISHED)
    driver.fire()
    assert driver.table.hand is None
    driver.send(m.TABLE_RESUMED, "director")
    driver.start_hand()
    assert driver.heard(m.FORCED_BET_POSTED)[-1][3] == 200
