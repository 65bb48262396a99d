"""The card machine's program on its Pico 2: the target on the bus, the workings, and the loop.

The motors stand first. Then the block that the table reads is put on the bus, and one pass follows
another, a millisecond apart, with the watchdog fed by nobody else. Whatever ends the loop leaves
every motor standing and starts the Pico again; the program finds in its memory what it was about.
Rule of the file: it joins; what a command means, the program says.
What a technician does at the USB console before it starts is in `technician.py`.
"""

from __future__ import annotations

import gc
import time
from typing import TYPE_CHECKING

import machine
import rp2

from hal.card_machine.pico.bare_keep import BareKeep
from hal.card_machine.pico.workings import PicoWorkings
from hal.card_machine.program import Program
from hal.card_machine.target import Target
from hal.errors import HalError

if TYPE_CHECKING:
    from typing import Any

    from hal.card_machine.workings import Keep

ADDRESS = 0x30
SDA, SCL = 4, 5
WATCHDOG_MS = 1000  # the longest pass keeps and looks for some 40 ms
PASS_US = 1000
FREE_BYTES = 262_144  # with less, memory is collected while nothing moves


class Served:
    """The block on the table's bus. handler, written: made once, since an interrupt may not."""

    def __init__(self, target: Target) -> None:
        self._written = target.written
        # 7 bits of address; one byte selects where in the block a transfer begins.
        self._bus = machine.I2CTarget(
            0,
            ADDRESS,
            mem=target.block,
            mem_addrsize=8,
            scl=machine.Pin(SCL),
            sda=machine.Pin(SDA),
        )
        self._bus.irq(self._ended, machine.I2CTarget.IRQ_END_WRITE, hard=True)

    def _ended(self, _bus: Any) -> None:
        """In the interrupt, after a write that laid something down."""
        self._written()


def kept_by(fram: Keep) -> Keep:
    """The FRAM, or on a bare controller a memory that ends with the power; then HOME fails."""
    try:
        fram.read(0, 1)
    except HalError:
        return BareKeep()
    return fram


def run() -> None:
    """Be a card machine until something fails that nobody expected; motors stand on return."""
    workings = PicoWorkings(machine, rp2, time)
    try:
        workings.rest()
        gc.collect()
        target = Target(workings.interrupt, machine.disable_irq, machine.enable_irq)
        program = Program(workings, kept_by(workings.keep), target)
        _served = Served(target)  # held: the bus has no other hold on it
        watchdog = machine.WDT(timeout=WATCHDOG_MS)
        gc.collect()
        began_us = time.ticks_us()
        while True:
            watchdog.feed()
            program.one_pass()
            if program.is_idle() and gc.mem_free() < FREE_BYTES:
                gc.collect()
            left_us = PASS_US - time.ticks_diff(time.ticks_us(), began_us)
            if left_us > 0:
                time.sleep_us(left_us)
            began_us = time.ticks_us()
    finally:
        workings.rest()
