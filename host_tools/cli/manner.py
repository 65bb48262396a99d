"""How a command speaks: what goes to stdout, what to stderr, and how much of it.

Documents and answers go to stdout. Everything that only accompanies them (what is waited for, what
happens on the line, how far a long work has come) goes to stderr, less of it with `-q`, more with
`-v`, and progress only where a person sees it. The rule of the file: an alarm is never silenced.
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any

import click

FORMAT = 1
"""Version of the documents that `--json` prints, where a command has no other of its own."""

PROGRESS_SECONDS = 0.25


def _told(name: str) -> int:
    context = click.get_current_context(silent=True)
    value = context.find_root().params.get(name) if context else 0
    return int(value or 0)


def is_quiet() -> bool:
    """Whether only what cannot be left out is said (`-q`)."""
    return bool(_told("quiet"))


def is_verbose() -> bool:
    """Whether everything is said (`-v`, `--debug`)."""
    return bool(_told("verbose") or _told("debug"))


def note(sentence: str) -> None:
    """Something a person may want to know beside the answer."""
    if not is_quiet():
        click.echo(sentence, err=True)


def detail(sentence: str) -> None:
    """Something only who looks for a fault wants to know."""
    if is_verbose():
        click.echo(sentence, err=True)


def alarm(sentence: str) -> None:
    """Something that has to be known."""
    click.echo(sentence, err=True)


def document(content: dict[str, Any]) -> None:
    """The one document of a command with `--json`."""
    click.echo(json.dumps({"version": FORMAT, **content}, ensure_ascii=False))


class Progress:
    """How far a long work has come, on one line that is written over; silent in logs and pipes."""

    def __init__(self) -> None:
        self._is_shown = sys.stderr.isatty() and not is_quiet()
        self._next = 0.0
        self._width = 0

    def tell(self, sentence: str) -> None:
        """Show the sentence in place of the last one, four times a second at most."""
        if self._is_shown and time.monotonic() >= self._next:
            self._next = time.monotonic() + PROGRESS_SECONDS
            click.echo("\r" + sentence.ljust(self._width), nl=False, err=True)
            self._width = len(sentence)

    def end(self) -> None:
        """Take the line away."""
        if self._width:
            click.echo("\r" + " " * self._width + "\r", nl=False, err=True)
            self._width = 0
