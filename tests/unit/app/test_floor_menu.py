"""The floor speaks by one seat's keys while its key is held; the centre says what to do."""

from __future__ import annotations

from firmware.app.displays import asked_picture
from firmware.app.floor_menu import FACES, MISREAD, REPORTS, FloorMenu, floor_items
from firmware.app.keys import ASK_FLOOR, ASK_TURN, SeatKeys
from firmware.app.questions import question_of
from firmware.app.repair_pictures import repair_picture
from firmware.core.hand_table import TYPING
from firmware.schema import irregularities as i
from firmware.schema import messages as m
from firmware.schema.words import LANGUAGE_EN, LANGUAGE_IT
from hal.ports import KEY_CALL, KEY_DOWN, KEY_RAISE, KEY_UP
from hal.sim.display import text_of
from tests.hand_stories import THREE, TWO, hand_of
from tests.table_driver import TableDriver

FOULED = tuple(
    REPORTS + kind
    for kind in (
        i.IRREGULARITY_DUPLICATE_FACE,
        i.IRREGULARITY_FOREIGN_CARD,
        i.IRREGULARITY_MISSING_CARD,
    )
)


def spoken(keys: SeatKeys, *pressed: int) -> tuple | None:
    """The answer after these keys, each pressed and let go, a second after the question."""
    said = None
    now = 1000
    for key in pressed:
        for bits in (key, 0):
            for _ in range(3):
                said = keys.sample(bits, now) or said
                now += 60
    return said


def asked(driver: TableDriver) -> SeatKeys:
    """The keys of the seat that the floor borrows."""
    seat, question = question_of(driver.table, 1, True)
    assert question.kind == ASK_FLOOR
    keys = SeatKeys(seat)
    keys.ask(question, 0)
    return keys


def text(picture: tuple[bytes, bool] | None) -> str:
    assert picture is not None
    return " ".join(text_of(picture[0]).split())


def test_the_menu_opens_only_while_the_floor_key_is_held() -> None:
    driver = hand_of(THREE)
    assert question_of(driver.table, 1, False)[1].kind == ASK_TURN
    assert question_of(driver.table, 1, True)[1].kind == ASK_FLOOR


def test_a_decision_is_said_by_raise() -> None:
    driver = hand_of(THREE)
    driver.send(m.CARD_LEFT, 9, 0)
    keys = asked(driver)
    first = keys.menu.item
    assert spoken(keys, KEY_RAISE) == (m.FLOOR_RULED, first, "floor_key", None)
    assert driver.send(*spoken(asked(driver), KEY_RAISE) or ()) == 0


def test_every_decision_that_is_offered_is_taken() -> None:
    for number in range(8):
        driver = hand_of(THREE)
        driver.send(m.CARD_LEFT, 9, 0)
        hand = driver.table.hand
        assert hand is not None
        rulings = [item for item in floor_items(hand) if item < REPORTS]
        if number < len(rulings):
            assert driver.send(m.FLOOR_RULED, rulings[number], "floor_key", None) == 0


def test_a_report_names_the_seat_that_call_has_stepped_to() -> None:
    driver = hand_of(THREE)
    keys = asked(driver)
    while keys.menu.item != REPORTS + i.IRREGULARITY_PLAYER_EXPOSED_CARD:
        keys.menu.step(1)
    said = spoken(keys, KEY_CALL, KEY_CALL, KEY_RAISE)
    assert said == (m.IRREGULARITY_REPORTED, "player_exposed_card", "floor_key", 2, None)
    assert driver.send(*said) == 0
    assert text(asked_picture(keys, LANGUAGE_EN, None)) == "2 E 14"


def test_up_and_down_go_round() -> None:
    menu = FloorMenu((1, 2, 3))
    menu.step(-1)
    assert menu.item == 3
    menu.step(1)
    assert menu.item == 1
    for _ in range(11):
        menu.step_seat()
    assert menu.seat == 0


def test_a_face_is_entered_from_those_that_are_not_out() -> None:
    driver = hand_of(TWO)
    driver.call(1)
    driver.deals = False
    driver.call(2)
    for one in TableDriver.deal(driver, 4, m.PLACE_BURN):
        driver.send(*one)
    driver.send(m.CARD_LEFT, 5, 5)
    driver.send(m.FACE_DOUBTED, 5, m.DOUBT_UNREADABLE)
    driver.send(m.CARD_LANDED, 5, m.PLACE_BOARD1)
    keys = asked(driver)
    assert keys.menu.item == FACES
    assert text(repair_picture(driver.table.hand, LANGUAGE_EN)) == "b1 FACE"
    said = spoken(keys, KEY_DOWN, KEY_DOWN, KEY_UP, KEY_RAISE)
    assert said == (m.FACE_TYPED, 1, "floor_key")
    assert text(asked_picture(keys, LANGUAGE_EN, None)) == "2 d"
    assert driver.send(*said) == 0


def test_the_centre_says_which_card_goes_where() -> None:
    driver = hand_of(THREE)
    driver.stops_at = m.MOVE_CARD
    driver.send(m.CARD_STRAYED, 40)
    driver.send(m.CARD_LANDED, 40, driver.table.hand.ring[0])  # type: ignore[union-attr]
    assert text(repair_picture(driver.table.hand, LANGUAGE_EN)) == "2 bUrn"
    assert text(repair_picture(driver.table.hand, LANGUAGE_IT)) == "2 bruC"


def test_the_centre_calls_the_floor_and_is_silent_in_a_fair_hand() -> None:
    driver = hand_of(THREE)
    assert repair_picture(driver.table.hand, LANGUAGE_EN) is None
    assert repair_picture(None, LANGUAGE_EN) is None
    driver.send(m.CARD_LEFT, 9, 0)
    assert text(repair_picture(driver.table.hand, LANGUAGE_EN)) == "FLOOr"


def test_the_centre_names_the_slot_that_a_person_draws_from() -> None:
    driver = hand_of(THREE)
    driver.call(1)
    driver.call(2)
    driver.send(m.CARD_LEFT, 9, 0)
    driver.send(m.FLOOR_RULED, m.RULING_COMPLETE_BY_HAND, "Anna", None)
    driver.stops_at = m.MOVE_CARD
    driver.call(3)
    assert text(repair_picture(driver.table.hand, LANGUAGE_EN)) == "6 bUrn"


def test_the_centre_shows_the_shuffle() -> None:
    driver = hand_of(THREE)
    driver.stops_at = m.LOAD_DECK
    driver.send(m.IRREGULARITY_REPORTED, "deck_disordered", "Anna", None, None)
    assert text(repair_picture(driver.table.hand, LANGUAGE_EN)) == "SHUFFL"


def test_a_step_that_waits_for_a_person_can_be_ended_at_the_table() -> None:
    driver = hand_of(THREE)
    driver.stops_at = m.MOVE_CARD
    driver.send(m.CARD_STRAYED, 40)
    driver.send(m.CARD_LANDED, 40, driver.table.hand.ring[0])  # type: ignore[union-attr]
    keys = asked(driver)
    assert keys.menu.items[:2] == (m.RULING_COMPLETE_BY_HAND, m.RULING_VOID_HAND)
    assert keys.menu.items[2:] == FOULED
    assert driver.send(*spoken(keys, KEY_DOWN, KEY_RAISE) or ()) == 0
    assert driver.heard(m.HAND_VOIDED)


def test_a_face_that_nobody_can_tell_does_not_hold_the_hand_for_ever() -> None:
    driver = hand_of(THREE)
    while driver.table.hand.street < m.STREET_FLOP:  # type: ignore[union-attr]
        driver.call(driver.table.hand.turn)  # type: ignore[union-attr]
    hand = driver.table.hand
    assert hand is not None
    said = (m.IRREGULARITY_REPORTED, "card_misread", "Anna", None, hand.board[0])
    driver.stops_at = m.ASK_FACE
    assert driver.send(*said) == 0
    assert hand.state == TYPING
    keys = asked(driver)
    assert keys.menu.item >= FACES
    assert spoken(keys, KEY_UP, KEY_UP, KEY_RAISE) is not None
    assert keys.menu.items[-4:] == (m.RULING_COMPLETE_BY_HAND, *FOULED)


def test_a_card_that_was_read_wrong_is_named_by_the_keys_while_a_face_is_asked_for() -> None:
    driver = hand_of(THREE)
    while driver.table.hand.street < m.STREET_FLOP:  # type: ignore[union-attr]
        driver.call(driver.table.hand.turn)  # type: ignore[union-attr]
    hand = driver.table.hand
    assert hand is not None
    driver.stops_at = m.ASK_FACE
    first, second = hand.board[:2]
    driver.send(m.IRREGULARITY_REPORTED, "card_misread", "Anna", None, first)
    keys = asked(driver)
    while keys.menu.item != MISREAD + second:
        keys.menu.step(1)
    assert text(asked_picture(keys, LANGUAGE_EN, None)) == "E 4 c"
    said = spoken(keys, KEY_RAISE)
    assert said == (m.IRREGULARITY_REPORTED, "card_misread", "floor_key", None, second)
    assert driver.send(*said) == 0
    assert MISREAD + first not in floor_items(hand), "it is entered next"
