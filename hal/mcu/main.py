"""The table's program on a Pico 2: firmware, board of revision A, and the loop between them.

Finds out why it was started, opens the board, and lets the firmware turn, pass by pass, resting as
long as each pass allows. It ends only where a start has failed, and then, as after any other end,
a board's first file (`start/`) starts the board again: there is no prompt to fall back to. Rule of
the file: an end that was nobody's purpose leaves every line safe.
"""

from __future__ import annotations

import select
import sys
import time

import machine
import rp2

from firmware.app.controller import Controller
from firmware.app.log_keeping import LogBounds
from firmware.schema import messages as m
from hal.mcu.flash_log import SEGMENT_BYTES_MAX
from hal.mcu.link import UsbLink
from hal.mcu.table import McuTable
from hal.mcu.watchdog import is_watchdogs

SNAPSHOT_LINES = 300  # some three hands: a start replays no more than these
KEPT_BYTES_MAX = 256 << 10  # of log that a host has; a start reads through all of it


def usb_link() -> UsbLink:
    """The USB port, which is MicroPython's console, as a link."""
    return UsbLink(sys.stdin.buffer, sys.stdout.buffer, select.poll())


class Service:
    """table, controller: the parts of a running one. link: the USB port's, or None: the UART."""

    def __init__(self, link: UsbLink | None = None) -> None:
        self.table = McuTable(machine, time, rp2.Flash(), link)
        reset = m.RESET_WATCHDOG if is_watchdogs(machine) else m.RESET_POWER_ON
        bounds = LogBounds(SEGMENT_BYTES_MAX, SNAPSHOT_LINES, KEPT_BYTES_MAX)
        self.controller = Controller(self.table.board, reset=reset, bounds=bounds)

    def run(self) -> None:
        """Turn until a start has failed; every line is safe on return."""
        try:
            self.table.watchdog.arm()
            rest = self.table.rest.rest
            while not self.controller.is_start_wanted:
                rest(self.controller.one_pass())
        finally:
            self.table.lines.make_safe()


def run(link: UsbLink | None = None) -> None:
    """Be a table until a start has failed or the power goes."""
    Service(link).run()
