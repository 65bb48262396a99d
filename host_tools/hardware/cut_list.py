"""What is cut from which stock, and every belt and wheel: a page for the workshop, checked.

Lengths that follow from the drawings are summed here, so a page never tells an older one. Rule of
the file: the pieces, with a saw's width each, must come out of the lengths that are bought.
"""

from __future__ import annotations

import re
import tomllib
from typing import TYPE_CHECKING, Any

from host_tools.hardware import arm_parts, belts
from host_tools.hardware.arm_words import word
from host_tools.hardware.part_paper import LANGUAGES
from host_tools.hardware.source import REV_A

if TYPE_CHECKING:
    from collections.abc import Iterator

ELEMENTS = REV_A / "elements.toml"
SAW_MM = 1.5
STOCK_MM = {"steel shaft 3 mm": 300.0, "tube 25 x 21 mm": 100.0, "bar 25 x 16 mm": 500.0}
BELT_EURO, WHEEL_EURO = 3.0, 4.0  # estimated, none was ordered
BELOW_ROLLER, BEARING = 6.0, 3.5  # of a shaft: below its roller; what a bearing and a ring take

_WORDS = {
    "title": (
        "Cuts, belts and wheels of the card machine",
        "Tagli, cinghie e ruote della macchina",
    ),
    "head": (
        "Generated from hardware/rev_a/elements.toml and mechanics.toml by host_tools/hardware,"
        " do not edit. Millimetres; nobody has cut one.",
        "Generato da hardware/rev_a/elements.toml e mechanics.toml con host_tools/hardware, non"
        " modificare. Millimetri; nessuno ne ha tagliato uno.",
    ),
    "cuts": ("| from | for | length | pieces |", "| da | per | lunghezza | pezzi |"),
    "belts": (
        "| belt | teeth | length | width | from shaft to shaft | made tight by |",
        "| cinghia | denti | lunghezza | larghezza | da albero ad albero | si tende con |",
    ),
    "slot": ("a slot", "un'asola"),
    "idler": ("an idler", "un tendicinghia"),
    "bought": (
        "What is bought stands in [bom.csv](bom.csv).",
        "Ciò che si compra sta in [bom.csv](bom.csv).",
    ),
}


def read() -> dict[str, Any]:
    """elements.toml."""
    return tomllib.loads(ELEMENTS.read_text(encoding="utf-8"))


def sums(of: dict[str, Any]) -> dict[str, float]:
    """Lengths that follow from the drawings."""
    arm = of["arm"]
    low = arm["roller_up"] - BELOW_ROLLER
    found: dict[str, float] = {}
    for layer, shaft, _ in arm_parts.wheels(of):
        top = arm_parts.layer_mm(of, layer) + arm["layer"]
        found[shaft] = max(found.get(shaft, 0.0), top - low)
    found["countershaft"] = arm_parts.layer_mm(of, 4) - arm["plate_up"] + BEARING
    found["free"] = arm["roller_high"] + 2 * BELOW_ROLLER
    found["feeder"] = of["feeder"]["shaft"]
    found["tube"] = arm["tube"][2] - arm["plate_up"]
    found["bridge"] = arm["post"][0] + (arm["bridge"][1] - arm["bridge_ring"]) / 2
    found["post"] = arm["bridge_up"] + of["hoop"]["foot"]
    return found


def cuts(of: dict[str, Any], elements: dict[str, Any]) -> list[dict[str, Any]]:
    """Every row with its length; KeyError where a sum has no such name."""
    lengths = sums(of)
    return [
        row | {"length": row["length"] if "length" in row else lengths[row["sum"]]}
        for row in elements["cut"]
    ]


def complaints(of: dict[str, Any], elements: dict[str, Any]) -> Iterator[str]:
    """Stock from which its pieces cannot be cut: the longest first, each where it still fits."""
    counts = {row["what"]: row["count"] for row in elements["other"]}
    for stock, long in STOCK_MM.items():
        pieces = sorted(
            (
                row["length"] + SAW_MM
                for row in cuts(of, elements)
                for _ in range(row["count"])
                if row["stock"][0] == stock
            ),
            reverse=True,
        )
        bars: list[float] = []
        for piece in pieces:
            at = next((at for at, left in enumerate(bars) if left >= piece), None)
            if at is None:
                bars.append(long - piece)
            else:
                bars[at] -= piece
        has = sum(count for what, count in counts.items() if what.startswith(stock))
        if any(left < 0 for left in bars) or len(bars) > has:
            yield f"{stock}: {len(bars)} lengths of {long:.0f} are wanted, {has} are bought"


def bought(of: dict[str, Any]) -> list[dict[str, object]]:
    """Rows of the parts list: every belt and every wheel of one."""
    rows: dict[str, dict[str, Any]] = {}
    for row in of["belt"]:
        names = [f"toothed belt GT2, {row['width']} mm, {row['length']} mm"]
        names += [
            f"GT2 wheel, {row['width']} mm belt, {teeth} teeth, bore {bore:g}"
            for teeth, bore in zip(row["teeth"], row["bores"], strict=True)
        ]
        for what in names:
            price = BELT_EURO if what.startswith("toothed") else WHEEL_EURO
            new = {"what": what, "count": 0, "euro": price, "where": ""}
            found = rows.setdefault(what, new)
            found["count"] += 1
            if row["name"] not in found["where"]:
                found["where"] += (", " if found["where"] else "") + row["name"]
    return list(rows.values())


def render(of: dict[str, Any], elements: dict[str, Any], language: str) -> str:
    """The page in one of LANGUAGES."""
    at = LANGUAGES.index(language)

    def say(name: str) -> str:
        return _WORDS[name][at]

    out = [f"# {say('title')}", "", say("head"), "", say("cuts"), "|---" * 4 + "|"]
    for row in cuts(of, elements):
        out.append(
            f"| {row['stock'][at]} | {row['what'][at]} | {row['length']:.1f} | {row['count']} |"
        )
    out += ["", say("belts"), "|---" * 6 + "|"]
    for row in of["belt"]:
        one, other = row["teeth"]
        cells = (
            word(row["name"], language), f"{one}, {other}", f"{row['length']}", f"{row['width']}",
            f"{belts.apart_mm(of, row):.2f}", say(row["tight"]),
        )  # fmt: skip
        out.append(f"| {' | '.join(cells)} |")
    text = "\n".join([*out, "", say("bought"), ""])
    return re.sub(r"(\d)\.(\d)", r"\1,\2", text) if language == "it" else text
