"""Tables are found by what they say of themselves, and told with everything that is known of them.

One simulated table for all of it, on a pseudo-terminal; the commands run in this process.
"""

from __future__ import annotations

import fcntl
import os
from typing import TYPE_CHECKING

import pytest

from host_tools.cli import exit_codes
from host_tools.link.discovery import NamedPort, ask_port, simulated_folder
from host_tools.sim.table_process import TableProcess
from tests.mazziere_process import comes_true

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.host_commands import Host


@pytest.fixture(scope="module")
def table() -> Iterator[TableProcess]:
    words = ["--seed", "9", "--seats", "2", "--serial", "MZ-0009", "--level", "port"]
    with TableProcess(words) as process:
        yield process


@pytest.fixture
def named(host: Host, table: TableProcess) -> Iterator[Host]:
    """The table has named its port, as `mazziere sim` does."""
    with NamedPort(table.port, table.pid):
        yield host


def test_the_one_table_that_answers_is_found_by_its_serial_number(named: Host) -> None:
    listed = named("device", "list", "--json")
    assert listed.status == exit_codes.OK
    (row,) = listed.document["ports"]
    assert (row["table"], row["firmware"], row["trouble"]) == ("MZ-0009", "0.1.0", None)
    for words in (["device", "info"], ["--table", "MZ-0009", "device", "info"]):
        told = named(*words, "--json")
        assert told.status == exit_codes.OK, told.err
        assert told.document["table"] == "MZ-0009"
        assert told.document["starts"] == 1
        assert told.document["failed"] == []
        assert told.document["provenance"] == "simulated"
    assert "self-test passed" in named("device", "info").out
    assert "superata" in named("--lang", "it", "device", "info").out


def test_another_serial_number_is_not_found_and_what_was_looked_at_is_told(
    named: Host, table: TableProcess
) -> None:
    done = named("device", "info", "--table", "MZ-0008", "--json")
    assert done.status == exit_codes.NOT_FOUND
    error = done.document["error"]
    assert (error["code"], error["status"]) == ("table_not_found", exit_codes.NOT_FOUND)
    assert f"{table.port}: MZ-0009" in error["what"]
    assert "mazziere device list" in error["next"]
    assert done.err.startswith("Error [table_not_found]: ")
    wrong = named("device", "info", "--table", "MZ-0008", "--port", table.port)
    assert wrong.status == exit_codes.NOT_FOUND
    assert "is MZ-0009, not MZ-0008" in wrong.err


def test_nobody_there_is_said_with_the_way_out(host: Host) -> None:
    listed = host("device", "list")
    assert (listed.status, listed.out) == (exit_codes.NOT_FOUND, "")
    assert "mazziere sim" in listed.err
    done = host("--lang", "it", "device", "info")
    assert done.status == exit_codes.NOT_FOUND
    assert done.err.startswith("Errore [no_table]: Nessun tavolo risponde.")


def test_of_two_tables_none_is_guessed(host: Host, table: TableProcess) -> None:
    words = ["--seed", "10", "--seats", "2", "--serial", "MZ-0010", "--level", "port"]
    with (
        TableProcess(words) as other,
        NamedPort(table.port, table.pid),
        NamedPort(other.port, other.pid),
    ):
        done = host("device", "info")
        assert done.status == exit_codes.USAGE
        assert "MZ-0009" in done.err
        assert "MZ-0010" in done.err
        assert "--table" in done.err.splitlines()[-1]
        assert host("device", "info", "--table", "MZ-0010", "--json").document["lines"] > 0


def test_a_port_in_other_hands_is_refused_with_the_holders_process(
    named: Host, table: TableProcess
) -> None:
    held = os.open(table.port, os.O_RDWR | os.O_NOCTTY)
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        for words in (["log", "follow", "--port", table.port], ["device", "info"]):
            done = named(*words)
            assert done.status == exit_codes.BUSY
            assert f"process {os.getpid()}" in done.err
        (row,) = named("device", "list", "--json").document["ports"]
        assert (row["table"], row["trouble"], row["holder"]) == (None, "busy", os.getpid())
    finally:
        os.close(held)


def test_a_name_left_behind_by_a_dead_table_is_never_greeted(host: Host) -> None:
    folder = simulated_folder()
    folder.mkdir(parents=True)
    ours, theirs = os.openpty()
    try:
        (folder / "4194305").symlink_to(os.ttyname(theirs))  # above the highest process number
        assert host("device", "list").status == exit_codes.NOT_FOUND
        assert not list(folder.iterdir())
        os.set_blocking(ours, False)
        with pytest.raises(BlockingIOError):
            os.read(ours, 1)
    finally:
        os.close(ours)
        os.close(theirs)


def test_greeting_a_table_asks_for_no_line(table: TableProcess) -> None:
    seen = ask_port(table.port)
    assert (seen.serial, seen.is_safe_mode, seen.trouble) == ("MZ-0009", False, "")
    assert ask_port("nonsense://x").trouble == "link.bad_port"


def test_the_clock_is_measured_not_set(named: Host) -> None:
    def is_good() -> bool:
        """In a second in which the processor had time for the table, which is a program too."""
        told = named("device", "time", "--seconds", "1", "--json")
        if told.status != exit_codes.OK:
            return False
        document = told.document
        is_answered = document["answered"] >= document["asked"] - 1 > 0
        return is_answered and document["rate"] == pytest.approx(1, abs=0.3)

    assert comes_true(is_good)
    assert comes_true(lambda: "no calendar" in named("device", "time", "--seconds", "1").out)
    bad = named("--lang", "it", "device", "time", "--seconds", "nan")
    assert bad.status == exit_codes.USAGE
    assert "non è nell'intervallo" in bad.err


def test_what_is_written_down_need_not_be_said(host: Host, table: TableProcess) -> None:
    host.preferences.write_text(
        f'lang = "it"\ntable = "MZ-0009"\n[tables."MZ-0009"]\nport = "{table.port}"\n'
    )
    told = host("device", "info")
    assert told.status == exit_codes.OK
    assert "autodiagnosi superata" in told.out
    shown = host("config", "path", "--origin", "--json").document
    origins = {row["name"]: (row["value"], row["origin"]) for row in shown["values"]}
    assert origins["table"] == ("MZ-0009", "user")
    assert origins["port"] == (table.port, "table")
    assert origins["by"] == (None, "default")
    host.preferences.write_text('default_table = "MZ-0009"\n')
    bad = host("device", "info")
    assert bad.status == exit_codes.USAGE
    assert "there is no preference default_table; near it: table" in bad.err


def test_doctor_tells_each_line_and_fails_with_the_remedy(
    named: Host, table: TableProcess, tmp_path: Path
) -> None:
    wanted = {"python", "disk", "versions", "link", "log", "self_test"}
    found: dict[str, str] = {}

    def is_well() -> bool:
        """Where other programs leave the table some time: else its link is noisy or slow."""
        told = named("doctor", "--json")
        found.clear()
        found.update({row["code"]: row["verdict"] for row in told.document["findings"]})
        return told.status == exit_codes.OK and wanted <= set(found)

    assert comes_true(is_well), found
    assert found["unpaired"] == "warn"
    keys = tmp_path / "keys"
    keys.mkdir()
    keys.chmod(0o755)
    ill = named("doctor", "--keys", keys, "--port", tmp_path / "none")
    assert ill.status == exit_codes.SELF_TEST_FAILED
    assert f"chmod 700 {keys}" in ill.out
    assert ill.out.count("FAIL") == 2
    store = tmp_path / "not.sqlite3"
    store.write_text("something else entirely, and long enough to be told from a database" * 40)
    assert named("doctor", "--store", store).status == exit_codes.SELF_TEST_FAILED


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_is_printed_and_nothing_else(host: Host, shell: str) -> None:
    done = host("-q", "completion", shell)
    assert done.status == exit_codes.OK
    assert "_MAZZIERE_COMPLETE" in done.out
    assert done.err == ""
    assert host("completion", "csh").status == exit_codes.USAGE
