"""Proposes places on a perforated board for the parts that have none, and writes them down.

One part after the other, the large and the much joined first, each where its wires to what stands
already are shortest and nothing is in the way; what a cable plugs into at an edge. A proposal is a
start: whoever builds may move any part in perfboard.toml, and the checks say whether it stands.
Rule of the file: what has a place keeps it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from host_tools.hardware import perfboard
from host_tools.hardware.perfboard import EDGE, PERFBOARD, Place, Sheet
from host_tools.hardware.source import SourceError

if TYPE_CHECKING:
    from host_tools.hardware.circuits import Circuit, Kind, Part
    from host_tools.hardware.perfboard import Hole

RAIL_ENDS = 12  # a net of more ends is a rail: it is never far
RAIL_SHARE = 0.1
GAP = 1  # holes left free around whatever has more than two pins

HEAD = """# Where each part stands on a perforated board of 2.54 mm: column and row of its pin 1,
# counted from the upper left seen from the parts' side, and quarter turns clockwise.
# `python -m host_tools.hardware --place` proposes places for parts that have none.
"""


class _Ground:
    """What is taken on a board, and where the nets' holes are."""

    def __init__(self, circuit: Circuit, sheet: Sheet) -> None:
        self.circuit, self.sheet = circuit, sheet
        self.taken: set[Hole] = {
            (column, row)
            for left, top, right, bottom in perfboard.corners(sheet)
            for column in range(left, right + 1)
            for row in range(top, bottom + 1)
        }
        self.ends: dict[str, list[Hole]] = {}
        self.sizes = {net: len(ends) for net, ends in circuit.nets().items()}

    def put(self, part: Part, place: Place) -> None:
        """A part stands there from now on."""
        first, top, last, bottom = perfboard.box(part.kind, place)
        gap = GAP if len(part.kind.pins) > 2 else 0
        for column in range(first - gap, last + gap + 1):
            for row in range(top - gap, bottom + gap + 1):
                self.taken.add((column, row))
        for pin, hole in perfboard.holes(part.kind, place).items():
            if pin in part.nets:
                self.ends.setdefault(part.nets[pin], []).append(hole)

    def is_free(self, kind: Kind, place: Place) -> bool:
        """Whether the part fits there."""
        first, top, last, bottom = perfboard.box(kind, place)
        if first < 1 or top < 1 or last > self.sheet.columns or bottom > self.sheet.rows:
            return False
        return not any(
            (column, row) in self.taken
            for column in range(first, last + 1)
            for row in range(top, bottom + 1)
        )

    def cost(self, part: Part, place: Place) -> float:
        """Holes of wire to what stands already."""
        total = 0.0
        for pin, (column, row) in perfboard.holes(part.kind, place).items():
            net = part.nets.get(pin, "")
            if self.ends.get(net):
                share = RAIL_SHARE if self.sizes[net] > RAIL_ENDS else 1.0
                total += share * min(
                    abs(column - there) + abs(row - below) for there, below in self.ends[net]
                )
        return total


def _turns(kind: Kind) -> tuple[int, ...]:
    return (0, 1) if len(kind.pins) > 2 else (0, 1, 2, 3)


def _best(ground: _Ground, part: Part) -> Place:
    sheet, best = ground.sheet, None
    for turns in _turns(part.kind):
        for row in range(1, sheet.rows + 1):
            for column in range(1, sheet.columns + 1):
                place = Place(column, row, turns)
                is_inside = EDGE < column < sheet.columns - EDGE and EDGE < row < sheet.rows - EDGE
                if (part.kind.mate and is_inside) or not ground.is_free(part.kind, place):
                    continue
                middle = abs(column - sheet.columns / 2) + abs(row - sheet.rows / 2)
                cost = ground.cost(part, place) + middle / 100
                if best is None or cost < best[0]:
                    best = cost, place
    if best is None:
        raise SourceError(f"{ground.circuit.name}: {part.ref} fits nowhere any more")
    return best[1]


def propose(circuit: Circuit, sheet: Sheet) -> Sheet:
    """The board with a place for every part; SourceError where one fits nowhere."""
    ground, places = _Ground(circuit, sheet), dict(sheet.places)
    waiting = []
    for part in perfboard.standing(circuit):
        if part.ref in places:
            ground.put(part, places[part.ref])
        else:
            waiting.append(part)
    while waiting:
        waiting.sort(
            key=lambda part: (
                not part.kind.mate,
                -len(part.kind.pins),
                -sum(part.nets[pin] in ground.ends for pin in part.nets),
                part.ref,
            )
        )
        part = waiting.pop(0)
        places[part.ref] = _best(ground, part)
        ground.put(part, places[part.ref])
    return Sheet(sheet.columns, sheet.rows, places)


def written(sheets: dict[str, Sheet], circuits: dict[str, Circuit]) -> str:
    """perfboard.toml's text."""
    out = [HEAD]
    for name, sheet in sheets.items():
        out += [f"[{name}]", f"holes = [{sheet.columns}, {sheet.rows}]", "", f"[{name}.at]"]
        refs = [part.ref for part in circuits[name].parts if part.ref in sheet.places]
        out += [f"{ref} = {list(sheet.places[ref])}" for ref in refs]
        out.append("")
    return "\n".join(out)


def place_all(circuits: dict[str, Circuit]) -> None:
    """Write a place for every part that has none."""
    sheets = {name: propose(circuits[name], sheet) for name, sheet in perfboard.read().items()}
    PERFBOARD.write_text(written(sheets, circuits), encoding="utf-8")
