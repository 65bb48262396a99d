"""Runs a module of the house under PyPy, whose latest Debian package speaks Python 3.9.

`pypy3 tests/on_pypy.py host_tools.sim.swarm --seeds 2000` is `python -m host_tools.sim.swarm
--seeds 2000`, played by a compiler that has learned the hand after some thousand of them. What
firmware and HAL say is old enough for it; the host's tools say a few things that 3.9 has not got,
and none of them changes what a program does: slots and keyword-only fields of a dataclass, a `zip`
that minds lengths, a reader of TOML (there it is the package `tomli`). Rule of the file: what it
takes away can only be missed by a mistake, so what PyPy plays is played by CPython's tests too.
"""

from __future__ import annotations

import builtins
import dataclasses
import importlib
import runpy
import sys
from pathlib import Path
from typing import Any

NEWER_WORDS = ("slots", "kw_only", "weakref_slot", "match_args")
ROOT = Path(__file__).resolve().parent.parent

_dataclass = dataclasses.dataclass


def dataclass(made: type | None = None, **words: Any) -> Any:
    """`dataclasses.dataclass` without the words that Python 3.9 does not know."""
    known = {word: value for word, value in words.items() if word not in NEWER_WORDS}
    return _dataclass(made, **known) if made is not None else _dataclass(**known)


class Zip(builtins.zip):
    """`zip` that takes `strict` and does not mind it."""

    def __new__(cls, *iterables: Any, strict: bool = False) -> Any:
        """`zip` as it was."""
        return super().__new__(cls, *iterables)


def speak_newer_python() -> None:
    """Let this interpreter take what the host's tools say."""
    dataclasses.dataclass = dataclass
    builtins.zip = Zip
    sys.modules["tomllib"] = importlib.import_module("tomli")


def run(name: str, arguments: list[str]) -> None:
    """Run the module as a program."""
    sys.path[0] = str(ROOT)
    sys.argv = [name, *arguments]
    if sys.implementation.name == "pypy":
        speak_newer_python()
    runpy.run_module(name, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    run(sys.argv[1], sys.argv[2:])
