"""Options that several commands share: where lines and keys are kept, which log is read.

A person's programs find them at the usual places (XDG base directories), unless told otherwise.
The rule of the file: an option means the same in every command that has it.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from host_tools.cli.ending import by_store
from host_tools.link.person_folders import data_folder
from host_tools.link.role_keys import default_keys

if TYPE_CHECKING:
    from host_tools.store import LineStore
    from host_tools.texts import Texts

Option = Callable[[Any], Any]

LEVELS = ("register", "port", "worked")
"""As the simulated table's own option names them."""


def default_store() -> Path:
    """Where a person's programs keep their data."""
    return data_folder() / "lines.sqlite3"


def store_option(say: Texts) -> Option:
    """`--store`: the file with the lines of all tables."""
    return click.option(
        "--store",
        type=click.Path(path_type=Path, dir_okay=False),
        default=default_store,
        help=say("log.store", path=default_store()),
    )


def keys_option(say: Texts) -> Option:
    """`--keys`: the folder with the keys of the tables this person was paired with."""
    return click.option(
        "--keys",
        type=click.Path(path_type=Path, file_okay=False),
        default=default_keys,
        help=say("key.folder", path=default_keys()),
    )


def source_options(say: Texts) -> Option:
    """`--from`, `--table`, `--log`: which log of which record."""

    def decorated(function: Any) -> Any:
        path = click.Path(path_type=Path)
        for option in (
            click.option("--log", default="", help=say("verify.log")),
            click.option("--table", default="", help=say("verify.table")),
            click.option("--from", "source", type=path, help=say("log.export_from")),
        ):
            function = option(function)
        return function

    return decorated


def level_option(say: Texts) -> Option:
    """`--level`: how deep a simulated table is simulated."""
    return click.option(
        "--level",
        type=click.Choice(LEVELS),
        default=LEVELS[0],
        show_default=True,
        help=say("sim.level"),
    )


def open_store(say: Texts, path: Path) -> LineStore:
    """Open the store, or end the command with what is wrong and the way out."""
    from host_tools.store import LineStore, StoreError

    try:
        return LineStore(path)
    except StoreError as error:
        raise by_store(say, error) from None
