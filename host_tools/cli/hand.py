"""`mazziere hand`: show, replay or explain one hand, or write hands in formats others read.

The rule of the file: it asks and prints; finding, reading and writing hands is done in the room
`hands`, which knows no card that was not shown.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from host_tools.cli import exit_codes
from host_tools.cli.ending import Ended
from host_tools.cli.options import default_store, source_options
from host_tools.cli.writing import force_option, write_file

if TYPE_CHECKING:
    from host_tools.hands.finding import FoundHand
    from host_tools.hands.played import PlayedHand
    from host_tools.texts import Texts

FORMATS = ("phh", "ohh", "stars", "json")
TIMED = ("ohh", "stars")
"""Formats in which a hand has an hour."""


def command(say: Texts) -> click.Command:
    """The command in one language."""
    group = click.Group("hand", help=say("hand.about"))
    one = click.argument("number", type=click.IntRange(min=1), metavar="HAND")

    @group.command("show", help=say("hands.show_about"))
    @one
    @source_options(say)
    @click.option("--json", "as_json", is_flag=True, help=say("hands.json"))
    def show(number: int, source: Path | None, table: str, log: str, as_json: bool) -> int:
        found = next(_found(say, source, (number,), table, log))
        if as_json:
            click.echo(json.dumps(_as_json(found, _played(found))))
        else:
            for sentence in _sentences(say, found):
                click.echo(sentence)
        return exit_codes.OK

    @group.command("replay", help=say("hands.replay_about"))
    @one
    @source_options(say)
    @click.option("--no-wait", is_flag=True, help=say("hands.no_wait"))
    def replay(number: int, source: Path | None, table: str, log: str, no_wait: bool) -> int:
        found = next(_found(say, source, (number,), table, log))
        waits = not no_wait and sys.stdin.isatty()
        for sentence in _sentences(say, found):
            click.echo(sentence)
            if waits:
                click.pause(info="")
        return exit_codes.OK

    @group.command("explain", help=say("hands.explain_about"))
    @one
    @source_options(say)
    @click.option("--json", "as_json", is_flag=True, help=say("hands.explain_json"))
    def explain(number: int, source: Path | None, table: str, log: str, as_json: bool) -> int:
        from host_tools.hands.explained import explain_hand

        told = explain_hand(next(_found(say, source, (number,), table, log)), say)
        if as_json:
            click.echo(json.dumps(told))
            return exit_codes.OK
        for step in told["steps"]:
            click.echo(step["what"])
            click.echo(f"  {step['because']}")
            for rule in step["rules"]:
                click.echo(f"    {rule['id']}: {rule['text']}")
        return exit_codes.OK

    @group.command("export", help=say("hands.export_about"))
    @click.argument("numbers", type=click.IntRange(min=1), nargs=-1, metavar="[HAND]...")
    @click.option("--format", "form", type=click.Choice(FORMATS), required=True)
    @click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help=say("hands.out"))
    @click.option("--started", type=click.DateTime(), help=say("hands.started"))
    @click.option("--hero", type=click.IntRange(1, 10), default=None, help=say("hands.hero"))
    @source_options(say)
    @force_option(say)
    def export(
        numbers: tuple[int, ...],
        form: str,
        out: Path | None,
        started: datetime | None,
        hero: int | None,
        source: Path | None,
        table: str,
        log: str,
        is_forced: bool,
    ) -> int:
        named = None if started is None else started.replace(tzinfo=UTC)
        found = list(_found(say, source, numbers, table, log, with_stakes=True))
        texts, left_out = _written(say, found, form, named, hero or 0)
        write_file(say, out or Path("-"), _joined(texts, form).encode(), is_forced)
        return exit_codes.PARTIAL if left_out else exit_codes.OK

    return group


def _found(
    say: Texts,
    source: Path | None,
    numbers: tuple[int, ...],
    table: str,
    log: str,
    with_stakes: bool = False,
) -> Iterator[FoundHand]:
    from host_tools.cli.verify import by_source
    from host_tools.hands.finding import HandNotFound, LineUnreadable, NoHands, find_hands
    from host_tools.store import StoreError
    from host_tools.verify.source import SourceError

    path = source or default_store()
    try:
        yield from find_hands(path, numbers, table, log, with_stakes)
    except SourceError as error:
        raise by_source(say, error) from None
    except StoreError as error:
        from host_tools.cli.ending import by_store

        raise by_store(say, error) from None
    except HandNotFound as error:
        sentence = say("hands.not_found", hand=error.args[0], path=path)
        step = say("hands.not_found_next")
        raise Ended(sentence, exit_codes.NOT_FOUND, step=step) from None
    except NoHands:
        step = say("hands.none_next")
        raise Ended(say("hands.none", path=path), exit_codes.NOT_FOUND, step=step) from None
    except LineUnreadable as error:
        sentence = say("hands.line", seq=error.seq, path=path)
        raise Ended(sentence, exit_codes.VERIFICATION_FAILED) from None


def _played(found: FoundHand) -> PlayedHand:
    from host_tools.hands.played import read_hands

    hand = next(iter(read_hands(found.messages)))
    hand.stakes = found.stakes
    return hand


def _sentences(say: Texts, found: FoundHand) -> Iterator[str]:
    from firmware.schema import messages as m
    from host_tools.view.transcript import Transcript

    transcript = Transcript(say)
    for message in found.messages:
        yield from transcript.read(message)
        if message[0] == m.HAND_VOIDED or message[0] == m.ORDER_REVEALED:
            return


def _iso(when: datetime) -> str:
    return when.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _as_json(found: FoundHand, hand: PlayedHand) -> dict[str, Any]:
    from host_tools.hands.as_json import hand_as_json

    started = None if found.started is None else _iso(found.started)
    return hand_as_json(hand, found.table, found.log, started)


def _written(
    say: Texts, found: list[FoundHand], form: str, named: datetime | None, hero: int
) -> tuple[list[str], int]:
    """The hands as text, and how many do not fit the format; those are named on stderr."""
    from host_tools.hands.played import CannotTell

    texts: list[str] = []
    left_out = 0
    for one in found:
        started = named or one.started
        if started is None and form in TIMED:
            raise Ended(say("hands.no_hour", hand=one.hand), exit_codes.USAGE)
        try:
            texts.append(_text(one, form, started, hero))
        except CannotTell as error:
            left_out += 1
            click.echo(say(f"hands.{error.code}", hand=error.hand), err=True)
    return texts, left_out


def _text(found: FoundHand, form: str, started: datetime | None, hero: int) -> str:
    from host_tools.hands.ohh import ohh
    from host_tools.hands.phh import phh
    from host_tools.hands.stars import stars

    hand = _played(found)
    if form == "phh":
        return phh(hand, found.table)
    if started is None or form == "json":
        return json.dumps(_as_json(found, hand)) + "\n"
    if form == "ohh":
        return json.dumps(ohh(hand, found.table, _iso(started)), indent=2) + "\n"
    return stars(hand, found.table, found.log, started, hero)


def _joined(texts: list[str], form: str) -> str:
    """Several hands in one file, as each format has it."""
    if form == "phh" and len(texts) > 1:
        return "\n".join(f"[{number}]\n{text}" for number, text in enumerate(texts, 1))
    return {"ohh": "\n", "stars": "\n\n\n"}.get(form, "").join(texts)
