"""Whether the arm's parts stand clear of each other, are light enough, and drive a card both ways.

One plate turns over the drum: walls and rollers hang below it, belts run in layers above it, two
motors stand at the hub, and a tube carries it from a bridge that comes from the feeder's side,
where the arm never is. Rule of the file: a part is a circle or a height here, and whatever two of
them share is checked; weights are reckoned, none was laid on a scale.
"""

from __future__ import annotations

from itertools import combinations
from math import atan2, degrees, hypot, radians, sin, sqrt
from typing import TYPE_CHECKING, Any

from host_tools.hardware import belts
from host_tools.hardware.channels import mouth_degrees
from host_tools.hardware.machine_parts import slot_width
from host_tools.hardware.ways_back import hopper_start

if TYPE_CHECKING:
    from collections.abc import Iterator

CLEAR_MM = 1.0
SIDE_MM = 0.25  # beside the finger in a slot
COASTS_MM = 2.0  # a card at its pace, between finger and rollers
FLANGE_MM = 1.0  # of a wheel, beyond its pitch line
BELT_MM = 7.0  # of a layer, wheels with their flanges
WIRES_MM = 4.0  # above the tube
FORK_MM = 7.0  # half of an EE-SX1041
BEARING_MM = 8.0  # of a shaft, below its roller
BEAM_MM = 1.5  # half of a beam's shade


def wheels(of: dict[str, Any]) -> list[tuple[int, str, float]]:
    """Layer, shaft and outer radius of each wheel above the plate."""
    return [
        (row["layer"], name, belts.radius(of, teeth) + FLANGE_MM)
        for row in of["belt"]
        if row["layer"]
        for name, teeth in zip(row["shafts"], row["teeth"], strict=True)
    ]


def layer_mm(of: dict[str, Any], layer: int) -> float:
    """The lower side of a belt's layer."""
    return of["arm"]["layer_up"] + (layer - 1) * of["arm"]["layer"]


def outside_grams(of: dict[str, Any]) -> float:
    """Of what turns outside the hub."""
    return sum(row["grams"] for row in of["arm_part"] if not row.get("hub"))


def _beside(of: dict[str, Any]) -> Iterator[str]:
    """From above: wheels of a layer, and motors, do not touch."""
    at = belts.shafts(of)
    for one, other in combinations(wheels(of), 2):
        if one[0] != other[0] or one[1] == other[1]:
            continue
        if {one[1], other[1]} in [set(row["shafts"]) for row in of["belt"]]:
            reach = one[2] + other[2]
        else:
            reach = one[2] + other[2] + CLEAR_MM
        apart = hypot(at[one[1]][0] - at[other[1]][0], at[one[1]][1] - at[other[1]][1])
        if apart < reach:
            yield f"wheels of {one[1]} and {other[1]} meet: {apart:.1f} mm apart"
    body = of["arm"]["motor"][0] / 2
    a, b = at["path_motor"], at["ejector_motor"]
    if hypot(a[0] - b[0], a[1] - b[1]) < 2 * body + CLEAR_MM:
        yield "the motors of path and ejector meet"
    for layer, name, radius in wheels(of):
        if hypot(at[name][0] - b[0], at[name][1] - b[1]) < radius + body + CLEAR_MM:
            yield f"the wheel of {name} in layer {layer} meets the ejector's motor"
        if layer > 1 and hypot(at[name][0] - a[0], at[name][1] - a[1]) < radius + body + CLEAR_MM:
            yield f"the wheel of {name} in layer {layer} meets the path's motor"
    if hypot(*b) - body < of["arm"]["tube"][0] / 2 + CLEAR_MM:
        yield "the ejector's motor meets the hub's tube"


def _rod(of: dict[str, Any]) -> Iterator[str]:
    """The rod to the trays' levers passes beside the motors, and wheels of its height."""
    y, up, thick = of["arm"]["rod"]
    at, half = belts.shafts(of), thick / 2
    for layer, name, radius in wheels(of):
        low = layer_mm(of, layer)
        beside = abs(at[name][1] - y) >= radius + half + CLEAR_MM
        if not beside and low - CLEAR_MM < up + half and up - half < low + BELT_MM + CLEAR_MM:
            yield f"the rod meets the wheel of {name} in layer {layer}"
    for name in ("path_motor", "ejector_motor"):
        if abs(at[name][1] - y) < of["arm"]["motor"][0] / 2 + half + CLEAR_MM:
            yield f"the rod meets the motor at {name}"
    if abs(y) < of["arm"]["tube"][0] / 2 + half or abs(y) + half > of["arm"]["half"]:
        yield "the rod meets the tube, or lies beside the arm"
    if of["ring"]["lever"][1:] != [y, up]:
        yield "the trays' levers are not where the arm's rod comes"


def _heights(of: dict[str, Any]) -> Iterator[str]:
    """From the drum's top to the cloth, one above the other."""
    arm, ejector = of["arm"], of["ejector"]
    top = arm["plate_up"] + arm["plate"]
    rows = [
        ("the drum", of["drum"]["height"], "the ejector's wheel", ejector["wheel_up"]),
        ("the ejector's wheel", ejector["wheel_up"] + ejector["wheel_high"], "the plate",
         arm["plate_up"]),
        ("the drum", of["drum"]["height"], "the code's rims",
         arm["plate_up"] - of["arm_code"]["rim_deep"]),
        ("the hoop", of["hoop"]["height"], "the plate", arm["plate_up"]),
        ("the plate", top, "the first belt", arm["layer_up"]),
        ("the first belt", layer_mm(of, 2), "the path's motor", arm["path_motor_up"]),
        ("the ejector's motor", top + arm["motor"][1], "the bridge", arm["bridge_up"]),
        ("the bridge", arm["bridge_up"] + arm["bridge"][1], "the turret's wheel",
         arm["turret_wheel_up"]),
        ("the path's motor", arm["path_motor_up"] + arm["motor"][1], "the turret's belt",
         arm["turret_wheel_up"]),
        ("the turret's wheel", arm["turret_wheel_up"] + arm["turret_wheel"], "the tube's end",
         arm["tube"][2] + CLEAR_MM),
        ("the tube", arm["tube"][2] + WIRES_MM, "the lid", arm["lid"]),
        ("the lid", arm["lid"] + 1.0, "the cloth", of["height"]["cloth"]),
    ]  # fmt: skip
    for lower, ends, upper, begins in rows:
        if begins - ends < CLEAR_MM / 2:
            yield f"{lower} ends at {ends:.1f}, {upper} begins at {begins:.1f}"
    if arm["floor"] > of["hoop"]["foot"] - 3.0:
        yield "the path's floor meets the hoop's screws"


def feeder_degrees(of: dict[str, Any]) -> float:
    """Clockwise from the first mouth."""
    return of["turret"]["feeder_place"] * 360 / of["slot"]["count"]


def post_degrees(of: dict[str, Any]) -> float:
    """Direction of the bridge's post, as drawings count."""
    return mouth_degrees(of, 0) - feeder_degrees(of) + of["arm"]["post"][1]


def _bridge(of: dict[str, Any]) -> Iterator[str]:
    """The path's motor, which is as high as the bridge, never comes to it."""
    at, arm = of["arm_shafts"]["path_motor"], of["arm"]
    body = arm["motor"][0] / 2
    last = of["turret"]["places"] - 1
    apart = [
        abs((mouth_degrees(of, mouth) - post_degrees(of) + 180) % 360 - 180) for mouth in (0, last)
    ]
    room = hypot(*at) * sin(radians(min(90.0, *apart))) - body
    if room < arm["bridge"][0] / 2 + CLEAR_MM:
        yield f"the path's motor passes the bridge with {room:.1f} mm from its middle"
    if hypot(*at) - body < arm["bridge_ring"] / 2 + CLEAR_MM:
        yield "the path's motor meets the bridge's ring"
    reach = arm["half"] / arm["post"][0]
    if min(apart) < degrees(reach) + 10:
        yield "the arm comes to the bridge's post"
    beside, square = arm["turret_motor"]
    nearest = 360 - feeder_degrees(of) - beside
    aside = of["arm_shafts"]["turret_motor"][0] * sin(radians(min(90.0, nearest)))
    if aside - square / sqrt(2) - arm["half"] < CLEAR_MM:
        yield "the arm comes to the turret's motor"
    if of["arm_shafts"]["turret_motor"][0] - square / sqrt(2) < arm["bridge_ring"]:
        yield "the turret's motor stands on the hub"


def _finger(of: dict[str, Any]) -> Iterator[str]:
    """The finger's gears reach each other, stay inside the code's forks, and its blade fits."""
    it, at, gear = of["ejector"], of["arm_shafts"], (12, 120)
    wants = it["wheel_module"] * sum(gear) / 2
    a, b = at["ejector_motor"], at["finger"]
    if abs(hypot(a[0] - b[0], a[1] - b[1]) - wants) > 0.1:
        yield f"the ejector's wheels want {wants:.1f} mm from shaft to shaft"
    reach = hypot(*b) + it["wheel_module"] * (gear[1] / 2 + 1)
    if reach > of["arm_code"]["home_radius"] - FORK_MM - CLEAR_MM:
        yield f"the ejector's wheel reaches {reach:.1f} mm, the code's forks begin before"
    if it["blade"][0] > slot_width(of) - 2 * SIDE_MM:
        yield "the finger's blade does not fit a slot"
    if abs(it["rack_module"] * it["rack_teeth"] / 2 + b[1] - it["rack"]) > 0.1:
        yield "the finger's rack does not lie at its pinion"
    if it["rack"] > it["blade"][0] / 2 + 3.0:
        yield "the finger's rack lies far beside its slot"
    tip, stroke = it["finger"]
    if tip > of["slot"]["inner_radius"] - SIDE_MM:
        yield "the finger's tip stands in the drum while it turns"
    lies = of["slot"]["outer_radius"] - of["card"]["length"]
    rollers = of["slot"]["outer_radius"] + of["turret"]["gap"] + of["path"]["rollers"][0]
    short = rollers - (tip + stroke - lies + of["slot"]["outer_radius"])
    if short > COASTS_MM:
        yield f"the finger leaves a card {short:.1f} mm before the first rollers"


def _along(of: dict[str, Any]) -> Iterator[str]:
    """Along the path: rollers, window, sensors and beams one beside the other."""
    arm, path, half = of["arm"], of["path"], of["arm"]["roller"] / 2
    first, second = path["rollers"]
    window = of["reader"]["window"]
    rows = [
        ("the first rollers", first + half, "the gauge", path["gauge"] - 0.5),
        ("the first rollers", first + half, "the reader's window", window[0]),
        ("the reader's window", window[1], "the face-up sensor", path["face_up"] - 4),
        ("the face-up sensor", path["face_up"] + 3, "the second rollers", second - half),
        ("the second rollers", second + half, "the exit beam", path["exit"] - BEAM_MM),
        ("the exit beam", path["exit"] + BEAM_MM, "the launch rollers", path["nip"] - half),
    ]
    for one, ends, other, begins in rows:
        if begins < ends:
            yield f"{other} begin at {begins:.1f} along the path, {one} end at {ends:.1f}"
    rim = of["slot"]["outer_radius"] + of["turret"]["gap"]
    at = belts.shafts(of)
    for name, way in (("rollers_1", first), ("rollers_2", second), ("launch", path["nip"])):
        if abs(at[name][0] - rim - way) > 0.1:
            stands = at[name][0]
            yield f"the shaft of {name} stands at R {stands:.1f}, its rollers at {rim + way:.0f}"
    high = arm["roller_up"] + arm["roller_high"]
    if high > of["card"]["width"] - of["reader"]["in"] or arm["roller_up"] < BEARING_MM:
        yield "the rollers reach into the reader's window, or to the floor"
    if arm["half"] > of["turret"]["arm_half_width"] or arm["end"] > of["turret"]["radius"] - 4:
        yield "the arm is wider or longer than it is reckoned with"


def _reader(of: dict[str, Any]) -> Iterator[str]:
    """Before the last mouth the reader, at the arm's right, comes not to shelf or post."""
    arm, chute, shelf = of["arm"], of["chute"], of["shelf"]
    window, rim = of["reader"]["window"], of["slot"]["outer_radius"] + of["turret"]["gap"]
    nearest = rim + window[0]
    behind = degrees(atan2(arm["reader_room"], nearest))
    last = mouth_degrees(of, of["turret"]["places"] - 1) - behind
    feeder = post_degrees(of) - arm["post"][1]
    corner = degrees(atan2(chute["last"] + shelf["across"], hopper_start(of)))
    for name, stands in (("shelf", feeder + corner), ("bridge's post", post_degrees(of) + 5)):
        if last < stands + 1:
            yield f"the reader comes to the {name}"


def _grips(of: dict[str, Any]) -> Iterator[str]:
    """A slip hub drives a card, and the launch rollers pull it out of two of them."""
    arm, path, rubber = of["arm"], of["path"], of["feeder"]["rubber"]
    grams = of["card"]["grams"] / 1000
    if arm["slip_newton"] > rubber * arm["grip_newton"]:
        yield "the path's rollers slip on the card before their hubs do"
    if arm["slip_newton"] < 10 * path["friction"] * grams * 9.81:
        yield f"a slip hub of {arm['slip_newton']} N does not drive a card"
    speeds = path["launch_speed"] ** 2 - path["speed"] ** 2
    needs = grams * speeds / 2 / (arm["launch_way"] / 1000) + 2 * arm["slip_newton"]
    if needs > rubber * arm["launch_newton"]:
        yield f"the launch rollers want {needs:.2f} N of grip"


def complaints(of: dict[str, Any]) -> list[str]:
    """What does not fit."""
    found = [*_beside(of), *_rod(of), *_heights(of), *_bridge(of), *_finger(of), *_along(of)]
    found += [*_reader(of), *_grips(of)]
    outside, allowed = outside_grams(of), 1000 * of["turret"]["kilograms"]
    if outside > allowed:
        found.append(f"the arm has {outside:.0f} g outside the hub, {allowed:.0f} are allowed")
    return found
