"""How a command ends when it cannot do what was asked.

A sentence on stderr with its code, what to do next, and a status a script can tell apart; with
`--json` the same as a document on stdout. The rule of the file: the sentence comes from the
catalogue, the status from `exit_codes`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from host_tools.cli import exit_codes
from host_tools.texts.system_words import system_words

if TYPE_CHECKING:
    from pathlib import Path

    from host_tools.link.port import Unopened
    from host_tools.store import StoreError
    from host_tools.texts import Texts


class Ended(click.ClickException):
    """The end of a command, with its status.

    code: one word that stays the same in every language and version; empty for the word of the
    status. step: what the person may do next.
    """

    def __init__(self, sentence: str, status: int, code: str = "", step: str = "") -> None:
        super().__init__(sentence)
        self.status = status
        self.code = code or exit_codes.WORDS.get(status, "")
        self.step = step

    def document(self) -> dict[str, Any]:
        """The ending as a script reads it."""
        return {
            "code": self.code,
            "status": self.status,
            "what": self.message,
            "next": self.step or None,
        }


def ended(say: Texts, code: str, status: int, **values: Any) -> Ended:
    """The ending `code` of the catalogue: its sentence is `ending.CODE`, what to do next
    `ending.CODE_next`.
    """
    return Ended(
        say(f"ending.{code}", **values), status, code, say(f"ending.{code}_next", **values)
    )


def by_store(say: Texts, error: StoreError) -> Ended:
    """The store cannot be used: what is wrong with it and the way out."""
    from host_tools.store.trouble import StoreBusy, StoreMissing

    kinds = {StoreBusy: exit_codes.BUSY, StoreMissing: exit_codes.NOT_FOUND}
    status = kinds.get(type(error), exit_codes.REFUSED)
    code = error.key.replace(".", "_")
    step = where_lines_come_from(say) if isinstance(error, StoreMissing) else ""
    return Ended(say(error.key, path=error.path, detail=error.detail), status, code, step)


def where_lines_come_from(say: Texts) -> str:
    """What to do where a store or a record is not there."""
    from host_tools.cli.options import default_store

    return say("ending.absent_next", store=default_store())


def by_writing(say: Texts, path: Path, error: OSError, status: int = exit_codes.REFUSED) -> Ended:
    """A file cannot be written. Raises a `BrokenPipeError`: who reads has had enough, no fault."""
    if isinstance(error, BrokenPipeError):
        raise error
    return ended(say, "unwritable", status, path=path, why=system_words(error))


def by_port(say: Texts, error: Unopened) -> Ended:
    """The port is not there, or in other hands: whose."""
    if not error.is_busy:
        return ended(say, "port_not_found", exit_codes.NOT_FOUND, port=error.port, why=error.why)
    return ended(say, "port_busy", exit_codes.BUSY, port=error.port, holder=error.holder or "?")
