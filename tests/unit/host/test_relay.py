"""The door to a held port: only its owner may come to it, and where there is none nobody comes."""

from __future__ import annotations

import socket
import stat
from typing import TYPE_CHECKING

from host_tools.link.relay import Relay, relay_path

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


def test_a_system_without_such_sockets_has_no_guests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.delattr(socket, "AF_UNIX")
    relay = Relay(PORT).open()
    assert relay.exchange(b"1 0 said\n") == b""
    relay.close()
