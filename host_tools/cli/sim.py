"""`mazziere sim`: a simulated table in a process of its own.

Starts it, prints the port a host may connect to, and stays until it ends or is stopped; then the
table is stopped too. Without a seed it takes one by chance and tells it. The rule of the file: no
table outlives the command that started it.
"""

from __future__ import annotations

import secrets
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from firmware.schema.messages import ROLE_WORDS
from host_tools.cli import exit_codes
from host_tools.cli.ending import Ended
from host_tools.cli.options import Option, level_option
from host_tools.cli.rules import read_rules, rules_option

if TYPE_CHECKING:
    from host_tools.texts import Texts


class Speed(click.ParamType):
    """`max`, or a multiple of real time, as the table's own option takes it."""

    name = "text"

    def __init__(self, say: Texts) -> None:
        self._say = say

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Let through what a table can be run at."""
        from host_tools.sim.table_process import is_speed

        if is_speed(value):
            return value
        self.fail(self._say("sim.speed_wrong", value=value), param, ctx)


def _house_rules(say: Texts, path: Path) -> list[str]:
    """A file of house rules as the table's own options."""
    from firmware.schema import settings as s

    rules = read_rules(say, path)
    words = [f"{s.NAMES[one]}={s.value_word(one, value)}" for one, value in rules.given.items()]
    return ["--profile", rules.profile, *(f"--set={word}" for word in words)]


def _seats_option(say: Texts) -> Option:
    """`--seats`: how many people sit down."""
    return click.option(
        "--seats",
        type=click.IntRange(2, 10),
        default=6,
        show_default=True,
        help=say("sim.seats"),
    )


def command(say: Texts) -> click.Command:
    """The command in one language."""

    @click.group("sim", help=say("sim.about"), invoke_without_command=True)
    @_seats_option(say)
    @click.option(
        "--hands", type=click.IntRange(0), default=0, show_default=True, help=say("sim.hands")
    )
    @click.option("--seed", help=say("sim.seed"))
    @click.option(
        "--speed", type=Speed(say), default="1", show_default=True, help=say("sim.speed")
    )
    @level_option(say)
    @click.option(
        "--state", type=click.Path(path_type=Path, file_okay=False), help=say("sim.state")
    )
    @rules_option(say, "sim.rules")
    @click.option(
        "--pairing", multiple=True, type=click.Choice(ROLE_WORDS), help=say("sim.pairing")
    )
    @click.option("--serial", metavar="ID", help=say("sim.serial"))
    @click.option("--floor-key", is_flag=True, help=say("sim.floor_key"))
    @click.pass_context
    def sim(
        context: click.Context,
        seats: int,
        hands: int,
        seed: str | None,
        speed: str,
        level: str,
        state: Path | None,
        rules: Path | None,
        pairing: tuple[str, ...],
        serial: str | None,
        floor_key: bool,
    ) -> int:
        from host_tools.link.discovery import NamedPort
        from host_tools.sim.table_process import TableFailed, TableProcess

        if context.invoked_subcommand:
            return exit_codes.OK
        chosen = secrets.token_hex(8) if seed is None else seed
        options = ["--seats", str(seats), "--hands", str(hands), f"--seed={chosen}"]
        options += ["--speed", speed, "--level", level]
        options += ["--state", str(state)] if state is not None else []
        options += _house_rules(say, rules) if rules is not None else []
        options += ["--pairing", ",".join(pairing)] if pairing else []
        options += [f"--serial={serial}"] if serial is not None else []
        options += ["--floor-key"] if floor_key else []
        try:
            with TableProcess(options) as table, NamedPort(table.port, table.pid):
                click.echo(say("sim.port", port=table.port))
                if seed is None:
                    click.echo(say("sim.seed_chosen", seed=chosen))
                if table.wait():
                    raise TableFailed(table.why())
        except TableFailed as error:
            raise Ended(say("sim.failed", why=error), exit_codes.REFUSED) from None
        click.echo(say("sim.ended"), err=True)
        return exit_codes.OK

    @sim.command("run", help=say("sim.run_about"))
    @click.argument("scenario", type=click.Path(path_type=Path, dir_okay=False))
    @click.option("--update", is_flag=True, help=say("sim.run_update"))
    def run(scenario: Path, update: bool) -> int:
        return _run(say, scenario, update)

    @sim.command("table", help=say("training.about"))
    @_seats_option(say)
    @click.option("--seed", help=say("sim.seed"))
    @click.option("--by", default="floor", show_default=True, help=say("training.by"))
    @rules_option(say, "sim.rules")
    def table(seats: int, seed: str | None, by: str, rules: Path | None) -> int:
        return _train(say, seats, secrets.token_hex(8) if seed is None else seed, by, rules)

    return sim


def _train(say: Texts, seats: int, seed: str, by: str, rules: Path | None) -> int:
    """The training table, where there is a terminal for it."""
    if not sys.stdin.isatty() or not sys.stdout.isatty():
        raise Ended(say("training.no_terminal", width=80, height=24), exit_codes.USAGE)
    try:
        from host_tools.sim.training import train
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] != "textual":
            raise
        raise Ended(say("training.no_textual"), exit_codes.NOT_FOUND) from None
    told = None if rules is None else read_rules(say, rules)
    train(say, seed, seats=seats, by=by, house=told)
    return exit_codes.OK


def _run(say: Texts, path: Path, is_update: bool) -> int:
    """Play a scenario file; in the language chosen, while its sentences may be in another."""
    from host_tools.sim.scenario import ScenarioError, play

    try:
        written = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        sentence = say("sim.run_bad_line", path=str(path), line=line, why="not UTF-8 text")
        raise Ended(sentence, exit_codes.REFUSED) from None
    except OSError:
        raise Ended(say("sim.run_missing", path=str(path)), exit_codes.NOT_FOUND) from None
    try:
        played = play(written, say)
    except ScenarioError as error:
        sentence = say("sim.run_bad_line", path=str(path), line=error.line, why=error.why)
        raise Ended(sentence, exit_codes.REFUSED) from None
    if is_update:
        path.write_text(played, encoding="utf-8")
    click.echo(played, nl=not played.endswith("\n"))
    return exit_codes.OK
