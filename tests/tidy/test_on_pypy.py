"""What stands in for newer Python under PyPy does what the newer Python does."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import asdict

from tests.on_pypy import Zip, dataclass
from tests.source_tree import ROOT


def test_a_dataclass_loses_nothing_but_its_slots() -> None:
    @dataclass(frozen=True, slots=True, kw_only=True)
    class Seat:
        number: int
        stack: int = 0

    assert asdict(Seat(number=3)) == {"number": 3, "stack": 0}
    assert not hasattr(Seat, "__slots__")


def test_a_zip_that_minds_lengths_still_pairs() -> None:
    assert list(Zip((1, 3), "ab", strict=True)) == [(1, "a"), (3, "b")]


def test_a_module_is_run_as_a_program_with_its_arguments() -> None:
    asked = [sys.executable, "tests/on_pypy.py", "host_tools.sim.swarm", "--seeds", "0"]
    done = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.endswith("argument --seeds: 0 is no number from 1\n")
