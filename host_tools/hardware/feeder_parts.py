"""Whether the feeder takes one card, brings it into its slot in time, and leaves the next at home.

A pick roller on a slip hub moves the first card through a gate one card wide to a pair of rollers
that is geared to the motor; the pair carries it into the slot and lets it go at the rim. Behind a
card's tail the pick roller still turns and drags the next: how far is reckoned here, for it must
stop short of the pair and is driven home before the following feed. Rule of the file: rubber,
felt and cards by one number each, and none of them measured.
"""

from __future__ import annotations

from math import cos, hypot, radians, sin, sqrt
from typing import TYPE_CHECKING, Any

from host_tools.hardware.card_budget import GRAVITY
from host_tools.hardware.gear_motors import STEP_S
from host_tools.hardware.ways_back import hopper_start

if TYPE_CHECKING:
    from collections.abc import Iterator

    from host_tools.hardware.gear_motors import Drive

CLEAR_MM = 5.0  # from a card that was dragged along to the pair
SHAFT_MM = 3.0  # between a motor and its wheel
ROOM_MM = 1.0  # between parts that pass or stand beside each other
GCM2 = 1e-7
SHARE = 1.5


def stroke_s(of: dict[str, Any], feeder: Drive) -> tuple[float, float]:
    """Seconds of the last stroke, and metres a second with which the pair lets the card go."""
    held = (of["feed"]["stroke"] - (of["feeder"]["pair"] - of["slot"]["outer_radius"])) / 1000
    time, speed, way = 0.0, 0.0, 0.0
    while way < held:
        speed += feeder.torque(speed) / feeder.inertia * STEP_S
        way += speed * feeder.radius * STEP_S
        time += STEP_S
    edge = speed * feeder.radius
    return time + (of["feed"]["stroke"] / 1000 - held) / edge, edge


def dragged_mm(of: dict[str, Any], feeder: Drive) -> float:
    """How far the next card has gone when all stands: the roller's swing, then its slip hub."""
    it, card = of["feeder"], of["card"]
    mass = card["grams"] / 1000
    tail = of["slot"]["outer_radius"] + it["rim"] + card["length"]
    freed = max(1.0, tail - it["pick"]) / 1000
    seconds, _ = stroke_s(of, feeder)
    begins = feeder.way_s(1000 * freed)
    speed = 2 * freed / begins  # even acceleration from rest
    swings = it["roller_gcm2"] * GCM2 / (it["roller"] / 2000) ** 2
    speed = speed * swings / (swings + mass)
    rubs = of["path"]["friction"] * of["hopper"]["press_newton"] + it["brake_newton"]
    pushed = (it["slip_newton"] - rubs) / mass
    lasts = seconds - begins
    way = speed * lasts + pushed * lasts**2 / 2
    ends = speed + pushed * lasts
    return 1000 * (way + ends**2 * mass / (2 * rubs))


def back_mm(of: dict[str, Any]) -> float:
    """How far the pick roller drives it home before the next feed; the brake is free backward."""
    it = of["feeder"]
    rubs = of["path"]["friction"] * of["hopper"]["press_newton"]
    drives = (it["slip_newton"] - rubs) / (of["card"]["grams"] / 1000)
    return 1000 * drives * (it["back_ms"] / 1000) ** 2 / 2


def _gate(of: dict[str, Any]) -> Iterator[str]:
    """All stands in its order along the slit, and the gate lets pass one card."""
    it, card = of["feeder"], of["card"]
    if not hopper_start(of) > it["gauge"] > it["gate"] > it["pair"] + it["roller"] / 2:
        yield "hopper, gauge, gate and pair of the feeder are not in this order"
    hoop = of["hoop"]["radius"] + of["hoop"]["wall"] + it["roller"] / 2
    if it["pair"] - hoop < ROOM_MM:
        yield "the feeder's pair of rollers meets the hoop"
    if it["gate"] - it["pair"] > card["length"] - ROOM_MM:
        yield "a card of the feeder lies between gate and pair"
    if card["thickness_max"] + card["warp_max"] >= it["gate_gap"]:
        yield "a warped card does not pass the feeder's gate"
    if 2 * card["thickness_min"] <= it["gate_gap"] or it["gate_gap"] > of["slot"]["throat"]:
        yield "two cards pass the feeder's gate"


def _motor(of: dict[str, Any]) -> Iterator[str]:
    """The motor stands on the base plate, clear of the turret's, its shaft at the belts."""
    it, arm = of["feeder"], of["arm"]
    beside, square = arm["turret_motor"]
    far, turn = of["arm_shafts"]["turret_motor"][0], radians(beside)
    apart = hypot(far * cos(turn) - it["motor"][0], -far * sin(turn) - it["motor"][1])
    if apart < square / sqrt(2) + arm["motor"][0] / 2 + ROOM_MM:
        yield f"the motors of feeder and turret stand {apart:.0f} mm apart"
    ends = it["motor_up"] + arm["motor"][1]
    if not 0 <= it["belts_up"] - ends <= SHAFT_MM:
        yield f"the feeder's motor ends at {ends:.0f}, its belt lies at {it['belts_up']:.0f}"
    if it["belts_up"] < of["card"]["width"] + ROOM_MM:
        yield "the feeder's belts lie before a card"


def _grips(of: dict[str, Any]) -> Iterator[str]:
    """What moves a card is stronger than what holds it."""
    it, card, presses = of["feeder"], of["card"], of["hopper"]["press_newton"]
    slips, friction = it["slip_newton"], of["path"]["friction"]
    deck = 52 * card["grams"] / 1000 * GRAVITY * friction
    if presses < SHARE * deck:
        yield f"the press plate's {presses} N do not move a deck"
    holds = friction * presses + it["brake_newton"]
    if slips < holds:
        yield f"the pick roller's {slips:.2f} N do not move a card that {holds:.2f} N hold"
    if slips > it["rubber"] * presses:
        yield "the pick roller slips on the card before its hub does"
    if slips + it["brake_newton"] > it["rubber"] * it["grip_newton"]:
        yield "the pair does not pull a card out of pick roller and brake"


def complaints(of: dict[str, Any], feeder: Drive) -> Iterator[str]:
    """What does not fit."""
    yield from _gate(of)
    yield from _motor(of)
    yield from _grips(of)
    it, feed = of["feeder"], of["feed"]
    allowed = feed["stroke"] / feed["speed"]
    seconds, _ = stroke_s(of, feeder)
    if 1000 * seconds > allowed:
        yield f"feeder: the pair's stroke takes {1000 * seconds:.1f} ms, not {allowed:.1f}"
    dragged, home = dragged_mm(of, feeder), back_mm(of)
    if hopper_start(of) + of["shelf"]["end_stop"] - dragged < it["pair"] + CLEAR_MM:
        yield f"the next card is dragged {dragged:.0f} mm, to the feeder's pair"
    if home < dragged:
        backs = it["back_ms"]
        yield f"{backs} ms backward bring the next card {home:.0f} of {dragged:.0f} mm home"
