"""Seats are drawn by a sealed order of the free seats, and taken when the whole order was told."""

from __future__ import annotations

import pytest

from firmware.core.restoring import restore
from firmware.core.table import Table
from firmware.schema import messages as m
from tests.table_driver import TableDriver


def loaded(**settings: str) -> TableDriver:
    driver = TableDriver()
    for name, value in settings.items():
        assert driver.set(name, value) == 0
    driver.power_up()
    return driver


def taken(driver: TableDriver) -> list[int]:
    return [seat for seat in range(1, 11) if driver.table.taken[seat]]


def test_each_player_of_the_list_has_a_seat_of_the_order_and_no_chips() -> None:
    driver = loaded()
    driver.stops_at = m.DRAW_SEATS
    assert driver.draw_seats("Anna Bruno", (8, 2, 5)) == 0
    assert driver.heard(m.DRAW_STARTED) == [(m.DRAW_STARTED, 0, (2, 5, 8), 2)]
    assert driver.heard(m.DRAW_SEATS) == [(m.DRAW_SEATS, (2, 5, 8), 2)]
    assert taken(driver) == []
    driver.send(m.SEATS_DRAWN, (8, 2))
    seated = [(m.PLAYER_SEATED, 8, "Anna"), (m.PLAYER_SEATED, 2, "Bruno")]
    assert driver.heard(m.PLAYER_SEATED) == seated
    assert taken(driver) == [2, 8]
    assert driver.table.stacks == [0] * 11


def test_without_seats_named_all_that_are_free_are_drawn_among() -> None:
    driver = loaded()
    driver.sit({3: 1000})
    driver.draw_seats("Anna")
    assert driver.heard(m.DRAW_STARTED)[-1][2:] == ((1, 2, 4, 5, 6, 7, 8, 9, 10), 1)


def test_ten_players_fill_the_table_and_the_button_is_drawn_when_they_have_chips() -> None:
    driver = loaded()
    driver.draw_seats("A B C D E F G H I J")
    assert taken(driver) == list(range(1, 11))
    for seat in range(1, 11):
        driver.send(m.CHIPS_ADDED, seat, 1000)
    started = driver.heard(m.DRAW_STARTED)
    assert [(epoch, players) for _, epoch, _seats, players in started] == [(0, 10), (1, None)]
    driver.start_hand()
    assert driver.heard(m.HAND_STARTED)


def test_one_player_is_drawn_among_one_seat() -> None:
    driver = loaded()
    assert driver.draw_seats("Anna", (7,)) == 0
    assert taken(driver) == [7]


def test_nobody_is_seated_before_the_whole_order_is_told() -> None:
    driver = loaded()
    driver.stops_at = m.REVEAL_ORDER
    driver.draw_seats("Anna Bruno")
    assert driver.table.hand.seats_drawn
    assert taken(driver) == []
    driver.send(m.ORDER_REVEALED, 0, 0, bytes(range(1, 11)), bytes(32))
    assert taken(driver) == [1, 2]


@pytest.mark.parametrize(
    ("seats", "refusal"),
    [
        ((1,), m.REFUSAL_BAD_VALUE),
        ((1, 2, 4), m.REFUSAL_BAD_VALUE),
        ((1, 1), m.REFUSAL_BAD_VALUE),
        ((1, 9), m.REFUSAL_NO_SUCH_SEAT),
    ],
)
def test_seats_that_were_not_asked_for_are_no_answer(seats: tuple[int, ...], refusal: int) -> None:
    driver = loaded()
    driver.stops_at = m.DRAW_SEATS
    driver.draw_seats("Anna Bruno", (1, 2, 4))
    before = driver.table.snapshot()
    assert driver.send(m.SEATS_DRAWN, seats) == refusal
    assert driver.table.snapshot() == before


# ------------------------------------------------------------------ what is refused


def refused(driver: TableDriver, *message: object) -> str:
    """The word of a refusal, after which nothing has changed."""
    before = driver.table.snapshot()
    code = driver.send(*message)
    assert driver.table.snapshot() == before
    return m.REFUSAL_WORDS[code]


def test_a_draw_waits_for_the_end_of_a_hand() -> None:
    driver = loaded()
    driver.sit({1: 1000, 2: 1000})
    driver.start_hand()
    assert refused(driver, m.DRAW_ENTERED, 1, "Anna", "Rosa") == "hand_running"
    assert refused(driver, m.SEAT_DRAW_ASKED, 1, "Rosa", None) == "hand_running"


def test_a_list_is_entered_in_order_and_each_name_once() -> None:
    driver = loaded()
    assert refused(driver, m.DRAW_ENTERED, 2, "Anna", "Rosa") == "list_incomplete"
    assert driver.send(m.DRAW_ENTERED, 1, "Anna", "Rosa") == 0
    assert refused(driver, m.DRAW_ENTERED, 2, "Anna", "Rosa") == "name_twice"
    assert refused(driver, m.SEAT_DRAW_ASKED, 2, "Rosa", None) == "list_incomplete"
    assert driver.send(m.DRAW_ENTERED, 1, "Bruno", "Rosa") == 0
    assert driver.table.seat_draw.players == ["Bruno"]


def test_a_draw_without_a_list_is_refused() -> None:
    assert refused(loaded(), m.SEAT_DRAW_ASKED, 0, "Rosa", None) == "list_incomplete"


def test_more_players_than_seats_are_refused() -> None:
    driver = loaded()
    driver.sit(dict.fromkeys(range(1, 10), 0))
    for place, player in enumerate(("Anna", "Bruno"), 1):
        driver.send(m.DRAW_ENTERED, place, player, "Rosa")
    assert refused(driver, m.SEAT_DRAW_ASKED, 2, "Rosa", None) == "too_many_players"


@pytest.mark.parametrize(
    ("seats", "word"),
    [((3,), "seat_taken"), ((11,), "no_such_seat"), ((4, 4), "bad_value")],
)
def test_seats_that_cannot_be_drawn_are_refused(seats: tuple[int, ...], word: str) -> None:
    driver = loaded()
    driver.sit({3: 1000})
    driver.send(m.DRAW_ENTERED, 1, "Anna", "Rosa")
    assert refused(driver, m.SEAT_DRAW_ASKED, 1, "Rosa", seats) == word


def test_an_eleventh_player_is_refused() -> None:
    driver = loaded()
    for place in range(1, 11):
        driver.send(m.DRAW_ENTERED, place, f"P{place}", "Rosa")
    assert refused(driver, m.DRAW_ENTERED, 11, "P11", "Rosa") == "list_incomplete"


def test_a_house_that_draws_with_cards_does_not_draw_by_the_table() -> None:
    driver = loaded(seat_draw="cards")
    assert refused(driver, m.DRAW_ENTERED, 1, "Anna", "Rosa") == "drawn_with_cards"
    assert refused(driver, m.SEAT_DRAW_ASKED, 1, "Rosa", None) == "drawn_with_cards"


def test_nobody_draws_a_seat_at_a_closed_table_and_none_is_closed_before_a_draw() -> None:
    driver = TableDriver()
    driver.draw_seats("Anna")
    assert refused(driver, m.TABLE_CLOSED, "Rosa") == "draw_running"
    driver = loaded()
    driver.send(m.TABLE_CLOSED, "Rosa")
    assert refused(driver, m.DRAW_ENTERED, 1, "Anna", "Rosa") == "table_closed"
    assert refused(driver, m.SEAT_DRAW_ASKED, 1, "Rosa", None) == "table_closed"


def test_while_a_draw_runs_its_seats_are_kept_and_another_is_refused() -> None:
    driver = loaded()
    driver.stops_at = m.DRAW_SEATS
    driver.draw_seats("Anna Bruno", (1, 2, 4))
    assert refused(driver, m.SEAT_TAKEN, 4, 1000, None) == "draw_running"
    assert refused(driver, m.SEAT_LEFT, 4) == "seat_empty"
    assert refused(driver, m.DRAW_ENTERED, 1, "Carla", "Rosa") == "draw_running"
    assert refused(driver, m.SEAT_DRAW_ASKED, 1, "Rosa", None) == "draw_running"
    assert driver.send(m.SEAT_TAKEN, 5, 1000, None) == 0


def test_a_log_has_so_many_draws_and_no_more() -> None:
    driver = loaded()
    for _ in range(256):
        assert driver.draw_seats("Anna", (7,)) == 0
        assert driver.send(m.SEAT_LEFT, 7) == 0
    driver.send(m.DRAW_ENTERED, 1, "Anna", "Rosa")
    assert refused(driver, m.SEAT_DRAW_ASKED, 1, "Rosa", (7,)) == "draws_used_up"


# ------------------------------------------------------------------ when it begins, when not


def test_a_draw_asked_for_too_early_begins_when_the_deck_lies_loaded() -> None:
    driver = TableDriver()
    assert driver.draw_seats("Anna Bruno") == 0
    assert not driver.heard(m.DRAW_STARTED)
    assert refused(driver, m.SEAT_TAKEN, 4, 1000, None) == "draw_running"
    assert refused(driver, m.DRAW_ENTERED, 2, "Carla", "Rosa") == "draw_running"
    assert refused(driver, m.SEAT_DRAW_ASKED, 2, "Rosa", None) == "draw_running"
    driver.power_up()
    assert taken(driver) == [1, 2]


def test_a_draw_is_held_in_a_pause_and_before_the_next_hand() -> None:
    driver = loaded()
    driver.sit({1: 1000, 2: 1000})
    assert driver.timer is not None
    driver.draw_seats("Anna")
    assert taken(driver) == [1, 2, 3]
    driver.send(m.TABLE_PAUSED, "floor")
    driver.draw_seats("Bruno")
    assert taken(driver) == [1, 2, 3, 4]


def test_a_draw_waits_for_a_device() -> None:
    driver = loaded()
    driver.send(m.FAULT_RAISED, "F-PAN-01", "panel1", None)
    driver.draw_seats("Anna")
    assert taken(driver) == []
    driver.send(m.FAULT_CLEARED, "F-PAN-01", "panel1")
    assert taken(driver) == [1]


def test_a_draw_waits_for_the_end_of_a_test() -> None:
    driver = loaded()
    driver.send(m.TABLE_PAUSED, "Rosa")
    assert driver.send(m.TEST_ASKED, m.PART_LAMPS, 5, "Rosa") == 0
    driver.draw_seats("Anna")
    assert taken(driver) == []
    driver.fire()
    assert taken(driver) == [1]


def test_a_new_list_takes_back_a_draw_that_has_not_begun() -> None:
    driver = TableDriver()
    driver.draw_seats("Anna Bruno")
    driver.draw_seats("Carla", (9,))
    assert driver.heard(m.SEAT_DRAW_GIVEN_UP) == [(m.SEAT_DRAW_GIVEN_UP, m.NO_DRAW_NEW_LIST)]
    driver.power_up()
    assert driver.heard(m.PLAYER_SEATED) == [(m.PLAYER_SEATED, 9, "Carla")]


# ------------------------------------------------------------------ when it comes to nothing


def test_a_draw_that_the_floor_voids_gives_nobody_a_seat() -> None:
    driver = loaded()
    driver.stops_at = m.DRAW_SEATS
    driver.draw_seats("Anna Bruno")
    driver.send(m.FAULT_RAISED, "F-PAN-01", "panel1", None)
    driver.send(m.FLOOR_RULED, m.RULING_VOID_HAND, "Rosa", None)
    assert driver.heard(m.SEAT_DRAW_GIVEN_UP) == [(m.SEAT_DRAW_GIVEN_UP, m.NO_DRAW_VOIDED)]
    assert taken(driver) == []
    driver.send(m.FAULT_CLEARED, "F-PAN-01", "panel1")
    assert driver.draw_seats("Anna Bruno") == 0


def test_a_card_that_strays_voids_the_draw_and_the_deck_is_gathered() -> None:
    driver = loaded()
    driver.stops_at = m.DRAW_SEATS
    driver.draw_seats("Anna Bruno")
    driver.send(m.CARD_LEFT, 0, 3)
    assert driver.heard(m.HAND_VOIDED) == [(m.HAND_VOIDED, 0, "table")]
    assert driver.heard(m.SEAT_DRAW_GIVEN_UP) == [(m.SEAT_DRAW_GIVEN_UP, m.NO_DRAW_VOIDED)]
    assert driver.table.ledger.carousel == 52


def test_an_order_that_is_never_told_gives_nobody_a_seat() -> None:
    driver = loaded()
    driver.stops_at = m.REVEAL_ORDER
    driver.draw_seats("Anna Bruno")
    driver.send(m.FAULT_RAISED, "F-ORD-01", "order_memory", None)
    driver.send(m.FLOOR_RULED, m.RULING_VOID_HAND, "Rosa", None)
    assert driver.heard(m.SEAT_DRAW_GIVEN_UP) == [(m.SEAT_DRAW_GIVEN_UP, m.NO_DRAW_ORDER_LOST)]
    assert taken(driver) == []


def test_lost_lines_end_a_draw_that_waits_and_all_later_ones() -> None:
    driver = TableDriver()
    driver.draw_seats("Anna")
    driver.send(m.FAULT_RAISED, "F-LOG-02", "store", None)
    assert driver.heard(m.SEAT_DRAW_GIVEN_UP) == [(m.SEAT_DRAW_GIVEN_UP, m.NO_DRAW_LOG_LOST)]
    driver.send(m.DRAW_ENTERED, 1, "Anna", "Rosa")
    assert refused(driver, m.SEAT_DRAW_ASKED, 1, "Rosa", None) == "draws_used_up"


def test_seats_told_before_lines_were_lost_are_had() -> None:
    driver = loaded()
    driver.stops_at = m.REVEAL_ORDER
    driver.draw_seats("Anna")
    driver.send(m.FAULT_RAISED, "F-LOG-02", "store", None)
    driver.send(m.ORDER_REVEALED, 0, 0, bytes(range(1, 11)), bytes(32))
    assert driver.heard(m.PLAYER_SEATED) == [(m.PLAYER_SEATED, 1, "Anna")]


def test_a_reversed_award_leaves_a_draw_alone() -> None:
    driver = TableDriver(3)
    driver.set("witness_ms", 0)
    driver.sit({1: 1000, 2: 1000})
    driver.power_up()
    driver.start_hand()
    driver.fold(driver.table.hand.turn)
    winner = driver.heard(m.POT_AWARDED)[-1][2]
    driver.stops_at = m.DRAW_SEATS
    assert driver.draw_seats("Anna") == 0
    assert driver.send(m.AWARD_REVERSED, winner, 3 - winner, 10, "Rosa") == 0
    assert driver.send(m.SEATS_DRAWN, (5,)) == 0
    assert taken(driver) == [1, 2, 5]


# ------------------------------------------------------------------ afterwards


def test_who_drew_a_seat_after_the_first_hand_owes_a_blind_as_any_newcomer() -> None:
    driver = loaded()
    driver.sit({1: 1000, 2: 1000})
    driver.start_hand()
    driver.fold(driver.table.hand.turn)
    driver.draw_seats("Anna", (5,))
    driver.send(m.CHIPS_ADDED, 5, 500)
    assert driver.table.debts[5]
    assert driver.heard(m.BLIND_OWED)[-1][:2] == (m.BLIND_OWED, 5)


def test_the_place_in_the_list_is_forgotten_when_the_seat_plays_or_is_left() -> None:
    driver = loaded()
    driver.draw_seats("Anna Bruno Carla", (2, 5, 8))
    assert [driver.table.seat_draw.places[seat] for seat in (2, 5, 8)] == [1, 2, 3]
    driver.send(m.SEAT_LEFT, 8)
    for seat in (2, 5):
        driver.send(m.CHIPS_ADDED, seat, 1000)
    driver.start_hand()
    assert driver.table.seat_draw.places == [0] * 11


def test_a_table_with_a_list_is_put_back_from_its_snapshot() -> None:
    driver = TableDriver()
    driver.draw_seats("Anna Bruno", (3, 4))
    kept = driver.table.snapshot()
    table = Table()
    restore(table, kept)
    assert table.seat_draw.players == ["Anna", "Bruno"]
    assert table.seat_draw.seats == (3, 4)
