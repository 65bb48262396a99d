"""`mazziere completion`: what a shell needs to complete our commands.

Prints a piece of shell that a person puts where it belongs; nobody's files are edited. The rule of
the file: the piece goes to stdout alone, so that it can be read in by `source <(...)`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from host_tools.cli import exit_codes, manner

if TYPE_CHECKING:
    from host_tools.texts import Texts

SHELLS = ("bash", "zsh", "fish")
PROGRAM = "mazziere"
VARIABLE = "_MAZZIERE_COMPLETE"
"""By which the shell tells our program that it wants words; click's own name for it."""


def command(say: Texts) -> click.Command:
    """The command in one language."""

    @click.command("completion", help=say("completion.about"))
    @click.argument("shell", type=click.Choice(SHELLS))
    def completion(shell: str) -> int:
        from click.shell_completion import ShellComplete, get_completion_class

        kind = get_completion_class(shell)
        if kind is None:
            raise click.UsageError(say("completion.none", shell=shell))
        root = click.get_current_context().find_root().command
        # The base class's source: bash's own starts a bash to see how old it is.
        click.echo(ShellComplete.source(kind(root, {}, PROGRAM, VARIABLE)))
        manner.note(say(f"completion.{shell}"))
        return exit_codes.OK

    return completion
