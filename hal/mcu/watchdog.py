"""The board's own watchdog, and why the board started.

Once started it cannot be stopped, so it is started last of all. Eight seconds, as on a Pi: the
RP2040's counter cannot count further than 8.3. A reset by the program itself also goes through
the watchdog on this chip, and is told as one. Rule of the file: nobody feeds it but the loop.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hal.mcu.board_modules import Machine

RESET_AFTER_MS = 8000


class McuWatchdog:
    """The contract `hal.ports.Watchdog`; asleep until it is armed."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._device = None

    def arm(self) -> None:
        """From now on the board starts again unless fed."""
        self._device = self._machine.WDT(timeout=RESET_AFTER_MS)

    def feed(self) -> None:
        """Another eight seconds."""
        if self._device is not None:
            self._device.feed()


def is_watchdogs(machine: Machine) -> bool:
    """Whether the watchdog brought this start, the program's own reset included."""
    return machine.reset_cause() == machine.WDT_RESET
