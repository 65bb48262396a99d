"""`mazziere replay FILE…`: recorded hands through the core, compared with their record.

Prints a table a person can scan, or one JSON object a hand. What cannot be played is named on
stderr with its place and reason, with `--json` by codes that stay. The rule of the file: it prints
and counts; finding, playing and comparing is done in the room `replay`.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from host_tools.cli.options import level_option

if TYPE_CHECKING:
    from host_tools.texts import Texts


def command(say: Texts) -> click.Command:
    """The command in one language."""
    from firmware.schema.settings import PROFILE_WORDS

    @click.command("replay", help=f"{say('replay.about')}\n\n{say('replay.long')}")
    @click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
    @click.option("--json", "as_json", is_flag=True, help=say("replay.json"))
    @click.option(
        "--rules",
        type=click.Choice(PROFILE_WORDS),
        default="phh",
        show_default=True,
        help=say("replay.rules", names=", ".join(PROFILE_WORDS)),
        metavar="NAME",
    )
    @click.option("--whole-table", is_flag=True, help=say("replay.whole_table"))
    @level_option(say)
    def replay(
        files: tuple[Path, ...], as_json: bool, rules: str, whole_table: bool, level: str
    ) -> int:
        from host_tools.replay import whole_table as table
        from host_tools.replay.run import NotPlayed, Tally, run_files
        from host_tools.texts import readable

        tally = Tally()
        played = table.run_files(files, rules, level) if whole_table else run_files(files, rules)
        for outcome in played:
            tally.add(outcome)
            if isinstance(outcome, NotPlayed):
                told = json.dumps(outcome.as_json()) if as_json else outcome.said(say)
                click.echo(told, err=True)
            elif as_json:
                click.echo(json.dumps(outcome.as_json()))
            else:
                words = {True: "replay.same", False: "replay.differs", None: "replay.nothing"}
                stacks = " ".join(say.chips(stack) for stack in outcome.final_stacks)
                click.echo(
                    f"{readable(outcome.file):<40}  {say(words[outcome.match]):<14}  {stacks}"
                )
                if outcome.match is False and outcome.recorded_stacks is not None:
                    recorded = " ".join(say.chips(stack) for stack in outcome.recorded_stacks)
                    click.echo(f"{'':<40}  {say('replay.recorded'):<14}  {recorded}")
        if not as_json:
            click.echo(
                say(
                    "replay.sum",
                    played=tally.played,
                    matched=tally.matched,
                    differed=tally.differed,
                    unknown=tally.played - tally.matched - tally.differed,
                    refused=tally.refused,
                )
            )
        return tally.exit_code()

    return replay
