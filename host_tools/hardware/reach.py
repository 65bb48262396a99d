"""Whether the machine's cables reach: along the row of boards, to the arm, to mouths and wells.

A length stands once where the bus is reckoned and once where cables are cut; both must be the
same. The others are compared with the straight way and a tenth more. Rule of the file: a cable
that is too short is found here, not below the table.
"""

from __future__ import annotations

from math import cos, hypot, radians, sin
from typing import TYPE_CHECKING, Any

from host_tools.hardware import arm_parts, sensors
from host_tools.hardware.channels import channels, mouth_degrees
from host_tools.hardware.machine_parts import mounted
from host_tools.hardware.sheet import polar

if TYPE_CHECKING:
    from collections.abc import Iterator

    from host_tools.hardware.cables import Cable
    from host_tools.hardware.perfboard import Sheet
    from host_tools.hardware.sheet import Point

SENSE_LOTS = (("mouth", 1), ("lies", 2))
"""Which lot of cable `sensor` a far sensor takes; 0 is everything else."""
WELL_MIDDLE_MM = 50.0  # before the well's far end


def row_is_one(sensed: dict[str, Any], cables: dict[str, Cable]) -> Iterator[str]:
    """The row's cables are cut as long as the sensors' bus is reckoned."""
    first, row = cables["sensors"], cables["sensor_row"]
    cut = [first.metres] + [metres for count, metres in row.lots for _ in range(count)]
    reckoned = sensed["bus"]["cable_m"]
    if cut != reckoned:
        yield f"cables.toml cuts the sensors' row {cut} m, sensors.toml reckons {reckoned}"


def arm_is_reached(
    of: dict[str, Any], at: dict[str, Point], cables: dict[str, Cable]
) -> Iterator[str]:
    """A wire goes to the bridge's post, up, along the bridge, in a loop, and out on the arm."""
    wires, rim, arm = of["arm_wires"], of["slot"]["outer_radius"] + of["turret"]["gap"], of["arm"]
    post, ends = polar(arm["post"][0], arm_parts.post_degrees(of)), wires["ends"]
    up = arm["bridge_up"] + of["hoop"]["foot"] + of["base"]["thick"]
    down = arm["bridge_up"] - arm["plate_up"]
    hangs = up + arm["post"][0] - ends + down + wires["loop"]
    for row in of["arm_wire"]:
        x, y = at[row["begins"]]
        way = hypot(x - post[0], y - post[1]) + hangs
        way = wires["spare"] * (way + rim + of["path"][row["ends"]] - ends)
        cable = cables[row["cable"]]
        longest = cable.lots[-1][1] if cable.lots else cable.metres
        if way > 1000 * longest:
            yield f"cable {cable.name}: {way:.0f} mm to the arm, it has {1000 * longest:.0f}"


def far_sensors(
    of: dict[str, Any], sensed: dict[str, Any], at: dict[str, Point]
) -> Iterator[tuple[str, int, float]]:
    """Name and number of every mouth's and well's sensor, millimetres straight from its board."""
    every = {one.place: one for one in channels(of)}
    mouths, start = of["turret"]["mouths"], of["channels"]["start"]
    for seat in sensors.seats(sensed):
        x, y = at[f"sensors {seat.board}"]
        if seat.name == "mouth":
            angle = radians(mouth_degrees(of, mouths.index(seat.number)))
            there = of["turret"]["radius"] * cos(angle), of["turret"]["radius"] * sin(angle)
        elif seat.name == "lies":
            one = every[seat.number]
            there = one.point(start, one.length - WELL_MIDDLE_MM)
        else:
            continue
        yield seat.name, seat.number, hypot(there[0] - x, there[1] - y)


def far_sensors_are_reached(
    of: dict[str, Any], sensed: dict[str, Any], at: dict[str, Point], cables: dict[str, Cable]
) -> Iterator[str]:
    """As many cables of each length as there are sensors that want it, and long enough."""
    lots, lot_of = cables["sensor"].lots, dict(SENSE_LOTS)
    counts = [0] * len(lots)
    for seat in sensors.seats(sensed):
        counts[lot_of.get(seat.name, 0)] += 1
    if counts != [count for count, _ in lots]:
        yield f"cable sensor: {counts} are wanted of its lengths"
    for name, number, straight in far_sensors(of, sensed, at):
        way, has = straight * of["arm_wires"]["spare"], 1000 * lots[lot_of[name]][1]
        if way > has:
            yield f"{name} {number} is {way:.0f} mm from its board, its cable {has:.0f}"


def complaints(
    of: dict[str, Any], sensed: dict[str, Any], sheets: dict[str, Sheet], every: list[Cable]
) -> list[str]:
    """What does not fit."""
    cables = {cable.name: cable for cable in every}
    at = {one.name: one.point(one.along / 2, 0.0) for one in mounted(of, sheets)}
    return [
        *row_is_one(sensed, cables),
        *arm_is_reached(of, at, cables),
        *far_sensors_are_reached(of, sensed, at, cables),
    ]
