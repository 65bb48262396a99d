"""Whether the four motors with brushes are fast and strong enough for what they drive.

A motor gives less torque the faster it turns; its driver limits the current, and so the torque at
the start. From that, the inertia of rotor and rollers and the load follows when a card has gone
how far, added up in steps of a twentieth of a millisecond. Compared with the speeds and strokes of
mechanics.toml. Rule of the file: a motor is judged at the voltage that reaches it, with its load.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import pi, prod, sqrt
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

NOMINAL_VOLTS = 24.0
STEP_S = 0.00005
GIVE_UP_S = 2.0
MARGIN = 1.1  # of speed, for what is regulated down
COMES_SHARE = (
    0.9  # of the path's pace when a card comes; the program scales lengths within a fifth
)
RUN_ON_MM = 5.0  # of a card that is to stand before the launch rollers
GCM2 = 1e-7  # kilogram square metres
HELD_MS = 15  # the finger pushes on until the path's rollers have the card
WHEEL_EURO = 4.0  # estimated, none was ordered
FINGER_MM = 24.0  # its whole stroke: gap, and on to the first rollers


@dataclass(frozen=True)
class Drive:
    """A motor and what hangs on it, all seen from the driven shaft; SI units."""

    name: str
    idle: float  # radians a second
    stall: float  # newton metres at standstill, were the current not limited
    limit: float  # newton metres that the driver lets through
    inertia: float
    load: float  # newton metres
    radius: float

    def torque(self, speed: float) -> float:
        """What is left to speed it up."""
        return min(self.limit, self.stall * (1 - speed / self.idle)) - self.load

    def steady(self) -> float:
        """Metres a second under load."""
        return self.idle * (1 - self.load / self.stall) * self.radius

    def angle_s(self, radians: float) -> float:
        """Seconds from rest until it has turned so far; GIVE_UP_S when it never does."""
        time, speed, turned = 0.0, 0.0, 0.0
        while turned < radians:
            speed += self.torque(speed) / self.inertia * STEP_S
            turned += speed * STEP_S
            time += STEP_S
            if time > GIVE_UP_S or speed < 0:
                return GIVE_UP_S
        return time

    def speed_s(self, metres_a_second: float) -> float:
        """Seconds from rest until its edge moves so fast; GIVE_UP_S when it never does."""
        time, speed = 0.0, 0.0
        while speed * self.radius < metres_a_second:
            speed += self.torque(speed) / self.inertia * STEP_S
            time += STEP_S
            if time > GIVE_UP_S or speed < 0:
                return GIVE_UP_S
        return time

    def share(self, metres_a_second: float) -> float:
        """Part of the voltage that gives it this speed under its load."""
        return metres_a_second / (self.idle * self.radius) + self.load / self.stall

    def at(self, metres_a_second: float) -> Drive:
        """The same with only as much voltage as gives it this speed."""
        share = self.share(metres_a_second)
        return replace(self, idle=self.idle * share, stall=self.stall * share)

    def reached(self, milliseconds: float) -> float:
        """Metres a second of its edge, so long after it stood still."""
        speed = 0.0
        for _ in range(round(milliseconds / 1000 / STEP_S)):
            speed += self.torque(speed) / self.inertia * STEP_S
        return speed * self.radius

    def run_on_mm(self, metres_a_second: float) -> float:
        """How far its edge goes until it stands, its winding shorted by the driver."""
        speed, turned = metres_a_second / self.radius, 0.0
        while speed > 0:
            holds = min(self.limit, self.stall * speed / self.idle) + self.load
            speed -= holds / self.inertia * STEP_S
            turned += max(speed, 0.0) * STEP_S
        return 1000 * turned * self.radius

    def way_s(self, millimetres: float) -> float:
        """Seconds from rest until a roller's edge has gone so far."""
        return self.angle_s(millimetres / 1000 / self.radius)

    def back_ms(self, millimetres: float) -> float:
        """Milliseconds until its load, a spring, has drawn it back while the motor coasts."""
        return 1000 * sqrt(2 * millimetres / 1000 / self.radius * self.inertia / self.load)


def drive(of: dict[str, Any], name: str) -> Drive:
    """The row of that name, reckoned over to its driven shaft; KeyError if there is none."""
    for row in of["gear"]:
        if row["name"] == name:
            break
    else:
        raise KeyError(name)
    motor, step = of["motor"][row["motor"]], row["step"]
    share = of["supply"]["volts"] / NOMINAL_VOLTS
    stall = motor["stall_newton_metres"] * step
    radius = row["roller_mm"] / 2000
    rotor = motor["rotor_gcm2"] * (motor["ratio"] * step) ** 2 * GCM2 / motor["efficiency"]
    return Drive(
        name=name,
        idle=motor["rpm"] * 2 * pi / 60 * share / step,
        stall=stall * share,
        limit=stall * min(1.0, of["brush_driver"]["amps"] / motor["stall_amps"]),
        inertia=rotor + row["moved_gcm2"] * GCM2,
        load=row["load_newton"] * radius,
        radius=radius,
    )


def feeding(of: dict[str, Any], mechanics: dict[str, Any]) -> Iterator[str]:
    """The last stroke of a FEED, from rest into the slot."""
    feed, feeder = mechanics["feed"], drive(of, "feeder")
    allowed = feed["stroke"] / feed["speed"]
    takes = 1000 * feeder.way_s(feed["stroke"])
    if takes > allowed:
        yield f"feeder: {feed['stroke']} mm take {takes:.1f} ms, not {allowed:.1f}"


def ejecting(of: dict[str, Any], mechanics: dict[str, Any], promised_ms: float) -> Iterator[str]:
    """A card reaches the entry beam in time, at the path's pace; the finger is back in time."""
    path, gap, ejector = mechanics["path"], mechanics["turret"]["gap"], drive(of, "ejector")
    takes = 1000 * ejector.way_s(gap)
    if takes > path["ejector_ms"]:
        yield f"ejector: {gap:.0f} mm take {takes:.1f} ms, not {path['ejector_ms']}"
    if ejector.steady() < MARGIN * path["speed"]:
        yield f"ejector: {ejector.steady():.2f} m/s under load, the path has {path['speed']}"
    out = mechanics["carousel"]["move_ms"] + path["ejector_ms"] + HELD_MS
    if out + ejector.back_ms(FINGER_MM) > promised_ms:
        yield f"ejector: the spring wants {ejector.back_ms(FINGER_MM):.0f} ms to draw it back"


def passing(of: dict[str, Any], mechanics: dict[str, Any]) -> Iterator[str]:
    """The path's rollers are fast enough, begin with the finger, and stand soon."""
    path, rollers = mechanics["path"], drive(of, "path")
    speed = path["speed"]
    if rollers.steady() < MARGIN * speed:
        yield f"path: {rollers.steady():.2f} m/s under load, not {MARGIN * speed:.2f}"
        return
    comes = rollers.at(speed).reached(path["ejector_ms"])
    if comes < COMES_SHARE * speed:
        yield f"path: {comes:.2f} m/s when a card comes, not {COMES_SHARE * speed:.2f}"
    if rollers.run_on_mm(speed) > RUN_ON_MM:
        yield f"path: braked it runs on {rollers.run_on_mm(speed):.1f} mm, not {RUN_ON_MM}"


def pulling(of: dict[str, Any], mechanics: dict[str, Any]) -> Iterator[str]:
    """The return motor draws the press plate back as fast as a RETURN reckons with."""
    takes = 1000 * drive(of, "return").way_s(mechanics["hopper"]["pull"])
    allowed = next(row["out_ms"] for row in of["gear"] if row["name"] == "return")
    if takes > allowed:
        yield f"return: the press plate is back after {takes:.0f} ms, not {allowed}"


def wheels_agree(of: dict[str, Any], mechanics: dict[str, Any]) -> Iterator[str]:
    """The teeth that are bought give the step that is reckoned with."""
    path = mechanics["path"]
    for row in of["gear"]:
        pairs = row.get("wheels", [])
        step = prod(driven / drives for drives, driven in pairs)
        if pairs and abs(step - row["step"]) > 0.001:
            yield f"{row['name']}: {pairs} teeth are {step:.2f}:1, not {row['step']}:1"
        if "launch_wheels" in row:
            drives, driven = row["launch_wheels"]
            if abs(drives / driven - path["launch_speed"] / path["speed"]) > 0.001:
                yield f"{row['name']}: {drives} and {driven} teeth do not give the launch's speed"


def complaints(
    of: dict[str, Any], mechanics: dict[str, Any], promised: dict[str, int]
) -> list[str]:
    """What does not fit."""
    missing = [
        f"{row['name']}: nobody knows motor '{row['motor']}'"
        for row in of["gear"]
        if row["motor"] not in of["motor"]
    ]
    return missing or [
        *feeding(of, mechanics),
        *ejecting(of, mechanics, promised["EJECT"]),
        *passing(of, mechanics),
        *pulling(of, mechanics),
        *wheels_agree(of, mechanics),
    ]


def bought(of: dict[str, Any]) -> list[dict[str, object]]:
    """Rows of the parts list, a kind of motor each."""
    rows: dict[str, dict[str, Any]] = {}
    for row in of["gear"]:
        motor = of["motor"][row["motor"]]
        new = {"what": motor["buy"], "count": 0, "euro": motor["euro"], "where": ""}
        found = rows.setdefault(row["motor"], new)
        found["count"] += 1
        found["where"] += (", " if found["where"] else "") + row["name"]
    return list(rows.values())


def wheels_bought(of: dict[str, Any]) -> list[dict[str, object]]:
    """Rows of the parts list, a kind of spur gear each; wheels of belts stand with their belts."""
    rows: dict[str, dict[str, Any]] = {}
    for row in of["gear"]:
        pairs = row.get("wheels", []) if row.get("by", "").startswith("spur") else []
        for teeth in (teeth for pair in pairs for teeth in pair):
            what = f"{row['by']}, {teeth} teeth"
            new = {"what": what, "count": 0, "euro": WHEEL_EURO, "where": ""}
            found = rows.setdefault(what, new)
            found["count"] += 1
            if row["name"] not in found["where"]:
                found["where"] += (", " if found["where"] else "") + row["name"]
    return list(rows.values())
