"""How things look in a terminal: colours, lines, cards, amounts that fit.

One place decides that hearts are red and that a lit lamp is a full circle. Everything is said by a
character as well as by a colour, so that it reads in grey, and there is a second set of characters
for terminals that know ASCII only. The rule of the file: an amount is written in full, or marked
as rounded.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.text import Text

from firmware.schema.messages import CARD_WORDS

if TYPE_CHECKING:
    from host_tools.texts import Texts

FELT = "#0d4a38"
ON_FELT = f"#e3efe8 on {FELT}"
SOFT_ON_FELT = f"#9dc2b1 on {FELT}"
STRONG_ON_FELT = f"bold #fff6d6 on {FELT}"
RAIL = "#a9713a"
SEAT = "#8a9299"
TURN = "bold #ffcc4d"
WINNER = "bold #5fd38d"
SOFT = "#8a9299"
LED = "bold #ff6a55 on #2b0f0d"
LED_POINT = "bold underline #ffd0c8 on #2b0f0d"
PAPER = "#f6f2e7"
BACK = "#aebff2 on #2c4694"
STALE = "#767c82"
EMPTY_PLACE = f"#2f7a60 on {FELT}"
ALARM = "bold #ffffff on #b3261e"
SUITS = {"c": "#17703f", "d": "#1c56b0", "h": "#c1121f", "s": "#16181a"}


@dataclass(frozen=True, slots=True)
class Glyphs:
    """The characters of one set. Boxes: corners clockwise from the upper left, then ─ and │."""

    box: str
    turn_box: str
    suits: dict[str, str]
    back: str
    place: str
    lamp_lit: str
    lamp_dark: str
    chip: str
    turn: str
    star: str
    arrow: str
    dot: str
    full: str
    rest: str
    cut_off: str


UNICODE = Glyphs(
    box="╭╮╯╰─│",
    turn_box="┏┓┛┗━┃",
    suits={"c": "♣", "d": "♦", "h": "♥", "s": "♠"},
    back="░",
    place="·",
    lamp_lit="●",
    lamp_dark="○",
    chip="◉",
    turn="▶",
    star="★",
    arrow="→",
    dot="·",
    full="█",
    rest="░",
    cut_off="…",
)

ASCII = Glyphs(
    box="++++-|",
    turn_box="####=#",
    suits={"c": "c", "d": "d", "h": "h", "s": "s"},
    back="#",
    place=".",
    lamp_lit="*",
    lamp_dark="o",
    chip="$",
    turn=">",
    star="*",
    arrow="->",
    dot="|",
    full="#",
    rest=".",
    cut_off="~",
)


def card_text(card: int, glyphs: Glyphs) -> tuple[str, str]:
    """Rank and suit as two characters, and the style they are printed in."""
    rank, suit = CARD_WORDS[card]
    return rank + glyphs.suits[suit], f"bold {SUITS[suit]} on {PAPER}"


def small_card(card: int | None, glyphs: Glyphs) -> Text:
    """A card in two characters; None is a back."""
    if card is None:
        return Text(glyphs.back * 2, BACK)
    return Text(*card_text(card, glyphs))


CARD_WIDTH = 5
CARD_HEIGHT = 3


def large_card(card: int | None, glyphs: Glyphs) -> list[Text]:
    """A card of CARD_WIDTH by CARD_HEIGHT characters; None is a back."""
    if card is None:
        return [Text(glyphs.back * CARD_WIDTH, BACK)] * CARD_HEIGHT
    word, style = card_text(card, glyphs)
    return [Text(f" {word}".ljust(CARD_WIDTH), style), Text(" " * CARD_WIDTH, style),
            Text(f"{word} ".rjust(CARD_WIDTH), style)]  # fmt: skip


def empty_place(glyphs: Glyphs) -> list[Text]:
    """Where a board card will lie."""
    edge, middle = glyphs.place * CARD_WIDTH, glyphs.place.ljust(CARD_WIDTH - 1) + glyphs.place
    return [Text(edge, EMPTY_PLACE), Text(middle, EMPTY_PLACE), Text(edge, EMPTY_PLACE)]


def fit(text: Text, width: int, glyphs: Glyphs, align: str = "left") -> Text:
    """The text in exactly `width` characters; what does not fit is cut off and marked."""
    fitted = text.copy()
    if fitted.cell_len > width:
        fitted.truncate(max(width - 1, 0))
        fitted.append(glyphs.cut_off if width else "")
    room = width - fitted.cell_len
    left = {"left": 0, "right": room, "center": room // 2}[align]
    fitted.pad_left(left)
    fitted.pad_right(room - left)
    return fitted


def in_ascii(text: Text) -> Text:
    """The text without accents, ? for what has no letter in ASCII; as wide as before."""
    if text.plain.isascii():
        return text
    letters = []
    for character in text.plain:
        letter = unicodedata.normalize("NFKD", character)[0]
        letters.append(letter if letter.isascii() else "?" * cell_len(character))
    folded = text.copy()
    folded.plain = "".join(letters)
    return folded


def greyed(text: Text) -> Text:
    """The same words without their colours: what is shown may not hold any more."""
    return Text(text.plain, STALE, no_wrap=True)


def amount_that_fits(amount: int, width: int, say: Texts) -> str:
    """An amount in at most `width` characters, with a ~ before it when it is rounded down."""
    for text in (say.chips(amount), str(amount)):
        if len(text) <= width:
            return text
    for unit, name in ((1_000, "k"), (1_000_000, "M")):
        text = f"~{amount // unit}{name}"
        if len(text) <= width:
            return text
    return "~"
