"""A table of revision A behind three sticks that the kernel takes for real.

One stick is the inner bus and four lines, one the table bus and four lines, one the bare wires of
the inner bus, with which a hung chip is clocked free. The sticks stay plugged in while tables come
and go: each new table is soldered to them. Rule of the file: time is the simulation's; the kernel
takes as long as it likes, and nobody at the table notices.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hal.boards import rev_a
from hal.kernel.mcp2221 import Mcp2221, Pin
from hal.kernel.pins import ChipPins
from hal.kernel.through_pi import ThroughPi, clocks, drives, levels
from hal.kernel.uhid import PluggedIn

if TYPE_CHECKING:
    from collections.abc import Callable

INNER, TABLE, WIRES = "inner", "table", "wires"
LINES = {
    INNER: ("noise_power", "lid", "floor_key", "power_failing"),
    TABLE: ("mux_reset", "motor_enable", "buzzer", "attention"),
}

_PIN = {row[0]: row[1] for row in rev_a.LINES}
_PINS = {
    INNER: [_PIN[name] for name in LINES[INNER]],
    TABLE: [_PIN[name] for name in LINES[TABLE]],
    WIRES: list(rev_a.INNER_BUS[:2]),
}


class Sticks:
    """The three, plugged in: what a table's libraries open. `HalError` where that fails."""

    def __init__(self) -> None:
        self._kept = tempfile.TemporaryDirectory(prefix="mazziere-kernel-")
        self.plugged = PluggedIn({name: Mcp2221() for name in _PINS})
        try:
            for name in _PINS:
                self.plugged.plug_in(name)
            paths = self.plugged.pins
            self.gpio = ChipPins(
                {
                    pin: (paths[name], line)
                    for name, pins in _PINS.items()
                    for line, pin in enumerate(pins)
                }
            )
        except BaseException:
            self.plugged.close()
            self._kept.cleanup()
            raise
        buses = self.plugged.buses
        self.smbus2 = NamedBuses(
            {rev_a.INNER_BUS[5]: buses[INNER], rev_a.TABLE_BUS[5]: buses[TABLE]}
        )

    @property
    def troubles(self) -> list[BaseException]:
        """What broke in the simulation while the kernel waited for it."""
        return [one for stick in self.plugged.sticks.values() for one in stick.troubles]

    def solder(self, table: ThroughPi) -> None:
        """Hang this table's chips and wires on the sticks."""
        sticks = self.plugged.sticks
        sticks[INNER].bus, sticks[TABLE].bus = table.inner_bus, table.table_bus
        levelled, driven, clocked = levels(table), drives(table), clocks(table)
        for name, pins in _PINS.items():
            sticks[name].solder(
                [
                    Pin(
                        levelled.get(pin, lambda: 0),
                        _wire_of(driven[pin]) if pin in driven else _clock_of(clocked.get(pin)),
                    )
                    for pin in pins
                ]
            )
            sticks[name].troubles.clear()

    def new_folder(self) -> Path:
        """A folder for the log of one more table; it goes when the sticks do."""
        return Path(tempfile.mkdtemp(dir=self._kept.name))

    def close(self) -> None:
        """Unplug them."""
        self.gpio.close()
        self.smbus2.close()
        self.plugged.close()
        self._kept.cleanup()


class NamedBuses:
    """smbus2 with the bus numbers of the board's table; each bus is opened once."""

    def __init__(self, numbers: dict[int, int]) -> None:
        import smbus2

        self.i2c_msg = smbus2.i2c_msg
        self._smbus2 = smbus2
        self._numbers = numbers
        self._opened: dict[int, Any] = {}

    def SMBus(self, number: int) -> Any:  # noqa: N802  smbus2's name
        """The bus that has this number on a Raspberry Pi."""
        if number not in self._opened:
            self._opened[number] = self._smbus2.SMBus(self._numbers[number])
        return self._opened[number]

    def close(self) -> None:
        """Let go of both."""
        opened, self._opened = self._opened, {}
        for number in sorted(opened):
            opened[number].close()


class KernelTable(ThroughPi):
    """The table. sticks: set on a subclass, see `on`."""

    sticks: Sticks

    def __init__(self, seed: bytes, **given: Any) -> None:
        self.folder = self.sticks.new_folder()
        super().__init__(seed, **given)

    def libraries(self) -> tuple[Any, Any]:
        """The kernel's GPIO chips and the real smbus2."""
        self.sticks.solder(self)
        return self.sticks.gpio, self.sticks.smbus2

    def rest(self, wait_ms: int) -> None:
        """Let time pass; what broke while the kernel waited is raised here."""
        for trouble in self.sticks.troubles:
            raise trouble
        super().rest(wait_ms)


def on(sticks: Sticks) -> type[KernelTable]:
    """Return the class of tables behind these sticks."""
    return type("KernelTableHere", (KernelTable,), {"sticks": sticks})


def _wire_of(drive: Callable[[int], None]) -> Callable[[int | None], None]:
    """An output: nothing changes while its pin is let go."""
    return lambda level: drive(level) if level is not None else None


def _clock_of(clock: Callable[[], None] | None) -> Callable[[int | None], None]:
    """A wire of a bus: a clock pulled low and let go is one clock."""
    was_low = [False]

    def drive(level: int | None) -> None:
        if level is None and was_low[0] and clock is not None:
            clock()
        was_low[0] = level == 0

    return drive
