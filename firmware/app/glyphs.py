"""Seven segments: how a letter or an amount looks on a seat's display.

Eight digits, each seven little bars and a point. This file turns words and amounts into bars and
knows nothing of poker. Rule of the file: an amount is never shown wrong. What does not fit is
shown in thousands with a point, and the caller is told when digits are hidden, so that the display
blinks.
"""

from __future__ import annotations

from firmware.compat import InvariantError, check, const

POINT = const(0x80)  # bit 7 of a digit: its decimal point
DIGITS = 8
WORD_DIGITS = 6  # digits 3..8 carry words and amounts, digits 1..2 seconds or state

# Bars a..g are bits 0..6: a top, b and c right, d bottom, e and f left, g middle.
# Only letters that seven bars can show; the schema's display words use no other.
_GLYPHS = (
    (" ", 0x00), ("0", 0x3F), ("1", 0x06), ("2", 0x5B), ("3", 0x4F), ("4", 0x66), ("5", 0x6D),
    ("6", 0x7D), ("7", 0x07), ("8", 0x7F), ("9", 0x6F), ("A", 0x77), ("b", 0x7C), ("C", 0x39),
    ("c", 0x58), ("d", 0x5E), ("E", 0x79), ("F", 0x71), ("G", 0x3D), ("H", 0x76), ("I", 0x30),
    ("i", 0x10), ("J", 0x1E), ("L", 0x38), ("n", 0x54), ("O", 0x3F), ("o", 0x5C), ("P", 0x73),
    ("q", 0x67), ("r", 0x50), ("S", 0x6D), ("t", 0x78), ("U", 0x3E), ("u", 0x1C), ("Y", 0x6E),
    ("h", 0x74), ("K", 0x75), ("-", 0x40), ("_", 0x08), ("'", 0x20),
)  # fmt: skip
_BARS = dict(_GLYPHS)
_MILLION = const(1000000)  # from here on an amount is shown in thousands
_SHOWN_MAX = const(999999)
_SECONDS_SHOWN_MAX = const(99)
_MINUTES_SHOWN_MAX = const(9)


def bars(text: str, digits: int) -> bytearray:
    """The bars of `text`, flush right in `digits` digits. An unknown letter is a bug of ours."""
    check(len(text) <= digits, "glyphs_text_long")
    shown = bytearray(digits)
    at = digits - len(text)
    try:
        for character in text:
            shown[at] = _BARS[character]
            at += 1
    except KeyError:
        at = -1
    if at != digits:
        raise InvariantError("glyph_unknown")
    return shown


def amount_bars(amount: int) -> tuple[bytearray, bool]:
    """Six digits for `amount` chips (0..10^9), and whether digits are hidden.

    From one million on in thousands, a point after the thousands' last digit.
    """
    if amount < _MILLION:
        return bars(str(amount), WORD_DIGITS), False
    thousands = amount // 1000
    if thousands > _SHOWN_MAX:
        shown = bars(str(thousands // 1000), WORD_DIGITS)
        shown[WORD_DIGITS - 1] |= POINT
        shown[WORD_DIGITS - 2] |= POINT  # two points: millions
        return shown, amount % _MILLION != 0
    shown = bars(str(thousands), WORD_DIGITS)
    shown[WORD_DIGITS - 1] |= POINT
    return shown, amount % 1000 != 0


def seconds_bars(seconds: int) -> bytearray:
    """Two digits for the time left: seconds; above 99 whole minutes and a prime; above 9 bars.

    No point: the points of these digits say which keys are legal.
    """
    if seconds <= _SECONDS_SHOWN_MAX:
        return bars(str(seconds), 2)
    minutes = seconds // 60
    return bars(str(minutes) + "'" if minutes <= _MINUTES_SHOWN_MAX else "--", 2)
