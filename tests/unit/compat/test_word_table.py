"""A table of words answers the same, whether it is a tuple or one text."""

from __future__ import annotations

import pytest

from firmware.compat.word_table import WordsInOneText, word_table

TEXT = ",card_jammed,no_card_comes,card,2 CArd"
WORDS = ("", "card_jammed", "no_card_comes", "card", "2 CArd")


def test_where_tables_fit_it_is_the_tuple() -> None:
    assert word_table(TEXT) == WORDS


def test_one_text_answers_as_the_tuple_does() -> None:
    words = WordsInOneText(TEXT)
    assert len(words) == len(WORDS)
    assert tuple(words) == WORDS
    assert [words[number] for number in range(-5, 5)] == [WORDS[n] for n in range(-5, 5)]
    assert [words.index(word) for word in WORDS] == [0, 1, 2, 3, 4]


def test_a_part_of_a_word_or_two_words_are_none() -> None:
    words = WordsInOneText(TEXT)
    for text in ("card_", "jammed", "card,2 CArd", "card_jammed,"):
        assert text not in words
        with pytest.raises(ValueError, match="not in list"):
            words.index(text)
    assert "card" in words


def test_beyond_the_last_word_is_nothing() -> None:
    with pytest.raises(IndexError):
        WordsInOneText(TEXT)[5]
