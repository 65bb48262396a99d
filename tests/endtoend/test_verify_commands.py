"""A stranger checks a record with the commands of the README, and sees a changed digit.

The commands are read from the README and run as they stand there; then the witness's side: heads
written out by one host, and a record that its owner wrote anew.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from host_tools.cli import exit_codes
from tests.source_tree import ROOT
from tests.verify_logs import STACKS, WitnessedEvening, bound, finish, said

if TYPE_CHECKING:
    from tests.host_commands import Host

HEADING = "## Check a table yourself"
SECONDS_MAX = 300
STRANGER = {"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"}


def blocks() -> list[list[str]]:
    """The commands of the README's section, block by block."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    section = text.split(HEADING, 1)[1].split("\n## ", 1)[0]
    return [block.strip().splitlines() for block in re.findall(r"```\n(.*?)```", section, re.S)]


def run(command: str, folder: Path, env: dict[str, str] | None = None) -> tuple[int, str]:
    if env is None:
        env = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
        env |= {"PYTHONPATH": str(ROOT), "LC_ALL": "C.UTF-8"}
    done = subprocess.run(
        command,
        shell=True,
        cwd=folder,
        env=env,
        capture_output=True,
        text=True,
        timeout=SECONDS_MAX,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


Asked = Callable[..., tuple[int, str]]


@pytest.fixture
def mazziere(host: Host, monkeypatch: pytest.MonkeyPatch) -> Asked:
    """A command of our own in a folder, in this process; its status and all that it says."""

    def ask(folder: Path, *words: str | Path) -> tuple[int, str]:
        monkeypatch.chdir(folder)
        done = host(*" ".join(map(str, words)).split())
        return done.status, done.out + done.err

    return ask


@pytest.mark.slow
def test_a_stranger_sees_the_digit_that_somebody_changed(mazziere: Asked, tmp_path: Path) -> None:
    ours, theirs = blocks()[:2]
    room = tmp_path / "room"
    room.mkdir()
    for command in ours:
        status, told = run(command, room)
        assert status == exit_codes.OK, f"{command}: {told}"
    assert "ACCEPTED" in run("mazziere verify evening.log", room)[1]
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    for name in ("evening.log", "check.py"):
        (elsewhere / name).write_bytes((room / name).read_bytes())
    outcomes = [run(command, elsewhere, STRANGER) for command in theirs]
    assert outcomes[0][0] == exit_codes.OK, outcomes
    assert outcomes[0][1].startswith("ACCEPTED: table MZ-SIM1")
    status, told = outcomes[-1]
    assert status == exit_codes.VERIFICATION_FAILED
    assert re.search(r"REJECTED at line \d+: the checksum is wrong", told)
    original, forged = (elsewhere / name for name in ("evening.log", "forged.log"))
    pairs = zip(original.read_bytes(), forged.read_bytes(), strict=True)
    assert sum(one != other for one, other in pairs) == 1
    status, told = mazziere(room, "verify", forged)
    assert status == exit_codes.VERIFICATION_FAILED
    assert told.startswith("REJECTED: line ")


@pytest.fixture(scope="module")
def witnessed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a witness's store, `host.sqlite3`, and the table's record, `evening.log`."""
    folder = tmp_path_factory.mktemp("witnessed")
    evening = WitnessedEvening(b"ends", 2, folder, stacks=dict(list(STACKS.items())[:3]))
    evening.play()
    finish(evening)
    evening.host_store.close()
    (folder / "evening.log").write_bytes(evening.text())
    return folder


def test_heads_of_the_witness_tell_the_record_from_one_written_anew(
    mazziere: Asked, witnessed: Path
) -> None:
    written = mazziere(witnessed, "witness heads --store host.sqlite3 --file heads.txt")
    assert written[0] == exit_codes.OK
    for command in ("verify evening.log", "verify host.sqlite3"):
        status, told = mazziere(witnessed, command, "--heads", "heads.txt")
        assert status == exit_codes.OK, told
        assert "Agrees with the witness at" in told
    told_again = said((witnessed / "evening.log").read_bytes().splitlines(keepends=True))
    told_again[-1].ms += 1
    forged = witnessed / "forged.log"
    forged.write_bytes(b"".join(bound(told_again)))
    assert mazziere(witnessed, "verify", forged)[0] == exit_codes.OK
    status, told = mazziere(witnessed, "verify", forged, "--heads", "heads.txt")
    assert status == exit_codes.VERIFICATION_FAILED
    assert "the witness saw another line, here or before" in told
    mazziere(witnessed, "verify", "--one-file", "check.py")
    status, told = run("python3 check.py forged.log --heads heads.txt", witnessed, STRANGER)
    assert (status, "the witness saw another line" in told) == (7, True)
    assert run("python3 check.py evening.log --heads heads.txt", witnessed, STRANGER)[0] == 0
    status, told = run("python3 check.py check.py", witnessed, STRANGER)
    assert (status, "this is no record; give" in told) == (2, True)


def test_store_and_folder_export_the_same_lines(mazziere: Asked, witnessed: Path) -> None:
    status, told = mazziere(witnessed, "log export --from host.sqlite3 copy.log")
    assert status == exit_codes.OK
    assert "lines of table MZ-0007" in told
    record, copy = (witnessed / name for name in ("evening.log", "copy.log"))
    assert record.read_bytes().startswith(copy.read_bytes())
    assert len(copy.read_bytes()) > 0.9 * len(record.read_bytes())


def test_json_is_one_document_and_italian_is_spoken(mazziere: Asked, witnessed: Path) -> None:
    status, told = mazziere(witnessed, "verify", "evening.log", "--json")
    assert status == exit_codes.OK
    report = json.loads(told)
    assert (report["verdict"], report["counts"]["hands"]) == ("accepted", 2)
    assert "ACCETTATO" in mazziere(witnessed, "--lang", "it", "verify", "evening.log")[1]


@pytest.mark.parametrize(
    ("words", "status", "part"),
    [
        ("verify nothing.log", exit_codes.NOT_FOUND, "There is no nothing.log."),
        ("verify", exit_codes.USAGE, "Name a record"),
        ("verify empty", exit_codes.USAGE, "holds no line of a table"),
        ("verify evening.log --heads empty", exit_codes.NOT_FOUND, "holds no head of this log"),
        ("verify evening.log --heads evening.log", exit_codes.USAGE, "row 1 is none"),
        ("verify host.sqlite3 --table MZ-9", exit_codes.NOT_FOUND, "holds no such log"),
        (
            "verify words.txt",
            exit_codes.USAGE,
            "words.txt is no record: give a table's state folder",
        ),
        ("verify rules.toml", exit_codes.USAGE, "rules.toml is no record"),
        ("log export --from nothing x", exit_codes.NOT_FOUND, "There is no nothing."),
        ("witness heads --store nothing", exit_codes.NOT_FOUND, "There is no nothing."),
        ("witness --table MZ-9", exit_codes.NOT_FOUND, "Table MZ-9 does not answer."),
    ],
)
def test_what_cannot_be_verified_is_said_with_a_status(
    mazziere: Asked, words: str, status: int, part: str, witnessed: Path
) -> None:
    (witnessed / "empty").write_bytes(b"")
    (witnessed / "words.txt").write_text("once upon a time\n")
    (witnessed / "rules.toml").write_text("[blinds]\nsmall = 1\nbig = 2  # ~0123abcd\n")
    done, told = mazziere(witnessed, words)
    assert done == status, told
    assert part in told
    assert "Traceback" not in told
