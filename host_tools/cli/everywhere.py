"""What holds for every command, however deep in the tree: said once, here.

How much is said (`-q`, `-v`, `--debug`) and in which language may be asked for before a command or
behind it, as it comes to hand; the options behind a command are not listed in its help again. And
`-5` behind a command is a number, which the command refuses by its own range, and not five unknown
options. The rule of the file: no command knows of it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import click

from host_tools.texts import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Iterator

NEGATIVE = re.compile(r"-\.?[0-9].*")


def whole_tree(command: click.Command) -> Iterator[click.Command]:
    """A command and all below it."""
    yield command
    if isinstance(command, click.Group):
        for one in command.commands.values():
            yield from whole_tree(one)


def speaking_options() -> list[click.Option]:
    """How much is said, and in which language, as a command behind the program takes them."""
    behind: dict[str, Any] = {"expose_value": False, "hidden": True}
    return [
        click.Option(["--lang"], type=click.Choice(LANGUAGES), **behind),
        click.Option(["-q", "--quiet"], is_flag=True, callback=_noted, **behind),
        click.Option(["-v", "--verbose"], count=True, callback=_noted, **behind),
        click.Option(["--debug"], is_flag=True, callback=_noted, **behind),
    ]


def _noted(context: click.Context, option: click.Parameter, value: Any) -> None:
    """As if it had been said before the command."""
    if value and option.name:
        context.find_root().params[option.name] = value


def completed(command: click.Command, arguments: list[str]) -> click.Command:
    """The command with what holds for all of them; `arguments`: those it is about to get."""
    has_number = any(NEGATIVE.fullmatch(word) for word in arguments)
    for one in whole_tree(command):
        one.params.extend(speaking_options())
        if has_number:
            one.context_settings["ignore_unknown_options"] = True
    return command
