"""Draws what brings cards back and feeds them: feeder with hopper, shaft with shelf, tray.

Each sheet says what is fixed, with a number, and what is free to whoever makes the part. Rule of
the file: every measure is a number of mechanics.toml, or what `ways_back` and `feeder_parts` make
of it.
"""

from __future__ import annotations

from math import cos, radians, sin
from typing import TYPE_CHECKING, Any

from host_tools.hardware import channels, ways_back
from host_tools.hardware.part_paper import notes, part_paper
from host_tools.hardware.return_words import word

if TYPE_CHECKING:
    from collections.abc import Callable

    from host_tools.hardware.sheet import Point, Sheet


def feeder(of: dict[str, Any], language: str) -> str:
    """Drum's rim, rollers, gate and hopper from above: outward is to the right."""
    it, slot, hoop = of["feeder"], of["slot"], of["hoop"]
    paper = part_paper(1240, 1000, word("feeder", language), language)
    paper.at(-490, 520, 4.6)
    start, hopper, chute = ways_back.hopper_start(of), of["hopper"], of["chute"]
    rim, wall = slot["outer_radius"], hoop["radius"] + hoop["wall"]
    for radius in (rim, hoop["radius"], wall):
        paper.line((radius, -22), (radius, -0.5 * hoop["slit"]))
        paper.line((radius, 0.5 * hoop["slit"]), (radius, 40))
    paper.text((rim - 8, -14), word("drum", language))
    deck = ways_back.DECK * of["card"]["thickness"]
    first = start + of["shelf"]["end_stop"]
    paper.box(first, 0, of["card"]["length"], deck, "face")
    waiting = rim + it["rim"]
    paper.line((waiting, 0), (waiting + of["card"]["length"], 0), kind="card")
    long, _, thick = hopper["press_plate"]
    middle = start + hopper["length"] / 2
    for at, kind in ((deck, "solid"), (hopper["pull"], "hidden")):
        paper.box(middle - long / 2, at, long, thick, kind)
    paper.line((start, -1), (start, hopper["depth"]), (start + hopper["length"], hopper["depth"]))
    paper.line((start + hopper["length"], hopper["depth"]), (start + hopper["length"], -1))
    paper.line((it["pair"] + 14, -1), (start + 1, -1))
    paper.line((it["pick"] + 8, -1), (start + hopper["length"], -1))
    _rollers(paper, of, language)
    _beside(paper, of, language)
    for at, radius in enumerate((rim, it["pair"], it["gate"], it["gauge"], start, it["pick"])):
        low = -26 - 3.2 * at
        paper.line((radius, -21), (radius, low + 1.6), kind="axis")
        paper.text((radius, low), f"R {radius:.0f}", "d")
    paper.dim(
        (start, hopper["depth"]),
        (start + hopper["length"], hopper["depth"]),
        16,
        f"{hopper['length']:.0f}",
    )
    end = start + hopper["length"]
    paper.dim((end, 0), (end, deck), -16, f"{deck:.1f}")
    paper.dim((end, 0), (end, hopper["pull"]), -60, f"{hopper['pull']:.0f}")
    paper.dim((end, 0), (end, hopper["depth"]), -104, f"{hopper['depth']:.0f}")
    paper.leader((long / 2 + middle - 6, hopper["pull"] + 1), 60, -14, word("drawn", language))
    paper.leader(
        (middle - 20, deck + 1), -60, -90, word("plate", language, hopper["press_newton"])
    )
    paper.box(start - 2, chute["first"], chute["length"], chute["last"] - chute["first"], "hidden")
    dragged = it["slip_newton"], it["back_ms"]
    notes(
        paper, 825,
        word("feeder_rollers", language, it["roller"], it["grip_newton"], it["brake_roller"]),
        word("feeder_slip", language, *dragged),
        word("feeder_gate", language, it["gate_gap"], it["brake_newton"]),
        word("feeder_drive", language, *it["motor"], it["motor_up"], it["belts_up"], it["shaft"]),
        word("hopper_cell", language, hopper["height"], *hopper["cell"], hopper["cell_at"][2]),
        word("return_told", language, *of["return_motor"]["at"], of["return_motor"]["slider_up"]),
        word("return_lever", language, *of["return_motor"]["lever"], of["tray"]["tappet"]),
        word("feeder_free", language),
    )  # fmt: skip
    return paper.svg()


def _beside(paper: Sheet, of: dict[str, Any], language: str) -> None:
    """Motors and load cell, beside the feeder and the hopper."""
    it, hopper, pull = of["feeder"], of["hopper"], of["return_motor"]
    paper.circle((it["motor"][0], it["motor"][1]), of["arm"]["motor"][0] / 2, "hidden")
    paper.leader((it["motor"][0], it["motor"][1]), 90, 30, word("feeder_motor", language))
    radius, away, _ = hopper["cell_at"]
    paper.box(radius, away, hopper["cell"][0], hopper["cell"][1], "thin")
    paper.leader((radius + 70, away + 8), 90, -10, word("cell", language))
    radius, away, _ = pull["at"]
    across, long = pull["body"]
    paper.box(radius, away - across / 2, long, across, "hidden")
    paper.box(radius - 8, away - 10, 8, 20, "solid")
    paper.leader((radius + long, away), 60, -20, word("return_motor", language))
    middle = ways_back.hopper_start(of) + hopper["length"] / 2
    paper.line((radius - 4, away - 10), (radius - 4, hopper["depth"] + 6), kind="light")
    paper.line((radius - 8, hopper["depth"] + 6), (middle + 30, hopper["depth"] + 6), kind="solid")
    paper.leader((radius - 4, away - 24), -60, -30, word("cord", language))


def _rollers(paper: Sheet, of: dict[str, Any], language: str) -> None:
    it = of["feeder"]
    half, small = it["roller"] / 2, it["brake_roller"] / 2
    for away in (-half, half):
        paper.circle((it["pair"], away), half, "solid")
    paper.circle((it["pick"], -half), half, "solid")
    paper.circle((it["gate"], small), small, "solid")
    paper.line((it["gate"] + 3, it["gate_gap"]), (it["gate"] + 3, 12))
    paper.box(it["gauge"] - 1, -6, 2, 5.5, "solid")
    paper.leader((it["pair"], half), -10, -150, word("pair", language, it["roller"]))
    paper.leader((it["pick"], -half), 90, 36, word("pick", language, it["slip_newton"]))
    paper.leader((it["gate"], small), -30, -84, word("brake", language, it["brake_newton"]))
    paper.leader((it["gate"] + 3, 11), -36, -86, word("gate", language, it["gate_gap"]))
    paper.leader((it["gauge"], -5), -60, 40, word("gauge", language))


def shelf(of: dict[str, Any], language: str) -> str:
    """Hopper, shaft and shelf in section, seen as a card goes to the drum; the channel's end."""
    hopper, chute, it, card = of["hopper"], of["chute"], of["shelf"], of["card"]
    paper = part_paper(1240, 860, word("shelf", language), language)
    paper.at(170, 610, 3.2)
    cloth = of["height"]["cloth"]
    paper.line((-30, cloth), (chute["first"], cloth), (chute["first"], cloth - 6))
    paper.line((chute["last"] + 3, cloth), (120, cloth))
    paper.leader((100, cloth), 40, -20, word("cloth", language, cloth))
    top = hopper["height"]
    paper.line((0, 0), (hopper["depth"] + 30, 0))
    paper.line((-1, 0), (-1, top))
    paper.line((chute["first"], top + 3), (chute["first"], cloth - 6))
    rise = sin(radians(it["slope_degrees"])), cos(radians(it["slope_degrees"]))
    lip = chute["last"], chute["lip"]
    outer = lip[0] + it["across"] * rise[1], lip[1] + it["across"] * rise[0]
    paper.line((chute["last"], top + 3), lip, outer)
    paper.line((chute["last"] + 1, top + 3), (hopper["depth"] + 30, top + 3))
    deck = ways_back.DECK * card["thickness"]
    paper.box(0, 0.4, deck * 0.5, card["width"], "face")
    _, high, thick = hopper["press_plate"]
    for at, kind in ((deck * 0.5, "solid"), (hopper["pull"], "hidden")):
        paper.box(at, 2, thick, high, kind)
        paper.box(at, top + chute["hood"][2], chute["hood"][0], chute["hood"][1], kind)
    from_lip = 4.0
    a = lip[0] + from_lip * rise[1], lip[1] + from_lip * rise[0] + 0.6
    b = a[0] + card["width"] * rise[1], a[1] + card["width"] * rise[0]
    paper.line(a, b, kind="card")
    above = it["step"]
    ends = [(x, y + above / rise[1]) for x, y in (lip, outer)]
    paper.line(*ends, kind="hidden")
    paper.leader(ends[1], 70, -10, word("step", language, above))
    paper.line((deck * 0.5 + 5, 4), (deck * 0.5 + 8, 4 + card["width"]), kind="hidden")
    paper.leader(b, 60, 30, word("on_back", language, channels.CHUTE))
    paper.leader((deck * 0.5 + 1, 60), 190, 50, word("plate", language, hopper["press_newton"]))
    paper.leader((hopper["pull"] + 1, 8), 40, 76, word("drawn", language))
    hood = hopper["pull"] + chute["hood"][0] - 4, top + 1
    paper.leader(hood, 80, 40, word("hood", language, *chute["hood"][:2]))
    paper.dim((0, 0), (0, top), 34, f"{top:.0f}")
    paper.dim((0, -4), (hopper["pull"], -4), -14, f"{hopper['pull']:.0f}")
    paper.dim((0, -4), (hopper["depth"], -4), -34, f"{hopper['depth']:.0f}")
    paper.dim(
        (chute["first"], cloth + 4),
        (chute["last"], cloth + 4),
        14,
        f"{chute['last'] - chute['first']:.0f}",
    )
    paper.dim((0, cloth + 4), (chute["first"], cloth + 4), 14, f"{chute['first']:.0f}")
    paper.dim((-24, 0), (-24, lip[1]), 16, f"{lip[1]:.0f}")
    paper.dim((-24, 0), (-24, cloth), 40, f"{cloth:.0f}")
    paper.dim(lip, outer, -30, f"{it['across']:.0f}")
    paper.leader(
        (lip[0] + 40 * rise[1], lip[1] + 40 * rise[0]),
        110,
        20,
        word("slope", language, it["slope_degrees"]),
    )
    paper.leader(lip, 190, 6, word("lip", language, chute["lip_radius"], it["fence"]))
    _puller(paper, of, language)
    _bank(paper, of, language)
    one = channels.channels(of)[channels.CHUTE - 1]
    notes(
        paper, 720,
        word(
            "bank_told", language, it["bank"], channels.rise_mm(of, one), it["slope_degrees"],
            it["step"],
        ),
        word("shaft_told", language, chute["length"], hopper["length"], ways_back.skew_mm(of)),
        word("pull_told", language, hopper["pull"], hopper["spring_newton"]),
        word("weighed", language),
        word("shelf_free", language),
    )  # fmt: skip
    return paper.svg()


def _puller(paper: Sheet, of: dict[str, Any], language: str) -> None:
    """Return motor, its cord's slider and the load cell, in the hopper's section."""
    pull, hopper = of["return_motor"], of["hopper"]
    _, away, up = pull["at"]
    paper.circle((away, up), pull["body"][0] / 2, "hidden")
    paper.leader((away + 14, up), 150, 20, word("return_motor", language))
    paper.line(
        (away - 9, pull["slider_up"]), (hopper["depth"] + 3, pull["slider_up"]), kind="light"
    )
    paper.leader((away - 22, pull["slider_up"]), 240, -6, word("cord", language))
    _, away, low = hopper["cell_at"]
    paper.box(away, low, hopper["cell"][1], hopper["cell"][2], "solid")
    paper.leader((away + 6, low + 3), 210, 16, word("cell", language))


def _bank(paper: Sheet, of: dict[str, Any], language: str) -> None:
    """Four sections of the wall that lies down, each with its card."""
    it, card = of["shelf"], of["card"]
    paper.at(760, 400, 1.3)
    paper.text((0, 96), word("bank", language), anchor="start")
    for at in range(4):
        share = at / 3
        turn = radians(90 + share * (90 + it["slope_degrees"]))
        foot = (60.0 + 96 * at, 10.0 + 30 * share)
        along, out = (cos(turn), sin(turn)), (sin(turn), -cos(turn))

        def point(
            up: float, away: float, foot: Point = foot, along: Point = along, out: Point = out
        ) -> Point:
            return foot[0] + up * along[0] + away * out[0], foot[1] + up * along[1] + away * out[1]

        paper.line(point(-2, -1), point(card["width"] + 4, -1))
        paper.line(point(-2, -1), point(-2, 8))
        paper.line(point(0, 0.6), point(card["width"], 0.6), kind="card")
        told = word("bank_at", language, share * it["bank"])
        paper.text((foot[0], -16), told, "d")


def tray(of: dict[str, Any], language: str) -> str:
    """A tray of the board with its channel's slope, the pawl and what lowers it."""
    it, well, card, ring = of["tray"], of["well"], of["card"], of["channels"]
    paper = part_paper(1240, 740, word("tray", language), language)
    paper.at(-510, 520, 2.6)
    cloth, slant = of["height"]["cloth"], radians(it["slope_degrees"])
    begins = ring["start"] + ring["lead"]

    def point(way: float, up: float) -> Point:
        return begins + way * cos(slant) - up * sin(slant), way * sin(slant) + up * cos(slant)

    length = well["lean_length"] + well["length"]
    middle = card["width"] / 2  # of a card that stands: its middle climbs from here
    paper.line((of["turret"]["radius"], 0), (begins, 0))
    paper.line((of["turret"]["radius"], middle), (begins, middle), kind="axis")
    lifted = [(begins + x * cos(slant), middle + x * sin(slant)) for x in (0.0, length)]
    paper.line(*lifted)
    paper.line(lifted[1], (lifted[1][0] - 14 * sin(slant), lifted[1][1] + 14 * cos(slant)))
    inner = well["lean_length"]
    at = [
        (begins + x * cos(slant), middle + x * sin(slant) + 0.8)
        for x in (inner, inner + card["length"])
    ]
    paper.line(*at, kind="card")
    pawl = begins + (inner - 2) * cos(slant), middle + (inner - 2) * sin(slant)
    paper.line((pawl[0], pawl[1] - it["pawl"][1]), (pawl[0], pawl[1] + it["pawl"][0]), kind="card")
    paper.line((pawl[0], pawl[1] - it["pawl"][1]), (pawl[0] + 14, pawl[1] - 12), kind="hidden")
    paper.line((210, cloth), (lifted[0][0] + 170, cloth))
    paper.line((lifted[1][0] + 10, cloth), (lifted[1][0] + 60, cloth))
    paper.leader((260, cloth), -10, -16, word("cloth", language, cloth))
    tip = of["turret"]["radius"] - 2
    high = of["arm"]["rod"][1]
    paper.box(tip - 60, high - 1.5, 60, 3, "solid")
    paper.line((tip + it["tappet"], high - 8), (tip + it["tappet"], high + 8))
    paper.line((tip + it["tappet"], high), (pawl[0] + 14, pawl[1] - 12), kind="hidden")
    paper.leader((tip - 40, high), 10, 60, word("tappet", language, it["tappet"]))
    paper.leader((tip + it["tappet"], high + 6), 30, -40, word("lever", language))
    paper.leader(pawl, -40, -70, word("pawl", language, it["pawl"][0], it["pawl"][1]))
    paper.leader(
        (at[1][0] - 30, at[1][1] - 14), 30, 70, word("slope", language, it["slope_degrees"])
    )
    paper.dim((begins, 0), (begins, middle), 20, f"{middle:.1f}")
    paper.dim(
        (of["turret"]["radius"], 0), (begins, 0), -20, f"{begins - of['turret']['radius']:.0f}"
    )
    foot = lifted[0][0], lifted[0][1]
    knee = begins + inner * cos(slant), middle + inner * sin(slant)
    paper.dim(foot, knee, -70, f"{inner:.0f}")
    paper.dim(knee, lifted[1], -70, f"{well['length']:.0f}")
    rest = begins + (inner + card["length"] / 2) * cos(slant)
    up = middle + (inner + card["length"] / 2) * sin(slant)
    paper.dim((rest, up), (rest, cloth), -6, f"{cloth - up:.0f}")
    back, worn = (
        ways_back.arrives_back(of, mu) for mu in (of["path"]["friction"], ways_back.WORN)
    )
    notes(
        paper, 580,
        word("tray_told", language, it["pawl"][2], it["pawl_newton"]),
        word("tray_back", language, of["path"]["friction"], back, ways_back.WORN, worn),
        word("tray_middle", language),
        word("tray_cards", language, it["cards"]),
        word("tray_places", language, ", ".join(map(str, ways_back.TRAYS))),
        word("tray_free", language),
    )  # fmt: skip
    return paper.svg()


SHEETS: dict[str, Callable[[dict[str, Any], str], str]] = {
    "feeder": feeder,
    "shelf": shelf,
    "tray": tray,
}
