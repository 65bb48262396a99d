"""Whole hands, each told for one claim: betting, who walks away, the showdown."""

from __future__ import annotations

from firmware.core import legal_actions
from firmware.core.cards import parse_cards
from firmware.schema import messages as m
from tests.hand_stories import THREE, TWO, call_down, hand_of, show_down, table_of


def test_every_illegal_action_says_why_and_changes_nothing() -> None:
    driver = hand_of(THREE)
    before = driver.table.snapshot()
    chosen = m.ACTION_CHOSEN
    assert driver.send(chosen, 2, m.CHOICE_CALL, None) == m.REFUSAL_NOT_YOUR_TURN
    assert driver.send(chosen, 1, m.CHOICE_CALL, 100) == m.REFUSAL_BAD_VALUE
    assert driver.send(chosen, 1, 7, None) == m.REFUSAL_BAD_VALUE
    assert driver.send(chosen, 1, m.CHOICE_RAISE, None) == m.REFUSAL_AMOUNT_MISSING
    assert driver.raise_to(1, 199) == m.REFUSAL_BELOW_MINIMUM
    assert driver.raise_to(1, 1001) == m.REFUSAL_ABOVE_MAXIMUM
    assert driver.show(1) == m.REFUSAL_NOT_NOW
    assert driver.send(m.CUT_SET, 5, None) == m.REFUSAL_NOT_NOW
    assert driver.send(m.FLOOR_RULED, m.RULING_VOID_HAND, "Anna") == m.REFUSAL_NOT_NOW
    assert driver.send(m.HAND_STARTED, 1) == m.REFUSAL_NO_SUCH_MESSAGE
    assert driver.send(999) == m.REFUSAL_NO_SUCH_MESSAGE
    assert driver.table.snapshot() == before
    assert driver.heard(m.INPUT_REFUSED)[-1] == (
        m.INPUT_REFUSED, "unknown", m.REFUSAL_NO_SUCH_MESSAGE
    )  # fmt: skip


def test_the_reader_forgets_a_folded_hand_when_the_fold_cannot_be_taken_back() -> None:
    driver = hand_of(THREE)
    driver.fold(1)
    assert driver.table.hand is not None
    assert not driver.heard(m.ERASE_FACE)
    driver.call(2)
    assert driver.heard(m.ERASE_FACE) == [
        (m.ERASE_FACE, token) for token in driver.table.hand.hole[1]
    ]


def test_nobody_is_to_act_between_hands() -> None:
    assert legal_actions(table_of(TWO).table.hand) is None


def test_the_last_but_one_to_leave_leaves_the_pot_to_the_last() -> None:
    driver = hand_of(THREE)
    driver.send(m.SEAT_LEFT, 1)
    driver.send(m.SEAT_LEFT, 2)
    assert driver.heard(m.POT_AWARDED) == [(m.POT_AWARDED, 0, 3, 100)]
    assert driver.table.stacks == [0, 0, 0, 1050] + [0] * 7
    assert driver.table.issued == 1050


def test_two_who_left_before_the_deal_are_folded_before_the_first_turn() -> None:
    driver = table_of({1: 1000, 2: 1000, 3: 1000, 4: 1000})
    driver.fire()
    driver.send(m.SEAT_LEFT, 2)
    driver.send(m.SEAT_LEFT, 4)
    driver.send(m.CUT_SET, 0, None)
    folded = [one[1] for one in driver.heard(m.ACTION_TAKEN)]
    assert folded == [2, 4]
    assert legal_actions(driver.table.hand) == (1, 100, 200, 1000)


def test_who_leaves_twice_is_told_that_the_seat_is_empty() -> None:
    driver = hand_of(THREE)
    driver.send(m.SEAT_LEFT, 3)
    assert driver.send(m.SEAT_LEFT, 3) == m.REFUSAL_SEAT_EMPTY
    assert driver.send(m.SEAT_TAKEN, 3, 500, None) == m.REFUSAL_SEAT_TAKEN


def test_an_all_in_player_who_leaves_stays_in_the_hand() -> None:
    driver = hand_of({1: 300, 2: 1000, 3: 1000})
    driver.raise_to(1, 300)
    driver.send(m.SEAT_LEFT, 1)
    show_down(driver)
    assert 1 in driver.heard(m.POT_FORMED)[0][3]


def test_who_left_before_the_deal_with_nothing_to_decide_stays_in_the_hand() -> None:
    driver = table_of({1: 30, 2: 1000})
    driver.fire()
    driver.send(m.SEAT_LEFT, 2)
    driver.send(m.CUT_SET, 0, None)
    assert driver.heard(m.ACTION_TAKEN) == []
    assert driver.heard(m.POT_FORMED) == [(m.POT_FORMED, 0, 60, (1, 2))]


def test_who_called_an_all_in_and_leaves_stays_in_the_hand() -> None:
    driver = hand_of({1: 300, 2: 1000})
    driver.stops_at = m.OPEN_FACE
    driver.raise_to(1, 300)
    driver.call(2)
    driver.send(m.SEAT_LEFT, 2)
    driver.stops_at = 0
    for token in range(4):
        driver.openings += 1
        driver.send(m.FACE_OPENED, token, driver.deck[token])
    assert len(driver.heard(m.HAND_SHOWN)) == 2
    assert driver.heard(m.POT_FORMED) == [(m.POT_FORMED, 0, 600, (1, 2))]


def test_a_hand_that_lies_open_is_not_folded_by_who_leaves() -> None:
    driver = hand_of(THREE, show="all_up")
    while not driver.heard(m.BOARD_DEALT) or len(driver.heard(m.BOARD_DEALT)[-1][2]) < 5:
        driver.call(legal_actions(driver.table.hand)[0])  # type: ignore[index]
    driver.stops_at = m.OPEN_FACE
    call_down(driver)
    driver.send(m.SEAT_LEFT, 2)
    for _id, token in driver.heard(m.OPEN_FACE):
        driver.openings += 1
        driver.send(m.FACE_OPENED, token, driver.face_of(token))
    assert driver.heard(m.POT_FORMED) == [(m.POT_FORMED, 0, 300, (1, 2, 3))]


def test_who_leaves_a_held_hand_is_folded_when_it_goes_on() -> None:
    driver = hand_of(THREE)
    driver.send(m.FAULT_RAISED, "F-PAN-01", "panel1", None)
    driver.send(m.SEAT_LEFT, 1)
    assert driver.heard(m.ACTION_TAKEN) == []
    driver.send(m.FAULT_CLEARED, "F-PAN-01", "panel1")
    assert driver.heard(m.ACTION_TAKEN) == [(m.ACTION_TAKEN, 1, m.ACTION_FOLD, 0, 1000, None)]
    assert legal_actions(driver.table.hand) == (2, 50, 200, 1000)


def test_who_leaves_a_hand_held_at_the_showdown_is_mucked_when_it_goes_on() -> None:
    driver = hand_of(THREE)
    call_down(driver)
    driver.send(m.FAULT_RAISED, "F-PAN-01", "panel1", None)
    driver.send(m.SEAT_LEFT, 2)
    driver.send(m.FAULT_CLEARED, "F-PAN-01", "panel1")
    assert driver.heard(m.HAND_MUCKED) == [(m.HAND_MUCKED, 2)]
    assert driver.heard(m.SHOW_ASKED)[-1] == (m.SHOW_ASKED, 3)


def test_a_turn_is_offered_anew_when_the_opponent_who_could_answer_leaves() -> None:
    driver = hand_of({1: 1000, 2: 1000, 3: 100})
    assert legal_actions(driver.table.hand) == (1, 100, 200, 1000)
    driver.send(m.SEAT_LEFT, 2)
    assert legal_actions(driver.table.hand) == (1, 100, 0, 0)
    assert driver.heard(m.TURN_OPENED)[-1] == (m.TURN_OPENED, 1, 100, None, None)


def test_who_leaves_on_the_street_of_the_last_action_is_folded_before_the_next_turn() -> None:
    driver = table_of({1: 1000, 2: 1000, 3: 1000})
    driver.start_hand()
    driver.deals = False
    call_down(driver)
    driver.send(m.SEAT_LEFT, 2)
    driver.deals = True
    for answer in driver.answers((m.DEAL_CARD, 6, m.PLACE_BURN)):
        driver.send(*answer)
    assert legal_actions(driver.table.hand) == (3, 0, 100, 900)


def test_without_a_bet_on_the_river_the_left_of_the_button_is_asked_first() -> None:
    driver = hand_of(THREE)
    call_down(driver)
    assert driver.heard(m.SHOW_ASKED) == [(m.SHOW_ASKED, 2)]


def test_the_last_aggressor_shows_first() -> None:
    driver = hand_of(THREE)
    for _ in range(3):
        for seat in (1, 2, 3) if not driver.heard(m.BOARD_DEALT) else (2, 3, 1):
            driver.call(seat)
    driver.call(2)
    driver.raise_to(3, 100)
    driver.call(1)
    driver.call(2)
    assert driver.heard(m.SHOW_ASKED) == [(m.SHOW_ASKED, 3)]


def test_the_last_hand_after_mucks_wins_unseen() -> None:
    driver = hand_of(THREE)
    call_down(driver)
    driver.muck(2)
    driver.muck(3)
    assert driver.heard(m.OPEN_FACE) == []
    assert driver.heard(m.POT_AWARDED) == [(m.POT_AWARDED, 0, 1, 300)]


def test_show_choices_out_of_turn_or_unknown_are_refused() -> None:
    driver = hand_of(THREE)
    call_down(driver)
    before = driver.table.snapshot()
    assert driver.show(3) == m.REFUSAL_NOT_YOUR_TURN
    assert driver.send(m.SHOW_CHOSEN, 2, 5) == m.REFUSAL_BAD_VALUE
    assert driver.table.snapshot() == before


def test_by_house_rule_all_hands_are_turned_up() -> None:
    driver = hand_of(THREE, show="all_up")
    call_down(driver)
    assert [one[1] for one in driver.heard(m.HAND_SHOWN)] == [2, 3, 1]
    assert driver.heard(m.SHOW_ASKED) == []


def test_with_an_all_in_nobody_may_muck_on_the_river() -> None:
    driver = hand_of({1: 100, 2: 1000, 3: 1000})
    call_down(driver)
    assert driver.heard(m.SHOW_ASKED) == []
    assert len(driver.heard(m.HAND_SHOWN)) == 3


def test_a_tie_splits_and_the_odd_chip_goes_by_the_house_rule() -> None:
    for rule, first in (("left_of_button", 2), ("next_big_blind", 1)):
        driver = table_of({1: 1000, 2: 1000, 3: 1000}, odd_chip=rule, small_blind=25)
        # Three hands, then burn and flop, burn and turn, burn and river: the board is royal.
        order = list(parse_cards("2c3c4c 2d3d4d 5cThJhQh 6cKh 7cAh"))
        driver.deck = order + [card for card in range(52) if card not in order]
        driver.start_hand()
        driver.call(1)
        driver.fold(2)
        driver.call(3)
        show_down(driver)
        awards = [one[2:] for one in driver.heard(m.POT_AWARDED)]
        assert sum(chips for _, chips in awards) == 225
        assert awards[0] == ((3 if first == 2 else 1), 113)


def test_a_lone_big_blind_that_everybody_folds_to_goes_back_and_nothing_is_won() -> None:
    for settings in ({"small_blind": 0}, {"small_blind": 0, "rake_permille": 100}):
        driver = hand_of(THREE, **settings)
        driver.fold(1)
        driver.fold(2)
        assert driver.heard(m.UNCALLED_BET_RETURNED) == [(m.UNCALLED_BET_RETURNED, 3, 100)]
        assert not driver.heard(m.POT_AWARDED)
        assert driver.heard(m.HAND_FINISHED)[-1][3] == (1000, 1000, 1000)


def test_who_put_in_nothing_wins_the_blinds_of_players_who_walked_away() -> None:
    driver = hand_of(THREE)
    driver.send(m.SEAT_LEFT, 2)
    driver.send(m.SEAT_LEFT, 3)
    assert driver.heard(m.POT_AWARDED) == [(m.POT_AWARDED, 0, 1, 150)]
    assert driver.table.stacks[1] == 1150


def test_two_players_who_leave_a_held_hand_are_folded_when_it_goes_on() -> None:
    driver = hand_of({1: 10000, 2: 10000, 3: 10000, 4: 10000})
    for seat in (4, 1, 2, 3, 2):
        driver.call(seat)
    driver.raise_to(3, 500)
    driver.call(4)
    driver.fold(1)
    driver.send(m.FAULT_RAISED, "F-PWR-01", "power", None)
    driver.send(m.SEAT_LEFT, 2)
    driver.send(m.SEAT_LEFT, 3)
    assert driver.send(m.FAULT_CLEARED, "F-PWR-01", "power") == 0
    assert driver.heard(m.HAND_FINISHED)
    assert driver.heard(m.POT_AWARDED)[-1][2] == 4


def test_nobody_is_asked_to_bet_alone_against_an_all_in() -> None:
    driver = hand_of({1: 1000, 2: 10000, 3: 10000})
    driver.raise_to(1, 1000)
    driver.call(2)
    driver.call(3)
    assert legal_actions(driver.table.hand) == (2, 0, 100, 9000)
    driver.send(m.SEAT_LEFT, 3)
    assert legal_actions(driver.table.hand) is None
    assert sorted(one[1] for one in driver.heard(m.HAND_SHOWN)) == [1, 2]
    assert len(driver.heard(m.BOARD_DEALT)) == 3
