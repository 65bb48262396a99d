"""A simulated table as a stranger runs it: twice on one folder, killed, and with no seed given."""

from __future__ import annotations

import select
import signal
import time
from pathlib import Path
from typing import TYPE_CHECKING

from host_tools.cli import exit_codes
from tests.mazziere_process import SECONDS_MAX, line_of, started

if TYPE_CHECKING:
    import subprocess

    from tests.host_commands import Host


def start(*words: str | Path) -> subprocess.Popen[str]:
    return started("sim", *words)


def table_of(command: subprocess.Popen[str]) -> int:
    children = Path(f"/proc/{command.pid}/task/{command.pid}/children").read_text().split()
    assert len(children) == 1
    return int(children[0])


def is_running(pid: int) -> bool:
    """A zombie that nobody has waited for runs no more."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"


def ended(pid: int) -> bool:
    end = time.monotonic() + SECONDS_MAX
    while is_running(pid) and time.monotonic() < end:
        select.select([], [], [], 0.02)
    return not is_running(pid)


def beginning(folder: Path, *words: str) -> tuple[bytes, str]:
    """The first line of a new table's log, where its id is, and the last one printed."""
    log = folder / "journal" / "segment-000001.log"
    with start("--hands", "9", "--speed", "max", "--state", folder, *words) as command:
        told = line_of(command.stdout)
        if not words and command.stdout is not None:
            told = command.stdout.readline()  # told, or at an end with the evening
        end = time.monotonic() + SECONDS_MAX
        while not (log.exists() and b"\n" in log.read_bytes()) and time.monotonic() < end:
            select.select([], [], [], 0.02)
        first = log.read_bytes().split(b"\n")[0]
        command.send_signal(signal.SIGTERM)
        command.communicate(timeout=SECONDS_MAX)
    return first, told.strip()


def test_a_second_table_on_one_folder_is_refused_and_the_first_goes_on(tmp_path: Path) -> None:
    folder = tmp_path / "table"
    with start("--state", folder) as first:
        line_of(first.stdout)
        table = table_of(first)
        with start("--state", folder) as second:
            _, complaints = second.communicate(timeout=SECONDS_MAX)
        assert second.returncode == exit_codes.REFUSED
        assert f"{folder} is in use by another table (process {table})" in complaints
        assert len(complaints.splitlines()) == 1
        assert is_running(table)
        first.send_signal(signal.SIGTERM)
    with start("--state", folder) as third:
        assert line_of(third.stdout).startswith("Simulated table on /dev/")
        third.send_signal(signal.SIGTERM)


def test_a_killed_command_takes_its_table_along_and_frees_the_folder(tmp_path: Path) -> None:
    with start("--state", tmp_path / "table", "--speed", "max") as command:
        line_of(command.stdout)
        table = table_of(command)
        command.kill()
    assert ended(table)
    with start("--state", tmp_path / "table") as again:
        assert line_of(again.stdout).startswith("Simulated table on /dev/")
        again.send_signal(signal.SIGTERM)


def test_a_table_without_a_seed_starts_a_log_of_its_own_and_its_seed_repeats_it(
    tmp_path: Path,
) -> None:
    one, told = beginning(tmp_path / "one")
    other, _ = beginning(tmp_path / "other")
    assert one != other
    seed = told.rpartition(" ")[2]
    again, told = beginning(tmp_path / "again", "--seed", seed)
    assert again == one
    assert told.startswith("Simulated table on")


def test_what_is_no_scenario_is_refused_with_its_line_and_its_reason(
    host: Host, tmp_path: Path
) -> None:
    scenario = tmp_path / "scenario.txt"
    for written, why in (
        (b"", "line 1: a scenario begins with `> rules NAME`"),
        (b'profile = "rulebook"\n', "line 1: a scenario begins with `> rules NAME`"),
        (b"# a remark\n\xff\n", "line 2: not UTF-8 text"),
        (b"> rules r004\n> misread\n", "line 2: a word is missing after misread"),
    ):
        scenario.write_bytes(written)
        done = host("sim", "run", scenario)
        assert (done.status, done.out) == (exit_codes.REFUSED, "")
        assert done.err.strip().endswith(why)
