"""What displays show while service tries a part of the table.

All segments, lit and dark in turn; the number of the seat whose lamp is to be looked at; the keys
that are still to be pressed, each by the letter nearest to its name. Rule of the file: a picture
of a test can be taken for nothing that a game shows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.app.glyphs import DIGITS, bars

if TYPE_CHECKING:
    from firmware.app.displays import Picture

_KEYS = "FCrUd"  # fold, call, raise, up, down, in the order of their pins


def whole_picture() -> Picture:
    """Every segment and every point of a display, blinking."""
    return b"\xff" * DIGITS, True


def lamp_picture(seat: int) -> Picture:
    """Which seat's lamp it is."""
    return bytes(bars("-" + str(seat) + "-", DIGITS)), False


def keys_picture(tried: int) -> Picture:
    """The letters of the keys that were not pressed yet; all dashes when each was."""
    text = ""
    for at in range(len(_KEYS)):
        text += "-" if tried >> at & 1 else _KEYS[at]
    return bytes(bars(text, DIGITS)), False
