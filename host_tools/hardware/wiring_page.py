"""Writes `wiring.md`: what every wire is for, to be read with a meter in the other hand.

The Pi's header pin by pin with what to measure before the Pi is plugged in, the cables contact by
contact, and which addresses a healthy bus answers with. Rule of the file: every row comes from
board.toml, cables.toml or motors.toml; the page has no number of its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from host_tools.hardware.cables import NO_WIRE

if TYPE_CHECKING:
    from host_tools.hardware.cables import Cable
    from host_tools.hardware.circuits import Kind
    from host_tools.hardware.source import Board
    from host_tools.hardware.words import Speaker

HEAD = """# What every wire is for

Generated from board.toml, cables.toml and motors.toml by host_tools/hardware, do not edit.
"""

DRIVERS = (
    "Should the table printed on the driver differ, that one counts: what matters are amperes and"
    " pulses. Its selector of input voltage stands at 5 V. ENA+ and ENA- stay empty: a driver is"
    " on as long as it has its supply, and MOTOR_ENABLE takes that away."
)

SIGNALS = {
    "SDA": "data of the branch's bus",
    "SCL": "clock of the branch's bus",
    "GND": "ground",
    "3V3": "supply, from the board's regulator",
    "5V": "supply; in a bus cable through the branch's own fuse",
    "INT": "pulled low by a panel or the card machine that has something to tell",
    "MOTOR_24V": "24 V, only while lid, thermostat and MOTOR_ENABLE allow it",
    "LID": "first pole of the lid switch: ground while the lid is closed",
    "24V": "24 V behind the fuse",
    "24V_IN": "24 V of the brick, before the fuse",
    "LID_24V": "24 V while the lid is closed",
    "COIL_24V": "24 V of the relay's coil, while it is not too hot",
    "FLOOR_KEY": "ground while the floor key is pressed",
    "HOST_GND": "ground of the host, joined to nothing else",
    "HOST_5V": "supply from the host for its half of the isolator",
    "HOST_TX": "what the host says, 3.3 V",
    "HOST_RX": "what the host hears, 3.3 V",
    "PRESENCE": "ground while somebody sits there",
    "WELL": "ground while a card lies there and breaks the beam",
    "STEP_LOW": "pulled low for each step",
    "DIR_LOW": "pulled low for one direction",
    "A+": "first winding",
    "A-": "first winding",
    "B+": "second winding",
    "B-": "second winding",
    "IN1": "forward",
    "IN2": "back",
    "OUT1": "motor",
    "OUT2": "motor",
    "LED": "5 V through 180 ohm: the sensor's light",
    "BEAM": "low while the light arrives, high in the dark",
    "GAUGE": "voltage that follows the magnet on the lever",
    "SCALE_DATA": "weight, bit by bit",
    "SCALE_CLOCK": "clock of the weight",
    "CELL+": "what the bridge says",
    "CELL-": "what the bridge says",
    "E+": "supply of the bridge",
    "E-": "supply of the bridge",
    "READER_TX": "what the interface says to the reader",
    "READER_RX": "what the reader says",
    "SENSORS_SDA": "data of the sensor boards' bus",
    "SENSORS_SCL": "clock of the sensor boards' bus",
    "LAMP": "3.3 V through 100 ohm: the sensor's lamp",
    "LOW": "ground while the bank of lamps is lit",
    "IN": "low while the receiver is lit",
}


def _pin(header: Kind, gpio: int) -> int:
    return header.pins.index(f"GPIO{gpio}") + 1


def render(
    board: Board, cables: list[Cable], header: Kind, motors: dict[str, Any], say: Speaker
) -> str:
    """The page in the speaker's language; KeyError where nobody explained a signal."""
    out = [*_header(board, header, say), "", *_addresses(board, say), ""]
    out += ["## " + say("Cables"), ""]
    for cable in cables:
        out += [*_cable(cable, board, say), ""]
    return "\n".join([say(HEAD), *out, *_drivers(motors, say)])


def _row(*cells: object) -> str:
    return "| " + " | ".join(str(cell) for cell in cells) + " |"


def _table(say: Speaker, *columns: str) -> list[str]:
    return [_row(*(say(column) for column in columns)), "|---" * len(columns) + "|"]


def _header(board: Board, header: Kind, say: Speaker) -> list[str]:
    rows: list[tuple[int, str]] = []
    for line in board.lines:
        level = "3.3 V" if line.outside == "up" else "0 V"
        if line.name == "lid":
            level = say("0.3 V, lid open 3.3 V")
        if line.name == "power_failing":
            level = say("2.5 V, brick unplugged 0 V")
        pin = _pin(header, line.pi)
        told = line.name, say(line.direction), level, say(line.why)
        rows.append((pin, _row(pin, line.pi, line.pico, *told)))
    for bus in board.buses:
        for wire, pi, pico in (
            ("SDA", bus.pi_sda, bus.pico_sda),
            ("SCL", bus.pi_scl, bus.pico_scl),
        ):
            pin = _pin(header, pi)
            level = "3.3 V" if bus.name == "inner" else say("floats: pulled up on the Pi")
            told = f"{bus.name} {wire}", say("both"), level, say(bus.pins)
            rows.append((pin, _row(pin, pi, pico, *told)))
    for wire, key in (("TX", "tx"), ("RX", "rx")):
        pi, pico = board.link["pi_" + key], board.link["pico_" + key]
        pin = _pin(header, pi)
        way = say("out" if key == "tx" else "in")
        told = say("serial line to the host") + f", {board.link['baud']} baud"
        rows.append((pin, _row(pin, pi, pico, "link " + wire, way, "-", told)))
    return [
        "## " + say("The Pi's header"),
        "",
        say(
            "*Measure* with the board powered, the Pi not on it. *GPIO* and *Pico* number lines,"
            " not pins: 4 below *Pico* is GP4."
        ),
        "",
        *_table(say, "pin", "GPIO", "Pico", "name", "way", "measure", "why"),
        *(row for _, row in sorted(rows)),
    ]


def _addresses(board: Board, say: Speaker) -> list[str]:
    out = ["## " + say("Addresses"), ""]
    out += _table(say, "bus", "branch", "address", "chip", "part")
    for chip in sorted(board.all_chips(), key=lambda chip: (chip.bus, chip.branch, chip.at)):
        for at in range(chip.count):
            name = chip.name if chip.count == 1 else f"{chip.name}{at + 1}"
            where = chip.bus, chip.branch or "-", f"0x{chip.at + at:02X}"
            out.append(_row(*where, name, say(chip.part)))
    return out


def _drivers(of: dict[str, Any], say: Speaker) -> list[str]:
    driver = of["driver"]
    columns = "motor", "connector", "SW1 SW2 SW3", "peak", "SW4", "SW5 SW6 SW7 SW8"
    out = [
        "## " + say("Stepper drivers"),
        "",
        f"{driver['name']}. " + say(DRIVERS),
        "",
        *_table(say, *columns, "pulses a turn"),
    ]
    for motor in of["stepper"]:
        peak = f"{driver['peaks'][motor['peak']]:.2f} A"
        pulses = driver["pulses"][motor["pulses"]]
        switches = motor["peak"], peak, motor["standstill"], motor["pulses"]
        out.append(_row(say(motor["name"]), motor["connector"], *switches, pulses))
    return [*out, ""]


def _cable(cable: Cable, board: Board, say: Speaker) -> list[str]:
    near, far = cable.ends
    lengths = ", ".join(f"{name} {m:.1f} m" for name, m in cable.lengths(board).items())
    pieces = cable.pieces(board)
    gauge = "" if "AWG" in cable.wire else f", {cable.awg} AWG"
    many = f", {pieces} " + say("pieces") if pieces > 1 and not cable.runs else ""
    at_far = [cable.far_connector] if cable.far_connector else [cable.connector, cable.contact]
    ends = ", ".join((say(cable.connector), say(cable.contact)))
    out = [
        f"**{cable.name}**: {near} {say('to')} {far}; {lengths}{many}; {say(cable.wire)}{gauge}. "
        f"[{say('Picture')}](cable-{cable.name}.svg)",
        "",
        f"{say('Near end')}: {ends}. {say('Far end')}: {', '.join(say(end) for end in at_far)}.",
        "",
        *_table(say, "contact", "colour", "signal", "far end", "what for"),
    ]
    for at in range(len(cable.signals)):
        signal, colour = cable.signals[at], cable.colours[at]
        goes_to = say(cable.far[at]) if cable.far else at + 1
        told = say("no wire" if signal == NO_WIRE else SIGNALS[signal])
        out.append(_row(at + 1, colour, signal, goes_to, told))
    return out
