"""Why a table was not started, in the language of the person who started it.

What stops a start before anything moves is mostly something to set right by hand: another
computer, a library that is missing, a second program on the same table. Rule of the file: whoever
is refused is told what to do next.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hal.disk.folder import spelled
from hal.disk.lock import FolderInUse
from hal.rpi.dialogue import texts_in

if TYPE_CHECKING:
    from hal.errors import HalError


class NotStarted(Exception):
    """A refusal. text: its name in `texts/`; words: what fills it in."""

    text = ""

    def __init__(self, **words: object) -> None:
        super().__init__(*words.values())
        self.words = words


def refusal(wrong: NotStarted | FolderInUse | HalError | OSError, language: str) -> str:
    """The sentence for a person; a device's or the system's own words stay as they are."""
    if isinstance(wrong, FolderInUse):
        return texts_in(language)["in_use"].format(folder=wrong.folder, holder=wrong.holder)
    if isinstance(wrong, NotStarted):
        return texts_in(language)[wrong.text].format(**wrong.words)
    return spelled(wrong)
