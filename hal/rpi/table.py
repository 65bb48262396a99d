"""A table of revision A on a Raspberry Pi: every part found, opened and bundled as a board.

Order matters: first the pins, all at their safe levels; then the buses; then the branch switch is
let out of its reset. Nothing has been asked yet when the board is handed over, so a chip that is
missing stops nobody here: the firmware's self-test names it. Rule of the file: what could not be
opened is named, and what was opened before it is let go again, motors off.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from hal.boards import rev_a
from hal.disk.folder import FolderStore
from hal.rpi.clock import PiClock
from hal.rpi.gpio import PiLines, open_gpio
from hal.rpi.i2c import ControllerPins, PiBus
from hal.rpi.link import SerialLink, open_port
from hal.rpi.refusal import NotStarted
from hal.rpi.watchdog import PiWatchdog
from hal.wiring import Driven

if TYPE_CHECKING:
    from collections.abc import Callable

    from hal.ports import Clock
    from hal.rpi.watchdog import Notify

PI_SERIAL = Path("/proc/device-tree/serial-number")  # as the firmware of a Pi puts it
_SERIAL_CHARS = 8  # of sixteen; the upper half is the same on many


class NoSerial(NotStarted):
    """The computer tells no serial number and none was given."""

    text = "no_serial"


def table_serial(path: Path = PI_SERIAL) -> str:
    """The table's serial number by its computer's: MZ- and eight hexadecimal digits."""
    try:
        told = path.read_bytes().rstrip(b"\0\n").decode("ascii")
        int(told, 16)
    except (OSError, ValueError) as unknown:
        raise NoSerial(path=path) from unknown
    return "MZ-" + told[-_SERIAL_CHARS:].upper()


class PiTable:
    """board: what the firmware gets; link and attention: what its loop may wait for.

    watchdog: systemd's; the computer's own may join it once all of this could be opened.

    gpio, smbus2, opened, clock: what stands in for a library, the serial port or the time in a
    test. `HalError` names a bus or a line that could not be had, `NoGpio` says what to install.
    """

    def __init__(
        self,
        folder: Path,
        serial: str,
        notify: Notify,
        *,
        noise_serial: str = "unread",
        gpio: Any = None,
        smbus2: Any = None,
        opened: Callable[[], Any] = lambda: open_port(rev_a.LINK_DEVICE, rev_a.LINK_BAUD),
        clock: Clock | None = None,
        provenance: str = "device",
    ) -> None:
        clock = clock if clock is not None else PiClock()
        gpio = gpio if gpio is not None else open_gpio(folder)
        self.lines = PiLines(gpio, rev_a.LINES)
        self._closes: list[Callable[[], None]] = [self.lines.make_safe]
        try:
            inner = self._bus("inner_bus", rev_a.INNER_BUS, gpio, None, smbus2)
            sda, scl = rev_a.TABLE_BUS[:2]
            pins = ControllerPins(sda, scl)
            trunk = self._bus("table_bus", rev_a.TABLE_BUS, gpio, pins, smbus2)
            store = FolderStore(folder / "journal")
            self._closes.append(store.close)
            self.link = SerialLink(opened, clock)
            self._closes.append(self.link.close)
            inputs, outputs = self.lines.inputs, self.lines.outputs
            outputs["mux_reset"].put(False)
        except BaseException:
            self.close()
            raise
        self.attention = inputs["attention"]
        driven = Driven(
            inner,
            trunk,
            clock,
            switch_reset=outputs["mux_reset"],
            noise_power=outputs["noise_power"],
            panel_line=self.attention,
            machine_line=self.attention,
            noise_serial=noise_serial,
            provenance=provenance,
        )
        self.watchdog = PiWatchdog(clock, notify)
        self.board = driven.board(serial, clock, store, self.link, self.watchdog, inputs, outputs)

    def close(self) -> None:
        """Motors off and every line safe first; then let go of what was opened."""
        closes, self._closes = self._closes, []
        failed: list[Exception] = []
        for close in closes:
            try:
                close()
            except Exception as trouble:  # the others are let go all the same
                failed.append(trouble)
        if failed:
            raise failed[0]

    def _bus(
        self,
        name: str,
        row: tuple[int, int, int, int, int, int],
        gpio: Any,
        controller: ControllerPins | None,
        smbus2: Any,
    ) -> PiBus:
        bus = PiBus(name, row[5], gpio, row[0], row[1], controller, smbus2)
        self._closes.append(bus.close)
        return bus
