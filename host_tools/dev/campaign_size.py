"""How many of something a campaign is told to try, as its command line has it.

It says what a size may be, so that a slip of the hand ends in a sentence and not in a trace. Rule
of the file: a campaign that tries nothing is refused, since it would tell that nothing is wrong.
"""

from __future__ import annotations

from argparse import ArgumentTypeError
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


def size_from(least: int, word: str = "") -> Callable[[str], int | None]:
    """A type for `argparse`: a whole number from `least`, or `word` for all of them (None)."""

    def size(text: str) -> int | None:
        if word and text == word:
            return None
        if text.isascii() and text.isdigit() and int(text) >= least:
            return int(text)
        raise ArgumentTypeError(
            f"{text} is no number from {least}" + (f", or {word}" if word else "")
        )

    return size
