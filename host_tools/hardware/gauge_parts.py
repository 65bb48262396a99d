"""The thickness gauge: a lever with a magnet before a Hall sensor, what it reads, and its drawing.

A card lifts a small roller; on the lever's other end a magnet comes nearer to the sensor, three
times as far. The field grows faster than the way, so whatever is thicker than the feeler gauge
with which it was calibrated reads thicker still: two cards are never taken for one. Rule of the
file: the field of a round magnet on its axis; drift with warmth is allowed for, not known.
"""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING, Any

from host_tools.hardware.part_paper import notes, part_paper
from host_tools.hardware.part_words import word

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


def millitesla(of: dict[str, Any], thickness: float) -> float:
    """At the sensor, with so much between roller and wall."""
    it = of["gauge"]
    radius, long = it["magnet"][0] / 2, it["magnet"][1]
    near = it["gap"] - thickness * it["lever"][1] / it["lever"][0]
    far = near + long
    share = far / hypot(radius, far) - near / hypot(radius, near)
    return 1000 * it["remanence"] / 2 * share


def reads_mm(of: dict[str, Any], thickness: float) -> float:
    """What the program takes it for: a straight line through nothing and one card."""
    none, card = millitesla(of, 0.0), millitesla(of, of["card"]["thickness"])
    return (millitesla(of, thickness) - none) / (card - none) * of["card"]["thickness"]


def complaints(of: dict[str, Any]) -> Iterator[str]:
    """What does not fit."""
    it, card = of["gauge"], of["card"]
    limit = it["double_above"] * card["thickness"]
    error = it["resolution"] + it["drift"]
    single, double = reads_mm(of, card["thickness_max"]), reads_mm(of, 2 * card["thickness_min"])
    if single + error >= limit:
        yield f"a gauge reads {single:.2f} mm of a thick single card: as two"
    if double - error <= limit:
        yield f"a gauge reads {double:.2f} mm of two thin cards: as one"
    near = card["thickness"] - it["resolution"]
    tells = millitesla(of, card["thickness"]) - millitesla(of, near)
    if tells * it["mv_per_mt"] < it["steps"] * it["step_mv"]:
        told = tells * it["mv_per_mt"]
        yield f"a gauge tells {it['resolution']:.2f} mm by {told:.1f} mV"
    if millitesla(of, 2 * card["thickness_max"]) > it["linear_mt"]:
        yield "a gauge's sensor is at its end before two cards"
    if it["gap"] - 3 * card["thickness_max"] * it["lever"][1] / it["lever"][0] < 0.5:
        yield "a gauge's magnet strikes its sensor"
    if it["newton"] * of["path"]["friction"] > of["arm"]["slip_newton"] / 4:
        yield "a gauge's spring holds a card"


def gauge(of: dict[str, Any], language: str) -> str:
    """The lever from above, with roller, magnet, sensor and a card."""
    it, card = of["gauge"], of["card"]
    paper = part_paper(1000, 560, word("gauge", language), language)
    paper.at(420, 330, 12.0)
    short, long = it["lever"]
    half = it["roller"] / 2
    paper.line((-20, 0), (20, 0), kind="card")
    paper.line((-20, -1), (20, -1))
    paper.circle((0, half + card["thickness"]), half, "solid")
    pivot, high = (-short, half + card["thickness"]), half + card["thickness"]
    paper.circle(pivot, 1.0)
    magnet = long - short
    paper.line((0, high), pivot, (-short - 2, high + 1), kind="thin")
    paper.line(pivot, (magnet, high + 2.5), kind="thin")
    paper.box(magnet - it["magnet"][0] / 2, high + 2.5, it["magnet"][0], it["magnet"][1], "solid")
    face = high + 2.5 + it["magnet"][1]
    gap = it["gap"] - card["thickness"] * long / short
    paper.box(magnet - 2, face + gap, 4, 1.5, "face")
    paper.dim((-short, high - 4), (0, high - 4), -30, f"{short:.0f}")
    paper.dim((-short, high - 4), (magnet, high - 4), -56, f"{long:.0f}")
    paper.dim((magnet + 2, face), (magnet + 2, face + gap), -20, f"{gap:.1f}")
    paper.leader((magnet, face - 1), 90, 20, word("gauge_magnet", language, *it["magnet"]))
    paper.leader((magnet, face + gap + 1), 90, -20, word("gauge_sensor", language))
    paper.leader((0, high + 1), -90, -90, word("gauge_roller", language, it["roller"]))
    paper.leader(pivot, -60, -40, word("gauge_pivot", language))
    readings = [(t, it["mv_per_mt"] * millitesla(of, t)) for t in (0.0, card["thickness"])]
    readings.append(
        (2 * card["thickness"], it["mv_per_mt"] * millitesla(of, 2 * card["thickness"]))
    )
    told = "; ".join(f"{thick:.2f}: {volts:.0f} mV" for thick, volts in readings)
    notes(
        paper, 430,
        word("gauge_told", language, it["gap"], card["thickness"], gap, it["newton"]),
        word("gauge_reads", language, told),
        word("gauge_safe", language, reads_mm(of, 2 * card["thickness_min"])),
        word("gauge_free", language),
    )  # fmt: skip
    return paper.svg()


SHEETS: dict[str, Callable[[dict[str, Any], str], str]] = {"gauge": gauge}
