"""A note that is not taken at once is given again; a dead memory is named and costs little."""

from __future__ import annotations

import pytest

from firmware.app.faults import Faults
from firmware.app.steady_memory import SteadyMemory
from firmware.schema.faults import FAULT_MEMORY_SILENT, RETRY
from hal.errors import NACK, REFUSED, HalError
from hal.sim.memory import SimOrderMemory


class Stumbling(SimOrderMemory):
    def __init__(self) -> None:
        super().__init__()
        self.failures = 0
        self.kind = NACK
        self.calls = 0

    def _stumble(self) -> None:
        self.calls += 1
        if self.failures:
            self.failures -= 1
            raise HalError(self.kind, "fram")

    def read(self, offset: int, count: int) -> bytes:
        self._stumble()
        return super().read(offset, count)

    def write(self, offset: int, content: bytes) -> None:
        self._stumble()
        super().write(offset, content)


def steady() -> tuple[Stumbling, Faults, SteadyMemory]:
    memory, faults = Stumbling(), Faults()
    return memory, faults, SteadyMemory(memory, faults)


def test_as_many_stumbles_as_the_fault_table_allows_are_nobodys_business() -> None:
    memory, faults, note = steady()
    memory.failures = RETRY[FAULT_MEMORY_SILENT]
    note.write(0, b"abc")
    memory.failures = RETRY[FAULT_MEMORY_SILENT]
    assert note.read(0, 3) == b"abc"
    assert faults.inputs == []


def test_one_more_is_a_fault_told_once_and_cleared_by_the_next_call_that_works() -> None:
    memory, faults, note = steady()
    memory.failures = 100
    for _ in range(3):
        with pytest.raises(HalError):
            note.write(0, b"abc")
    assert faults.stands(FAULT_MEMORY_SILENT)
    assert faults.is_stopped()
    assert len(faults.inputs) == 1
    memory.failures = 0
    note.write(0, b"abc")
    assert not faults.is_stopped()


def test_a_dead_memory_costs_one_call_once_it_is_named() -> None:
    memory, _faults, note = steady()
    memory.failures = 1000
    with pytest.raises(HalError):
        note.read(0, 3)
    assert memory.calls == RETRY[FAULT_MEMORY_SILENT] + 1
    with pytest.raises(HalError):
        note.read(0, 3)
    assert memory.calls == RETRY[FAULT_MEMORY_SILENT] + 2


def test_a_place_outside_the_memory_is_our_mistake_and_not_tried_again() -> None:
    memory, faults, note = steady()
    memory.failures, memory.kind = 1, REFUSED
    with pytest.raises(HalError):
        note.read(0, 3)
    assert memory.calls == 1
    assert not faults.stands(FAULT_MEMORY_SILENT)


def test_it_does_not_print_itself() -> None:
    assert repr(steady()[2]) == "<memory>"
