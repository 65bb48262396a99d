"""`mazziere witness`: help to decide the deals of one table, and nothing else.

Follows the table as `mazziere log follow` does, answers its commitments with numbers of this
host's own, and tells what became of each. The rule of the file: without a pairing there is nothing
to do here, and that is said at once.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from host_tools.cli.options import keys_option, store_option

if TYPE_CHECKING:
    from firmware.lines.parser import Line
    from host_tools.link.session import HostSession
    from host_tools.texts import Texts


def command(say: Texts) -> click.Command:
    """The command in one language."""

    @click.command("witness", help=say("witness.about"))
    @click.option("--port", required=True, help=say("log.port"))
    @store_option(say)
    @keys_option(say)
    def witness(port: str, store: Path, keys: Path) -> int:
        return _witness(say, port, store, keys)

    return witness


def _witness(say: Texts, port: str, store: Path, keys: Path) -> int:
    from firmware.schema import messages as m
    from host_tools.cli import exit_codes
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

    following = Following(say, port, store, keys, show)

    def until(session: HostSession) -> bool:
        if session.peer and not following.witness_key(session.peer.serial):
            remedy = say("witness.not_paired", table=session.peer.serial, port=port)
            raise Ended(remedy, exit_codes.NOT_AUTHORISED)
        return False

    return following.run(until)
