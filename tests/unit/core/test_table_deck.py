"""The deck is checked and changed between hands, and no hand is dealt from one found wanting."""

from __future__ import annotations

import pytest

from firmware.core import table_rows
from firmware.core.table_deck import missing_faces
from firmware.lines.writer import write
from firmware.schema import messages as m
from tests.table_driver import TableDriver

ALL = b"\xff" * 6 + b"\x0f"
ACE_OF_SPADES = 51
WITHOUT_AN_ACE = b"\xff" * 6 + b"\x07"


class Silent(TableDriver):
    """Its machine checks and unloads only when the test says what came of it."""

    def answers(self, effect: tuple) -> list[tuple]:
        """Everything else is answered."""
        is_told = effect[0] in (m.CHECK_DECK, m.UNLOAD_DECK)
        return [] if is_told else super().answers(effect)


def ready(paused: bool = True) -> TableDriver:
    """A table between hands, its deck loaded; the test tells what a check finds."""
    driver = Silent()
    driver.sit({1: 1000, 2: 1000})
    if paused:
        driver.send(m.TABLE_PAUSED, None)
    driver.power_up()
    return driver


def effects(driver: TableDriver) -> list[int]:
    of_the_deck = (m.COLLECT_CARDS, m.CHECK_DECK, m.UNLOAD_DECK, m.LOAD_DECK)
    return [one[0] for one in driver.said if one[0] in of_the_deck]


@pytest.mark.parametrize("paused", [True, False])
def test_a_good_deck_is_checked_and_loaded_whole(paused: bool) -> None:
    driver = ready(paused)
    driver.said.clear()
    driver.send(m.DECK_CHECK_ASKED, "Anna")
    assert effects(driver) == [m.COLLECT_CARDS, m.CHECK_DECK]
    driver.send(m.DECK_CHECKED, 52, ALL, 0, 0)
    assert effects(driver)[2:] == [m.LOAD_DECK]
    assert driver.table.ledger.carousel == 52
    assert driver.table.hand is None
    assert not driver.heard(m.DECK_FAULTY)


@pytest.mark.parametrize(
    ("checked", "told"),
    [
        ((51, WITHOUT_AN_ACE, 0, 0), (1, (ACE_OF_SPADES,), 0, 0)),
        ((52, WITHOUT_AN_ACE, 1, 0), (1, (ACE_OF_SPADES,), 1, 0)),
        ((52, WITHOUT_AN_ACE, 0, 1), (1, (ACE_OF_SPADES,), 0, 1)),
        ((53, ALL, 1, 0), (0, None, 1, 0)),
        ((0, bytes(7), 0, 0), (52, tuple(range(10)), 0, 0)),
    ],
)
def test_a_faulty_deck_is_named_and_no_hand_is_dealt_from_it(checked: tuple, told: tuple) -> None:
    driver = ready()
    driver.send(m.DECK_CHECK_ASKED, "Anna")
    driver.said.clear()
    driver.send(m.DECK_CHECKED, *checked)
    assert driver.heard(m.DECK_FAULTY) == [(m.DECK_FAULTY, *told)]
    assert write((m.DECK_FAULTY, *told), 1, 1), "a line can be made of it"
    assert driver.heard(m.TABLE_HELD) == [(m.TABLE_HELD, "deck_faulty")]
    assert driver.table.state == table_rows.DECK_HELD
    driver.said.clear()
    driver.send(m.FLOOR_RULED, m.RULING_RESUME, "Anna", None)
    assert effects(driver) == [m.COLLECT_CARDS, m.CHECK_DECK], "what was mended is checked again"
    driver.send(m.DECK_CHECKED, 52, ALL, 0, 0)
    assert driver.table.ledger.carousel == 52


def test_a_deck_is_changed_and_the_new_one_is_checked_before_it_is_dealt() -> None:
    driver = ready()
    driver.said.clear()
    driver.send(m.DECK_CHANGE_ASKED, "Anna")
    assert effects(driver) == [m.COLLECT_CARDS, m.UNLOAD_DECK]
    driver.send(m.DECK_UNLOADED, 52)
    assert driver.heard(m.TABLE_HELD) == [(m.TABLE_HELD, "deck_change")]
    driver.send(m.FLOOR_RULED, m.RULING_RESUME, "Anna", None)
    assert effects(driver)[2:] == [m.COLLECT_CARDS, m.CHECK_DECK]
    driver.send(m.DECK_CHECKED, 52, ALL, 0, 0)
    assert effects(driver)[4:] == [m.LOAD_DECK]


@pytest.mark.parametrize("asked", [m.DECK_CHECK_ASKED, m.DECK_CHANGE_ASKED])
def test_a_running_hand_is_played_to_its_end_first(asked: int) -> None:
    driver = Silent(3)
    driver.sit({1: 1000, 2: 1000})
    driver.power_up()
    driver.start_hand()
    driver.said.clear()
    driver.send(asked, "Anna")
    assert driver.said == []
    driver.fold(1)
    wanted = m.CHECK_DECK if asked == m.DECK_CHECK_ASKED else m.UNLOAD_DECK
    assert effects(driver) == [m.COLLECT_CARDS, wanted]


@pytest.mark.parametrize("asked", [m.DECK_CHECK_ASKED, m.DECK_CHANGE_ASKED])
def test_what_is_asked_while_the_deck_is_loaded_is_done_when_it_is(asked: int) -> None:
    """A paused table has no hand at whose end the cards are gathered."""
    driver = TableDriver()
    driver.deals = False
    driver.send(m.TABLE_PAUSED, "Anna")
    driver.send(m.CARDS_COLLECTED, 52, 0)
    driver.send(asked, "Anna")
    for number in range(1, 53):
        driver.send(m.CARD_FED, number)
    assert effects(driver)[-1] == m.LOAD_DECK
    driver.send(m.DECK_LOADED, 52)
    assert effects(driver)[-1] == m.COLLECT_CARDS
    driver.send(m.CARDS_COLLECTED, 52, 0)
    wanted = m.CHECK_DECK if asked == m.DECK_CHECK_ASKED else m.UNLOAD_DECK
    assert effects(driver)[-1] == wanted


def test_a_deck_that_does_not_count_may_be_checked_to_learn_what_is_missing() -> None:
    driver = TableDriver()
    driver.deals = False
    driver.send(m.CARDS_COLLECTED, 51, 0)
    driver.send(m.DECK_CHECK_ASKED, "Anna")
    driver.send(m.FLOOR_RULED, m.RULING_RESUME, "Anna", None)
    driver.send(m.CARDS_COLLECTED, 51, 0)
    assert effects(driver)[-1] == m.CHECK_DECK
    driver.send(m.DECK_CHECKED, 51, WITHOUT_AN_ACE, 0, 0)
    assert driver.heard(m.DECK_FAULTY) == [(m.DECK_FAULTY, 1, (ACE_OF_SPADES,), 0, 0)]


def test_what_is_missing_from_a_set() -> None:
    assert missing_faces(ALL) == ()
    assert missing_faces(bytes(7)) == tuple(range(52))
    assert missing_faces(b"\xfe" + ALL[1:]) == (0,)


def test_a_fouled_deck_is_looked_through_before_the_next_hand() -> None:
    driver = Silent(3)
    driver.sit({1: 1000, 2: 1000})
    driver.power_up()
    driver.start_hand()
    hand = driver.table.hand
    assert hand is not None
    hand.correction.is_fouled = True
    driver.said.clear()
    driver.fold(1)
    assert effects(driver) == [m.COLLECT_CARDS, m.CHECK_DECK]
