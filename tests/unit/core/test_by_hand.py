"""Cards that a person brings or enters, and repairs that wait or are ended by the floor."""

from __future__ import annotations

import pytest

from firmware.core import hand_table, legal_actions
from firmware.schema import messages as m
from tests.hand_stories import TWO, call_down, hand_of
from tests.repair_stories import (
    BURN,
    FIVE,
    FLOP,
    act,
    cut,
    decide,
    rulings,
    stray,
    to_street,
    to_the_burn,
    zones,
)
from tests.table_driver import TableDriver


def test_a_hand_completed_by_hand_draws_from_the_slots_of_the_order() -> None:
    driver = hand_of(TWO)
    act(driver, 1)
    driver.send(m.FAULT_RAISED, "F-DEAL-01", "card_machine", None)
    assert decide(driver, m.RULING_COMPLETE_BY_HAND) == 0
    act(driver, 1)
    while legal_actions(driver.table.hand) is not None:
        act(driver, 1)
    assert not [one for one in driver.heard(m.DEAL_CARD) if one[1] > 3]
    assert [one[1] for one in driver.heard(m.NAME_SLOT)] == list(range(4, 12))
    assert driver.show(2) == 0
    assert driver.show(1) == 0
    driver.play_on()
    assert driver.heard(m.HAND_FINISHED)
    assert not driver.heard(m.OPEN_FACE), "no reader had these cards"


@pytest.mark.parametrize("told", range(3))
def test_a_card_under_way_when_the_machine_fails_is_brought_by_hand(told: int) -> None:
    for place in (m.PLACE_SEAT2, BURN, FLOP[0]):
        driver = TableDriver(3)
        driver.set("witness_ms", 0)
        driver.sit(TWO)
        driver.power_up()
        driver.deals = place != m.PLACE_SEAT2
        driver.fire()
        if not driver.deals:
            driver.send(m.ORDER_COMMITTED, 1, 0, 1, 52, bytes(32), None)
        cut(driver)
        k = 0
        if place != m.PLACE_SEAT2:
            to_the_burn(driver)
            k = 4
            if place == FLOP[0]:
                for one in TableDriver.deal(driver, 4, BURN):
                    driver.send(*one)
                k = 5
        facts = TableDriver.deal(driver, k, place)
        for one in facts[: min(told, len(facts) - 1)]:
            driver.send(*one)
        driver.send(m.FAULT_RAISED, "F-DEAL-01", "card_machine", None)
        driver.deals = True
        assert decide(driver, m.RULING_COMPLETE_BY_HAND) == 0
        hand = driver.table.hand
        assert hand is not None
        assert hand.state == hand_table.BETTING, (place, told)


@pytest.mark.parametrize(
    ("told", "kind", "lost"),
    [((m.CARD_DOUBLED, 0), "double_feed", 1), ((m.CARD_EXPOSED,), "exposed_card", 0)],
)
def test_what_the_machine_told_before_people_took_over_is_reported_and_counted(
    told: tuple, kind: str, lost: int
) -> None:
    driver = hand_of(TWO)
    act(driver, 1)
    driver.stops_at = m.DEAL_CARD
    act(driver, 1)
    (left, *_) = TableDriver.deal(driver, 4, BURN)
    driver.send(m.FAULT_RAISED, "F-DEAL-01", "card_machine", None)
    driver.send(*left)
    token = driver.table.hand.ledger.token_of(left[-1])
    driver.send(told[0], token, *told[1:])
    before = driver.table.hand.ledger.missing
    assert decide(driver, m.RULING_COMPLETE_BY_HAND) == 0
    assert driver.heard(m.IRREGULARITY_FOUND)[-1][1:3] == (kind, token)
    assert driver.table.hand.ledger.missing == before + lost


def test_a_second_irregularity_while_a_repair_runs_is_the_floors() -> None:
    driver = hand_of(FIVE)
    driver.stops_at = m.MOVE_CARD
    stray(driver, driver.table.hand.ring[0])  # type: ignore[union-attr]
    stray(driver, m.PLACE_SEAT10)
    hand = driver.table.hand
    assert hand is not None
    assert hand.state == hand_table.HELD
    driver.stops_at = 0
    assert decide(driver, m.RULING_LET_STAND) == m.REFUSAL_NOT_NOW
    assert decide(driver, m.RULING_RESUME) == 0
    assert hand.state == hand_table.MOVING
    token = hand.correction.extras[-1]
    assert driver.send(m.CARD_MOVED, 99, BURN, "Anna") == m.REFUSAL_WRONG_CARD
    assert driver.send(m.CARD_MOVED, token, BURN, "Anna") == 0
    assert legal_actions(hand) is not None


def test_a_person_who_lays_one_premature_card_aside_is_asked_for_the_next() -> None:
    driver = hand_of(FIVE)
    to_street(driver, m.STREET_FLOP)
    driver.stops_at = m.MOVE_CARD
    stray(driver, m.PLACE_BOARD4, m.PLACE_BOARD5)
    hand = driver.table.hand
    assert hand is not None
    assert hand.state == hand_table.MOVING
    asked = driver.heard(m.MOVE_CARD)[-1]
    driver.send(m.CARD_MOVED, *asked[1:], "Anna")
    assert hand.state == hand_table.MOVING
    driver.stops_at = 0
    driver.send(m.CARD_MOVED, *driver.heard(m.MOVE_CARD)[-1][1:], "Anna")
    assert zones(driver)["ASIDE"] == 2
    act(driver, 10)
    assert zones(driver)["BOARD"] == 5


def test_a_turn_and_a_river_that_stray_before_anybody_lays_a_card_aside_are_named_so() -> None:
    driver = hand_of(FIVE)
    to_street(driver, m.STREET_FLOP)
    driver.stops_at = m.MOVE_CARD
    stray(driver, BURN, m.PLACE_BOARD4, BURN, m.PLACE_BOARD5)
    assert [one[1:3] for one in driver.heard(m.RULING_MADE)] == [
        (28, "premature_burn"),
        (30, "premature_turn"),
        (41, "double_burn"),
        (31, "premature_turn_and_river"),
    ]
    hand = driver.table.hand
    assert hand is not None
    assert hand.state == hand_table.MOVING
    driver.send(m.CARD_MOVED, *driver.heard(m.MOVE_CARD)[-1][1:], "Anna")
    driver.stops_at = 0
    driver.send(m.CARD_MOVED, *driver.heard(m.MOVE_CARD)[-1][1:], "Anna")
    assert zones(driver)["ASIDE"] == 2
    act(driver, 10)
    assert [one[3] for one in driver.heard(m.RESHUFFLE_STARTED)] == ["premature_turn_and_river"]
    assert zones(driver)["BOARD"] == 5


WAITS = {
    m.MOVE_CARD: lambda d: stray(d, d.table.hand.ring[0]),
    m.RETURN_PLACE: lambda d: (stray(d, *FLOP), act(d, 5)),
    m.DEAL_CARD: lambda d: (stray(d, *FLOP), act(d, 5)),
    m.COLLECT_CARDS: lambda d: stray(d, d.table.hand.ring[1]),
    m.LOAD_DECK: lambda d: stray(d, d.table.hand.ring[1]),
}


@pytest.mark.parametrize("stops_at", WAITS)
@pytest.mark.parametrize("ruling", [m.RULING_VOID_HAND, m.RULING_COMPLETE_BY_HAND])
def test_a_step_that_does_not_end_is_ended_by_the_floor(stops_at: int, ruling: int) -> None:
    driver = hand_of(FIVE)
    hand = driver.table.hand
    assert hand is not None
    driver.stops_at = stops_at
    WAITS[stops_at](driver)
    driver.stops_at = 0
    is_late = stops_at in (m.RETURN_PLACE, m.DEAL_CARD)
    is_gone = stops_at in (m.COLLECT_CARDS, m.LOAD_DECK)
    refused = (
        (ruling == m.RULING_VOID_HAND and is_late)
        or (ruling == m.RULING_COMPLETE_BY_HAND and is_gone)
    )  # fmt: skip
    code = decide(driver, ruling)
    assert (code != 0) is refused
    if not refused and ruling == m.RULING_COMPLETE_BY_HAND:
        call_down(driver)
        assert hand.street == m.STREET_RIVER


def test_a_face_that_nobody_can_read_waits_for_a_person() -> None:
    for ruling in (0, m.RULING_COMPLETE_BY_HAND):
        driver = hand_of(TWO)
        to_the_burn(driver)
        for one in TableDriver.deal(driver, 4, BURN):
            driver.send(*one)
        token = driver.table.ledger.token_of(5)
        driver.send(m.CARD_LEFT, 5, 5)
        driver.send(m.FACE_DOUBTED, token, m.DOUBT_UNREADABLE)
        driver.send(m.CARD_LANDED, token, FLOP[0])
        assert rulings(driver) == ["enter_face"]
        assert driver.heard(m.ASK_FACE) == [(m.ASK_FACE, token)]
        driver.deals = True
        if ruling:
            decide(driver, ruling)
        else:
            out = driver.face_of(driver.table.ledger.token_of(4))
            driver.send(m.FACE_TYPED, out, "Anna")
        hand = driver.table.hand
        assert hand is not None
        assert hand.street == m.STREET_FLOP
        assert hand.state == hand_table.BETTING


def test_a_void_hand_ends_a_wait_for_a_face() -> None:
    driver = hand_of(TWO)
    to_the_burn(driver)
    token = driver.table.ledger.token_of(4)
    driver.send(m.CARD_LEFT, 4, 4)
    driver.send(m.FACE_DOUBTED, token, m.DOUBT_DUPLICATE)
    driver.send(m.CARD_LANDED, token, BURN)
    driver.deals = True
    assert decide(driver, m.RULING_VOID_HAND) == 0
