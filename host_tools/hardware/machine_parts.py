"""The shapes of the card machine's parts that are no builder's choice: plates, drum, hoop, code.

Where the lamps look through the base plate and the receivers through the hoop, where the hoop is
slit, where flags stand on the turret's coded disc, and what hangs below the base plate. Angles
here are clockwise from the first mouth, seen from above, as drum and turret count them. Rule of
the file: numbers of mechanics.toml in, true positions out; what parts share is checked here.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from math import asin, atan2, cos, degrees, hypot, pi, radians, sin, sqrt
from typing import TYPE_CHECKING, Any

from host_tools.hardware.channels import mouth_degrees

if TYPE_CHECKING:
    from collections.abc import Iterator

    from host_tools.hardware.cables import Cable
    from host_tools.hardware.perfboard import Sheet
    from host_tools.hardware.sheet import Point

HOLE_MM = 2.54
FORK_MM = 5.0  # the slot of an EE-SX1041
SCREWS_APART = 8.0  # from a screw of the hoop to one of a board: heads and nuts
INTERFACE = "interface"


@dataclass(frozen=True)
class Mounted:
    """A board or driver below the base plate: a rectangle turned toward the axis."""

    name: str
    degrees: float
    inner: float
    across: float
    along: float
    screws: tuple[float, float] | None  # across and along, from screw to screw

    def point(self, along: float, across: float) -> Point:
        """A point by its way outward from the inner edge and sideways from the middle."""
        angle, radius = radians(self.degrees), self.inner + along
        return (
            radius * cos(angle) - across * sin(angle),
            radius * sin(angle) + across * cos(angle),
        )

    def corners(self) -> list[Point]:
        """Its four corners."""
        half = self.across / 2
        outline = (0.0, -half), (0.0, half), (self.along, half), (self.along, -half)
        return [self.point(*corner) for corner in outline]

    def holes(self) -> list[Point]:
        """Its four screws; none of a driver that is drilled by the piece itself."""
        if self.screws is None:
            return []
        across, along = self.screws
        middle = self.along / 2
        return [
            self.point(middle + side * along / 2, other * across / 2)
            for side in (-1, 1)
            for other in (-1, 1)
        ]


def pitch(of: dict[str, Any]) -> float:
    """Degrees from one slot to the next."""
    return 360 / of["slot"]["count"]


def slot_width(of: dict[str, Any]) -> float:
    """Of a slot behind its lips: what the wall leaves of the pitch at the inner radius."""
    slot = of["slot"]
    return 2 * pi * slot["inner_radius"] / slot["count"] - slot["wall"]


def mounted(of: dict[str, Any], sheets: dict[str, Sheet]) -> list[Mounted]:
    """All that hangs below the base plate; KeyError where a board has no size."""
    found = []
    for row in of["mounted"]:
        if "board" in row:
            sheet = sheets[row["board"]]
            size = [sheet.columns * HOLE_MM, sheet.rows * HOLE_MM]
            apart = [(sheet.columns - 3) * HOLE_MM, (sheet.rows - 3) * HOLE_MM]
            if row["name"] != INTERFACE:
                size, apart = size[::-1], apart[::-1]
            screws = apart[0], apart[1]
        else:
            size, screws = row["size"], None
        one = Mounted(row["name"], row["degrees"], row["inner"], size[0], size[1], screws)
        found.append(one)
    return found


def lamp_hole(of: dict[str, Any]) -> tuple[float, float]:
    """Radius, and degrees clockwise from its slot, of a lamp's hole in the base plate."""
    along, _, side = of["slot_beam"]["lamp"]
    return hypot(along, side), degrees(atan2(-side, along))


def receiver_hole(of: dict[str, Any]) -> tuple[float, float]:
    """Where a beam enters the hoop: degrees clockwise from its slot, height over a card's edge."""
    lamp, receiver = of["slot_beam"]["lamp"], of["slot_beam"]["receiver"]
    way = [b - a for a, b in zip(lamp, receiver, strict=True)]
    radius = of["hoop"]["radius"]
    a = way[0] ** 2 + way[2] ** 2
    b = lamp[0] * way[0] + lamp[2] * way[2]
    part = (-b + sqrt(b * b - a * (lamp[0] ** 2 + lamp[2] ** 2 - radius**2))) / a
    side = lamp[2] + part * way[2]
    return -degrees(asin(side / radius)), lamp[1] + part * way[1]


def beam_angles(of: dict[str, Any]) -> tuple[float, float]:
    """How a beam's hole is drilled: degrees up, and sideways from straight outward."""
    lamp, receiver = of["slot_beam"]["lamp"], of["slot_beam"]["receiver"]
    along, up, side = (b - a for a, b in zip(lamp, receiver, strict=True))
    return degrees(atan2(up, hypot(along, side))), degrees(atan2(side, along))


def hoop_screws(of: dict[str, Any]) -> tuple[float, list[float]]:
    """Radius, and degrees clockwise from the first mouth, of the screws that hold the hoop."""
    hoop = of["hoop"]
    radius = hoop["radius"] + hoop["wall"] + hoop["tab_out"]
    return radius, [hoop["tab_first"] + at * 360 / hoop["tabs"] for at in range(hoop["tabs"])]


def ring_screws(of: dict[str, Any]) -> tuple[float, list[float]]:
    """The same of the ring of mouths: half way from each mouth to the next."""
    turret = of["turret"]
    step = turret["pitch_places"] * pitch(of)
    return of["ring"]["screw"][0], [(at + 0.5) * step for at in range(turret["places"] - 1)]


def slits(of: dict[str, Any]) -> list[float]:
    """Degrees of the hoop's slits: the mouths in turn, then the feeder."""
    turret = of["turret"]
    places = [at * turret["pitch_places"] for at in range(turret["places"])]
    return [place * pitch(of) for place in [*places, turret["feeder_place"]]]


def forks(of: dict[str, Any]) -> list[float]:
    """Degrees of the fixed forks, the innermost first."""
    code = of["arm_code"]
    bits = range(len(code["radii"]))
    return [code["first_degrees"] + bit * code["stagger_degrees"] for bit in bits]


def home_fork(of: dict[str, Any]) -> float:
    """Degrees of the fork that tells the arm's reference: one before the code's first."""
    return forks(of)[0] - of["arm_code"]["stagger_degrees"]


def flags(of: dict[str, Any]) -> list[list[float]]:
    """Of each bit, the innermost first: degrees of its flags on the disc.

    The disc is drawn with the arm before the first mouth. Turned on by the way to another mouth,
    the flags of that mouth's place stand in the forks.
    """
    turret = of["turret"]
    step = turret["pitch_places"] * pitch(of)
    return [
        [fork - at * step for at, place in enumerate(turret["mouths"]) if place >> bit & 1]
        for bit, fork in enumerate(forks(of))
    ]


def read_code(of: dict[str, Any], turned: float) -> int:
    """What the forks tell with the arm so many degrees clockwise from the first mouth."""
    told, code = 0, of["arm_code"]
    for bit, (angles, fork) in enumerate(zip(flags(of), forks(of), strict=True)):
        near = [abs((angle + turned - fork + 180) % 360 - 180) for angle in angles]
        told |= (min(near) <= code["flag_degrees"] / 2) << bit
    return told


def _apart(one: Mounted, other: Mounted) -> bool:
    """Whether a line lies between two rectangles: along an edge of one of them, if anywhere."""
    for rectangle in (one, other):
        angle = radians(rectangle.degrees)
        for axis in ((cos(angle), sin(angle)), (-sin(angle), cos(angle))):
            a = [x * axis[0] + y * axis[1] for x, y in one.corners()]
            b = [x * axis[0] + y * axis[1] for x, y in other.corners()]
            if max(a) < min(b) or max(b) < min(a):
                return True
    return False


def hangs_free(of: dict[str, Any], sheets: dict[str, Sheet], cables: list[Cable]) -> Iterator[str]:
    """Nothing below the plate meets anything else, and each driver's cable reaches it."""
    base, every = of["base"], mounted(of, sheets)
    for one, other in combinations(every, 2):
        if not _apart(one, other):
            yield f"{one.name} and {other.name} overlap below the base plate"
    for one in every:
        if max(hypot(*corner) for corner in one.corners()) > base["radius"]:
            yield f"{one.name} reaches beyond the base plate"
        if one.inner < base["inside"]:
            yield f"{one.name} is nearer to the axis than {base['inside']:.0f} mm"
    lengths = {cable.name: 1000 * cable.metres for cable in cables}
    middle = {one.name: one.point(one.along / 2, 0.0) for one in every}
    for row in of["mounted"]:
        if "cable" in row:
            here, there = middle[row["name"]], middle[INTERFACE]
            way = hypot(here[0] - there[0], here[1] - there[1])
            if way > lengths[row["cable"]]:
                yield f"{row['name']} is {way:.0f} mm from the interface, its cable is shorter"


def screws_are_apart(of: dict[str, Any], sheets: dict[str, Sheet]) -> Iterator[str]:
    """No screw of hoop or ring, from above, meets one of a board, from below."""
    for name, (radius, angles) in (("hoop", hoop_screws(of)), ("ring", ring_screws(of))):
        for angle in angles:
            turn = radians(on_paper(of, angle))
            x, y = radius * cos(turn), radius * sin(turn)
            for one in mounted(of, sheets):
                if any(hypot(hole[0] - x, hole[1] - y) < SCREWS_APART for hole in one.holes()):
                    yield f"a screw of the {name} at {angle:.0f} degrees meets one of {one.name}"


def hoop_is_whole(of: dict[str, Any]) -> Iterator[str]:
    """No beam looks through a slit's edge, and a card passes each slit and no two do."""
    hoop, beam = of["hoop"], of["slot_beam"]
    beside, height = receiver_hole(of)
    away = abs(beside) / 360 * 2 * pi * hoop["radius"]
    if away < hoop["slit"] / 2 + 2 * beam["hole_radius"]:
        yield f"a beam's hole lies {away:.1f} mm from a slit of the hoop"
    if height < beam["hole_radius"] or hoop["slit_height"] < of["card"]["width"]:
        yield "the hoop's holes or slits do not fit a card"
    if hoop["foot"] + of["slot_beam"]["lamp"][1] < 0:
        yield "the lamps stand below the base plate's upper side"
    if slot_width(of) <= of["slot"]["throat"]:
        yield f"slots are {slot_width(of):.2f} mm wide, their throats {of['slot']['throat']} mm"


def code_is_read(of: dict[str, Any]) -> Iterator[str]:
    """Before each mouth the forks tell its place, and half way to the next nothing."""
    turret, code = of["turret"], of["arm_code"]
    step = turret["pitch_places"] * pitch(of)
    for at, place in enumerate(turret["mouths"]):
        if read_code(of, at * step) != place:
            yield f"the arm's code tells {read_code(of, at * step)} before mouth {place}"
        if read_code(of, (at + 0.5) * step):
            yield f"the arm's code tells a place half way behind mouth {place}"
    arm = degrees(atan2(turret["arm_half_width"], code["home_radius"]))
    last = (turret["places"] - 1) * step
    if home_fork(of) < last + arm or forks(of)[-1] > 360 - arm:
        yield "the arm comes where its forks stand"
    wide = code["radii"][0] * radians(code["flag_degrees"])
    if wide < code["rim"]:
        yield f"a flag of the arm's code is {wide:.1f} mm wide"


def stop_leaves_the_index(of: dict[str, Any]) -> Iterator[str]:
    """What holds a card for the reader is not in its picture, and its foot fits beside a card."""
    stop, reader, card = of["stop"], of["reader"], of["card"]
    if stop["reach"] + reader["in"] >= card["width"]:
        yield "the stop stands in the reader's picture"
    leg = reader["window"][1] + stop["beside"]
    rollers = of["path"]["rollers"][1] - of["arm"]["roller"] / 2
    if stop["beside"] <= 0 or leg + stop["foot"] > rollers:
        yield "the stop's leg stands in the reader's picture, or in the rollers"
    if stop["thick"] + card["thickness_max"] > FORK_MM:
        yield "the stop's foot does not fit into the entry beam's fork"


def complaints(of: dict[str, Any], sheets: dict[str, Sheet], cables: list[Cable]) -> list[str]:
    """What does not fit."""
    found = [*hangs_free(of, sheets, cables), *screws_are_apart(of, sheets)]
    return [*found, *hoop_is_whole(of), *code_is_read(of), *stop_leaves_the_index(of)]


def on_paper(of: dict[str, Any], clockwise: float) -> float:
    """Degrees against the clock from the right, as drawings count, of an angle of this file."""
    return mouth_degrees(of, 0) - clockwise
