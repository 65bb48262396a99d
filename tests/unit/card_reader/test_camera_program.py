"""The camera's own files before stand-ins of its modules: lamps, exposure, frames, lines."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from hal.card_reader.camera import Camera
from hal.card_reader.main import DECK, DECK_NEW, DeckOnFlash, Program, run
from hal.errors import ABSENT, CORRUPT, TIMEOUT, HalError
from tests import card_pictures as pictures
from tests.source_tree import ROOT

STAND_INS = ROOT / "tests" / "camera_stand_ins"


class Time:
    """MicroPython's `time`, standing still unless slept."""

    slept_ms = 0

    def ticks_ms(self) -> int:
        return Time.slept_ms

    def ticks_diff(self, end: int, start: int) -> int:
        return end - start

    def sleep_ms(self, ms: int) -> None:
        Time.slept_ms += ms


@pytest.fixture
def modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """(csi, machine), with one frame of a queen of hearts and no cable."""
    made = []
    for name in ("csi", "machine"):
        module = ModuleType(name)
        text = (STAND_INS / f"{name}.py").read_text(encoding="utf-8")
        exec(compile(text, name, "exec"), vars(module))
        made.append(module)
    frame = pictures.taken(pictures.face(42), pictures.Look(), np.random.default_rng(4))
    (tmp_path / "frames").write_bytes(pictures.rgb565(frame))
    monkeypatch.chdir(tmp_path)
    return made


@pytest.fixture
def camera(modules) -> Camera:
    return Camera(modules[0], modules[1], mirrored=True, upside_down=False)


def test_a_look_gives_the_planes_of_the_frame(camera: Camera):
    frame = pictures.taken(pictures.face(42), pictures.Look(), np.random.default_rng(4))
    green, red = camera.look()
    assert (bytes(green), bytes(red)) == pictures.planes(frame)


def test_lamps_are_lit_for_the_look_alone(modules, camera: Camera):
    modules[1].seen.clear()
    camera.look()
    assert modules[1].seen == [("P7", 1), ("P7", 0)]


def test_lamps_go_out_when_the_camera_fails(modules, camera: Camera):
    Path("frames").unlink()
    modules[1].seen.clear()
    with pytest.raises(OSError, match="frames"):
        camera.look()
    assert modules[1].seen == [("P7", 1), ("P7", 0)]


def test_a_frame_that_does_not_come_is_a_look_without_one(
    modules, camera: Camera, monkeypatch: pytest.MonkeyPatch
):
    """One lost frame is one card unread; a camera that starts again misses several."""

    def timed_out(_sensor):
        raise RuntimeError("Frame capture has timed out")

    modules[1].seen.clear()
    with monkeypatch.context() as once:
        once.setattr(modules[0].CSI, "snapshot", timed_out)
        with pytest.raises(HalError) as missed:
            camera.look()
    assert missed.value.kind == TIMEOUT
    assert modules[1].seen == [("P7", 1), ("P7", 0)]
    assert camera.look()


def test_no_frame_outlives_its_look(modules, camera: Camera):
    green, red = camera.look()
    assert not any(modules[0].images[0].points)
    camera.forget()
    assert not any(green)
    assert not any(red)


def test_the_trigger_is_chosen_before_format_and_size(modules, camera: Camera):
    asked = [words[0] for words in modules[0].seen]
    assert asked.index("ioctl") < asked.index("pixformat") < asked.index("framesize")
    assert ("stream", False) in modules[0].seen
    assert ("auto_exposure", False, 100) in modules[0].seen
    assert ("hmirror", True) in modules[0].seen


def test_a_sensor_that_exposes_longer_is_refused(modules):
    modules[0].CSI.exposes_us = 400
    with pytest.raises(HalError) as refused:
        Camera(modules[0], modules[1], mirrored=False, upside_down=False)
    assert refused.value.kind == CORRUPT


def test_a_frame_of_another_size_is_refused(modules, camera: Camera):
    modules[0].FRAME_BYTES = 320 * 100 * 2
    with pytest.raises(HalError) as refused:
        camera.look()
    assert refused.value.kind == ABSENT


def test_a_taller_frame_is_looked_at_in_its_middle(modules, camera: Camera):
    whole = Path("frames").read_bytes()
    Path("frames").write_bytes(bytes(640 * 20) + whole + bytes(640 * 20))
    expected = [bytes(plane) for plane in pictures.planes(
        pictures.taken(pictures.face(42), pictures.Look(), np.random.default_rng(4))
    )]  # fmt: skip
    modules[0].FRAME_BYTES = 320 * 240 * 2
    assert [bytes(plane) for plane in camera.look()] == expected


class Files:
    """`os`, which may lose its power on the way."""

    def __init__(self, fails: str = "") -> None:
        self._fails = fails

    def remove(self, path: str) -> None:
        Path(path).unlink()

    def rename(self, old: str, new: str) -> None:
        if self._fails == "rename":
            raise KeyboardInterrupt
        Path(old).rename(new)


@pytest.mark.usefixtures("modules")
def test_a_deck_survives_a_cut_between_the_old_name_and_the_new():
    DeckOnFlash(Files()).write(b"old")
    assert DeckOnFlash(Files()).read() == b"old"
    with pytest.raises(KeyboardInterrupt):
        DeckOnFlash(Files("rename")).write(b"new")
    assert (Path(DECK).exists(), Path(DECK_NEW).exists()) == (False, True)
    assert DeckOnFlash(Files()).read() == b"new"
    DeckOnFlash(Files()).write(b"newer")
    assert DeckOnFlash(Files()).read() == b"newer"


@pytest.mark.usefixtures("modules")
def test_a_camera_without_a_deck_reads_nothing():
    assert DeckOnFlash(Files()).read() == b""


@pytest.mark.parametrize(("known", "lamps"), [(False, {"LED_GREEN": 0, "LED_RED": 1}),
                                              (True, {"LED_GREEN": 1, "LED_RED": 0})])  # fmt: skip
def test_the_lamp_says_whether_a_deck_is_known(modules, deck_file: bytes, known: bool, lamps):
    if known:
        Path(DECK).write_bytes(deck_file)
    program = Program(modules[1], modules[0], Time(), Files())
    program.one_pass()
    assert dict(words for words in modules[1].seen if words[0] in lamps) == lamps


def test_lines_are_the_machines_and_the_technicians(modules):
    Program(modules[1], modules[0], Time(), Files())
    lines = [words for words in modules[1].seen if words[0] == "uart"]
    assert lines == [("uart", 3, 115200, 0), ("uart", 7, 115200, 0)]


def test_after_any_trouble_the_camera_starts_again(modules):
    Path("frames").unlink()
    with pytest.raises(modules[1].Reset):
        run(modules[1], modules[0], Time(), Files())
    assert ("LED_RED", 1) in modules[1].seen
