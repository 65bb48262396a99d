"""Bring-up and making of the key at a terminal: texts in English or Italian, typed answers.

What was found is written beside the table's log, whole or not at all, also when the person leaves
in the middle. Rule of the file: no answer is no.
"""

from __future__ import annotations

import json
import os
import time
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

from hal.disk.folder import MODE, write_all
from hal.rpi.readings import in_language

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hal.rpi.bring_up import Finding

LANGUAGES = ("en", "it")
KEPT_AS = "bring-up.json"

_TEXTS = Path(__file__).parent / "texts"


def language_of(locale: str) -> str:
    """The language of a locale such as `it_IT.UTF-8`; English for any that is not spoken here."""
    return locale[:2] if locale[:2] in LANGUAGES else "en"


def texts_in(language: str) -> dict[str, str]:
    """Every text of the dialogue in one of LANGUAGES."""
    return tomllib.loads((_TEXTS / (language + ".toml")).read_text(encoding="utf-8"))


class Terminal:
    """The person at the keyboard. say: writes a line; hear: asks for one."""

    def __init__(
        self, language: str, say: Callable[[str], None], hear: Callable[[str], str]
    ) -> None:
        self._language = language
        self._texts = texts_in(language)
        self._say = say
        self._hear = hear

    def tell(self, text: str, **words: object) -> None:
        """Say a text of the dialogue."""
        self._say(self._filled(text, words))

    def ask(self, text: str, **words: object) -> bool:
        """Ask a question of the dialogue; True for yes."""
        try:
            answer = self._hear(self._filled(text, words))
        except EOFError:
            return False
        return answer.strip().lower()[:1] == self._texts["yes"]

    def _filled(self, text: str, words: dict[str, object]) -> str:
        told = {
            name: in_language(word, self._language) if isinstance(word, str) else word
            for name, word in words.items()
        }
        return self._texts[text].format(**told)

    def types(self, text: str, wanted: str, **words: object) -> bool:
        """Ask for words to be typed; whether exactly those were."""
        try:
            return self._hear(self._texts[text].format(**words)).strip() == wanted
        except EOFError:
            return False

    def pause(self, ms: int) -> None:
        """Let so many milliseconds pass."""
        time.sleep(ms / 1000)


def keep(folder: Path, table: str, findings: Sequence[Finding]) -> Path:
    """Write what was found as JSON into the table's folder; returns the file's path."""
    path = folder / KEPT_AS
    beside = path.with_suffix(".new")
    content = {"table": table, "findings": [finding.row() for finding in findings]}
    handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, MODE)
    try:
        write_all(handle, json.dumps(content, indent=1).encode() + b"\n")
        os.fsync(handle)
    finally:
        os.close(handle)
    beside.replace(path)
    return path
