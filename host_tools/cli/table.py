"""`mazziere table`: what the floor says to a table, under a name.

`irregularity` reports a card gone wrong that no sensor can see; `ruling` decides about a hand;
`laid` says that a card lies where the table asked for it; `face` enters a card that the table asks
for. Each is a sealed request of the role floor and answers with what the table did. The rule of
the file: nothing is done at the table that its log does not tell, with the name. What concerns
the table as a whole, and `watch`, which only looks, are in files of their own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from firmware.schema import irregularities
from firmware.schema import messages as m
from host_tools.cli.act import Act, Asked, asking_options
from host_tools.cli.asking import ask
from host_tools.cli.table_house import add_house
from host_tools.cli.watch import add_watch
from host_tools.texts import near

if TYPE_CHECKING:
    from host_tools.texts import Texts

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
    @asking_options(say)
    def irregularity(kind: str, seat: int | None, card: str | None, asked: Asked) -> int:
        fields = (kind, asked.by, seat, None if card is None else m.CARD_WORDS.index(card))
        return _ask(say, asked, "irregularity", m.REQUEST_IRREGULARITY, fields, kind)

    @group.command("ruling", help=say("table.ruling_about"))
    @click.argument("ruling", type=click.Choice(m.RULING_WORDS), metavar="RULING")
    @click.option("--reason", help=say("table.reason"))
    @asking_options(say)
    def ruling(ruling: str, reason: str | None, asked: Asked) -> int:
        fields = (m.RULING_WORDS.index(ruling), asked.by, reason)
        return _ask(say, asked, "ruling", m.REQUEST_RULING, fields, ruling)

    @group.command("laid", help=say("table.laid_about"))
    @asking_options(say)
    def laid(asked: Asked) -> int:
        return _ask(say, asked, "laid", m.REQUEST_CARD_MOVED, (asked.by,))

    @group.command("face", help=say("table.face_about"))
    @click.argument("card", type=click.Choice(m.CARD_WORDS), metavar="CARD")
    @asking_options(say)
    def face(card: str, asked: Asked) -> int:
        fields = (m.CARD_WORDS.index(card), asked.by)
        return _ask(say, asked, "face", m.REQUEST_FACE, fields, card)

    add_house(group, say)
    add_watch(group, say)
    return group


def _ask(
    say: Texts, asked: Asked, name: str, request: int, fields: tuple[object, ...], what: str = ""
) -> int:
    """What the floor says of the hand that runs: always safe, for it is what a hand waits for."""
    act = Act(f"table.{name}", request, fields, is_safe=True, values={"what": what})
    return ask(say, asked, act)
