"""While one program follows a table, others ask it something through the same cable."""

from __future__ import annotations

import os
import signal
import stat
from typing import TYPE_CHECKING

import pytest

from firmware.lines.writer import seal, write
from firmware.schema import messages as m
from host_tools.cli import exit_codes
from host_tools.link.port import TablePort
from host_tools.link.relay import WAITING_BYTES_MAX, Relay, relay_path
from host_tools.link.session import HostSession
from host_tools.store import LineStore
from tests.mazziere_process import SECONDS_MAX, comes_true, line_of, lines_of, started
from tests.paired_table import PairedTable, paired_table

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.host_commands import Host


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PairedTable]:
    folder = tmp_path_factory.mktemp("shared")
    words = ("--seed", "13", "--seats", "2", "--speed", "5", "--floor-key")
    with paired_table(folder, (m.ROLE_FLOOR,), *words) as one:
        yield one


def test_a_setting_is_changed_while_another_program_follows_and_misses_nothing(
    host: Host, table: PairedTable, tmp_path: Path
) -> None:
    followed, asked = tmp_path / "followed.sqlite3", tmp_path / "asked.sqlite3"
    words = ["log", "follow", "--raw", "--port", table.port, "--store", followed]
    with started(*words) as follow:
        lines = lines_of(follow.stdout)
        assert lines.get(timeout=SECONDS_MAX)
        for store in (asked, followed):  # a store of one's own, and the same one
            value = "10" if store == asked else "20"
            change = ["config", "set", "next_hand_ms", value, "--by", "Rosa", "--yes"]
            done = host(*change, *table.where(store))
            assert done.status == exit_codes.OK, done.err
            assert "ALARM" not in done.err
            assert "is lost" not in done.err
        assert host("device", "info", *table.where(asked)).status == exit_codes.OK
        line = ""
        while " setting_changed name=next_hand_ms value=20 by=Rosa " not in line:
            line = lines.get(timeout=SECONDS_MAX)
            assert line, "it has ended"
        follow.send_signal(signal.SIGINT)
        follow.wait(SECONDS_MAX)
        while lines.get(timeout=SECONDS_MAX):  # read to the end before the pipe is closed
            pass
        assert follow.stderr is not None
        err = follow.stderr.read()
    assert follow.returncode == 130
    assert "ALARM" not in err
    assert "Noise" not in err
    store = LineStore(followed, read_only=True)
    ((serial, log, _, lines),) = store.logs()
    last = store.last(serial, log)
    assert last is not None
    assert last.seq == lines
    store.close()
    assert not relay_path(table.port).exists()
    assert host("device", "info", *table.where(asked)).status == exit_codes.OK


LINK_LOST = b" fault_raised code=F-LNK-01 "


def test_programs_that_come_and_go_are_no_fault_and_one_that_dies_is(
    host: Host, table: PairedTable, tmp_path: Path
) -> None:
    before = table.log().count(LINK_LOST)
    where = table.where(tmp_path / "s.sqlite3")
    assert host("device", "list", *where[:2]).status == exit_codes.OK
    for number, status in [(signal.SIGTERM, 143), (signal.SIGHUP, 129)]:
        assert _follow_until(number, where) == status
    host("table", "status", *where)
    assert table.log().count(LINK_LOST) == before
    assert _follow_until(signal.SIGKILL, where) == -signal.SIGKILL
    # A table that was not looking just then would not see the port left and held again at once.
    assert comes_true(lambda: table.log().count(LINK_LOST) > before)
    host("table", "status", *where)
    assert table.log().count(LINK_LOST) == before + 1


def _follow_until(number: signal.Signals, where: list[str]) -> int:
    """The exit status of a program that follows the table until it gets a signal."""
    with started("log", "follow", "--raw", *where) as follow:
        line_of(follow.stdout)
        follow.send_signal(number)
        follow.communicate(timeout=SECONDS_MAX)
        return follow.returncode


def test_a_guest_that_greets_does_not_stop_the_lines_of_the_holder(tmp_path: Path) -> None:
    store = LineStore(tmp_path / "s.sqlite3")
    session = HostSession(store)
    session.is_shared = True
    about = (m.PROTOCOL_MAJOR, m.PROTOCOL_MINOR, m.SCHEMA_HASH, "0.1.0", "MZ-1", bytes(8))
    hello = seal(write((m.HELLO, *about, bytes(8), 0, 0, bytes(32)), None, 0), None)
    session.connect(0)
    assert b" greet " in session.receive(hello, 10)
    assert b" resend " in session.receive(hello, 20)  # of a guest's greeting
    store.close()


def test_only_the_owner_can_come_in(host: Host, tmp_path: Path) -> None:
    relay = Relay(str(tmp_path / "port")).open()
    try:
        folder = relay_path(str(tmp_path / "port")).parent
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    finally:
        relay.close()
    assert not list(folder.iterdir())


def test_a_holder_that_was_killed_leaves_a_door_that_opens_nothing(
    host: Host, table: PairedTable, tmp_path: Path
) -> None:
    path = relay_path(table.port)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()
    held = os.open(table.port, os.O_RDWR | os.O_NOCTTY)
    try:
        import fcntl

        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        done = host("device", "info", *table.where(tmp_path / "s.sqlite3"))
        assert done.status == exit_codes.BUSY
    finally:
        os.close(held)
        path.unlink()


def test_lines_are_passed_on_whole_and_a_guest_without_an_end_is_let_go(
    host: Host, tmp_path: Path
) -> None:
    import socket

    port = str(tmp_path / "port")
    relay = Relay(port).open()
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as guest:
        guest.connect(str(relay_path(port)))
        guest.send(b"half a li")
        assert relay.exchange(b"of one line\nand anot") == b""
        guest.send(b"ne\nand the next")
        assert relay.exchange(b"her\n") == b"half a line\n"
        assert guest.recv(100) == b"and another\n"
        guest.send(b"x" * (WAITING_BYTES_MAX - 100))
        relay.exchange(b"")
        guest.send(b"x" * 200)
        relay.exchange(b"")
        assert guest.recv(100) == b""
    relay.close()


def test_who_comes_second_is_a_guest_and_owns_nothing(
    host: Host, table: PairedTable, tmp_path: Path
) -> None:
    stores = [LineStore(tmp_path / name) for name in ("a.sqlite3", "b.sqlite3", "c.sqlite3")]
    ports = [TablePort(table.port, HostSession(store)) for store in stores]
    for port in ports:
        port.is_shared = True
    for port in ports[:2]:
        port.open_first()
    assert [port.is_guest for port in ports[:2]] == [False, True]
    ports[1].close()
    assert relay_path(table.port).exists()  # a guest that goes takes nobody's door away
    ports[0].close()
    ports[2].open_first()
    assert not ports[2].is_guest
    ports[2].close()
    for store in stores:
        store.close()
