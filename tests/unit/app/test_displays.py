"""What a seat reads: words, amounts, points; the pictures of firmware/docs/keys.md."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.app.displays import (
    amount_picture,
    asked_picture,
    board_pictures,
    labelled_picture,
    word_picture,
)
from firmware.app.glyphs import POINT, amount_bars, bars, seconds_bars
from firmware.app.keys import (
    ASK_CUT,
    ASK_SHOW,
    ASK_TURN,
    ENTRY,
    NO_QUESTION,
    SURE_CALL,
    SURE_FOLD,
    Question,
    SeatKeys,
)
from firmware.app.number_entry import AmountEntry
from firmware.compat import InvariantError
from firmware.schema import messages as m
from firmware.schema.faults import GLYPHS as FAULT_GLYPHS
from firmware.schema.words import GLYPHS, LANGUAGE_EN, LANGUAGE_IT, NAMES, WORD_FOLD
from hal.sim.display import text_of


def points(picture: bytes) -> list[int]:
    """Digits, counted from 1, whose point is lit."""
    return [at + 1 for at in range(8) if picture[at] & POINT]


def asked(question: Question, state: int = 0) -> SeatKeys:
    keys = SeatKeys()
    keys.ask(question, 0)
    keys.state = state
    return keys


def turn(call: int, most: int = 5000) -> Question:
    return Question(ASK_TURN, 1, 3, call, 200 if most else 0, most, 5000)


@pytest.mark.parametrize(
    ("amount", "text", "lit", "is_hiding"),
    [
        (0, "     0", [], False),
        (25_000, " 25000", [], False),
        (999_999, "999999", [], False),
        (1_000_000, "  1000", [6], False),
        (1_250_500, "  1250", [6], True),
        (999_999_000, "999999", [6], False),
        (1_000_000_000, "  1000", [5, 6], False),
        (1_073_741_823, "  1073", [5, 6], True),
    ],
)
def test_amount_is_exact_or_blinks(
    amount: int, text: str, lit: list[int], is_hiding: bool
) -> None:
    shown, hides = amount_bars(amount)
    assert text_of(bytes(2) + bytes(shown))[2:] == text
    assert [at + 1 for at in range(6) if shown[at] & POINT] == lit
    assert hides is is_hiding


@given(st.integers(0, 2**30 - 1))
def test_amount_that_does_not_blink_can_be_read_back(amount: int) -> None:
    shown, hides = amount_bars(amount)
    lit = [at for at in range(6) if shown[at] & POINT]
    read = int(text_of(bytes(2) + bytes(shown))[2:]) * 1000 ** len(lit)
    assert (read == amount) is not hides


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0, " 0"), (99, "99"), (100, "1'"), (599, "9'"), (600, "--"), (10**6, "--")],
)
def test_seconds_are_shown_in_minutes_above_ninety_nine_without_a_point(
    seconds: int, text: str
) -> None:
    shown = bytes(seconds_bars(seconds))
    assert text_of(shown + bytes(6))[:2] == text
    assert not [at for at in range(2) if shown[at] & POINT]


def test_every_word_of_the_schema_can_be_shown() -> None:
    for language in (LANGUAGE_IT, LANGUAGE_EN):
        for word in range(1, len(NAMES)):
            assert len(GLYPHS[language][word]) <= 6
            word_picture(word, language)
    for glyphs in FAULT_GLYPHS[1:]:
        bars(glyphs, 8)


def test_letter_that_seven_bars_cannot_show_is_a_bug() -> None:
    with pytest.raises(InvariantError):
        bars("KING", 6)
    with pytest.raises(InvariantError):
        bars("1234567", 6)


def test_offer_shows_the_price_and_lights_the_legal_keys() -> None:
    picture, blinks = asked_picture(asked(turn(250)), LANGUAGE_IT, 19_001)
    assert text_of(picture) == "20   250"
    assert points(picture) == [1, 2, 3]
    assert not blinks


def test_closed_raise_is_not_lit() -> None:
    picture, _ = asked_picture(asked(turn(250, most=0)), LANGUAGE_IT, None)
    assert text_of(picture) == "     250"
    assert points(picture) == [1, 2]


@pytest.mark.parametrize(("language", "word"), [(LANGUAGE_IT, "PArOLA"), (LANGUAGE_EN, "  CHEC")])
def test_free_turn_reads_check_in_the_tables_language(language: int, word: str) -> None:
    picture, _ = asked_picture(asked(turn(0)), language, None)
    assert text_of(picture)[2:] == word


def test_what_is_asked_again_blinks() -> None:
    picture, blinks = asked_picture(asked(turn(0), SURE_FOLD), LANGUAGE_EN, None)
    assert (text_of(picture).strip(), blinks) == ("FOLd", True)
    picture, blinks = asked_picture(asked(turn(3000), SURE_CALL), LANGUAGE_EN, None)
    assert (text_of(picture).strip(), blinks) == ("3000", True)


def entry(least: int, most: int, amount: int, power: int) -> SeatKeys:
    keys = asked(Question(ASK_TURN, 1, 3, 100, least, most, most), ENTRY)
    keys.amount = AmountEntry(least, most)
    keys.amount.amount, keys.amount.power = amount, power
    return keys


@pytest.mark.parametrize(
    ("keys", "text", "lit"),
    [
        (entry(200, 5000, 1250, 3), " 7  1250", [5]),
        (entry(200, 5000, 200, 3), " 7   200", [5]),
        (entry(200, 5000, 5000, 0), " 7ALL In", [8]),
        (entry(200, 2_000_000, 1_999_999, 6), " 1999999", [2]),
        (entry(200, 2_000_000, 200, 2), "     200", [6]),
        (entry(200, 500_000_000, 123_456_000, 3), "  123456", [8]),
        (entry(200, 500_000_000, 500_000_000, 8), "  ALL In", [3]),
    ],
)
def test_entry_shows_the_amount_and_lights_one_digit(
    keys: SeatKeys, text: str, lit: list[int]
) -> None:
    picture, blinks = asked_picture(keys, LANGUAGE_IT, 7000)
    assert text_of(picture) == text
    assert points(picture) == lit
    assert not blinks


def test_entry_that_hides_digits_blinks() -> None:
    assert asked_picture(entry(200, 500_000_000, 123_456_789, 3), LANGUAGE_IT, None)[1]


def test_cut_shows_its_letter_and_four_digits() -> None:
    keys = asked(Question(ASK_CUT, 1, 3))
    picture, _ = asked_picture(keys, LANGUAGE_EN, 5000)
    assert text_of(picture) == " 5C 0000"
    assert points(picture) == [5]
    keys.cut.step(1)
    keys.cut.move()
    picture, _ = asked_picture(keys, LANGUAGE_IT, None)
    assert text_of(picture) == "  t 1000"
    assert points(picture) == [6]


def test_showdown_reads_show() -> None:
    picture, _ = asked_picture(asked(Question(ASK_SHOW, 1, 3)), LANGUAGE_EN, None)
    assert text_of(picture).strip() == "SHO"


def test_seat_that_is_asked_nothing_is_dark_here() -> None:
    assert asked_picture(asked(NO_QUESTION), LANGUAGE_EN, None) == (bytes(8), False)


def test_minutes_cannot_be_taken_for_seconds_beside_the_point_of_a_legal_key() -> None:
    picture, _ = asked_picture(asked(turn(250)), LANGUAGE_EN, 300_000)
    assert text_of(picture)[:2] == "5'"
    assert points(picture) == [1, 2, 3]


@pytest.mark.parametrize("amount", [200, 99_999_999, 100_000_000, 350_000_000])
def test_every_lit_digit_of_a_huge_entry_is_on_the_display(amount: int) -> None:
    keys = entry(200, 350_000_000, amount, 3)
    for _ in range(12):
        keys.amount.move()
        picture, _ = asked_picture(keys, LANGUAGE_EN, None)
        assert len(points(picture)) == 1
        power = 8 - points(picture)[0] + (3 if amount >= 100_000_000 else 0)
        assert power == keys.amount.power


def test_page_of_the_centre_says_what_its_amount_is() -> None:
    assert text_of(labelled_picture("b1", 50)[0]) == "b1    50"
    assert labelled_picture("P ", 1_500_500)[1], "blinks: digits are hidden"


def test_board_is_shown_card_by_card() -> None:
    def read(*cards: str) -> list[tuple[str, list[int]]]:
        ids = [m.CARD_WORDS.index(card) for card in cards]
        return [(text_of(picture), points(picture)) for picture, _ in board_pictures(ids)]

    assert read() == []
    assert read("8c", "2h", "Kd") == [("8c2hKd  ", [2, 4, 6])]
    assert read("8c", "2h", "Kd", "Th") == [("8c2hKd  ", [2, 4, 6]), ("th      ", [2])]
    assert read("8c", "2h", "Kd", "Th", "Ac")[1] == ("thAc    ", [2, 4])


def test_stack_is_shown_where_nothing_is_asked() -> None:
    assert text_of(amount_picture(1500)[0]) == "    1500"
    assert text_of(word_picture(WORD_FOLD, LANGUAGE_IT)[0]).strip() == "PASSO"
