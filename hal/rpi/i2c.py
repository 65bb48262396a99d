"""One I2C bus of a Raspberry Pi, by the kernel's combined transfers.

Every transfer is one `I2C_RDWR` call: whole, or an error that says which kind of trouble it was.
The kernel waits for the wire, one second at the most as it is set by default. A bus whose line
hangs is freed with its own two pins: nine clocks and a stop (UM10204, 3.1.16); pins that belong to
the kernel's controller are handed back to it afterwards. Rule of the file: never part of an
answer.
"""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import time
from typing import Any

from hal.errors import ABSENT, IO, NACK, REFUSED, STUCK, HalError

# What the kernel's adapters mean by their errors: Documentation/i2c/fault-codes.rst. The Pi's own
# controller (i2c-bcm2835) says EREMOTEIO where nobody acknowledged, i2c-gpio says ENXIO.
_KINDS = {
    errno.ENXIO: NACK,
    errno.EREMOTEIO: NACK,
    errno.ETIMEDOUT: STUCK,
    errno.EBUSY: STUCK,
    errno.ENODEV: ABSENT,
    errno.ENOENT: ABSENT,
    errno.EACCES: REFUSED,
    errno.EPERM: REFUSED,
}

NO_BUS_ADVICE = "is i2c-dev loaded, and the overlay? sudo mazziere-table install, then restart"

_CLOCKS = 9
_HALF_CLOCK_S = 5e-6  # 100 kHz
_PIN_TOOL_S_MAX = 1


def kind_of(number: int | None) -> str:
    """The kind of `HalError` for an errno of the kernel's I2C."""
    return IO if number is None else _KINDS.get(number, IO)


class PiBus:
    """The contract `hal.ports.I2CBus` on /dev/i2c-`number`.

    gpio, sda, scl: for freeing it. controller: hands the pins back to the kernel's controller once
    they were used as pins; None where the kernel drives them as pins itself. smbus2: the library,
    imported when None.
    """

    def __init__(
        self,
        name: str,
        number: int,
        gpio: Any,
        sda: int,
        scl: int,
        controller: ControllerPins | None = None,
        smbus2: Any = None,
    ) -> None:
        self.name = name
        self._gpio = gpio
        self._sda = sda
        self._scl = scl
        self._controller = controller
        if smbus2 is None:
            import smbus2
        self._message = smbus2.i2c_msg
        try:
            self._bus = smbus2.SMBus(number)
        except OSError as failed:
            missing = kind_of(failed.errno) == ABSENT
            advice = f" ({NO_BUS_ADVICE})" if missing else ""
            raise self._told(failed, "/dev/i2c-" + str(number), advice) from failed

    def writeto(self, address: int, out: bytes | bytearray) -> None:
        """Write all of `out`; an empty one only asks whether the address answers."""
        self._transfer(address, self._message.write(address, bytes(out)))

    def readfrom_into(self, address: int, into: bytearray) -> None:
        """Fill all of `into`."""
        answer = self._message.read(address, len(into))
        self._transfer(address, answer)
        into[:] = bytes(answer)

    def write_read_into(self, address: int, out: bytes | bytearray, into: bytearray) -> None:
        """Write, repeated start, read."""
        answer = self._message.read(address, len(into))
        self._transfer(address, self._message.write(address, bytes(out)), answer)
        into[:] = bytes(answer)

    def recover(self) -> bool:
        """Nine clocks and a stop; True when both lines are high again.

        False too where the pins cannot be had (rpi-lgpio gives no pin that the kernel holds) or
        could not be handed back: then they are not touched.
        """
        controller = self._controller
        if controller is not None and not controller.is_known:
            return False
        try:
            is_free = self._clock_out()
        except Exception:  # the two libraries share no class of errors; the bus stays stuck
            is_free = False
        return is_free if controller is None else controller.hand_back() and is_free

    def close(self) -> None:
        """Let go of the bus."""
        self._bus.close()

    def _transfer(self, address: int, *messages: Any) -> None:
        try:
            self._bus.i2c_rdwr(*messages)
        except OSError as failed:
            raise self._told(failed, hex(address)) from failed

    def _told(self, failed: OSError, what: str, advice: str = "") -> HalError:
        said = os.strerror(failed.errno) if failed.errno else str(failed)
        return HalError(kind_of(failed.errno), self.name, what + ": " + said + advice)

    def _clock_out(self) -> bool:
        """Open drain by hand: a line is pulled to ground as an output, let go as an input."""
        self._let_go(self._sda)
        self._let_go(self._scl)
        for _ in range(_CLOCKS):
            self._pull(self._scl)
            self._let_go(self._scl)
        self._pull(self._scl)
        self._pull(self._sda)
        self._let_go(self._scl)
        self._let_go(self._sda)  # rises while the clock is high: a stop
        return bool(self._gpio.input(self._sda)) and bool(self._gpio.input(self._scl))

    def _pull(self, pin: int) -> None:
        self._gpio.setup(pin, self._gpio.OUT, initial=0)
        time.sleep(_HALF_CLOCK_S)

    def _let_go(self, pin: int) -> None:
        self._gpio.setup(pin, self._gpio.IN, pull_up_down=self._gpio.PUD_OFF)
        time.sleep(_HALF_CLOCK_S)


class ControllerPins:
    """Hands two pins back to the kernel's I2C controller, with Raspberry Pi's tool `pinctrl`.

    The RPi.GPIO interface can make a pin an input or an output, never what it was before. So what
    the pins were is asked once, at the start (`a0` on a Pi up to the 4, `a3` on a Pi 5).
    """

    def __init__(self, sda: int, scl: int, tool: str = "pinctrl") -> None:
        self._pins = str(sda) + "," + str(scl)
        self._tool = shutil.which(tool)
        self._function = self._asked()

    def hand_back(self) -> bool:
        """Whether the pins are the controller's again."""
        return bool(self._function) and self._run("set", self._pins, self._function) is not None

    def _asked(self) -> str:
        told = self._run("get", self._pins)
        words = {line.split(":", 1)[1].split()[0] for line in (told or "").splitlines() if line}
        function = words.pop() if len(words) == 1 else ""
        return function if function.startswith("a") and function[1:].isdigit() else ""

    @property
    def is_known(self) -> bool:
        """Whether they can be handed back at all; else they must not be touched."""
        return bool(self._function)

    def _run(self, *words: str) -> str | None:
        if self._tool is None:
            return None
        try:
            done = subprocess.run(
                (self._tool, *words),
                capture_output=True,
                text=True,
                timeout=_PIN_TOOL_S_MAX,
                check=True,
            )
        except (OSError, subprocess.SubprocessError):
            return None
        return done.stdout
