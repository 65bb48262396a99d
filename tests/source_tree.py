"""Which files the project consists of, and which of them run on two interpreters.

Used by the tests of the source itself and by the tier that compares the interpreters. Knows names
of files only; what must hold for them is said in the tests.
"""

from __future__ import annotations

import re
import subprocess
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

# Shared code outside firmware/: a folder counts with all below it.
SHARED_HAL = (
    "hal/__init__.py",
    "hal/ports.py",
    "hal/errors.py",
    "hal/board.py",
    "hal/boards",
    "hal/wiring.py",
    "hal/drivers",
    "hal/card_machine/__init__.py",
    "hal/card_machine/beams.py",
    "hal/sim/__init__.py",
    "hal/sim/board.py",
    "hal/sim/card_machine.py",
    "hal/sim/clock.py",
    "hal/sim/deck.py",
    "hal/sim/display.py",
    "hal/sim/lines.py",
    "hal/sim/link.py",
    "hal/sim/memory.py",
    "hal/sim/noise.py",
    "hal/sim/panel.py",
    "hal/sim/people.py",
    "hal/sim/policies.py",
    "hal/sim/store.py",
    "hal/sim/bus.py",
    "hal/sim/chip_card_machine.py",
    "hal/sim/chip_fram.py",
    "hal/sim/chip_ht16k33.py",
    "hal/sim/chip_mcp23017.py",
    "hal/sim/chip_qrng.py",
    "hal/sim/chip_tca9548a.py",
    "hal/sim/register_board.py",
    "hal/sim/chip_atecc608.py",
    "hal/sim/p256.py",
    "hal/sim/beams.py",
    "hal/sim/body.py",
    "hal/sim/mechanics.py",
    "hal/sim/mishaps.py",
    "hal/sim/motions.py",
    "hal/sim/planned.py",
    "hal/sim/reader.py",
    "hal/sim/spoiled_deck.py",
)

GENERATED = re.compile(r"[Gg]enerated (from \S.* )?by \S.*(do not edit|edit the source)")
"""How a generated file says where it comes from: its source, its maker, and what to do instead."""

PURE_ROOMS = (
    "schema",
    "lines",
    "evaluator",
    "core",
    "randomness",
    "fairness",
    "journal",
    "link",
)


IGNORED = {".git", ".venv", "build", "dist", "__pycache__"}
"""Folders that are never source; used where git cannot be asked."""


def _listed_by_git() -> list[Path] | None:
    """Return what git tracks or would, or None in an unpacked archive or without git."""
    try:
        done = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=ROOT,
            check=True,
            capture_output=True,
        )
    except (FileNotFoundError, subprocess.CalledProcessError):
        return None
    return [ROOT / name for name in done.stdout.decode().split("\0") if name]


@cache
def files() -> tuple[Path, ...]:
    """Return every file of the project, sorted, without what git ignores."""
    paths = _listed_by_git()
    if paths is None:
        paths = [
            path for path in ROOT.rglob("*") if not IGNORED & set(path.relative_to(ROOT).parts)
        ]
    return tuple(sorted(path for path in set(paths) if path.is_file()))


def named(path: Path) -> str:
    """Return the path as people write it: from the top of the tree."""
    return path.relative_to(ROOT).as_posix()


def python_files() -> tuple[Path, ...]:
    """Return the Python files of the project."""
    return tuple(path for path in files() if path.suffix == ".py")


def shared_files() -> tuple[Path, ...]:
    """Return the Python files that run unchanged on CPython and MicroPython."""
    return tuple(
        path
        for path in python_files()
        if named(path).startswith("firmware/")
        or any(named(path) == door or named(path).startswith(door + "/") for door in SHARED_HAL)
    )


def machine_files() -> tuple[Path, ...]:
    """Return the Python files of the card machine's program, which runs on both as well."""
    pico = "hal/card_machine/pico/"
    names = [named(path) for path in python_files()]
    return tuple(
        ROOT / name
        for name in names
        if name.startswith("hal/card_machine/") and not name.startswith(pico)
    )


def is_generated(text: str) -> bool:
    """Tell whether a text says of itself, in its first lines, that a tool wrote it."""
    return bool(GENERATED.search(" ".join(text.splitlines()[:8])))
