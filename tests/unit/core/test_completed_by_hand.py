"""What the machine told while the hand was held counts, when people finish the hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from firmware.core import hand_table, legal_actions
from firmware.core.by_hand_guards import face_people_are_asked_for, people_are_asked_for
from firmware.schema import messages as m
from tests.hand_stories import TWO, hand_of
from tests.repair_stories import BURN, FIVE, FLOP, act, decide, stray, zones

if TYPE_CHECKING:
    from tests.table_driver import TableDriver


def stopped_at_the_flop(cards: int, told: list[tuple]) -> TableDriver:
    """The flop is asked for and so many of its cards lie; the machine fails, then tells this."""
    driver = hand_of(TWO)
    act(driver, 1)
    driver.deals = False
    act(driver, 1)
    for k, place in list(enumerate((BURN, *FLOP), 4))[:cards]:
        for one in driver.deal(k, place):
            assert driver.send(*one) == 0
    driver.send(m.FAULT_RAISED, "F-DEAL-01", "card_machine", None)
    for one in told:
        assert driver.send(*one) == 0
    return driver


def by_hand(driver: TableDriver) -> None:
    assert decide(driver, m.RULING_COMPLETE_BY_HAND) == 0


def test_a_card_that_left_while_the_hand_was_held_is_laid_by_a_person() -> None:
    driver = stopped_at_the_flop(0, [(m.CARD_LEFT, 4, 4)])
    by_hand(driver)
    hand = driver.table.hand
    assert hand is not None
    assert driver.heard(m.MOVE_CARD) == [(m.MOVE_CARD, 4, BURN)]
    assert people_are_asked_for(hand) == (4, BURN)
    assert not driver.heard(m.NAME_SLOT)


@pytest.mark.parametrize("is_held", [False, True])
@pytest.mark.parametrize(
    ("told", "drawn"),
    [(None, 10), ((m.CARD_LEFT, 10, 10), 11), ((m.SLOT_FOUND_EMPTY, 10, 10), 11)],
)
def test_a_card_that_a_repair_asked_for_and_that_never_left_is_the_next_to_be_drawn(
    told: tuple | None, drawn: int, is_held: bool
) -> None:
    driver = hand_of(FIVE)
    stray(driver, *FLOP)
    driver.stops_at = m.DEAL_CARD
    act(driver, 5)
    assert driver.heard(m.DEAL_CARD)[-1] == (m.DEAL_CARD, 10, BURN)
    if is_held:
        driver.send(m.FAULT_RAISED, "F-DEAL-01", "card_machine", None)
    if told is not None:
        driver.send(*told)
    by_hand(driver)
    assert driver.heard(m.NAME_SLOT)[0] == (m.NAME_SLOT, drawn)


def test_a_burn_that_landed_while_the_hand_was_held_is_not_burnt_again() -> None:
    driver = stopped_at_the_flop(0, [(m.CARD_LEFT, 4, 4), (m.CARD_LANDED, 4, BURN)])
    by_hand(driver)
    assert driver.heard(m.CARD_BURNT) == [(m.CARD_BURNT, m.STREET_FLOP, 4)]
    assert driver.heard(m.NAME_SLOT) == [(m.NAME_SLOT, 5)]


def test_a_face_read_while_the_hand_was_held_is_not_asked_of_people() -> None:
    told = [(m.CARD_LEFT, 5, 5), (m.FACE_READ, 5, 5), (m.CARD_LANDED, 5, FLOP[0])]
    driver = stopped_at_the_flop(1, told)
    by_hand(driver)
    hand = driver.table.hand
    assert hand is not None
    assert hand.board == [5]
    assert not driver.heard(m.ASK_FACE)
    assert driver.heard(m.NAME_SLOT) == [(m.NAME_SLOT, 6)]


def test_a_face_that_is_out_already_is_not_believed_and_a_person_enters_it() -> None:
    told = [(m.CARD_LEFT, 6, 6), (m.FACE_READ, 6, 5), (m.CARD_LANDED, 6, FLOP[1])]
    driver = stopped_at_the_flop(2, told)
    by_hand(driver)
    hand = driver.table.hand
    assert hand is not None
    assert face_people_are_asked_for(hand) == 6
    assert driver.send(m.FACE_TYPED, 5, "Anna") == m.REFUSAL_CARD_OUT
    assert driver.send(m.FACE_TYPED, 6, "Anna") == 0
    assert hand.board == [5, 6]


def test_a_card_that_left_unasked_while_the_hand_was_held_is_out_of_play() -> None:
    told = [(m.CARD_STRAYED, 40), (m.CARD_LANDED, 40, m.PLACE_ASIDE)]
    driver = stopped_at_the_flop(0, told)
    by_hand(driver)
    hand = driver.table.hand
    assert hand is not None
    assert hand.correction.out_of_play == [40]
    assert zones(driver)["ASIDE"] == 1
    assert driver.heard(m.NAME_SLOT) == [(m.NAME_SLOT, 4)]


def test_a_hole_card_opened_while_the_hand_was_held_is_not_opened_again() -> None:
    driver = hand_of(TWO)
    while driver.table.hand.state == hand_table.BETTING:  # type: ignore[union-attr]
        act(driver, 1)
    driver.deals = False
    assert driver.show(2) == 0
    first, second = [one[1] for one in driver.heard(m.OPEN_FACE)]
    driver.send(m.FAULT_RAISED, "F-DEAL-01", "card_machine", None)
    assert driver.send(m.FACE_OPENED, first, driver.face_of(first)) == 0
    by_hand(driver)
    assert driver.heard(m.ASK_FACE) == [(m.ASK_FACE, second)]
    assert face_people_are_asked_for(driver.table.hand) == second  # type: ignore[arg-type]
    assert driver.send(m.FACE_TYPED, driver.face_of(first), "Anna") == m.REFUSAL_CARD_OUT
    assert driver.send(m.FACE_TYPED, driver.face_of(second), "Anna") == 0
    assert driver.heard(m.HAND_SHOWN)[-1][1] == 2


def test_nobody_enters_a_face_while_the_reader_opens_a_hand() -> None:
    driver = hand_of(TWO)
    while driver.table.hand.state == hand_table.BETTING:  # type: ignore[union-attr]
        act(driver, 1)
    driver.deals = False
    assert driver.show(2) == 0
    assert driver.send(m.FACE_TYPED, 30, "Anna") == m.REFUSAL_NOT_NOW


def test_people_draw_only_from_the_slot_of_the_order_and_lay_only_that_card() -> None:
    driver = stopped_at_the_flop(0, [])
    by_hand(driver)
    assert driver.send(m.CARD_MOVED, 4, BURN, "Anna") == m.REFUSAL_NOT_NOW, "nothing is drawn"
    assert driver.send(m.FACE_TYPED, 9, "Anna") == m.REFUSAL_NOT_NOW
    assert driver.send(m.SLOT_NAMED, 5, 5) == m.REFUSAL_NOT_NOW
    assert driver.send(m.SLOT_NAMED, 4, 3) == m.REFUSAL_CARD_OUT
    assert driver.send(m.SLOT_NAMED, 4, 4) == 0
    assert driver.send(m.SLOT_NAMED, 4, 4) == m.REFUSAL_NOT_NOW, "it is drawn already"
    assert driver.send(m.FACE_TYPED, 9, "Anna") == m.REFUSAL_NOT_NOW, "a burn is not shown"
    assert driver.send(m.CARD_MOVED, 4, FLOP[0], "Anna") == m.REFUSAL_WRONG_CARD
    assert driver.send(m.CARD_MOVED, 4, BURN, "Anna") == 0
    assert people_are_asked_for(driver.table.hand) == (-1, m.PLACE_NOWHERE)  # type: ignore[arg-type]


def test_no_face_is_entered_while_the_machine_deals_the_board() -> None:
    driver = hand_of(TWO)
    act(driver, 1)
    driver.deals = False
    act(driver, 1)
    assert driver.send(m.FACE_TYPED, 9, "Anna") == m.REFUSAL_NOT_NOW
    assert driver.send(m.CARD_MOVED, 4, BURN, "Anna") == m.REFUSAL_NOT_NOW


@pytest.mark.parametrize("manual", [False, True])
def test_a_slot_that_is_empty_fouls_the_deck_and_people_may_still_finish(manual: bool) -> None:
    driver = stopped_at_the_flop(0, []) if manual else hand_of(TWO)
    if manual:
        by_hand(driver)
    else:
        act(driver, 1)
        driver.deals = False
        act(driver, 1)
    assert driver.send(m.SLOT_FOUND_EMPTY, 4, 4) == 0
    hand = driver.table.hand
    assert hand is not None
    assert hand.correction.is_fouled
    driver.deals = True
    by_hand(driver)
    assert driver.heard(m.NAME_SLOT)[-4:] == [(m.NAME_SLOT, k) for k in range(5, 9)]
    assert hand.board == [6, 7, 8]
    assert legal_actions(hand) is not None
