"""One verdict a device at every start."""

from __future__ import annotations

import pytest

from firmware.app.boot import BootNote
from firmware.app.self_test import self_test
from firmware.lines.writer import write
from hal.errors import NACK, HalError
from hal.sim.register_board import RegisterTable

DEVICES = {
    "noise", "store", "order_memory", "card_machine",
    "panel1", "panel2", "panel3", "panel4", "panel5",
    "seat1", "seat2", "seat3", "seat4", "seat5", "seat6", "seat7", "seat8", "seat9", "seat10",
    "centre1", "centre2",
}  # fmt: skip


@pytest.fixture
def table() -> RegisterTable:
    return RegisterTable(b"self test")


def verdicts(table: RegisterTable) -> tuple[set[str], set[str]]:
    memory = table.board.order_memory
    try:
        note = BootNote(memory)
        note.count_up(bytes(8))
        count = note.count
    except HalError:
        count = 1
    found = self_test(table.board, memory, count)
    assert write(found.message(), 1, 0)
    return set(found.passed), set(found.failed)


def test_a_whole_table_passes_with_every_device_named(table: RegisterTable) -> None:
    passed, failed = verdicts(table)
    assert passed == DEVICES
    assert not failed


@pytest.mark.parametrize("at", range(5))
def test_a_panel_without_its_branch_fails_with_its_two_displays(
    table: RegisterTable, at: int
) -> None:
    table.switch.branches[1 + at].chips.clear()
    passed, failed = verdicts(table)
    assert failed == {f"panel{at + 1}", f"seat{2 * at + 1}", f"seat{2 * at + 2}"}
    assert passed | failed == DEVICES


def test_a_centre_display_and_a_machine_that_are_dead_are_told_apart(table: RegisterTable) -> None:
    table.switch.branches[7].chips.clear()
    wires = table.switch.branches[6]
    wires.detach(0x76, wires.at(0x76)[0])
    _passed, failed = verdicts(table)
    assert failed == {"card_machine", "centre2"}


def test_a_memory_that_does_not_remember_fails(table: RegisterTable) -> None:
    found = self_test(table.board, table.board.order_memory, 7)
    assert found.failed == ["order_memory"]

    class Dead:
        def read(self, offset: int, count: int) -> bytes:
            raise HalError(NACK, "fram")

        write = read

    assert self_test(table.board, Dead(), 7).failed == ["order_memory"]  # type: ignore[arg-type]


def test_all_segments_are_lit_for_whoever_stands_there(table: RegisterTable) -> None:
    verdicts(table)
    assert table.seat_displays[3].segments == b"\xff" * 8
