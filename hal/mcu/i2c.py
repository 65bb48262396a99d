"""One I2C bus of a Pico, by its own controller (`machine.I2C`).

A transfer is whole or it is an error that says which kind of trouble it was. The controller waits
50 ms for the wire, twice the longest transfer of the table (260 bytes of FRAM at 100 kHz, 23.4
ms). A bus whose line hangs is freed with its own two pins as open drains: nine clocks and a stop
(UM10204, 3.1.16); then the controller takes them back. Rule of the file: never part of an answer.

Source: MicroPython's rp2 port, `machine_i2c.c`: EIO where nobody acknowledged, ETIMEDOUT where a
line was not let go; the empty write is clocked by hand and says ENODEV; which of the two
controllers has which pins.
"""

from __future__ import annotations

import errno
from typing import TYPE_CHECKING

from hal.errors import IO, NACK, STUCK, HalError

if TYPE_CHECKING:
    from hal.mcu.board_modules import Machine, MachineI2C, MachinePin

_TIMEOUT_US = 50_000
_CLOCKS = 9
_KINDS = {errno.EIO: NACK, errno.ENODEV: NACK, errno.ETIMEDOUT: STUCK}


class McuBus:
    """The contract `hal.ports.I2CBus`.

    sda, scl: pins; they say which of the two controllers it is. hertz: at most so fast.
    """

    def __init__(self, machine: Machine, name: str, sda: int, scl: int, hertz: int) -> None:
        self.name = name
        self._machine = machine
        self._sda = sda
        self._scl = scl
        self._hertz = hertz
        self._bus = self._controller()

    def writeto(self, address: int, out: bytes | bytearray) -> None:
        """Write all of `out`; an empty one only asks whether the address answers."""
        try:
            taken = self._bus.writeto(address, out)
        except OSError as failed:
            raise self._told(failed, address)
        self._must_be_whole(taken, out, address)

    def readfrom_into(self, address: int, into: bytearray) -> None:
        """Fill all of `into`."""
        try:
            self._bus.readfrom_into(address, into)
        except OSError as failed:
            raise self._told(failed, address)

    def write_read_into(self, address: int, out: bytes | bytearray, into: bytearray) -> None:
        """Write, repeated start, read."""
        try:
            taken = self._bus.writeto(address, out, False)
            self._bus.readfrom_into(address, into)
        except OSError as failed:
            raise self._told(failed, address)
        self._must_be_whole(taken, out, address)

    def recover(self) -> bool:
        """Nine clocks and a stop; True when both lines are high again."""
        pin = self._machine.Pin
        scl = pin(self._scl, pin.OPEN_DRAIN, value=1)
        sda = pin(self._sda, pin.OPEN_DRAIN, value=1)
        for _ in range(_CLOCKS):
            _set(scl, 0)
            _set(scl, 1)
        _set(scl, 0)
        _set(sda, 0)
        _set(scl, 1)
        _set(sda, 1)  # rises while the clock is high: a stop
        is_free = sda.value() == 1 and scl.value() == 1
        self._bus = self._controller()
        return is_free

    def _controller(self) -> MachineI2C:
        machine = self._machine
        return machine.I2C(
            self._sda >> 1 & 1,
            scl=machine.Pin(self._scl),
            sda=machine.Pin(self._sda),
            freq=self._hertz,
            timeout=_TIMEOUT_US,
        )

    def _must_be_whole(self, taken: int | None, out: bytes | bytearray, address: int) -> None:
        if taken is not None and taken < len(out):
            raise HalError(NACK, self.name, "byte refused by " + hex(address))

    def _told(self, failed: OSError, address: int) -> HalError:
        number = int(failed.args[0]) if failed.args else 0
        kind = _KINDS.get(number, IO)
        return HalError(kind, self.name, hex(address) + ": errno " + str(number))


def _set(pin: MachinePin, level: int) -> None:
    """Let a line go or pull it. The call itself lasts about half a clock of 100 kHz, 5 us."""
    pin.value(level)
