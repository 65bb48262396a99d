"""A draw of seats is given up by the floor until it is cut, by key or by word; then it goes on."""

from __future__ import annotations

import pytest

from firmware.app.floor_menu import floor_items
from firmware.app.keys import ASK_CUT, ASK_FLOOR
from firmware.app.questions import question_of
from firmware.core.hand_table import HELD
from firmware.schema import messages as m
from firmware.schema.faults import CODES, DEVICES, FAULT_ORDER_LOST
from tests.table_driver import TableDriver


def loaded() -> TableDriver:
    driver = TableDriver()
    driver.power_up()
    return driver


def taken(driver: TableDriver) -> list[int]:
    return [seat for seat in range(1, 11) if driver.table.taken[seat]]


WAITS = (m.COMMIT_ORDER, m.START_TIMER, m.CUT_ASKED)
"""Where a draw waits before its cut: for the order, for the witness, for somebody who cuts."""


@pytest.mark.parametrize("stops_at", WAITS)
def test_a_draw_that_is_not_cut_is_given_up_by_the_floor(stops_at: int) -> None:
    driver = loaded()
    driver.stops_at = stops_at
    assert driver.draw_seats("Anna Bruno", (8, 2, 5)) == 0
    assert floor_items(driver.table.hand) == (m.RULING_VOID_HAND,)
    for ruling in set(range(len(m.RULING_WORDS))) - {m.RULING_VOID_HAND}:
        assert driver.send(m.FLOOR_RULED, ruling, "Rosa", None) == m.REFUSAL_NOT_NOW
    driver.stops_at = 0
    assert driver.send(m.FLOOR_RULED, m.RULING_VOID_HAND, "Rosa", None) == 0
    assert driver.heard(m.HAND_VOIDED) == [(m.HAND_VOIDED, 0, "Rosa")]
    assert driver.heard(m.SEAT_DRAW_GIVEN_UP) == [(m.SEAT_DRAW_GIVEN_UP, m.NO_DRAW_VOIDED)]
    promised = bool(stops_at != m.COMMIT_ORDER)
    assert bool(driver.heard(m.REVEAL_ORDER)) == promised, "what was promised is told"
    assert taken(driver) == []
    assert driver.timer is None
    assert driver.draw_seats("Anna Bruno", (8, 2, 5)) == 0
    assert taken(driver) == [2, 5]


def test_a_draw_that_is_cut_goes_on_and_the_floor_is_offered_nothing() -> None:
    driver = loaded()
    driver.stops_at = m.DRAW_SEATS
    driver.draw_seats("Anna", (2, 5))
    assert floor_items(driver.table.hand) == ()
    refused = driver.send(m.FLOOR_RULED, m.RULING_VOID_HAND, "Rosa", None)
    assert refused == m.REFUSAL_NOT_NOW
    driver.send(m.SEATS_DRAWN, (5,))
    assert taken(driver) == [5]


def test_a_draw_that_is_held_goes_on_or_is_void_by_the_floors_key() -> None:
    driver = loaded()
    driver.stops_at = m.CUT_ASKED
    driver.draw_seats("Anna", (2, 5))
    driver.send(m.FAULT_RAISED, "F-DEAL-01", "card_machine", None)
    assert driver.table.hand.state == HELD
    assert floor_items(driver.table.hand) == (m.RULING_VOID_HAND,), "the machine does not answer"
    driver.send(m.FAULT_RAISED, "F-PAN-01", "panel", None)
    driver.send(m.FAULT_CLEARED, "F-DEAL-01", "card_machine")
    assert floor_items(driver.table.hand) == (m.RULING_RESUME, m.RULING_VOID_HAND)
    driver.stops_at = 0
    assert driver.send(m.FLOOR_RULED, m.RULING_RESUME, "floor_key", None) == 0
    assert driver.send(m.CUT_SET, 3, None) == 0
    assert taken(driver) == [2]


def test_an_order_that_is_lost_is_given_up_by_the_floors_key() -> None:
    """Everybody is paid, and only the order's opening is waited for."""
    driver = loaded()
    driver.stops_at = m.REVEAL_ORDER
    driver.draw_seats("Anna", (2, 5))
    assert floor_items(driver.table.hand) == ()
    driver.send(m.FAULT_RAISED, CODES[FAULT_ORDER_LOST], DEVICES[FAULT_ORDER_LOST], None)
    assert floor_items(driver.table.hand) == (m.RULING_VOID_HAND,)
    driver.stops_at = 0
    assert driver.send(m.FLOOR_RULED, m.RULING_VOID_HAND, "floor_key", None) == 0
    assert driver.heard(m.SEAT_DRAW_GIVEN_UP) == [(m.SEAT_DRAW_GIVEN_UP, m.NO_DRAW_ORDER_LOST)]
    assert taken(driver) == []


def test_the_floors_menu_beside_a_seat_that_is_to_cut_offers_to_give_the_draw_up() -> None:
    driver = loaded()
    driver.stops_at = m.START_TIMER
    driver.draw_seats("Anna", (2, 5))
    driver.stops_at = m.CUT_ASKED
    driver.send(m.TIMER_FIRED, *driver.timer)
    seat, asked = question_of(driver.table, 1, False)
    assert (seat, asked.kind) == (driver.table.hand.turn, ASK_CUT)
    seat, asked = question_of(driver.table, 1, True)
    assert (seat in (2, 5), asked.kind) == (True, ASK_FLOOR)
    assert asked.items == (m.RULING_VOID_HAND,)
    driver.table.hand.turn = 0  # nobody cut in time
    assert question_of(driver.table, 1, True)[1].kind == ASK_CUT
