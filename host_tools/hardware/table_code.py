"""Writes `hal/boards/rev_a.py`: what a program must know of the board to talk to its parts.

Pins, levels, addresses and branches, as plain numbers and rows both interpreters read. Rule of the
file: it leaves out what no program needs (cables, amperes) and adds nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from host_tools.hardware.source import Board, Bus

HEAD = '''"""Revision A of the table: pins, levels, addresses and branches.

Generated from hardware/rev_a/board.toml by host_tools/hardware, do not edit.

A line: name, pin of a Pi, pin of a Pico, True for an output, level that means yes, level at which
nothing moves (outputs) or that a broken wire reads as (inputs), pull resistor of an input (1 up,
-1 down, 0 none). A bus: pins SDA and SCL of a Pi, of a Pico, hertz, number of /dev/i2c-N.
"""
'''


def _hex(number: int) -> str:
    return f"0x{number:02X}"


def _bus(bus: Bus) -> str:
    pins = bus.pi_sda, bus.pi_scl, bus.pico_sda, bus.pico_scl
    numbers = ", ".join(str(number) for number in (*pins, bus.hertz, bus.linux_bus))
    return f"{bus.name.upper()}_BUS = ({numbers})"


def render(board: Board) -> str:
    """The text of the file."""
    out = [HEAD, f'NAME = "{board.name}"', "", "LINES = ("]
    for line in board.lines:
        pull = {"up": 1, "down": -1, "none": 0}[line.pull]
        out.append(
            f'    ("{line.name}", {line.pi}, {line.pico}, {line.direction == "out"}, '
            f"{int(line.active == 'high')}, {int(line.safe == 'high')}, {pull}),"
        )
    out += [")", "", *(_bus(bus) for bus in board.buses)]
    out += [
        f"INNER_HERTZ = {board.bus('inner').hertz}",
        f"TABLE_HERTZ = {board.bus('table').hertz}",
        "",
        f"FRAM_AT = {_hex(board.chip('fram').at)}",
        f"QRNG_AT = {_hex(board.chip('noise').at)}",
        f"ATECC_AT = {_hex(board.chip('second_noise').at)}",
        "GENERAL_CALL = 0x00  # wakes the second source",
        "",
        f"SWITCH_AT = {_hex(board.chip('switch').at)}",
        f"PANELS = {board.panel_count}",
        f"PANEL_AT = {_hex(board.chip('panel').at)}  # and upwards, one a panel",
        f"PANEL_BRANCH = {board.first_branch}  # and upwards",
        f"DISPLAY_AT = {_hex(board.chip('seat_display').at)}  # and upwards, beside the panels",
        "CENTRE_AT = ("
        + ", ".join(_hex(board.chip("centre").at + at) for at in range(board.chip("centre").count))
        + ")",
        f"CENTRE_BRANCH = {board.chip('centre').branch}",
        f"MACHINE_AT = {_hex(board.chip('card_machine').at)}",
        f"MACHINE_BRANCH = {board.chip('card_machine').branch}",
        f"MOTOR_GAP_MS = {board.motor_gap_ms}",
        "",
        f'LINK_DEVICE = "{board.link["device"]}"',
        f"LINK_BAUD = {board.link['baud']}",
        f"PICO_LINK = ({board.link['pico_tx']}, {board.link['pico_rx']})  # TX, RX",
        "",
    ]
    return "\n".join(out)
