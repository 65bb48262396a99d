"""`mazziere pair`: get the keys of roles from a table whose lid stands open.

Asks the table and says what the person there has to do, until the keys are in their files or
nobody has come for two minutes. The rule of the file: the key itself is never printed.
"""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING, Any

import click

from firmware.schema.messages import ROLE_WORDS
from host_tools.cli.place import Place, port_of, table_options

if TYPE_CHECKING:
    from host_tools.link.session import Event
    from host_tools.texts import Texts


class Seconds(click.FloatRange):
    """Seconds in a range; what is no number (`nan`) is in none."""

    def __init__(self, say: Texts, least: float, most: float) -> None:
        super().__init__(least, most)
        self._say = say

    def convert(self, value: Any, param: Any, ctx: Any) -> float:
        """The seconds, or the end of the command with the range."""
        seconds = super().convert(value, param, ctx)
        if isnan(seconds):
            allowed = self._describe_range()
            self.fail(self._say("click.out_of_range", value=value, range=allowed), param, ctx)
        return seconds


def command(say: Texts) -> click.Command:
    """The command in one language."""

    @click.command("pair", help=say("pair.about"))
    @table_options(say)
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
        type=Seconds(say, 1, 3600),
        default=120,
        show_default=True,
        help=say("pair.seconds"),
    )
    def pair(place: Place, roles: tuple[str, ...], seconds: float) -> int:
        return _pair(say, place, roles, seconds)

    return pair


def _pair(say: Texts, place: Place, roles: tuple[str, ...], seconds: float) -> int:
    from host_tools.cli import exit_codes, manner
    from host_tools.cli.ending import Ended, by_port
    from host_tools.cli.following import UNOPENED, by_key
    from host_tools.link import pairing
    from host_tools.link.port import BadPort, Unopened, check_port
    from host_tools.link.role_keys import KeyFolder, KeyUnusable

    def tell(event: Event) -> None:
        if event.key not in UNOPENED:  # the ending tells it
            manner.note(say(event.key, **event.values))

    keys = KeyFolder(place.keys)
    done = 0
    port = port_of(say, place)
    try:
        check_port(port)
        manner.alarm(say("pair.begin"))
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
        sentence = say("pair.given_up", why=say.refusal(error.code))
        raise Ended(sentence, status, error.code, say.way_out(error.code)) from None
    except KeyUnusable as error:
        raise by_key(say, error) from None
    except Unopened as error:
        raise by_port(say, error) from None
    except BadPort as error:
        raise click.UsageError(say(error.key, port=port, why=error.why)) from None
    return exit_codes.OK
