"""A deck is taught whole, card by card, or not at all; its file is whole or none."""

from __future__ import annotations

import pytest

from hal.card_reader import lesson as lessons
from hal.card_reader.index import FOUND, NO_CORNER, Index
from hal.card_reader.lesson import ALIKE, ENOUGH, MISSING, STRANGE, TAKEN, Lesson
from hal.card_reader.recogniser import recognise
from hal.card_reader.taught import FILE_BYTES, check_of, packed, read, unpacked, written
from hal.card_reader.wire import FACE
from tests.card_prints import Prints

RED, BLACK = 850, 180


def look(prints, card: int, spoiled: int = 3) -> Index:
    index = Index(FOUND)
    red = RED if card % 4 in {1, 2} else BLACK
    index.rank = prints.glyph(card // 4, spoiled, red)
    index.suit = prints.glyph(13 + card % 4, spoiled, red)
    return index


def teach(prints, looks: int = 2) -> Lesson:
    lesson = Lesson(60, 120)
    for card in range(52):
        for _ in range(looks):
            assert lesson.take(card, look(prints, card)) == TAKEN
    return lesson


@pytest.fixture(scope="module")
def prints() -> Prints:
    return Prints()


@pytest.fixture(scope="module")
def content(prints) -> bytes:
    deck, why, _ = teach(prints).deck()
    assert why == TAKEN
    assert deck is not None
    return written(deck)


def test_a_taught_deck_reads_its_cards(prints, content):
    deck = read(content)
    assert deck is not None
    for card in range(52):
        reading = recognise(look(prints, card), deck)
        assert (reading.kind, reading.card) == (FACE, card)


def test_a_deck_with_a_card_missing_is_not_taught(prints):
    lesson = Lesson(60, 120)
    for card in range(52):
        for _ in range(1 if card == 17 else 2):
            lesson.take(card, look(prints, card))
    assert lesson.missing() == 1
    assert lesson.deck() == (None, MISSING, (17, 17))


def test_a_card_announced_wrongly_is_refused_at_once(prints):
    lesson = Lesson(60, 120)
    lesson.take(0, look(prints, 0))
    lesson.take(4, look(prints, 4))
    assert lesson.take(5, look(prints, 1)) == STRANGE  # said to be a three, is a two
    assert lesson.counts()[5] == 0


def test_a_picture_without_an_index_teaches_nothing(prints):
    lesson = Lesson(60, 120)
    assert lesson.take(0, Index(NO_CORNER)) == NO_CORNER
    assert lesson.counts() == bytes(52)


def test_a_card_is_looked_at_eight_times_at_most(prints):
    lesson = Lesson(60, 120)
    results = [lesson.take(9, look(prints, 9)) for _ in range(lessons.LOOKS_MAX + 1)]
    assert results == [TAKEN] * 8 + [ENOUGH]


def test_two_cards_that_look_alike_are_named_and_the_deck_refused():
    prints = Prints()
    prints._kinds[6] = prints._kinds[7]  # the printer's eights and nines are one
    lesson = Lesson(60, 120)
    for card in range(52):
        for _ in range(2):
            lesson.take(card, look(prints, card, 0))
    deck, why, (first, second) = lesson.deck()
    assert (deck, why) == (None, ALIKE)
    assert {first // 4, second // 4} == {6, 7}
    assert first % 4 == second % 4


def test_a_deck_lives_in_its_file(content):
    assert len(content) == FILE_BYTES
    again = read(content)
    assert again is not None
    assert written(again) == content
    assert {one.limit for one in again.ranks} == {16}


def test_a_damaged_file_is_no_deck(content):
    for at in range(0, len(content), 197):
        spoiled = bytearray(content)
        spoiled[at] ^= 0x20
        assert read(bytes(spoiled)) is None
    assert read(content[:-1]) is None
    assert read(b"") is None


def test_a_file_of_another_version_is_no_deck(content):
    other = bytearray(content[:-2])
    other[2] += 1
    check = check_of(other)
    assert read(bytes(other) + bytes((check >> 8, check & 255))) is None


def test_the_check_is_the_one_everybody_knows():
    assert check_of(b"123456789") == 0x29B1  # CRC-16 CCITT, start 0xFFFF


@pytest.mark.parametrize("start", [0, 1, 2])
def test_cells_are_packed_four_in_a_byte(start: int):
    cells = bytes((start + at) % 3 for at in range(576))
    assert unpacked(packed(cells)) == cells
    assert len(packed(cells)) == 144
