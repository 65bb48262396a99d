"""Writes the list of what to buy for one table: what, how many, where it goes, what it costs.

Counts the parts of every board (five panels), the connectors, contacts and wire of every cable,
and the things that stand in neither: `hardware/rev_a/mechanics.toml` names those. Prices are
estimates for one table. Rule of the file: a number is counted from the sources or it is not there.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from host_tools.hardware.circuits import Cable, Circuit
    from host_tools.hardware.source import Board

SPARE_WIRE = 1.1  # a tenth more than the lengths

CONTACT_EURO = 0.12
HOUSING_EURO = 0.45
WIRE_EURO_M = 1.20


def render(
    circuits: dict[str, Circuit],
    cables: list[Cable],
    board: Board,
    others: list[dict[str, object]],
) -> str:
    """The list as semicolon-separated text, dearest first, with its sum."""
    counts: dict[tuple[str, str], int] = defaultdict(int)
    places: dict[tuple[str, str], list[str]] = defaultdict(list)
    euro: dict[tuple[str, str], float] = {}
    for circuit in circuits.values():
        boards = board.panel_count if circuit.name == "seat_panel" else 1
        for part in circuit.parts:
            value = part.value.split(",")[0].split(":")[0]
            is_passive = part.kind.name in {"resistor", "capacitor"}
            key = part.kind.number, value if is_passive else ""
            counts[key] += boards
            euro[key] = part.kind.euro
            places[key].append(f"{circuit.name} {part.ref}")
    for cable in cables:
        lengths = cable.lengths(board)
        ends, wires = 2 * len(lengths), len(cable.signals)
        for name, count, price in (
            (cable.connector, ends, HOUSING_EURO),
            ("contact " + cable.contact, ends * wires, CONTACT_EURO),
            (
                cable.wire + ", metres",
                round(sum(lengths.values()) * SPARE_WIRE + 0.5),
                WIRE_EURO_M,
            ),
        ):
            counts[name, ""] += count
            euro[name, ""] = price
            places[name, ""].append("cable " + cable.name)
    for row in others:
        key = str(row["what"]), ""
        counts[key] += int(str(row["count"]))
        euro[key] = float(str(row["euro"]))
        places[key].append(str(row["where"]))
    keys = sorted(counts, key=lambda key: (-counts[key] * euro[key], key))
    total = sum(counts[key] * euro[key] for key in keys)
    out = ["count;part;value;euro each;euro;where"]
    for key in keys:
        where = places[key]
        told = ", ".join(where) if len(where) <= 6 else f"{len(where)} places"
        cost = counts[key] * euro[key]
        out.append(f"{counts[key]};{key[0]};{key[1]};{euro[key]:.2f};{cost:.2f};{told}")
    out.append(f";together;;;{total:.2f};")
    return "\n".join([*out, ""])
