"""What every part drawing begins and ends with: title, scale of notes, the line about millimetres.

Rule of the file: labels are rows of English and Italian, chosen and filled in here; it draws no
part.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from host_tools.hardware.sheet import Sheet

if TYPE_CHECKING:
    from collections.abc import Mapping

LANGUAGES = ("en", "it")
LINE = 18  # pixels from note to note

_LAST = (
    "Millimetres; made from mechanics.toml. A part drawing: nobody has made the part yet.",
    "Millimetri; fatto da mechanics.toml. Disegno di un pezzo: il pezzo non l'ha ancora fatto"
    " nessuno.",
)


def label(words: Mapping[str, tuple[str, str]], name: str, language: str, *values: object) -> str:
    """A row in one of LANGUAGES, filled in, with that language's decimal mark."""
    told = words[name][LANGUAGES.index(language)].format(*values)
    return re.sub(r"(\d)\.(\d)", r"\1,\2", told) if language == "it" else told


def part_paper(width: int, height: int, title: str, language: str) -> Sheet:
    """An empty sheet with its title and last line."""
    paper = Sheet(width, height, title)
    paper.note(16, height - 12, _LAST[LANGUAGES.index(language)])
    return paper


def notes(paper: Sheet, top: int, *told: str) -> None:
    """Lines of text below each other."""
    for at, line in enumerate(told):
        paper.note(16, top + at * LINE, line)
