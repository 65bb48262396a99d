"""A register-level table whose firmware reaches its chips as it does on a Raspberry Pi.

The same simulated world as `hal.sim.register_board`, but the firmware's ports are those of
`hal.rpi`: pins by the RPi.GPIO interface, buses by smbus2's messages. Which libraries those are is
said by whoever inherits: the kernel's, or a test's stand-ins. Rule of the file: it solders pins to
wires by the board's own table and adds no number of its own.
"""

from __future__ import annotations

import errno
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any

from hal.boards import rev_a
from hal.rpi.table import PiTable
from hal.rpi.watchdog import Notify
from hal.sim.register_board import RegisterTable

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


class ThroughPi(RegisterTable, ABC):
    """Takes what `RegisterTable` takes. pi: what was opened, to be closed by the caller.

    folder: set on a subclass, where the log is kept while no store is given.
    """

    folder: Path

    def __init__(self, seed: bytes, **given: Any) -> None:
        super().__init__(seed, **given)
        gpio, smbus2 = self.libraries()
        simulated = self.board
        self.pi = PiTable(
            self.folder,
            simulated.serial,
            Notify({}),
            noise_serial=simulated.noise.serial,
            gpio=gpio,
            smbus2=smbus2,
            opened=_no_port,
            clock=self.clock,
            provenance=simulated.noise.provenance,
        )
        self.board = self.pi.board
        self.board.link = simulated.link
        self.board.watchdog = simulated.watchdog
        if given.get("store") is not None:
            self.board.store = simulated.store

    @abstractmethod
    def libraries(self) -> tuple[Any, Any]:
        """Return what stands for RPi.GPIO and for smbus2 before this table's wires."""


def levels(table: RegisterTable) -> dict[int, Callable[[], int]]:
    """What is read at each pin: every input, and the wires of the buses."""
    told: dict[int, Callable[[], int]] = {}
    for name, pin, _, is_output, active, _, _ in rev_a.LINES:
        if not is_output:
            line = _line(table, name)
            told[pin] = lambda line=line, active=active: active if line.is_on() else 1 - active
    for bus, row in ((table.inner_bus, rev_a.INNER_BUS), (table.table_bus, rev_a.TABLE_BUS)):
        told[row[0]] = lambda bus=bus: int(not bus.wires.is_stuck())
        told[row[1]] = lambda bus=bus: int(not bus.wires.is_scl_held)
    return told


def drives(table: RegisterTable) -> dict[int, Callable[[int], None]]:
    """What each output is told, by its pin: a level."""
    told: dict[int, Callable[[int], None]] = {}
    for name, pin, _, is_output, active, _, _ in rev_a.LINES:
        if is_output:
            line = _line(table, name)
            told[pin] = lambda level, line=line, active=active: line.put(level == active)
    return told


def clocks(table: RegisterTable) -> dict[int, Callable[[], None]]:
    """What lets go of a bus's clock, by its pin: a hung chip is clocked once."""
    return {
        rev_a.INNER_BUS[1]: lambda: table.inner_bus.wires.clock(1),
        rev_a.TABLE_BUS[1]: lambda: table.table_bus.wires.clock(1),
    }


def _line(table: RegisterTable, name: str) -> Any:
    """The simulated wire behind a line of the board's table."""
    soldered = {"mux_reset": table.switch, "noise_power": table.noise_chip}
    return soldered.get(name) or getattr(table, name)


def _no_port() -> Any:
    raise OSError(errno.ENOENT, "no port")
