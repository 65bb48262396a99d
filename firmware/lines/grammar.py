"""The letters of the line form: what an integer, a word, a hex value and a name may look like.

A line is read aloud at the table and compared byte for byte in the room next door, so everything
has exactly one spelling: no leading zero, no plus sign, no capital hex digit, nothing empty. This
file knows the smallest pieces and the one error that everything in this room raises; what they
mean together is decided in `values`, `writer` and `parser`. Rule of the file: what is spelled in
any other way is refused, never mended.
"""

from __future__ import annotations

from firmware.compat import const

LINE_BYTES_MAX = 640  # newline included
CHAIN_TAG_BYTES = 8
MAC_TAG_BYTES = 16

_INT_LIMIT = const(1 << 30)  # a small integer on every board
_INT_CHARS_MAX = const(11)  # -1073741823

DIGITS = "0123456789"
HEX = "0123456789abcdef"
LOWER = "abcdefghijklmnopqrstuvwxyz"
ALPHANUMERIC = DIGITS + LOWER + "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
WORD = ALPHANUMERIC + "_.:-"
NAME = LOWER + DIGITS + "_"


class LineError(ValueError):
    """A line that is not one, or a message that no line can hold.

    `code` is a short fixed word, never a piece of the line. `column` counts from 1, newline
    included, and is where the piece begins that is wrong; 0 when a message was written. `field` is
    the key at fault, or empty.
    """

    def __init__(self, code: str, column: int = 0, field: str = "") -> None:
        super().__init__(code, column, field)
        self.code = code
        self.column = column
        self.field = field


# Stripping a text of all the letters it may have leaves nothing exactly when it has no others: one
# call, at the speed of C on both interpreters.


def is_name(text: str) -> bool:
    """Whether text is `[a-z][a-z0-9_]*`."""
    return text != "" and text[0] in LOWER and not text.strip(NAME)


def is_word(text: str) -> bool:
    """Whether text is `[A-Za-z0-9][A-Za-z0-9_.:-]*`."""
    return text != "" and text[0] in ALPHANUMERIC and not text.strip(WORD)


def is_hex(text: str) -> bool:
    """Whether text is lowercase hex of whole bytes, one at least."""
    return text != "" and len(text) & 1 == 0 and not text.strip(HEX)


def is_integer(text: str) -> bool:
    """Whether text is the one decimal spelling of an integer n with |n| < 2^30."""
    try:
        integer(text)
    except LineError:
        return False
    return True


def integer(text: str) -> int:
    """The integer that text spells.

    Raises:
        LineError: `bad_integer`.
    """
    if len(text) <= _INT_CHARS_MAX:  # before int(), which takes its time for thousands of digits
        try:
            value = int(text)
        except ValueError:
            value = _INT_LIMIT
        # a sign, space, zero or other letter too many would not be written back
        if -_INT_LIMIT < value < _INT_LIMIT and str(value) == text:
            return value
    raise LineError("bad_integer")


def is_integer_value(value: object) -> bool:
    """Whether value is an int (not a bool) that a line can hold."""
    return type(value) is int and -_INT_LIMIT < value < _INT_LIMIT
