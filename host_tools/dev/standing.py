"""How every generator of this folder ends: its files are written, or compared with `--check`.

A generator says what its files hold; here they are laid beside the ones that stand. The rule of
the file: what is as its source gives it is not touched, so that a run that changes nothing leaves
no trace, and with `--check` nothing is written at all.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


def is_wrong_use(generator: str, arguments: list[str]) -> bool:
    """Whether there is anything but `--check` behind the program's name; then its use is told."""
    if arguments in ([], ["--check"]):
        return False
    print(f"usage: python -m host_tools.dev.{generator} [--check]", file=sys.stderr)
    return True


def present(path: Path) -> str:
    """The text of a file, empty where there is none."""
    return path.read_text(encoding="utf-8") if path.exists() else ""


def settle(files: Mapping[str, str], arguments: list[str], root: Path) -> int:
    """Write what is stale, by its name below `root`, or with `--check` name it.

    Returns the program's exit status: 1 if something is stale and stays so.
    """
    stale = [name for name, text in files.items() if present(root / name) != text]
    for name in stale:
        if arguments:
            print(f"{name} is not what its source gives: run `make gen`", file=sys.stderr)
            continue
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(files[name], encoding="utf-8")
        print(f"wrote {name}")
    return 1 if arguments and stale else 0
