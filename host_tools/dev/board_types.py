"""Checks the types of the boards' own rooms against the stubs of their MicroPython.

What a board calls `time`, `machine` or `select` is not what this computer calls so. The stubs of
the rp2 port say what is there; they are packages beside the checker, wherever this Python keeps
those. Rule of the file: the rules of the check are in `hal/mcu/pyrightconfig.json`, here are only
the places.

    python -m host_tools.dev.board_types
"""

from __future__ import annotations

import json
import subprocess
import sys
import sysconfig
import tempfile
from importlib.metadata import PackageNotFoundError, files
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
ROOM = TOP / "hal" / "mcu"
ROOMS = (ROOM, TOP / "hal" / "card_machine" / "pico")
STUBS = "micropython-rp2-stubs"


def config(packages: Path, stubs: Path) -> dict[str, object]:
    """The room's rules with the places they need.

    packages: where the stubs of the standard library lie. stubs: those of the port alone.
    """
    rules = json.loads((ROOM / "pyrightconfig.json").read_text(encoding="utf-8"))
    return {
        **rules,
        "include": [str(room) for room in ROOMS],
        "exclude": [str(ROOM / name) for name in rules["exclude"]],
        "extraPaths": [str(TOP)],
        "stubPath": str(stubs),
        "typeshedPath": str(packages),
    }


def gather(stubs: Path) -> None:
    """Put the port's stubs into a folder of their own: others' modules share their names.

    Raises:
        PackageNotFoundError: they are not installed.
    """
    stubs.mkdir()
    for file in files(STUBS) or ():
        if file.suffix == ".pyi":
            here = stubs / file
            here.parent.mkdir(parents=True, exist_ok=True)
            here.symlink_to(Path(str(file.locate())).resolve())


def main() -> int:
    """Check; returns the checker's code, or 2 and a line that says what is missing."""
    checker = Path(sys.executable).with_name("basedpyright")
    packages = Path(sysconfig.get_path("purelib"))
    with tempfile.TemporaryDirectory(prefix="mazziere-") as folder:
        stubs = Path(folder) / "stubs"
        try:
            gather(stubs)
        except PackageNotFoundError:
            print("The stubs are not installed: pip install 'mazziere[stubs]'", file=sys.stderr)
            return 2
        project = Path(folder) / "pyrightconfig.json"
        project.write_text(json.dumps(config(packages, stubs)), encoding="utf-8")
        return subprocess.run([checker, "-p", project], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
