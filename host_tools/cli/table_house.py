"""`mazziere table`: what the house does with a whole table, and what it is doing now.

`status` and `list` look; `open`, `close`, `pause`, `resume`, `misdeal`, `void-hand` and
`floor ack` are asked of the table under a name. The rule of the file: what a table is said to do
stands in its log, read to the end a moment ago.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from firmware.schema import messages as m
from host_tools.cli import exit_codes, manner
from host_tools.cli.act import Act, Asked, Risk, asking_options
from host_tools.cli.amounts import REASON_BYTES_MAX, Word
from host_tools.cli.asking import ask
from host_tools.cli.place import Place, ports_to_ask, preferences, table_options

if TYPE_CHECKING:
    from host_tools.cli.reading import Reading
    from host_tools.texts import Texts
    from host_tools.view.house_state import House
    from host_tools.view.table_state import TableState

STAFF = (m.ROLE_FLOOR, m.ROLE_DIRECTOR)
EVERYBODY = (*STAFF, m.ROLE_TECHNICIAN)


def add_house(group: click.Group, say: Texts) -> None:
    """The commands that look at a table, and those that open, pause and close it."""

    @group.command("status", help=say("table.status_about"))
    @click.option("--json", "as_json", is_flag=True, help=say("log.json"))
    @table_options(say)
    def status(place: Place, as_json: bool) -> int:
        return _status(say, place, as_json)

    @group.command("list", help=say("table.list_about"))
    @click.option("--json", "as_json", is_flag=True, help=say("log.json"))
    @table_options(say)
    def list_tables(place: Place, as_json: bool) -> int:
        return _list(say, place, as_json)

    @group.command("open", help=say("table.open_about"))
    @asking_options(say)
    def open_table(asked: Asked) -> int:
        return ask(say, asked, Act("table.open", m.REQUEST_OPEN, (asked.by,), is_safe=True))

    @group.command("close", help=say("table.close_about"))
    @asking_options(say)
    def close(asked: Asked) -> int:
        act = Act("table.close", m.REQUEST_CLOSE, (asked.by,), risk=Risk.ASKED)
        return ask(say, asked, act)

    @group.command("pause", help=say("table.pause_about"))
    @asking_options(say)
    def pause(asked: Asked) -> int:
        act = Act("table.pause", m.REQUEST_PAUSE, (asked.by,), EVERYBODY, is_safe=True)
        return ask(say, asked, act)

    @group.command("resume", help=say("table.resume_about"))
    @asking_options(say)
    def resume(asked: Asked) -> int:
        act = Act("table.resume", m.REQUEST_RESUME, (asked.by,), EVERYBODY, is_safe=True)
        return ask(say, asked, act)

    @group.command("misdeal", help=say("table.misdeal_about"))
    @_reason(say)
    @asking_options(say)
    def misdeal(reason: str, asked: Asked) -> int:
        return ask(say, asked, _ending("table.misdeal", m.RULING_MISDEAL, asked.by, reason))

    @group.command("void-hand", help=say("table.void_about"))
    @_reason(say)
    @asking_options(say)
    def void_hand(reason: str, asked: Asked) -> int:
        return ask(say, asked, _ending("table.void", m.RULING_VOID_HAND, asked.by, reason))

    floor = click.Group("floor", help=say("table.floor_about"))
    group.add_command(floor)

    @floor.command("ack", help=say("table.ack_about"))
    @click.option("--seat", type=click.IntRange(1, 10), help=say("table.ack_seat"))
    @asking_options(say)
    def ack(seat: int | None, asked: Asked) -> int:
        fields = (asked.by, seat)
        return ask(say, asked, Act("table.ack", m.REQUEST_FLOOR_ANSWER, fields, is_safe=True))


def _ending(key: str, ruling: int, by: str, reason: str) -> Act:
    """A ruling that ends the hand."""
    return Act(
        key,
        m.REQUEST_RULING,
        (ruling, by, reason),
        risk=Risk.TYPED,
        is_safe=True,
        values={"reason": reason},
    )


def _reason(say: Texts) -> Any:
    kind = Word(say, REASON_BYTES_MAX)
    return click.option("--reason", required=True, type=kind, help=say("table.reason"))


def pictures(say: Texts, reading: Reading) -> tuple[TableState, House]:
    """The game and the house of a table, after the last line of its log."""
    from host_tools.view.house_state import House
    from host_tools.view.table_state import TableState

    state, house = TableState(), House()
    for line in reading.lasting_lines(say):
        state.glance(line)
        house.take(line)
    return state, house.end()


def _document(reading: Reading, state: TableState, house: House) -> dict[str, Any]:
    return {
        "table": reading.peer.serial,
        "port": reading.port,
        "is_closed": house.is_closed,
        "is_paused": state.trouble.is_paused,
        "hand": state.hand if state.is_playing else None,
        "last_hand": state.hand or None,
        "street": m.STREET_WORDS[state.street] if state.is_playing else None,
        "held": (state.trouble.held or house.held) or None,
        "stopped": state.trouble.stopped or None,
        "faults": [{"code": code, "device": device} for code, device in state.trouble.faults],
        "testing": house.testing or None,
        "deck": house.deck,
        "calls": [number for number, seat in sorted(state.seats.items()) if seat.calls],
        "waits_for": _waits_for(state),
        "seats_taken": len(state.seats),
        "chips": state.chips(),
        "lines": reading.peer.seq,
    }


def _waits_for(state: TableState) -> dict[str, Any] | None:
    if state.turn is None:
        return None
    return {"seat": state.turn.seat or None, "asked": state.turn.asked}


def _status(say: Texts, place: Place, as_json: bool) -> int:
    from host_tools.cli.reading import read_table

    reading = read_table(say, place)
    state, house = pictures(say, reading)
    document = _document(reading, state, house)
    if as_json:
        manner.document(document)
        return reading.status
    click.echo(_headline(say, document))
    click.echo(say("table.row_seats", seats=len(state.seats), chips=say.chips(state.chips())))
    click.echo(say("table.row_deck", deck=say(f"house.deck_{house.deck}")))
    if house.wish:
        click.echo(say(f"house.wish_{house.wish}", by=house.wished_by))
    for seat in document["calls"]:
        click.echo(say("table.row_call", seat=seat))
    for fault in document["faults"]:
        click.echo(say("table.row_fault", **fault))
    return reading.status


def _headline(say: Texts, document: dict[str, Any]) -> str:
    """The table, and in a few words what it does; what is wrong comes before what is right."""
    words = {"table": document["table"], "hand": document["hand"]}
    if document["stopped"]:
        return say("table.is_stopped", code=document["stopped"], **words)
    if document["held"] or document["faults"]:
        return say("table.is_held", reason=document["held"] or "-", **words)
    if document["testing"]:
        return say("table.is_tested", part=document["testing"], **words)
    if document["hand"]:
        waits = document["waits_for"]
        if waits is None:
            return say("table.is_dealing", **words)
        who = say("table.floor_word") if waits["seat"] is None else str(waits["seat"])
        return say("table.is_asking", who=who, **words)
    if document["is_closed"]:
        return say("table.is_closed", **words)
    return say("table.is_paused" if document["is_paused"] else "table.is_between", **words)


def _list(say: Texts, place: Place, as_json: bool) -> int:
    from dataclasses import replace

    from host_tools.cli.ending import Ended
    from host_tools.cli.reading import read_table
    from host_tools.link.discovery import ask_ports

    ports = [place.port] if place.port else ports_to_ask(preferences(say))
    rows: list[dict[str, Any]] = []
    status = exit_codes.OK
    for seen in ask_ports(ports):
        if not seen.serial or seen.is_safe_mode or place.table not in {"", seen.serial}:
            continue
        try:
            reading = read_table(say, replace(place, port=seen.port, table=seen.serial))
        except Ended as error:
            manner.alarm(f"{seen.serial}: {error.message}")
            status = exit_codes.PARTIAL
            continue
        rows.append(_document(reading, *pictures(say, reading)))
        status = max(status, reading.status)
    if as_json:
        manner.document({"tables": rows})
    for row in [] if as_json else rows:
        click.echo(_headline(say, row))
    if not rows and not status:
        manner.note(say("device.none"))
        return exit_codes.NOT_FOUND
    return status
