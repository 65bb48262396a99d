"""What this machine's memory is like, as far as code may care.

A Raspberry Pi has a thousand times the memory of a small board, so where a bigger table is faster
the Pi may have it. A board's memory must also be kept from going to pieces: MicroPython moves
nothing, so what is thrown away leaves holes between what stays, and the longer it waits with
collecting, the more holes there are and the smaller. Loading the whole firmware at once leaves 65
KB of them, a hand 60 KB more. So a board's first file says when it loads and when it begins:

    pack_memory(is_loading=True)
    from firmware.app.controller import Controller
    pack_memory(is_loading=False)

Rule of the file: either way the results are the same, only sooner or later.
"""

from __future__ import annotations

import gc
import sys

TABLES_FIT = sys.implementation.name != "micropython"
"""Whether tables of 100 KB and more are welcome. Boards plan with 64 KB for all tables."""

_LOADING_BYTES = 8192  # taken between two collections; loading waits for nobody
_PLAYING_BYTES = 32768  # half of it saves 16 KB more and doubles the time of a hand (unix port)


def pack_memory(*, is_loading: bool) -> None:
    """Collect before memory is used up, so that what stays lies close together; not on a Pi."""
    if not TABLES_FIT:
        gc.threshold(_LOADING_BYTES if is_loading else _PLAYING_BYTES)  # type: ignore[attr-defined]
