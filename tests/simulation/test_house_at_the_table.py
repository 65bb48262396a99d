"""A paired house at a simulated table: seats, chips, deck, and every part tried by service."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from firmware.app.seats import IGNORED_MAX
from firmware.app.trial_pictures import keys_picture, lamp_picture, whole_picture
from firmware.core.table_rows import READY
from firmware.core.table_service import NO_TEST
from firmware.schema import messages as m
from hal.ports import KEY_CALL, KEY_DOWN, KEY_FOLD, KEY_RAISE, KEY_UP
from tests.paired_host import KEY
from tests.simulated_evening import Evening
from tests.simulation.test_host_at_the_table import STACKS, Host, play

if TYPE_CHECKING:
    from collections.abc import Callable

FLOOR, TECHNICIAN = m.ROLE_FLOOR, m.ROLE_TECHNICIAN


class AllKeys:
    """Every role is paired."""

    def key_of(self, role: int) -> bytes | None:
        return KEY


class House:
    """A host that asks in the house's name, and waits for what came of it."""

    def __init__(self) -> None:
        self.evening = Evening(b"house", STACKS, 9, keys=AllKeys())
        self.host = Host(self.evening)
        self.asked = 0
        play(self.evening, self.host, lambda: self.evening.told(m.HAND_STARTED))
        assert self.asks(m.REQUEST_PAUSE, FLOOR, "Rosa") is None

    def until(self, is_so: Callable[[], object]) -> None:
        for _ in range(100_000):
            if is_so():
                return
            self.evening.one_pass()
            self.host.look()
        raise AssertionError(self.evening.tail())

    def asks(self, request: int, role: int, *fields: object) -> int | None:
        """The refusal, or None."""
        self.asked += 1
        number = 100 + self.asked
        self.host.ask((request, number, role, *fields))
        done = self.evening.told
        self.until(lambda: [one for one in done(m.COMMAND_DONE) if one[1] == number])
        return next(one[5] for one in done(m.COMMAND_DONE) if one[1] == number)

    def is_still(self) -> None:
        """The hand is over and the deck is loaded anew."""
        loads = len(self.evening.told(m.DECK_LOADED))
        self.until(lambda: self.evening.told(m.HAND_FINISHED))
        self.until(lambda: len(self.evening.told(m.DECK_LOADED)) > loads)

    def advance(self, ms: int) -> None:
        end = self.evening.clock.now_ms() + ms
        self.until(lambda: self.evening.clock.now_ms() >= end)


@pytest.fixture(scope="module")
def paused() -> House:
    house = House()
    told = house.asks(m.REQUEST_TEST, TECHNICIAN, m.PART_EJECT, 0, "Teo")
    assert told == m.REFUSAL_HAND_RUNNING
    assert house.asks(m.REQUEST_STACK, FLOOR, 2, 5000, "Rosa", "x") == m.REFUSAL_HAND_RUNNING
    house.is_still()
    return house


@pytest.fixture
def house(paused: House) -> House:
    """The deck is loaded and nothing is tried, whichever story was told before."""
    table = paused.evening.controller.table
    paused.until(lambda: (table.state, table.testing) == (READY, NO_TEST))
    return paused


def test_a_seat_is_bought_in_corrected_and_paid_out_by_name(house: House) -> None:
    table = house.evening.controller.table
    assert house.asks(m.REQUEST_SIT, FLOOR, 1, 500, "Rosa", "Ada") is None
    assert house.asks(m.REQUEST_CHIPS, FLOOR, 1, 200, "Rosa") is None
    assert house.asks(m.REQUEST_SIT_OUT, FLOOR, 1, "Rosa") is None
    assert house.asks(m.REQUEST_BACK, FLOOR, 1, "Rosa") is None
    assert house.asks(m.REQUEST_BACK, FLOOR, 1, "Rosa") == m.REFUSAL_ALREADY_SO
    assert house.asks(m.REQUEST_STACK, FLOOR, 1, 650, "Rosa", "change given") is None
    assert house.asks(m.REQUEST_CASH_OUT, FLOOR, 1, 700, "Rosa") == m.REFUSAL_AMOUNT_DIFFERS
    assert house.asks(m.REQUEST_CASH_OUT, FLOOR, 1, 650, "Rosa") is None
    assert not table.taken[1]
    assert house.asks(m.REQUEST_SIT, FLOOR, 1, 500, "Rosa", None) is None
    assert house.asks(m.REQUEST_STAND, FLOOR, 1, "Rosa") is None
    named = house.evening.told(m.COMMAND_NAMED)
    assert {one[3] for one in named} == {"Rosa"}
    text = house.evening.text()
    at = text.index(b" command_named ")
    assert b" seat_taken seat=1 stack=500 player=Ada " in text[at:].split(b"\n")[1]


def test_chips_asked_for_again_in_the_same_breath_are_given_once(house: House) -> None:
    table = house.evening.controller.table
    assert house.asks(m.REQUEST_SIT, FLOOR, 1, 500, "Rosa", "Ada") is None
    house.host.ask((m.REQUEST_CHIPS, 98, FLOOR, 1, 200, "Rosa"))
    house.host.ask((m.REQUEST_CHIPS, 98, FLOOR, 1, 200, "Rosa"))
    done = house.evening.told
    house.until(lambda: [one for one in done(m.COMMAND_DONE) if one[1] == 98])
    assert house.asks(m.REQUEST_CASH_OUT, FLOOR, 1, 900, "Rosa") == m.REFUSAL_AMOUNT_DIFFERS
    assert house.asks(m.REQUEST_CASH_OUT, FLOOR, 1, 700, "Rosa") is None
    assert len([one for one in done(m.COMMAND_DONE) if one[1] == 98]) == 1
    assert not table.taken[1]


def test_who_is_no_technician_tries_nothing(house: House) -> None:
    house.host.ask((m.REQUEST_TEST, 99, FLOOR, m.PART_LAMPS, 5, "Rosa"))
    house.until(lambda: [one for one in house.host.refused if one[2] == 99])
    assert house.host.refused[-1][1] == m.REFUSAL_UNKNOWN_ROLE


def test_every_display_lights_every_segment(house: House) -> None:
    board = house.evening.table.board
    before = len(house.evening.told(m.TEST_ENDED))
    assert house.asks(m.REQUEST_TEST, TECHNICIAN, m.PART_DISPLAYS, 8, "Teo") is None
    seen: list[set[bytes]] = [set() for _ in board.seat_displays + board.centre_displays]
    end = house.evening.clock.now_ms() + 4000
    while house.evening.clock.now_ms() < end:
        house.evening.one_pass()
        for at, display in enumerate(board.seat_displays + board.centre_displays):
            seen[at].add(display.segments)
    assert all(whole_picture()[0] in pictures for pictures in seen)
    house.until(lambda: len(house.evening.told(m.TEST_ENDED)) > before)


def test_every_lamp_is_lit_in_its_turn_and_none_with_another(house: House) -> None:
    table = house.evening.table
    before = len(house.evening.told(m.TEST_ENDED))
    assert house.asks(m.REQUEST_TEST, TECHNICIAN, m.PART_LAMPS, 12, "Teo") is None
    seen: list[int] = []
    end = house.evening.clock.now_ms() + 11_500
    while house.evening.clock.now_ms() < end:
        house.evening.one_pass()
        lit = [seat for seat in range(1, 11) if table.panels[(seat - 1) // 2].is_lit(seat)]
        assert len(lit) <= 1
        if lit and (not seen or seen[-1] != lit[0]):
            seen += lit
    assert set(seen) == set(range(1, 11))
    assert table.board.seat_displays[6].segments == lamp_picture(7)[0]
    house.until(lambda: len(house.evening.told(m.TEST_ENDED)) > before)
    assert house.evening.told(m.TEST_ENDED)[-1][1] == m.PART_LAMPS
    house.advance(2000)
    assert not any(table.panels[(seat - 1) // 2].is_lit(seat) for seat in range(1, 11))


def test_every_key_pressed_is_told_at_once_and_means_nothing(house: House) -> None:
    evening, table = house.evening, house.evening.table
    assert house.asks(m.REQUEST_TEST, TECHNICIAN, m.PART_KEYS, 120, "Teo") is None
    before = len(evening.told(m.KEY_IGNORED))
    keys = (KEY_FOLD, KEY_CALL, KEY_RAISE, KEY_UP, KEY_DOWN)
    house.advance(1500)
    shown = table.board.seat_displays[8].segments
    for seat in (9, 4):
        for key in keys:
            for move in (
                table.panels[(seat - 1) // 2].press,
                table.panels[(seat - 1) // 2].release,
            ):
                move(seat, key)
                house.advance(2500 if key == KEY_FOLD else 300)
    told = evening.told(m.KEY_IGNORED)[before:]
    assert told == [(m.KEY_IGNORED, seat, key) for seat in (9, 4) for key in range(5)]
    assert shown == keys_picture(0)[0]
    assert table.board.seat_displays[8].segments == keys_picture(31)[0]
    assert house.asks(m.REQUEST_TEST, TECHNICIAN, m.PART_KEYS, 0, "Teo") is None
    assert not evening.told(m.PLAYER_OUT_NEXT)[1:]


def test_a_key_is_told_however_often_another_was_pressed_before(house: House) -> None:
    evening = house.evening
    panel = evening.table.panels[(9 - 1) // 2]
    assert house.asks(m.REQUEST_TEST, TECHNICIAN, m.PART_KEYS, 120, "Teo") is None
    house.advance(1500)
    before = len(evening.told(m.KEY_IGNORED))
    for key in (KEY_UP,) * (IGNORED_MAX + 2) + (KEY_DOWN,):
        panel.press(9, key)
        house.advance(300)
        panel.release(9, key)
        house.advance(300)
    told = evening.told(m.KEY_IGNORED)[before:]
    assert told[-1] == (m.KEY_IGNORED, 9, m.KEY_WORDS.index("down"))
    assert len(told) == 1 + IGNORED_MAX + 1  # the first of each, and no more than ever


def test_the_motors_seek_their_reference_and_no_card_moves(house: House) -> None:
    evening = house.evening
    lefts, ends = len(evening.told(m.CARD_LEFT)), len(evening.told(m.TEST_ENDED))
    assert house.asks(m.REQUEST_TEST, TECHNICIAN, m.PART_MOTOR, 0, "Teo") is None
    house.until(lambda: len(evening.told(m.TEST_ENDED)) > ends)
    assert evening.told(m.TEST_ENDED)[-1] == (m.TEST_ENDED, m.PART_MOTOR, 52)
    assert len(evening.told(m.CARD_LEFT)) == lefts


def test_the_whole_deck_is_ejected_counted_and_shuffled_anew(house: House) -> None:
    evening = house.evening
    loads, ends = len(evening.told(m.DECK_LOADED)), len(evening.told(m.TEST_ENDED))
    assert house.asks(m.REQUEST_TEST, TECHNICIAN, m.PART_EJECT, 0, "Teo") is None
    assert house.asks(m.REQUEST_TEST, TECHNICIAN, m.PART_EJECT, 0, "Teo") == m.REFUSAL_ALREADY_SO
    house.until(lambda: len(evening.told(m.TEST_ENDED)) > ends)
    assert evening.told(m.TEST_ENDED)[-1] == (m.TEST_ENDED, m.PART_EJECT, 52)
    told = house.asks(m.REQUEST_TEST, TECHNICIAN, m.PART_MOTOR, 0, "Teo")
    assert told == m.REFUSAL_CARDS_IN_PLAY
    house.until(lambda: len(evening.told(m.DECK_LOADED)) > loads)


def test_a_deck_that_was_checked_is_told_by_its_set_and_shuffled_anew(house: House) -> None:
    evening = house.evening
    loads = len(evening.told(m.DECK_LOADED))
    assert house.asks(m.REQUEST_DECK_CHECK, TECHNICIAN, "Teo") is None
    house.until(lambda: len(evening.told(m.DECK_LOADED)) > loads)
    assert evening.told(m.DECK_CHECKED)[-1][1] == 52
    assert evening.told(m.DECK_CHECK_ASKED) == [(m.DECK_CHECK_ASKED, "Teo")]


@pytest.mark.parametrize("part", [m.PART_MOTOR, m.PART_EJECT, m.PART_KEYS])
def test_power_lost_in_a_test_loses_no_card_and_the_test_ends(house: House, part: int) -> None:
    evening = house.evening
    ends = len(evening.told(m.TEST_ENDED))
    assert house.asks(m.REQUEST_TEST, TECHNICIAN, part, 30, "Teo") is None
    house.advance(400)
    evening.cut_power()
    counter = house.host.counter
    house.host = Host(evening)
    house.host.counter = counter
    house.until(lambda: evening.controller.journal and len(evening.told(m.TEST_ENDED)) > ends)
    assert not evening.controller.faults.is_stopped()
