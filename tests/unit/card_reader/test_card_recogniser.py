"""Which card it is, none of this deck, or not known: never the nearest alone."""

from __future__ import annotations

import numpy as np
import pytest

from hal.card_reader.index import FOUND, NO_GLYPHS, Glyph, Index
from hal.card_reader.picture import Finder
from hal.card_reader.recogniser import recognise
from hal.card_reader.taught import Pattern, Taught, between, distances
from hal.card_reader.wire import FACE, FOREIGN, UNREADABLE, UNSURE
from tests import card_pictures as pictures

RED = (780, 900)
BLACK = (150, 220)


@pytest.fixture
def printed(prints) -> Taught:
    """A deck of random rasters, each taught with a worst look of ten cells."""

    def pattern(kind: int, red: tuple[int, int]) -> Pattern:
        return Pattern(prints.glyph(kind).cells, 10, (39, 41), (29, 31), red)

    ranks = [pattern(kind, (0, 1000)) for kind in range(13)]
    suits = [pattern(13 + kind, RED if kind in {1, 2} else BLACK) for kind in range(4)]
    return Taught(60, 120, ranks, suits)


def index_of(rank: Glyph, suit: Glyph) -> Index:
    index = Index(FOUND)
    index.rank, index.suit = rank, suit
    return index


def test_a_look_within_the_limit_is_the_card(prints, printed):
    reading = recognise(index_of(prints.glyph(12, 20), prints.glyph(16, 20)), printed)
    assert (reading.kind, reading.card) == (FACE, 51)
    assert repr(reading) == "<reading>"


def test_a_look_beyond_the_limit_is_not_known(prints, printed):
    for rank, suit in ((21, 0), (0, 21)):
        reading = recognise(index_of(prints.glyph(5, rank), prints.glyph(14, suit)), printed)
        assert (reading.kind, reading.card) == (UNSURE, 0)


def test_a_look_between_two_glyphs_is_not_known_however_near(printed):
    first = bytearray(printed.ranks[3].cells)
    second = bytearray(first)
    for at in range(30):
        second[at] ^= 1
    printed.ranks[4].cells = bytes(second)
    halfway = bytes(first[:15]) + bytes(second[15:])  # 15 cells from the one, 15 from the other
    suit = Glyph(printed.suits[0].cells, 40, 30, 180)
    assert recognise(index_of(Glyph(halfway, 40, 30, 180), suit), printed).kind == UNSURE
    third = bytes(first[:11]) + bytes(second[11:])  # 19 and 11: not twice as far
    assert recognise(index_of(Glyph(third, 40, 30, 180), suit), printed).kind == UNSURE
    fifth = bytes(first[:6]) + bytes(second[6:])  # 24 and 6
    assert recognise(index_of(Glyph(fifth, 40, 30, 180), suit), printed).card == 16


def test_what_is_far_from_all_is_foreign(prints, printed):
    near = bytearray(printed.ranks[0].cells)
    for at in range(40):
        near[at] ^= 1
    printed.ranks[1].cells = bytes(near)  # the nearest two lie forty cells apart
    deck = Taught(60, 120, printed.ranks, printed.suits)
    for spoiled, kind in ((20, FACE), (40, UNSURE), (41, FOREIGN)):
        reading = recognise(index_of(prints.glyph(7, spoiled), prints.glyph(13)), deck)
        assert (reading.kind, reading.card) == (kind, 28 if kind == FACE else 0)


@pytest.mark.parametrize(("across", "kind"), [(43, FACE), (44, UNSURE), (47, FOREIGN)])
def test_a_glyph_of_another_size_is_another_makers(prints, printed, across: int, kind: int):
    rank = prints.glyph(7)
    rank.across = across
    assert recognise(index_of(rank, prints.glyph(13)), printed).kind == kind


@pytest.mark.parametrize(
    ("rank", "suit", "kind"),
    [(830, 830, FACE), (180, 830, FOREIGN), (830, 180, FOREIGN), (500, 500, FOREIGN)],
)
def test_ink_of_another_colour_is_foreign(prints, printed, rank: int, suit: int, kind: int):
    reading = recognise(index_of(prints.glyph(2, 0, rank), prints.glyph(15, 0, suit)), printed)
    assert reading.kind == kind


def test_without_glyphs_nothing_is_read_and_the_reason_kept(printed):
    reading = recognise(Index(NO_GLYPHS), printed)
    assert (reading.kind, reading.reason, reading.rank) == (UNREADABLE, NO_GLYPHS, None)


def test_limits_come_from_the_taught_looks(printed):
    assert {pattern.limit for pattern in printed.ranks} == {20}  # twice the worst of ten
    fresh = [Pattern(one.cells, 1, (39, 41), (29, 31), RED) for one in printed.ranks]
    assert {one.limit for one in Taught(60, 120, fresh, printed.suits).ranks} == {16}
    wide = [Pattern(one.cells, 250, (39, 41), (29, 31), RED) for one in printed.ranks]
    nearest = min(between(a, b) for a in wide for b in wide if a is not b)
    assert {one.limit for one in Taught(60, 120, wide, printed.suits).ranks} == {nearest}


def test_every_card_of_a_drawn_deck_is_read(deck: Taught):
    finder = Finder(deck.wide, deck.long)
    chance = np.random.default_rng(11)
    told = {}
    for card in range(0, 52, 5):
        frame = pictures.taken(pictures.face(card), pictures.any_look(chance), chance)
        reading = recognise(finder.find(*pictures.planes(frame)), deck)
        told[card] = reading.card if reading.kind == FACE else None
    assert [card for card, face in told.items() if face not in {card, None}] == []
    assert sum(face is None for face in told.values()) <= 1


def test_the_nearest_two_ranks_of_a_deck_stay_apart(deck: Taught):
    for pattern in deck.ranks:
        far = sorted(distances(pattern.cells, deck.ranks))
        assert far[0] == 0
        assert far[1] >= 2 * pattern.spread
