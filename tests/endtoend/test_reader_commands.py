"""A technician installs, teaches and tries a reader: the installed program on the camera's own
interpreter behind a real terminal, before its lens the pictures of a drawn deck.
"""

from __future__ import annotations

import os
import subprocess
import tty
from typing import TYPE_CHECKING

import numpy as np
import pytest

from host_tools.cli import exit_codes
from tests import card_pictures as pictures
from tests.interpreters.run import micropython
from tests.source_tree import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.host_commands import Host

pytestmark = pytest.mark.interpreters

FIRST = """
import machine
machine.PORTS[7] = {line}
import main
"""
ENTER = "\n"
QUEEN_OF_HEARTS = 42


class Bench:
    """A camera on a bench: its drive, what lies before its lens, and the technician's cable."""

    def __init__(self, folder: Path) -> None:
        self.drive = folder / "drive"
        self.drive.mkdir()
        (self.drive / ".openmv_disk").touch()
        self._start = folder / "start.py"
        self._line, self._plug = os.openpty()
        tty.setraw(self._plug)
        self.port = os.ttyname(self._plug)
        self._camera: subprocess.Popen[bytes] | None = None
        self._chance = np.random.default_rng(8)

    def frame(self, card: int, worn: float, deck: pictures.Deck = pictures.HOUSE) -> bytes:
        """A card laid before the lens."""
        look = pictures.any_look(self._chance, worn)
        look.moved_mm = 0.0
        return pictures.rgb565(pictures.taken(pictures.face(card, deck), look, self._chance))

    def switch_on(self, *frames: bytes) -> None:
        """Run what is on the drive; it sees the first frame when it starts, one a look after."""
        self.switch_off()
        (self.drive / "frames").write_bytes(b"".join((frames[0], *frames)))
        self._start.write_text(FIRST.format(line=self._line))
        folders = (ROOT / "tests" / "camera_stand_ins", self.drive)
        self._camera = subprocess.Popen(
            [str(micropython()), str(self._start)],
            cwd=self.drive,
            env={"MICROPYPATH": ":".join(map(str, folders))},
            pass_fds=(self._line,),
        )

    def switch_off(self) -> None:
        """Cut the power."""
        if self._camera is not None:
            self._camera.kill()
            self._camera.wait()
            self._camera = None


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    """Whose camera may take its time to start: it shares a processor with the tests."""
    for name in ("ANSWER_SECONDS", "LEARN_SECONDS"):
        monkeypatch.setattr(f"host_tools.reader.camera_line.{name}", 300.0)
    made = Bench(tmp_path)
    yield made
    made.switch_off()
    for handle in (made._line, made._plug):
        os.close(handle)


def test_a_reader_is_installed_taught_and_tried(host: Host, bench: Bench) -> None:
    installed = host("reader", "install", bench.drive)
    assert installed.status == exit_codes.OK
    lessons = [bench.frame(card, 0.5) for card in range(52) for _ in range(2)]
    bench.switch_on(*lessons)
    assert "Deck: none" in host("reader", "who", bench.port).out

    taught = host("reader", "teach", bench.port, "--looks", 2, types=ENTER * 104)
    assert taught.status == exit_codes.OK, taught.err
    kept = taught.out.split("The deck is kept: ")[1][:4]

    foreign = bench.frame(20, 0.2, pictures.STIX)
    bench.switch_on(bench.frame(QUEEN_OF_HEARTS, 0.2), foreign)
    assert f"Deck: {kept}" in host("reader", "who", bench.port).out
    tried = host("reader", "try", bench.port, "--looks", 2, types=ENTER * 2)
    assert tried.status == exit_codes.OK
    assert "Qh (" in tried.out
    assert "rank Q at " in tried.out
    assert "FOREIGN: two glyphs stand there" in tried.out
    assert "2 looks, 1 faces." in tried.out


def test_a_card_that_is_not_before_the_window_is_asked_for_again(host: Host, bench: Bench) -> None:
    host("reader", "install", bench.drive)
    nothing = pictures.rgb565(pictures.taken(None, pictures.Look(), np.random.default_rng(1)))
    bench.switch_on(nothing, bench.frame(0, 0.2))
    taught = host("reader", "teach", bench.port, "--looks", 2, types=ENTER * 3)
    assert "2c was not taken: too dark" in taught.out
    assert "2c taken, 1 to go" in taught.out


@pytest.mark.parametrize("words", [("who",), ("teach",), ("try",)])
def test_a_port_where_nothing_answers_is_told(
    host: Host, bench: Bench, words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("host_tools.reader.camera_line.ANSWER_SECONDS", 0.05)
    done = host("reader", *words, bench.port, types=ENTER)
    assert done.status == exit_codes.LINK_LOST
    assert "P13, P14" in done.err


def test_a_port_that_is_not_there_is_told(host: Host, tmp_path: Path) -> None:
    assert host("reader", "who", tmp_path / "none").status == exit_codes.NOT_FOUND


@pytest.mark.parametrize(("language", "step"), [("en", "/media/OPENMV"), ("it", "collegare")])
def test_a_folder_that_is_no_camera_is_left_alone(
    host: Host, tmp_path: Path, language: str, step: str
) -> None:
    folder = tmp_path / "site"
    folder.mkdir()
    stranger = folder / "main.py"
    stranger.write_text("print(1)\n")
    done = host("--lang", language, "reader", "install", folder)
    assert done.status == exit_codes.NOT_FOUND
    assert step in done.err
    assert list(folder.iterdir()) == [stranger]
    assert stranger.read_text() == "print(1)\n"


@pytest.mark.parametrize(("language", "step"), [("en", "install again"), ("it", "di nuovo")])
@pytest.mark.parametrize("name", ["main.py", "typing.py", "hal/errors.py"])
def test_a_file_on_the_camera_that_is_not_the_readers_is_left_alone(
    host: Host, bench: Bench, name: str, language: str, step: str
) -> None:
    stranger = bench.drive / name
    stranger.parent.mkdir(exist_ok=True)
    stranger.write_text("print(1)\n")
    before = sorted(bench.drive.rglob("*"))
    done = host("--lang", language, "reader", "install", bench.drive)
    assert done.status == exit_codes.REFUSED
    assert str(stranger) in done.err
    assert step in done.err
    assert sorted(bench.drive.rglob("*")) == before
    assert stranger.read_text() == "print(1)\n"


def test_a_reader_is_installed_over_its_makers_first_file(host: Host, bench: Bench) -> None:
    pauses = (("on", 150), ("off", 100), ("on", 150), ("off", 600))
    blinks = "".join(f"    led.{what}()\n    time.sleep_ms({ms})\n" for what, ms in pauses)
    first = (
        'import time\nfrom machine import LED\n\nled = LED("LED_BLUE")\n\nwhile True:\n' + blinks
    )
    (bench.drive / "main.py").write_text(first)
    assert host("reader", "install", bench.drive).status == exit_codes.OK


def test_an_install_that_was_cut_short_is_made_again(host: Host, bench: Bench) -> None:
    host("reader", "install", bench.drive)
    whole = (bench.drive / "hal/errors.py").read_bytes()
    (bench.drive / "main.py").unlink()
    (bench.drive / "hal/errors.py").write_bytes(whole[: len(whole) // 2])
    assert host("reader", "install", bench.drive).status == exit_codes.OK
    assert (bench.drive / "hal/errors.py").read_bytes() == whole


def test_a_newer_reader_goes_over_an_older_one_and_its_deck_stays(
    host: Host, bench: Bench
) -> None:
    host("reader", "install", bench.drive)
    (bench.drive / ".openmv_disk").unlink()
    (bench.drive / "hal/errors.py").write_text("older\n")
    (bench.drive / "deck.bin").write_bytes(b"taught")
    assert host("reader", "install", bench.drive).status == exit_codes.OK
    assert (bench.drive / "hal/errors.py").read_text() != "older\n"
    assert (bench.drive / "deck.bin").read_bytes() == b"taught"
