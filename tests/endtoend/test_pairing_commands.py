"""`mazziere pair` and `mazziere witness` as a person uses them, and where the key is not.

Real programs on a real pseudo-terminal; the simulated person at the table opens the lid and holds
the floor key.
"""

from __future__ import annotations

import os
import re
import signal
import stat
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from firmware.schema import messages as m
from host_tools.cli import exit_codes
from host_tools.sim.table_process import TableProcess
from tests.mazziere_process import started

if TYPE_CHECKING:
    from tests.host_commands import Host

SECONDS_MAX = 500  # a net for a table that hangs; below what the whole test may take
OPENED = "The witness opens its number"


def journal(table: Path) -> bytes:
    return b"".join(path.read_bytes() for path in sorted((table / "journal").glob("*.log")))


def options(tmp_path: Path, *more: str) -> list[str]:
    return ["--seed", "7", "--state", str(tmp_path / "table"), "--seats", "3", *more]


def test_pair_then_witness_and_the_key_is_in_its_file_only(host: Host, tmp_path: Path) -> None:
    keys, store = tmp_path / "keys", tmp_path / "lines.sqlite3"
    # A table at full speed would wait its seconds out before another program is awake.
    waits = ["--set", "witness_ms=60000", "--set", "opening_ms=60000"]
    words = options(tmp_path, "--speed", "20", *waits, "--hands", "3")
    with TableProcess([*words, "--pairing", "witness,floor"]) as table:
        roles = ["--role", "floor", "--role", "witness"]
        done = host("pair", "--port", table.port, *roles, "--keys", keys)
        assert done.status == exit_codes.OK, done.err
        with started("witness", "--port", table.port, "--keys", keys, "--store", store) as witness:
            cmdline = Path(f"/proc/{witness.pid}/cmdline").read_bytes()
            end = threading.Timer(SECONDS_MAX, witness.kill)
            end.start()
            assert witness.stdout is not None
            out = ""
            hands = re.compile(rb" witness_opened hand=[1-9]")  # 0 is the draw of the button
            folder = tmp_path / "table"
            while len(hands.findall(journal(folder))) < 3 and (line := witness.stdout.readline()):
                out += line
            witness.send_signal(signal.SIGINT)
            rest, err = witness.communicate()
            end.cancel()
            out += rest
            assert table.wait(SECONDS_MAX) == 0
    files = sorted(keys.iterdir())
    assert [file.name for file in files] == ["MZ-SIM1.floor.key", "MZ-SIM1.witness.key"]
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}
    log = journal(tmp_path / "table")
    assert log.count(b" role_paired ") == 2
    assert len(hands.findall(log)) == log.count(b" hand_started ") == 3
    assert not re.search(rb" witness_missing hand=[1-9]", log)
    assert out.count(OPENED) >= 3
    everywhere = done.out + done.err + out + err
    stored = b"".join(path.read_bytes() for path in tmp_path.glob("lines.sqlite3*"))
    for file in files:
        key = file.read_text().strip()
        assert len(bytes.fromhex(key)) == 32
        assert key not in everywhere
        for heap in (log, stored, cmdline):
            assert key.encode() not in heap
            assert bytes.fromhex(key) not in heap


@pytest.mark.parametrize(
    ("lang", "told"),
    [("en", "The lid is closed: open it."), ("it", "Il coperchio è chiuso: apritelo.")],
)
def test_closed_lid_is_told_and_waited_for_not_longer_than_asked(
    host: Host, tmp_path: Path, lang: str, told: str
) -> None:
    with TableProcess(options(tmp_path, "--speed", "1")) as table:
        words = ["pair", "--port", table.port, "--seconds", "6", "--keys", tmp_path / "keys"]
        done = host("--lang", lang, *words)
    assert done.status == exit_codes.REFUSED
    assert done.err.count(told) == 1
    assert "lid_closed" in done.err
    assert not list((tmp_path / "keys").iterdir())
    assert b"role_paired" not in journal(tmp_path / "table")


@pytest.mark.parametrize("seconds", ["nan", "inf", "-inf", "-1", "0"])
def test_seconds_that_are_no_time_to_wait_are_refused(
    host: Host, tmp_path: Path, seconds: str
) -> None:
    words = ["--port", "/dev/none", "--seconds", seconds, "--keys", tmp_path / "keys"]
    done = host("pair", *words)
    assert done.status == exit_codes.USAGE
    assert "1<=x<=3600" in done.err


@pytest.mark.parametrize("command", [["pair"], ["witness"], ["log", "follow"]])
def test_an_empty_port_is_refused_at_once(host: Host, tmp_path: Path, command: list[str]) -> None:
    done = host("--lang", "it", *command, "--port", "", "--keys", tmp_path / "keys")
    assert done.status == exit_codes.USAGE
    assert "Il nome della porta è vuoto" in done.err
    assert "coperchio" not in done.err


def test_nobody_at_the_port_is_told(host: Host, tmp_path: Path) -> None:
    ours, theirs = os.openpty()
    try:
        words = ["--port", os.ttyname(theirs), "--seconds", "1", "--keys", tmp_path / "keys"]
        done = host("pair", *words)
    finally:
        os.close(ours)
        os.close(theirs)
    assert done.status == exit_codes.LINK_LOST
    assert "Nothing answers" in done.err


def test_folder_open_to_others_is_refused_before_the_table_is_asked(
    host: Host, tmp_path: Path
) -> None:
    keys = tmp_path / "keys"
    keys.mkdir()
    keys.chmod(0o755)
    done = host("pair", "--port", "/dev/none", "--keys", keys)
    assert done.status == exit_codes.NOT_AUTHORISED
    assert f"chmod 700 {keys}" in done.err


def test_witness_without_a_pairing_is_told_how_to_pair(host: Host, tmp_path: Path) -> None:
    with TableProcess(options(tmp_path, "--speed", "1")) as table:
        words = ["--keys", tmp_path / "keys", "--store", tmp_path / "s.sqlite3"]
        done = host("witness", "--port", table.port, *words)
    assert done.status == exit_codes.NOT_AUTHORISED
    assert "mazziere pair --port" in done.err


def test_role_that_does_not_exist_is_a_wrong_use(host: Host, tmp_path: Path) -> None:
    done = host("pair", "--port", "/dev/none", "--role", "king", "--keys", tmp_path / "keys")
    assert done.status == exit_codes.USAGE
    assert all(word in done.err for word in m.ROLE_WORDS)
