"""Where each part stands on a perforated board of 2.54 mm, for whoever has no fabricated one.

`perfboard.toml` says for each board how many holes it has and, for each part, the hole of its
pin 1 and how many quarter turns clockwise it is turned, seen from the parts' side. From the
part's `stand` (parts.toml) follow the holes of all its pins. The checks: every part has its
place, none lies on another or where a screw goes, all lie on the board, connectors are at an
edge. Rule of the file: a hole belongs to one pin.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from host_tools.hardware.circuits import read_toml
from host_tools.hardware.source import REV_A, SourceError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from host_tools.hardware.circuits import Circuit, Kind, Part

PERFBOARD = REV_A / "perfboard.toml"
CORNER = 3  # holes each way that stay free at every corner, for a screw
EDGE = 6  # holes from the nearest edge, at most, for the nearest pin of what a cable plugs into

Hole = tuple[int, int]  # column and row, from 1 at the upper left, seen from the parts' side


class Place(NamedTuple):
    """Hole of pin 1, and quarter turns clockwise."""

    column: int
    row: int
    turns: int = 0


class Sheet(NamedTuple):
    """A perforated board: holes across, holes down, and what stands where."""

    columns: int
    rows: int
    places: dict[str, Place]


def read() -> dict[str, Sheet]:
    """The boards by the names of their circuits; SourceError where one cannot be read."""
    found = {}
    for name, told in read_toml(PERFBOARD).items():
        try:
            columns, rows = told["holes"]
            places = {ref: Place(*at) for ref, at in told["at"].items()}
        except (KeyError, TypeError, ValueError) as trouble:
            raise SourceError(f"{PERFBOARD.name}: {name}: {trouble!r}") from None
        found[name] = Sheet(columns, rows, places)
    return found


def _pins(kind: Kind) -> list[Hole]:
    """Pins of what stands on the board, unturned, pin 1 at 0, 0."""
    stand = kind.stand
    if "dip" in stand:
        count = stand["dip"]
        half, across = count // 2, stand["rows"]
        return [(0, at) if at < half else (across, count - 1 - at) for at in range(count)]
    if "sip" in stand:
        return [(at, 0) for at in range(stand["sip"])]
    if "zigzag" in stand:
        return [(at // 2, at % 2) for at in range(stand["zigzag"])]
    if "rows_of" in stand:
        half = stand["rows_of"]
        return [(at % half, at // half) for at in range(2 * half)]
    return [(column, row) for column, row in stand.get("at", [])]


def _turned(hole: Hole, place: Place) -> Hole:
    column, row = hole
    for _ in range(place.turns % 4):
        column, row = -row, column
    return place.column + column, place.row + row


def legs(kind: Kind, place: Place) -> list[Hole]:
    """Holes of everything soldered, an adapter's unused pins included, in order."""
    return [_turned(hole, place) for hole in _pins(kind)]


def holes(kind: Kind, place: Place) -> dict[str, Hole]:
    """The hole of each pin of the part, by the pin's name."""
    pins, pads = legs(kind, place), kind.stand.get("pads")
    at = [pad - 1 for pad in pads] if pads else range(len(kind.pins))
    return {pin: pins[number] for pin, number in zip(kind.pins, at, strict=True)}


def box(kind: Kind, place: Place) -> tuple[int, int, int, int]:
    """What the part covers: first column and row, last column and row."""
    pins = _pins(kind)
    left, top, right, bottom = kind.stand.get("body", (0, 0, 0, 0))
    corners = [
        _turned(
            (min(column for column, _ in pins) + left, min(row for _, row in pins) + top), place
        ),
        _turned(
            (max(column for column, _ in pins) + right, max(row for _, row in pins) + bottom),
            place,
        ),
    ]
    columns, rows = zip(*corners, strict=True)
    return min(columns), min(rows), max(columns), max(rows)


def standing(circuit: Circuit) -> list[Part]:
    """The parts that stand on the board; the rest is left out on one."""
    return [part for part in circuit.parts if "none" not in part.kind.stand]


def _apart(one: tuple[int, int, int, int], other: tuple[int, int, int, int]) -> bool:
    return one[2] < other[0] or other[2] < one[0] or one[3] < other[1] or other[3] < one[1]


def corners(sheet: Sheet) -> list[tuple[int, int, int, int]]:
    """What stays free for the screws."""
    right, bottom, far = sheet.columns, sheet.rows, CORNER - 1
    return [
        (column, row, column + far, row + far)
        for column in (1, right - far)
        for row in (1, bottom - far)
    ]


def placing(circuit: Circuit, sheet: Sheet) -> Iterator[str]:
    """Every part has its place, on the board and on no other part."""
    boxes: dict[str, tuple[int, int, int, int]] = {}
    for part in standing(circuit):
        where = f"{circuit.name}: {part.ref}"
        if len(_pins(part.kind)) < len(part.kind.pins) and "pads" not in part.kind.stand:
            yield f"{where}: nobody knows how {part.kind.name} stands on a perforated board"
            continue
        place = sheet.places.get(part.ref)
        if place is None:
            yield f"{where} has no place on the perforated board"
            continue
        mine = box(part.kind, place)
        if mine[0] < 1 or mine[1] < 1 or mine[2] > sheet.columns or mine[3] > sheet.rows:
            yield f"{where} reaches over the board's edge"
        if any(not _apart(mine, corner) for corner in corners(sheet)):
            yield f"{where} lies where a screw goes"
        for ref, other in boxes.items():
            if not _apart(mine, other):
                yield f"{where} stands on {ref}"
        boxes[part.ref] = mine
        if part.kind.mate and _to_edge(part.kind, place, sheet) > EDGE:
            yield f"{where} is too far from the edge for its cable"
    for ref in sorted(set(sheet.places) - {part.ref for part in standing(circuit)}):
        yield f"{circuit.name}: {ref} has a place, and there is no such part"


def _to_edge(kind: Kind, place: Place, sheet: Sheet) -> int:
    return min(
        min(column - 1, row - 1, sheet.columns - column, sheet.rows - row)
        for column, row in legs(kind, place)
    )


class Wire(NamedTuple):
    """A wire on the solder side: net, and at each end part, pin and hole."""

    net: str
    ends: tuple[tuple[str, str, Hole], tuple[str, str, Hole]]

    def millimetres(self) -> float:
        """Its length along the grid."""
        (_, _, one), (_, _, other) = self.ends
        return 2.54 * (abs(one[0] - other[0]) + abs(one[1] - other[1]))


def wires(circuit: Circuit, sheet: Sheet) -> list[Wire]:
    """The wires that join every net, each joint the shortest to what is joined already."""
    at: dict[str, dict[str, Hole]] = {
        part.ref: holes(part.kind, sheet.places[part.ref]) for part in standing(circuit)
    }
    found = []
    for net, ends in circuit.nets().items():
        points = [(ref, pin, at[ref][pin]) for ref, _, pin in ends if ref in at]
        joined, rest = points[:1], points[1:]
        while rest:
            wire = min(
                (Wire(net, (one, other)) for one in joined for other in rest),
                key=lambda wire: (wire.millimetres(), wire.ends),
            )
            found.append(wire)
            joined.append(wire.ends[1])
            rest.remove(wire.ends[1])
    return found


def complaints(circuits: dict[str, Circuit], sheets: dict[str, Sheet]) -> list[str]:
    """All that is wrong."""
    found = []
    for name, circuit in circuits.items():
        if name in sheets:
            found += placing(circuit, sheets[name])
        else:
            found.append(f"{name}: has no perforated board")
    return found
