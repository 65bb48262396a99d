"""What the hand core takes of a small board's memory, measured on MicroPython and printed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.interpreters.run import measure_heap
from tests.source_tree import named, shared_files

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.interpreters

HAND_BYTES_MAX = 256 * 1024
"""Budget of core and evaluator together on the 64-bit port, whose words are twice a board's."""

ONLY_WITH_MEMORY = {"firmware.evaluator.by_lookup", "firmware.evaluator.tables"}
"""Chosen by `firmware.compat.memory` where tables fit, so never loaded on a board."""


def modules_of(*rooms: str) -> list[str]:
    """Return the modules of the rooms that a board loads."""
    names = [named(path).removesuffix(".py").replace("/", ".") for path in shared_files()]
    wanted = [name for name in names if name.startswith(rooms) and not name.endswith("__init__")]
    return [name for name in wanted if name not in ONLY_WITH_MEMORY]


def test_core_and_evaluator_fit_the_budget_of_a_board(tmp_path: Path) -> None:
    imports = "\n".join(
        f"import {name}" for name in modules_of("firmware.core.", "firmware.evaluator.")
    )
    heap = measure_heap(imports, "import firmware.evaluator as e\ne.evaluate((0, 5, 9, 20, 51))",
                        tmp_path)  # fmt: skip
    print(f"\nheap of core and evaluator: {heap}")
    assert heap.smallest <= HAND_BYTES_MAX
