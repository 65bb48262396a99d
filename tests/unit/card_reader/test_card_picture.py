"""The index is found in a picture, or the reason why there is none."""

from __future__ import annotations

import numpy as np
import pytest

from hal.card_reader import index as found
from hal.card_reader.index import HEIGHT, WIDTH
from hal.card_reader.loops import halved
from hal.card_reader.picture import Finder
from tests import card_pictures as pictures
from tests.card_pictures import Look

QUEEN_OF_HEARTS = 42
TEN_OF_SPADES = 35


@pytest.fixture
def finder() -> Finder:
    return Finder(60, 120)


def seen(card, look: Look | None = None) -> tuple[bytes, bytes]:
    return pictures.planes(pictures.taken(card, look or Look(), np.random.default_rng(4)))


def test_a_frame_is_halved_as_the_camera_packs_it():
    frame = pictures.taken(pictures.face(42), Look(), np.random.default_rng(4))
    green, red = bytearray(WIDTH * HEIGHT), bytearray(WIDTH * HEIGHT)
    halved(pictures.rgb565(frame), WIDTH, HEIGHT, green, red)
    assert (bytes(green), bytes(red)) == pictures.planes(frame)


@pytest.mark.parametrize(
    "look",
    [
        Look(),
        Look(shift=(1.5, 0.8), tilt_degrees=2.0),
        Look(shift=(-1.5, -0.8), tilt_degrees=-2.0),
        Look(fall_off=(0.3, -0.2), light=0.65, noise=6),
    ],
    ids=["straight", "late and tilted", "early and tilted", "badly lit"],
)
def test_two_glyphs_are_found_within_what_the_path_allows(finder: Finder, look: Look):
    index = finder.find(*seen(pictures.face(TEN_OF_SPADES), look))
    assert index.reason == found.FOUND
    assert index.rank is not None
    assert index.suit is not None
    assert 43 <= index.rank.across <= 48  # 9 mm
    assert 27 <= index.suit.across <= 33  # 6 mm


def test_red_ink_is_told_from_black(finder: Finder):
    inks = []
    for card in (QUEEN_OF_HEARTS, TEN_OF_SPADES):
        index = finder.find(*seen(pictures.face(card)))
        assert index.rank is not None
        assert index.suit is not None
        inks.append((index.rank.red, index.suit.red))
    assert min(inks[0]) > 600
    assert max(inks[1]) < 350


def test_without_a_colour_plane_shapes_are_found_all_the_same(finder: Finder):
    green, _ = seen(pictures.face(QUEEN_OF_HEARTS))
    index = finder.find(green)
    assert index.reason == found.FOUND
    assert index.suit is not None
    assert index.suit.red is None


@pytest.mark.parametrize(
    ("card", "look", "reason"),
    [
        (None, Look(), found.NO_LIGHT),
        (pictures.face(0), Look(light=0.1), found.NO_LIGHT),
        (pictures.face(0), Look(shift=(9, 0)), found.NO_CORNER),
        (pictures.face(0), Look(shift=(-6, 0)), found.NO_CORNER),
        (pictures.face(0), Look(tilt_degrees=6), found.NO_CORNER),
        (pictures.blank(), Look(), found.NO_GLYPHS),
        (pictures.face(0), Look(covers=[(0, 0, 32, 9)]), found.NO_CORNER),
        (pictures.back(4.0), Look(), found.PATTERN),
    ],
    ids=["nothing", "dark", "late", "early", "askew", "blank", "covered", "back"],
)
def test_what_is_no_index_has_a_reason(finder: Finder, card, look: Look, reason: int):
    index = finder.find(*seen(card, look))
    assert (index.reason, index.rank, index.suit) == (reason, None, None)


def test_a_back_without_a_border_is_no_index(finder: Finder):
    assert finder.find(*seen(pictures.back(0.0))).reason != found.FOUND


def test_a_picture_of_one_brightness_has_no_contrast(finder: Finder):
    assert finder.find(bytes((200,)) * (WIDTH * HEIGHT)).reason == found.NO_CONTRAST


def test_a_pip_in_the_middle_of_a_card_is_taken_for_no_index(finder: Finder):
    look = Look(shift=(-20, -12))  # the card has gone on: its pips stand where the corner was
    assert finder.find(*seen(pictures.face(QUEEN_OF_HEARTS), look)).reason == found.NO_CORNER


def test_nothing_of_a_picture_stays(finder: Finder):
    finder.find(*seen(pictures.face(QUEEN_OF_HEARTS)))
    finder.forget()
    kept = [value for value in vars(finder).values() if isinstance(value, bytearray)]
    assert len(kept) == 4
    lit = [len(value) for value in kept if any(value)]
    assert lit == [40]  # how bright each of 40 tiles was
