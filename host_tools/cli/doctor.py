"""`mazziere doctor`: what stands in the way, one line each, with the remedy.

Looks at this computer, then at the table that is meant, or the one that answers. Exit status 10
when a line says FAIL. The rule of the file: it prints; what is looked at is in the room `doctor`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from host_tools.cli import exit_codes, manner
from host_tools.cli.place import Place, ports_to_ask, table_options

if TYPE_CHECKING:
    from host_tools.doctor.finding import Finding
    from host_tools.link.discovery import Seen
    from host_tools.texts import Texts

LINK_SECONDS = 2.5


def command(say: Texts) -> click.Command:
    """The command in one language."""

    @click.command("doctor", help=say("doctor.about"))
    @table_options(say)
    @click.option("--json", "as_json", is_flag=True, help=say("log.json"))
    def doctor(place: Place, as_json: bool) -> int:
        return _doctor(say, place, as_json)

    return doctor


def _doctor(say: Texts, place: Place, as_json: bool) -> int:
    from host_tools.doctor.finding import FAIL

    rows = []
    has_failed = False
    for finding in _findings(say, place):
        has_failed |= finding.verdict == FAIL
        what, remedy = finding.what(say), finding.remedy(say)
        rows.append(
            {
                "area": finding.area,
                "verdict": finding.verdict,
                "code": finding.code,
                "what": what,
                "remedy": remedy or None,
            }
        )
        if not as_json:
            click.echo(f"{finding.verdict.upper():<4}  {what}")
            if remedy:
                click.echo(f"      {say('cli.next', step=remedy)}")
    if as_json:
        manner.document({"findings": rows, "well": not has_failed})
    return exit_codes.SELF_TEST_FAILED if has_failed else exit_codes.OK


def _findings(say: Texts, place: Place) -> Iterator[Finding]:
    from host_tools.cli.place import preferences
    from host_tools.doctor import host
    from host_tools.doctor.finding import well
    from host_tools.link.discovery import ask_ports

    yield from host.program()
    told = preferences(say)  # a file that does not hold has ended the command before
    yield well("preferences", "preferences", count=len(told.user) + len(told.room))
    yield host.clock(place.store)
    yield host.disk(place.store)
    yield from host.keys(place.keys)
    yield from host.store(place.store)
    seen = ask_ports([place.port] if place.port else ports_to_ask(told))
    yield from host.ports(seen)
    tables = [one for one in seen if one.serial and not one.is_safe_mode]
    if place.table:
        tables = [one for one in tables if one.serial == place.table]
    for table in tables:
        yield from _table_findings(say, place, table)


def _table_findings(say: Texts, place: Place, seen: Seen) -> Iterator[Finding]:
    from dataclasses import replace

    from firmware.schema import messages as m
    from host_tools.cli.device import paired
    from host_tools.cli.ending import Ended
    from host_tools.cli.reading import read_table
    from host_tools.doctor import table
    from host_tools.doctor.finding import broken
    from host_tools.link.clock_watch import watch_clock
    from host_tools.link.port import Unopened
    from host_tools.logs.about import about

    yield table.protocol(seen)
    if not seen.protocol.startswith(f"{m.PROTOCOL_MAJOR}."):
        return
    try:
        yield from table.link(watch_clock(seen.port, LINK_SECONDS))
        reading = read_table(say, replace(place, port=seen.port))
    except (Unopened, Ended) as trouble:
        yield broken("log", "log_unread", table=seen.serial, why=str(trouble))
        return
    yield table.log(reading.status, reading.peer.seq)
    yield from table.devices(about(reading.lasting_lines(say)))
    yield table.pairings(seen.serial, paired(place, seen.serial))
