"""How a command ends when it cannot do what was asked.

One sentence on stderr, and a status a script can tell apart. The rule of the file: the sentence
comes from the catalogue, the status from `exit_codes`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from host_tools.cli import exit_codes

if TYPE_CHECKING:
    from host_tools.store import StoreError
    from host_tools.texts import Texts


class Ended(click.ClickException):
    """The end of a command, with its status."""

    def __init__(self, sentence: str, status: int) -> None:
        super().__init__(sentence)
        self.status = status


def by_store(say: Texts, error: StoreError) -> Ended:
    """The store cannot be used: what is wrong with it and the way out."""
    from host_tools.store.trouble import StoreBusy, StoreMissing

    kinds = {StoreBusy: exit_codes.BUSY, StoreMissing: exit_codes.NOT_FOUND}
    status = kinds.get(type(error), exit_codes.REFUSED)
    return Ended(say(error.key, path=error.path, detail=error.detail), status)
