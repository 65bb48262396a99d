"""What a laboratory does with the command line: capture, test, report; and how each can fail."""

from __future__ import annotations

import json
import os
import pty
import subprocess
from typing import TYPE_CHECKING

import pytest

from host_tools.cli import exit_codes
from tests.mazziere_process import SECONDS_MAX, command, environment, mazziere
from tests.unit.randomness.noise import good_noise

if TYPE_CHECKING:
    from pathlib import Path

    from tests.host_commands import Host

REPORT_SECONDS_MAX = 500  # five on a quiet machine


@pytest.fixture(scope="module")
def captured(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("lab") / "noise.bin"
    done = mazziere("trng", "capture", path, "--bytes", 120_000, "--seed", "lab", "--json")
    assert done.returncode == exit_codes.OK, done.stderr
    assert json.loads(done.stdout)["bytes"] == 120_000
    return path


def test_captured_noise_passes_its_tests(host: Host, captured: Path) -> None:
    done = host("trng", "test", captured, "--json")
    assert done.status == exit_codes.OK, done.out + done.err
    told = json.loads(done.out)
    assert told["passed"] is True
    assert told["confidence"] == 0.99
    assert told["provenance"]["provenance"] == "simulated"
    assert done.err == ""


def test_nothing_is_written_over_unless_forced(host: Host, captured: Path) -> None:
    before = captured.read_bytes()
    done = host("trng", "capture", captured, "--bytes", 16)
    assert done.status == exit_codes.REFUSED
    assert "--force" in done.err
    assert captured.read_bytes() == before


def test_changed_bytes_are_not_what_the_note_says(
    host: Host, captured: Path, tmp_path: Path
) -> None:
    other = tmp_path / "noise.bin"
    other.write_bytes(captured.read_bytes()[:-1] + b"!")
    other.with_name("noise.bin.json").write_bytes(
        captured.with_name("noise.bin.json").read_bytes()
    )
    done = host("trng", "test", other)
    assert done.status == exit_codes.VERIFICATION_FAILED
    assert "changed or exchanged" in done.err


def test_noise_of_unknown_origin_needs_a_name(host: Host, tmp_path: Path) -> None:
    path = tmp_path / "found"
    path.write_bytes(good_noise(100_000))
    refused = host("trng", "test", path)
    assert refused.status == exit_codes.REFUSED
    assert "--model" in refused.err
    assert host("trng", "test", path, "--model", "simulated").status == exit_codes.OK


def test_bad_noise_fails_with_a_status_of_its_own(host: Host, tmp_path: Path) -> None:
    path = tmp_path / "stuck"
    path.write_bytes(good_noise(60_000) + bytes(octet | 1 for octet in good_noise(60_000)))
    done = host("--lang", "it", "trng", "test", path, "--model", "simulated")
    assert done.status == exit_codes.VERIFICATION_FAILED
    assert done.out.startswith("FALLITO: 120.000 byte")


@pytest.mark.parametrize("words", [["trng", "test"], ["shuffle", "test", "--noise"]])
def test_missing_file_is_told(host: Host, tmp_path: Path, words: list[str]) -> None:
    done = host(*words, tmp_path / "nowhere")
    assert done.status == exit_codes.NOT_FOUND
    assert "nowhere" in done.err
    assert "Traceback" not in done.err


def test_too_little_noise_is_told(host: Host, tmp_path: Path) -> None:
    path = tmp_path / "short"
    path.write_bytes(good_noise(500))
    done = host("trng", "test", path, "--model", "simulated")
    assert done.status == exit_codes.REFUSED
    assert "500 bytes are too little" in done.err


def test_decks_pass_and_are_kept(host: Host, tmp_path: Path) -> None:
    out = tmp_path / "decks"
    words = ["shuffle", "test", "--decks", 1000, "--path", "permutation", "--out", out, "--json"]
    done = host(*words)
    assert done.status == exit_codes.OK, done.err
    told = json.loads(done.out)
    assert (told["decks"], told["passed"], told["fault"]) == (1000, True, False)
    assert len(told["outcomes"]) == told["tests"] > 200
    assert out.stat().st_size == 52_000


def test_decks_can_be_drawn_from_captured_noise(host: Host, captured: Path) -> None:
    words = ["shuffle", "test", "--noise", captured]
    enough = host(*words, "--decks", 1000)
    assert enough.status == exit_codes.REFUSED
    assert "The noise ended after" in enough.err


def test_unfair_machine_fails_the_command(host: Host) -> None:
    done = host("shuffle", "test", "--decks", 1000, "--planted", "ten_shelves")
    assert done.status == exit_codes.VERIFICATION_FAILED
    assert done.out.startswith("FAIL: 1,000 decks")
    assert "guess_direction" in done.out


def test_contradicting_options_are_a_usage_error(host: Host, tmp_path: Path) -> None:
    words = ["shuffle", "test", "--planted", "clumps"]
    assert host(*words, "--processes", 2).status == exit_codes.USAGE
    assert host(*words, "--noise", tmp_path).status == exit_codes.USAGE


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_report_names_origin_versions_and_every_file_that_drew(
    captured: Path, tmp_path: Path
) -> None:
    words = ["trng", "report", captured, "--out", tmp_path / "report", "--decks", 1000]
    words += ["--path", "permutation", "--lang", "it"]
    done = mazziere(*words, seconds_max=REPORT_SECONDS_MAX)
    assert done.returncode == exit_codes.OK, done.stdout + done.stderr
    text = (tmp_path / "report" / "report.html").read_text(encoding="utf-8")
    for word in ("SUPERATO", "99 %", "simulated", "sha256 permutation.py", "numpy", "Holm"):
        assert word in text
    assert text.count("data:image/png;base64,") == 6
    assert "http://" not in text.replace("http://www.w3.org", "")
    pdf = (tmp_path / "report" / "report.pdf").read_bytes()
    assert pdf.startswith(b"%PDF-")
    told = json.loads((tmp_path / "report" / "report.json").read_text())
    assert told["raw"]["passed"] is True
    assert [one["in_time"] for one in told["planted"]] == [True] * 8
    assert not told["rejected"]


@pytest.mark.parametrize("lang", ["en", "it"])
@pytest.mark.parametrize("words", [["trng"], ["trng", "report"], ["shuffle", "test"]])
def test_help_on_a_terminal_is_in_the_persons_language(lang: str, words: list[str]) -> None:
    parent, child = pty.openpty()
    done = subprocess.Popen(
        command("--lang", lang, *words, "--help"),
        stdout=child,
        stderr=child,
        stdin=subprocess.DEVNULL,
        env=environment(),
    )
    os.close(child)
    said = b""
    try:
        while piece := os.read(parent, 4096):
            said += piece
    except OSError:
        pass  # the other end of the terminal is closed
    os.close(parent)
    assert done.wait(SECONDS_MAX) == 0
    text = said.decode()
    assert "--" in text
    italian = any(word in text for word in ("Registra", "Mazzi", "Cartella", "rumore"))
    assert italian is (lang == "it")
