"""`mazziere table watch`: one table on a terminal, live; or its picture once, for scripts.

Follows the table as `mazziere log follow` does, so whoever watches is also the table's witness
when paired as one. `--once` reads the log to its end and prints one picture, `--json` that picture
as a document. The rule of the file: without a terminal nothing is drawn, and the way out is named.
"""

from __future__ import annotations

import sys
import time
from shutil import get_terminal_size
from typing import TYPE_CHECKING

import click

from host_tools.cli import exit_codes
from host_tools.cli.ending import Ended, ended
from host_tools.cli.place import Place, port_of, table_options

if TYPE_CHECKING:
    from host_tools.cli.feeding import Feed
    from host_tools.texts import Texts
    from host_tools.view.looks import Glyphs
    from host_tools.view.watched import WatchedTable

WIDTH, HEIGHT = 100, 30
"""Of one picture that is printed where there is no terminal."""

SILENT_SECONDS = 10.0
"""What `--once` waits for something new."""


def add_watch(group: click.Group, say: Texts) -> None:
    """Add the command to `mazziere table`."""

    @group.command("watch", help=say("watch.about"))
    @click.option("--once", is_flag=True, help=say("watch.once"))
    @click.option("--json", "as_json", is_flag=True, help=say("watch.json"))
    @click.option("--ascii", "is_ascii", is_flag=True, help=say("watch.ascii"))
    @table_options(say)
    def watch(once: bool, as_json: bool, is_ascii: bool, place: Place) -> int:
        if as_json or once:
            return _once(say, place, as_json, is_ascii)
        return _watch(say, place, is_ascii)


def watched(say: Texts, place: Place, port: str) -> tuple[WatchedTable, Feed]:
    """A view of the table, and what feeds it."""
    from host_tools.cli.feeding import Feed
    from host_tools.view.seen_alarms import SeenAlarms
    from host_tools.view.watched import WatchedTable

    view = WatchedTable(say)
    view.alarms.note = SeenAlarms(place.store.with_name("alarms.jsonl"), view).note
    return view, Feed(say, port, place.store, place.keys, view, place.table)


def _glyphs(is_ascii: bool) -> Glyphs:
    from host_tools.view import looks

    is_utf = (sys.stdout.encoding or "").lower().startswith("utf")
    return looks.ASCII if is_ascii or not is_utf else looks.UNICODE


def _watch(say: Texts, place: Place, is_ascii: bool) -> int:
    if not sys.stdin.isatty() or not sys.stdout.isatty():
        raise Ended(
            say("watch.no_terminal"),
            exit_codes.USAGE,
            "no_terminal",
            say("watch.no_terminal_next"),
        )
    try:
        from host_tools.view.watch_app import WatchApp
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] != "textual":
            raise
        raise Ended(say("training.no_textual"), exit_codes.NOT_FOUND) from None
    view, feed = watched(say, place, port_of(say, place))
    with feed.stay():
        app = WatchApp(view, feed.look, say, _glyphs(is_ascii), name=place.by)
        app.must_end = lambda: feed.error is not None
        app.run()
    return _status(feed)


def _status(feed: Feed) -> int:
    if feed.error is not None:
        raise feed.error
    return feed.status


def _once(say: Texts, place: Place, as_json: bool, is_ascii: bool) -> int:
    """Read the log to its end, then print the table as it is."""
    view, feed = watched(say, place, port_of(say, place))
    heard, since = -1, time.monotonic()
    with feed:
        while not feed.caught_up and not feed.ended.wait(0.05):
            feed.look()
            if view.version != heard:
                heard, since = view.version, time.monotonic()
            elif time.monotonic() - since > SILENT_SECONDS:
                raise ended(say, "table_silent", exit_codes.LINK_LOST, port=feed.port)
        feed.look_all()
    if as_json:
        from host_tools.cli import manner
        from host_tools.view.as_json import table_json

        manner.document(table_json(view))
        return _status(feed)
    from rich.console import Console

    from host_tools.view.scene import WIDTH_MIN, Scene

    scene = Scene(say, _glyphs(is_ascii))
    width = max(WIDTH_MIN, min(WIDTH, get_terminal_size((WIDTH, HEIGHT)).columns))
    lines = scene.lines(view.shown, width, HEIGHT, link=view.link_words(), told=tuple(view.told))
    console = Console(width=width, highlight=False)
    for line in lines:
        console.print(line, no_wrap=True, crop=True)
    return _status(feed)
