"""`mazziere witness`: help to decide the deals of one table, and nothing else.

Follows the table as `mazziere log follow` does, answers its commitments with numbers of this
host's own, and tells what became of each. The rule of the file: without a pairing there is nothing
to do here, and that is said at once.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from host_tools.cli import exit_codes
from host_tools.cli.options import store_option
from host_tools.cli.place import Place, port_of, table_options
from host_tools.cli.writing import force_option, write_file

if TYPE_CHECKING:
    from firmware.lines.parser import Line
    from host_tools.link.session import HostSession
    from host_tools.texts import Texts


def command(say: Texts) -> click.Command:
    """The command in one language."""

    @click.group("witness", help=say("witness.about"), invoke_without_command=True)
    @table_options(say)
    @click.pass_context
    def witness(context: click.Context, place: Place) -> int:
        if context.invoked_subcommand is not None:
            return exit_codes.OK
        return _witness(say, place)

    @witness.command("heads", help=say("witness.heads_about"))
    @store_option(say)
    @click.option("--table", default="", help=say("verify.table"))
    @click.option("--log", default="", help=say("verify.log"))
    @click.option(
        "--file", type=click.Path(path_type=Path, dir_okay=False), help=say("witness.heads_file")
    )
    @force_option(say)
    def heads(store: Path, table: str, log: str, file: Path | None, is_forced: bool) -> int:
        return _heads(say, store, table, log, file, is_forced)

    return witness


def _heads(
    say: Texts, path: Path, table: str, log: str, file: Path | None, is_forced: bool
) -> int:
    """The full hashes that this host's store has, in the form others compare with."""
    from host_tools.cli.verify import by_source
    from host_tools.verify.heads import heads_of_store
    from host_tools.verify.source import SourceError

    try:
        serial, log_id, rows = heads_of_store(path, table, log)
    except SourceError as error:
        raise by_source(say, error) from None
    text = "\n".join([f"# heads of {serial}", *rows]) + "\n"
    if file is None:
        click.echo(text, nl=False)
        return exit_codes.OK
    write_file(say, file, text.encode("ascii"), is_forced)
    done = say("witness.heads_written", count=len(rows), table=serial, log=log_id.hex(), path=file)
    click.echo(done, err=True)
    return exit_codes.OK


def _witness(say: Texts, place: Place) -> int:
    from firmware.schema import messages as m
    from host_tools.cli.ending import Ended
    from host_tools.cli.following import Following
    from host_tools.view.transcript import Transcript

    told = {
        m.HAND_STARTED,
        m.ORDER_COMMITTED,
        m.WITNESS_PROMISED,
        m.WITNESS_MISSING,
        m.ORDER_CUT,
        m.WITNESS_OPENED,
        m.WITNESS_FAILED,
    }
    transcript = Transcript(say)

    def show(line: Line) -> None:
        if line.message[0] in told:
            for sentence in transcript.read(line.message):
                click.echo(sentence)

    port = port_of(say, place)
    following = Following(say, port, place.store, place.keys, show, place.table)

    def until(session: HostSession) -> bool:
        if session.peer and not following.witness_key(session.peer.serial):
            remedy = say("witness.not_paired", table=session.peer.serial, port=port)
            raise Ended(remedy, exit_codes.NOT_AUTHORISED)
        return False

    following.is_shared = True
    return following.run(until)
