"""Pictures of cards as a camera beside the card path takes them, drawn for the tests.

A deck is drawn once, large; a look takes the corner of a card from it as the lens would: shifted,
tilted, blurred by the lens and by the motion, lit unevenly, with the sensor's noise, and with what
a story adds: dirt, a hand, a second card. Glyphs come from fonts that matplotlib carries (DejaVu,
STIX, both free to use). Nothing here knows how a picture is read.
Rule of the file: the same seed draws the same look.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Box = tuple[float, float, float, float]  # millimetres: left, upper, right, lower
    Ink = tuple[int, int, int]

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUITS = "♣♦♥♠"  # as card numbers: rank * 4 + suit
DRAWN = 12  # points a millimetre of a drawn card
WIDTH_MM, HEIGHT_MM = 46, 32  # of the drawn corner, along the path and across
FRAME = (320, 200)  # of the camera, 0.1 mm a point
FRAME_POINTS_A_MM = 10
BLACK: Ink = (28, 26, 30)
RED: Ink = (205, 32, 44)
PAPER: Ink = (236, 234, 228)
BACKGROUND: Ink = (14, 14, 14)
CORNER_MM = (5.0, 3.5)  # where the card's corner lies in a frame


@dataclass(frozen=True)
class Deck:
    """What a maker prints: fonts, and where the index stands (portrait: from left, from top)."""

    font: str = "DejaVuSans-Bold.ttf"
    symbols: str = "DejaVuSans.ttf"
    rank: Box = (2.6, 3.0, 10.4, 12.0)
    suit: Box = (3.4, 13.6, 9.6, 19.6)


HOUSE = Deck()
SERIF = Deck(font="DejaVuSerif-Bold.ttf")
STIX = Deck(font="STIXGeneralBol.ttf", symbols="STIXGeneral.ttf")
SMALL = Deck(rank=(2.6, 3.0, 7.2, 9.2), suit=(2.8, 10.4, 7.0, 14.6))
MONO = Deck(font="DejaVuSansMono-Bold.ttf", suit=(3.0, 13.2, 10.0, 19.8))


@dataclass
class Look:
    """How one look is taken. Lengths in millimetres, light in levels of 255."""

    shift: tuple[float, float] = (0.0, 0.0)
    tilt_degrees: float = 0.0
    moved_mm: float = 0.075  # 0.75 m/s for 0.1 ms
    light: float = 1.0
    fall_off: tuple[float, float] = (0.0, 0.0)  # of the light along and across, part of the whole
    noise: float = 3.0
    dirt: list[tuple[float, float, float, int]] = field(
        default_factory=list
    )  # x, y, radius, level
    covers: list[Box] = field(default_factory=list)  # by something dark: a finger, a shadow
    second: tuple[Image.Image, float, float] | None = None  # another card nearer to the camera


def any_look(chance: np.random.Generator, worn: float = 1.0) -> Look:
    """A look as the machine may take it; `worn` 1 for the most that is allowed for."""
    between = chance.uniform
    return Look(
        shift=(between(-1.5, 1.5) * worn, between(-0.8, 0.8) * worn),
        tilt_degrees=between(-2, 2) * worn,
        moved_mm=0.075 * (1 + between(0, 1) * worn),
        light=1 - between(0, 0.35) * worn,
        fall_off=(between(-0.3, 0.3) * worn, between(-0.2, 0.2) * worn),
        noise=2 + between(0, 4) * worn,
    )


@cache
def _font(name: str, size: int) -> ImageFont.FreeTypeFont:
    from matplotlib import get_data_path

    return ImageFont.truetype(Path(get_data_path()) / "fonts" / "ttf" / name, size)


def _stamp(card: Image.Image, text: str, font: str, box: Box, ink: Ink) -> None:
    """Draw a text so that it fills a box, narrower where it would grow wider than 1 : 1."""
    face = _font(font, 240)
    left, upper, right, lower = face.getbbox(text)
    mask = Image.new("L", (int(right - left), int(lower - upper)))
    ImageDraw.Draw(mask).text((-left, -upper), text, font=face, fill=255)
    down = round((box[3] - box[1]) * DRAWN)
    across = min(round(mask.width * down / mask.height), round((box[2] - box[0]) * DRAWN))
    mask = mask.resize((across, down), Image.Resampling.LANCZOS)
    centre = round((box[0] + box[2]) / 2 * DRAWN)
    card.paste(ink, (centre - across // 2, round(box[1] * DRAWN)), mask)


def _paper(paper: Ink = PAPER) -> Image.Image:
    """A card's corner in portrait, round at 3.5 mm, on the dark wall behind it."""
    card = Image.new("RGB", (HEIGHT_MM * DRAWN, WIDTH_MM * DRAWN), BACKGROUND)
    edge = ImageDraw.Draw(card)
    edge.rounded_rectangle((0, 0, 90 * DRAWN, 90 * DRAWN), 3.5 * DRAWN, fill=paper)
    return card


@lru_cache(maxsize=400)
def face(card: int, deck: Deck = HOUSE) -> Image.Image:
    """The corner of a face, as it lies before the camera."""
    rank, suit = divmod(card, 4)
    ink = RED if suit in {1, 2} else BLACK
    drawn = _paper()
    _stamp(drawn, RANKS[rank], deck.font, deck.rank, ink)
    _stamp(drawn, SUITS[suit], deck.symbols, deck.suit, ink)
    if 9 <= rank <= 11:  # a court card's frame, and something in it
        frame = ImageDraw.Draw(drawn)
        frame.rectangle((14 * DRAWN, 7 * DRAWN, 60 * DRAWN, 90 * DRAWN), outline=BLACK, width=5)
        frame.ellipse((20 * DRAWN, 12 * DRAWN, 50 * DRAWN, 40 * DRAWN), fill=(230, 190, 40))
    else:
        _stamp(drawn, SUITS[suit], deck.symbols, (16, 9, 26, 19), ink)
        _stamp(drawn, SUITS[suit], deck.symbols, (16, 30, 26, 40), ink)
    return _before_the_camera(drawn)


@cache
def blank() -> Image.Image:
    """A card without print."""
    return _before_the_camera(_paper())


@cache
def back(border_mm: float = 4.0) -> Image.Image:
    """A back: a lattice within a white border, or none."""
    drawn = _paper()
    lines = ImageDraw.Draw(drawn)
    edge = round(border_mm * DRAWN)
    for at in range(-60, 60):
        for slope in (1, -1):
            x = at * 3 * DRAWN
            lines.line((x, 0, x + slope * 60 * DRAWN, 60 * DRAWN), fill=(150, 30, 40), width=8)
    lines.rectangle((0, 0, edge, drawn.height), fill=PAPER)
    lines.rectangle((0, 0, drawn.width, edge), fill=PAPER)
    return _before_the_camera(drawn)


def marked(card: int, at_mm: tuple[float, float], radius_mm: float) -> Image.Image:
    """A face with a dot of ink: portrait, from the left edge and from the top."""
    drawn = face(card).transpose(Image.Transpose.TRANSPOSE)
    x, y, r = at_mm[0] * DRAWN, at_mm[1] * DRAWN, radius_mm * DRAWN
    ImageDraw.Draw(drawn).ellipse((x - r, y - r, x + r, y + r), fill=BLACK)
    return drawn.transpose(Image.Transpose.TRANSPOSE)


def _before_the_camera(drawn: Image.Image) -> Image.Image:
    return drawn.transpose(Image.Transpose.TRANSPOSE).filter(ImageFilter.GaussianBlur(0.1 * DRAWN))


def taken(card: Image.Image | None, look: Look, chance: np.random.Generator) -> NDArray[np.uint8]:
    """One frame, 200 x 320 x RGB; None for an empty path."""
    frame = Image.new("RGB", FRAME, BACKGROUND)
    if card is not None:
        frame = _through_the_lens(card, look.shift, look)
        for x, y, radius, level in look.dirt:
            spot = [
                value * FRAME_POINTS_A_MM
                for value in (x - radius, y - radius, x + radius, y + radius)
            ]
            ImageDraw.Draw(frame).ellipse(spot, fill=(level,) * 3)
        if look.second is not None:
            other, x, y = look.second
            nearer = _through_the_lens(other, (x, y), look)
            outline = (
                _through_the_lens(_outline(), (x, y), look)
                .convert("L")
                .point(lambda v: 255 * (v > 100))
            )
            frame.paste(nearer, (0, 0), outline)
        for box in look.covers:
            ImageDraw.Draw(frame).rectangle(
                [v * FRAME_POINTS_A_MM for v in box], fill=(40, 34, 30)
            )
    seen = np.asarray(frame, dtype=np.float32)
    seen = _smeared(seen, look.moved_mm * FRAME_POINTS_A_MM)
    along = 1 + look.fall_off[0] * np.linspace(-1, 1, FRAME[0], dtype=np.float32)
    across = 1 + look.fall_off[1] * np.linspace(-1, 1, FRAME[1], dtype=np.float32)
    seen *= look.light * along[None, :, None] * across[:, None, None]
    x, y = chance.integers(FRAME[0]), chance.integers(FRAME[1])
    seen += _noise()[y : y + FRAME[1], x : x + FRAME[0]] * look.noise
    return np.clip(seen, 0, 255).astype(np.uint8)


def _smeared(seen: NDArray[np.float32], points: float) -> NDArray[np.float32]:
    """What a point sees while the card moves on by so many."""
    weights = [1 - points / 2, points / 2]
    if points >= 1:
        weights = [1.0] * int(points) + [points - int(points)]
    out = np.zeros_like(seen)
    for at, weight in enumerate(weights):
        out += np.roll(seen, at, axis=1) * np.float32(weight / sum(weights))
    return out


@cache
def _noise() -> NDArray[np.float32]:
    """Noise of four frames, of which a look takes one at a place of its own."""
    shape = (FRAME[1] * 2, FRAME[0] * 2, 3)
    return np.random.default_rng(0).standard_normal(shape, dtype=np.float32)


@cache
def _outline() -> Image.Image:
    return _before_the_camera(_paper((255, 255, 255)))


def _through_the_lens(card: Image.Image, shift: tuple[float, float], look: Look) -> Image.Image:
    scale = DRAWN / FRAME_POINTS_A_MM
    angle = np.deg2rad(look.tilt_degrees)
    cosine, sine = float(np.cos(angle)) * scale, float(np.sin(angle)) * scale
    left = (CORNER_MM[0] + shift[0]) * FRAME_POINTS_A_MM
    upper = (CORNER_MM[1] + shift[1]) * FRAME_POINTS_A_MM
    # turned about the frame's middle: the card lies in rollers before and behind it
    middle_x, middle_y = FRAME[0] / 2, FRAME[1] / 2
    to_x = (middle_x - left) * scale - cosine * middle_x + sine * middle_y
    to_y = (middle_y - upper) * scale - sine * middle_x - cosine * middle_y
    return card.transform(
        FRAME,
        Image.Transform.AFFINE,
        (cosine, -sine, to_x, sine, cosine, to_y),
        Image.Resampling.BILINEAR,
        fillcolor=BACKGROUND,
    )


def rgb565(frame: NDArray[np.uint8]) -> bytes:
    """The frame as the camera hands it on: 16 bits a point, low byte first."""
    red, green, blue = (frame[:, :, at].astype(np.uint16) for at in range(3))
    points = (red >> 3 << 11) | (green >> 2 << 5) | blue >> 3
    return points.astype("<u2").tobytes()


def planes(frame: NDArray[np.uint8]) -> tuple[bytes, bytes]:
    """Green and red of 160 x 100 points, as `loops.halved` makes them from the same frame."""
    green = (frame[:, :, 1] >> 2).astype(np.uint16).reshape(100, 2, 160, 2).sum(axis=(1, 3))
    red = (frame[:, :, 0] >> 3).astype(np.uint16).reshape(100, 2, 160, 2).sum(axis=(1, 3)) * 2
    return green.astype(np.uint8).tobytes(), red.astype(np.uint8).tobytes()
