"""What tables are put through between hands so that every row of the table fires.

Played as the stories of `row_stories` are, and under the same rule.
"""

from __future__ import annotations

from firmware.core import table_rows
from firmware.schema import messages as m
from tests.row_stories import running, to_the_river
from tests.table_driver import TableDriver


def order_is_lost_and_given_up() -> None:
    driver = running()
    driver.stops_at = m.REVEAL_ORDER
    driver.send(m.FAULT_RAISED, "F-ORD-01", "order_memory", None)
    driver.send(m.FLOOR_RULED, m.RULING_VOID_HAND, "Anna")
    driver.send(m.FLOOR_RULED, m.RULING_VOID_HAND, "Anna")


def deck_does_not_count() -> None:
    driver = TableDriver()
    driver.deals = False
    driver.send(m.CARDS_COLLECTED, 51, 0)
    driver.send(m.FLOOR_RULED, m.RULING_RESUME, "Anna")
    driver.send(m.CARDS_COLLECTED, 52, 0)
    driver.send(m.CARD_FED, 1)
    driver.send(m.CARD_FED, 3)
    driver.send(m.FLOOR_RULED, m.RULING_RESUME, "Anna")
    driver.send(m.CARDS_COLLECTED, 52, 0)
    driver.send(m.DECK_LOADED, 52)


def cards_stray_between_hands() -> None:
    for paused in (True, False):
        driver = TableDriver()
        driver.sit({1: 1000, 2: 1000})
        if paused:
            driver.send(m.TABLE_PAUSED, None)
        driver.power_up()
        driver.send(m.CARD_LEFT, 0, 3)
        driver.send(m.CARD_LEFT, 0, 4)
        driver.send(m.CARD_LANDED, 3, m.PLACE_BURN)
        driver.send(m.FACE_READ, 3, 3)
        driver.send(m.FACE_OPENED, 3, 3)


def people_and_devices_between_hands() -> None:
    driver = TableDriver()
    driver.sit({1: 1000, 2: 1000})
    driver.send(m.BUTTON_PLACED, 2)
    driver.send(m.POST_PROMISED, 1, 50, 100)
    driver.power_up()
    driver.send(m.TABLE_PAUSED, None)
    driver.send(m.TABLE_RESUMED, None)
    driver.send(m.FAULT_RAISED, "F-DSP-01", "display3", None)
    driver.send(m.FAULT_RAISED, "F-RNG-01", "noise", None)
    driver.send(m.FAULT_CLEARED, "F-RNG-01", "noise")
    driver.send(m.SEAT_LEFT, 2)


def silence_shows_nothing() -> None:
    driver = TableDriver(3)
    driver.set("show", "optional_muck")
    driver.set("show_seconds", 5)
    driver.sit({1: 1000, 2: 1000})
    driver.power_up()
    driver.start_hand()
    to_the_river(driver)
    driver.fire()


def button_is_drawn() -> None:
    for move in ((m.BUTTON_PLACED, 2), (m.CARD_LEFT, 0, 3)):
        driver = TableDriver()
        driver.stops_at = m.DRAW_BUTTON
        driver.sit({1: 1000, 2: 1000})
        driver.power_up()
        driver.send(*move)


def draw_is_held() -> None:
    for ruling in (
        (m.FAULT_CLEARED, "F-PAN-01", "panel1"),
        (m.FLOOR_RULED, m.RULING_VOID_HAND, "A"),
    ):
        driver = TableDriver()
        driver.stops_at = m.DRAW_BUTTON
        driver.sit({1: 1000, 2: 1000})
        driver.power_up()
        driver.send(m.FAULT_RAISED, "F-PAN-01", "panel1", None)
        driver.send(m.BUTTON_DRAWN, 2)
        driver.send(*ruling)


def seats_are_drawn() -> None:
    driver = TableDriver()
    driver.send(m.FAULT_RAISED, "F-PAN-01", "panel1", None)
    driver.draw_seats("Anna Bruno", (1, 4, 7))
    driver.draw_seats("Carla")
    driver.send(m.FAULT_CLEARED, "F-PAN-01", "panel1")
    driver.sit({9: 1000, 10: 1000})
    driver.power_up()
    driver.stops_at = m.DRAW_SEATS
    driver.fire()
    driver.send(m.SEAT_LEFT, 9)
    driver.draw_seats("Dino")


def seats_are_drawn_in_the_pause_before_a_hand() -> None:
    driver = TableDriver()
    driver.sit({9: 1000, 10: 1000})
    driver.power_up()
    driver.draw_seats("Anna Bruno")


def seat_draw_is_held() -> None:
    for ruling in (
        (m.FAULT_CLEARED, "F-PAN-01", "panel1"),
        (m.FLOOR_RULED, m.RULING_VOID_HAND, "A", None),
    ):
        driver = TableDriver()
        driver.stops_at = m.DRAW_SEATS
        driver.power_up()
        driver.draw_seats("Anna")
        driver.send(m.FAULT_RAISED, "F-PAN-01", "panel1", None)
        driver.send(m.SEATS_DRAWN, (3,))
        driver.send(*ruling)


def lines_of_the_log_are_lost_between_hands() -> None:
    for stops_at, players in ((m.LOAD_DECK, 2), (m.DRAW_BUTTON, 2), (0, 2), (0, 1)):
        driver = TableDriver()
        driver.stops_at = stops_at
        driver.sit(dict.fromkeys(range(1, players + 1), 1000))
        driver.power_up()
        driver.send(m.HANDS_LOST, 7)
        driver.send(m.FAULT_RAISED, "F-LOG-02", "store", None)
        driver.stops_at = 0
        driver.send(m.FLOOR_RULED, m.RULING_RESUME, "Anna")
        driver.send(m.FAULT_CLEARED, "F-LOG-02", "store")
        assert driver.table.hand_number == 7
        assert driver.table.ledger.carousel == 52


def lines_of_the_log_are_lost_while_the_deck_is_gathered_checked_and_unloaded() -> None:
    for asked, stops_at, state in (
        (0, 0, table_rows.GATHERING),
        (m.DECK_CHECK_ASKED, m.CHECK_DECK, table_rows.CHECKING),
        (m.DECK_CHANGE_ASKED, m.UNLOAD_DECK, table_rows.UNLOADING),
    ):
        driver = TableDriver()
        driver.sit({1: 1000, 2: 1000})
        driver.send(m.TABLE_PAUSED, None)
        driver.stops_at = stops_at
        if asked:
            driver.power_up()
            driver.send(asked, "Anna")
        assert driver.table.state == state
        driver.send(m.FAULT_RAISED, "F-LOG-02", "store", None)
        assert driver.table.state == table_rows.DECK_HELD
        driver.said.clear()
        assert driver.send(m.FLOOR_RULED, m.RULING_RESUME, "Anna") == 0
        assert driver.heard(m.COLLECT_CARDS), "every card is looked for"
        if asked:
            assert driver.table.state == state, "what was broken off follows"


def deck_is_asked_for_while_it_is_loaded() -> None:
    for asked in (m.DECK_CHECK_ASKED, m.DECK_CHANGE_ASKED):
        driver = TableDriver()
        driver.send(m.TABLE_PAUSED, None)
        driver.stops_at = m.LOAD_DECK
        driver.power_up()
        driver.send(asked, "Anna")
        for number in range(1, 53):
            driver.send(m.CARD_FED, number)
        driver.stops_at = m.COLLECT_CARDS
        driver.send(m.DECK_LOADED, 52)


def deck_is_checked_and_changed() -> None:
    for asked in (m.DECK_CHECK_ASKED, m.DECK_CHANGE_ASKED):
        driver = running()
        driver.send(asked, "Anna")
        for paused in (True, False):
            driver = TableDriver()
            driver.sit({1: 1000, 2: 1000})
            if paused:
                driver.send(m.TABLE_PAUSED, None)
            driver.power_up()
            driver.stops_at = m.CHECK_DECK
            driver.send(asked, "Anna")
            if asked == m.DECK_CHANGE_ASKED:
                driver.send(m.FLOOR_RULED, m.RULING_RESUME, "Anna", None)
            driver.send(m.DECK_CHECKED, 51, bytes(7), 0, 0)
            driver.send(m.FLOOR_RULED, m.RULING_RESUME, "Anna", None)
            driver.send(m.DECK_CHECKED, 52, b"\xff" * 6 + b"\x0f", 0, 0)


def service_tries_every_part() -> None:
    driver = TableDriver()
    driver.sit({1: 1000, 2: 1000})
    driver.send(m.TABLE_PAUSED, "Anna")
    driver.power_up()
    for seconds in (5, 0, 5):
        driver.send(m.TEST_ASKED, m.PART_LAMPS, seconds, "Teo")
    driver.fire()
    driver.send(m.TEST_ASKED, m.PART_EJECT, 0, "Teo")
    for stops_at, part, outcomes in (
        (m.TRY_MOTOR, m.PART_MOTOR, ((m.CARDS_COUNTED, 0, 52), (m.CARDS_COUNTED, 0, 51))),
        (m.UNLOAD_DECK, m.PART_EJECT, ((m.DECK_UNLOADED, 51),)),
        (m.TRY_MOTOR, m.PART_MOTOR, ((m.FAULT_RAISED, "F-LOG-02", "store", None),)),
    ):
        driver.stops_at = stops_at
        for outcome in outcomes:
            driver.send(m.TEST_ASKED, part, 0, "Teo")
            driver.send(*outcome)
        driver.stops_at = 0
        driver.send(m.FLOOR_RULED, m.RULING_RESUME, "Anna", None)


def house_looks_after_seats_and_closes() -> None:
    driver = TableDriver()
    driver.sit({1: 1000, 2: 1000})
    driver.send(m.FLOOR_CALLED, 1)
    driver.send(m.FLOOR_ANSWERED, "Anna", None)
    driver.send(m.STACK_SET, 1, 900, "Anna", "miscounted")
    driver.send(m.CHIPS_CASHED, 1, 900, "Anna")
    driver.send(m.CHIPS_CASHED, 2, 1000, "Anna")
    driver.send(m.TABLE_CLOSED, "Anna")
    driver.send(m.TABLE_OPENED, "Anna")


def seat_draw_is_given_up_until_it_is_cut() -> None:
    for waits_for in (m.START_TIMER, m.CUT_ASKED):
        driver = TableDriver()
        driver.power_up()
        driver.stops_at = waits_for
        driver.draw_seats("Ada Bruno", (2, 5, 8))
        driver.send(m.FLOOR_RULED, m.RULING_VOID_HAND, "Anna", None)


SCENARIOS = (
    service_tries_every_part,
    house_looks_after_seats_and_closes,
    order_is_lost_and_given_up,
    deck_does_not_count,
    cards_stray_between_hands,
    people_and_devices_between_hands,
    silence_shows_nothing,
    button_is_drawn,
    draw_is_held,
    seats_are_drawn,
    seats_are_drawn_in_the_pause_before_a_hand,
    seat_draw_is_held,
    seat_draw_is_given_up_until_it_is_cut,
    lines_of_the_log_are_lost_between_hands,
    lines_of_the_log_are_lost_while_the_deck_is_gathered_checked_and_unloaded,
    deck_is_asked_for_while_it_is_loaded,
    deck_is_checked_and_changed,
)
