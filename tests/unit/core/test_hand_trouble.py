"""Whole hands, each told for one claim: what goes wrong, and what is done about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.core import hand_table
from firmware.schema import messages as m
from tests.hand_stories import THREE, TWO, call_down, hand_of, table_of
from tests.repair_stories import cut, report

if TYPE_CHECKING:
    from tests.table_driver import TableDriver


def held(driver: TableDriver) -> str:
    """Return the kind of the irregularity found last, in a hand that is held."""
    assert driver.table.hand is not None
    assert driver.table.hand.state == hand_table.HELD
    return driver.heard(m.IRREGULARITY_FOUND)[-1][1]


def test_a_card_out_of_a_slot_that_was_dealt_is_noticed() -> None:
    driver = hand_of(TWO)
    driver.send(m.CARD_LEFT, 4, 2)
    assert held(driver) == "slot_dealt_twice"


def test_an_uncommanded_card_is_counted_as_out_and_nowhere() -> None:
    driver = hand_of(TWO)
    driver.send(m.CARD_LEFT, 4, 33)
    assert held(driver) == "uncommanded_card"
    assert driver.table.ledger.place[33] == m.PLACE_NOWHERE


def test_a_face_seen_twice_is_a_fouled_deck() -> None:
    driver = hand_of(TWO)
    driver.deck[6] = driver.deck[5]
    call_down(driver)
    assert held(driver) == "duplicate_face"


def test_an_opened_hand_may_not_show_a_card_of_the_board() -> None:
    driver = hand_of(TWO)
    call_down(driver)
    driver.deck[0] = driver.deck[5]
    driver.show(2)
    assert held(driver) == "duplicate_face"


def test_the_same_card_named_twice_is_no_second_card() -> None:
    driver = hand_of(TWO)
    driver.call(1)
    driver.call(2)
    driver.send(m.FACE_READ, 5, driver.deck[5])
    assert held(driver) == "wrong_face_asked"


def test_the_face_of_a_burnt_card_is_nobodys_business() -> None:
    driver = hand_of(TWO)
    driver.deals = False
    call_down(driver)
    driver.send(m.CARD_LEFT, 4, 4)
    driver.send(m.FACE_READ, 4, 9)
    assert held(driver) == "wrong_face_asked"


def test_a_second_card_may_not_leave_before_the_first_has_landed() -> None:
    driver = hand_of(TWO)
    driver.deals = False
    call_down(driver)
    driver.send(m.CARD_LEFT, 4, 4)
    driver.send(m.CARD_LEFT, 4, 5)
    assert held(driver) == "uncommanded_card"


def test_a_slot_that_was_dealt_cannot_give_the_card_asked_for() -> None:
    driver = hand_of(TWO)
    driver.deals = False
    call_down(driver)
    driver.send(m.CARD_LEFT, 4, 3)
    assert held(driver) == "slot_dealt_twice"


def test_a_hand_voided_with_the_order_still_kept_is_revealed_too() -> None:
    driver = table_of(TWO)
    driver.stops_at = m.COMMIT_ORDER
    driver.fire()
    driver.send(m.FAULT_RAISED, "F-PAN-01", "panel1", None)
    driver.send(m.ORDER_COMMITTED, 1, 0, 1, 52, bytes(32), None)
    driver.send(m.FLOOR_RULED, m.RULING_VOID_HAND, "Anna")
    assert driver.heard(m.REVEAL_ORDER) == [(m.REVEAL_ORDER, 1, 0)]


def test_a_card_that_lands_twice_is_noticed() -> None:
    driver = hand_of(TWO)
    driver.deals = False
    call_down(driver)
    driver.send(m.CARD_LEFT, 4, 4)
    driver.send(m.CARD_LANDED, 4, m.PLACE_BURN)
    driver.send(m.CARD_LANDED, 4, m.PLACE_BURN)
    assert held(driver) == "wrong_face_asked"


def test_a_card_that_never_left_cannot_be_at_a_seat() -> None:
    driver = hand_of(TWO)
    driver.send(m.CARD_LANDED, 40, m.PLACE_SEAT1)
    assert held(driver) == "uncommanded_card"
    assert 40 not in driver.table.ledger.place


def test_a_board_card_read_twice_is_noticed() -> None:
    driver = hand_of(TWO)
    driver.deals = False
    call_down(driver)
    driver.send(m.CARD_LEFT, 4, 4)
    driver.send(m.CARD_LANDED, 4, m.PLACE_BURN)
    driver.send(m.CARD_LEFT, 5, 5)
    driver.send(m.FACE_READ, 5, 20)
    driver.send(m.FACE_READ, 5, 21)
    assert held(driver) == "wrong_face_asked"


def test_a_voided_hand_gives_every_chip_back_and_is_played_again() -> None:
    driver = hand_of(THREE)
    driver.raise_to(1, 400)
    driver.send(m.CARD_LEFT, 30, 30)
    assert driver.send(m.FLOOR_RULED, 7, "Anna") == m.REFUSAL_BAD_VALUE
    driver.send(m.FLOOR_RULED, m.RULING_VOID_HAND, "Anna")
    assert driver.table.stacks[1:4] == [1000, 1000, 1000]
    driver.fire()
    first, second = driver.heard(m.HAND_STARTED)
    assert second == (m.HAND_STARTED, 2) + first[2:]


def test_what_is_seen_while_irregular_is_written_down_as_far_as_certain() -> None:
    driver = hand_of(TWO)
    driver.send(m.CARD_LEFT, 30, 30)
    driver.send(m.CARD_LEFT, 30, 30)
    driver.send(m.CARD_LANDED, 30, m.PLACE_ASIDE)
    driver.send(m.CARD_LANDED, 31, m.PLACE_ASIDE)
    driver.send(m.FACE_READ, 30, 12)
    ledger = driver.table.ledger
    assert ledger.place[30] == m.PLACE_ASIDE
    assert 31 not in ledger.place
    assert ledger.face_of(30) < 0, "it does not lie open"
    driver.send(m.CARD_LANDED, 30, m.PLACE_BOARD5)
    driver.send(m.FACE_READ, 30, 12)
    driver.send(m.FACE_READ, 30, 13)
    assert ledger.face_of(30) == 12


def test_the_floor_plays_on_without_a_panel_but_not_with_motors_stopped() -> None:
    driver = hand_of(TWO)
    driver.send(m.FAULT_RAISED, "F-PAN-01", "panel1", None)
    assert driver.send(m.FLOOR_RULED, m.RULING_RESUME, "Anna") == 0
    assert driver.call(1) == 0
    for code in ("F-DEAL-01", "F-NEW-99"):
        driver = hand_of(TWO)
        driver.send(m.FAULT_RAISED, code, "card_machine", None)
        assert driver.send(m.FLOOR_RULED, m.RULING_RESUME, "Anna") == m.REFUSAL_NOT_NOW
    driver.send(m.FAULT_CLEARED, "F-NEW-99", "card_machine")
    assert driver.call(1) == 0


def test_a_fault_told_twice_is_cleared_once() -> None:
    driver = hand_of(TWO)
    for _ in range(2):
        driver.send(m.FAULT_RAISED, "F-PAN-01", "panel1", None)
    driver.send(m.FAULT_CLEARED, "F-PAN-01", "panel1")
    assert driver.call(1) == 0


def test_facts_beyond_what_can_wait_make_no_room_for_guesses() -> None:
    driver = hand_of(TWO)
    driver.send(m.FAULT_RAISED, "F-DEAL-01", "card_machine", None)
    for slot in range(4, 40):
        driver.send(m.CARD_LEFT, slot, slot)
    driver.send(m.FAULT_CLEARED, "F-DEAL-01", "card_machine")
    assert held(driver) == "uncommanded_card"
    driver.send(m.FLOOR_RULED, m.RULING_VOID_HAND, "Anna")
    assert driver.table.stacks[1:3] == [1000, 1000]


def test_a_fact_that_found_no_room_to_wait_is_never_forgotten() -> None:
    """Else the hand would go on and wait for ever for a card that is on the table already."""
    driver = hand_of(TWO)
    driver.send(m.FAULT_RAISED, "F-DEAL-01", "card_machine", None)
    for _ in range(33):
        driver.send(m.ORDER_COMMITTED, 7, 0, 1, 52, bytes(32), None)
    assert held(driver) == "uncommanded_card"
    driver.send(m.FAULT_CLEARED, "F-DEAL-01", "card_machine")
    assert driver.table.hand is not None
    assert driver.table.hand.state == hand_table.HELD
    assert driver.send(m.FLOOR_RULED, m.RULING_RESUME, "Anna") == m.REFUSAL_NOT_NOW
    driver.send(m.FLOOR_RULED, m.RULING_VOID_HAND, "Anna")
    assert driver.table.stacks[1:3] == [1000, 1000]


def test_a_kept_fact_that_is_refused_is_reported() -> None:
    driver = table_of(TWO)
    driver.stops_at = m.COMMIT_ORDER
    driver.fire()
    driver.send(m.FAULT_RAISED, "F-RNG-01", "noise", None)
    driver.send(m.ORDER_COMMITTED, 7, 0, 1, 52, bytes(32), None)
    driver.send(m.FAULT_CLEARED, "F-RNG-01", "noise")
    assert driver.heard(m.INPUT_REFUSED) == [
        (m.INPUT_REFUSED, "order_committed", m.REFUSAL_WRONG_HAND)
    ]


def test_void_writes_down_what_was_kept() -> None:
    driver = hand_of(TWO)
    driver.send(m.FAULT_RAISED, "F-DEAL-01", "card_machine", None)
    driver.stops_at = m.REVEAL_ORDER
    driver.send(m.CARD_LEFT, 30, 30)
    driver.send(m.CARD_LANDED, 30, m.PLACE_ASIDE)
    driver.send(m.FACE_OPENED, 30, 3)
    driver.send(m.FLOOR_RULED, m.RULING_VOID_HAND, "Anna")
    assert driver.table.ledger.place[30] == m.PLACE_ASIDE
    assert driver.heard(m.REVEAL_ORDER) == [(m.REVEAL_ORDER, 1, 0)]


def test_a_stray_card_after_the_award_is_told_and_the_result_stands() -> None:
    driver = hand_of(TWO)
    driver.stops_at = m.REVEAL_ORDER
    driver.fold(1)
    driver.send(m.CARD_LEFT, 2, 2)
    assert driver.heard(m.IRREGULARITY_FOUND) == [(m.IRREGULARITY_FOUND, "slot_dealt_twice", 2)]
    driver.send(m.ORDER_REVEALED, 1, 0, bytes(52), bytes(32))
    assert driver.table.hand is None


def test_what_is_reported_while_a_hand_is_held_is_ruled_when_the_card_on_its_way_has_landed() -> (
    None
):
    for lands_first in (True, False):
        driver = table_of(THREE)
        driver.stops_at = m.DEAL_CARD
        driver.start_hand()
        cut(driver)
        for k in range(3):
            for fact in driver.deal(k, driver.heard(m.DEAL_CARD)[k][2]):
                driver.send(*fact)
        fourth = driver.deal(3, driver.heard(m.DEAL_CARD)[3][2])
        driver.send(m.FAULT_RAISED, "F-PWR-01", "controller", None)
        if lands_first:
            for fact in fourth:
                driver.send(*fact)
        seat = driver.heard(m.HOLE_CARD_DEALT)[2][1]
        assert report(driver, "boxed_card", seat) == 0
        assert len(driver.heard(m.DEAL_CARD)) == (5 if lands_first else 4)
        driver.stops_at = 0
        driver.send(m.FAULT_CLEARED, "F-PWR-01", "controller")
        if not lands_first:
            for fact in fourth:
                driver.send(*fact)
        else:
            for fact in driver.deal(4, seat):
                driver.send(*fact)
        assert [one[1] for one in driver.heard(m.IRREGULARITY_FOUND)] == ["boxed_card"]
        assert driver.table.hand is not None
        assert driver.table.hand.state == hand_table.BETTING
