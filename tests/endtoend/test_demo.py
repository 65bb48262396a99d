"""The demo plays the whole road, makes its sums, and ends by itself."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from host_tools.cli import exit_codes
from host_tools.sim.demo import Demo, main
from host_tools.texts import Texts

SECONDS_MAX = 300


def environment(**settings: str) -> dict[str, str]:
    return {
        **os.environ,
        "LC_ALL": "C.UTF-8",
        "DEMO_SPEED": "max",
        "DEMO_VIEW": "plain",
        **settings,
    }


def demo(**settings: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "host_tools.sim.demo"],
        capture_output=True,
        text=True,
        timeout=SECONDS_MAX,
        check=False,
        env=environment(**settings),
    )


@pytest.mark.slow
def test_the_demo_plays_recorded_and_random_hands_and_the_sums_come_out() -> None:
    done = demo(DEMO_HANDS="5", DEMO_LANG="en")
    assert done.returncode == exit_codes.OK, done.stdout[-2000:] + done.stderr
    assert done.stderr == ""
    lines = [line.strip() for line in done.stdout.splitlines()]
    assert "hands played: 5 (1 of 1 recorded ones as recorded)" in lines
    for said in ("chips in", "chain verified over", "lines stored"):
        assert any(line.startswith(said) for line in lines), said
    draws = sum(line.startswith("The first button is drawn among") for line in lines)
    assert lines.count("The witness opens its number: the order is final.") == 5 + draws
    assert any(line.startswith("River:") for line in lines)
    assert any(line.startswith("Hand 1. Button: seat") for line in lines)


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        (
            {"DEMO_HANDS": "many", "DEMO_LANG": "it"},
            "DEMO_HANDS è un numero di mani, almeno 1, non many.",
        ),
        ({"DEMO_HANDS": "0"}, "DEMO_HANDS is a number of hands, 1 or more, not 0."),
        ({"DEMO_VIEW": "pretty"}, "DEMO_VIEW: pretty is not known. Allowed: live, ascii, plain."),
        ({"DEMO_LANG": "fr"}, "DEMO_LANG: fr is not known. Allowed: en, it."),
        (
            {"DEMO_SPEED": "fast"},
            "DEMO_SPEED: fast is neither max nor 0.01 to 10000 times real time.",
        ),
        (
            {"DEMO_SPEED": "nan"},
            "DEMO_SPEED: nan is neither max nor 0.01 to 10000 times real time.",
        ),
    ],
)
def test_a_word_that_is_not_known_is_told_in_one_line(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    settings: dict[str, str],
    told: str,
) -> None:
    for name, word in environment(**settings).items():
        monkeypatch.setenv(name, word)
    assert main() == exit_codes.USAGE
    assert capsys.readouterr() == ("", f"{told}\n")


def test_the_summary_names_the_alarms_that_make_the_demo_fail(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = Demo(Texts("en"), tmp_path, "max", "demo")
    shown.summary(1)
    assert "ALARMS" not in capsys.readouterr().out
    shown.sums.alarms += ["link.unchained", "link.fork", "link.fork"]
    assert not shown.sums.are_right()
    shown.summary(1)
    last = capsys.readouterr().out.splitlines()[-1].strip()
    assert last == "ALARMS, told where they arose: link.fork (2) and link.unchained (1)"


def test_a_reader_that_goes_away_is_no_fault() -> None:
    words = f"{sys.executable} -m host_tools.sim.demo | head -2; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(
        ["bash", "-c", words],
        capture_output=True,
        text=True,
        timeout=SECONDS_MAX,
        check=False,
        env=environment(DEMO_HANDS="1", DEMO_LANG="en"),
    )
    assert done.returncode == exit_codes.OK
    assert done.stderr == ""


def test_stopping_the_demo_leaves_no_process() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "host_tools.sim.demo"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(DEMO_SPEED="1"),
    ) as running:
        assert running.stdout is not None
        told = b""
        while b"MZ-SIM1" not in told:
            assert select.select([running.stdout], [], [], SECONDS_MAX)[0]
            told += os.read(running.stdout.fileno(), 4096)
        children = Path(f"/proc/{running.pid}/task/{running.pid}/children").read_text().split()
        assert len(children) == 1
        running.send_signal(signal.SIGINT)
        running.wait(SECONDS_MAX)
    assert running.returncode == 130
    assert not Path(f"/proc/{children[0]}").exists()
