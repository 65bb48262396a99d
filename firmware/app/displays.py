"""What each seat reads: the seconds, the chips, the word for what is going on.

Eight digits have to say it all: the left two count the time, the right six carry a word or an
amount, points show which keys are legal or which digit is lit. `firmware/docs/keys.md` gives every
picture; the words come from the schema, in Italian and English. This file paints, one seat or the
centre at a time, and decides nothing. Rule of the file: it shows only what is public, and an
amount that does not fit blinks rather than lies.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.app.floor_menu import FACES, MISREAD, REPORTS
from firmware.app.glyphs import DIGITS, POINT, WORD_DIGITS, amount_bars, bars, seconds_bars
from firmware.app.keys import (
    ASK_CUT,
    ASK_FLOOR,
    ASK_SHOW,
    ASK_TURN,
    ENTRY,
    SURE_CALL,
    SURE_FOLD,
)
from firmware.app.number_entry import THOUSANDS_FROM
from firmware.schema.messages import CARD_WORDS
from firmware.schema.words import (
    GLYPHS,
    WORD_ALL_IN,
    WORD_BY_HAND,
    WORD_CHECK,
    WORD_CUT,
    WORD_FOLD,
    WORD_GO_ON,
    WORD_REDEAL,
    WORD_SHOW,
    WORD_SHUFFLE,
    WORD_STAND,
    WORD_UNDO,
    WORD_VOID,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from firmware.app.keys import SeatKeys

    Picture = tuple[bytes, bool]  # eight digits, and whether they blink

WIDE_FROM = 1000000  # an entry that may go so far takes all eight digits
DARK = bytes(DIGITS)
LABEL_DIGITS = 2
FLOP_CARDS = 3

# By ruling, in the order of the schema's enum.
_RULING_WORDS = (
    WORD_GO_ON,
    WORD_VOID,
    WORD_UNDO,
    WORD_BY_HAND,
    WORD_REDEAL,
    WORD_STAND,
    WORD_SHUFFLE,
)

# Ranks and suits whose letter seven bars show otherwise than it is written.
_RANK_GLYPHS = {"T": "t", "Q": "q"}
_SUIT_GLYPHS = {"s": "S"}


def _state_bars(left_ms: int | None) -> bytearray:
    """The left two digits: whole seconds left, the last one counted to its end."""
    if left_ms is None:
        return bytearray(2)
    return seconds_bars((left_ms + 999) // 1000)


def word_picture(word: int, language: int, left_ms: int | None = None) -> Picture:
    """A word in the right six digits."""
    shown = bars(GLYPHS[language][word], WORD_DIGITS)
    return bytes(_state_bars(left_ms) + shown), False


def numbered_picture(word: int, language: int, number: int) -> Picture:
    """A word, and left of it a number: how many cards must lie here, which the floor compares, or
    which player of the list has drawn this seat.
    """
    shown = bars(GLYPHS[language][word], WORD_DIGITS)
    return bytes(bars(str(number), LABEL_DIGITS) + shown), False


def amount_picture(amount: int, left_ms: int | None = None) -> Picture:
    """An amount of chips in the right six digits, blinking when digits are hidden."""
    shown, is_hiding = amount_bars(amount)
    return bytes(_state_bars(left_ms) + shown), is_hiding


def labelled_picture(label: str, amount: int) -> Picture:
    """Two characters and an amount of chips: a page of the centre."""
    shown, is_hiding = amount_bars(amount)
    return bytes(bars(label, LABEL_DIGITS) + shown), is_hiding


def marked_picture(picture: Picture) -> Picture:
    """The same with a `d` for dealer in the first digit, if it is dark: here is the button."""
    shown, blinks = picture
    if shown[0]:
        return picture
    return bytes(bars("d", 1)) + shown[1:], blinks


def board_pictures(cards: Sequence[int]) -> tuple[Picture, ...]:
    """The board's cards (ids), each as rank and suit with a point behind: flop; turn and river."""
    pictures = []
    for first in range(0, len(cards), FLOP_CARDS):
        text = ""
        for card in cards[first : first + FLOP_CARDS]:
            rank, suit = CARD_WORDS[card]
            text += _RANK_GLYPHS.get(rank, rank) + _SUIT_GLYPHS.get(suit, suit)
        shown = bars(text, len(text)) + bytearray(DIGITS - len(text))
        for at in range(1, len(text), 2):
            shown[at] |= POINT
        pictures.append((bytes(shown), False))
    return tuple(pictures)


def asked_picture(keys: SeatKeys, language: int, left_ms: int | None) -> Picture:
    """What a seat sees that is asked something: the pictures of docs/keys.md."""
    kind = keys.question.kind
    if kind == ASK_TURN:
        if keys.state == ENTRY:
            return _entry_picture(keys, language, left_ms)
        return _turn_picture(keys, language, left_ms)
    if kind == ASK_CUT:
        return _cut_picture(keys, language, left_ms)
    if kind == ASK_FLOOR:
        return _menu_picture(keys, language)
    if kind == ASK_SHOW:
        return word_picture(WORD_SHOW, language, left_ms)
    return DARK, False


def _menu_picture(keys: SeatKeys, language: int) -> Picture:
    """The floor's menu: the seat that it concerns; a decision, a report by number, a card, or
    after E a card that was read wrong.
    """
    item = keys.menu.item
    if item >= FACES:
        rank, suit = CARD_WORDS[item - (MISREAD if item >= MISREAD else FACES)]
        text = _RANK_GLYPHS.get(rank, rank) + " " + _SUIT_GLYPHS.get(suit, suit)
        if item >= MISREAD:
            text = "E " + text
    elif item >= REPORTS:
        text = "E " + str(item - REPORTS)
    else:
        text = GLYPHS[language][_RULING_WORDS[item]]
    seat = str(keys.menu.seat) if keys.menu.seat else ""
    return bytes(bars(seat, LABEL_DIGITS) + bars(text, WORD_DIGITS)), False


def _turn_picture(keys: SeatKeys, language: int, left_ms: int | None) -> Picture:
    asked = keys.question
    if keys.state == SURE_FOLD:
        shown, is_hiding = word_picture(WORD_FOLD, language, left_ms)
    elif asked.call == 0:
        shown, is_hiding = word_picture(WORD_CHECK, language, left_ms)
    else:
        shown, is_hiding = amount_picture(asked.call, left_ms)
    lit = bytearray(shown)
    lit[0] |= POINT  # FOLD, CALL and RAISE: the points of digits 1 to 3
    lit[1] |= POINT
    if asked.most:
        lit[2] |= POINT
    return bytes(lit), is_hiding or keys.state in (SURE_FOLD, SURE_CALL)


def _entry_picture(keys: SeatKeys, language: int, left_ms: int | None) -> Picture:
    entry = keys.amount
    is_wide = entry.most >= WIDE_FROM
    shown = bytearray(DIGITS) if is_wide else _state_bars(left_ms) + bytearray(WORD_DIGITS)
    for at in (0, 1):
        shown[at] &= ~POINT & 0xFF  # the lit digit's is the only point
    is_hiding = False
    power = entry.power
    if entry.is_all_in:
        shown[DIGITS - WORD_DIGITS :] = bars(GLYPHS[language][WORD_ALL_IN], WORD_DIGITS)
        if entry.amount >= THOUSANDS_FROM:
            power -= 3
    elif entry.amount >= THOUSANDS_FROM:
        shown = bars(str(entry.amount // 1000), DIGITS)
        is_hiding = entry.amount % 1000 != 0
        power -= 3
    else:
        digits = DIGITS if is_wide else WORD_DIGITS
        shown[DIGITS - digits :] = bars(str(entry.amount), digits)
    shown[DIGITS - 1 - power] |= POINT
    return bytes(shown), is_hiding


def _cut_picture(keys: SeatKeys, language: int, left_ms: int | None) -> Picture:
    cut = keys.cut
    text = GLYPHS[language][WORD_CUT][0] + " "
    for digit in cut.digits:
        text += str(digit)
    shown = _state_bars(left_ms) + bars(text, WORD_DIGITS)
    shown[0] &= ~POINT & 0xFF
    shown[1] &= ~POINT & 0xFF
    shown[DIGITS - len(cut.digits) + cut.lit] |= POINT
    return bytes(shown), False
