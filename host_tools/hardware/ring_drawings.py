"""Draws the ring of mouths: three of them from above, one from the arm's side, and checks it.

The ring stands on the base plate before the arm's end; each mouth has a beam across it, and those
of the trays a lever for the arm's rod. Rule of the file: every measure is a number of
mechanics.toml, and what the ring shares with arm and base plate is checked here.
"""

from __future__ import annotations

from math import pi, radians, sin
from typing import TYPE_CHECKING, Any

from host_tools.hardware import machine_parts, ways_back
from host_tools.hardware.machine_parts import pitch
from host_tools.hardware.part_paper import notes, part_paper
from host_tools.hardware.part_words import word
from host_tools.hardware.sheet import polar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from host_tools.hardware.sheet import Point

ROD_MM = 6.0  # between the rod's end at rest and a lever


def stop_face(of: dict[str, Any]) -> tuple[float, float]:
    """Where the stop's rubber ends: beside the first mouth's line, and at which radius."""
    arm = of["arm"]
    return arm["half"] + arm["end"] * sin(radians(of["ring"]["stop_degrees"])), arm["end"]


def complaints(of: dict[str, Any]) -> Iterator[str]:
    """What does not fit."""
    ring, turret, arm = of["ring"], of["turret"], of["arm"]
    inner, outer = turret["radius"], of["channels"]["start"]
    if inner - arm["end"] < turret["gap"] / 3:
        yield f"the arm ends {inner - arm['end']:.1f} mm before the ring of mouths"
    if outer > of["base"]["radius"]:
        yield "the ring of mouths reaches over the base plate"
    between = 2 * pi * inner * turret["pitch_places"] / of["slot"]["count"]
    needs = turret["mouth_gap"] + 2 * (ring["beam_behind"] + turret["wall"] / 2)
    if needs + 2 * ring["screw"][1] > between:
        yield f"between two mouths are {between:.0f} mm, beams and screw want more"
    if not ring["shade"] < ring["beam_up"] < of["card"]["width"] - ring["shade"]:
        yield "a mouth's beam does not meet a card"
    if ring["beam_out"] / of["path"]["launch_speed"] > 1.0:
        yield "a mouth's beam lies more than a millisecond behind its face"
    if not inner < ring["lever"][0] - ROD_MM + 4 < outer:
        yield "the levers do not stand at the ring"
    reach = arm["end"] + 4 + of["tray"]["tappet"]
    if reach <= ring["lever"][0] - 4:
        yield f"the arm's rod reaches R {reach:.0f}, the levers stand at {ring['lever'][0]:.0f}"


def ring(of: dict[str, Any], language: str) -> str:
    """Three mouths from above, one from the arm's side."""
    it, turret, arm = of["ring"], of["turret"], of["arm"]
    paper = part_paper(1240, 760, word("ring", language), language)
    paper.at(-590, 300, 3.2)
    inner, outer, gap = turret["radius"], of["channels"]["start"], turret["mouth_gap"]
    step = turret["pitch_places"] * pitch(of)
    for radius in (inner, outer):
        paper.arc(radius, -1.25 * step, 1.25 * step)
    for at in (-1, 0, 1):
        along, side = polar(1, at * step), polar(1, at * step + 90)

        def point(out: float, away: float, a: Point = along, b: Point = side) -> Point:
            return out * a[0] + away * b[0], out * a[1] + away * b[1]

        half, cut = gap / 2, it["chamfer"]
        for way in (-1, 1):
            edge = [
                (inner, way * (half + cut)),
                (inner + cut, way * half),
                (outer + 14, way * half),
            ]
            paper.line(*[point(*corner) for corner in edge])
            eye = point(inner + it["beam_out"], way * (half + it["beam_behind"]))
            paper.circle(eye, it["shade"] / 2, "solid")
        beam = [point(inner + it["beam_out"], way * (half + it["beam_behind"])) for way in (-1, 1)]
        paper.line(*beam, kind="light")
        paper.line(point(inner - 60, 0), point(outer + 14, 0), kind="axis")
        if at:
            paper.circle(polar(it["screw"][0], at * step / 2), it["screw"][1] / 2)
    lever = it["lever"]
    paper.line((lever[0], lever[1] - 5), (lever[0], lever[1] + 5), kind="card")
    paper.leader((lever[0], lever[1] - 4), 90, 40, word("ring_lever", language, *lever))
    paper.box(arm["end"] - 50, -arm["half"], 50, 2 * arm["half"], "hidden")
    paper.box(arm["end"] - 50, lever[1] - 1.5, 54, 3, "solid")
    paper.text((arm["end"] - 25, arm["half"] + 5), word("ring_arm", language))
    paper.dim((inner, 0), (outer, 0), -60, f"{outer - inner:.0f}")
    paper.dim((outer + 10, -gap / 2), (outer + 10, gap / 2), -20, f"{gap:.0f}")
    half = gap / 2 + it["beam_behind"]
    paper.dim(
        (inner + it["beam_out"], -half), (inner + it["beam_out"], half), 46, f"{2 * half:.0f}"
    )
    paper.dim(polar(inner, -step), polar(inner, 0), 60, f"{step:.3f}\N{DEGREE SIGN}")
    paper.at(760, 420, 3.6)
    high = turret["mouth_height"]
    paper.text((20, high + 24), word("ring_front", language))
    paper.box(-24, -of["hoop"]["foot"], 88, high + 10 + of["hoop"]["foot"])
    paper.box(20 - gap / 2, 0, gap, high, "face")
    paper.line((20 - half, it["beam_up"]), (20 + half, it["beam_up"]), kind="light")
    for way in (-1, 1):
        paper.circle((20 + way * half, it["beam_up"]), it["shade"] / 2, "solid")
    paper.line((20 + lever[1], high + 10), (20 + lever[1], lever[2] + 6), kind="card")
    paper.dim((64, 0), (64, high), -16, f"{high:.0f}")
    paper.dim((64, 0), (64, it["beam_up"]), -44, f"{it['beam_up']:.0f}")
    paper.dim((-24, 0), (-24, lever[2]), 16, f"{lever[2]:.0f}")
    radius, angles = machine_parts.ring_screws(of)
    trays = ", ".join(map(str, ways_back.TRAYS))
    notes(
        paper, 600,
        word("ring_told", language, inner, outer, turret["places"], step, it["chamfer"]),
        word(
            "ring_beam", language, it["shade"], it["beam_behind"], it["beam_up"],
            inner + it["beam_out"],
        ),
        word("ring_screws", language, len(angles), it["screw"][1], radius),
        word("ring_stop", language, it["stop_degrees"], *stop_face(of)),
        word("ring_trays", language, trays),
        word("ring_free", language),
    )  # fmt: skip
    return paper.svg()


SHEETS: dict[str, Callable[[dict[str, Any], str], str]] = {"ring": ring}
