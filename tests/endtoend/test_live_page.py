"""The live page in a real browser, and `mazziere serve` and `table watch` as real programs.

The browser sees a page that a server in this process feeds, so that the table does what a test
wants; the programs follow a simulated table over a pseudo-terminal.
"""

from __future__ import annotations

import json
import re
import signal
import socket
import threading
import time
from collections import deque
from contextlib import contextmanager
from typing import TYPE_CHECKING

import httpx
import jsonschema
import pytest
import uvicorn

from firmware.schema import messages as m
from host_tools.cli import exit_codes
from host_tools.link.session import Event
from host_tools.web.access import Access
from host_tools.web.server import Hub, application
from tests.browser import Browser, program
from tests.log_lines import TABLE
from tests.mazziere_process import SECONDS_MAX, line_of, started
from tests.paired_table import paired_table
from tests.source_tree import ROOT
from tests.watched_tables import FAULT, Clock, lines, unlucky_log, watched

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from firmware.lines.parser import Line
    from host_tools.view.watched import WatchedTable
    from tests.host_commands import Host

HEARD = "document.body !== null && document.body.dataset.heard === 'yes'"
"""The page has been told everything once, and is drawn anew by itself no more."""

SCHEMA = json.loads((ROOT / "host_tools" / "view" / "table.schema.json").read_text())


@contextmanager
def served(view: WatchedTable, coming: deque[Line]) -> Iterator[str]:
    """The page over a view, at a free port of this computer; yields its address. What is put into
    `coming` is taken by the one thread that looks at the view, as in `serve`.
    """

    def take() -> None:
        while coming:
            view.take(coming.popleft())

    hub = Hub([view], take)
    door = socket.socket()
    door.bind(("127.0.0.1", 0))
    door.listen()  # who comes before the server runs is let in then
    config = uvicorn.Config(
        application(hub, Access()), log_level="error", timeout_graceful_shutdown=1
    )
    server = uvicorn.Server(config)
    hub.is_over = lambda: server.should_exit
    thread = threading.Thread(target=server.run, kwargs={"sockets": [door]}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{door.getsockname()[1]}/"
    finally:
        server.should_exit = True
        thread.join(SECONDS_MAX)
        door.close()


@pytest.mark.skipif(program() is None, reason="no Chromium: apt-get install chromium")
def test_a_browser_shows_the_table_hears_of_changes_and_acknowledges_by_keys_alone() -> None:
    clock = Clock()
    view = watched(clock)
    view.tell(Event("link.connected", {"table": TABLE, "firmware": "1"}))
    log = unlucky_log(203, hands=1, often=0)
    log.insert(1, (50, FAULT))
    made = lines(log)
    first = next(at for at, line in enumerate(made) if line.message[0] == m.TURN_OPENED) + 1
    for line in made[:first]:
        view.take(line)
    view.heard(0.0)
    coming: deque[Line] = deque()
    with served(view, coming) as address, Browser() as browser:
        browser.open(address)
        browser.until(lambda: browser.run(HEARD))
        told = browser.text()
        assert "to act" in told
        assert "FAULT F-DSP-01" in told
        assert not re.search(r"[2-9TJQKA][♣♦♥♠]", told), "no card lies open yet"
        assert browser.run("document.querySelectorAll('.card.back').length") >= 4

        browser.press("Tab", 9)
        assert browser.run("document.activeElement.id") == "by"
        browser.type("Rosa")
        browser.press("Tab", 9)
        assert browser.run("document.activeElement.tagName") == "BUTTON"
        browser.press("Enter", 13)
        browser.until(lambda: "Seen by Rosa" in browser.text())
        assert view.alarms.listed[0].by == "Rosa"

        flop = next(at for at, line in enumerate(made) if line.message[0] == m.BOARD_DEALT) + 1
        coming.extend(made[first:flop])
        open_cards = "document.querySelectorAll('.board .card:not(.place)').length"
        browser.until(lambda: browser.run(open_cards) == 3)

        clock.now += 34
        browser.until(lambda: "OLD: as it was 34 s ago" in browser.text())
        style = "getComputedStyle(document.querySelector('.play')).filter"
        assert browser.run(style) == "grayscale(1)"


# --- the programs --------------------------------------------------------------------------------


def free_port() -> int:
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        return door.getsockname()[1]


def test_serve_watch_and_once_over_one_simulated_table(host: Host, tmp_path: Path) -> None:
    options = ("--seed", "page", "--speed", "20")
    options += ("--set", "witness_ms=60000", "--set", "opening_ms=60000")
    with paired_table(tmp_path, (m.ROLE_WITNESS,), *options) as table:
        place = table.where(tmp_path / "lines.sqlite3")
        once = host("table", "watch", "--once", "--ascii", *place)
        assert once.status == exit_codes.OK, once.err
        assert "table MZ-SIM1" in once.out
        assert once.out.isascii()
        assert len(once.out.splitlines()) == 30

        read = host("table", "watch", "--json", *place)
        assert read.status == exit_codes.OK, read.err
        document = json.loads(read.out)
        jsonschema.Draft202012Validator(SCHEMA).validate(document)
        assert document["record"]["broken_at"] == 0

        nobody = host("table", "watch", *place)
        assert nobody.status == exit_codes.USAGE
        assert "no_terminal" in nobody.err
        assert "--once" in nobody.err

        port = free_port()
        with started("serve", "--listen", str(port), *place) as serving:
            try:
                assert f"http://127.0.0.1:{port}/" in line_of(serving.stdout)
                with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=SECONDS_MAX) as web:
                    _until_witnessed(web)
                    again = host("serve", "--listen", str(port), *place)
                    assert again.status == exit_codes.BUSY
                    assert "--listen" in again.err
            finally:
                serving.send_signal(signal.SIGINT)
            out, err = serving.communicate(timeout=SECONDS_MAX)
        assert serving.returncode in {exit_codes.OK, 130}
        assert "Traceback" not in out + err


def _until_witnessed(web: httpx.Client) -> None:
    """Its events tell the table's name, and a hand that this page has witnessed."""
    wanted = {"table MZ-SIM1", "<dd>witnessed</dd>"}
    end = time.monotonic() + SECONDS_MAX
    with web.stream("GET", "/events") as events:
        for line in events.iter_lines():
            wanted -= {words for words in wanted if words in line}
            if not wanted or time.monotonic() > end:
                break
    assert not wanted, "the page never witnesses a hand"


@pytest.mark.parametrize("word", ["x", "0", "1.2.3.4:0", "a/b:80"])
def test_an_address_that_is_none_is_refused_at_once(host: Host, word: str) -> None:
    done = host("serve", "--port", "/dev/none", "--listen", word)
    assert done.status == exit_codes.USAGE
    assert "HOST:PORT" in done.err


def test_a_token_that_is_too_short_is_refused(host: Host, tmp_path: Path) -> None:
    token = tmp_path / "token"
    token.write_text("kurz")
    words = ["serve", "--port", "/dev/none", "--listen", str(free_port()), "--token-file", token]
    done = host(*words)
    assert done.status == exit_codes.USAGE
    assert "at least 16" in done.err
    assert "kurz" not in done.err
