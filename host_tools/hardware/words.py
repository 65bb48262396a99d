"""Italian of what the generated pages say: whole phrases, looked up, never put together.

The sources are written in English; `words.it.toml` has the Italian of every phrase that a page
takes from them or from its own tables. Names of nets, parts and makers stay as they are. Rule of
the file: a phrase without its Italian stops the writing, and so does Italian that nothing says.
"""

from __future__ import annotations

import re

from host_tools.hardware.circuits import read_toml
from host_tools.hardware.source import REV_A, SourceError

ITALIAN = REV_A / "words.it.toml"
MAKERS = (
    "FTDI",
    "Infineon",
    "JST",
    "Kingbright",
    "Kycon",
    "Maxwell",
    "Microchip",
    "Molex",
    "Ohmite",
    "Phoenix",
    "StepperOnline",
    "TE",
    "Texas",
    "Vishay",
    "onsemi",
)


class Speaker:
    """Says phrases in a language and remembers which it was asked for."""

    def __init__(self, language: str) -> None:
        """Of "en" or "it"; SourceError where the Italian cannot be read."""
        self.language = language
        self._known = {} if language == "en" else read_toml(ITALIAN)
        self._said: set[str] = set()

    def __call__(self, phrase: str) -> str:
        """The phrase in the speaker's language; SourceError where it is not known."""
        self._said.add(phrase)
        if self.language == "en" or phrase in self._known:
            return self._known.get(phrase, phrase)
        if not re.search("[a-z]{2}", phrase) or phrase.startswith(MAKERS):
            return phrase
        raise SourceError(f"{ITALIAN.name}: no Italian for {phrase!r}")

    def unsaid(self) -> list[str]:
        """Phrases that are known and were never asked for."""
        return sorted(set(self._known) - self._said)
