"""Every script of `scripts/` prints the same bytes under CPython and MicroPython.

A new comparison is a new script: shared code that prints what it found, nothing else to register.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.interpreters.run import (
    ScriptError,
    compile_shared,
    measure_heap,
    run_both,
    run_cpython,
    run_micropython,
)
from tests.source_tree import ROOT, named

pytestmark = pytest.mark.interpreters

HELPERS = (
    "tests/table_driver.py",
    "tests/interpreters/chance.py",
    "tests/interpreters/whole_firmware.py",
    "tests/transcripts/play.py",
)
"""What the scripts below ask for."""

SCRIPTS = sorted((Path(__file__).parent / "scripts").glob("*.py"))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_script_prints_the_same_on_both(script: Path) -> None:
    run_both(script)


@pytest.mark.parametrize("script", ["transcripts", "whole_hand", "lines", "fairness"])
def test_code_of_a_board_prints_the_same_as_its_sources(script: str, tmp_path: Path) -> None:
    source = ROOT / "tests" / "interpreters" / "scripts" / f"{script}.py"
    also = (named(source), *HELPERS)
    board = compile_shared(tmp_path / "board", also)
    start = tmp_path / "start.py"
    start.write_text(f"import tests.interpreters.scripts.{script}\n")
    assert run_micropython(start, compiled=board) == run_cpython(source)


def test_a_difference_between_the_interpreters_is_noticed(tmp_path: Path) -> None:
    script = tmp_path / "differs.py"
    script.write_text("import sys\nprint('same')\nprint(sys.implementation.name)\n")
    with pytest.raises(ScriptError, match="line 2"):
        run_both(script)


def test_a_script_that_fails_on_the_device_fails_the_test(tmp_path: Path) -> None:
    script = tmp_path / "fails.py"
    script.write_text("print((5).bit_length())\n")
    assert run_cpython(script) == b"3\n"
    with pytest.raises(ScriptError, match="bit_length"):
        run_micropython(script)


def test_heap_report_sees_what_is_kept(tmp_path: Path) -> None:
    heap = measure_heap("import firmware.compat", "kept = bytearray(40000)", tmp_path)
    print(f"\nheap of firmware.compat and a buffer of 40,000 bytes: {heap}")
    assert 40_000 <= heap.state < 41_000
    assert heap.working >= heap.state
    assert 0 < heap.code < 40_000
