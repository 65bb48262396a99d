"""Does a card get there in time, alone, and with a motor that can turn it? Computed, not hoped.

Reads mechanics.toml and adds up: when a card passes each sensor of an EJECT, how long a FEED
takes, whether one card passes a slot's throat and two do not, how far a launched card slides,
what torque half a turn of the carousel wants. The results are compared with the times that
`hardware/card-machine.md` promises. Rule of the file: a limit is a number of that page or of
physics; nothing here has been measured.
"""

from __future__ import annotations

import re
import tomllib
from itertools import pairwise
from math import atan, degrees, pi, sqrt
from typing import TYPE_CHECKING, Any

from host_tools.hardware.source import REV_A, ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

MECHANICS = REV_A / "mechanics.toml"
CONTRACT = ROOT / "hardware" / "card-machine.md"
GRAVITY = 9.81
DARK_MS = 120  # card-machine.md, Parts: time in the dark at the pace of the path
REBOUND_MS = 25  # shorter pulses are rebounds
SLOT_MS = 180  # EMPTY, for each slot
SHORTEST, LONGEST = 0.850, 1.150  # of a card, event LENGTH
FEEDER_DEGREES = 60  # what feeder and hopper take of the ring
MOUTHS = 18  # places, card-machine.md


def read() -> dict[str, Any]:
    """The mechanics' numbers."""
    return tomllib.loads(MECHANICS.read_text(encoding="utf-8"))


def promised_ms() -> dict[str, int]:
    """Command and the first time of its row in the contract's table."""
    rows = re.findall(
        r"^\| \d+ \| ([A-Z_]+) \|[^|]*\|[^|]*\|[^|]*\| (\d+)",
        CONTRACT.read_text(encoding="utf-8"),
        re.M,
    )
    return {name: int(ms) for name, ms in rows}


def dark_ms(of: dict[str, Any]) -> float:
    """How long a card darkens the entry beam."""
    return (of["card"]["length"] + of["path"]["beam_spot"]) / of["path"]["speed"]


def eject_ms(of: dict[str, Any]) -> dict[str, float]:
    """When what happens in an EJECT with one look; the turret turns with the carousel."""
    path = of["path"]
    entry = of["carousel"]["move_ms"] + path["ejector_ms"]
    look = entry + path["reader"] / path["speed"]
    nip = entry + path["nip"] / path["speed"]
    mouth = nip + path["mouth"] / path["launch_speed"]
    return {
        "carousel stands": of["carousel"]["move_ms"],
        "entry beam dark": entry,
        "first look": look,
        "look decided": look + path["look_ms"],
        "entry beam light": entry + dark_ms(of),
        "launch rollers hold": nip,
        "mouth beam dark": mouth,
        "landed": mouth + REBOUND_MS,
    }


def feed_ms(of: dict[str, Any]) -> float:
    """A FEED: the card waits before the slot while the carousel turns, then one stroke."""
    waiting = of["feed"]["prefeed"] / of["feed"]["prefeed_speed"]
    stroke = of["feed"]["stroke"] / of["feed"]["speed"]
    return max(waiting, of["carousel"]["move_ms"]) + stroke


def slide_mm(of: dict[str, Any]) -> float:
    """How far a launched card slides in a level channel."""
    speed = of["path"]["launch_speed"]
    return 1000 * speed**2 / (2 * of["path"]["friction"] * GRAVITY)


def launch_millijoule(of: dict[str, Any]) -> float:
    """What a launched card would hit a finger with."""
    return of["card"]["grams"] * of["path"]["launch_speed"] ** 2 / 2


def mouth_dark_ms(of: dict[str, Any]) -> float:
    """How long a launched card darkens its mouth."""
    return of["card"]["length"] / of["path"]["launch_speed"]


def sweep_degrees(of: dict[str, Any]) -> float:
    """From the first mouth to the last."""
    turret = of["turret"]
    return (turret["places"] - 1) * turret["pitch_places"] * 360 / of["slot"]["count"]


def arm_inertia(of: dict[str, Any]) -> float:
    """Kilogram square metres of all that turns with the arm."""
    return sum(row["grams"] / 1000 * (row["at"] / 1000) ** 2 for row in of["arm_part"])


def turret_torque(of: dict[str, Any]) -> float:
    """Newton metres for the turret's longest way in one move: half faster, half slower."""
    way = sweep_degrees(of) * pi / 180
    return arm_inertia(of) * 4 * way / (of["carousel"]["move_ms"] / 1000) ** 2


def drum_inertia(of: dict[str, Any]) -> float:
    """Kilogram square metres of drum and deck."""
    slot, cards = of["slot"], 52 * of["card"]["grams"] / 1000
    inner, outer = slot["inner_radius"] / 1000, slot["outer_radius"] / 1000
    return (of["carousel"]["kilograms"] + cards) * (inner**2 + outer**2) / 2


def carousel_torque(of: dict[str, Any]) -> float:
    """Newton metres for half a turn in one move: half the time faster, half slower."""
    return drum_inertia(of) * 4 * pi / (of["carousel"]["move_ms"] / 1000) ** 2


def step_ms(of: dict[str, Any]) -> float:
    """One slot further with all that the drum's motor gives: half faster, half slower."""
    step, torque = 2 * pi / of["slot"]["count"], of["carousel"]["motor_newton_metres"]
    return 1000 * sqrt(4 * drum_inertia(of) * step / torque)


def push_ms(of: dict[str, Any]) -> float:
    """From the finger's start until a card's tail has left the drum's rim."""
    path, gap = of["path"], of["turret"]["gap"]
    return path["ejector_ms"] + (of["card"]["length"] - gap) / path["speed"]


def in_order(of: dict[str, Any]) -> Iterator[str]:
    """Whether a card meets everything in the order of the contract and is always driven."""
    path = of["path"]
    places = [path[name] for name in ("gauge", "reader", "face_up", "exit", "nip")]
    if places != sorted(places) or places[0] <= 0:
        yield "gauge, reader, face-up sensor, exit beam and launch rollers are not in this order"
    driven = [-of["turret"]["gap"], *path["rollers"], path["nip"]]
    if max(b - a for a, b in pairwise(driven)) >= of["card"]["length"]:
        yield "a card lies in the path between two pairs of rollers"


def reader_sees(of: dict[str, Any]) -> Iterator[str]:
    """Whether the reader's picture holds the leading corner of a card that is looked at."""
    window, picture = of["reader"]["window"], of["reader"]["picture"]
    inside = window[1] - of["path"]["reader"]
    if abs(inside - of["reader"]["edge_in_picture"]) > 0.5:
        yield f"a card's leading edge lies {inside:.1f} mm inside the reader's picture"
    if window[0] < of["path"]["gauge"] or abs(window[1] - window[0] - picture[0]) > 0.1:
        yield "the reader's window is no picture long, or lies over the gauge"
    if abs(of["reader"]["out"] + of["reader"]["in"] - picture[1]) > 0.1:
        yield "the reader's window is no picture wide"


def timing(of: dict[str, Any], promised: dict[str, int]) -> Iterator[str]:
    """Whether every sensor has spoken within the times of the contract."""
    when = eject_ms(of)
    if not SHORTEST < dark_ms(of) / DARK_MS < LONGEST:
        yield f"a card darkens the entry beam for {dark_ms(of):.0f} ms, {DARK_MS} are told"
    if when["landed"] > promised["EJECT"]:
        yield f"EJECT takes {when['landed']:.0f} ms, {promised['EJECT']} are promised"
    if when["look decided"] > when["launch rollers hold"]:
        yield "a card is launched before its first look is decided"
    if when["entry beam light"] > when["launch rollers hold"]:
        yield "the launch rollers pull a card whose length is still being measured"
    if feed_ms(of) > promised["FEED"]:
        yield f"FEED takes {feed_ms(of):.0f} ms, {promised['FEED']} are promised"
    if of["empty"]["step_ms"] + of["empty"]["push_ms"] > SLOT_MS:
        yield f"EMPTY takes more than {SLOT_MS} ms a slot"
    if of["empty"]["step_ms"] < step_ms(of):
        yield f"a step of EMPTY takes {step_ms(of):.0f} ms, not {of['empty']['step_ms']}"
    if of["empty"]["push_ms"] < push_ms(of):
        yield f"a card of EMPTY is out after {push_ms(of):.0f} ms, not {of['empty']['push_ms']}"


def thickness(of: dict[str, Any]) -> Iterator[str]:
    """Whether one card is told from two, and only one passes into a slot."""
    card, gauge, slot = of["card"], of["gauge"], of["slot"]
    error = gauge["resolution"] + gauge["drift"]
    if (card["thickness_max"] + error) / card["thickness"] >= gauge["double_above"]:
        yield "a thick single card reads as two"
    if (2 * card["thickness_min"] - error) / card["thickness"] <= gauge["double_above"]:
        yield "two thin cards read as one"
    if card["thickness_max"] + card["warp_max"] >= slot["throat"]:
        yield "a warped card does not pass the slot's throat"
    if 2 * card["thickness_min"] <= slot["throat"]:
        yield "two cards pass the slot's throat"


def motion(of: dict[str, Any]) -> Iterator[str]:
    """Whether the slots fit the drum, a card reaches its well, and the motor turns the drum."""
    card, slot = of["card"], of["slot"]
    pitch = 2 * pi * slot["inner_radius"] / slot["count"]
    wide = slot["throat"] + slot["wall"]
    if wide > pitch:
        yield f"slots of {wide:.2f} mm do not fit a pitch of {pitch:.2f} mm"
    if slot["outer_radius"] - slot["inner_radius"] < card["length"]:
        yield "a card is longer than its slot"
    if slide_mm(of) < of["path"]["channel_max"]:
        yield f"a launched card slides {slide_mm(of):.0f} mm"
    need = carousel_torque(of) * of["carousel"]["safety"]
    if need > of["carousel"]["motor_newton_metres"]:
        yield f"the carousel wants {need:.2f} N m"
    yield from _around(of)


def _around(of: dict[str, Any]) -> Iterator[str]:
    """Whether the turret's path ends at the ring, its mouths fit, and its motor turns it."""
    slot, turret, path = of["slot"], of["turret"], of["path"]
    ring = slot["outer_radius"] + turret["gap"] + path["nip"] + path["mouth"]
    if abs(ring - turret["radius"]) > 0.5:
        yield f"the turret's path ends at {ring:.0f} mm, the mouths lie at {turret['radius']:.0f}"
    if turret["places"] != MOUTHS:
        yield f"{MOUTHS} mouths are wanted"
    between = 2 * pi * turret["radius"] * turret["pitch_places"] / slot["count"]
    if turret["mouth_gap"] + turret["wall"] > between:
        yield f"the mouths do not fit around the turret, {between:.0f} mm from one to the next"
    arm = 2 * degrees(atan(turret["arm_half_width"] / (slot["outer_radius"] + turret["gap"])))
    free = 360 - sweep_degrees(of) - arm
    if free < FEEDER_DEGREES:
        yield f"{free:.0f} degrees are left for the feeder"
    if turret_torque(of) * turret["safety"] > turret["motor_newton_metres"]:
        yield f"the turret wants {turret_torque(of) * turret['safety']:.2f} N m"


def complaints(of: dict[str, Any], promised: dict[str, int]) -> list[str]:
    """What does not fit."""
    found = [*timing(of, promised), *in_order(of), *reader_sees(of)]
    return [*found, *thickness(of), *motion(of)]
