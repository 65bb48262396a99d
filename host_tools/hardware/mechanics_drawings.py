"""Draws the card machine with its dimensions: plan, card path, slot, well.

Four sheets in two languages, each a plain SVG that is compared word for word with what the numbers
of mechanics.toml give. Rule of the file: every length that is drawn or told is a number of that
file, or a sum that `card_budget` makes of them.
"""

from __future__ import annotations

from math import cos, pi, radians, sin
from typing import TYPE_CHECKING, Any

from host_tools.hardware.card_budget import sweep_degrees
from host_tools.hardware.channels import mouth_degrees
from host_tools.hardware.mechanics_words import word
from host_tools.hardware.part_paper import LANGUAGES
from host_tools.hardware.sensors import crossing
from host_tools.hardware.sheet import Sheet, polar

if TYPE_CHECKING:
    from collections.abc import Callable

_ARM_AT = 10  # mouths behind the first, where the arm is drawn


def _sheet(width: int, height: int, name: str, language: str) -> Sheet:
    sheet = Sheet(width, height, word(name, language))
    sheet.note(16, height - 12, word("mm", language))
    return sheet


def plan(of: dict[str, Any], language: str) -> str:
    """Drum, hoop, arm and mouths from above, hopper in the sector that is left."""
    slot, turret, feed, hopper = of["slot"], of["turret"], of["feed"], of["hopper"]
    sheet = _sheet(1000, 900, "plan", language)
    sheet.at(500, 440, 1.18)
    inner, outer, ring = slot["inner_radius"], slot["outer_radius"], turret["radius"]
    step = 360 / slot["count"]
    pitch, sweep, first = turret["pitch_places"] * step, sweep_degrees(of), mouth_degrees(of, 0)
    for at in range(slot["count"]):
        sheet.line(polar(inner, at * step), polar(outer, at * step), kind="thin")
    for radius in (inner, outer):
        sheet.circle((0, 0), radius)
    sheet.circle((0, 0), of["hoop"]["radius"] + 3, "hidden")
    sheet.line((-ring - 20, 0), (ring + 20, 0), kind="axis")
    sheet.line((0, -ring - 20), (0, ring + 20), kind="axis")
    sheet.arc(ring, first + 6, first - sweep - 6)
    for at, place in enumerate(turret["mouths"]):
        angle = mouth_degrees(of, at)
        sheet.line(polar(ring - 6, angle), polar(ring + 22, angle), kind="card")
        sheet.text(polar(ring + 36, angle), str(place))
    _arm(sheet, of, language, mouth_degrees(of, _ARM_AT))
    sheet.arc(ring + 56, first, first - sweep, "dim")
    sheet.arc(ring - 20, first, first - pitch, "dim")
    sheet.text(polar(ring - 64, first - pitch / 2), word("pitch", language, pitch), "d")
    middle = first - turret["feeder_place"] * step
    start = outer + 4 + feed["prefeed"]
    side = polar(1, middle + 90)

    def beside(radius: float, away: float) -> tuple[float, float]:
        x, y = polar(radius, middle)
        return x + away * side[0], y + away * side[1]

    corners = [
        beside(start, -2), beside(start + hopper["length"], -2),
        beside(start + hopper["length"], hopper["depth"]), beside(start, hopper["depth"]),
    ]  # fmt: skip
    sheet.line(*corners, kind="solid", closed=True)
    sheet.line(beside(outer + 4, 0), beside(start + hopper["length"], 0), kind="card")
    sheet.circle(beside(start + 12, -12), 10)
    sheet.leader(beside(start + 12, -12), -120, 40, word("feed_roller", language))
    sheet.leader(beside(start + 70, hopper["depth"]), 60, 20, word("hopper", language))
    sheet.dim(beside(outer + 4, 0), beside(start, 0), -26, f"{feed['prefeed']:.0f}")
    sheet.dim((0, 0), (-inner, 0), -10, f"R {inner:.0f}")
    sheet.dim((0, 0), polar(outer, 152), -10, f"R {outer:.0f}")
    sheet.dim((0, 0), polar(ring, 106), -10, f"R {ring:.0f}")
    sheet.leader(polar(110, 212), -130, 250, word("drum", language, slot["count"]))
    sheet.leader(polar(of["hoop"]["radius"] + 3, 300), 60, 80, word("hoop", language))
    sheet.leader((0, 0), 60, 300, word("axis", language))
    sheet.leader(polar(ring, first + 6), 20, 90, word("stop", language))
    free = 360 - sweep - 2 * turret["arm_half_width"] / outer * 180 / pi
    places = turret["pitch_places"], turret["feeder_place"]
    sheet.note(16, 800, word("places", language, *places))
    sheet.note(16, 820, word("sweep", language, sweep))
    sheet.note(16, 840, word("free", language, free))
    sheet.note(16, 860, word("mouths", language, turret["places"]))
    return sheet.svg()


def _arm(sheet: Sheet, of: dict[str, Any], language: str, angle: float) -> None:
    turret = of["turret"]
    first = of["slot"]["outer_radius"] + turret["gap"] - 6
    last, half = turret["radius"] - 8, turret["arm_half_width"]
    along, aside = polar(1, angle), polar(1, angle + 90)

    def point(radius: float, away: float) -> tuple[float, float]:
        return radius * along[0] + away * aside[0], radius * along[1] + away * aside[1]

    outline = [(30, -8), (first, -8), (first, -half), (last, -half)]
    outline += [(x, -y) for x, y in reversed(outline)]
    sheet.line(*[point(*corner) for corner in outline], kind="hidden", closed=True)
    sheet.line(point(of["slot"]["inner_radius"] + 4, 0), point(last, 0), kind="card")
    nip = of["slot"]["outer_radius"] + turret["gap"] + of["path"]["nip"]
    for side in (-9, 9):
        sheet.circle(point(nip, side), 8)
    sheet.leader(point(last - 20, half), 60, -60, word("arm", language))


def path(of: dict[str, Any], language: str) -> str:
    """The arm's path from the side and from above, with what a card meets and where."""
    card, way, turret = of["card"], of["path"], of["turret"]
    sheet = _sheet(1180, 840, "path", language)
    scale = 5.2
    sheet.at(190, 515, scale)
    end = way["nip"] + way["mouth"]
    top, gap = card["width"], turret["gap"]
    sheet.line((-gap - 8, 0), (end + 8, 0))
    sheet.line(
        (-gap - 8, turret["mouth_height"]), (end + 8, turret["mouth_height"]), kind="hidden"
    )
    sheet.box(3, 0.4, card["length"], top, "face")
    near, far = of["reader"]["window"]
    low = 0.4 + top + of["reader"]["out"] - of["reader"]["picture"][1]
    sheet.box(near, low, far - near, of["reader"]["picture"][1], "hidden")
    sheet.leader((near + 4, low), 20, 150, word("picture", language, far - near))
    sheet.text((60, 8), word("card", language, card["length"], top))
    for name, x, up in (
        ("rim", -gap, 20), ("entry", 0.0, 44), ("gauge", way["gauge"], 20),
        ("reader", way["reader"], 44), ("face_up", way["face_up"], 20),
        ("exit", way["exit"], 68), ("launch", way["nip"], 44), ("mouth", end, 20),
    ):  # fmt: skip
        told = word(name, language, way["launch_speed"])
        sheet.line((x, -2), (x, turret["mouth_height"] + 3), kind="axis")
        sheet.leader((x, turret["mouth_height"] + 3), 4, -up, told)
    for x in (*way["rollers"], way["nip"]):
        sheet.box(x - 2.5, 22, 5, 20, "solid")
    sheet.leader((way["rollers"][0], 24), -60, 40, word("rollers", language, way["speed"]))
    for at, (name, x) in enumerate(
        (
            ("gauge", way["gauge"]), ("reader", way["reader"]), ("face_up", way["face_up"]),
            ("exit", way["exit"]), ("nip", way["nip"]),
        )
    ):  # fmt: skip
        sheet.dim((0, -2), (x, -2), -18 - 18 * at, f"{way[name]:.0f}")
    sheet.dim((way["nip"], -2), (end, -2), -18, f"{way['mouth']:.0f}")
    sheet.dim((-gap, -2), (0, -2), -18, f"{gap:.0f}")
    sheet.dim(
        (end + 6, 0), (end + 6, turret["mouth_height"]), -16, f"{turret['mouth_height']:.0f}"
    )
    sheet.dim((-gap - 6, 0.4), (-gap - 6, top + 0.4), 16, f"{top:.1f}")
    _path_above(sheet, of, language, scale, end)
    return sheet.svg()


def _path_above(sheet: Sheet, of: dict[str, Any], language: str, scale: float, end: float) -> None:
    card, way, turret = of["card"], of["path"], of["turret"]
    sheet.at(190, 690, scale)
    sheet.text((-turret["gap"] - 8, 9), word("from_above", language), anchor="start")
    half = turret["mouth_gap"] / 2
    for side in (-half, half):
        sheet.line((-turret["gap"] + 3, side), (end + 10, side))
    sheet.line((3, 0), (3 + card["length"], 0), kind="card")
    for x in (*way["rollers"], way["nip"]):
        for side in (-3.2, 3.2):
            sheet.circle((x, side), 3.0, "solid")
    sheet.line((0, half + 3), (0, -half - 3), kind="light")
    sheet.line((way["exit"], half + 3), (way["exit"], -half - 3), kind="light")
    sheet.line((end, half + 3), (end, -half - 3), kind="light")
    sheet.box(way["reader"] - 5, -half - 5, 10, 5, "solid")
    sheet.leader((way["reader"], -half - 4), 60, 16, word("reader", language))
    sheet.box(way["face_up"] - 3, half, 6, 4, "solid")
    sheet.box(way["gauge"] - 2, half - 2, 4, 5, "solid")
    sheet.dim((end + 6, -half), (end + 6, half), -12, f"{turret['mouth_gap']:.0f}")


def slot(of: dict[str, Any], language: str) -> str:
    """Three slots from above, and the section of one with its beam."""
    at, card, beam, hoop = of["slot"], of["card"], of["slot_beam"], of["hoop"]
    sheet = _sheet(1180, 800, "slot", language)
    sheet.at(-560, 230, 6.4)
    sheet.text((104, 26), word("slot_above", language), anchor="start")
    step = 360 / at["count"]
    sheet.arc(at["outer_radius"], -step * 1.5, step * 1.5)
    sheet.arc(hoop["radius"] + 1, -step * 1.6, step * 1.6, "hidden")
    for turn in (-1, 0, 1):
        for side in (-1, 1):
            width = side * at["throat"] / 2
            a, b = polar(1, turn * step), polar(1, turn * step + 90)
            points = [(r * a[0] + width * b[0], r * a[1] + width * b[1]) for r in (98, 132)]
            sheet.line(*points)
        sheet.line(polar(98, turn * step), polar(128.9, turn * step), kind="card")
    lamp, receiver = (beam["lamp"][0], beam["lamp"][2]), (beam["receiver"][0], beam["receiver"][2])
    sheet.line(lamp, receiver, kind="light")
    for point, name, dy in ((lamp, "lamp", 70), (receiver, "receiver", -34)):
        sheet.circle(point, 1.5, "solid")
        sheet.leader(point, 60, dy, word(name, language, 2 * of["slot_beam"]["hole_radius"]))
    rim = 2 * pi * at["outer_radius"] / at["count"]
    sheet.dim(polar(132, 0), polar(132, step), -40, f"{rim:.1f}")
    sheet.dim((100, -at["throat"] / 2), (100, at["throat"] / 2), 14, "")
    sheet.note(620, 110, f"{word('throat', language)} {at['throat']:.2f}")
    sheet.note(620, 130, word("wall", language, at["wall"]))
    sheet.note(620, 150, word("sideways", language, -beam["lamp"][2], beam["receiver"][2]))
    _slot_section(sheet, of, language, card, beam)
    return sheet.svg()


def _slot_section(
    sheet: Sheet, of: dict[str, Any], language: str, card: dict[str, Any], beam: dict[str, Any]
) -> None:
    at, inner = of["slot"], of["slot"]["inner_radius"]
    sheet.at(60, 700, 4.0)
    sheet.text((160, 70), word("slot_section", language), anchor="start")
    sheet.line((0, -8), (0, 70), kind="axis")
    sheet.box(inner, -3, beam["floor_radius"] - inner, 3, "solid")
    sheet.box(inner, 0, card["length"], card["width"], "face")
    sheet.line((at["outer_radius"], 16), (at["outer_radius"], 66))
    sheet.line((beam["floor_radius"], 16), (at["outer_radius"], 16))
    sheet.line((beam["floor_radius"], 0), (beam["floor_radius"], 16))
    sheet.box(of["hoop"]["radius"], -2, 2, 68, "solid")
    lamp, receiver = beam["lamp"][:2], beam["receiver"][:2]
    sheet.line(tuple(lamp), tuple(receiver), kind="light")
    for point, name, dx, dy in ((lamp, "lamp", 60, 40), (receiver, "receiver", 60, -10)):
        sheet.circle((point[0], point[1]), 1.5, "solid")
        sheet.leader((point[0], point[1]), dx, dy, word(name, language, 2 * beam["hole_radius"]))
    meets = crossing(of)
    sheet.circle(meets, 1.2, "card")
    sheet.leader(meets, 120, -64, word("crosses", language, *meets))
    sheet.leader((beam["floor_radius"], -1), -60, 50, word("floor", language))
    sheet.leader((120, 16), 150, -58, word("cut", language))
    sheet.dim((inner, 63.5), (inner + card["length"], 63.5), 14, f"{card['length']:.1f}")
    sheet.dim((inner, 0), (inner, card["width"]), 14, f"{card['width']:.1f}")
    sheet.dim((0, 30), (inner, 30), 0, f"R {inner:.0f}")
    sheet.dim((0, -6), (beam["floor_radius"], -6), -4, f"R {beam['floor_radius']:.0f}")
    sheet.dim((0, 68), (of["hoop"]["radius"], 68), 22, f"R {of['hoop']['radius']:.1f}")


def well(of: dict[str, Any], language: str) -> str:
    """A well in section and from above, with the end of its channel."""
    it, card, turret = of["well"], of["card"], of["turret"]
    sheet = _sheet(1240, 700, "well", language)
    sheet.at(480, 260, 4.0)
    sheet.text((-90, 48), word("well_side", language), anchor="start")
    slant = radians(it["floor_degrees"])
    end = it["length"] * cos(slant), -it["length"] * sin(slant)
    sheet.line((-80, 3), (0, 0), end, (end[0], end[1] + it["height"]))
    sheet.line((-80, 3 + turret["mouth_gap"]), (-4, turret["mouth_gap"] + 1), (2, 16))
    sheet.line((0, 0), (20, 0), kind="axis")
    first = 3.0 * cos(slant), -3.0 * sin(slant)
    last = (card["length"] + 1.5) * cos(slant), -(card["length"] + 1.5) * sin(slant)
    sheet.line((first[0] + 0.4, first[1] + 0.6), (last[0] + 0.4, last[1] + 0.6), kind="card")
    middle = it["length"] * 0.45
    eye = middle * cos(slant), -middle * sin(slant)
    sheet.box(eye[0] - 5, eye[1] - it["window_below"] - 5.5, 10, 5, "solid")
    sheet.leader((eye[0], eye[1] - 5), -90, 40, word("window", language, it["window_below"]))
    sheet.dim((0, 0), end, -60, f"{it['length']:.0f}")
    sheet.dim(end, (end[0], end[1] + it["height"]), -14, f"{it['height']:.0f}")
    sheet.leader((14, -1.6), 170, -80, word("slant", language, it["floor_degrees"]))
    sheet.leader((60, 0), 130, -84, word("player", language))
    foot = 0.75 * end[0], 0.75 * end[1] - it["window_below"]
    head = end[0] - 1, end[1] + it["height"] - 2
    sheet.line(foot, head, kind="light")
    for half in (foot, head):
        sheet.circle(half, 1.5, "solid")
    sheet.leader(head, 60, -34, word("beam_hand", language))
    sheet.leader((-60, 8), 20, -60, word("channel", language, of["path"]["channel_max"]))
    sheet.dim((-70, 2.6), (-70, 2.6 + turret["mouth_gap"]), 14, f"{turret['mouth_gap']:.0f}")
    sheet.note(16, 44, word("lean", language, it["lean_length"]))
    sheet.at(480, 640, 2.6)
    sheet.text((-138, 60), word("well_above", language), anchor="start")
    sheet.box(0, 0, it["length"], it["width"])
    sheet.box(1.5, (it["width"] - card["width"]) / 2, card["length"], card["width"], "face")
    sheet.circle((middle, it["width"] / 2), 4)
    sheet.dim((0, it["width"]), (it["length"], it["width"]), 12, f"{it['length']:.0f}")
    sheet.dim((it["length"], 0), (it["length"], it["width"]), -12, f"{it['width']:.0f}")
    sheet.text((46, 12), word("card", language, card["length"], card["width"]))
    return sheet.svg()


SHEETS: dict[str, Callable[[dict[str, Any], str], str]] = {
    "plan": plan,
    "path": path,
    "slot": slot,
    "well": well,
}


def pictures(of: dict[str, Any]) -> dict[str, str]:
    """File name and SVG of every sheet in every language."""
    return {
        f"machine-{name}.{language}.svg": draw(of, language)
        for name, draw in SHEETS.items()
        for language in LANGUAGES
    }
