"""Whether each toothed belt of the machine is one that is sold, and long enough and not too long.

A belt's length follows from two wheels and the distance of their shafts; closed belts are sold in
steps, so the distance is what gives way: a motor in a slot, or an idler that takes up the rest.
Rule of the file: geometry of two circles along the pitch line; what a belt bears is a maker's.
"""

from __future__ import annotations

from math import asin, degrees, hypot, pi, sqrt
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from host_tools.hardware.sheet import Point

SLOT_MM = 0.3  # of its length, that a motor's slot or a shaft's bracket evens out


def shafts(of: dict[str, Any]) -> dict[str, Point]:
    """Where each shaft stands: the arm's from the axis, the feeder's along its slit."""
    found: dict[str, Point] = {"axis": (0.0, 0.0)}
    found |= {name: (at[0], at[1]) for name, at in of["arm_shafts"].items()}
    it, half = of["feeder"], of["feeder"]["roller"] / 2
    found["feeder_pair"], found["feeder_pick"] = (it["pair"], -half), (it["pick"], -half)
    found["feeder_motor"] = (it["motor"][0], it["motor"][1])
    return found


def radius(of: dict[str, Any], teeth: int) -> float:
    """Of a wheel's pitch line."""
    return teeth * of["belts"]["pitch"] / (2 * pi)


def length_mm(of: dict[str, Any], teeth: tuple[int, int], apart: float) -> float:
    """Of a belt around two wheels whose shafts are so far apart; ValueError where they overlap."""
    one, other = sorted(radius(of, count) for count in teeth)
    tilt = asin((other - one) / apart)
    straight = sqrt(apart**2 - (other - one) ** 2)
    return 2 * straight + pi * (one + other) + 2 * tilt * (other - one)


def apart_mm(of: dict[str, Any], row: dict[str, Any]) -> float:
    """From shaft to shaft."""
    a, b = (shafts(of)[name] for name in row["shafts"])
    return hypot(a[0] - b[0], a[1] - b[1])


def meshing(of: dict[str, Any], row: dict[str, Any]) -> float:
    """Teeth of the smaller wheel that the belt holds."""
    one, other = sorted(row["teeth"])
    tilt = asin((radius(of, other) - radius(of, one)) / apart_mm(of, row))
    return one * (180 - 2 * degrees(tilt)) / 360


def fits(of: dict[str, Any], row: dict[str, Any]) -> Iterator[str]:
    """One belt: sold, of the right length, and held by enough teeth."""
    name, belts = row["name"], of["belts"]
    if row["length"] not in belts["sold"]:
        yield f"belt from {name}: nobody sells one of {row['length']} mm"
    wants = length_mm(of, (row["teeth"][0], row["teeth"][1]), apart_mm(of, row))
    slack = row["length"] - wants
    low, high = (0.0, belts["slack"]) if row["tight"] == "idler" else (-SLOT_MM, SLOT_MM)
    if not low <= slack <= high:
        yield f"belt from {name}: {row['length']} mm, its way is {wants:.1f}"
    if meshing(of, row) < belts["mesh"]:
        yield f"belt from {name}: {meshing(of, row):.1f} teeth hold it"


def steps_agree(of: dict[str, Any], geared: dict[str, Any]) -> Iterator[str]:
    """Belts have the teeth with which the motors are reckoned."""
    rows = {row["name"]: row for row in geared["gear"]}
    every = {row["name"]: row["teeth"] for row in of["belt"]}
    for name, motor, key in (
        ("path motor to countershaft", "path", "wheels"),
        ("countershaft to launch rollers", "path", "launch_wheels"),
        ("feeder motor to pair", "feeder", "wheels"),
    ):
        wheels = rows[motor][key]
        wheels = wheels[0] if key == "wheels" else wheels
        if every[name] != wheels:
            yield f"belt from {name}: {every[name]} teeth, {wheels} are reckoned with"


def pull_newton(of: dict[str, Any], row: dict[str, Any], newton_metres: float) -> float:
    """In a belt whose first wheel gives so much."""
    return 1000 * newton_metres / radius(of, row["teeth"][0])


def complaints(
    of: dict[str, Any], geared: dict[str, Any], turret_newton_metres: float
) -> Iterator[str]:
    """What does not fit; newton metres: of the turret, its safety included."""
    for row in of["belt"]:
        yield from fits(of, row)
    yield from steps_agree(of, geared)
    row = next(row for row in of["belt"] if "turret_motor" in row["shafts"])
    pulls, bears = (
        pull_newton(of, row, turret_newton_metres),
        of["belts"]["newton_per_mm"] * row["width"],
    )
    if pulls > bears:
        yield f"belt from {row['name']}: pulled with {pulls:.0f} N, {bears:.0f} are allowed"
