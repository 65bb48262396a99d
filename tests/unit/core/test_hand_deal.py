"""Whole hands, each told for one claim: the order, the forced bets, the deal."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from firmware.core import hand_table, legal_actions
from firmware.schema import messages as m
from tests.hand_stories import THREE, TWO, call_down, hand_of, show_down, table_of

if TYPE_CHECKING:
    from tests.table_driver import TableDriver


def test_an_order_of_another_hand_or_epoch_is_refused() -> None:
    driver = table_of(TWO)
    driver.stops_at = m.COMMIT_ORDER
    driver.fire()
    promise = (1, 52, bytes(32), None)
    before = driver.table.snapshot()
    assert driver.send(m.ORDER_COMMITTED, 2, 0, *promise) == m.REFUSAL_WRONG_HAND
    assert driver.send(m.ORDER_COMMITTED, 1, 1, *promise) == m.REFUSAL_WRONG_EPOCH
    short = (1, 51, bytes(32), None)
    assert driver.send(m.ORDER_COMMITTED, 1, 0, *short) == m.REFUSAL_BAD_VALUE
    assert driver.table.snapshot() == before
    assert driver.send(m.ORDER_COMMITTED, 1, 0, *promise) == 0


def test_a_cut_outside_its_range_is_refused() -> None:
    driver = table_of(TWO)
    driver.fire()
    assert driver.send(m.CUT_SET, 10000, None) == m.REFUSAL_BAD_VALUE
    assert driver.send(m.CUT_SET, 9999, None) == 0


def test_the_cut_is_asked_right_of_the_button_even_of_a_dead_one() -> None:
    driver = hand_of({1: 1000, 2: 1000, 3: 1000, 4: 1000}, button_move="dead")
    driver.send(m.SEAT_LEFT, 2)
    show_down(driver)
    driver.fire()
    assert driver.heard(m.HAND_STARTED)[-1][2] == 2  # nobody sits there
    assert driver.heard(m.CUT_ASKED)[-1] == (m.CUT_ASKED, 1)


def test_everybody_antes_before_the_blinds() -> None:
    driver = hand_of(THREE, ante=10, ante_mode="all")
    paid = [one[1:] for one in driver.heard(m.FORCED_BET_POSTED)]
    assert paid == [(2, 0, 10), (3, 0, 10), (1, 0, 10), (2, 1, 50), (3, 2, 100)]


def test_big_blind_pays_the_ante_of_the_table_after_the_blind() -> None:
    driver = hand_of(
        {1: 1000, 2: 1000, 3: 120}, ante=100, ante_mode="big_blind", ante_order="blind_first"
    )
    paid = [one[1:] for one in driver.heard(m.FORCED_BET_POSTED)]
    assert paid == [(2, 1, 50), (3, 2, 100), (3, 0, 20)]
    assert legal_actions(driver.table.hand) == (1, 100, 200, 1000)
    show_down(driver)
    assert driver.heard(m.POT_FORMED)[0][2] == 320


def test_the_ante_of_the_table_comes_first_where_the_room_says_so() -> None:
    driver = hand_of(
        {1: 1000, 2: 1000, 3: 120}, ante=100, ante_mode="big_blind", ante_order="ante_first"
    )
    paid = [one[1:] for one in driver.heard(m.FORCED_BET_POSTED)]
    assert paid == [(3, 0, 100), (2, 1, 50), (3, 2, 20)]
    assert legal_actions(driver.table.hand) == (1, 100, 200, 1000)


def test_the_button_may_pay_the_ante_of_the_table() -> None:
    driver = hand_of(THREE, ante=30, ante_mode="button", ante_order="blind_first")
    paid = [one[1:] for one in driver.heard(m.FORCED_BET_POSTED)]
    assert paid == [(2, 1, 50), (3, 2, 100), (1, 0, 30)]
    assert legal_actions(driver.table.hand) == (1, 100, 200, 970)


def posting(seat: int, dead: int, live: int, **settings: object) -> TableDriver:
    driver = table_of({1: 1000, 2: 1000, 3: 1000, 4: 1000}, **settings)
    assert driver.send(m.POST_PROMISED, seat, dead, live) == 0
    driver.start_hand()
    return driver


def test_a_promised_post_is_a_bet_and_a_dead_blind_is_not() -> None:
    driver = posting(4, 50, 100)
    paid = [one[1:] for one in driver.heard(m.FORCED_BET_POSTED)]
    assert paid[2:] == [(4, m.FORCED_POST, 100), (4, m.FORCED_DEAD_BLIND, 50)]
    assert legal_actions(driver.table.hand) == (4, 0, 200, 950)  # may raise, owes nothing
    show_down(driver)
    assert driver.heard(m.POT_FORMED)[0][2] == 450
    driver.start_hand()
    assert len(driver.heard(m.FORCED_BET_POSTED)) == 4 + 2  # posted once


def test_who_has_a_blind_posts_no_second_one() -> None:
    assert len(posting(3, 50, 100).heard(m.FORCED_BET_POSTED)) == 2


def test_a_promise_is_kept_in_the_hand_that_replaces_a_voided_one() -> None:
    driver = posting(4, 0, 100)
    driver.send(m.FAULT_RAISED, "F-DEAL-01", "card_machine", None)
    driver.send(m.FLOOR_RULED, m.RULING_VOID_HAND, "Anna")
    driver.send(m.FAULT_CLEARED, "F-DEAL-01", "card_machine")
    driver.start_hand()
    posts = [one for one in driver.heard(m.FORCED_BET_POSTED) if one[2] == m.FORCED_POST]
    assert len(posts) == 2


def test_a_post_is_no_more_than_the_big_blind_of_its_hand() -> None:
    driver = table_of({1: 1000, 2: 1000, 3: 1000, 4: 1000})
    assert driver.send(m.POST_PROMISED, 4, 10, 100) == 0
    assert driver.set("small_blind", 10) == driver.set("big_blind", 20) == 0
    driver.start_hand()
    paid = [one[1:] for one in driver.heard(m.FORCED_BET_POSTED)]
    assert paid[2:] == [(4, m.FORCED_POST, 20), (4, m.FORCED_DEAD_BLIND, 10)]
    assert legal_actions(driver.table.hand) == (4, 0, 40, 990)
    show_down(driver)
    assert driver.heard(m.POT_FORMED)[0][2] == 90


def test_a_promise_that_cannot_be_kept_is_refused() -> None:
    driver = table_of(THREE)
    before = driver.table.snapshot()
    for seat, dead, live, why in (
        (11, 0, 100, m.REFUSAL_NO_SUCH_SEAT),
        (4, 0, 100, m.REFUSAL_SEAT_EMPTY),
        (1, 0, 101, m.REFUSAL_AMOUNT_OUT_OF_RANGE),
        (1, -1, 100, m.REFUSAL_AMOUNT_OUT_OF_RANGE),
    ):
        assert driver.send(m.POST_PROMISED, seat, dead, live) == why
    assert driver.table.snapshot() == before


def test_who_has_nothing_left_after_the_ante_posts_no_blind() -> None:
    driver = hand_of({1: 1000, 2: 1000, 3: 10}, ante=10, ante_mode="all")
    assert [one[1:] for one in driver.heard(m.FORCED_BET_POSTED)][-1] == (2, 1, 50)
    assert legal_actions(driver.table.hand) == (1, 100, 200, 990)


def test_a_dead_small_blind_is_posted_by_nobody() -> None:
    driver = hand_of({1: 1000, 2: 1000, 3: 1000, 4: 1000}, button_move="dead")
    driver.send(m.SEAT_LEFT, 3)
    show_down(driver)
    driver.start_hand()
    blinds = [one[1:] for one in driver.heard(m.FORCED_BET_POSTED)]
    assert blinds[2:] == [(4, 2, 100)]


def test_two_cards_each_from_the_left_of_the_button() -> None:
    driver = hand_of({3: 1000, 5: 1000, 9: 1000})
    dealt = [one[1:3] for one in driver.heard(m.HOLE_CARD_DEALT)]
    assert dealt == [(5, 1), (9, 1), (3, 1), (5, 2), (9, 2), (3, 2)]


def test_a_seat_without_chips_is_not_dealt_in() -> None:
    driver = hand_of({1: 1000, 2: 0, 3: 1000})
    assert driver.heard(m.HAND_STARTED)[0][3] == (1, 3)


@pytest.mark.parametrize(
    ("burn", "streets"),
    [("each_street", [1, 2, 3]), ("flop_only", [1]), ("none", [])],
)
def test_cards_are_burnt_as_the_house_rule_says(burn: str, streets: list[int]) -> None:
    driver = hand_of(TWO, burn=burn)
    show_down(driver)
    assert [one[1] for one in driver.heard(m.CARD_BURNT)] == streets
    assert [len(one[2]) for one in driver.heard(m.BOARD_DEALT)] == [3, 4, 5]


def test_a_board_card_may_land_before_it_is_read() -> None:
    driver = hand_of(TWO)
    driver.deals = False
    call_down(driver)
    driver.send(m.CARD_LEFT, 4, 4)
    driver.send(m.CARD_LANDED, 4, m.PLACE_BURN)
    driver.send(m.CARD_LEFT, 5, 5)
    driver.send(m.CARD_LANDED, 5, m.PLACE_BOARD1)
    assert driver.table.hand is not None
    assert driver.table.hand.state == hand_table.DEALING_BOARD
    driver.send(m.FACE_READ, 5, 30)
    assert driver.table.hand.board == [30]
