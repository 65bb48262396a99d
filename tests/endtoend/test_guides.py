"""The guides of operator and technician: every command in them is run as it stands there.

One simulated table a guide, paired as the guide says; the commands come in the order of the page.
What stays open (the live view, the page) is started as a program, seen to show the table, and
ended as the guide says. Both languages have the same commands, so running one runs both.
"""

from __future__ import annotations

import os
import pty
import re
import select
import shlex
import signal
import socket
import subprocess
import time
from typing import TYPE_CHECKING

import pytest

from host_tools.cli.main import run
from host_tools.sim.table_process import TableProcess
from tests.host_commands import be_patient
from tests.mazziere_process import SECONDS_MAX, command, environment, line_of, started
from tests.source_tree import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

DOCS = ROOT / "host_tools" / "docs"
GUIDES = {"operator": "floor,witness", "technician": "technician,witness,floor"}
"""Guide -> the roles that it has paired."""

BLOCK = re.compile(r"(?:<!-- exit ([0-9 ]+) -->\n)?```sh\n(.*?)```", re.S)
SERIAL = "MZ-SIM1"


def commands(name: str) -> Iterator[tuple[str, set[int]]]:
    """Each command of a page, and the exit statuses that the page foresees."""
    text = (DOCS / name).read_text(encoding="utf-8")
    for statuses, block in BLOCK.findall(text):
        for line in block.strip().splitlines():
            yield line, {int(one) for one in statuses.split()} or {0}


@pytest.mark.parametrize("guide", GUIDES)
def test_both_languages_have_the_same_commands(guide: str) -> None:
    english, italian = list(commands(f"{guide}.md")), list(commands(f"{guide}.it.md"))
    assert english == italian
    assert len(english) >= 20
    assert all(line.startswith("mazziere ") for line, _ in english)


@pytest.mark.parametrize("guide", GUIDES)
def test_a_copy_is_named_for_its_day_because_none_is_overwritten(guide: str) -> None:
    copies = [words for words, _ in commands(f"{guide}.md") if " db backup " in words]
    assert copies
    assert all(re.search(r" backup-\d{4}-\d\d-\d\d\.sqlite3$", words) for words in copies)


def test_the_commands_that_the_sentences_name_are_there() -> None:
    """What stands in a sentence is not run here, but must not be misspelt."""
    for page in sorted(DOCS.glob("*.md")):
        for named in re.findall(r"`mazziere ([^`]*)`", page.read_text(encoding="utf-8")):
            words = named.replace("--lang it …", "").split()
            assert run([*words, "--help"]) == 0, f"{page.name}: {named}"


@pytest.mark.slow
@pytest.mark.parametrize("guide", GUIDES)
def test_every_command_of_a_guide_does_what_it_says(
    guide: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    be_patient(monkeypatch)
    for name in ("XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path / "run"))
    monkeypatch.setenv("MAZZIERE_ROOM_CONFIG", str(tmp_path / "none.toml"))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    options = ["--seed", "guides", "--speed", "20", "--pairing", GUIDES[guide]]
    with TableProcess(options) as table:
        monkeypatch.setenv("MAZZIERE_PORT", table.port)
        for line, statuses in commands(f"{guide}.md"):
            words = shlex.split(line)[1:]
            if words == ["table", "watch"]:
                watch(words)
            elif words[0] == "serve":
                serve(words)
            else:
                status, told = asked(words, capfd)
                assert status in statuses, f"{line}: {status}\n{told.out}\n{told.err}"
                assert "Traceback" not in told.err


def asked(
    words: list[str], capfd: pytest.CaptureFixture[str]
) -> tuple[int, pytest.CaptureResult[str]]:
    """Run a command; who is told that a hand is running asks again, as the guide says."""
    end = time.monotonic() + SECONDS_MAX
    while True:
        status = run(words)
        told = capfd.readouterr()
        if "[hand_running]" not in told.err or time.monotonic() > end:
            return status, told


def watch(words: list[str]) -> None:
    """On a terminal, until it shows the table; ended by its key."""
    ours, theirs = pty.openpty()
    view = subprocess.Popen(
        command(*words),
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=environment({"TERM": "xterm-256color", "COLUMNS": "124", "LINES": "36"}),
    )
    os.close(theirs)
    try:
        assert seen(ours, SERIAL), "it never shows the table"
        os.write(ours, b"q")
        seen(ours, "\x00")  # it must be able to write its last words
        assert view.wait(SECONDS_MAX) == 0
    finally:
        view.kill()
        view.wait()
        os.close(ours)


def serve(words: list[str]) -> None:
    """Until it names its address; ended by Ctrl-C. It listens at a port that is free here."""
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        port = door.getsockname()[1]
    host = "127.0.0.1"
    if "--listen" in words:
        at = words.index("--listen") + 1
        host = words[at].rpartition(":")[0]
        words = [*words[:at], f"{host}:{port}", *words[at + 1 :]]
    else:
        words = [*words, "--listen", str(port)]
    with started(*words) as page:
        try:
            assert f"http://{host}:{port}/" in line_of(page.stdout)
        finally:
            page.send_signal(signal.SIGINT)
        _, err = page.communicate(timeout=SECONDS_MAX)
    assert "Traceback" not in err


def seen(terminal: int, words: str) -> bool:
    """Whether these words come before the terminal is closed or the time is up."""
    heard, end = "", time.monotonic() + SECONDS_MAX
    while time.monotonic() < end:
        if not select.select([terminal], [], [], 1.0)[0]:
            continue
        try:
            heard += os.read(terminal, 1 << 16).decode(errors="replace")
        except OSError:
            return False
        if words in heard:
            return True
    return False
