"""A report made in a held hand: it is ruled or noted, and what held the hand holds it still."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from firmware.core import hand_table, legal_actions
from firmware.schema import messages as m
from tests.hand_stories import hand_of, table_of
from tests.repair_stories import BURN, FIVE, FLOP, act, decide, report, rulings, to_the_burn

if TYPE_CHECKING:
    from tests.table_driver import TableDriver

MACHINE = ("F-DEAL-01", "card_machine")


def is_held(driver: TableDriver) -> bool:
    assert driver.table.hand is not None
    return driver.table.hand.state == hand_table.HELD


def dealt_up_to(card: int) -> TableDriver:
    """A hand whose machine waits before this card of the deal, from 0."""
    driver = table_of(FIVE)
    driver.stops_at = m.DEAL_CARD
    driver.start_hand()
    while driver.heard(m.DEAL_CARD)[-1][1] < card:
        for one in driver.deal(*driver.heard(m.DEAL_CARD)[-1][1:3]):
            assert driver.send(*one) == 0
    return driver


def lost_at_the_flop() -> TableDriver:
    """A hand whose first flop card left the machine and lies nowhere."""
    driver = hand_of(FIVE)
    act(driver, 3)
    to_the_burn(driver)
    for one in driver.deal(10, BURN):
        assert driver.send(*one) == 0
    left, *_others, landed = driver.deal(11, FLOP[0])
    assert driver.send(*left) == 0
    assert driver.send(m.CARD_UNLANDED, landed[1]) == 0
    assert rulings(driver) == ["look_for_card"]
    return driver


def test_report_that_changes_nothing_lets_no_hand_go_on_while_the_machine_stands() -> None:
    driver = hand_of(FIVE)
    act(driver, 1)
    driver.send(m.FAULT_RAISED, *MACHINE, None)
    assert report(driver, "player_exposed_card", 3) == 0
    assert rulings(driver) == ["stands"]
    assert is_held(driver)
    driver.send(m.FAULT_CLEARED, *MACHINE)
    assert legal_actions(driver.table.hand) is not None


def test_repair_begins_when_the_machine_works_again() -> None:
    driver = hand_of(FIVE)
    driver.send(m.FAULT_RAISED, *MACHINE, None)
    assert report(driver, "deck_disordered") == 0
    assert rulings(driver) == ["shuffle_stub"]
    assert is_held(driver)
    assert driver.heard(m.HAND_HELD)[-1] == (m.HAND_HELD, "deck_disordered")
    assert not driver.heard(m.RESHUFFLE_STARTED)
    driver.send(m.FAULT_CLEARED, *MACHINE)
    assert driver.heard(m.RESHUFFLE_STARTED)


def test_card_of_the_deal_is_ruled_as_one_while_the_machine_stands() -> None:
    driver = dealt_up_to(4)
    driver.send(m.FAULT_RAISED, *MACHINE, None)
    assert report(driver, "boxed_card", None) == m.REFUSAL_NO_SUCH_SEAT
    assert report(driver, "seat_left_out", 5) == 0
    assert not rulings(driver), "a card is still under way"
    driver.stops_at = m.COLLECT_CARDS
    for one in driver.deal(*driver.heard(m.DEAL_CARD)[-1][1:3]):
        assert driver.send(*one) == 0
    assert rulings(driver) == ["misdeal"]
    assert is_held(driver)
    driver.send(m.FAULT_CLEARED, *MACHINE)
    assert driver.heard(m.COLLECT_CARDS)


def test_what_the_floor_was_asked_is_not_answered_by_a_report_that_changes_nothing() -> None:
    driver = hand_of(FIVE)
    act(driver, 6)
    assert report(driver, "flop_too_many") == 0
    assert rulings(driver) == ["floor_decides"]
    assert report(driver, "player_exposed_card", 3) == 0
    assert rulings(driver)[-1] == "stands"
    assert is_held(driver)
    assert decide(driver, m.RULING_LET_STAND) == 0
    assert legal_actions(driver.table.hand) is not None


def test_objection_still_freezes_the_award_after_such_a_report() -> None:
    driver = hand_of(FIVE, objection_seconds=5)
    act(driver, 20)
    hand = driver.table.hand
    assert hand is not None
    while hand.state == hand_table.SHOWING:
        driver.send(m.SHOW_CHOSEN, hand.turn, m.SHOW_SHOW)
    assert driver.send(m.FLOOR_CALLED, 3) == 0
    assert report(driver, "player_exposed_card", 3) == 0
    assert is_held(driver)
    assert decide(driver, m.RULING_RESUME) == 0
    assert hand.state == hand_table.OBJECTING


@pytest.mark.parametrize("kind", ["deck_disordered", "street_too_many"])
def test_card_that_is_looked_for_is_not_passed_over_by_another_report(kind: str) -> None:
    driver = lost_at_the_flop()
    assert report(driver, kind) == m.REFUSAL_NOT_NOW
    assert is_held(driver)
    assert report(driver, "player_exposed_card", 3) == 0
    assert is_held(driver)
    assert report(driver, "card_on_floor") == 0
    assert rulings(driver)[-1] == "lay_in_place"


def test_card_that_is_nowhere_fouls_the_deck() -> None:
    driver = lost_at_the_flop()
    assert report(driver, "missing_card") == 0
    assert rulings(driver)[-1] == "void_fouled"
