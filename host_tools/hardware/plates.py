"""Draws the plate over a panel's board at its true size: where displays, keys and lamps look out.

Every opening lies over the part as it stands on the perforated board, so a plate that was printed
or cut from this picture fits the board screwed below it. Lamps hang on wires; each gets its hole
between its seat's displays and keys. Rule of the file: an opening is as large as its part and a
fit, and no opening comes nearer to another, to a screw or to the rim than the plate bears.
"""

from __future__ import annotations

import html
from typing import TYPE_CHECKING, NamedTuple

from host_tools.hardware import perfboard
from host_tools.hardware.perfboard import box

if TYPE_CHECKING:
    from collections.abc import Iterator

    from host_tools.hardware.circuits import Circuit, Part
    from host_tools.hardware.perfboard import Sheet

PLATED = ("seat_panel", "centre_displays")
HOLE = 2.54
FIT = 0.5  # all around
SIZES = {"CC56-12": (50.3, 19.0), "key": (12.0, 12.0), "lamp": (8.0, 8.0)}  # lamp: its holder
SCREW = 3.2
BRIDGE = 1.0  # what stays between two openings, at least


class Opening(NamedTuple):
    """An opening in millimetres from the plate's upper left: middle, size, name, legend."""

    x: float
    y: float
    width: float
    height: float
    ref: str
    legend: str = ""

    def gap(self, other: Opening) -> float:
        """Millimetres between the two, below 0 where they overlap."""
        across = abs(self.x - other.x) - (self.width + other.width) / 2
        down = abs(self.y - other.y) - (self.height + other.height) / 2
        return max(across, down)


def size(sheet: Sheet) -> tuple[float, float]:
    """Width and height of the plate, as of its board."""
    return sheet.columns * HOLE, sheet.rows * HOLE


def _over(part: Part, sheet: Sheet) -> Opening:
    left, top, right, bottom = box(part.kind, sheet.places[part.ref])
    wide, high = SIZES[part.kind.name]
    x, y = ((left + right) / 2 - 0.5) * HOLE, ((top + bottom) / 2 - 0.5) * HOLE
    legend = part.value.split()[-1] if part.kind.name == "key" else ""
    return Opening(x, y, wide + 2 * FIT, high + 2 * FIT, part.ref, legend)


def _joined(every: list[Opening]) -> list[Opening]:
    """Openings in a row that touch are one."""
    found: list[Opening] = []
    for one in every:
        last = found[-1] if found else None
        if last is None or last.gap(one) > 0:
            found.append(one)
            continue
        left = min(last.x - last.width / 2, one.x - one.width / 2)
        right = max(last.x + last.width / 2, one.x + one.width / 2)
        name = f"{last.ref} {one.ref}"
        found[-1] = Opening((left + right) / 2, one.y, right - left, one.height, name)
    return found


def openings(circuit: Circuit, sheet: Sheet) -> list[Opening]:
    """Displays, keys and lamps; KeyError where one has no place."""
    keys = [part for part in circuit.parts if part.kind.name == "key"]
    displays = [part for part in circuit.parts if part.kind.name == "CC56-12"]
    windows = _joined([_over(part, sheet) for part in displays])
    found = windows + [_over(part, sheet) for part in keys]
    for part in circuit.parts:
        if part.kind.name != "lamp":
            continue
        below = [_over(key, sheet) for key in keys if key.value.startswith(part.value)]
        x = sum(one.x for one in below) / len(below)
        lower = below[0].y - below[0].height / 2
        upper = windows[0].y + windows[0].height / 2
        wide, high = SIZES["lamp"]
        found.append(Opening(x, (upper + lower) / 2, wide + FIT, high + FIT, part.ref))
    return found


def screws(sheet: Sheet) -> list[Opening]:
    """The holes over the board's own."""
    return [
        Opening((left + 0.5) * HOLE, (top + 0.5) * HOLE, SCREW, SCREW, "M3")
        for left, top, _, _ in perfboard.corners(sheet)
    ]


def complaints(circuits: dict[str, Circuit], sheets: dict[str, Sheet]) -> Iterator[str]:
    """Openings that leave too little of the plate."""
    for name in PLATED:
        every = [*openings(circuits[name], sheets[name]), *screws(sheets[name])]
        wide, high = size(sheets[name])
        for at, one in enumerate(every):
            if not one.width / 2 <= one.x <= wide - one.width / 2:
                yield f"plate of {name}: {one.ref} reaches over its side"
            if not one.height / 2 <= one.y <= high - one.height / 2:
                yield f"plate of {name}: {one.ref} reaches over its rim"
            for other in every[:at]:
                if one.gap(other) < BRIDGE:
                    yield f"plate of {name}: {one.ref} is {one.gap(other):.1f} mm from {other.ref}"


def drawing(circuit: Circuit, sheet: Sheet) -> str:
    """The plate as SVG, one unit a millimetre."""
    wide, high = size(sheet)
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide:.2f}mm" height="{high:.2f}mm"'
        f' viewBox="0 0 {wide:.2f} {high:.2f}" font-family="sans-serif" font-size="3"'
        ' text-anchor="middle" fill="none" stroke="#c00" stroke-width=".2">',
        f'<rect x=".1" y=".1" width="{wide - 0.2:.2f}" height="{high - 0.2:.2f}" fill="#fff"/>',
    ]
    for one in openings(circuit, sheet):
        left, top = one.x - one.width / 2, one.y - one.height / 2
        told = f"{one.ref}: {one.width:.1f} x {one.height:.1f}"
        if one.ref.startswith("D") and not one.ref.startswith("DS"):
            out.append(f'<circle cx="{one.x:.2f}" cy="{one.y:.2f}" r="{one.width / 2:.2f}"/>')
            told = f"{one.ref}: {one.width:.1f}"
        else:
            out.append(
                f'<rect x="{left:.2f}" y="{top:.2f}" width="{one.width:.2f}"'
                f' height="{one.height:.2f}" rx=".5"/>'
            )
        size_of = 1.6 if one.width < 20 else 3
        out.append(
            f'<text x="{one.x:.2f}" y="{one.y + 1:.2f}" font-size="{size_of}" fill="#888"'
            f' stroke="none">{told}</text>'
        )
        if one.legend:
            out.append(
                f'<text x="{one.x:.2f}" y="{top - 1.5:.2f}" fill="#000" stroke="none">'
                f"{html.escape(one.legend)}</text>"
            )
    for one in screws(sheet):
        out.append(f'<circle cx="{one.x:.2f}" cy="{one.y:.2f}" r="{SCREW / 2}"/>')
    out.append(
        f'<text x="{wide / 2:.2f}" y="{high - 2:.2f}" fill="#888" stroke="none">'
        f"{html.escape(circuit.title)}: {wide:.1f} x {high:.1f} mm, 1:1, seen from above</text>"
    )
    return "\n".join([*out, "</svg>", ""])
