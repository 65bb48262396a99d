"""The `mazziere` command.

One noun a file; a noun's file is read only when it is asked for, so that help and short commands
start at once. Names stay English, help and texts follow `--lang`. What a person or a script reads
goes to stdout, everything else to stderr; every command ends with a status of `exit_codes`. The
rule of the file: no traceback for anything but a bug of ours, and that one only with `--debug`.
"""

from __future__ import annotations

import importlib
import os
import signal
import sys
from contextlib import suppress
from typing import Any

import click

from host_tools.cli import exit_codes
from host_tools.cli.click_words import speak
from host_tools.cli.ending import Ended
from host_tools.cli.everywhere import completed
from host_tools.texts import LANGUAGES, Texts, language_of

COMMANDS = {
    "replay": "host_tools.cli.replay",
    "sim": "host_tools.cli.sim",
    "device": "host_tools.cli.device",
    "doctor": "host_tools.cli.doctor",
    "config": "host_tools.cli.config",
    "table": "host_tools.cli.table",
    "seat": "host_tools.cli.seat",
    "deck": "host_tools.cli.deck",
    "test": "host_tools.cli.service",
    "reader": "host_tools.cli.reader",
    "serve": "host_tools.cli.serve",
    "report": "host_tools.cli.report",
    "rules": "host_tools.cli.rules",
    "log": "host_tools.cli.log",
    "hand": "host_tools.cli.hand",
    "db": "host_tools.cli.db",
    "pair": "host_tools.cli.pair",
    "witness": "host_tools.cli.witness",
    "verify": "host_tools.cli.verify",
    "shuffle": "host_tools.cli.shuffle",
    "trng": "host_tools.cli.trng",
    "completion": "host_tools.cli.completion",
}
"""Command: the module whose `command(say)` makes it. The first sentence of its help is
`NAME.about` of the catalogue.
"""

TOLD = {"lang", "table", "port", "quiet", "verbose", "version"}
"""Options of the program itself; their help is `cli.NAME`."""


def _say(context: click.Context) -> Texts:
    return Texts(context.obj or context.params.get("lang") or _written_language())


def _written_language() -> str:
    """The language that was written down, else the locale's; the command tells what is wrong with
    a file, not its help.
    """
    from host_tools.cli.preferences import BadPreferences, read_preferences

    try:
        return read_preferences().value("lang").value or language_of()
    except BadPreferences:
        return language_of()


class Rooms(click.Group):
    """The commands, each made in the chosen language when it is wanted."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All commands, in the order a newcomer needs them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Make the command named."""
        if cmd_name not in COMMANDS:
            return None
        return importlib.import_module(COMMANDS[cmd_name]).command(_say(ctx))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Refuse an unknown command in the person's language."""
        if args and not args[0].startswith("-") and args[0] not in COMMANDS:
            ctx.fail(_say(ctx)("cli.unknown_command", name=args[0]))
        name, command, rest = super().resolve_command(ctx, args)
        return name, command and completed(command, rest), rest

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """What the program is."""
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(_say(ctx)("cli.about"))

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The commands with one line each, without reading their files."""
        say = _say(ctx)
        with formatter.section(say("click.commands")):
            formatter.write_dl([(name, say(f"{name}.about")) for name in COMMANDS])

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """The options, with their help in the chosen language."""
        say = _say(ctx)
        params = super().get_params(ctx)
        for param in params:
            if isinstance(param, click.Option) and param.name in TOLD:
                param.help = say(f"cli.{param.name}")
        return params


def _version(context: click.Context, _: click.Parameter, wanted: bool) -> None:
    if not wanted or context.resilient_parsing:
        return
    from importlib.metadata import PackageNotFoundError, version

    try:
        number = version("mazziere")
    except PackageNotFoundError:
        number = "0"  # run from a folder that was never installed
    click.echo(f"mazziere {number}")
    context.exit()


@click.group(cls=Rooms)
@click.option("--lang", type=click.Choice(LANGUAGES), is_eager=True, help="lang")
@click.option("--table", metavar="ID", help="table")
@click.option("--port", metavar="PORT", help="port")
@click.option("-q", "--quiet", is_flag=True, help="quiet")
@click.option("-v", "--verbose", count=True, help="verbose")
@click.option("--debug", is_flag=True, hidden=True)
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_version, help="version"
)
@click.pass_context
def group(context: click.Context, lang: str | None, **_: Any) -> None:
    """The command itself; the text of the help comes from the catalogue."""
    context.obj = context.obj or lang or _written_language()


ENDING_SIGNALS = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]


class Stopped(KeyboardInterrupt):
    """Told to end by a signal, or the terminal was closed: ends as with Ctrl-C, so that ports are
    left with a goodbye.
    """

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number


def _stop(number: int, _frame: object) -> None:
    raise Stopped(number)


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and leave with its status."""
    for number in ENDING_SIGNALS:
        if signal.getsignal(number) == signal.SIG_DFL:  # `nohup` has closed terminals ignored
            signal.signal(number, _stop)
    sys.exit(run(sys.argv[1:] if arguments is None else arguments))


def run(arguments: list[str]) -> int:
    """Run one command line; returns its exit status."""
    language = _asked_language(arguments)
    say = Texts(language)
    speak(say)
    as_json = "--json" in arguments
    try:
        status: Any = group.main(
            arguments, prog_name="mazziere", standalone_mode=False, obj=language
        )
        sys.stdout.flush()
    except Ended as error:
        _show(say, error, as_json)
        return error.status
    except click.ClickException as error:
        error.show()
        if as_json:
            _show_document(Ended(error.format_message(), exit_codes.USAGE))
        return exit_codes.USAGE
    except (click.Abort, KeyboardInterrupt) as end:
        with suppress(OSError):  # the terminal was closed
            click.echo(say("cli.stopped"), err=True)
        told = end.__cause__ if isinstance(end, click.Abort) else end
        return 128 + (told.number if isinstance(told, Stopped) else signal.SIGINT)  # as shells do
    except (BrokenPipeError, SystemExit):
        # `mazziere log list | head`: the reader has had enough, which is no fault. click leaves by
        # SystemExit then, and only then.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return exit_codes.OK
    except Exception as error:  # a bug of ours: one sentence, and all of it with --debug
        if "--debug" in arguments:
            raise
        what = f"{type(error).__name__}: {error}"
        click.echo(say("cli.bug", what=what), err=True)
        return exit_codes.BUG
    return status if isinstance(status, int) else exit_codes.OK


def _show(say: Texts, error: Ended, as_json: bool) -> None:
    """How a command ended: in words on stderr, and as a document where one was asked for."""
    first, *more = error.message.splitlines() or [""]  # a file may have several complaints
    click.echo(say("cli.error_code", code=error.code, what=first), err=True)
    for line in more:
        click.echo(line, err=True)
    if error.step:
        click.echo(say("cli.next", step=error.step), err=True)
    if as_json:
        _show_document(error)


def _show_document(error: Ended) -> None:
    import json

    click.echo(json.dumps({"version": 1, "error": error.document()}, ensure_ascii=False))


def _asked_language(arguments: list[str]) -> str:
    """The language that was asked for last, before the command or behind it."""
    asked = ""
    for at, option in enumerate(arguments):
        value = arguments[at + 1] if at + 1 < len(arguments) else ""
        if option == "--lang" and value in LANGUAGES:
            asked = value
        if option.startswith("--lang=") and option[7:] in LANGUAGES:
            asked = option[7:]
    return asked or _written_language()


if __name__ == "__main__":
    main()
