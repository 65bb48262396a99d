"""`mazziere log`: follow a table's log, and list what the store holds.

`follow` keeps one table's port open, stores every line before it is told, and prints sentences or
the lines themselves until it is stopped; paired as a witness it also witnesses the table's deals.
What else is done with a log's lines is in `log_forms`.
The rule of the file: lines on stdout, what happens to the cable on stderr.
"""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from host_tools.cli import exit_codes
from host_tools.cli.ending import Ended
from host_tools.cli.log_forms import add_forms
from host_tools.cli.log_retention import add_retention
from host_tools.cli.options import default_store, open_store, store_option
from host_tools.cli.place import Place, port_of, table_options

if TYPE_CHECKING:
    from firmware.lines.parser import Line
    from host_tools.link.session import HostSession
    from host_tools.texts import Texts

ONCE_SECONDS = 8.0
"""What `--once` waits for something new: as long as a session before it calls a table silent."""


def command(say: Texts) -> click.Command:
    """The command in one language."""
    group = click.Group("log", help=say("log.about"))

    @group.command("follow", help=say("log.follow_about"))
    @table_options(say)
    @click.option("--raw", is_flag=True, help=say("log.raw"))
    @click.option("--once", is_flag=True, help=say("log.once"))
    @click.option("--wait", is_flag=True, help=say("log.wait"))
    def follow(place: Place, raw: bool, once: bool, wait: bool) -> int:
        return _follow(say, place, raw, once, wait)

    @group.command("list", help=say("log.list_about"))
    @store_option(say)
    @click.option("--json", "as_json", is_flag=True, help=say("log.json"))
    def list_logs(store: Path, as_json: bool) -> int:
        return _list(say, store, as_json)

    add_forms(group, say)
    add_retention(group, say)
    return group


def _follow(say: Texts, place: Place, raw: bool, once: bool, is_waiting: bool) -> int:
    from firmware.lines.writer import seal
    from host_tools.cli.following import Following
    from host_tools.view.transcript import Transcript

    port = port_of(say, place)
    transcript = Transcript(say)

    def print_line(line: Line) -> None:
        if raw:
            click.echo(seal(line.body, line.tag), nl=False)
            return
        for sentence in transcript.read(line.message):
            click.echo(sentence)

    heard, since = None, time.monotonic()

    def is_enough(session: HostSession) -> bool:
        nonlocal heard, since
        if not once or session.caught_up:
            return once
        now = time.monotonic()
        if (session.peer, session.stored) != heard:
            heard, since = (session.peer, session.stored), now
        elif now - since > ONCE_SECONDS:
            raise Ended(say("pair.silent", port=port), exit_codes.LINK_LOST)
        return False

    following = Following(say, port, place.store, place.keys, print_line, place.table, is_waiting)
    following.is_shared = not once
    return following.run(is_enough)


def _list(say: Texts, path: Path, as_json: bool) -> int:
    if not path.exists():
        if path != default_store():  # the usual one comes with the first line; this one was named
            raise Ended(say("log.no_store", path=path), exit_codes.NOT_FOUND)
        rows, forks = [], []
    else:
        store = open_store(say, path)
        try:
            rows = store.logs()
            forks = [
                (len(store.forks(serial, log)), store.forks_dropped(serial, log))
                for serial, log, _, _ in rows
            ]
        finally:
            store.close()
    if as_json:
        logs = [
            {
                "table": serial,
                "log": log.hex(),
                "first_seen": seen,
                "lines": lines,
                "forks": kept,
                "forks_dropped": dropped,
            }
            for (serial, log, seen, lines), (kept, dropped) in zip(rows, forks, strict=True)
        ]
        click.echo(json.dumps({"version": 1, "logs": logs}))
        return exit_codes.OK
    if not rows:
        click.echo(say("log.empty"))
    for (serial, log, seen, lines), (kept, dropped) in zip(rows, forks, strict=True):
        row = say("log.row", table=serial, log=log.hex(), lines=lines, seen=seen)
        row += say("log.forked", forks=kept) if kept else ""
        click.echo(row + (say("log.forks_dropped", dropped=dropped) if dropped else ""))
    return exit_codes.OK
