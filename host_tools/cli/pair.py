"""`mazziere pair`: get the keys of roles from a table whose lid stands open.

Asks the table and says what the person there has to do, until the keys are in their files or
nobody has come for two minutes. The rule of the file: the key itself is never printed.
"""

from __future__ import annotations

from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from firmware.schema.messages import ROLE_WORDS
from host_tools.cli.options import keys_option

if TYPE_CHECKING:
    from host_tools.link.session import Event
    from host_tools.texts import Texts


class Seconds(click.FloatRange):
    """Seconds in a range; what is no number (`nan`) is in none."""

    def convert(self, value: Any, param: Any, ctx: Any) -> float:
        """The seconds, or the end of the command with the range."""
        seconds = super().convert(value, param, ctx)
        if isnan(seconds):
            self.fail(f"{value} is not in the range {self._describe_range()}.", param, ctx)
        return seconds


def command(say: Texts) -> click.Command:
    """The command in one language."""

    @click.command("pair", help=say("pair.about"))
    @click.option("--port", required=True, help=say("log.port"))
    @click.option(
        "--role",
        "roles",
        multiple=True,
        type=click.Choice(ROLE_WORDS),
        default=("witness",),
        show_default=True,
        help=say("pair.role"),
    )
    @click.option(
        "--seconds",
        type=Seconds(1, 3600),
        default=120,
        show_default=True,
        help=say("pair.seconds"),
    )
    @keys_option(say)
    def pair(port: str, roles: tuple[str, ...], seconds: float, keys: Path) -> int:
        return _pair(say, port, roles, seconds, keys)

    return pair


def _pair(say: Texts, port: str, roles: tuple[str, ...], seconds: float, folder: Path) -> int:
    from host_tools.cli import exit_codes
    from host_tools.cli.ending import Ended
    from host_tools.cli.following import by_key
    from host_tools.link import pairing
    from host_tools.link.port import BadPort, check_port
    from host_tools.link.role_keys import KeyFolder, KeyUnusable

    def tell(event: Event) -> None:
        click.echo(say(event.key, **event.values), err=True)

    keys = KeyFolder(folder)
    done = 0
    try:
        check_port(port)
        click.echo(say("pair.begin"), err=True)
        for word in dict.fromkeys(roles):
            role = ROLE_WORDS.index(word)
            paired = pairing.pair(port, role, keys, tell, seconds)
            done += 1
            where = keys.path(paired.serial, role)
            click.echo(say("pair.done", role=word, table=paired.serial, path=where))
    except pairing.NotPaired as error:
        if error.code == "silent":
            raise Ended(say("pair.silent", port=port), exit_codes.LINK_LOST) from None
        status = exit_codes.PARTIAL if done else exit_codes.REFUSED
        raise Ended(say("pair.given_up", why=say.refusal(error.code)), status) from None
    except KeyUnusable as error:
        raise by_key(say, error) from None
    except BadPort as error:
        raise click.UsageError(say(error.key, port=port, why=error.why)) from None
    return exit_codes.OK
