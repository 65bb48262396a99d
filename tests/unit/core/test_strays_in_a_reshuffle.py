"""A card strays while a stub is shuffled: what machine and shell answer meanwhile is not lost.

The order is told, cards come back and are fed, a new order is promised; each of these is asked for
once and answered once, whatever else the table looks at in that moment.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.core import hand_table
from firmware.core.floor_guards import allowed_rulings
from firmware.schema import messages as m
from tests.hand_stories import TWO, hand_of
from tests.repair_stories import act, cut, decide, rulings, stray, to_street

if TYPE_CHECKING:
    from tests.table_driver import TableDriver

ASKED = (m.RETURN_PLACE, m.REVEAL_ORDER, m.LOAD_DECK, m.COMMIT_ORDER)
FED = 10  # cards that are in the carousel when a load is looked at
STATES = {
    m.RETURN_PLACE: hand_table.RETURNING,
    m.REVEAL_ORDER: hand_table.REVEALING_EPOCH,
    m.LOAD_DECK: hand_table.RELOADING,
    m.COMMIT_ORDER: hand_table.COMMITTING,
}


def stopped_at(asked: int) -> TableDriver:
    """A premature turn is repaired by the book of the TDA, and this is not answered yet."""
    driver = hand_of(TWO, dealer_errors="tda2024")
    to_street(driver, m.STREET_FLOP)
    stray(driver, m.PLACE_BOARD4)
    driver.stops_at = asked
    act(driver, 2)
    assert driver.table.hand.state == STATES[asked]  # type: ignore[union-attr]
    driver.stops_at = 0
    for card in range(1, FED * (asked == m.LOAD_DECK) + 1):
        driver.send(m.CARD_FED, card)
    return driver


def answers(driver: TableDriver, asked: int) -> list[tuple]:
    """What machine and shell say now."""
    told = driver.answers(driver.heard(asked)[-1])
    return told[FED:] if asked == m.LOAD_DECK else told


def leave(driver: TableDriver) -> tuple[int, int]:
    """The last card of the carousel leaves unasked; (slot, token)."""
    ledger = driver.table.ledger
    slot = len(driver.slots) - 1
    while ledger.is_out(ledger.token_of(slot)):
        slot -= 1
    token = ledger.token_of(slot)
    assert driver.send(m.CARD_STRAYED, slot) == 0
    return slot, token


def goes_on(driver: TableDriver) -> None:
    """The floor lets the repair go on, once more where the load does not count; the hand ends."""
    for _ in range(3):
        if driver.table.hand.state == hand_table.HELD:  # type: ignore[union-attr]
            assert decide(driver, m.RULING_RESUME) == 0
    hand = driver.table.hand
    assert hand is not None
    assert hand.state == hand_table.BETTING
    assert hand.street == m.STREET_TURN
    assert len(hand.board) == 4


def test_what_is_answered_while_a_card_is_in_the_air_counts() -> None:
    for asked in ASKED:
        driver = stopped_at(asked)
        told = answers(driver, asked)
        _slot, token = leave(driver)
        for one in told:
            assert driver.send(*one) == 0
        driver.send(m.CARD_LANDED, token, m.PLACE_BURN)
        goes_on(driver)


def test_what_is_answered_while_the_floor_looks_at_the_card_counts() -> None:
    for asked in ASKED:
        driver = stopped_at(asked)
        told = answers(driver, asked)
        _slot, token = leave(driver)
        driver.send(m.CARD_LANDED, token, m.PLACE_SEAT1)
        assert driver.table.hand.state == hand_table.HELD  # type: ignore[union-attr]
        for one in told:
            assert driver.send(*one) == 0
        goes_on(driver)


def test_cards_that_were_collected_for_a_misdeal_while_one_is_in_the_air_are_counted_then() -> (
    None
):
    driver = hand_of(TWO)
    driver.stops_at = m.COLLECT_CARDS
    stray(driver, driver.table.hand.ring[1])  # type: ignore[union-attr]
    assert rulings(driver) == ["misdeal"]
    driver.stops_at = 0
    _slot, token = leave(driver)
    assert driver.send(*answers(driver, m.COLLECT_CARDS)[0]) == 0
    driver.send(m.CARD_LANDED, token, m.PLACE_BURN)
    if driver.table.hand.state == hand_table.HELD:  # type: ignore[union-attr]
        assert decide(driver, m.RULING_RESUME) == 0
    cut(driver)
    assert driver.table.hand.state == hand_table.BETTING  # type: ignore[union-attr]


def test_an_order_that_is_being_told_is_dealt_from_no_more_and_told_once() -> None:
    driver = stopped_at(m.REVEAL_ORDER)
    told = answers(driver, m.REVEAL_ORDER)
    driver.send(m.FAULT_RAISED, "F-DEAL-01", "card_machine", None)
    driver.send(*told[0])
    hand = driver.table.hand
    assert hand is not None
    assert allowed_rulings(hand) == (m.RULING_VOID_HAND,)
    assert decide(driver, m.RULING_COMPLETE_BY_HAND) == m.REFUSAL_NOT_NOW
    assert decide(driver, m.RULING_VOID_HAND) == 0
    assert len(driver.heard(m.REVEAL_ORDER)) == 1
    assert driver.table.hand is None


def lost_in_a_repair(cards: int) -> TableDriver:
    """So many cards that a repair deals never land; the floor has it go on each time."""
    driver = hand_of(TWO)
    to_street(driver, m.STREET_FLOP)
    stray(driver, m.PLACE_BOARD4)
    driver.stops_at = m.DEAL_CARD
    act(driver, 2)
    for _ in range(cards):
        k = driver.heard(m.DEAL_CARD)[-1][1]
        driver.send(m.CARD_LEFT, k, driver.slots[k])
        assert driver.send(m.CARD_UNLANDED, driver.table.ledger.token_of(driver.slots[k])) == 0
        assert decide(driver, m.RULING_RESUME) == 0
    driver.stops_at = m.RETURN_PLACE
    for one in driver.answers(driver.heard(m.DEAL_CARD)[-1]):
        driver.send(*one)
    act(driver, 2)
    assert driver.table.hand.state == hand_table.RETURNING  # type: ignore[union-attr]
    driver.stops_at = 0
    return driver


def test_cards_lost_on_their_way_that_a_person_laid_with_those_set_aside_come_back_too() -> None:
    for lost, come in ((1, 1), (2, 2), (2, 1)):
        driver = lost_in_a_repair(lost)
        place = driver.heard(m.RETURN_PLACE)[-1][1]
        assert driver.send(m.PLACE_RETURNED, place, 1 + come) == 0
        cut(driver)
        ledger = driver.table.ledger
        assert ledger.missing == lost - come, "which of them is still lost nobody can tell"
        assert m.PLACE_NOWHERE not in ledger.place.values()
        assert not driver.heard(m.HAND_HELD)[lost:]
        assert driver.table.hand.street == m.STREET_RIVER  # type: ignore[union-attr]
