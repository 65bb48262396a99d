"""`mazziere table`: what the floor says to a table, under a name.

`irregularity` reports a card gone wrong that no sensor can see; `ruling` decides about a hand;
`laid` says that a card lies where the table asked for it; `face` enters a card that the table asks
for. Each is a sealed request of the role floor and answers with what the table did. The rule of
the file: nothing is done at the table that its log does not tell, with the name.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from firmware.schema import irregularities
from firmware.schema import messages as m
from host_tools.cli import exit_codes
from host_tools.cli.ending import Ended
from host_tools.cli.options import keys_option, store_option
from host_tools.texts import near

if TYPE_CHECKING:
    from firmware.lines.parser import Line
    from host_tools.link.session import HostSession
    from host_tools.texts import Texts

SILENT_SECONDS = 20  # a table that has said nothing by then does not answer
KINDS = tuple(name for name in irregularities.NAMES if name)


class Kind(click.ParamType):
    """The name of an irregularity; another word is answered with the names that look like it."""

    name = "kind"

    def __init__(self, say: Texts) -> None:
        self._say = say

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name as it is, or a usage error."""
        if value not in KINDS:
            self.fail(self._say("scenario.kind", word=value, near=near(value, KINDS)), param, ctx)
        return value


def command(say: Texts) -> click.Command:
    """The command in one language."""
    group = click.Group("table", help=say("table.about"))

    @group.command("irregularity", help=say("table.irregularity_about"))
    @click.argument("kind", type=Kind(say), metavar="KIND")
    @click.option("--seat", type=click.IntRange(1, 10), help=say("table.seat"))
    @click.option(
        "--card", type=click.Choice(m.CARD_WORDS), metavar="CARD", help=say("table.card")
    )
    @_common(say)
    def irregularity(
        kind: str, seat: int | None, card: str | None, by: str, port: str, store: Path, keys: Path
    ) -> int:
        face = None if card is None else m.CARD_WORDS.index(card)
        fields = (kind, by, seat, face)
        return _ask(say, m.REQUEST_IRREGULARITY, fields, port, store, keys)

    @group.command("ruling", help=say("table.ruling_about"))
    @click.argument("ruling", type=click.Choice(m.RULING_WORDS), metavar="RULING")
    @click.option("--reason", help=say("table.reason"))
    @_common(say)
    def ruling(
        ruling: str, reason: str | None, by: str, port: str, store: Path, keys: Path
    ) -> int:
        fields = (m.RULING_WORDS.index(ruling), by, reason)
        return _ask(say, m.REQUEST_RULING, fields, port, store, keys)

    @group.command("laid", help=say("table.laid_about"))
    @_common(say)
    def laid(by: str, port: str, store: Path, keys: Path) -> int:
        return _ask(say, m.REQUEST_CARD_MOVED, (by,), port, store, keys)

    @group.command("face", help=say("table.face_about"))
    @click.argument("card", type=click.Choice(m.CARD_WORDS), metavar="CARD")
    @_common(say)
    def face(card: str, by: str, port: str, store: Path, keys: Path) -> int:
        fields = (m.CARD_WORDS.index(card), by)
        return _ask(say, m.REQUEST_FACE, fields, port, store, keys)

    return group


def _common(say: Texts) -> Callable[[Any], Any]:
    """Who speaks, to which table, and where lines and keys are."""
    options = (
        click.option("--by", required=True, metavar="NAME", help=say("table.by")),
        click.option("--port", required=True, help=say("log.port")),
        store_option(say),
        keys_option(say),
    )

    def add(function: Any) -> Any:
        for option in reversed(options):
            function = option(function)
        return function

    return add


def _ask(
    say: Texts, message_id: int, fields: tuple[Any, ...], port: str, store: Path, keys: Path
) -> int:
    from host_tools.cli.following import Following
    from host_tools.link.request import Request

    def passed_over(_: Line) -> None:
        """What else the table says is stored, not shown."""

    following = Following(say, port, store, keys, passed_over)
    request = Request(message_id, fields, lambda serial: following.keys.key(serial, m.ROLE_FLOOR))

    began = time.monotonic()

    def is_over(session: HostSession) -> bool:
        return request.is_over or time.monotonic() - began > SILENT_SECONDS

    status = following.run(is_over, (request,))
    if request.is_unpaired:
        raise Ended(say("table.unpaired", port=port), exit_codes.NOT_AUTHORISED)
    if request.outcome is None:
        raise Ended(say("table.silent", port=port), exit_codes.LINK_LOST)
    if request.outcome != m.OUTCOME_WORDS[m.OUTCOME_DONE]:
        raise Ended(say("table.refused", why=say.refusal(request.outcome)), exit_codes.REFUSED)
    click.echo(say("table.done"))
    return status
