"""`mazziere serve`: the live view of one table, or of all that are there, as a web page.

Each table is followed on a thread of its own, stored and witnessed as by `mazziere log follow`. On
this computer's own address anybody at it may look; any other address wants a token, which is made
and told once. The rule of the file: without a word to the contrary nobody from outside can see the
page.
"""

from __future__ import annotations

import secrets
import socket
from contextlib import ExitStack
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from host_tools.cli import exit_codes, manner
from host_tools.cli.ending import Ended
from host_tools.cli.place import Place, port_of, table_options
from host_tools.texts.system_words import system_words

if TYPE_CHECKING:
    from host_tools.cli.feeding import Feed
    from host_tools.texts import Texts
    from host_tools.web.access import Listen

LISTEN = "127.0.0.1:8470"
END_SECONDS = 2
"""What an open page gets when the server ends."""


class Address(click.ParamType):
    """Where to listen: HOST:PORT, or a port alone for this computer only."""

    name = "host:port"

    def __init__(self, say: Texts) -> None:
        self._say = say

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """A `Listen`, or a usage error."""
        from host_tools.web.access import BadListen, read_listen

        try:
            return read_listen(str(value))
        except BadListen:
            self.fail(self._say("serve.bad_listen", word=str(value)), param, ctx)


def command(say: Texts) -> click.Command:
    """The command in one language."""

    @click.command("serve", help=say("serve.about"))
    @click.option(
        "--listen",
        type=Address(say),
        default=LISTEN,
        show_default=True,
        help=say("serve.listen"),
    )
    @click.option(
        "--token-file",
        type=click.Path(path_type=Path, dir_okay=False),
        help=say("serve.token_file"),
    )
    @table_options(say)
    def serve(listen: Listen, token_file: Path | None, place: Place) -> int:
        return _serve(say, listen, token_file, place)

    return serve


def _serve(say: Texts, listen: Listen, token_file: Path | None, place: Place) -> int:
    if not all(find_spec(name) for name in ("starlette", "uvicorn")):
        raise Ended(say("serve.no_starlette"), exit_codes.NOT_FOUND)
    import asyncio

    import uvicorn

    from host_tools.cli.watch import watched
    from host_tools.web.access import Access
    from host_tools.web.server import Hub, application

    token = _token(say, listen, token_file)
    door = _door(say, listen)
    with ExitStack() as opened:
        opened.callback(door.close)
        pairs = [watched(say, place, port) for port in _ports(say, place)]
        feeds = [opened.enter_context(feed.stay()) for _, feed in pairs]

        def look() -> None:
            for feed in feeds:
                feed.look()

        hub = Hub([view for view, _ in pairs], look)
        config = uvicorn.Config(
            application(hub, Access(token)),
            log_level="warning",
            access_log=False,
            timeout_graceful_shutdown=END_SECONDS,
        )
        server = uvicorn.Server(config)
        hub.is_over = lambda: server.should_exit or all(feed.error is not None for feed in feeds)
        hub.end = lambda: setattr(server, "should_exit", True)

        async def told_and_served() -> None:
            """Who reads the address may press Ctrl-C: by then the server listens to it."""
            with server.capture_signals():
                click.echo(say("serve.serving", address=listen.address))
                if token and token_file is None:
                    click.echo(say("serve.token", address=f"{listen.address}?token={token}"))
                if not listen.is_local:
                    manner.note(say("serve.not_encrypted"))
                await server.serve(sockets=[door])

        with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
            runner.run(told_and_served())
    if hub.failed is not None:
        raise hub.failed
    return _status(feeds)


def _ports(say: Texts, place: Place) -> list[str]:
    """The port of the table that was named, or those of all that answer."""
    if place.port or place.table:
        return [port_of(say, place)]
    from host_tools.cli.place import ports_to_ask, preferences
    from host_tools.link.discovery import ask_ports

    found = [one.port for one in ask_ports(ports_to_ask(preferences(say))) if one.serial]
    return found or [port_of(say, place)]


def _door(say: Texts, listen: Listen) -> socket.socket:
    """The address, taken before any table is asked, so that one in use is told at once."""
    family = socket.AF_INET6 if ":" in listen.host else socket.AF_INET
    door = socket.socket(family, socket.SOCK_STREAM)
    door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        door.bind((listen.host, listen.port))
    except OSError as error:
        door.close()
        why = system_words(error)
        what = say("serve.not_listening", address=listen.address, why=why)
        raise Ended(what, exit_codes.BUSY, "address_in_use", say("serve.listen_next")) from None
    return door


def _token(say: Texts, listen: Listen, file: Path | None) -> str:
    """The token that is wanted of whoever looks; empty where none is."""
    from host_tools.web.access import TOKEN_LETTERS_MIN

    if file is None:
        return "" if listen.is_local else secrets.token_urlsafe(24)
    try:
        token = file.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        why = system_words(error) if isinstance(error, OSError) else "not UTF-8"
        raise Ended(say("serve.no_token", path=file, why=why), exit_codes.NOT_FOUND) from None
    if len(token) < TOKEN_LETTERS_MIN or not token.isascii() or " " in token:
        what = say("serve.bad_token", path=file, letters=TOKEN_LETTERS_MIN)
        raise Ended(what, exit_codes.USAGE, "bad_token")
    return token


def _status(feeds: list[Feed]) -> int:
    """How the following ended, the worst of the tables."""
    for feed in feeds:
        if feed.error is not None:
            raise feed.error
    return max((feed.status for feed in feeds), default=exit_codes.OK)
