"""Blinds and the order of action, by the rulebooks' numbers: R000-14 to R000-27, R001-08."""

from __future__ import annotations

from firmware.core import hand_table, legal_actions
from firmware.core.cards import parse_cards
from firmware.schema import messages as m
from tests.hand_stories import THREE, TWO, call_down, hand_of, show_down, table_of

FOUR = {1: 1000, 2: 1000, 3: 1000, 4: 1000}


def turns(driver) -> list[tuple[int, int]]:
    """Seats in the order in which they were asked, each with the street (0: before the flop)."""
    street = 0
    asked = []
    for message in driver.said:
        if message[0] == m.BOARD_DEALT:
            street += 1
        elif message[0] == m.TURN_OPENED:
            asked.append((street, message[1]))
    return asked


def first_by_street(driver) -> list[int]:
    asked = turns(driver)
    return [next(seat for street, seat in asked if street == wanted) for wanted in range(4)]


def test_left_of_the_big_blind_acts_first_before_the_flop() -> None:
    driver = hand_of(FOUR)
    button, small, big = driver.table.positions
    assert (button, small, big) == (1, 2, 3)
    assert legal_actions(driver.table.hand)[0] == 4


def test_left_of_the_button_opens_every_later_street() -> None:
    driver = hand_of(FOUR)
    call_down(driver)
    assert first_by_street(driver) == [4, 2, 2, 2]
    boards = [message[2] for message in driver.heard(m.BOARD_DEALT)]
    assert [len(cards) for cards in boards] == [3, 4, 5]
    driver = hand_of(FOUR)
    driver.call(4)
    driver.call(1)
    driver.fold(2)  # the left of the button is out: the next live player opens
    call_down(driver)
    assert first_by_street(driver) == [4, 3, 3, 3]


def test_heads_up_the_button_acts_first_before_the_flop_and_last_later() -> None:
    for small_blind in (50, 100):  # with equal blinds as well
        driver = hand_of(TWO, big_blind=100, small_blind=small_blind)
        call_down(driver)
        assert driver.table.positions == (1, 1, 2)
        assert first_by_street(driver) == [1, 2, 2, 2]
        assert turns(driver)[-1] == (3, 1)


def test_antes_and_blinds_are_paid_before_a_card_is_dealt() -> None:
    driver = hand_of(dict.fromkeys(range(1, 7), 1000), ante=10, ante_mode="all")
    assert [one[1:3] for one in driver.heard(m.FORCED_BET_POSTED)][6:] == [
        (2, m.FORCED_SMALL_BLIND),
        (3, m.FORCED_BIG_BLIND),
    ]
    paid = [at for at, one in enumerate(driver.said) if one[0] == m.FORCED_BET_POSTED]
    assert paid[-1] < driver.said.index(driver.heard(m.DEAL_CARD)[0])
    assert driver.table.hand.pots_so_far()[0][0] == 60
    assert driver.table.hand.betting.in_pot == 210


def test_equal_blinds_are_legal_and_posted() -> None:
    driver = hand_of(THREE, big_blind=200, small_blind=200)
    posted = [message[1:] for message in driver.heard(m.FORCED_BET_POSTED)]
    assert posted == [(2, m.FORCED_SMALL_BLIND, 200), (3, m.FORCED_BIG_BLIND, 200)]
    call_down(driver)
    asked = [seat for street, seat in turns(driver) if street == 0]
    assert asked == [1, 2, 3]  # both blinds have the option once


def test_the_button_goes_round_one_player_a_hand() -> None:
    driver = table_of({1: 1000, 3: 1000, 4: 1000})
    driver.send(m.BUTTON_PLACED, 3)
    buttons = []
    for _ in range(4):
        driver.start_hand()
        buttons.append(driver.table.button())
        while (legal := legal_actions(driver.table.hand)) is not None:
            driver.fold(legal[0])
    assert buttons == [3, 4, 1, 3]


def test_who_has_all_chips_has_won_and_no_hand_follows() -> None:
    driver = table_of({1: 1000, 2: 1000})
    wanted = parse_cards("2c As 7d Ad 3h 8c 9c Jh 4h Kd 5s Ks")  # seat 2 first, then the button
    driver.deck = [*wanted, *(card for card in range(52) if card not in wanted)]
    driver.start_hand()
    driver.raise_to(1, 1000)
    driver.call(2)
    driver.play_on()
    assert driver.heard(m.HAND_FINISHED)[-1][3] == (2000, 0)
    driver.fire()
    assert driver.table.hand is None
    assert len(driver.heard(m.HAND_STARTED)) == 1


def test_an_all_in_player_wins_no_more_than_the_pots_paid_into() -> None:
    driver = table_of({1: 100, 2: 300, 3: 300}, burn="none")
    # Two cards each from seat 2 on: kings, queens, and aces for the shortest stack.
    wanted = parse_cards("Kc Qc Ac Kd Qd Ad 2h 7s 8d 9c 3s")
    driver.deck = [*wanted, *(card for card in range(52) if card not in wanted)]
    driver.start_hand()
    driver.call(1)
    driver.raise_to(2, 300)
    driver.call(3)
    driver.play_on()
    pots = [message[1:] for message in driver.heard(m.POT_FORMED)]
    assert pots == [(0, 300, (1, 2, 3)), (1, 400, (2, 3))]
    awards = [message[1:] for message in driver.heard(m.POT_AWARDED)]
    assert awards == [(1, 2, 400), (0, 1, 300)]  # the side pot first


def test_the_last_player_wins_at_once_and_unseen() -> None:
    driver = hand_of(THREE, big_blind=100, small_blind=50)
    driver.raise_to(1, 300)
    driver.fold(2)
    driver.fold(3)
    driver.play_on()
    assert [message[1:] for message in driver.heard(m.POT_AWARDED)] == [(0, 1, 250)]
    assert not driver.heard(m.HAND_SHOWN)
    assert not driver.heard(m.OPEN_FACE)
    assert not driver.heard(m.BOARD_DEALT)
    driver.start_hand()
    assert driver.table.button() == 2


def test_facing_a_bet_a_check_is_a_call_and_the_bettor_may_fold_to_a_raise() -> None:
    driver = hand_of(THREE, big_blind=100, small_blind=50)
    for seat in (1, 2, 3):
        driver.call(seat)
    driver.raise_to(2, 100)
    driver.call(3)
    driver.raise_to(1, 300)
    assert legal_actions(driver.table.hand)[:2] == (2, 200)
    assert driver.fold(2) == 0
    actions = [message[2] for message in driver.heard(m.ACTION_TAKEN)]
    assert actions[3:] == [m.ACTION_BET, m.ACTION_CALL, m.ACTION_RAISE, m.ACTION_FOLD]


def test_who_checked_answers_a_later_bet() -> None:
    driver = hand_of(THREE, big_blind=100, small_blind=50)
    for seat in (1, 2, 3):
        driver.call(seat)
    driver.call(2)
    driver.raise_to(3, 200)
    driver.call(1)
    assert legal_actions(driver.table.hand) == (2, 200, 400, 900)


def test_a_bet_of_an_earlier_round_closes_no_check_and_no_bet_of_this_one() -> None:
    driver = hand_of(TWO, big_blind=100, small_blind=50)
    driver.raise_to(1, 300)
    driver.call(2)
    assert legal_actions(driver.table.hand) == (2, 0, 100, 700)
    driver.call(2)
    driver.raise_to(1, 100)
    driver.call(2)
    driver.raise_to(2, 100)
    actions = [message[2] for message in driver.heard(m.ACTION_TAKEN)]
    assert actions[2:] == [m.ACTION_CHECK, m.ACTION_BET, m.ACTION_CALL, m.ACTION_BET]


def test_a_street_closes_when_the_highest_raise_is_called() -> None:
    driver = hand_of(THREE, big_blind=100, small_blind=50)
    driver.raise_to(1, 300)
    driver.raise_to(2, 500)
    driver.fold(3)
    assert not driver.heard(m.BOARD_DEALT)
    driver.call(1)
    assert len(driver.heard(m.BOARD_DEALT)) == 1


def test_a_street_closes_when_all_have_checked() -> None:
    driver = hand_of(THREE, big_blind=100, small_blind=50)
    for seat in (1, 2, 3):
        driver.call(seat)
    for seat in (2, 3):
        driver.call(seat)
        assert len(driver.heard(m.BOARD_DEALT)) == 1
    driver.call(1)
    assert len(driver.heard(m.BOARD_DEALT)) == 2
    assert driver.table.hand is not None  # the round is over, the hand is not
    assert driver.table.hand.state != hand_table.OVER
    show_down(driver)
