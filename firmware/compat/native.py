"""Lets a file written for MicroPython's native compiler be read, and run, by CPython as well.

Where every hand of a long evening is ranked on a small board, one function is worth compiling to
the processor's own instructions. MicroPython does that to a function under `@micropython.viper`;
inside, `int(x)` and `ptr8(x)` are casts that cost nothing or little. CPython gets stand-ins with
the same meaning, so that the function is tested there like any other, only slower. Rule of the
file: a stand-in changes the speed, never the result.

Source: MicroPython documentation, "Maximising MicroPython speed", the native and viper emitters.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import ParamSpec, TypeVar

    P = ParamSpec("P")
    R = TypeVar("R")

ON_MICROPYTHON = sys.implementation.name == "micropython"

if not TYPE_CHECKING and ON_MICROPYTHON:
    import micropython

    ptr8 = None  # inside a viper function the compiler knows the word and asks nobody
else:

    class micropython:  # noqa: N801  the compiler goes by this very name
        """Stands in for the module of that name."""

        @staticmethod
        def viper(function: Callable[P, R]) -> Callable[P, R]:
            """Return the function as it is."""
            return function

    def ptr8(octets: bytes) -> bytes:
        """Return what to index for single bytes, 0..255."""
        return octets
