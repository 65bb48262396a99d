"""Draws the parts whose measures are fixed: base plate, drum, hoop, coded disc, well, stop.

Each sheet says what is fixed, with a number, and what is free to whoever makes the part. Rule of
the file: every measure is a number of mechanics.toml or what `machine_parts` makes of it.
"""

from __future__ import annotations

from math import pi, radians, tan
from typing import TYPE_CHECKING, Any

from host_tools.hardware import arm_parts, machine_parts, ways_back
from host_tools.hardware.machine_parts import on_paper, pitch
from host_tools.hardware.part_paper import LANGUAGES, notes, part_paper
from host_tools.hardware.part_words import part_word, word
from host_tools.hardware.sheet import Sheet as Paper
from host_tools.hardware.sheet import polar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from host_tools.hardware.perfboard import Sheet
    from host_tools.hardware.sheet import Point

_FORK = 14.0  # of an EE-SX1041, across its slot
_CORNERS = ((-1, -1), (-1, 1), (1, 1), (1, -1))


def _paper(width: int, height: int, name: str, language: str) -> Paper:
    return part_paper(width, height, word(name, language), language)


def _arc(paper: Paper, radius: float, of: dict[str, Any], start: float, end: float) -> None:
    """A thick arc between two angles counted clockwise from the first mouth."""
    steps = 6
    angles = [start + (end - start) * at / steps for at in range(steps + 1)]
    paper.line(*[polar(radius, on_paper(of, angle)) for angle in angles], kind="card")


def _turned(point: Point, degrees: float) -> Point:
    """A point turned about the axis."""
    along, across = polar(1, degrees), polar(1, degrees + 90)
    return point[0] * along[0] + point[1] * across[0], point[0] * along[1] + point[1] * across[1]


def base(of: dict[str, Any], sheets: dict[str, Sheet], language: str) -> str:
    """The plate below the drum: lamps, hoop, motor, and what hangs below."""
    plate, hoop, beam = of["base"], of["hoop"], of["slot_beam"]
    paper = _paper(1000, 990, "base", language)
    paper.at(500, 420, 1.22)
    paper.circle((0, 0), plate["radius"])
    paper.circle((0, 0), plate["bore"] / 2)
    half = plate["motor_square"] / 2
    for x, y in ((-half, -half), (-half, half), (half, half), (half, -half)):
        paper.circle((x, y), plate["motor_screw"] / 2)
    radius, beside = machine_parts.lamp_hole(of)
    count, step = of["slot"]["count"], pitch(of)
    for at in range(count):
        paper.circle(polar(radius, on_paper(of, at * step + beside)), beam["hole_radius"])
    tabs, angles = machine_parts.hoop_screws(of)
    for angle in angles:
        paper.circle(polar(tabs, on_paper(of, angle)), hoop["tab_screw"] / 2)
    ring, half_way = machine_parts.ring_screws(of)
    for angle in half_way:
        paper.circle(polar(ring, on_paper(of, angle)), of["ring"]["screw"][1] / 2)
    around, outward = plate["fork"]
    fork, turn = of["drum"]["flag_radius"], on_paper(of, 0)
    cut = [(fork + a * outward / 2, b * around / 2) for a, b in _CORNERS]
    paper.line(*[_turned(corner, turn) for corner in cut], closed=True)
    paper.line((0, 0), polar(plate["radius"] + 12, on_paper(of, 0)), kind="axis")
    paper.text(polar(plate["radius"] + 32, on_paper(of, 0)), word("place0", language))
    _stands(paper, of, language)
    apart = {}
    for one in machine_parts.mounted(of, sheets):
        paper.line(*one.corners(), kind="hidden", closed=True)
        name = " ".join(part_word(told, language) for told in one.name.split())
        paper.text(one.point(one.along / 2, 0.0), name, "n")
        for hole in one.holes():
            paper.circle(hole, 1.6)
        apart[one.name] = one.screws
    paper.dim((0, 0), polar(radius, 62), -6, f"R {radius:.1f}")
    paper.dim((0, 0), polar(tabs, 118), -6, f"R {tabs:.1f}")
    motor = plate["motor_square"], plate["motor_screw"]
    start, far = ways_back.hopper_start(of), of["arm_shafts"]["turret_motor"][0]
    (post, aside), toward = of["arm"]["post"], of["arm"]["turret_motor"][0]
    hole = 2 * beam["hole_radius"]
    notes(
        paper, 800,
        word("sheet", language, plate["thick"], plate["radius"], plate["bore"], *motor),
        word("fork_cut", language, around, outward, fork),
        word("lamp_holes", language, count, hole, radius, beside),
        word("hoop_screws", language, hoop["tabs"], hoop["tab_screw"], tabs, angles[0]),
        word("ring_screws", language, len(half_way), of["ring"]["screw"][1], ring),
        word("board_screws", language, *apart["interface"], *apart["sensors 1"]),
        word("drilled", language),
        word("stands", language, start, far, toward, post, aside),
        word("base_free", language, plate["radius"]),
    )  # fmt: skip
    return paper.svg()


def _stands(paper: Paper, of: dict[str, Any], language: str) -> None:
    """What stands on the plate in the feeder's sector: hopper, bridge's post, turret's motor."""
    arm, hopper, start = of["arm"], of["hopper"], ways_back.hopper_start(of)
    feeder = arm_parts.post_degrees(of) - arm["post"][1]
    long, deep = start + hopper["length"], hopper["depth"]
    stands = [(start, 0.0), (long, 0.0), (long, deep), (start, deep)]
    paper.line(*[_turned(corner, feeder) for corner in stands], kind="thin", closed=True)
    paper.line((0, 0), polar(of["base"]["radius"], feeder), kind="axis")
    out, (wide, tall) = arm["post"][0], arm["bridge"]
    post = [(out + a * tall / 2, b * wide / 2) for a, b in _CORNERS]
    turn = arm_parts.post_degrees(of)
    paper.line(*[_turned(corner, turn) for corner in post], closed=True)
    beside, square = arm["turret_motor"]
    far = of["arm_shafts"]["turret_motor"][0]
    motor = [(far + a * square / 2, b * square / 2) for a, b in _CORNERS]
    paper.line(*[_turned(corner, feeder - beside) for corner in motor], closed=True)
    paper.leader(polar(far, feeder - beside), -90, 150, word("stands_motor", language))
    paper.leader(polar(long - 10, feeder), -110, 20, word("stands_hopper", language))
    paper.leader(polar(out, turn), 190, 150, word("stands_post", language))
    at, body = of["feeder"]["motor"], arm["motor"][0]
    paper.circle(_turned((at[0], at[1]), feeder), body / 2, "thin")
    radius, away, _ = of["return_motor"]["at"]
    across, deep = of["return_motor"]["body"]
    stands = [(radius, away - across / 2), (radius + deep, away - across / 2)]
    stands += [(radius + deep, away + across / 2), (radius, away + across / 2)]
    paper.line(*[_turned(corner, feeder) for corner in stands], kind="thin", closed=True)
    paper.text(_turned((radius + deep / 2, away), feeder), word("stands_return", language), "n")


def drum(of: dict[str, Any], sheets: dict[str, Sheet], language: str) -> str:
    """The drum from above, two slots enlarged, the section of a wall."""
    slot, part = of["slot"], of["drum"]
    paper = _paper(1240, 820, "drum", language)
    paper.at(350, 350, 1.95)
    inner, outer = slot["inner_radius"], slot["outer_radius"]
    floor = of["slot_beam"]["floor_radius"]
    step = pitch(of)
    for at in range(slot["count"]):
        paper.line(polar(inner, at * step), polar(outer, at * step), kind="thin")
    for radius, kind in ((inner, ""), (outer, ""), (floor, "hidden"), (part["bore"] / 2, "")):
        paper.circle((0, 0), radius, kind)
    for at in range(part["screws"]):
        angle = (at + 0.5) * 360 / part["screws"]
        paper.circle(polar(part["screw_radius"], angle), part["screw"] / 2)
    _arc(paper, part["flag_radius"], of, -part["flag_degrees"] / 2, part["flag_degrees"] / 2)
    paper.line((0, 0), polar(outer + 10, on_paper(of, 0)), kind="axis")
    paper.text(polar(outer + 20, on_paper(of, 0)), word("place0", language))
    for radius, angle in ((inner, 40), (floor, 70), (outer, 110)):
        paper.dim((0, 0), polar(radius, angle), -5, f"R {radius:.0f}")
    _two_slots(paper, of, language)
    _wall(paper, of, language)
    width = machine_parts.slot_width(of)
    screws = part["screws"], part["screw"], part["screw_radius"]
    lips = slot["lip"], slot["throat"], slot["wall"], inner
    notes(
        paper, 690,
        word("floor", language, part["floor"], part["bore"] / 2, floor, *screws),
        word("walls", language, slot["count"], step, width, *lips, part["height"]),
        word("cut", language, floor, part["cut"]),
        word("flag", language, part["flag_radius"], part["flag_degrees"], part["flag_deep"]),
        word("drum_free", language, part["bore"], of["carousel"]["kilograms"]),
    )  # fmt: skip
    return paper.svg()


def _two_slots(paper: Paper, of: dict[str, Any], language: str) -> None:
    slot, step = of["slot"], pitch(of)
    outer, width, throat = slot["outer_radius"], machine_parts.slot_width(of), slot["throat"]
    slope = (width - throat) / 2 * tan(radians(90 - of["slot"]["lip_slope"]))
    paper.at(-650, 110, 12)
    paper.text((112, 5), word("two_slots", language), anchor="start")
    for turn in (0, -1):
        along, across = polar(1, turn * step), polar(1, turn * step + 90)

        def at(radius: float, away: float, along: Point = along, across: Point = across) -> Point:
            return radius * along[0] + away * across[0], radius * along[1] + away * across[1]

        for side in (-1, 1):
            lip = outer - slot["lip"]
            outline = [(112, width), (lip - slope, width), (lip, throat), (outer, throat)]
            paper.line(*[at(radius, side * away / 2) for radius, away in outline])
        paper.line(at(112, 0), at(outer - 3, 0), kind="card")
    paper.dim((112, -width / 2), (112, width / 2), 14, f"{width:.2f}")
    paper.dim((outer, -throat / 2), (outer, throat / 2), -30, f"{throat:.2f}")
    paper.dim((outer - slot["lip"], 1.6), (outer, 1.6), 16, f"{slot['lip']:.0f}")
    chord = polar(outer, 0), polar(outer, -step)
    paper.dim(*chord, 60, f"{step:.3f}\N{DEGREE SIGN}")


def _wall(paper: Paper, of: dict[str, Any], language: str) -> None:
    slot, part, beam = of["slot"], of["drum"], of["slot_beam"]
    paper.at(700, 640, 3.6)
    inner, outer, floor = slot["inner_radius"], slot["outer_radius"], beam["floor_radius"]
    paper.text((10, 78), word("section", language), anchor="start")
    outline = [(inner, 0), (floor, 0), (floor, part["cut"]), (outer, part["cut"])]
    paper.line(*outline, (outer, part["height"]), (inner, part["height"]), closed=True)
    paper.box(part["bore"] / 2, -part["floor"], floor - part["bore"] / 2, part["floor"], "solid")
    paper.line((0, -10), (0, 74), kind="axis")
    paper.dim((0, part["height"]), (inner, part["height"]), 10, f"R {inner:.0f}")
    paper.dim((0, -part["floor"]), (floor, -part["floor"]), -14, f"R {floor:.0f}")
    paper.dim((0, part["height"]), (outer, part["height"]), 28, f"R {outer:.0f}")
    paper.dim((outer, 0), (outer, part["cut"]), -14, f"{part['cut']:.0f}")
    paper.dim((outer, 0), (outer, part["height"]), -36, f"{part['height']:.0f}")


def hoop(of: dict[str, Any], sheets: dict[str, Sheet], language: str) -> str:
    """The hoop rolled out, with its slits and the receivers' holes."""
    part, beam = of["hoop"], of["slot_beam"]
    paper = _paper(1240, 440, "hoop", language)
    paper.at(120, 220, 1.25)
    radius = part["radius"]
    once = 2 * pi * radius
    beside, height = machine_parts.receiver_hole(of)
    first = -once / of["slot"]["count"]  # drawn from a slot before place 0 on
    paper.box(first, -part["foot"], once, part["foot"] + part["height"])
    paper.line((first, 0), (first + once, 0), kind="axis")
    for number, angle in enumerate(machine_parts.slits(of)):
        x = angle / 360 * once
        paper.box(x - part["slit"] / 2, 0, part["slit"], part["slit_height"], "face")
        mouths = of["turret"]["mouths"]
        told = str(mouths[number]) if number < len(mouths) else word("hopper_slit", language)
        paper.text((x, part["height"] + 6), told)
    step, left = once / of["slot"]["count"], beside / 360 * once
    for at in range(of["slot"]["count"]):
        paper.circle((at * step + left, height), beam["hole_radius"])
    second = of["turret"]["pitch_places"] * step
    paper.dim((0, -part["foot"]), (second, -part["foot"]), -16, f"{second:.2f}")
    feeder = of["turret"]["feeder_place"] * step
    paper.dim((0, -part["foot"]), (feeder, -part["foot"]), -36, f"{feeder:.1f}")
    end = first + once
    paper.dim((end, 0), (end, part["height"]), -14, f"{part['height']:.0f}")
    paper.dim((end, -part["foot"]), (end, 0), -44, f"{part['foot']:.0f}")
    up, aside = machine_parts.beam_angles(of)
    hole = 2 * beam["hole_radius"]
    count, slits = of["slot"]["count"], of["turret"]["places"]
    notes(
        paper, 320,
        word("length", language, radius, once, part["wall"]),
        word("slits", language, slits, part["slit"], second, feeder, part["slit_height"]),
        word("beam_holes", language, count, hole, step, -left, height, up, aside),
        word("hoop_seam", language),
        word("hoop_free", language),
    )  # fmt: skip
    return paper.svg()


def code(of: dict[str, Any], sheets: dict[str, Sheet], language: str) -> str:
    """The coded disc with its flags, and where the forks stand."""
    part, turret = of["arm_code"], of["turret"]
    paper = _paper(1240, 880, "code", language)
    paper.at(620, 340, 2.7)
    forks = machine_parts.forks(of)
    for bit, angles in enumerate(machine_parts.flags(of)):
        radius, degrees = part["radii"][bit], forks[bit]
        fork = _track(paper, of, radius, angles, degrees)
        told = word("bit", language, bit, radius, degrees)
        paper.leader(fork, 30 - 55 * bit, 100 - 26 * bit, told)
    home, degrees = part["home_radius"], machine_parts.home_fork(of)
    fork = _track(paper, of, home, (degrees,), degrees)
    paper.leader(fork, 70, 80, word("home", language, home, degrees))
    paper.line((0, 0), polar(part["radii"][-1] + 12, on_paper(of, 0)), kind="axis")
    paper.text(polar(part["radii"][-1] + 26, on_paper(of, 0)), word("place0", language))
    for radius, angle in zip(part["radii"], (10, 0, -10, -20, -30), strict=True):
        paper.dim((0, 0), polar(radius, angle), 0, f"R {radius:.0f}")
    step = turret["pitch_places"] * pitch(of)
    rims = len(part["radii"]), part["rim"], part["rim_deep"]
    notes(
        paper, 650,
        word("rims", language, *rims, part["flag_degrees"], part["stagger_degrees"]),
        *_flags(of, language),
        word("turns", language, turret["mouths"][5], 5 * step),
        word("code_free", language),
    )  # fmt: skip
    return paper.svg()


def _flags(of: dict[str, Any], language: str) -> list[str]:
    """Where each rim's flags stand, a line a rim, in the disc's own angles."""
    part = of["arm_code"]
    found = [word("flags_home", language, part["home_radius"], machine_parts.home_fork(of))]
    for radius, angles in zip(part["radii"], machine_parts.flags(of), strict=True):
        told = "; ".join(f"{angle % 360:.2f}" for angle in sorted(angles, reverse=True))
        found.append(word("flags_rim", language, radius, told))
    return found


def _track(
    paper: Paper, of: dict[str, Any], radius: float, flags: Iterable[float], fork: float
) -> Point:
    """One track of the code: its flags and its fork, by their angles; where the fork stands."""
    half = of["arm_code"]["flag_degrees"] / 2
    paper.circle((0, 0), radius, "thin")
    for angle in flags:
        _arc(paper, radius, of, angle - half, angle + half)
    at = polar(radius, on_paper(of, fork))
    paper.circle(at, _FORK / 2, "hidden")
    return at


def box(of: dict[str, Any], sheets: dict[str, Sheet], language: str) -> str:
    """A well's floor and its section."""
    it, card = of["well"], of["card"]
    paper = _paper(1240, 580, "box", language)
    paper.at(120, 360, 4.2)
    length, width, wall = it["length"], it["width"], it["wall"]
    paper.box(0, 0, length, width)
    paper.box(0, -wall, length + wall, width + 2 * wall, "thin")
    paper.box(1.5, (width - card["width"]) / 2, card["length"], card["width"], "hidden")
    paper.circle((it["window_from"], width / 2), it["window"] / 2)
    paper.circle((it["beam_from"], width / 2), it["beam_hole"] / 2)
    paper.dim((0, width + wall), (length, width + wall), 30, f"{length:.0f}")
    paper.dim((0, 0), (0, width), 20, f"{width:.0f}")
    paper.dim((0, -wall), (it["window_from"], -wall), -14, f"{it['window_from']:.1f}")
    paper.dim((0, -wall), (it["beam_from"], -wall), -34, f"{it['beam_from']:.0f}")
    paper.dim((length, 0), (length, width / 2), -20, f"{width / 2:.0f}")
    paper.text((3, 4), word("from_channel", language), "n", "start")
    paper.text((length - 3, 4), word("player", language), "n", "end")
    told = word("pane", language, it["window"], it["window_below"])
    paper.leader((it["window_from"], width / 2), 240, -90, told)
    told = word("beam", language, it["beam_hole"])
    paper.leader((it["beam_from"], width / 2), 130, -50, told)
    notes(
        paper, 480,
        word("slope", language, it["floor_degrees"], it["height"]),
        word("box_burn", language),
        word("box_free", language, wall, length, width),
    )  # fmt: skip
    return paper.svg()


def stop(of: dict[str, Any], sheets: dict[str, Sheet], language: str) -> str:
    """What holds a card where the reader looks at it: seen from the side, from above."""
    it, reader, card = of["stop"], of["path"]["reader"], of["card"]
    paper = _paper(1000, 600, "stop", language)
    paper.at(440, 370, 3.6)
    half, top, width, foot = it["foot"] / 2, card["width"], card["width"], it["foot"]
    leg = of["reader"]["window"][1] + it["beside"]
    first, last = -half - 4, leg + foot + 4
    paper.box(first, top + 2, last - first, it["bar_height"])
    paper.box(-half, top + 2 - it["fork_deep"], foot, it["fork_deep"])
    hook = [(leg, top + 2), (leg, it["reach"]), (reader, it["reach"]), (reader, 2)]
    paper.line(*hook, (leg + foot, 2), (leg + foot, top + 2))
    paper.box(reader - card["length"], 0, card["length"], width, "card")
    near, far = of["reader"]["window"]
    low = top + of["reader"]["out"] - of["reader"]["picture"][1]
    paper.box(near, low, far - near, of["reader"]["picture"][1], "hidden")
    paper.line((0, -6), (0, top + 16), kind="axis")
    paper.text((-1, -12), word("stop_beam", language), anchor="end")
    paper.dim((0, 0), (reader, 0), -24, f"{reader:.1f}")
    paper.dim((reader, 2), (reader, it["reach"]), 40, f"{it['reach'] - 2:.0f}")
    paper.dim((0, -2), (leg, -2), -50, f"{leg:.0f}")
    paper.dim((-half, top), (half, top), 56, f"{foot:.1f}")
    paper.text((-40, top - 4), word("stop_index", language), anchor="start")
    notes(
        paper, 470,
        word("stop_made", language, it["thick"], it["bar"], it["bar_height"], foot),
        word("stop_use", language, reader),
        word("stop_free", language, it["reach"] - 2),
    )  # fmt: skip
    return paper.svg()


SHEETS: dict[str, Callable[[dict[str, Any], dict[str, Sheet], str], str]] = {
    "base": base,
    "drum": drum,
    "hoop": hoop,
    "code": code,
    "well": box,
    "stop": stop,
}


def pictures(of: dict[str, Any], sheets: dict[str, Sheet]) -> dict[str, str]:
    """File name and SVG of every part in every language."""
    return {
        f"part-{name}.{language}.svg": draw(of, sheets, language)
        for name, draw in SHEETS.items()
        for language in LANGUAGES
    }
