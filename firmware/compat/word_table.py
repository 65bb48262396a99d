"""Tables of words: one text where memory is small, a tuple where it is not.

A word that lies by itself takes a board 64 bytes and more, and its place in a tuple eight; in one
text it takes its letters and a comma. A table of forty names is 3 KB one way and 800 bytes the
other. But each answer cuts the text up anew, so what is asked for all the time stays a tuple.
Rule of the file: the same answers either way.
"""

from __future__ import annotations

from firmware.compat.memory import TABLES_FIT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any


class WordsInOneText:
    """Answers as the tuple of the words would: by number, `index`, `in`, one after the other."""

    def __init__(self, text: str) -> None:
        """Keep the words of `text`, which stand between commas."""
        self._text = text

    def __len__(self) -> int:
        return self._text.count(",") + 1

    def __iter__(self) -> Iterator[str]:
        return iter(self._text.split(","))

    def __getitem__(self, number: int) -> str:
        return self._text.split(",")[number]

    def __contains__(self, word: str) -> bool:
        return word in self._text.split(",")

    def index(self, word: str) -> int:
        """Return the number of the first such word.

        Raises:
            ValueError: there is none.
        """
        return self._text.split(",").index(word)


def word_table(text: str) -> Any:
    """Return the words of `text`, which stand between commas, by number."""
    return tuple(text.split(",")) if TABLES_FIT else WordsInOneText(text)
