"""The door to a held port: only its owner may come to it, and where there is none nobody comes."""

from __future__ import annotations

import socket
import stat
from typing import TYPE_CHECKING

from hal.sim.terminal import PseudoTerminal
from host_tools.link.discovery import Greeting
from host_tools.link.port import TablePort
from host_tools.link.protocol_unix import Serial
from host_tools.link.relay import GUESTS_MAX, PASSED_BYTES_MAX, Relay, relay_path
from host_tools.link.socket_path import PATH_BYTES_MAX

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

PORT = "/dev/ttyTEST"


def test_a_folder_that_stood_open_is_closed_to_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    folder = relay_path(PORT).parent
    folder.mkdir(parents=True)
    folder.chmod(0o777)
    relay = Relay(PORT).open()
    assert relay_path(PORT).exists()
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    relay.close()
    assert not relay_path(PORT).exists()


def test_a_long_name_of_the_folder_keeps_nobody_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path / ("x" * 120)))
    path = relay_path(PORT)
    assert len(str(path)) > PATH_BYTES_MAX
    relay = Relay(PORT).open()
    assert relay.trouble is None
    assert stat.S_ISSOCK(path.stat().st_mode)
    guest = Serial(timeout=1)
    guest.port = f"unix://{path}"
    guest.open()
    guest.write(b"1 0 said\n")
    assert relay.exchange(b"") == b"1 0 said\n"
    guest.close()
    relay.close()
    assert not path.exists()


def test_where_nobody_can_be_let_in_it_is_said_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path / "file"))
    terminal, greeting = PseudoTerminal(), Greeting()
    port = TablePort(terminal.port, greeting)
    port.is_shared = True
    for _ in range(2):
        port.poll()
        port.close()
    terminal.close()
    assert [event.key for event in greeting.events] == ["link.no_guests"]
    assert greeting.events[0].values["folder"] == relay_path(PORT).parent


def test_a_system_without_such_sockets_has_no_guests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.delattr(socket, "AF_UNIX")
    relay = Relay(PORT).open()
    assert relay.exchange(b"1 0 said\n") == b""
    relay.close()


def test_talkative_guests_get_through_bit_by_bit_each_in_its_turn_and_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    relay = Relay(PORT).open()
    guests = [socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) for _ in range(GUESTS_MAX)]
    said = {number: [b"%d %03d %s\n" % (number, at, b"x" * 500) for at in range(18)]
            for number in range(GUESTS_MAX)}  # fmt: skip
    for number, guest in enumerate(guests):
        guest.connect(str(relay_path(PORT)))
        guest.send(b"".join(said[number]))
    passed = [relay.exchange(b"") for _ in range(GUESTS_MAX * 18)]
    assert max(map(len, passed)) <= PASSED_BYTES_MAX
    first_look_at_all = b"".join(passed[:GUESTS_MAX])
    assert {line[:1] for line in first_look_at_all.splitlines()} == {
        b"%d" % number for number in range(GUESTS_MAX)
    }
    lines = b"".join(passed).splitlines(keepends=True)
    for number, mine in said.items():
        assert [line for line in lines if line.startswith(b"%d " % number)] == mine
    assert len(lines) == GUESTS_MAX * 18
    for guest in guests:
        guest.close()
    relay.close()


def test_a_guest_with_a_line_that_is_none_is_let_go_and_holds_nobody_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    relay = Relay(PORT).open()
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as guest:
        guest.connect(str(relay_path(PORT)))
        guest.send(b"a line\n" + b"x" * (PASSED_BYTES_MAX + 1) + b"\n")
        assert relay.exchange(b"") == b"a line\n"
        assert relay.exchange(b"") == b""
        assert guest.recv(100) == b""
    relay.close()
