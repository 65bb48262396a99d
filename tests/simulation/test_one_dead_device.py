"""One device that is stuck, dead or silent costs the others one budget of retries, with figures.

The table's passes are timed in virtual milliseconds at register level, where a held line costs
25 ms a transfer. A budget is the retries of the fault table: 4 tries of 25 ms.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from firmware.schema.faults import (
    FAULT_DISPLAY_SILENT,
    FAULT_INNER_BUS_STUCK,
    FAULT_PANEL_SILENT,
    FAULT_TABLE_BUS_STUCK,
    RETRY,
)
from hal.errors import NACK, HalError
from hal.ports import KEY_DOWN
from hal.sim.main import Simulation
from hal.sim.register_board import PANEL_AT
from hal.sim.room import MemoryRoom

if TYPE_CHECKING:
    from collections.abc import Callable

HELD_LINE_MS = 25
BUDGET_MS = (RETRY[FAULT_PANEL_SILENT] + 1) * HELD_LINE_MS
RETRIES_ALIKE = RETRY[FAULT_PANEL_SILENT] == RETRY[FAULT_DISPLAY_SILENT]
WATCHED_MS = 12_000  # of one player's turn, who does nothing


def table() -> Simulation:
    simulation = Simulation(
        b"dead", hands=3, stacks={1: 3000, 2: 3000}, room=MemoryRoom(), level="register"
    )
    disk = simulation.table.board.store
    while not any(b" turn_opened " in disk.read(one) for one in disk.segments()):
        simulation.advance(simulation.one_pass())
    return simulation


def passes_ms(simulation: Simulation) -> list[float]:
    """How long each pass kept everybody waiting."""
    took = []
    end_ms = simulation.clock.now_ms() + WATCHED_MS
    while simulation.clock.now_ms() < end_ms:
        began_us = simulation.clock.now_us()
        wait_ms = simulation.controller.one_pass()
        took.append((simulation.clock.now_us() - began_us) / 1000)
        simulation.advance(wait_ms)
    return took


def play(simulation: Simulation, for_ms: int) -> None:
    """With the floor, which resumes a held hand."""
    end_ms = simulation.clock.now_ms() + for_ms
    while simulation.clock.now_ms() < end_ms:
        simulation.advance(simulation.one_pass())


def hold_branch(number: int) -> Callable[[Simulation], None]:
    def hold(simulation: Simulation) -> None:
        simulation.table.switch.branches[number].is_scl_held = True  # type: ignore[attr-defined]

    return hold


def unplug_branch(number: int) -> Callable[[Simulation], None]:
    def unplug(simulation: Simulation) -> None:
        simulation.table.switch.branches[number].chips.clear()  # type: ignore[attr-defined]

    return unplug


def unplug_centre(simulation: Simulation) -> None:
    wires = simulation.table.switch.branches[6]  # type: ignore[attr-defined]
    wires.detach(0x76, wires.at(0x76)[0])


CASES = {
    "a stuck branch of a panel": hold_branch(5),
    "a stuck branch of the centre": hold_branch(6),
    "a dead panel": unplug_branch(4),
    "a dead centre display": unplug_centre,
}


def test_all_devices_with_a_line_to_hold_have_the_same_budget() -> None:
    assert RETRIES_ALIKE


@pytest.mark.parametrize("case", CASES)
def test_nobody_waits_longer_than_one_budget_of_retries(case: str) -> None:
    well = table()
    quiet = passes_ms(well)
    simulation = table()
    CASES[case](simulation)
    took = passes_ms(simulation)
    assert max(took) <= max(quiet) + BUDGET_MS
    lost_ms = max(sum(took) - sum(quiet), 0)
    tries = WATCHED_MS / 1000 + RETRY[FAULT_PANEL_SILENT] + 1  # a cut branch is tried each second
    print(
        f"{case}: longest pass {max(took):.1f} ms (well: {max(quiet):.1f}), {lost_ms:.0f} ms lost"
    )
    assert (
        lost_ms <= tries * 2 * HELD_LINE_MS
    )  # the branch itself, and the look whether it is free


def test_a_held_trunk_is_not_waited_for_in_every_transfer() -> None:
    """Two waits and the tries to free it, one a second; everything else is refused at once."""
    simulation = table()
    simulation.table.table_bus.wires.is_scl_held = True  # type: ignore[attr-defined]
    took = passes_ms(simulation)
    assert max(took) <= BUDGET_MS + HELD_LINE_MS
    assert sum(took) <= WATCHED_MS / 1000 * (2 * HELD_LINE_MS + 10) + BUDGET_MS
    assert simulation.controller.faults.stands(FAULT_TABLE_BUS_STUCK)
    assert not simulation.controller.faults.stands(FAULT_INNER_BUS_STUCK)
    simulation.table.table_bus.wires.is_scl_held = False  # type: ignore[attr-defined]
    passes_ms(simulation)
    assert not simulation.controller.faults.stands(FAULT_TABLE_BUS_STUCK)
    assert not simulation.controller.faults.stands(FAULT_PANEL_SILENT)


@pytest.mark.parametrize("lost", [1, 5, 6, 7, 8, 10, 40])
def test_lamp_that_could_not_go_dark_shines_again_when_its_panel_answers(lost: int) -> None:
    """The panel is out for so many transfers while a key of the asked seat is down."""
    simulation = table()
    simulation.people.wait(True)
    panels = [simulation.table.panel(seat) for seat in range(1, 11)]
    play(simulation, 500)
    seat = next(seat for seat, panel in enumerate(panels, 1) if panel.is_lit(seat))
    panel, left = panels[seat - 1], [lost]

    def fail(address: int, _out: object, _count: int) -> None:
        if address == PANEL_AT + (seat - 1) // 2 and left[0]:
            left[0] -= 1
            raise HalError(NACK, "table_bus", "a loose plug")

    panel.press(seat, KEY_DOWN)
    simulation.table.table_bus.before_transfer = fail  # type: ignore[attr-defined]
    play(simulation, 60)
    panel.release(seat, KEY_DOWN)
    play(simulation, 3000)
    assert not left[0]
    assert panel.is_lit(seat), "the table waits for it"
