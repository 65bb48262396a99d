"""Reads the cables and says which connector nobody could plug anything into.

Every connector of every board has one cable, with the housing that mates with it, a crimp contact
that takes the cable's wire and carries its current, and a name for what each wire goes to at the
far end; both ends say the same of every contact, and both guides name the cable. Rule of the
file: a connector without its cable is an unfinished board, whatever the netlist says.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from host_tools.hardware.circuits import read_toml
from host_tools.hardware.source import REV_A, SourceError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from host_tools.hardware.circuits import Circuit
    from host_tools.hardware.source import Board

CABLES = REV_A / "cables.toml"
NO_WIRE = "-"
PANEL = "seat_panel"  # the one board of which there are several


@dataclass(frozen=True)
class Contact:
    """A crimp contact: the housings it fits (how their numbers begin), wires, amperes."""

    name: str
    fits: str
    awg: list[int]
    amps: float
    sheet: str


@dataclass(frozen=True)
class Cable:
    """A cable of the table; `runs` are the names of its lengths in board.toml.

    far: what each wire goes to at the far end, where that is no board of ours. count: how many
    there are, where neither end is a board of ours. lots: (how many, metres), where they differ.
    """

    name: str
    ends: list[str]
    connector: str
    contact: str
    wire: str
    awg: int
    signals: list[str]
    colours: list[str]
    runs: tuple[str, ...] = ()
    metres: float = 0.0
    far_connector: str = ""
    far: list[str] = field(default_factory=list)
    amps: float = 1.0
    count: int = 0
    lots: tuple[tuple[int, float], ...] = ()

    def lengths(self, board: Board) -> dict[str, float]:
        """Name and length of each length there is."""
        if self.lots:
            return {f"{self.name} {at}": metres for at, (_, metres) in enumerate(self.lots, 1)}
        if not self.runs:
            return {self.name: self.metres}
        return {run.name: run.metres for run in board.runs if run.name in self.runs}

    def pieces(self, board: Board) -> int:
        """How many of it a table has."""
        near, *refs = self.ends[0].split()
        if self.lots:
            return sum(count for count, _ in self.lots)
        return self.count or len(refs) * (board.panel_count if near == PANEL else 1)

    def metres_together(self, board: Board) -> float:
        """Length of all pieces."""
        if self.lots:
            return sum(count * metres for count, metres in self.lots)
        lengths = self.lengths(board).values()
        return sum(lengths) if self.runs else self.metres * self.pieces(board)

    def told_lengths(self, board: Board) -> str:
        """How many of which length, for a page."""
        if self.lots:
            return ", ".join(f"{count} x {metres:.2f} m" for count, metres in self.lots)
        return ", ".join(f"{name} {m:.1f} m" for name, m in self.lengths(board).items())

    def wired(self) -> list[int]:
        """Contacts that have a wire, from 1."""
        return [at for at, signal in enumerate(self.signals, 1) if signal != NO_WIRE]


def read() -> tuple[list[Cable], list[Contact]]:
    """The cables and their crimp contacts; SourceError where a row cannot be read."""
    told = read_toml(CABLES)
    try:
        cables = [Cable(**{**row, **_tuples(row)}) for row in told["cable"]]
        return cables, [Contact(**row) for row in told["contact"]]
    except (TypeError, KeyError) as trouble:
        raise SourceError(f"{CABLES.name}: {trouble}") from None


def _tuples(row: dict[str, Any]) -> dict[str, Any]:
    lots = tuple((int(count), float(metres)) for count, metres in row.get("lots", ()))
    return {"runs": tuple(row.get("runs", ())), "lots": lots}


def _ends(cable: Cable, circuits: dict[str, Circuit]) -> Iterator[tuple[Circuit, str, int]]:
    """The ends on boards of ours: circuit, connector, and which of the cable's pieces."""
    for end in cable.ends:
        name, *refs = end.split()
        if name in circuits:
            for at, ref in enumerate(refs):
                yield circuits[name], ref, at


def every_connector_has_a_cable(
    circuits: dict[str, Circuit], cables: list[Cable]
) -> Iterator[str]:
    """A connector of a board is the end of one cable, or what is plugged in is no cable."""
    used = [(board.name, ref) for cable in cables for board, ref, _ in _ends(cable, circuits)]
    for circuit in circuits.values():
        has = {part.ref for part in circuit.parts if part.kind.mate}
        for part in circuit.parts:
            if part.ref[0] == "J" and not part.kind.mate and not part.kind.direct:
                yield f"{circuit.name} {part.ref}: nobody knows what plugs into {part.kind.name}"
        for ref in sorted(has):
            count = used.count((circuit.name, ref))
            if count != 1:
                yield f"{circuit.name} {ref}: {count} cables plug in"
        for name, ref in used:
            if name == circuit.name and ref not in has:
                yield f"{name} {ref}: a cable is told, but there is no connector for it"


def housings_mate(
    circuits: dict[str, Circuit], cables: list[Cable], contacts: list[Contact]
) -> Iterator[str]:
    """Housing fits header; contact fits housing, takes the wire and carries the current."""
    kinds = {contact.name: contact for contact in contacts}
    for cable in cables:
        where = f"cable {cable.name}"
        for board, ref, _ in _ends(cable, circuits):
            mate = next((part.kind.mate for part in board.parts if part.ref == ref), "")
            if mate and mate != cable.connector:
                yield f"{where}: {board.name} {ref} mates with {mate}, not {cable.connector}"
        contact = kinds.get(cable.contact)
        if contact is None:
            if cable.connector.startswith(tuple(kind.fits for kind in contacts)):
                yield f"{where}: nobody knows contact {cable.contact}"
            continue
        if not cable.connector.startswith(contact.fits):
            yield f"{where}: {contact.name} does not fit {cable.connector}"
        if not min(contact.awg) <= cable.awg <= max(contact.awg):
            yield f"{where}: {contact.name} does not take {cable.awg} AWG"
        if cable.amps > contact.amps:
            yield f"{where}: {cable.amps} A, {contact.name} carries {contact.amps} A"


def far_ends_are_told(circuits: dict[str, Circuit], cables: list[Cable]) -> Iterator[str]:
    """Each contact has a signal and a colour and, beyond our boards, something it goes to."""
    for cable in cables:
        where, count = f"cable {cable.name}", len(cable.signals)
        if len(cable.colours) != count:
            yield f"{where}: {count} signals, {len(cable.colours)} colours"
        is_ours = cable.ends[1].split()[0] in circuits
        if not is_ours and (len(cable.far) != count or not cable.far_connector):
            yield f"{where}: {count} signals, {len(cable.far)} of them go somewhere"
        for signal, far in zip(cable.signals, cable.far, strict=False):
            if (signal == NO_WIRE) != (far == NO_WIRE):
                yield f"{where}: {signal} goes to {far}"


def _is_signal(net: str | None, signal: str) -> bool:
    return net == signal or ((net or "").endswith("_" + signal) and signal != "GND")


def same_at_both_ends(
    circuits: dict[str, Circuit], cables: list[Cable], board: Board
) -> Iterator[str]:
    """Both ends of a cable say the same of every contact."""
    branch = {run.name: run.branch for run in board.runs}
    for cable in cables:
        lengths = cable.lengths(board)
        if len(lengths) != max(1, len(cable.runs), len(cable.lots)) or min(lengths.values()) <= 0:
            yield f"cable {cable.name}: board.toml has no length for it"
        for circuit, ref, at in _ends(cable, circuits):
            part = next((part for part in circuit.parts if part.ref == ref), None)
            for contact, signal in enumerate(cable.signals, 1):
                if part is None or signal == NO_WIRE or str(contact) in part.open:
                    continue
                net, wanted = part.nets.get(str(contact)), signal
                if cable.runs and circuit.name == "controller" and signal != "GND":
                    wanted = f"B{branch.get(cable.runs[at], 0)}_{signal}"
                    wanted = "ATTENTION" if signal == "INT" else wanted
                fits = net == wanted if cable.runs else _is_signal(net, signal)
                if not fits:
                    where = f"cable {cable.name}: {circuit.name} {ref} contact {contact}"
                    yield f"{where} is {net}, not {wanted}"


def told_in_guides(cables: list[Cable], guides: dict[str, str]) -> Iterator[str]:
    """Every cable has its place in every guide, by its name in backquotes."""
    for page, text in guides.items():
        for cable in cables:
            if f"`{cable.name}`" not in text:
                yield f"{page}: says nothing of cable {cable.name}"


def complaints(
    circuits: dict[str, Circuit],
    cables: list[Cable],
    contacts: list[Contact],
    board: Board,
    guides: dict[str, Any],
) -> list[str]:
    """All that is wrong."""
    return [
        *every_connector_has_a_cable(circuits, cables),
        *housings_mate(circuits, cables, contacts),
        *far_ends_are_told(circuits, cables),
        *same_at_both_ends(circuits, cables, board),
        *told_in_guides(cables, guides),
    ]
