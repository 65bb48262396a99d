"""`mazziere log`: follow a table's log, and list what the store holds.

`follow` keeps one table's port open, stores every line before it is told, and prints sentences or
the lines themselves until it is stopped; with a key it is also that table's witness. The rule of
the file: lines on stdout, what happens to the cable on stderr.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from host_tools.cli import exit_codes
from host_tools.cli.ending import Ended, by_store

if TYPE_CHECKING:
    from firmware.lines.parser import Line
    from host_tools.link.session import Event
    from host_tools.store import LineStore
    from host_tools.texts import Texts


def default_store() -> Path:
    """Where a person's programs keep their data (XDG base directories)."""
    home = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(home) / "mazziere" / "lines.sqlite3"


def open_store(say: Texts, path: Path) -> LineStore:
    """Open the store, or end the command with what is wrong and the way out."""
    from host_tools.store import LineStore, StoreError

    try:
        return LineStore(path)
    except StoreError as error:
        raise by_store(say, error) from None


def command(say: Texts) -> click.Command:
    """The command in one language."""
    group = click.Group("log", help=say("log.about"))
    store_option = click.option(
        "--store",
        type=click.Path(path_type=Path, dir_okay=False),
        default=default_store,
        help=say("log.store", path=default_store()),
    )

    @group.command("follow", help=say("log.follow_about"))
    @click.option("--port", required=True, help=say("log.port"))
    @store_option
    @click.option("--raw", is_flag=True, help=say("log.raw"))
    @click.option("--once", is_flag=True, help=say("log.once"))
    @click.option(
        "--witness-key", type=click.Path(path_type=Path, dir_okay=False), help=say("log.key")
    )
    def follow(port: str, store: Path, raw: bool, once: bool, witness_key: Path | None) -> int:
        return _follow(say, port, store, raw, once, witness_key)

    @group.command("list", help=say("log.list_about"))
    @store_option
    @click.option("--json", "as_json", is_flag=True, help=say("log.json"))
    def list_logs(store: Path, as_json: bool) -> int:
        return _list(say, store, as_json)

    return group


def _follow(
    say: Texts, port: str, path: Path, raw: bool, once: bool, witness_key: Path | None
) -> int:
    from firmware.lines.writer import seal
    from firmware.schema.messages import ROLE_WITNESS
    from host_tools.link.commands import KeyUnusable, read_key
    from host_tools.link.port import BadPort, TablePort
    from host_tools.link.session import HostSession
    from host_tools.store import StoreError
    from host_tools.view.transcript import Transcript
    from host_tools.witness.witness import Witness

    transcript = Transcript(say)

    def print_line(line: Line) -> None:
        if raw:
            click.echo(seal(line.body, line.tag), nl=False)
            return
        for sentence in transcript.read(line.message):
            click.echo(sentence)

    def tell(event: Event) -> None:
        click.echo(say(event.key, **event.values), err=True)

    store = open_store(say, path)
    try:
        witness = ()
        if witness_key is not None:
            witness = (Witness(store, read_key(witness_key, ROLE_WITNESS)),)
        session = HostSession(store, print_line, tell, witness)
        table = TablePort(port, session)
        try:
            while not (once and session.caught_up):
                table.poll()
        finally:
            table.close()
    except StoreError as error:
        raise by_store(say, error) from None
    except KeyUnusable as error:
        raise Ended(say(error.key, path=error.path), exit_codes.NOT_AUTHORISED) from None
    except BadPort as error:
        raise click.UsageError(say("link.bad_port", port=port, why=error)) from None
    finally:
        store.close()
    return exit_codes.OK


def _list(say: Texts, path: Path, as_json: bool) -> int:
    if not path.exists():
        rows, forks = [], []
    else:
        store = open_store(say, path)
        try:
            rows = store.logs()
            forks = [len(store.forks(serial, log)) for serial, log, _, _ in rows]
        finally:
            store.close()
    if as_json:
        logs = [
            {"table": serial, "log": log.hex(), "first_seen": seen, "lines": lines, "forks": fork}
            for (serial, log, seen, lines), fork in zip(rows, forks, strict=True)
        ]
        click.echo(json.dumps({"version": 1, "logs": logs}))
        return exit_codes.OK
    if not rows:
        click.echo(say("log.empty"))
    for (serial, log, seen, lines), fork in zip(rows, forks, strict=True):
        row = say("log.row", table=serial, log=log.hex(), lines=lines, seen=seen)
        click.echo(row + (say("log.forked", forks=fork) if fork else ""))
    return exit_codes.OK
