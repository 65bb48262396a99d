"""Changes to single files of a system: written whole, noticed when already there, undone.

Knows how to put a file, to keep a block between two marks in somebody else's file, and to take
words out of a line and put them back. Each change can say whether it is still to be done. Rule of
the file: a file is replaced in one step or not at all, and a line that is not ours stays.
"""

from __future__ import annotations

import contextlib
import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

BEGIN = "# mazziere-table begin"
END = "# mazziere-table end"


def replace(path: Path, content: bytes, mode: int = 0o644) -> None:
    """Write beside the file, let it reach the disk, and rename: whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(path.name + ".mazziere-new")
    with beside.open("wb") as out:
        out.write(content)
        out.flush()
        os.fsync(out.fileno())
    with contextlib.suppress(PermissionError):  # the boot partition is FAT and has no modes
        beside.chmod(mode)
    beside.replace(path)


class MarksError(Exception):
    """A file's marks are not one begin followed by one end; a person must look."""


def without_block(text: str, name: str) -> str:
    """The text without our block and the empty line before it.

    Raises:
        MarksError: the marks are unpaired or there twice.
    """
    begins, ends = text.count(BEGIN), text.count(END)
    if not begins and not ends:
        return text
    start, stop = text.find(BEGIN), text.find(END)
    if (begins, ends) != (1, 1) or stop < start:
        raise MarksError(
            f"{name}: '{BEGIN}' and '{END}' are not there once each, in this order: put the "
            "missing one back, or take out every line of ours, marks too"
        )
    before, after = text[:start], text[stop + len(END) :].removeprefix("\n")
    return before.removesuffix("\n") + after if before.endswith("\n\n") else before + after


def with_block(text: str, block: str, name: str) -> str:
    """The text with our block at its end, once."""
    rest = without_block(text, name)
    if rest and not rest.endswith("\n"):
        rest += "\n"
    return rest + ("\n" if rest else "") + block


def split_console(line: str) -> tuple[str, list[str]]:
    """Take the words that make the host's serial line a console out of cmdline.txt."""
    kept, taken = [], []
    for word in line.split():
        is_ours = word.startswith(("console=serial0", "console=ttyAMA0", "kgdboc=ttyAMA0"))
        (taken if is_ours else kept).append(word)
    return " ".join(kept) + "\n", taken
