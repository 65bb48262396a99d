"""The single pins of a Raspberry Pi, through the RPi.GPIO interface.

Two libraries offer it: RPi.GPIO on a Pi up to the 4, rpi-lgpio on a Pi 5 and on newer kernels.
Which one is installed does not show here; when neither works, a person is told what to install. An
output takes its safe level before it becomes an output. Rule of the file: a level is told as the
board's table means it, True for active, never as volts.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hal.errors import IO, HalError
from hal.rpi.refusal import NotStarted

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

# Labels of the chip behind the 40 pins: a Pi up to the 3, the 4, the 5. Its number is another from
# kernel to kernel (raspberrypi/linux issue 6347), and rpi-lgpio guesses it.
HEADER_CHIPS = ("pinctrl-bcm2835", "pinctrl-bcm2711", "pinctrl-rp1")
_CHIP_VARIABLE = "RPI_LGPIO_CHIP"  # rpi-lgpio, docs/differences.rst
_CHIP_INFO = 0x8044B401  # GPIO_GET_CHIPINFO_IOCTL, linux/gpio.h: name, label, number of lines
_CHIP_INFO_BYTES = 68
_LABEL = slice(32, 64)
# What RPi.GPIO says on a Pi 5, not before a pin is wanted (gpiozero issue 1172).
_WRONG_LIBRARY = "SOC peripheral base address"


def header_chip(labels: Sequence[str] = HEADER_CHIPS, devices: Path = Path("/dev")) -> int | None:
    """The number of the GPIO chip with one of these labels; None where there is none."""
    for path in sorted(devices.glob("gpiochip*")):
        told = bytearray(_CHIP_INFO_BYTES)
        try:
            handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
        except OSError:  # a chip that is not ours to use
            continue
        try:
            fcntl.ioctl(handle, _CHIP_INFO, told)
        except OSError:  # no chip at all
            continue
        finally:
            os.close(handle)
        if told[_LABEL].split(b"\0")[0].decode("ascii", "replace") in labels:
            return int(path.name.removeprefix("gpiochip"))
    return None


class NoGpio(NotStarted):
    """No library of the RPi.GPIO interface works here; the text says what to install."""

    text = "no_pins"

    def __init__(self, failed: Exception) -> None:
        super().__init__(why=(str(failed) or type(failed).__name__).rstrip(".!"))


def open_gpio(folder: Path) -> Any:
    """Return the library, set to Broadcom pin numbers; `NoGpio` where neither works.

    folder: one that may be written to. Under rpi-lgpio lies lgpio, which makes a pipe in the
    working folder when it is loaded and fails where it may not (github.com/joan2937/lg, issue 22);
    a service's working folder is `/`.
    """
    chip = header_chip()
    if chip is not None:  # what a person has set for this program goes before
        os.environ.setdefault(_CHIP_VARIABLE, str(chip))
    try:
        with contextlib.chdir(folder):
            import RPi.GPIO

        gpio: Any = RPi.GPIO
        gpio.setwarnings(False)  # a pin left over by a program that was killed is ours again
        gpio.setmode(gpio.BCM)
    except Exception as failed:  # either library raises what it likes on a strange machine
        raise NoGpio(failed) from failed
    return gpio


class PiIn:
    """The contract `hal.ports.DigitalIn` on one pin.

    active: the level that means yes. pull: 1 up, -1 down, 0 none.
    """

    def __init__(self, gpio: Any, name: str, pin: int, active: int, pull: int) -> None:
        self._gpio = gpio
        self._name = name
        self._pin = pin
        self._active = active
        pulls = {1: gpio.PUD_UP, -1: gpio.PUD_DOWN, 0: gpio.PUD_OFF}
        _asked(name, gpio.setup, pin, gpio.IN, pull_up_down=pulls[pull])

    def is_on(self) -> bool:
        """Whether the line is active now."""
        return _asked(self._name, self._gpio.input, self._pin) == self._active


class PiOut:
    """The contract `hal.ports.DigitalOut` on one pin. safe: the level it begins and ends with."""

    def __init__(self, gpio: Any, name: str, pin: int, active: int, safe: int) -> None:
        self._gpio = gpio
        self._name = name
        self._pin = pin
        self._active = active
        self._safe = safe
        _asked(name, gpio.setup, pin, gpio.OUT, initial=safe)

    def put(self, on: bool) -> None:
        """Set the line: True for active."""
        self._set(self._active if on else 1 - self._active)

    def make_safe(self) -> None:
        """Back to the level at which nothing moves; the pin stays an output."""
        self._set(self._safe)

    def _set(self, level: int) -> None:
        _asked(self._name, self._gpio.output, self._pin, level)


class PiLines:
    """Every line of a board's table, by name.

    rows: as `LINES` of `hal.boards.rev_a`. `HalError` names the line that could not be had.
    """

    def __init__(
        self, gpio: Any, rows: Sequence[tuple[str, int, int, bool, int, int, int]]
    ) -> None:
        self.inputs: dict[str, PiIn] = {}
        self.outputs: dict[str, PiOut] = {}
        for name, pin, _, is_output, active, safe, pull in rows:
            if is_output:
                self.outputs[name] = PiOut(gpio, name, pin, active, safe)
            else:
                self.inputs[name] = PiIn(gpio, name, pin, active, pull)

    def make_safe(self) -> None:
        """Every output to its safe level, whatever becomes of the others.

        `HalError` of the first that would not, once all were tried. Pins are not given back: as
        inputs they would float.
        """
        refused: list[HalError] = []
        for name in sorted(self.outputs):
            try:
                self.outputs[name].make_safe()
            except HalError as trouble:
                refused.append(trouble)
        if refused:
            raise refused[0]


def _asked(name: str, call: Callable[..., Any], *words: int, **how: int) -> Any:
    """What the library answers for a line; `HalError` with the line's name where it fails.

    RPi.GPIO and rpi-lgpio share no class of errors: whatever they raise is caught.
    """
    try:
        return call(*words, **how)
    except Exception as failed:  # the two libraries share no class of errors
        if _WRONG_LIBRARY in str(failed):
            raise NoGpio(failed) from failed
        raise HalError(IO, name, str(failed) or type(failed).__name__) from failed
