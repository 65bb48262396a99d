"""A table of revision A on a Pico 2: every part made and bundled as a board.

Order matters: first the pins, all at their safe levels; then the buses; then the branch switch is
let out of its reset. Nothing has been asked yet when the board is handed over, so a chip that is
missing stops nobody here: the firmware's self-test names it. Rule of the file: it joins what the
other files make, and numbers come from the board's table.
"""

from __future__ import annotations

import binascii
from typing import TYPE_CHECKING

from hal.boards import rev_a
from hal.mcu.clock import McuClock
from hal.mcu.flash_log import FlashLog
from hal.mcu.i2c import McuBus
from hal.mcu.link import UartLink
from hal.mcu.pins import McuLines
from hal.mcu.rest import Rest
from hal.mcu.watchdog import McuWatchdog
from hal.wiring import Driven

if TYPE_CHECKING:
    from hal.mcu.board_modules import Flash, Machine, Time
    from hal.mcu.link import UsbLink

_SERIAL_BYTES = 4  # of the chip's eight


def table_serial(machine: Machine) -> str:
    """The table's serial number by its chip's: MZ- and eight hexadecimal digits."""
    return "MZ-" + binascii.hexlify(machine.unique_id()[-_SERIAL_BYTES:]).decode().upper()


class McuTable:
    """board: what the firmware gets; rest: for the loop; watchdog: to be armed by it.

    machine, time, flash: MicroPython's. link: the USB port's, where it is not the UART.
    """

    def __init__(
        self,
        machine: Machine,
        time: Time,
        flash: Flash,
        link: UsbLink | None = None,
        *,
        noise_serial: str = "unread",
        provenance: str = "device",
    ) -> None:
        clock = McuClock(time)
        self.lines = McuLines(machine, rev_a.LINES)
        inputs, outputs = self.lines.inputs, self.lines.outputs
        inner = _bus(machine, "inner_bus", rev_a.INNER_BUS)
        trunk = _bus(machine, "table_bus", rev_a.TABLE_BUS)
        store = FlashLog(flash)
        self.link = link or UartLink(
            machine, rev_a.PICO_LINK[0], rev_a.PICO_LINK[1], rev_a.LINK_BAUD, clock
        )
        self.watchdog = McuWatchdog(machine)
        outputs["mux_reset"].put(False)
        driven = Driven(
            inner,
            trunk,
            clock,
            switch_reset=outputs["mux_reset"],
            noise_power=outputs["noise_power"],
            panel_line=inputs["attention"],
            machine_line=inputs["attention"],
            noise_serial=noise_serial,
            provenance=provenance,
        )
        self.rest = Rest(inputs["attention"], self.link, store, time)
        self.board = driven.board(
            table_serial(machine), clock, store, self.link, self.watchdog, inputs, outputs
        )


def _bus(machine: Machine, name: str, row: tuple[int, int, int, int, int, int]) -> McuBus:
    return McuBus(machine, name, row[2], row[3], row[4])
