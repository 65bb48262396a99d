"""Writes the list of what to buy for one table: what, how many, where it goes, what it costs.

Counts the parts of every board (five panels), the connectors, contacts and wire of every cable,
and the things that stand in neither: `hardware/rev_a/mechanics.toml` names those. Prices are
estimates for one table. Rule of the file: a number is counted from the sources or it is not there.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from host_tools.hardware import sensors

if TYPE_CHECKING:
    from collections.abc import Iterator

    from host_tools.hardware.cables import Cable
    from host_tools.hardware.circuits import Circuit
    from host_tools.hardware.perfboard import Sheet
    from host_tools.hardware.source import Board

SPARE_WIRE = 1.1  # a tenth more than the lengths

CONTACT_EURO = 0.12
HOUSING_EURO = 0.45
SOCKET_EURO = 3.50
CABLE_EURO = 19.00
WIRE_EURO_M = 1.20


def _bought(what: str) -> bool:
    """Whether an end is a thing with a maker's number (a header's housing), not a place."""
    return what.startswith(("Molex", "JST", "Kycon", "FTDI"))


def _of_cable(cable: Cable, board: Board) -> Iterator[tuple[str, int, float]]:
    """Housings, contacts and wire of a cable: what, how many, euro each."""
    pieces, wires = cable.pieces(board), len(cable.wired())
    ends = 1 if cable.far_connector else 2
    if _bought(cable.connector):
        price = CABLE_EURO if cable.connector.startswith("FTDI") else HOUSING_EURO
        yield cable.connector, ends * pieces, price
    if _bought(cable.contact):
        yield "contact " + cable.contact, ends * pieces * wires, CONTACT_EURO
    if _bought(cable.far_connector):
        yield cable.far_connector.split(",")[0], pieces, SOCKET_EURO
    if "lead" not in cable.wire and "whole" not in cable.wire:
        metres = round(cable.metres_together(board) * SPARE_WIRE + 0.5)
        yield cable.wire + ", metres", metres, WIRE_EURO_M


def _perforated(
    circuits: dict[str, Circuit], sheets: dict[str, Sheet], copies: dict[str, int]
) -> Iterator[str]:
    """What perforated boards want: the boards, and adapters and parts with leads upon them."""
    counts: dict[str, int] = defaultdict(int)
    for name, sheet in sheets.items():
        boards = copies.get(name, 1)
        counts[f"perforated board, {sheet.columns} x {sheet.rows} holes or more"] += boards
        for part in circuits[name].parts:
            what = part.kind.stand.get("buy", "")
            if what and not part.kind.direct and "pin socket" not in what:
                counts[what] += boards
    for what, count in sorted(counts.items(), key=lambda row: (-row[1], row[0])):
        yield f"{count};{what};;;;perforated boards, instead of their smallest parts"


def render(
    circuits: dict[str, Circuit],
    cables: list[Cable],
    board: Board,
    others: list[dict[str, object]],
    sheets: dict[str, Sheet] | None = None,
) -> str:
    """The list as semicolon-separated text, dearest first, with its sum.

    What is bought only for another way to build stands below the sum and is not in it.
    """
    counts: dict[tuple[str, str], int] = defaultdict(int)
    places: dict[tuple[str, str], list[str]] = defaultdict(list)
    euro: dict[tuple[str, str], float] = {}
    copies = {"seat_panel": board.panel_count, "sensor_board": len(sensors.read()["board"])}
    for circuit in circuits.values():
        boards = copies.get(circuit.name, 1)
        for part in circuit.parts:
            value = part.value.split(",")[0].split(":")[0]
            is_passive = part.kind.name in {"resistor", "capacitor"}
            key = part.kind.number, value if is_passive else ""
            counts[key] += boards
            euro[key] = part.kind.euro
            places[key].append(f"{circuit.name} {part.ref}")
    for cable in cables:
        for name, count, price in _of_cable(cable, board):
            counts[name, ""] += count
            euro[name, ""] = price
            places[name, ""].append("cable " + cable.name)
    for row in others:
        if "instead" in row:
            continue
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
    out += [
        f"{row['count']};{row['what']};;{row['euro']:.2f};;"
        f"{row['where']}, instead {row['instead']}"
        for row in others
        if "instead" in row
    ]
    out += _perforated(circuits, sheets or {}, copies)
    return "\n".join([*out, ""])
