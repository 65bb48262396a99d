"""The house's side of a table: amounts as typed, the deck as a log tells it, what ends a wait."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click
import pytest

from firmware.schema import messages as m
from host_tools.cli.amounts import AMOUNT_MAX, Amount, Word
from host_tools.cli.service import _Pressed, _Trial
from host_tools.texts import Texts
from host_tools.view.house_state import House
from tests.log_lines import lines_of

if TYPE_CHECKING:
    from firmware.lines.parser import Line

ALL_FACES = b"\xff" * 6 + b"\x0f"


def line(message: tuple[Any, ...]) -> Line:
    return lines_of([message])[-1]


def house_after(*messages: tuple[Any, ...]) -> House:
    house = House()
    for one in lines_of(list(messages)):
        house.take(one)
    return house.end()


# ------------------------------------------------------------------ amounts


@pytest.mark.parametrize(
    ("language", "word", "chips"),
    [
        ("en", "1200", 1200),
        ("en", "1,200", 1200),
        ("it", "1.200", 1200),
        ("it", "1200", 1200),
        ("en", "1,000,000,000", AMOUNT_MAX),
        ("en", "1", 1),
    ],
)
def test_an_amount_is_read_as_it_is_written_where_it_is_typed(
    language: str, word: str, chips: int
) -> None:
    assert Amount(Texts(language)).convert(word, None, None) == chips


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize(
    "word",
    [
        "",
        "-5",
        "+5",
        "0",
        "40,23",
        "40.23",
        "1,20",
        "12,00",
        "1_000",
        "1 200",
        "1e3",
        "٣",
        "1.000,50",
        "1000000001",
        "9" * 400,
    ],
)
def test_what_could_mean_two_amounts_is_none(language: str, word: str) -> None:
    with pytest.raises(click.BadParameter):
        Amount(Texts(language)).convert(word, None, None)


def test_a_sign_of_another_language_is_refused_and_not_guessed() -> None:
    with pytest.raises(click.BadParameter):
        Amount(Texts("en")).convert("1.200", None, None)
    with pytest.raises(click.BadParameter):
        Amount(Texts("it")).convert("1,200", None, None)


def test_a_reason_fits_the_log_or_is_refused() -> None:
    word = Word(Texts("en"), 8)
    assert word.convert("  eight ok ", None, None) == "eight ok"
    for bad in ("", "   ", "nine chars", "èèèèè"):
        with pytest.raises(click.BadParameter):
            word.convert(bad, None, None)


# ------------------------------------------------------------------ the house


def test_a_table_is_closed_from_when_it_took_the_word() -> None:
    refused = (m.INPUT_REFUSED, "table_closed", m.REFUSAL_SEATS_NOT_EMPTY)
    assert not house_after((m.TABLE_CLOSED, "Rosa"), refused).is_closed
    assert house_after((m.TABLE_CLOSED, "Rosa")).is_closed
    assert not house_after((m.TABLE_CLOSED, "Rosa"), (m.TABLE_OPENED, "Rosa")).is_closed


def test_a_head_between_a_word_and_its_refusal_changes_nothing() -> None:
    refused = (m.INPUT_REFUSED, "table_closed", m.REFUSAL_SEATS_NOT_EMPTY)
    head = (m.LOG_HEAD, 1, bytes(32))
    assert not house_after((m.TABLE_CLOSED, "Rosa"), head, refused).is_closed


def test_where_the_deck_is_follows_what_the_machine_was_asked() -> None:
    told = [
        house_after(one).deck
        for one in (
            (m.COLLECT_CARDS,),
            (m.CHECK_DECK,),
            (m.UNLOAD_DECK,),
            (m.LOAD_DECK,),
            (m.DECK_LOADED, 52),
            (m.TABLE_HELD, "deck_faulty"),
        )
    ]
    assert told == ["gathering", "checking", "unloading", "loading", "loaded", "held"]


def test_a_check_names_what_is_missing_and_the_wish_for_it_is_over() -> None:
    asked = (m.DECK_CHECK_ASKED, "Rosa")
    assert house_after(asked).wish == "check"
    house = house_after(
        asked, (m.CHECK_DECK,), (m.DECK_CHECKED, 51, ALL_FACES[:6] + b"\x07", 0, 0)
    )
    ((_, check),) = house.checks
    assert not check.is_good
    assert [m.CARD_WORDS[card] for card in check.missing] == ["As"]
    assert house.wish == ""
    assert house_after((m.DECK_CHECKED, 52, ALL_FACES, 0, 0)).checks[0][1].is_good
    assert not house_after((m.DECK_CHECKED, 52, ALL_FACES, 0, 1)).checks[0][1].is_good


def test_another_deck_begins_without_a_past() -> None:
    house = house_after(
        (m.HAND_STARTED, 1, 1, (1, 2), (100, 100)),
        (m.CARDS_COLLECTED, 51, 0),
        (m.IRREGULARITY_FOUND, "missing_card", None),
        (m.DECK_CHANGE_ASKED, "Rosa"),
        (m.TABLE_HELD, "deck_change"),
    )
    assert (house.decks, house.hands, house.irregularities, house.counts) == (2, 0, 0, [])
    assert house.wish == "change"


def test_a_test_is_named_while_it_lasts() -> None:
    begun = (m.TEST_BEGUN, m.PART_KEYS, 60)
    assert house_after(begun).testing == "keys"
    assert house_after(begun, (m.TEST_ENDED, m.PART_KEYS, None)).testing == ""


# ------------------------------------------------------------------ tests of parts


def test_a_key_is_heard_once_however_often_it_is_pressed() -> None:
    pressed = _Pressed(Texts("en"), {(3, 0), (3, 1)}, is_told=False)
    assert not pressed.look(line((m.KEY_IGNORED, 3, 0)))
    assert not pressed.look(line((m.KEY_IGNORED, 3, 0)))
    assert pressed.look(line((m.KEY_IGNORED, 3, 1)))
    assert not pressed.is_over


def test_the_end_of_the_time_ends_the_wait_for_keys() -> None:
    pressed = _Pressed(Texts("en"), {(3, 0)}, is_told=False)
    assert pressed.look(line((m.TEST_ENDED, m.PART_KEYS, None)))
    assert pressed.is_over


def test_a_part_has_passed_with_52_cards_and_without_a_fault_that_stops() -> None:
    ended = (m.TEST_ENDED, m.PART_EJECT, 52)
    for before, has_passed in (
        ((m.FAULT_RAISED, "F-DEAL-04", "card_machine", None), False),
        ((m.FAULT_RAISED, "F-STO-04", "store", None), True),  # only noted
        ((m.CARD_FED, 1), True),
    ):
        trial = _Trial()
        trial.look(line(before))
        trial.look(line(ended))
        assert trial.has_passed == has_passed
    short = _Trial()
    short.look(line((m.TEST_ENDED, m.PART_EJECT, 51)))
    assert not short.has_passed


def test_a_deck_that_was_loaded_before_the_test_ended_is_not_the_one_waited_for() -> None:
    trial = _Trial()
    trial.look(line((m.DECK_LOADED, 52)))
    assert not trial.is_loaded
    trial.look(line((m.TEST_ENDED, m.PART_EJECT, 52)))
    assert trial.look_for_load(line((m.DECK_LOADED, 52)))
