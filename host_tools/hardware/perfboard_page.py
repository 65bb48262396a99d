"""Draws a perforated board seen from its parts' side, and lists its parts and wires hole by hole.

The picture shows the grid, every part with its name and outline, and pin 1 of each as a filled
square; the page says what is bought for each part, in which holes it stands, and every wire of the
solder side from hole to hole. Rule of the file: a drawing adds nothing that perfboard.toml,
parts.toml and the circuit do not say.
"""

from __future__ import annotations

import html
from collections import Counter
from typing import TYPE_CHECKING

from host_tools.hardware import perfboard
from host_tools.hardware.perfboard import box, holes, legs, standing

if TYPE_CHECKING:
    from host_tools.hardware.circuits import Circuit, Part
    from host_tools.hardware.perfboard import Hole, Sheet

STEP = 10  # of the drawing, a hole
MARGIN = 3  # holes around the board, for its numbers
SMALL = 3  # holes
COLOURS = {"J": "#d7ead0", "U": "#e8eef4", "Q": "#e8eef4", "D": "#f4e6d0", "S": "#eee0f0"}
THICK = {"24V", "24V_IN", "MOTOR_24V", "MOTOR_SWITCHED", "DRIVERS_MOTOR_24V", "5V", "5V_PI", "GND"}

HEAD = """# The boards without a fabricated one

Generated from perfboard.toml, parts.toml and circuits/ by host_tools/hardware, do not edit.

Perforated board of 2.54 mm, an eye at every hole. A hole is *column/row*, counted from the upper
left **seen from the parts' side**; on the solder side columns run from right to left. *Turned*
counts quarter turns clockwise. A red square in the picture is pin 1: of an adapter the adapter's,
of a diode or lamp the cathode, of a row of pins the first. Circles are holes for M3 screws. Wires
run on the solder side: insulated, 0.14 mm2; nets in bold carry current: 0.75 mm2. Tick each wire
off, then ring it out.

*In italiano.* Basetta millefori da 2,54 mm, una piazzola per foro. Un foro è *colonna/riga*,
contate dall'alto a sinistra **visto dal lato dei pezzi**; dal lato saldature le colonne vanno da
destra a sinistra. *Turned* sono quarti di giro in senso orario. Il quadrato rosso è il piedino 1:
di un adattatore quello dell'adattatore, di un diodo o di una luce il catodo, di una fila il primo.
I cerchi sono fori per viti M3. I fili corrono sul lato saldature: isolati, 0,14 mm2; le reti in
grassetto portano corrente: 0,75 mm2. Spuntate ogni filo, poi provatelo. *From, to*: da, a;
*left out*: non si monta.
"""


def _hole(hole: Hole) -> str:
    return f"{hole[0]}/{hole[1]}"


def _at(number: float) -> float:
    return (number + MARGIN) * STEP


def drawing(circuit: Circuit, sheet: Sheet) -> str:
    """The board as SVG; KeyError where a part has no place."""
    width, height = (sheet.columns + 2 * MARGIN) * STEP, (sheet.rows + 2 * MARGIN) * STEP
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
        f' width="{width}" height="{height}" font-family="sans-serif" font-size="7"'
        ' text-anchor="middle">',
        f'<defs><pattern id="g" width="{STEP}" height="{STEP}" patternUnits="userSpaceOnUse"'
        ' x="-5" y="-5"><circle cx="5" cy="5" r="1" fill="#bbb"/></pattern></defs>',
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
        f'<text x="{width / 2:.0f}" y="12" font-size="12">{html.escape(circuit.title)},'
        " parts' side</text>",
        f'<rect x="{_at(0.4):.0f}" y="{_at(0.4):.0f}" width="{(sheet.columns + 0.2) * STEP:.0f}"'
        f' height="{(sheet.rows + 0.2) * STEP:.0f}" fill="url(#g)" stroke="#888"/>',
    ]
    for column in (1, *range(5, sheet.columns + 1, 5)):
        out.append(f'<text x="{_at(column):.0f}" y="{_at(-0.4):.0f}">{column}</text>')
    for row in (1, *range(5, sheet.rows + 1, 5)):
        out.append(f'<text x="{_at(-0.6):.0f}" y="{_at(row) + 3:.0f}">{row}</text>')
    for left, top, _, _ in perfboard.corners(sheet):
        x, y = _at(left + 1), _at(top + 1)
        out.append(f'<circle cx="{x:.0f}" cy="{y:.0f}" r="6.5" fill="#fff" stroke="#888"/>')
    for part in standing(circuit):
        out += _drawn(part, sheet)
    return "\n".join([*out, "</svg>", ""])


def _drawn(part: Part, sheet: Sheet) -> list[str]:
    place = sheet.places[part.ref]
    left, top, right, bottom = box(part.kind, place)
    colour = COLOURS.get(part.ref[0], "#f7f3df")
    out = [
        f'<rect x="{_at(left - 0.4):.0f}" y="{_at(top - 0.4):.0f}"'
        f' width="{(right - left + 0.8) * STEP:.0f}" height="{(bottom - top + 0.8) * STEP:.0f}"'
        f' fill="{colour}" stroke="#333" stroke-width=".7" rx="2"/>'
    ]
    for number, (column, row) in enumerate(legs(part.kind, place)):
        x, y = _at(column), _at(row)
        out.append(
            f'<rect x="{x - 3:.0f}" y="{y - 3:.0f}" width="6" height="6" fill="#c00"/>'
            if number == 0
            else f'<circle cx="{x:.0f}" cy="{y:.0f}" r="2.2" fill="#555"/>'
        )
    x, y = _at((left + right) / 2), _at((top + bottom) / 2)
    is_narrow = bottom - top < SMALL or right - left < SMALL
    is_tiny = right - left + bottom - top < 2
    if is_tiny or (is_narrow and len(part.kind.pins) > 2):  # its pins would lie below its name
        y = _at(top - 0.9)
    is_upright = bottom - top >= SMALL - 1 and right == left and len(part.kind.pins) == 2
    turn = f' transform="rotate(90 {x:.0f} {y:.0f})"' if is_upright else ""
    size = 9 if len(part.kind.pins) > 2 or is_tiny else 6
    out.append(f'<text x="{x:.0f}" y="{y + 3:.0f}" font-size="{size}"{turn}>{part.ref}</text>')
    return out


def _part(part: Part, sheet: Sheet) -> str:
    place = sheet.places[part.ref]
    at = holes(part.kind, place)
    where = _hole(legs(part.kind, place)[0])
    if len(at) == 2:
        where = ", ".join(f"{pin}: {_hole(hole)}" for pin, hole in at.items())
    buy = part.kind.stand.get("buy", part.kind.number)
    value = part.value or part.kind.name
    return f"| {part.ref} | {value} | {buy} | {where} | {place.turns or ''} |"


def _board(circuit: Circuit, sheet: Sheet) -> list[str]:
    across, down = sheet.columns * 2.54, sheet.rows * 2.54
    out = [
        f"## {circuit.title}",
        "",
        f"{sheet.columns} x {sheet.rows} holes, {across:.0f} x {down:.0f} mm.",
        "",
        f"![{circuit.title}](perfboard-{circuit.name}.svg)",
        "",
    ]
    adapters = Counter(
        part.kind.stand["buy"]
        for part in standing(circuit)
        if part.kind.stand.get("buy", "").startswith("adapter")
    )
    for what, count in sorted(adapters.items()):
        out.append(f"- {count} x {what}")
    for part in circuit.parts:
        if "none" in part.kind.stand:
            out.append(f"- {part.ref} is left out: {part.kind.stand['none']}")
    out += [
        "",
        "| part | value | what stands there | pin 1, or both | turned |",
        "|---|---|---|---|---|",
    ]
    out += [_part(part, sheet) for part in standing(circuit)]
    out += ["", "| net | from | to | mm |", "|---|---|---|---|"]
    for wire in perfboard.wires(circuit, sheet):
        net = f"**{wire.net}**" if wire.net in THICK else wire.net
        ends = " | ".join(f"{ref} {pin}, {_hole(hole)}" for ref, pin, hole in wire.ends)
        out.append(f"| {net} | {ends} | {wire.millimetres():.0f} |")
    return [*out, ""]


def render(circuits: dict[str, Circuit], sheets: dict[str, Sheet]) -> str:
    """The page; KeyError where a board or a part has no place."""
    out = [HEAD]
    for name, circuit in circuits.items():
        out += _board(circuit, sheets[name])
    return "\n".join(out)
