"""`mazziere device`: which tables can be reached, and what they are.

`list` greets every port that may lead to a table, `info` asks one for everything it says of
itself, `identify` lets its displays blink so that a person finds it in the room, `reboot` starts
its controller again, `time` compares its clock with this computer's. The rule of the file: a table
is told by its serial number, and looking at one changes nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from firmware.schema import messages as m
from host_tools.cli import exit_codes, manner
from host_tools.cli.act import Act, Asked, Risk, asking_options
from host_tools.cli.asking import ask
from host_tools.cli.pair import Seconds
from host_tools.cli.place import Place, found_there, ports_to_ask, preferences, table_options

if TYPE_CHECKING:
    from host_tools.link.discovery import Seen
    from host_tools.texts import Texts


def command(say: Texts) -> click.Command:
    """The command in one language."""
    group = click.Group("device", help=say("device.about"))

    @group.command("list", help=say("device.list_about"))
    @click.option("--port", "more", multiple=True, metavar="PORT", help=say("device.more_ports"))
    @click.option("--json", "as_json", is_flag=True, help=say("log.json"))
    def list_tables(more: tuple[str, ...], as_json: bool) -> int:
        return _list(say, more, as_json)

    @group.command("info", help=say("device.info_about"))
    @table_options(say)
    @click.option("--json", "as_json", is_flag=True, help=say("log.json"))
    def info(place: Place, as_json: bool) -> int:
        return _info(say, place, as_json)

    @group.command("identify", help=say("device.identify_about"))
    @asking_options(say)
    def identify(asked: Asked) -> int:
        roles = (m.ROLE_FLOOR, m.ROLE_DIRECTOR, m.ROLE_TECHNICIAN)
        act = Act("device.identify", m.REQUEST_IDENTIFY, (asked.by,), roles=roles, is_safe=True)
        return ask(say, asked, act)

    @group.command("reboot", help=say("device.reboot_about"))
    @click.option("--reason", metavar="TEXT", help=say("table.reason"))
    @asking_options(say)
    def reboot(reason: str | None, asked: Asked) -> int:
        roles = (m.ROLE_TECHNICIAN, m.ROLE_DIRECTOR)
        fields = (asked.by, reason)
        act = Act("device.reboot", m.REQUEST_RESTART, fields, roles=roles, risk=Risk.ASKED)
        return ask(say, asked, act)

    @group.command("time", help=say("device.time_about"))
    @table_options(say)
    @click.option(
        "--seconds",
        type=Seconds(say, 1, 600),
        default=3.0,
        show_default=True,
        help=say("device.seconds"),
    )
    @click.option("--json", "as_json", is_flag=True, help=say("log.json"))
    def clock(place: Place, seconds: float, as_json: bool) -> int:
        return _time(say, place, seconds, as_json)

    return group


def _list(say: Texts, more: tuple[str, ...], as_json: bool) -> int:
    from host_tools.link.discovery import ask_ports

    root = click.get_current_context().find_root().params.get("port")
    named = [*more, *([root] if root else [])]
    seen = ask_ports([*named, *ports_to_ask(preferences(say))])
    if as_json:
        manner.document({"ports": [_row(one) for one in seen]})
    else:
        for one in sorted(seen, key=lambda row: not row.serial):
            if one.serial and not one.is_safe_mode:
                told = {"table": one.serial, "firmware": one.firmware, "lines": one.lines}
                click.echo(say("device.row", port=one.port, **told))
            elif one.serial:
                click.echo(f"{one.port}  {found_there(say, one)}")
            else:
                manner.note(f"{one.port}  {found_there(say, one)}")
    tables = {one.serial for one in seen if one.serial}
    if not tables:
        manner.note(say("device.none"))
        return exit_codes.NOT_FOUND
    if len(tables) < sum(1 for one in seen if one.serial):
        manner.alarm(say("device.same_serial"))
    return exit_codes.OK


def _row(seen: Seen) -> dict[str, Any]:
    return {
        "port": seen.port,
        "table": seen.serial or None,
        "firmware": seen.firmware or None,
        "protocol": seen.protocol or None,
        "schema": seen.schema or None,
        "log": seen.log or None,
        "lines": seen.lines if seen.log else None,
        "safe_mode": seen.is_safe_mode,
        "trouble": seen.trouble.partition(".")[2] or None,
        "holder": seen.holder or None,
    }


def _info(say: Texts, place: Place, as_json: bool) -> int:
    from host_tools.cli.reading import read_table
    from host_tools.logs.about import about

    reading = read_table(say, place)
    told = about(reading.lasting_lines(say))
    keys = paired(place, reading.peer.serial)
    document = {
        "table": reading.peer.serial,
        "port": reading.port,
        "firmware": reading.peer.firmware,
        "log": reading.peer.log.hex(),
        "lines": reading.peer.seq,
        "head": reading.peer.head.hex(),
        "paired": keys,
        **told,
    }
    if as_json:
        manner.document(document)
        return reading.status
    for name, value in document.items():
        click.echo(f"{say(f'device.{name}'):<24}  {_word(say, value)}")
    return reading.status


def _time(say: Texts, place: Place, seconds: float, as_json: bool) -> int:
    from statistics import median

    from host_tools.cli.ending import by_port, ended
    from host_tools.cli.place import port_of
    from host_tools.link.clock_watch import watch_clock
    from host_tools.link.discovery import ask_port
    from host_tools.link.port import BadPort, Unopened

    port = port_of(say, place)
    try:
        seen = watch_clock(port, seconds)
    except Unopened as error:
        raise by_port(say, error) from None
    except BadPort as error:
        raise click.UsageError(say(error.key, port=port, why=error.why)) from None
    if seen.table_ms is None:
        raise ended(say, "table_silent", exit_codes.LINK_LOST, port=port)
    document = {
        "table": ask_port(port).serial or None,
        "port": port,
        "running_ms": seen.table_ms,
        "rate": seen.rate,
        "round_trip_ms": median(seen.round_trips_ms),
        "round_trip_ms_max": max(seen.round_trips_ms),
        "asked": seen.asked,
        "answered": len(seen.round_trips_ms),
        "damaged": seen.damaged,
    }
    if as_json:
        manner.document(document)
        return exit_codes.OK
    hours, rest = divmod(seen.table_ms // 1000, 3600)
    running = f"{hours}:{rest // 60:02d}:{rest % 60:02d}"
    click.echo(say("device.time_row", table=document["table"] or port, running=running))
    if seen.rate is not None:
        click.echo(say("device.time_rate", rate=say.number(seen.rate, ".4f")))
    trips = {
        "typical": f"{document['round_trip_ms']:.0f}",
        "most": f"{max(seen.round_trips_ms):.0f}",
    }
    click.echo(say("device.time_trip", asked=seen.asked, answered=document["answered"], **trips))
    click.echo(say("device.time_no_calendar"))
    return exit_codes.OK


def _word(say: Texts, value: Any) -> str:
    if value is None:
        return say("device.unknown")
    if isinstance(value, list):
        return ", ".join(map(str, value)) or say("device.nothing")
    if isinstance(value, bool):
        return say("device.yes" if value else "device.no")
    return str(value)


def paired(place: Place, serial: str) -> list[str]:
    """The roles in which this host is paired with a table."""
    from host_tools.link.role_keys import KeyFolder, KeyUnusable

    folder = KeyFolder(place.keys)
    roles = []
    for role, word in enumerate(m.ROLE_WORDS):
        try:
            if folder.key(serial, role) is not None:
                roles.append(word)
        except KeyUnusable:
            continue  # `mazziere doctor` says why
    return roles
