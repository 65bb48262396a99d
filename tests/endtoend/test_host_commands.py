"""What a person gets from the command line: the promised output and status, in words.

Where a table is needed it is the simulated one in a process of its own on a pseudo-terminal. The
commands run in this process, except where the test is about theirs.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from host_tools.cli import exit_codes
from host_tools.sim.table_process import TableFailed, TableProcess
from host_tools.store import LineStore
from tests.mazziere_process import SECONDS_MAX, line_of, mazziere, started
from tests.pace import slowness

if TYPE_CHECKING:
    from tests.host_commands import Host

DATA = Path("tests/data/phh")
GOOD = DATA / "pluribus_sample/pluribus-108-72.phh"
HELP_SECONDS_MAX = 0.3


def test_a_replay_prints_a_table_and_its_sum(host: Host) -> None:
    done = host("replay", GOOD)
    assert done.status == exit_codes.OK
    assert done.err == ""
    first, last = done.out.splitlines()
    assert first.split()[1:4] == ["as", "recorded", "9,950"]
    assert last.startswith("1 played: 1 as recorded, 0 different")


def test_a_replay_speaks_italian(host: Host) -> None:
    done = host("--lang", "it", "replay", GOOD)
    assert "1 giocate: 1 come registrato" in done.out
    assert "come registrato" in mazziere("replay", GOOD, env={"LC_ALL": "it_IT.UTF-8"}).stdout


def test_json_is_one_object_a_hand_and_nothing_else(host: Host) -> None:
    done = host("replay", "--json", GOOD, DATA / "holdem_nt_ft")
    assert done.status == exit_codes.OK
    hands = [json.loads(line) for line in done.out.splitlines()]
    assert len(hands) == 20
    assert hands[0] == {
        "file": str(GOOD),
        "final_stacks": [9950, 0, 10000, 10000, 20050, 10000],
        "recorded_stacks": [9950, 0, 10000, 10000, 20050, 10000],
        "match": True,
    }
    assert [hand["match"] for hand in hands].count(None) == 1
    assert not done.err


def test_another_game_is_refused_by_its_name_beside_hands_that_are_played(
    host: Host, tmp_path: Path
) -> None:
    razz = tmp_path / "razz.phh"
    razz.write_text(GOOD.read_text().replace("'NT'", "'FR'").replace('"NT"', '"FR"'))
    done = host("replay", razz)
    assert done.status == exit_codes.REFUSED
    assert done.err == f"{razz}: variant: FR (fixed-limit razz) is not dealt by this table\n"
    assert host("replay", razz, GOOD).status == exit_codes.PARTIAL


def test_a_refusal_speaks_italian_and_its_code_stays(host: Host, tmp_path: Path) -> None:
    broken = tmp_path / "broken.phh"
    broken.write_text(GOOD.read_text().replace("'p3 f'", "'p4 f'", 1))
    done = host("--lang", "it", "replay", broken)
    assert done.err == f"{broken}: azione 7 (p4 f): tocca a p3\n"
    done = host("--lang", "it", "replay", "--json", broken, GOOD)
    assert done.status == exit_codes.PARTIAL
    assert json.loads(done.out)["match"] is True
    assert json.loads(done.err) == {
        "file": str(broken),
        "refused": {"code": "not_turn", "seat": 3},
        "place": {"code": "at_action", "number": 7, "text": "p4 f"},
        "text": "action 7 (p4 f): it is p3's turn",
    }


def test_a_wrong_record_is_told_and_the_next_file_still_runs(host: Host, tmp_path: Path) -> None:
    wrong, broken = tmp_path / "wrong.phh", tmp_path / "broken.phh"
    text = GOOD.read_text()
    wrong.write_text(text.replace("20050", "20051"))
    broken.write_text(text.replace("'p3 f'", "'p4 f'", 1))
    done = host("replay", broken, wrong, GOOD)
    assert done.status == exit_codes.VERIFICATION_FAILED
    assert done.err == f"{broken}: action 7 (p4 f): it is p3's turn\n"
    assert "DIFFERS" in done.out
    assert "2 played: 1 as recorded, 1 different, 0 without a record; 1 refused." in done.out


@pytest.mark.parametrize(
    ("words", "status", "told"),
    [
        (["replay", "none.phh"], exit_codes.NOT_FOUND, "none.phh: file: there is no such file"),
        (["replay"], exit_codes.USAGE, "Missing argument"),
        (["replay", "--rules", "none", str(GOOD)], exit_codes.USAGE, "'none' is not one of"),
        (["--lang", "it", "nothing"], exit_codes.USAGE, "Non c'è un comando nothing"),
        (["log", "follow", "--port", "x://y"], exit_codes.USAGE, "x://y is not a port"),
        (["sim", "--speed", "fast"], exit_codes.USAGE, "fast is neither max nor"),
    ],
)
def test_what_cannot_be_done_ends_in_words_and_a_status(
    host: Host, words: list[str], status: int, told: str
) -> None:
    done = host(*words)
    assert done.status == status
    assert told in done.err
    assert "Traceback" not in done.err


def test_the_bare_command_lists_what_can_be_asked(host: Host) -> None:
    done = host()
    assert done.status == exit_codes.USAGE
    assert "replay" in done.err + done.out
    assert "Traceback" not in done.err


def test_help_comes_at_once() -> None:
    """Of processor time, so that a busy machine is not taken for a slow program; on a slower
    machine so much longer as everything takes there.
    """
    seconds = []
    for _ in range(3):
        before = os.times()
        assert mazziere("--help").returncode == exit_codes.OK
        after = os.times()
        used = after.children_user + after.children_system
        seconds.append(used - before.children_user - before.children_system)
    print(f"help in {min(seconds) * 1000:.0f} ms")
    assert min(seconds) <= HELP_SECONDS_MAX * slowness()


def test_a_reader_that_goes_away_is_no_fault() -> None:
    words = f"{sys.executable} -m host_tools.cli.main replay {DATA} | head -1"
    done = subprocess.run(
        ["bash", "-c", words + "; exit ${PIPESTATUS[0]}"],
        capture_output=True,
        text=True,
        timeout=SECONDS_MAX,
        check=False,
    )
    assert done.returncode == exit_codes.OK
    assert "Traceback" not in done.stderr


def test_an_unusable_store_is_told_with_the_way_out(host: Host, tmp_path: Path) -> None:
    store = tmp_path / "lines.sqlite3"
    store.write_bytes(b"this is no data base, whatever its name says" * 100)
    done = host("log", "list", "--store", store)
    assert done.status == exit_codes.REFUSED
    assert "Move it aside and keep it" in done.err


def test_a_store_that_was_named_and_is_not_there_is_not_called_empty(
    host: Host, tmp_path: Path
) -> None:
    done = host("log", "list", "--store", tmp_path / "typo.sqlite3")
    assert done.status == exit_codes.NOT_FOUND
    assert "There is no store at" in done.err
    assert host("log", "list").status == exit_codes.OK
    assert list((tmp_path / "DATA_HOME").iterdir()) == []
    assert not (tmp_path / "typo.sqlite3").exists()


def test_a_table_that_cannot_start_is_told(host: Host) -> None:
    """The folder of its state cannot be made: told by the table, passed on with a status."""
    done = host("sim", "--hands", "1", "--speed", "max", "--state", "/proc/nowhere")
    assert done.status == exit_codes.REFUSED
    assert "The simulated table failed" in done.err


def test_a_key_that_others_may_read_is_not_used(host: Host, tmp_path: Path) -> None:
    folder = tmp_path / "keys"
    folder.mkdir(mode=0o700)
    key = folder / "MZ-SIM1.witness.key"
    key.write_text("5e" * 32)
    key.chmod(0o644)
    options = ["--speed", "1", "--seed", "7"]  # a table that is still there when the host comes
    with TableProcess([*options, "--state", str(tmp_path / "table")]) as table:
        words = ["log", "follow", "--port", table.port, "--store", tmp_path / "s.db"]
        done = host(*words, "--keys", folder)
    assert done.status == exit_codes.NOT_AUTHORISED
    assert "chmod 600" in done.err
    assert "5e5e" not in done.err


def test_follow_stores_every_line_and_list_counts_them(host: Host, tmp_path: Path) -> None:
    store = tmp_path / "lines.sqlite3"
    options = ["--speed", "100", "--seed", "7"]
    with TableProcess([*options, "--state", str(tmp_path / "table")]) as table:
        words = ["log", "follow", "--port", table.port, "--store", str(store), "--once", "--raw"]
        first = host(*words)
        assert first.status == exit_codes.OK
        second = host(*words)
        assert second.status == exit_codes.OK
    lines = (first.out + second.out).splitlines()
    assert [int(line.split()[0]) for line in lines] == list(range(1, len(lines) + 1))
    listed = json.loads(host("log", "list", "--json", "--store", store).out)
    (log,) = listed["logs"]
    assert (log["table"], log["lines"], log["forks"]) == ("MZ-SIM1", len(lines), 0)
    kept = LineStore(store)
    assert kept.last("MZ-SIM1", bytes.fromhex(log["log"])).seq == len(lines)  # type: ignore[union-attr]
    kept.close()


@pytest.mark.parametrize("words", [["log", "follow"], ["pair"], ["witness"], ["device", "info"]])
def test_a_port_that_is_not_there_ends_the_command_with_the_way_out(
    host: Host, tmp_path: Path, words: list[str]
) -> None:
    where = ["--store", tmp_path / "s.db", "--keys", tmp_path / "keys"]
    done = host(*words, "--port", tmp_path / "none", *where)
    assert done.status == exit_codes.NOT_FOUND
    what, remedy = done.err.splitlines()[-2:]
    assert what.startswith("Error [port_not_found]: ")
    assert "mazziere device list" in remedy


def test_follow_waits_for_a_table_that_is_not_there_until_it_is_stopped(tmp_path: Path) -> None:
    words = ["log", "follow", "--wait", "--port", str(tmp_path / "none")]
    words += ["--store", str(tmp_path / "s.db")]
    with started(*words) as follow:
        told = line_of(follow.stderr)
        is_waiting = follow.poll() is None
        follow.send_signal(signal.SIGINT)
        follow.wait(SECONDS_MAX)
        assert follow.stderr is not None
        rest = follow.stderr.read()
    assert is_waiting
    assert "cannot be opened" in told
    assert (follow.returncode, rest.strip()) == (130, "Stopped.")


def test_a_table_that_does_not_end_is_told_and_stopped(tmp_path: Path) -> None:
    with TableProcess(["--speed", "1", "--state", str(tmp_path / "table")]) as table:
        pid = table.pid
        with pytest.raises(TableFailed, match="not ended after 0 s"):
            table.wait(0.1)
    assert not alive(pid)


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_sim_prints_its_port_and_leaves_no_process_when_stopped(
    tmp_path: Path, number: signal.Signals
) -> None:
    with started("sim", "--state", tmp_path / "t") as sim:
        told = line_of(sim.stdout)
        children = Path(f"/proc/{sim.pid}/task/{sim.pid}/children").read_text().split()
        assert len(children) == 1
        sim.send_signal(number)
        sim.wait(SECONDS_MAX)
    assert told.startswith("Simulated table on /dev/")
    assert sim.returncode == 130
    assert not alive(int(children[0]))


@pytest.mark.slow
def test_whole_table_replay_ends_as_recorded() -> None:
    """In a process: measuring which lines a test runs would slow these hands down."""
    done = mazziere("replay", "--whole-table", GOOD, DATA / "holdem_nt_ft")
    assert done.returncode == exit_codes.OK, done.stderr
    assert "20 played: 19 as recorded, 0 different, 1 without a record; 0 refused." in done.stdout
