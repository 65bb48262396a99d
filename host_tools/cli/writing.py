"""A file that a command writes: whole or not at all, and over nothing that is there unasked.

What was exported yesterday, and a store named by a slip of the hand, are somebody's only copy.
Rule of the file: what is there stays until `--force` is said and the new file is whole beside it.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import click

from host_tools.cli import exit_codes
from host_tools.cli.ending import by_writing, ended

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from host_tools.texts import Texts


def force_option(say: Texts) -> Callable[[Any], Any]:
    """`--force`, for commands that write a file; given to them as `is_forced`."""
    return click.option("--force", "is_forced", is_flag=True, help=say("ending.force"))


def must_be_free(say: Texts, path: Path, is_forced: bool) -> None:
    """Raises `Ended`, refused, where a file is there; a pipe or a terminal may be named."""
    if path.is_file() and not is_forced:
        raise ended(say, "file_there", exit_codes.REFUSED, path=path)


def write_file(say: Texts, path: Path, content: bytes, is_forced: bool) -> None:
    """Write a file, whole or not at all, or to stdout where it is called `-`.

    Raises `Ended` when a file is there already, or cannot be written.
    """
    if str(path) == "-":
        click.echo(content, nl=False)
        return
    must_be_free(say, path, is_forced)
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(content)
            return
        whole = path.resolve()
        beside = whole.with_name(f"{whole.name}.{os.getpid()}.new")
        try:
            beside.write_bytes(content)
            os.replace(beside, whole)
        finally:
            beside.unlink(missing_ok=True)
    except OSError as error:
        raise by_writing(say, path, error) from None
