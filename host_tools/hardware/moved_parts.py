"""What turns and slides with each motor that starts from rest, summed from its wheels and rollers.

A wheel is a rim; its belt, its rollers and what slides add to it, each seen from the shaft by the
square of its step. Compared with what motors.toml reckons with. Rule of the file: printed wheels
of the thickness that mechanics.toml says, weighed by nobody.
"""

from __future__ import annotations

from math import pi
from typing import TYPE_CHECKING, Any

from host_tools.hardware import belts

if TYPE_CHECKING:
    from collections.abc import Iterator


def rim_gcm2(of: dict[str, Any], radius: float, high: float) -> float:
    """Of a rim whose outer edge is at this radius in millimetres; a full disc when it is small."""
    inner = max(0.0, radius - of["wheels"]["rim"])
    cubic_cm = pi * (radius**2 - inner**2) * high / 1000
    return cubic_cm * of["wheels"]["grams_cm3"] * (radius**2 + inner**2) / 2 / 100


def _belt_gcm2(of: dict[str, Any], row: dict[str, Any], teeth: int) -> float:
    """Of a belt, seen from the wheel of so many teeth."""
    grams = of["wheels"]["belt_grams_m"] * row["length"] / 1000 * row["width"] / 6
    return grams * (belts.radius(of, teeth) / 10) ** 2


def _wheel(of: dict[str, Any], teeth: int) -> float:
    return rim_gcm2(of, belts.radius(of, teeth), of["wheels"]["high"])


def _roller(grams: float, across: float) -> float:
    return grams * (across / 20) ** 2 / 2


def path_gcm2(of: dict[str, Any]) -> float:
    """Countershaft, both pairs of rollers, and the launch rollers through their step."""
    first, second, third, launch = of["belt"][:4]
    roller = _roller(of["arm"]["roller_grams"], of["arm"]["roller"])
    found = _wheel(of, first["teeth"][1]) + _belt_gcm2(of, first, first["teeth"][1])
    for row in (second, third):
        found += 2 * _wheel(of, row["teeth"][0]) + _belt_gcm2(of, row, row["teeth"][0])
    found += 4 * roller
    drives, driven = launch["teeth"]
    found += _wheel(of, drives) + _belt_gcm2(of, launch, drives)
    return found + (_wheel(of, driven) + 2 * roller) * (drives / driven) ** 2


def feeder_gcm2(of: dict[str, Any]) -> float:
    """The pair's wheel and rollers, and the pick roller's."""
    it, rows = of["feeder"], {row["name"]: row for row in of["belt"]}
    first, second = rows["feeder motor to pair"], rows["pair to pick roller"]
    found = _wheel(of, first["teeth"][1]) + _belt_gcm2(of, first, first["teeth"][1])
    found += 2 * _roller(it["roller_grams"], it["roller"]) + it["roller_gcm2"]
    return found + 2 * _wheel(of, second["teeth"][0]) + _belt_gcm2(of, second, second["teeth"][0])


def ejector_gcm2(of: dict[str, Any]) -> float:
    """The finger's wheel, and finger and rack at their pinion's edge."""
    it = of["ejector"]
    wheel = rim_gcm2(of, it["wheel_module"] * 60, it["wheel_high"])
    return wheel + it["finger_grams"] * (it["rack_module"] * it["rack_teeth"] / 20) ** 2


def complaints(of: dict[str, Any], geared: dict[str, Any]) -> Iterator[str]:
    """What is more than its motor is reckoned with."""
    reckoned = {row["name"]: row["moved_gcm2"] for row in geared["gear"]}
    for name, found in (
        ("path", path_gcm2(of)), ("feeder", feeder_gcm2(of)), ("ejector", ejector_gcm2(of)),
    ):  # fmt: skip
        if found > reckoned[name]:
            yield f"{name}: {found:.1f} g cm2 turn with it, {reckoned[name]:.1f} are reckoned with"
