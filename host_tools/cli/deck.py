"""`mazziere deck`: look through the cards of a table, put another deck in, see what was found.

`check` lets every card pass the reader and tells how many there are and which are missing, never
in which order they lay; the table shuffles all of them anew afterwards. `change` (or `retire`)
brings the deck out, `load` says that another one lies in the hopper. `audit` reads what the log
tells of the deck. A running hand is never disturbed: it is all done when the cards are gathered.
The rule of the file: what is told of a deck are counts and sets, and nothing else is known here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from firmware.schema import messages as m
from host_tools.cli import exit_codes, manner
from host_tools.cli.act import Act, Asked, Risk, asking_options
from host_tools.cli.asking import ask
from host_tools.cli.awaiting import ask_one, await_line, found
from host_tools.cli.ending import ended
from host_tools.cli.place import Place, table_options
from host_tools.cli.table_house import EVERYBODY, pictures

if TYPE_CHECKING:
    from firmware.lines.parser import Line
    from host_tools.texts import Texts
    from host_tools.view.house_state import Check

CHECK_SECONDS = 600
"""A hand that is played to its end, people who drop cards into the hopper, 52 cards past the
reader twice as slowly as planned."""


def command(say: Texts) -> click.Command:
    """The command in one language."""
    group = click.Group("deck", help=say("deck.about"))

    @group.command("check", help=say("deck.check_about"))
    @click.option("--no-wait", is_flag=True, help=say("deck.no_wait"))
    @asking_options(say)
    def check(no_wait: bool, asked: Asked) -> int:
        act = Act("deck.check", m.REQUEST_DECK_CHECK, (asked.by,), EVERYBODY, is_safe=True)
        if no_wait or asked.is_dry:
            return ask(say, asked, act)
        return check_deck(say, asked, act, exit_codes.REFUSED)

    for name in ("change", "retire"):
        _add_change(group, say, name)

    @group.command("load", help=say("deck.load_about"))
    @asking_options(say)
    def load(asked: Asked) -> int:
        return _load(say, asked)

    @group.command("audit", help=say("deck.audit_about"))
    @click.option("--json", "as_json", is_flag=True, help=say("log.json"))
    @table_options(say)
    def audit(place: Place, as_json: bool) -> int:
        return _audit(say, place, as_json)

    return group


def _add_change(group: click.Group, say: Texts, name: str) -> None:
    """The deck comes out; to retire it is to change it, seen from its end."""

    @group.command(name, help=say("deck.change_about"))
    @asking_options(say)
    def change(asked: Asked) -> int:
        act = Act(
            "deck.change",
            m.REQUEST_DECK_CHANGE,
            (asked.by,),
            EVERYBODY,
            risk=Risk.ASKED,
            is_safe=True,
        )
        return ask(say, asked, act)


@dataclass(slots=True)
class _Checked:
    """Listens for the end of a check."""

    found: Check | None = None

    def look(self, line: Line) -> bool:
        """Whether this line tells what was found."""
        from host_tools.view.house_state import House

        if line.message[0] == m.DECK_CHECKED:
            house = House()
            house.take(line)
            self.found = house.checks[-1][1]
        return self.found is not None


def check_deck(say: Texts, asked: Asked, act: Act, status_of_bad: int) -> int:
    """Ask for a check, wait for what it finds, and tell it; the exit status."""
    asked = found(say, asked)
    checked = _Checked()
    serial, _, behind, _ = ask_one(say, asked, act)
    if not asked.is_json:
        manner.note(say("deck.check_done"))
    waits_for = say("deck.waits_check")
    status = await_line(say, asked, behind, checked.look, CHECK_SECONDS, waits_for)
    result = checked.found
    assert result is not None
    if asked.is_json:
        manner.document({"table": serial, **check_row(result)})
    else:
        click.echo(check_sentence(say, result))
    return status or (exit_codes.OK if result.is_good else status_of_bad)


def check_row(check: Check) -> dict[str, Any]:
    """A check as a script reads it."""
    return {
        "is_good": check.is_good,
        "cards": check.count,
        "missing": [m.CARD_WORDS[card] for card in check.missing],
        "twice": check.twice,
        "unreadable": check.foreign,
    }


def check_sentence(say: Texts, check: Check) -> str:
    """A check as a person reads it."""
    if check.is_good:
        return say("deck.is_good", cards=check.count)
    missing = " ".join(m.CARD_WORDS[card] for card in check.missing) or say("device.nothing")
    counts = {"cards": check.count, "twice": check.twice, "foreign": check.foreign}
    return say("deck.is_bad", missing=missing, **counts)


def _load(say: Texts, asked: Asked) -> int:
    """The table is told to go on only when it waits for a deck: that word would else free a hand
    that is held for another reason.
    """
    from dataclasses import replace

    from host_tools.cli.reading import read_table

    reading = read_table(say, asked.place)
    asked = replace(asked, place=replace(asked.place, port=reading.port))
    _, house = pictures(say, reading)
    if house.deck != "held":
        raise ended(
            say, "no_deck_wanted", exit_codes.REFUSED, deck=say(f"house.deck_{house.deck}")
        )
    fields = (m.RULING_RESUME, asked.by, None)
    return ask(say, asked, Act("deck.load", m.REQUEST_RULING, fields, risk=Risk.ASKED))


def _audit(say: Texts, place: Place, as_json: bool) -> int:
    from host_tools.cli.reading import read_table

    reading = read_table(say, place)
    _, house = pictures(say, reading)
    document = {
        "table": reading.peer.serial,
        "deck": house.deck,
        "held": house.held or None,
        "wish": house.wish or None,
        "decks_seen": house.decks,
        "hands": house.hands,
        "irregularities": house.irregularities,
        "wrong_counts": [{"line": seq, "cards": cards} for seq, cards in house.counts],
        "checks": [{"line": seq, **check_row(check)} for seq, check in house.checks],
    }
    if as_json:
        manner.document(document)
        return reading.status
    click.echo(say("table.row_deck", deck=say(f"house.deck_{house.deck}")))
    if house.held:
        click.echo(say("deck.row_held", reason=house.held))
    if house.wish:
        click.echo(say(f"house.wish_{house.wish}", by=house.wished_by))
    told = {"hands": house.hands, "irregularities": house.irregularities, "decks": house.decks}
    click.echo(say("deck.row_hands", **told))
    for seq, cards in house.counts:
        click.echo(say("deck.row_count", line=seq, cards=cards))
    for seq, check in house.checks:
        click.echo(say("deck.row_check", line=seq, found=check_sentence(say, check)))
    if not house.checks:
        click.echo(say("deck.never_checked"))
    return reading.status
