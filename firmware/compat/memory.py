"""What this machine's memory is like, as far as code may care.

A Raspberry Pi has a thousand times the memory of a small board, so where a bigger table is faster
the Pi may have it. A board's memory must also be kept from going to pieces: MicroPython moves
nothing, and what loading a file throws away leaves holes between what stays, sixty kilobytes for
the whole firmware. So a board's first file packs while it loads and stops when all is loaded:

    packed_loading(True)
    from firmware.app.controller import Controller
    packed_loading(False)

Rule of the file: either way the results are the same, only sooner or later.
"""

from __future__ import annotations

import gc
import sys

TABLES_FIT = sys.implementation.name != "micropython"
"""Whether tables of 100 KB and more are welcome. Boards plan with 64 KB for all tables."""

_LOADING_BYTES = 8192  # taken between two collections: the smallest holes at a second of loading
_NEVER = -1  # collect when memory is used up, and when the loop rests


def packed_loading(is_loading: bool) -> None:
    """Collect often, so that what is loaded lies close together; or no more. Nothing on a Pi."""
    if not TABLES_FIT:
        gc.threshold(_LOADING_BYTES if is_loading else _NEVER)  # type: ignore[attr-defined]
