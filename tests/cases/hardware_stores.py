"""The faults of stores, the table's and the host's, each by its kind.

A cut tears what is in flight; a disk that lied about its order loses the content of a file, or its
name, though the program was told that all is well. The same worlds and the same judge as in the
power-cut campaign. Rule of the file: what a start must find is judged by the undisturbed hand.
"""

from __future__ import annotations

import signal
import sqlite3
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from host_tools.store import LineStore
from tests.cases.hardware_bench import FAULT, HAND, HANDS, OK, RECOVERED, Seen, Unknown
from tests.powercut_judge import Undisturbed, read_back, wrong_with
from tests.powercut_table import Course, ScriptFile, World

if TYPE_CHECKING:
    from collections.abc import Callable

Case = dict[str, Any]

CALLS = {
    "append": (),  # any moment at which written bytes are not synced
    "sync": ("sync",),
    "fsync": ("sync",),
    "replace": ("write", "sync names"),  # before anything of it, and before its name is sure
    "rename": ("write", "sync names"),
}
"""A call of a case -> the moments of it that differ, as `hal.sim.store` names them."""

KEEP_EACH = "each 0..len"
LINES_A_COMMIT = 10


@cache
def _undisturbed(hand: str) -> Undisturbed:
    return Undisturbed.of(ScriptFile.read(HANDS / f"{hand}.json"))


def _judged(found: Seen, whole: Undisturbed, cut: World) -> None:
    """Start in the world that a cut left, and compare the course with the undisturbed one."""
    world = World(cut.kind, cut.store.copy(), cut.fram, cut.machine, cut.starts)
    wrong = wrong_with(whole, cut, Course(whole.script, world).play())
    if wrong:
        found.wrong.append(wrong)


def cut(case: Case, device: tuple[str, int]) -> Seen:
    """The power fails at the so-maniest append, and some of its bytes survive."""
    at = case["inject"].get("at", {})
    keep = case["inject"].get("params", {}).get("keep_bytes", KEEP_EACH)
    call = at.get("call", "append")
    if call not in CALLS:
        raise Unknown("call", call)
    whole = _undisturbed(HAND)
    kinds = CALLS[call]
    worlds = [
        one for one in whole.worlds if (one.kind in kinds if kinds else one.store.unsynced_bytes())
    ]
    nth = at.get("nth", 1)
    if not 1 <= nth <= len(worlds):
        raise Unknown(call, f"{nth}: the hand has {len(worlds)}")
    world = worlds[nth - 1]
    length = world.store.unsynced_bytes()
    found = Seen({RECOVERED})
    if keep == KEEP_EACH:
        tried, wrong = read_back(world)
        found.facts["torn"] = tried
        if wrong:
            found.wrong.append(wrong)
        kept = sorted({0, 1, length // 2, length - 1, length} & set(range(length + 1)))
    elif isinstance(keep, int):
        kept = [min(keep, length)]
    else:
        raise Unknown("keep_bytes", keep)
    for survives in kept:
        _judged(found, whole, world.after_cut(survives))
    if found.wrong:
        found.results = {FAULT}
    return found


def reorder(case: Case, device: tuple[str, int]) -> Seen:
    """A renamed file comes up empty, all NUL, or not at all, though it was written."""
    size = case["inject"].get("params", {})
    whole = _undisturbed(HAND)
    cuts = (one.after_cut() for one in reversed(whole.worlds))
    world = next(one for one in cuts if one.store.snapshots())
    newest = world.store.snapshots()[-1]
    length = len(world.store.read_snapshot(newest))
    found = Seen({OK, RECOVERED})
    if size.get("data_lost"):
        contents: tuple[bytes | None, ...] = (b"", bytes(length))
    elif size.get("dirent_lost"):
        contents = (None,)
    else:
        raise Unknown("reorder", size)
    for content in contents:
        again = world.after_cut()
        again.store.remove_snapshot(newest)
        if content is not None:
            again.store.write_snapshot(newest, content)
        _judged(found, whole, again)
    found.facts["snapshots"] = len(world.store.snapshots())
    if found.wrong:
        found.results = {FAULT}
    return found


_WRITER = f"""
import sys; from pathlib import Path; from host_tools.store import Line, LineStore
store = LineStore(Path(sys.argv[1]))
for n in range(1, 1000000, {LINES_A_COMMIT}):
    lines = [Line(n + i, b'x', bytes(32)) for i in range({LINES_A_COMMIT})]
    store.append('T', bytes(8), lines)
    print(n + {LINES_A_COMMIT - 1}, flush=True)
"""


def cut_host_store(case: Case, device: tuple[str, int]) -> Seen:
    """The host's program is killed at the so-maniest commit: all that it told are there."""
    nth = case["inject"].get("at", {}).get("nth", 1)
    found = Seen({RECOVERED})
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "lines.db"
        words = [sys.executable, "-c", _WRITER, str(path)]
        with subprocess.Popen(words, stdout=subprocess.PIPE) as writer:
            assert writer.stdout is not None
            told = [int(writer.stdout.readline()) for _ in range(nth)]
            writer.send_signal(signal.SIGKILL)
        store = LineStore(path)
        last = store.last("T", bytes(8))
        store.close()
        with sqlite3.connect(path) as database:
            if database.execute("PRAGMA integrity_check").fetchone()[0] != "ok":
                found.wrong.append("the database is not whole")
        database.close()
        if last is None or last.seq < told[-1] or last.seq % LINES_A_COMMIT:
            found.wrong.append("a commit is lost, or half of one is there")
    return found


def _cut_anywhere(case: Case, device: tuple[str, int]) -> Seen:
    return cut_host_store(case, device) if device[0] == "host_store" else cut(case, device)


KINDS: dict[str, tuple[tuple[str, ...], Callable[[Case, tuple[str, int]], Seen]]] = {
    "cut": (("store", "host_store"), _cut_anywhere),
    "reorder": (("store",), reorder),
}
