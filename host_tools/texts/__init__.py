"""One catalogue of texts, Italian and English.

Every sentence a person reads from the host stands in `en.toml` and `it.toml` under the same key,
with the same fields to fill in. A key that is not there is a bug and raises at once; a test
compares the two files. The rule of the file: nothing about the game is decided by a text, so any
language can be added as one more file.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Any

from host_tools.texts.system_words import SystemWords

LANGUAGES = ("en", "it")

THOUSANDS = {"en": ",", "it": "."}

_COMMA_FOR_POINT = str.maketrans(",.", ".,")


@cache
def catalogue(language: str) -> dict[str, str]:
    """All texts of a language by their dotted key."""
    tables = tomllib.loads(
        (Path(__file__).parent / f"{language}.toml").read_text(encoding="utf-8")
    )
    return {f"{table}.{key}": text for table, rows in tables.items() for key, text in rows.items()}


def language_of(environment: Mapping[str, str] = os.environ) -> str:
    """The language of the locale: Italian where it says so, else English."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = environment.get(name, "")
        if value:
            return "it" if value.lower().startswith("it") else "en"
    return "en"


def readable(text: str) -> str:
    """The text with a question mark for every letter that cannot be read.

    A name in a log, or in a file of hands, may hold what moves a terminal's cursor, colours it or
    turns the writing round; none of it may reach a screen.
    """
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def near(word: str, known: Iterable[str], count: int = 3) -> str:
    """The words that look most like `word`, the nearest first."""
    return ", ".join(get_close_matches(word, [one for one in known if one], count, 0.0))


@dataclass(frozen=True, slots=True)
class Refusal:
    """A refusal code of the table, said in the language of the sentence that it fills."""

    code: str


class Texts:
    """The catalogue in one language: `say("hand.returned", seat=3, amount=say.chips(1200))`."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._texts = catalogue(language)

    def __call__(self, key: str, **values: Any) -> str:
        """The text of a key with its fields filled in; `KeyError` for a key that is not there.

        What is filled in may come from anybody's line or file, so it is made `readable`.
        """
        for name, value in values.items():
            if isinstance(value, SystemWords):
                values[name] = self._texts.get(f"system.{value.name}") or readable(value)
            elif isinstance(value, str):
                values[name] = readable(value)
            elif isinstance(value, float):
                values[name] = self.number(value)
            elif isinstance(value, Refusal):
                values[name] = self.refusal(value.code)
        return self._texts[key].format(**values)

    def chips(self, amount: float) -> str:
        """An amount with the language's thousands separator."""
        return self.number(amount, ",")

    def number(self, value: float, form: str = "") -> str:
        """A number as the language writes it; `form` as `format` wants it, such as `.1f`."""
        text = format(value, form)
        return text if THOUSANDS[self.language] == "," else text.translate(_COMMA_FOR_POINT)

    def refusal(self, code: str) -> str:
        """Why the table refused something, with its code: "it is too late for that [too_late]".

        A newer table may have a code that has no sentence here; then the code is all there is.
        """
        text = self._texts.get(f"refusal.{code}")
        return f"{text} [{code}]" if text else f"[{readable(code)}]"

    def way_out(self, code: str) -> str:
        """What to do next after a refusal; empty for a code of a newer table."""
        return self._texts.get(f"refusal_next.{code}", "")

    def several(self, words: list[str]) -> str:
        """A list as it is read aloud: "1, 3 and 4"."""
        if len(words) < 2:
            return "".join(words)
        return self("list.last", first=", ".join(words[:-1]), last=words[-1])
