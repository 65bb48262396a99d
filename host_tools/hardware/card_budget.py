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
from math import pi
from typing import TYPE_CHECKING, Any

from host_tools.hardware.source import REV_A, ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

MECHANICS = REV_A / "mechanics.toml"
CONTRACT = ROOT / "hardware" / "card-machine.md"
GRAVITY = 9.81
DARK_MS = 120  # card-machine.md, Parts: time in the dark at the pace of the path
REBOUND_MS = 25  # shorter pulses are rebounds
SLOT_MS = 150  # EMPTY, for each slot
SHORTEST, LONGEST = 0.850, 1.150  # of a card, event LENGTH


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


def carousel_torque(of: dict[str, Any]) -> float:
    """Newton metres for half a turn in one move: half the time faster, half slower."""
    slot, drum = of["slot"], of["carousel"]
    cards = 52 * of["card"]["grams"] / 1000
    inner, outer = slot["inner_radius"] / 1000, slot["outer_radius"] / 1000
    inertia = (drum["kilograms"] + cards) * (inner**2 + outer**2) / 2
    return inertia * 4 * pi / (drum["move_ms"] / 1000) ** 2


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
    ring = 2 * pi * of["turret"]["radius"] * of["turret"]["sweep_degrees"] / 360
    levels = 2  # wells and trays lie on two levels of the ring
    if of["turret"]["places"] * of["turret"]["mouth_width"] > levels * ring:
        yield "the mouths do not fit around the turret"


def complaints(of: dict[str, Any], promised: dict[str, int]) -> list[str]:
    """What does not fit."""
    return [*timing(of, promised), *thickness(of), *motion(of)]
