"""What is lit is read as a person reads it."""

from __future__ import annotations

import pytest

from firmware.schema import words
from hal.sim.display import SimDisplay, text_of

FIVE, OH, ONE, BLANK = 0x6D, 0x3F, 0x06, 0x00


def test_a_five_among_digits_is_a_five_and_among_letters_an_s():
    assert text_of(bytes([FIVE, OH, BLANK, FIVE, OH, OH, ONE, OH])) == "50 50010"
    assert text_of(bytes([BLANK, BLANK, BLANK, 0x73, 0x77, FIVE, FIVE, OH])) == "   PASSO"


def test_seconds_beside_a_word_stay_digits():
    assert text_of(bytes([ONE, FIVE, BLANK, BLANK, 0x39, 0x76, 0x79, 0x39])) == "15  CHEC"


def test_a_letter_and_digits_apart_are_read_apart():
    assert text_of(bytes([0, 0, 0x39, 0, OH, FIVE, OH, ONE])) == "  C 0501"


def test_an_unknown_pattern_is_a_question_mark_and_points_are_told_apart():
    display = SimDisplay()
    assert display.text() == " " * 8
    display.show(bytes([0x49, 0x80 | FIVE, 0, 0, 0, 0, 0, 0x80]), blink=True)
    assert display.text() == "?5      "
    assert display.points() == (False, True, False, False, False, False, False, True)
    assert display.is_blinking


@pytest.mark.parametrize("language", [words.LANGUAGE_IT, words.LANGUAGE_EN])
def test_every_display_word_reads_back_as_it_is_written(language):
    from firmware.app.glyphs import bars

    for word in words.GLYPHS[language][1:]:
        assert text_of(bytes(2) + bytes(bars(word, 6)))[2:].strip() == word.strip()


def test_every_amount_reads_back():
    from firmware.app.glyphs import amount_bars

    for amount in (0, 1, 5, 10, 155, 5010, 123456, 999999):
        assert text_of(bytes(2) + bytes(amount_bars(amount)[0]))[2:].strip() == str(amount)
