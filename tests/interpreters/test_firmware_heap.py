"""What the whole firmware takes of a board's memory, from compiled code, measured and printed.

A hand of ten on a simulated table, with a start in its middle, so that reading the log back counts
too; the log lies on a file system, as on a board's card. The simulator's own heap (its code, and
what is left when the firmware is let go: chips, cards, people) is counted apart. Everything
temporary is counted as the firmware's, the simulator's included, and so is what fragmentation
costs: the smallest heap with which the hand is played decides. Memory is collected as a board's
first file orders it (`firmware.compat.memory`). The budgets count on the 64-bit port, whose words
are twice a board's.
"""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from tests.interpreters.run import ScriptError, compile_shared, run_micropython

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.interpreters

FIRMWARE_BYTES_MAX = 640 * 1024
"""Code, state and everything temporary."""

WORKING_BYTES_MAX = 160 * 1024
"""The same without the code."""

STEP_BYTES = 16 * 1024
HEAP_BYTES_MAX = 8 << 20

PLAYER = ("tests/interpreters/whole_firmware.py", "tests/interpreters/card_store.py")

SCRIPT = """
import gc

def used():
    gc.collect()
    return gc.mem_alloc()

from firmware.compat.memory import collect_while_loading, collect_while_playing
collect_while_loading()
base = used()
from hal.sim.memory import SimOrderMemory
memory = SimOrderMemory()  # a part of its own on a board; here 32 KiB in one piece
fram = used() - base
from firmware.app.controller import Controller
import firmware.evaluator
code = used() - base - fram
from hal.sim.{module} import {table}
from tests.interpreters.card_store import CardStore
from tests.interpreters.whole_firmware import WholeTable, play_hand
collect_while_playing()
table = play_hand(WholeTable(tuple(range(1, 11)), {table}, CardStore({folder!r}), memory))
whole = used()
table.controller = None
rest = used()
more = rest - code - base
print("HEAP", base, code, whole - rest, more)
"""


@dataclass(frozen=True)
class FirmwareHeap:
    """Bytes of MicroPython's heap."""

    base: int
    code: int
    """the firmware's modules, tables and names"""
    state: int
    """what the firmware keeps after the hand"""
    simulator: int
    """the simulator's modules and what it keeps"""
    smallest: int
    """the smallest heap with which the hand is played"""

    @property
    def working(self) -> int:
        """State and everything temporary."""
        return self.smallest - self.base - self.code - self.simulator

    @property
    def in_all(self) -> int:
        """The firmware, with the interpreter's own part."""
        return self.smallest - self.simulator

    def __str__(self) -> str:
        """Say it in a line, in KiB."""
        return (
            f"code {self.code / 1024:.0f}, state {self.state / 1024:.0f}, working peak "
            f"{self.working / 1024:.0f}, in all {self.in_all / 1024:.0f} KiB; the simulator apart "
            f"{self.simulator / 1024:.0f} KiB"
        )


def measured(folder: Path, module: str, table: str) -> FirmwareHeap:
    """Play the hand with less and less heap."""
    compiled = compile_shared(folder / "compiled", PLAYER)
    script = folder / "heap.py"

    def figures(heap_bytes: int) -> list[int]:
        with tempfile.TemporaryDirectory(dir=folder) as card:
            work = SCRIPT.format(module=module, table=table, folder=card)
            script.write_text(work, encoding="utf-8")
            return _figures(heap_bytes)

    def _figures(heap_bytes: int) -> list[int]:
        told = run_micropython(script, (), heap_bytes, compiled).decode()
        return [int(word) for word in told.strip().splitlines()[-1].split()[1:]]

    base, code, state, simulator = figures(HEAP_BYTES_MAX)
    too_small = (base + code + simulator) // STEP_BYTES
    enough = HEAP_BYTES_MAX // STEP_BYTES
    while enough - too_small > 1:
        # the answer lies near the low end: grow in doubling steps before halving
        middle = min((too_small + enough) // 2, too_small + max(too_small // 2, 1))
        try:
            figures(middle * STEP_BYTES)
        except ScriptError as failed:
            if "MemoryError" not in str(failed):
                raise
            too_small = middle
        else:
            enough = middle
    return FirmwareHeap(base, code, state, simulator, enough * STEP_BYTES)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("module", "table"), [("board", "SimTable"), ("register_board", "RegisterTable")]
)
def test_whole_firmware_fits_a_board(tmp_path: Path, module: str, table: str) -> None:
    heap = measured(tmp_path, module, table)
    print(f"\nheap of the whole firmware, a hand of ten on {table}: {heap}")
    assert heap.in_all <= FIRMWARE_BYTES_MAX
    assert heap.working <= WORKING_BYTES_MAX
