"""Which channel leads from which mouth to which place, and whether a card gets to its end.

A channel is a short straight, one bend and a straight whose end is the well. Computed are where
each ends, how long it is, how far a launched card would slide on, and how near two channels come
to each other. On a straight the floor brakes a card; in a bend the outer wall does too, unless it
is made of rollers; and all climb from the mouths to below the cloth. Rule of the file: geometry
and one coefficient of friction; how a card really leans over is for the bench.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from math import cos, exp, hypot, radians, sin
from typing import TYPE_CHECKING, Any

from host_tools.hardware.card_budget import slide_mm

if TYPE_CHECKING:
    from collections.abc import Iterator

    from host_tools.hardware.sheet import Point

STEP_MM = 8.0
CHUTE = 18
SEATS = range(1, 11)
BOARD = range(11, 16)


@dataclass(frozen=True)
class Channel:
    """One channel; millimetres from the machine's axis, degrees against the clock from right."""

    place: int
    mouth: int
    degrees: float
    lead: float
    bend: float
    radius: float
    straight: float
    leans: str
    is_rolling: bool
    banked: float = 0.0  # of a bend with rollers, the last millimetres, where the wall lies down

    @property
    def bend_mm(self) -> float:
        """Length of the bend."""
        return radians(abs(self.bend)) * self.radius

    @property
    def length(self) -> float:
        """From the ring of mouths to the well's far end."""
        return self.lead + self.bend_mm + self.straight

    @property
    def end_degrees(self) -> float:
        """Direction of its last straight."""
        return self.degrees + self.bend

    def point(self, start: float, way: float) -> Point:
        """Where it is after so many millimetres from the ring of radius `start`."""
        angle = radians(self.degrees)
        x, y = start * cos(angle), start * sin(angle)
        on = min(way, self.lead)
        x, y = x + on * cos(angle), y + on * sin(angle)
        left = 1 if self.bend > 0 else -1
        turned = left * min(max(0.0, way - self.lead), self.bend_mm) / self.radius
        x += left * self.radius * (sin(angle + turned) - sin(angle))
        y -= left * self.radius * (cos(angle + turned) - cos(angle))
        on = max(0.0, way - self.lead - self.bend_mm)
        return x + on * cos(angle + turned), y + on * sin(angle + turned)


def mouth_degrees(of: dict[str, Any], mouth: int) -> float:
    """Direction of the mouth that is so many behind the first, clockwise."""
    turret = of["turret"]
    return turret["first_degrees"] - mouth * turret["pitch_places"] * 360 / of["slot"]["count"]


def channels(of: dict[str, Any]) -> list[Channel]:
    """Every channel by place; ValueError where a place has no mouth."""
    common, mouths = of["channels"], of["turret"]["mouths"]
    found = []
    for row in of["channel"]:
        mouth = mouths.index(row["place"])
        found.append(
            Channel(
                place=row["place"],
                mouth=mouth,
                degrees=mouth_degrees(of, mouth),
                lead=row.get("lead", common["lead"]),
                bend=row["bend"],
                radius=row.get("radius", common["radius"]),
                straight=row["straight"],
                leans=row["leans"],
                is_rolling=row.get("rolling", False),
                banked=of["shelf"]["bank"] if row["place"] == CHUTE else 0.0,
            )
        )
    return found


def rise_mm(of: dict[str, Any], one: Channel) -> float:
    """How far the middle of a card climbs, from standing in the mouth to lying at the end."""
    card, shelf = of["card"], of["shelf"]
    if one.place == CHUTE:
        lies = sin(radians(shelf["slope_degrees"])) * card["width"] / 2
        steps = shelf["step"] / cos(radians(shelf["slope_degrees"]))
        return of["chute"]["lip"] + lies + steps - card["width"] / 2
    return of["height"]["cloth"] - of["height"]["rest_below"] - card["width"] / 2


def left_mm(of: dict[str, Any], one: Channel) -> float:
    """How far a launched card would slide on from the far end; less than 0: it never gets there.

    What is left of the way shrinks by the way itself, by what a climb costs, and along a wall that
    pushes it round by twice the friction for each radian. Where a bend has rollers, it climbs
    there, before the wall that lies down; else behind the bend.
    """
    friction = of["path"]["friction"]
    climb = rise_mm(of, one) / friction
    left = slide_mm(of) - one.lead
    rubs = one.banked if one.is_rolling else one.bend_mm
    if one.is_rolling:
        left -= one.bend_mm - rubs + climb
    share = one.radius / (2 * friction)
    left = (left + share) * exp(-2 * friction * rubs / one.radius) - share
    return left - one.straight - (0.0 if one.is_rolling else climb)


def half_width(of: dict[str, Any], one: Channel, way: float) -> float:
    """Half of what it covers across after so much way: a gap, then leaning over, then a well."""
    narrow = of["turret"]["mouth_gap"] / 2 + of["channels"]["wall"]
    wide = of["well"]["width"] / 2 + of["channels"]["wall"]
    if one.place == CHUTE:
        shelf = of["shelf"]
        begins = one.length - one.straight - shelf["bank"]
        share = min(1.0, max(0.0, (way - begins) / shelf["bank"]))
        return narrow + share * (shelf["across"] / 2 - narrow)
    begins = one.length - of["well"]["length"] - of["well"]["lean_length"]
    share = min(1.0, max(0.0, (way - begins) / of["well"]["lean_length"]))
    return narrow + share * (wide - narrow)


def _covered(of: dict[str, Any], one: Channel) -> list[tuple[float, float, float]]:
    """Circles along it: x, y, radius. A well is covered to its corners' chamfer."""
    last = one.length - (0.0 if one.place == CHUTE else of["well"]["width"] / 2)
    count = int(last / STEP_MM)
    ways = [at * last / count for at in range(count + 1)]
    start = of["channels"]["start"]
    return [(*one.point(start, way), half_width(of, one, way)) for way in ways]


def _near(one: list[tuple[float, float, float]], other: list[tuple[float, float, float]]) -> bool:
    """Whether the rectangles around them touch: only then is it worth while to look closer."""
    for axis in (0, 1):
        a = [(point[axis] - point[2], point[axis] + point[2]) for point in one]
        b = [(point[axis] - point[2], point[axis] + point[2]) for point in other]
        low = max(min(low for low, _ in a), min(low for low, _ in b))
        if low > min(max(high for _, high in a), max(high for _, high in b)):
            return False
    return True


def corners(of: dict[str, Any], one: Channel) -> list[Point]:
    """The well's four corners."""
    (x, y), angle = one.point(of["channels"]["start"], one.length), radians(one.end_degrees)
    along, across = (cos(angle), sin(angle)), (-sin(angle), cos(angle))
    half, long = of["well"]["width"] / 2, of["well"]["length"]
    return [
        (x - back * along[0] + side * across[0], y - back * along[1] + side * across[1])
        for back, side in ((long, -half), (0, -half), (0, half), (long, half))
    ]


def inside_mm(of: dict[str, Any], point: Point) -> float:
    """How far a point lies inside the table's edge; less than 0: outside."""
    table = of["table"]
    radius, y = table["width"] / 2, point[1] - table["axis_off"]
    beyond = max(0.0, abs(point[0]) - (table["length"] - table["width"]) / 2)
    return radius - hypot(beyond, y)


def every_place_has_one(of: dict[str, Any]) -> Iterator[str]:
    """Each place has one mouth and one channel."""
    wanted = list(range(1, of["turret"]["places"] + 1))
    if sorted(of["turret"]["mouths"]) != wanted:
        yield f"the mouths around the ring are not the places 1 to {len(wanted)}"
    if [row["place"] for row in of["channel"]] != wanted:
        yield f"the channels are not those of the places 1 to {len(wanted)}"


def cards_arrive(of: dict[str, Any]) -> Iterator[str]:
    """No channel is too long, too bent or too tight for a card."""
    least = of["card"]["length"] ** 2 / 8
    least /= of["turret"]["mouth_gap"] - of["channels"]["bend_min_gap"]
    for one in channels(of):
        where = f"channel of place {one.place}"
        if one.length > of["path"]["channel_max"]:
            yield f"{where}: {one.length:.0f} mm, {of['path']['channel_max']:.0f} are allowed"
        if left_mm(of, one) < of["channels"]["slide_left_min"]:
            yield f"{where}: a card would slide on by {left_mm(of, one):.0f} mm"
        if one.radius < least:
            yield f"{where}: a card sticks in a bend of {one.radius:.0f} mm"
        room = of["well"]["length"] + of["well"]["lean_length"]
        if one.place != CHUTE and one.straight < room:
            yield f"{where}: {one.straight:.0f} mm are no room to lean over and for the well"


def none_meets_another(of: dict[str, Any]) -> Iterator[str]:
    """No two cover the same place, and every well lies in the table, off its rail."""
    every = channels(of)
    covered = {one.place: _covered(of, one) for one in every}
    for one, other in combinations(every, 2):
        if not _near(covered[one.place], covered[other.place]):
            continue
        gap = min(
            hypot(a[0] - b[0], a[1] - b[1]) - a[2] - b[2]
            for a in covered[one.place]
            for b in covered[other.place]
        )
        if gap < 0:
            yield f"channels of place {one.place} and {other.place} overlap by {-gap:.0f} mm"
    for one in every:
        is_seen = one.place in SEATS or one.place in BOARD
        rail = of["table"]["rail"] if is_seen else 0.0
        points = [point[:2] for point in covered[one.place]]
        points += corners(of, one) if one.place != CHUTE else []
        inside = min(inside_mm(of, point) for point in points)
        if inside < rail:
            yield f"channel of place {one.place} comes {inside:.0f} mm near the table's edge"


def complaints(of: dict[str, Any]) -> list[str]:
    """What does not fit."""
    missing = list(every_place_has_one(of))
    return missing or [*cards_arrive(of), *none_meets_another(of)]
