"""What a board's memory gets back."""

from __future__ import annotations

import sys
from types import ModuleType

import pytest

from firmware.compat import memory


@pytest.fixture
def child(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    parent, child = ModuleType("a_room"), ModuleType("a_room.rows")
    monkeypatch.setitem(sys.modules, "a_room", parent)
    monkeypatch.setitem(sys.modules, "a_room.rows", child)
    parent.rows = child  # type: ignore[attr-defined]
    return child


def test_a_board_forgets_a_module_whose_values_are_taken_over(child, monkeypatch) -> None:
    monkeypatch.setattr(memory, "TABLES_FIT", False)
    memory.forget(child)
    assert "a_room.rows" not in sys.modules
    assert not hasattr(sys.modules["a_room"], "rows")


def test_a_module_whose_room_does_not_name_it_is_forgotten_too(child, monkeypatch) -> None:
    monkeypatch.setattr(memory, "TABLES_FIT", False)
    del sys.modules["a_room"].rows  # type: ignore[attr-defined]
    memory.forget(child)
    assert "a_room.rows" not in sys.modules


def test_a_machine_with_memory_forgets_nothing(child) -> None:
    memory.forget(child)
    assert sys.modules["a_room.rows"] is child


class Full:
    """Something with names."""


def test_room_is_left_among_the_names_of_an_object_on_a_board_only(monkeypatch) -> None:
    one = Full()
    memory.leave_room(one, 3)
    assert not vars(one)
    monkeypatch.setattr(memory, "TABLES_FIT", False)
    memory.leave_room(one, 3)
    assert len(vars(one)) == 3
