"""Reads the circuits and says where they contradict themselves or the board.

A circuit is a list of parts and, for every pin of each, the net it is on. The checks are those a
drawing program would make (a pin nobody connected, a net with one end, a supply pin on a signal)
and those only this table needs: the header carries what board.toml says of each pin, every
resistor that makes a line safe is there. Rule of the file: a pin is on a net, or written down as
open.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from host_tools.hardware.source import REV_A, SourceError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from host_tools.hardware.source import Board

CIRCUITS = ("controller", "seat_panel", "machine_interface", "centre_displays", "sensor_board")
PARTS = REV_A / "parts.toml"

LIBRARIES = {  # of KiCad 8, those that are used
    "Buzzer_Beeper",
    "Button_Switch_THT",
    "Capacitor_SMD",
    "Capacitor_THT",
    "Connector_IDC",
    "Connector_JST",
    "Connector_Molex",
    "Connector_PinHeader_2.54mm",
    "Diode_SMD",
    "Diode_THT",
    "Display_7Segment",
    "Fuse",
    "LED_THT",
    "Module",
    "Package_DIP",
    "Package_SO",
    "Package_TO_SOT_SMD",
    "Package_TO_SOT_THT",
    "Relay_THT",
    "Resistor_SMD",
    "Resistor_THT",
    "TerminalBlock_Phoenix",
}
GROUND_PINS = {"GND", "VSS", "AGND", "GND1"}
SUPPLY_PINS = {"VDD", "VCC", "VIN", "VOUT", "VSYS", "VS", "VCC1", "VCC2"}
SUPPLIES = {"3V3", "5V", "5V_PI", "24V", "HOST_5V", "HOST_3V3", "HOLD"}
HEADER = {"INNER_SDA", "INNER_SCL", "TABLE_SDA", "TABLE_SCL"}


@dataclass(frozen=True)
class Kind:
    """A part of the list: order number, footprint, pins in order, price; parts.toml says more."""

    name: str
    number: str
    package: str
    euro: float
    sheet: str
    pins: list[str]
    stand: dict[str, Any]
    numbers: list[str] = field(default_factory=list)
    mate: str = ""
    direct: bool = False
    hears: dict[str, tuple[float, str | float]] = field(default_factory=dict)
    says: dict[str, str | float] = field(default_factory=dict)
    bears: float = 0.0
    limits: dict[str, float] = field(default_factory=dict)

    def pad(self, at: int) -> str:
        """Name of the footprint's pad of the pin in place `at`, from 0."""
        return self.numbers[at] if self.numbers else str(at + 1)


@dataclass(frozen=True)
class Part:
    """A part on a board: nets by pin name."""

    ref: str
    kind: Kind
    value: str
    nets: dict[str, str]
    open: list[str]


@dataclass(frozen=True)
class Circuit:
    """A board."""

    name: str
    title: str
    parts: list[Part]

    def nets(self) -> dict[str, list[tuple[str, str, str]]]:
        """Nets by name; of each its ends: ref, pin number, pin name, in the parts' order."""
        found: dict[str, list[tuple[str, str, str]]] = {}
        for part in self.parts:
            for at, pin in enumerate(part.kind.pins):
                if pin in part.nets:
                    end = part.ref, part.kind.pad(at), pin
                    found.setdefault(part.nets[pin], []).append(end)
        return dict(sorted(found.items()))

    def part(self, ref: str) -> Part:
        """The part of that name; KeyError if there is none."""
        for part in self.parts:
            if part.ref == ref:
                return part
        raise KeyError(ref)


def read_toml(path: Path) -> dict[str, Any]:
    """A file's tables; SourceError where it cannot be read."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as trouble:
        raise SourceError(f"{path.name}: {trouble}") from None


def read_kinds() -> dict[str, Kind]:
    """The parts' list, by name.

    Raises:
        SourceError: a part has a key nobody knows, or lacks one.
    """
    try:
        return {name: Kind(name=name, **row) for name, row in read_toml(PARTS).items()}
    except TypeError as trouble:
        raise SourceError(f"{PARTS.name}: {trouble}") from None


def read_all() -> dict[str, Circuit]:
    """Every circuit, by name."""
    return {name: read(name) for name in CIRCUITS}


def parse(told: dict[str, Any], kinds: dict[str, Kind]) -> Circuit:
    """A circuit from its file's tables.

    Raises:
        SourceError: a part nobody knows, a pin it has not, a key that is not one.
    """
    parts = []
    name = told["circuit"]["name"]
    for row in told["part"]:
        where = f"{name}: {row.get('ref', '?')}"
        odd = set(row) - {"ref", "part", "value", "nets", "open"}
        if odd or row.get("part") not in kinds:
            raise SourceError(f"{where}: nobody knows {sorted(odd) or row.get('part')}")
        kind = kinds[row["part"]]
        nets = row["nets"]
        if isinstance(nets, list):
            if len(nets) != len(kind.pins):
                raise SourceError(f"{where}: {len(kind.pins)} pins, {len(nets)} nets")
            nets = dict(zip(kind.pins, nets, strict=True))
        for pin in [*nets, *row.get("open", [])]:
            if pin not in kind.pins:
                raise SourceError(f"{where}: {kind.name} has no pin {pin}")
        parts.append(Part(row["ref"], kind, row.get("value", ""), nets, row.get("open", [])))
    return Circuit(name, told["circuit"]["title"], parts)


def read(name: str) -> Circuit:
    """One of the circuits."""
    return parse(read_toml(REV_A / "circuits" / f"{name}.toml"), read_kinds())


def electrical(circuit: Circuit) -> Iterator[str]:
    """What a drawing program's own check would say."""
    refs = [part.ref for part in circuit.parts]
    for ref in sorted({ref for ref in refs if refs.count(ref) > 1}):
        yield f"{circuit.name}: {ref} is there twice"
    for name, ends in circuit.nets().items():
        if len(ends) < 2:
            yield f"{circuit.name}: net {name} ends at {ends[0][0]} {ends[0][2]}"
    for part in circuit.parts:
        for pin in part.kind.pins:
            net = part.nets.get(pin)
            where = f"{circuit.name}: {part.ref} {pin}"
            if net is None:
                if not pin.startswith("NC") and pin not in part.open:
                    yield f"{where} is on no net"
            elif pin in part.open or pin.startswith("NC"):
                yield f"{where} is open and on {net}"
            elif pin in GROUND_PINS and not net.endswith("GND"):
                yield f"{where} is on {net}, not on ground"
            elif pin in SUPPLY_PINS and net not in SUPPLIES:
                yield f"{where} is on {net}, not on a supply"
            elif pin in {"SDA", "SCL"} and pin not in net:
                yield f"{where} is on {net}"


def header(circuit: Circuit, board: Board) -> Iterator[str]:
    """The Pi's header carries the lines, buses and link of board.toml and nothing else."""
    wanted = {f"GPIO{line.pi}": line.name.upper() for line in board.lines}
    for name in ("lid", "floor_key"):
        wanted[f"GPIO{board.line(name).pi}"] += "_IN"  # before the filter
    for bus in board.buses:
        wanted[f"GPIO{bus.pi_sda}"] = bus.name.upper() + "_SDA"
        wanted[f"GPIO{bus.pi_scl}"] = bus.name.upper() + "_SCL"
    wanted[f"GPIO{board.link['pi_tx']}"] = "LINK_TX"
    wanted[f"GPIO{board.link['pi_rx']}"] = "LINK_RX"
    pi = circuit.part("J1")
    for pin in pi.kind.pins:
        if pin.startswith("GPIO") and pi.nets.get(pin) != wanted.get(pin):
            is_on = pi.nets.get(pin)
            yield f"{circuit.name}: J1 {pin} is {is_on}, board.toml says {wanted.get(pin)}"


def pulls(circuit: Circuit, board: Board) -> Iterator[str]:
    """Every line that board.toml pulls outside has a resistor to that rail."""
    for line in board.lines:
        net = line.name.upper() + ("_IN" if line.name in {"lid", "floor_key"} else "")
        rail = {"up": "3V3", "down": "GND"}.get(line.outside)
        found = any(
            part.kind.name == "resistor" and set(part.nets.values()) == {net, rail}
            for part in circuit.parts
        )
        if rail is not None and not found:
            yield f"{circuit.name}: no resistor from {net} to {rail}"


def panel(circuit: Circuit, board: Board) -> Iterator[str]:
    """The expander's pins are keys, sensors and lamp in the order of board.toml."""
    chip = circuit.part("U1")
    for port, side in (("GPA", "ODD_"), ("GPB", "EVEN_")):
        for number, name in enumerate(board.panel_pins):
            net = chip.nets.get(f"{port}{number}")
            if net != side + name.upper():
                yield f"{circuit.name}: U1 {port}{number} is {net}, not {side}{name.upper()}"


def footprints(circuit: Circuit) -> Iterator[str]:
    """Every part names a library and a footprint that come with KiCad."""
    for part in circuit.parts:
        library, _, name = part.kind.package.partition(":")
        if library not in LIBRARIES or not name:
            yield f"{circuit.name}: {part.ref}: KiCad has no footprint '{part.kind.package}'"


def complaints(circuits: dict[str, Circuit], board: Board) -> list[str]:
    """All that is wrong."""
    found = [told for circuit in circuits.values() for told in electrical(circuit)]
    found += [told for circuit in circuits.values() for told in footprints(circuit)]
    found += header(circuits["controller"], board)
    found += pulls(circuits["controller"], board)
    found += panel(circuits["seat_panel"], board)
    return found
