"""Whether the cables from the box reach the panels and the machine, and a panel's its wells.

The box hangs below the machine, its glands toward the seats; a panel sits on the rail half way
between the wells of its two seats. Each way is straight and a tenth more, as in the machine.
Rule of the file: who cuts a cable by the list can lay it.
"""

from __future__ import annotations

from math import dist, hypot
from typing import TYPE_CHECKING, Any

from host_tools.hardware.channels import channels
from host_tools.hardware.machine_parts import mounted
from host_tools.hardware.reach import WELL_MIDDLE_MM

if TYPE_CHECKING:
    from collections.abc import Iterator

    from host_tools.hardware.cables import Cable
    from host_tools.hardware.perfboard import Sheet
    from host_tools.hardware.sheet import Point
    from host_tools.hardware.source import Board


def wells(of: dict[str, Any]) -> dict[int, Point]:
    """Middle of each well and tray, from the table's middle, by place."""
    start, off = of["channels"]["start"], of["table"]["axis_off"]
    found = {}
    for one in channels(of):
        x, y = one.point(start, one.length - WELL_MIDDLE_MM)
        found[one.place] = x, y - off
    return found


def on_rail(of: dict[str, Any], at: Point) -> Point:
    """The middle of the rail nearest to a point of the table."""
    table = of["table"]
    half = (table["length"] - table["width"]) / 2
    radius = (table["width"] - table["rail"]) / 2
    if abs(at[0]) <= half:
        return at[0], radius if at[1] > 0 else -radius
    middle = half if at[0] > 0 else -half
    away = hypot(at[0] - middle, at[1])
    return middle + (at[0] - middle) / away * radius, at[1] / away * radius


def panel(of: dict[str, Any], number: int) -> Point:
    """Where panel 1 to 5 sits, from the table's middle."""
    at = wells(of)
    one, other = at[2 * number - 1], at[2 * number]
    return on_rail(of, ((one[0] + other[0]) / 2, (one[1] + other[1]) / 2))


def complaints(
    of: dict[str, Any], board: Board, sheets: dict[str, Sheet], every: list[Cable]
) -> Iterator[str]:
    """What is too short."""
    spare, cloth = of["arm_wires"]["spare"], of["height"]["cloth"]
    box = tuple(of["table"]["box"])
    runs = {run.name: 1000 * run.metres for run in board.runs}
    for number in range(1, board.panel_count + 1):
        way = spare * dist(box, (*panel(of, number), cloth))
        if way > runs[f"panel{number}"]:
            has = runs[f"panel{number}"]
            yield f"panel {number} is {way:.0f} mm from the box, its cable {has:.0f}"
    there = next(one for one in mounted(of, sheets) if one.name == "interface")
    x, y = there.point(there.along / 2, 0.0)
    down = -of["hoop"]["foot"] - of["base"]["thick"]
    way = spare * dist(box, (x, y - of["table"]["axis_off"], down))
    metres = {cable.name: 1000 * cable.metres for cable in every}
    for name, has in (
        ("card_machine", runs["card_machine"]),
        ("motor_supply", metres["motor_supply"]),
    ):
        if way > has:
            yield f"cable {name}: {way:.0f} mm from the box to the interface, it has {has:.0f}"
    at = wells(of)
    for number in range(1, board.panel_count + 1):
        for seat in (2 * number - 1, 2 * number):
            way = spare * dist(panel(of, number), at[seat])
            if way > metres["well"]:
                yield f"well {seat} is {way:.0f} mm from its panel, its cable {metres['well']:.0f}"
