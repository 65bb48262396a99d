"""What the hand core takes of a small board's memory, measured on MicroPython and printed.

The budgets count on the 64-bit port, whose words are twice a board's.
"""

from __future__ import annotations

import pytest

from tests.interpreters.run import Heap, measure_heap
from tests.source_tree import named, shared_files

pytestmark = pytest.mark.interpreters

HEAP_BYTES_MAX = 336 * 1024
"""Core with its rulings and evaluator in all, a hand of ten being played; what counts in the end
is the whole firmware, 640 KiB (`test_firmware_heap`).
"""

FREE_BYTES_MIN = 64 * 1024
"""Left of that after the hand."""

HAND_BYTES_MAX = 64 * 1024
"""Everything a hand of ten takes beside the code."""

ONLY_WITH_MEMORY = {"firmware.evaluator.by_lookup", "firmware.evaluator.tables"}
"""Chosen by `firmware.compat.memory` where tables fit, so never loaded on a board."""

DRIVER = (
    "tests/table_driver.py",
    "tests/hand_stories.py",
    "tests/interpreters/hand_of_ten.py",
)
"""The faultless machine and people; the memory they take is counted as if it were the core's."""

IMPORTS = """
from tests.interpreters import hand_of_ten
"""

WORK = """
driver = hand_of_ten.play()
"""


def modules_of(*rooms: str) -> list[str]:
    """Return the modules of the rooms that a board loads."""
    names = [named(path).removesuffix(".py").replace("/", ".") for path in shared_files()]
    wanted = [name for name in names if name.startswith(rooms) and not name.endswith("__init__")]
    return [name for name in wanted if name not in ONLY_WITH_MEMORY]


@pytest.fixture(scope="module")
def heap(tmp_path_factory: pytest.TempPathFactory) -> Heap:
    imports = [f"import {name}" for name in modules_of("firmware.core.", "firmware.evaluator.")]
    folder = tmp_path_factory.mktemp("heap")
    found = measure_heap("\n".join(imports) + IMPORTS, WORK, folder, DRIVER)
    print(f"\nheap of core, evaluator and a hand of ten: {found}")
    return found


def test_core_and_evaluator_fit_the_budget_of_a_board(heap: Heap) -> None:
    assert heap.smallest <= HEAP_BYTES_MAX


def test_a_hand_of_ten_leaves_room_for_the_rest(heap: Heap) -> None:
    assert heap.base + heap.code + heap.state <= HEAP_BYTES_MAX - FREE_BYTES_MIN


def test_a_hand_of_ten_is_played_in_little_memory(heap: Heap) -> None:
    assert heap.working <= HAND_BYTES_MAX
