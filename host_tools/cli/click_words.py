"""The words of click itself in the person's language: usage, options, what is wrong with a word.

click asks gettext for each of its sentences, but brings no translation along. Here its modules are
given our catalogue to ask: the table `click` holds click's own English sentence and ours under one
key. A sentence that a newer click adds stays English until somebody translates it. The rule of the
file: nothing but words is changed.
"""

from __future__ import annotations

import gettext
from typing import TYPE_CHECKING

import click.core
import click.decorators
import click.exceptions
import click.formatting
import click.parser
import click.termui
import click.types

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

    from host_tools.texts import Texts

MODULES: tuple[ModuleType, ...] = (
    click.core,
    click.decorators,
    click.exceptions,
    click.formatting,
    click.parser,
    click.termui,
    click.types,
)


def speak(say: Texts) -> None:
    """Let click speak the language of `say` from now on."""
    from host_tools.texts import catalogue

    ours = catalogue(say.language)
    words = {text: ours[key] for key, text in catalogue("en").items() if key.startswith("click.")}

    def one(sentence: str) -> str:
        return words.get(sentence) or gettext.gettext(sentence)

    def several(single: str, plural: str, count: int) -> str:
        return one(single if count == 1 else plural)

    ways: dict[str, Callable[..., str]] = {"_": one, "ngettext": several}
    for module in MODULES:
        for name, way in ways.items():
            if hasattr(module, name):
                setattr(module, name, way)
