"""Reads which sensor looks at which place of the card machine, and says what does not fit.

Every place is sensed once; every board has its own address and no more than fourteen inputs; the
sensors' bus rises in time; a bank of lamps is not too much for the controller's supply; a mouth is
looked at often enough while a card falls through; the weakest lamp still turns the weakest
receiver on, and no lamp but its own ever lights it. Rule of the file: computed from the source,
or said to be unmeasured.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from math import acos, atan, cos, degrees, pi, sin, sqrt
from typing import TYPE_CHECKING, Any

from host_tools.hardware.card_budget import MOUTHS, REBOUND_MS, mouth_dark_ms
from host_tools.hardware.source import REV_A, SourceError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from host_tools.hardware.circuits import Circuit

SENSORS = REV_A / "sensors.toml"
BOARD_INPUTS = 14
BANK = 7  # the eighth pin of a port lights the lamps
_FIRST_AT, _LAST_AT = 0x20, 0x27  # of an MCP23017
_WRITE_CLOCKS = 3 * 9 + 2  # address, register, octet
_READ_CLOCKS = 5 * 9 + 3  # address, register, address, two octets
_LINKS = (("1", "3V3"), ("2", "SENSORS_SDA"), ("3", "SENSORS_SCL"), ("4", "GND"))


@dataclass(frozen=True)
class Seat:
    """Where one sensor is plugged in: board 1 to 7, its connector, its input, what it looks at."""

    board: int
    at: int
    connector: str
    pin: str
    bank: str
    name: str
    number: int
    kind: str


def read() -> dict[str, Any]:
    """The file's tables.

    Raises:
        SourceError: it cannot be read.
    """
    try:
        return tomllib.loads(SENSORS.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as trouble:
        raise SourceError(f"{SENSORS.name}: {trouble}") from None


def _looks(board: dict[str, Any]) -> Iterator[tuple[str, int]]:
    for told in board["looks"]:
        name, _, numbers = told.partition(" ")
        first, _, last = numbers.partition("-")
        for number in range(int(first), int(last or first) + 1):
            yield name, number


def _input(order: str, at: int) -> tuple[str, int]:
    """Bank and its input of a board's at-th sensor."""
    if order == "zigzag":
        return "AB"[at % 2], at // 2
    return "AB"[at // BANK], at % BANK


def seats(of: dict[str, Any]) -> list[Seat]:
    """Every sensor with its plug, board by board.

    Raises:
        SourceError: a board is asked for more than it has, or for what nobody knows.
    """
    kinds = {row["name"]: row["kind"] for row in of["sense"]}
    found = []
    for number, board in enumerate(of["board"], 1):
        looks = list(_looks(board))
        if len(looks) > BOARD_INPUTS:
            raise SourceError(f"sensor board {number}: {len(looks)} sensors, 14 inputs")
        for at, (name, which) in enumerate(looks):
            if name not in kinds:
                raise SourceError(f"sensor board {number}: nobody knows '{name}'")
            bank, pin = _input(board["order"], at)
            connector = f"J{'AB'.index(bank) + 1}{pin + 1}"
            port = f"GP{bank}{pin}"
            found.append(
                Seat(number, board["at"], connector, port, bank, name, which, kinds[name])
            )
    return found


def everything_is_sensed_once(of: dict[str, Any]) -> Iterator[str]:
    """No place without its sensor, and no sensor without a place."""
    had = [(seat.name, seat.number) for seat in seats(of)]
    wanted = [
        (row["name"], row["first"] + at) for row in of["sense"] for at in range(row["count"])
    ]
    for name, number in wanted:
        if had.count((name, number)) != 1:
            yield f"{name} {number} is sensed {had.count((name, number))} times"
    for name, number in sorted(set(had) - set(wanted)):
        yield f"{name} {number} is not there"


def addresses_differ(of: dict[str, Any]) -> Iterator[str]:
    """Each board has its own address, one its straps can give."""
    had = [board["at"] for board in of["board"]] + [of["face_up"]["at"]]
    heard = [*had, of["keep"]["at"], *of["keep"]["also"]]
    for at in sorted({at for at in heard if heard.count(at) > 1}):
        yield f"address 0x{at:02X} twice on the sensors' bus"
    for board in of["board"]:
        if not _FIRST_AT <= board["at"] <= _LAST_AT:
            yield f"a sensor board cannot have address 0x{board['at']:02X}"
    if len(of["bus"]["cable_m"]) != len(had):
        yield f"{len(had)} devices on the sensors' bus, {len(of['bus']['cable_m'])} cables"


def rise_ns(of: dict[str, Any]) -> float:
    """From 0.3 to 0.7 of the supply (UM10204 7.1): controller and memory, then what is cabled."""
    bus, devices = of["bus"], len(of["board"]) + 1
    pf = bus["pins_pf"] * (devices + 1) + bus["copper_pf"] * (devices + 1) + of["keep"]["pins_pf"]
    pf += 2 * bus["connector_pf"] * devices + bus["cable_pf_per_m"] * sum(bus["cable_m"])
    return 0.8473 * bus["pull_up_ohm"] * pf / 1000


def lamp_amps(of: dict[str, Any]) -> float:
    """What a lit bank draws at most."""
    light = of["light"]
    return light["bank_lamps"] * (of["bus"]["volts"] - light["lamp_volts_min"]) / light["lamp_ohm"]


def look_ms(of: dict[str, Any]) -> float:
    """One bank looked at: lamps on, a pause, both ports read, lamps off."""
    clocks = 2 * _WRITE_CLOCKS + _READ_CLOCKS
    return 1000 * clocks / of["bus"]["hertz"] + of["look"]["settle_us"] / 1000


def banks(of: dict[str, Any], name: str) -> int:
    """How many banks there are to light for all sensors of a name."""
    return len({(seat.board, seat.bank) for seat in seats(of) if seat.name == name})


def bus_carries_them(of: dict[str, Any], mechanics: dict[str, Any]) -> Iterator[str]:
    """The bus rises in time, feeds a bank, and is fast enough for a card that falls."""
    if rise_ns(of) > of["bus"]["rise_ns_max"]:
        yield f"the sensors' bus rises in {rise_ns(of):.0f} ns"
    logic = 0.005 * len(of["board"])
    logic += (of["face_up"]["milliamps"] + of["keep"]["milliamps"]) / 1000
    if lamp_amps(of) + logic > of["bus"]["amps_max"]:
        yield f"the sensors draw {lamp_amps(of) + logic:.2f} A from 3.3 V"
    round_ms = look_ms(of) * banks(of, "mouth")
    if REBOUND_MS / round_ms < of["look"]["samples_min"]:
        yield f"a mouth is looked at every {round_ms:.1f} ms only"
    if mouth_dark_ms(mechanics) <= REBOUND_MS:
        yield f"a mouth is dark for {mouth_dark_ms(mechanics):.0f} ms, a rebound may be"
    passing_ms = mechanics["card"]["length"] / mechanics["path"]["speed"]
    if passing_ms / of["face_up"]["reading_ms"] < of["face_up"]["readings_min"]:
        yield "the face-up sensor has too few readings of a card"


def _length(a: tuple[float, float, float], b: tuple[float, float, float]) -> float:
    return sqrt(sum((x - y) ** 2 for x, y in zip(a, b, strict=True)))


def _point(told: list[float], pitches: float, mechanics: dict[str, Any]) -> tuple[float, ...]:
    """Radius, height, sideways of a point, so many places further round the drum."""
    angle = pitches * 2 * pi / mechanics["slot"]["count"]
    radius, height, side = told
    return (
        radius * cos(angle) - side * sin(angle),
        radius * sin(angle) + side * cos(angle),
        height,
    )


def beam_mm(mechanics: dict[str, Any]) -> float:
    """Length of a slot's beam."""
    beam = mechanics["slot_beam"]
    return _length(tuple(beam["lamp"]), tuple(beam["receiver"]))


def crossing(mechanics: dict[str, Any]) -> tuple[float, float]:
    """Radius and height at which a slot's beam passes its card."""
    lamp, receiver = mechanics["slot_beam"]["lamp"], mechanics["slot_beam"]["receiver"]
    part = -lamp[2] / (receiver[2] - lamp[2])
    return (
        lamp[0] + part * (receiver[0] - lamp[0]),
        lamp[1] + part * (receiver[1] - lamp[1]),
    )


def stray_degrees(mechanics: dict[str, Any]) -> float:
    """Smallest angle at a receiver between its own lamp and another that is lit with it."""
    beam = mechanics["slot_beam"]
    eye = _point(beam["receiver"], 0, mechanics)
    own = _point(beam["lamp"], 0, mechanics)
    smallest = 180.0
    for pitches in (-4, -2, 2, 4):  # a bank has every other slot
        other = _point(beam["lamp"], pitches, mechanics)
        one = [a - b for a, b in zip(own, eye, strict=True)]
        two = [a - b for a, b in zip(other, eye, strict=True)]
        dot = sum(a * b for a, b in zip(one, two, strict=True))
        sizes = sqrt(sum(a * a for a in one)) * sqrt(sum(a * a for a in two))
        smallest = min(smallest, degrees(acos(max(-1.0, min(1.0, dot / sizes)))))
    return smallest


def shade_degrees(of: dict[str, Any]) -> float:
    """Half the angle that a shade lets in."""
    return degrees(atan(of["light"]["shade_mm"] / of["light"]["shade_depth_mm"]))


def receiver_margin(of: dict[str, Any], millimetres: float) -> float:
    """How many times the current that reads as light the weakest pair gives."""
    light, volts = of["light"], of["bus"]["volts"]
    milliamps = 1000 * (volts - light["lamp_volts_max"]) / light["lamp_ohm"]
    mw_cm2 = light["lamp_mw_sr_min"] * milliamps / 20 / (millimetres / 10) ** 2
    needed = 1000 * (volts - light["low_volts_max"]) / light["receiver_ohm"]
    return mw_cm2 * light["receiver_ma_per_mw"] / needed


def beams_are_seen(of: dict[str, Any], mechanics: dict[str, Any]) -> Iterator[str]:
    """A slot's beam meets its card, wherever that stands, and its receiver sees no other lamp."""
    card, slot, beam = mechanics["card"], mechanics["slot"], mechanics["slot_beam"]
    radius, height = crossing(mechanics)
    inmost = slot["inner_radius"] + card["length"]
    corner = beam["corner_radius"] + of["light"]["shade_mm"] / 2
    if not beam["floor_radius"] + corner < radius < inmost - corner:
        yield f"a slot's beam passes at a radius of {radius:.0f} mm, where a card may end"
    if height < corner / 2:
        yield f"a slot's beam passes {height:.1f} mm above a card's edge"
    pitch = 2 * pi * beam["lamp"][0] / slot["count"]
    if max(abs(beam["lamp"][2]), abs(beam["receiver"][2])) >= pitch:
        yield "a slot's beam reaches the next card"
    if stray_degrees(mechanics) <= shade_degrees(of):
        beside = stray_degrees(mechanics)
        yield f"a receiver sees another's lamp, {beside:.0f} degrees beside its own"
    for what, length in (("slot", beam_mm(mechanics)), ("mouth", of["light"]["mouth_mm"])):
        margin = receiver_margin(of, length)
        if margin < of["light"]["margin"]:
            yield f"a {what}'s weakest beam has {margin:.1f} times the current"


def board_is_as_told(of: dict[str, Any], circuit: Circuit, interface: Circuit) -> Iterator[str]:
    """Each connector of a sensor board is on the input the page says, and the row fits J15."""
    for bank, port in (("A", 1), ("B", 2)):
        for pin in range(BANK):
            ref = f"J{port}{pin + 1}"
            is_on = circuit.part(ref).nets.get("3")
            if is_on is None or circuit.part("U1").nets.get(f"GP{bank}{pin}") != is_on:
                yield f"{circuit.name}: {ref} contact 3 is {is_on}, not on GP{bank}{pin}"
            if circuit.part(ref).nets.get("2") != circuit.part(f"Q{port}").nets.get("D"):
                yield f"{circuit.name}: {ref} is lit by the other bank"
        if circuit.part(f"Q{port}").nets.get("G") != circuit.part("U1").nets.get(f"GP{bank}7"):
            yield f"{circuit.name}: Q{port} is not driven by GP{bank}7"
    plug = interface.part("J15").nets
    for contact, signal in _LINKS:
        for ref in ("J1", "J2"):
            if circuit.part(ref).nets.get(contact) != signal:
                yield f"{circuit.name}: {ref} contact {contact} is not {signal}"
        if plug.get(contact, "") != signal:
            yield f"{interface.name}: J15 contact {contact} is not {signal}"
    for lamp in ("R11", "R21"):
        if not circuit.part(lamp).value.startswith(str(of["light"]["lamp_ohm"])):
            yield f"{circuit.name}: {lamp} is not {of['light']['lamp_ohm']} ohm"


def lamps_are_as_told(of: dict[str, Any]) -> Iterator[str]:
    """What the page says a bank's lamp draws is what its resistor gives."""
    light, volts = of["light"], of["bus"]["volts"]
    drops = light["lamp_volts_max"], light["lamp_volts_min"]
    least, most = (1000 * (volts - drop) / light["lamp_ohm"] for drop in drops)
    told = of["lamp"][0]["milliamps"]
    if told != f"{least:.0f} to {most:.0f}":
        yield f"a lamp of the sensor boards draws {least:.0f} to {most:.0f} mA, not {told}"


def memory_is_as_told(of: dict[str, Any], interface: Circuit) -> Iterator[str]:
    """The machine's memory is on the sensors' bus, at its address, and may be written."""
    keep = of["keep"]
    try:
        part = interface.part(keep["ref"])
    except KeyError:
        yield f"{interface.name}: the machine's memory {keep['ref']} is missing"
        return
    where = f"{interface.name}: {part.ref}"
    if part.kind.name != keep["part"]:
        yield f"{where} is no {keep['part']}"
    straps = {f"A{bit}": "3V3" if keep["at"] >> bit & 1 else "GND" for bit in range(3)}
    wanted = {"SDA": "SENSORS_SDA", "SCL": "SENSORS_SCL", "WP": "GND", **straps}
    for pin, net in wanted.items():
        if part.nets.get(pin) != net:
            yield f"{where} {pin} is on {part.nets.get(pin)}, not on {net}"


def complaints(
    of: dict[str, Any], mechanics: dict[str, Any], circuit: Circuit, interface: Circuit
) -> list[str]:
    """All that is wrong."""
    found = [*everything_is_sensed_once(of), *addresses_differ(of)]
    found += [*bus_carries_them(of, mechanics), *beams_are_seen(of, mechanics)]
    found += [*board_is_as_told(of, circuit, interface), *memory_is_as_told(of, interface)]
    found += lamps_are_as_told(of)
    if banks(of, "mouth") and len([s for s in seats(of) if s.name == "mouth"]) != MOUTHS:
        found.append(f"{MOUTHS} mouths are wanted")
    return found
