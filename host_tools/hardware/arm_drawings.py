"""Draws the arm: from above with its belts, from the side with rollers and shafts, and the hub.

Each sheet says what is fixed, with a number, and what is free to whoever makes the part. Rule of
the file: every measure is a number of mechanics.toml, or what `arm_parts` and `belts` make of it.
"""

from __future__ import annotations

from math import asin, atan2, cos, hypot, pi, sin
from typing import TYPE_CHECKING, Any

from host_tools.hardware import arm_parts, belts, card_budget
from host_tools.hardware.arm_words import word
from host_tools.hardware.part_paper import notes, part_paper

if TYPE_CHECKING:
    from collections.abc import Callable

    from host_tools.hardware.sheet import Point, Sheet

_KINDS = ("light", "", "hidden", "thin")  # of a belt, by its layer; 0 is off the arm
_DRIVEN = ("rollers_1", "rollers_2", "launch")


def _belt(paper: Sheet, one: tuple[Point, float], other: tuple[Point, float], kind: str) -> None:
    """Two wheels and the two straights of the belt around them."""
    (a, ra), (b, rb) = one, other
    apart = hypot(b[0] - a[0], b[1] - a[1])
    along, tilt = atan2(b[1] - a[1], b[0] - a[0]), asin((ra - rb) / apart)
    for side in (1, -1):
        turn = along + side * (pi / 2 - tilt)
        start = a[0] + ra * cos(turn), a[1] + ra * sin(turn)
        paper.line(start, (b[0] + rb * cos(turn), b[1] + rb * sin(turn)), kind=kind)
    paper.circle(a, ra, kind)
    paper.circle(b, rb, kind)


def _belts(paper: Sheet, of: dict[str, Any], layers: tuple[int, ...]) -> None:
    at = belts.shafts(of)
    for row in of["belt"]:
        if row["layer"] in layers:
            ends = [
                (at[name], belts.radius(of, teeth))
                for name, teeth in zip(row["shafts"], row["teeth"], strict=True)
            ]
            _belt(paper, ends[0], ends[1], _KINDS[row["layer"]])


def _told(of: dict[str, Any], language: str) -> list[str]:
    """A line for each belt."""
    return [
        word(
            "belt", language, word(row["name"], language), *row["teeth"], row["length"],
            row["width"], belts.apart_mm(of, row),
        )
        for row in of["belt"]
    ]  # fmt: skip


def above(of: dict[str, Any], language: str) -> str:
    """The arm from above: plate, shafts, motors, belts in three layers."""
    arm, at, path = of["arm"], belts.shafts(of), of["path"]
    paper = part_paper(1240, 920, word("above", language), language)
    paper.at(320, 340, 2.9)
    paper.circle((0, 0), of["arm_code"]["home_radius"], "thin")
    half, hub = arm["half"], arm["hub_radius"]
    edge = (hub**2 - half**2) ** 0.5
    paper.arc(hub, 13, 347, "solid")
    paper.line((edge, half), (arm["end"], half), (arm["end"], -half), (edge, -half))
    paper.line((-70, 0), (arm["end"] + 10, 0), kind="axis")
    paper.circle((0, 0), arm["tube"][0] / 2)
    paper.circle((0, 0), arm["tube"][1] / 2, "thin")
    _belts(paper, of, (1, 2, 3))
    for name in ("path_motor", "ejector_motor"):
        paper.circle(at[name], arm["motor"][0] / 2, "solid")
    wheel = of["ejector"]["wheel_module"] * 60
    paper.circle(at["finger"], wheel, "hidden")
    paper.circle(
        at["finger"], of["ejector"]["rack_module"] * of["ejector"]["rack_teeth"] / 2, "hidden"
    )
    paper.line((-20, 3), (46, 3), kind="hidden")
    for name in _DRIVEN:
        x, y = at[name]
        paper.circle((x, y), arm["roller"] / 2, "solid")
        paper.circle((x, -y), arm["roller"] / 2, "hidden")
    rim = of["slot"]["outer_radius"] + of["turret"]["gap"]
    for side in (4, 14, -4, -14):
        paper.line((rim - 3, side), (arm["end"], side), kind="thin")
    near, far = of["reader"]["window"]
    paper.box(rim + near, -half - 20, far - near, 24, "hidden")
    paper.leader((rim + 34, -half - 18), 60, 40, word("reader", language, arm["reader_room"]))
    for name, way, side in (("gauge", path["gauge"], 10), ("face_up", path["face_up"], 8)):
        paper.box(rim + way - 2, side, 4, 8, "face")
        paper.leader(
            (rim + way, side + 8), 6, -90 if name == "gauge" else -60, word(name, language)
        )
    for name, way in (("entry", 0.0), ("exit", path["exit"])):
        paper.box(rim + way - 2.5, -7, 5, 14, "light")
        paper.leader((rim + way, -7), -10, 170 if way else 110, word(name, language))
    y = arm["rod"][0]
    paper.line((-14, y), (arm["end"] + 6, y), kind="card")
    paper.leader(
        (arm["end"] + 2, y), -6, 150, word("rod", language, of["tray"]["tappet"], arm["rod"][1])
    )
    for name, dx, dy in (
        ("path_motor", -90, -170), ("ejector_motor", -150, -90), ("countershaft", -20, -150),
        ("rollers_1", -30, -130), ("rollers_2", 0, -150), ("launch", 20, -110),
    ):  # fmt: skip
        paper.leader(at[name], dx, dy, word(name, language, *at[name]))
    paper.leader((0, -10), -60, 120, word("tube", language, *arm["tube"][:2]))
    paper.dim((0, -hub - 4), (hub, -hub - 4), -10, f"R {hub:.0f}")
    paper.dim((0, -hub - 4), (arm["end"], -hub - 4), -30, f"{arm['end']:.0f}")
    paper.dim((arm["end"], -half), (arm["end"], half), -20, f"{2 * half:.0f}")
    outside, inertia = arm_parts.outside_grams(of), card_budget.arm_inertia(of)
    notes(
        paper, 745,
        *_told(of, language)[:4],
        word("idler", language, of["belts"]["slack"]),
        word("weight", language, outside, 1000 * of["turret"]["kilograms"], 1e4 * inertia),
        word("finger_told", language, 12, 120, *at["finger"], of["ejector"]["rack_teeth"]),
        word("above_free", language),
    )  # fmt: skip
    return paper.svg()


def side(of: dict[str, Any], language: str) -> str:
    """The path from the side: rollers on their shafts, sensors, layers of belts."""
    arm, path, card = of["arm"], of["path"], of["card"]
    paper = part_paper(1240, 880, word("side", language), language)
    rim = of["slot"]["outer_radius"] + of["turret"]["gap"]
    paper.at(-420, 590, 5.0)
    start, end = rim - 4, arm["end"]
    paper.box(start, -arm["floor"], end - start, arm["floor"], "solid")
    paper.box(start - 12, arm["plate_up"], end - start + 12, arm["plate"], "solid")
    paper.box(rim + 1, 0.4, card["length"], card["width"], "face")
    near, far = of["reader"]["window"]
    low = 0.4 + card["width"] + of["reader"]["out"] - of["reader"]["picture"][1]
    paper.box(rim + near, low, far - near, of["reader"]["picture"][1], "hidden")
    for name in _DRIVEN:
        _shaft(paper, of, name)
    for name, way in (("entry", 0.0), ("exit", path["exit"])):
        paper.line((rim + way, card["width"] - 3.5), (rim + way, arm["plate_up"]), kind="light")
        paper.leader((rim + way, 70), -14, -190, word(name, language))
    paper.box(rim + path["gauge"] - 1, 6, 2, 10, "solid")
    paper.leader((rim + path["gauge"], 12), -110, 20, word("gauge", language))
    paper.box(rim + path["face_up"] - 3, 46, 6, 8, "solid")
    paper.leader((rim + path["face_up"], 48), -60, 60, word("face_up", language))
    paper.leader((rim + near, low + 4), -93, 30, word("reader", language, arm["reader_room"]))
    ways = [("gauge", path["gauge"]), ("reader", path["reader"]), ("face_up", path["face_up"])]
    ways += [("r1", path["rollers"][0]), ("r2", path["rollers"][1]), ("exit", path["exit"])]
    for at, (_, way) in enumerate(sorted([*ways, ("nip", path["nip"])], key=lambda row: row[1])):
        paper.dim((rim, -6), (rim + way, -6), -8 - 17 * at, f"{way:.0f}")
    up, high = arm["roller_up"], arm["roller_high"]
    paper.dim((end, 0), (end, up), -14, f"{up:.0f}")
    paper.dim((end, up), (end, up + high), -14, f"{high:.0f}")
    paper.dim((end, 0), (end, arm["plate_up"]), -40, f"{arm['plate_up']:.0f}")
    top = arm_parts.layer_mm(of, 4)
    paper.dim((end, 0), (end, top), -66, f"{top:.1f}")
    notes(
        paper, 765,
        word("shafts_told", language, arm["roller"], high, arm["grip_newton"]),
        word("slip_told", language, arm["slip_newton"], arm["launch_newton"]),
        word("forks_told", language, card["width"] - 3.5),
        word("side_free", language, arm["floor"]),
    )  # fmt: skip
    return paper.svg()


def _shaft(paper: Sheet, of: dict[str, Any], name: str) -> None:
    """A driven shaft with roller, two bearings, its wheels above the plate."""
    arm, x = of["arm"], belts.shafts(of)[name][0]
    top = max(
        arm_parts.layer_mm(of, layer) for layer, shaft, _ in arm_parts.wheels(of) if shaft == name
    )
    up, high, half = arm["roller_up"], arm["roller_high"], arm["roller"] / 2
    paper.box(x - 1.5, up - 6, 3, top + 8 - up + 6, "thin")
    paper.box(x - half, up, 2 * half, high, "solid")
    for bearing in (up - 5, arm["plate_up"] - 3):
        paper.box(x - 3, bearing, 6, 2.5, "solid")
    for layer, shaft, radius in arm_parts.wheels(of):
        if shaft == name:
            paper.box(x - radius, arm_parts.layer_mm(of, layer), 2 * radius, 7.0)


def hub(of: dict[str, Any], language: str) -> str:
    """What stands above each other at the axis, from the drum's motor to the cloth."""
    arm, drum, base = of["arm"], of["drum"], of["base"]
    paper = part_paper(1240, 980, word("hub", language), language)
    paper.at(620, 540, 2.7)
    foot = -of["hoop"]["foot"]
    plate = foot - base["thick"]
    paper.line((0, plate - 90), (0, of["height"]["cloth"] + 6), kind="axis")
    paper.box(-28, plate - 76, 56, 76, "solid")
    paper.box(-170, plate, 340, base["thick"], "solid")
    inner, outer = of["slot"]["inner_radius"], of["slot"]["outer_radius"]
    floor = of["slot_beam"]["floor_radius"]
    paper.box(-floor, -drum["floor"], 2 * floor, drum["floor"])
    for side in (-1, 1):
        left = min(side * inner, side * outer)
        paper.box(left, 0, outer - inner, drum["height"], "thin")
        paper.box(
            side * of["hoop"]["radius"] - 1.5, foot, 3, of["hoop"]["height"] - foot, "hidden"
        )
    paper.box(-arm["hub_radius"], arm["plate_up"], 2 * arm["hub_radius"], arm["plate"], "solid")
    deep = of["arm_code"]["rim_deep"]
    for radius in of["arm_code"]["radii"]:
        paper.box(radius - 0.5, arm["plate_up"] - deep, 1, deep, "thin")
    out, _, top = arm["tube"]
    paper.box(-out / 2, arm["plate_up"], out, top - arm["plate_up"])
    at, body = belts.shafts(of), arm["motor"]
    paper.box(at["path_motor"][0] - body[0] / 2, arm["path_motor_up"], body[0], body[1], "solid")
    left = at["ejector_motor"][0] - body[0] / 2
    paper.box(left, arm["plate_up"] + arm["plate"], body[0], body[1], "hidden")
    wheel = of["ejector"]["wheel_module"] * 60
    paper.box(-wheel, of["ejector"]["wheel_up"], 2 * wheel, of["ejector"]["wheel_high"])
    thick, low, high = of["ejector"]["blade"]
    paper.box(-30, low, 68, high - low, "hidden")
    paper.box(-20, arm["turret_wheel_up"], 40, arm["turret_wheel"])
    wide, tall = arm["bridge"]
    ring = arm["bridge_ring"] / 2
    far = arm["post"][0] + tall / 2
    paper.box(-far, arm["bridge_up"], far + ring, tall, "solid")
    for side in (-1, 1):
        paper.box(side * out / 2 if side > 0 else -out / 2 - 6, arm["bridge_up"] + 1, 6, tall - 2)
    paper.box(-far, foot, tall, arm["bridge_up"] - foot, "hidden")
    for low_z in (arm["lid"], of["height"]["cloth"]):
        paper.line((-160, low_z), (160, low_z))
    for x, z, dx, dy, name, values in (
        (28, plate - 40, 200, 0, "drum_motor", ()), (140, plate + 2, 90, 10, "base", ()),
        (90, 30, 240, 0, "drum", ()), (134, 60, 90, -10, "hoop", ()),
        (90, arm["plate_up"] + 1, 230, 30, "plate", (arm["plate"],)),
        (76, arm["plate_up"] - 6, 270, 50, "code", ()),
        (48, arm["path_motor_up"] + 20, 260, 20, "path_motor_here", ()),
        (10, arm["plate_up"] + 30, -200, -10, "ejector_motor_here", ()),
        (-25, of["ejector"]["wheel_up"] + 2, -200, -60, "finger_wheel", ()),
        (-26, (low + high) / 2, -130, 60, "blade", (thick,)),
        (20, arm["turret_wheel_up"] + 6, 250, 0, "turret_wheel", ()),
        (-100, arm["bridge_up"] + 8, -20, -50, "bridge", (wide, tall)),
        (140, arm["lid"], 90, 14, "lid", ()), (120, of["height"]["cloth"], 90, -14, "cloth", ()),
    ):  # fmt: skip
        paper.leader((x, z), dx, dy, word(name, language, *values))
    heights = (
        drum["height"],
        arm["plate_up"],
        arm["bridge_up"],
        arm["lid"],
        of["height"]["cloth"],
    )
    for step, z in enumerate(heights):
        paper.dim((-160, 0), (-160, z), 14 + 26 * step, f"{z:.0f}")
    paper.dim((-160, plate - 76), (-160, 0), 14, f"{76 - plate:.0f}")
    notes(
        paper, 850,
        _told(of, language)[4],
        word("hub_told", language, out, arm["tube"][1]),
        word("ring_told", language, arm["bridge_ring"], 37, arm["post"][0] + tall / 2),
        word(
            "blade_told", language, of["ejector"]["finger"][0], sum(of["ejector"]["finger"]),
            of["ejector"]["rack"], low, high, of["ejector"]["wheel_up"],
            of["ejector"]["spring_at"],
        ),
        word("turret_told", language, of["arm"]["turret_motor"][0]),
        word("hub_free", language),
    )  # fmt: skip
    return paper.svg()


SHEETS: dict[str, Callable[[dict[str, Any], str], str]] = {
    "arm": above,
    "arm-side": side,
    "hub": hub,
}
