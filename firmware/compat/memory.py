"""What this machine's memory is like, as far as code may care.

A Raspberry Pi has a thousand times the memory of a small board, so where a bigger table is faster
the Pi may have it. A board's memory must also be kept from going to pieces: MicroPython moves
nothing, so what is thrown away leaves holes between what stays, and the longer it waits with
collecting, the more holes there are and the smaller. Loading the whole firmware at once leaves 65
KB of them, a hand 60 KB more. So a board's first file says when it loads and when it begins:

    collect_while_loading()
    from firmware.app.controller import Controller
    collect_while_playing()

Rule of the file: either way the results are the same, only sooner or later.
"""

from __future__ import annotations

import gc
import sys

TABLES_FIT = sys.implementation.name != "micropython"
"""Whether tables of 100 KB and more are welcome. Boards plan with 64 KB for all tables."""

_LOADING_BYTES = 8192  # taken between two collections; loading waits for nobody
_PLAYING_BYTES = 65536  # half of it saves 20 KB more and costs a third of the speed (unix port)
_WHEN_FULL = -1


def collect_while_loading() -> None:
    """Let what is loaded lie close together: later look-ups for free memory are shorter, too."""
    _collect_after(_LOADING_BYTES)


def collect_while_playing() -> None:
    """Keep the holes few and large, for a log to be read and lists to grow."""
    _collect_after(_PLAYING_BYTES)


def collect_when_full() -> None:
    """Collect as late as possible: fastest, where there is memory enough."""
    _collect_after(_WHEN_FULL)


def _collect_after(taken_bytes: int) -> None:
    if not TABLES_FIT:  # CPython counts objects and frees most of them at once
        gc.threshold(taken_bytes)  # type: ignore[attr-defined]


def forget(module: object) -> None:
    """Let a board's memory have a module back whose values somebody took over.

    Whoever imports it again loads it again, so this is for what is asked for once.
    """
    if TABLES_FIT:
        return
    name = module.__name__  # type: ignore[attr-defined]
    parent, _, child = name.rpartition(".")
    del sys.modules[name]
    if hasattr(sys.modules.get(parent), child):
        delattr(sys.modules[parent], child)


_SPARE = ("_1", "_2", "_3")


def leave_room(thing: object, names: int) -> None:
    """Keep the map of an object's names from being full on a board, by so many names more.

    MicroPython looks for a method among the object's own names first, and through a full map to
    its end; maps are made for 8, 10, 12, 17, 23, 29, 37, 47 names (py/map.c).
    """
    if TABLES_FIT:
        return
    for at in range(names):
        setattr(thing, _SPARE[at], None)
