"""The single pins of a Pico, through MicroPython's `machine.Pin`.

An output takes its safe level before it becomes an output: the rp2 port sets the value first. A
pin of a Pico has no errors to report. Rule of the file: a level is told as the board's table means
it, True for active, never as volts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hal.mcu.board_modules import Machine, MachinePin


class McuIn:
    """The contract `hal.ports.DigitalIn`. active: the level that means yes."""

    def __init__(self, pin: MachinePin, active: int) -> None:
        self._pin = pin
        self._active = active

    def is_on(self) -> bool:
        """Whether the line is active now."""
        return self._pin.value() == self._active


class McuOut:
    """The contract `hal.ports.DigitalOut`. safe: the level it begins and ends with."""

    def __init__(self, pin: MachinePin, active: int, safe: int) -> None:
        self._pin = pin
        self._active = active
        self._safe = safe

    def put(self, on: bool) -> None:
        """Set the line: True for active."""
        self._pin.value(self._active if on else 1 - self._active)

    def make_safe(self) -> None:
        """Back to the level at which nothing moves; the pin stays an output."""
        self._pin.value(self._safe)


class McuLines:
    """Every line of a board's table, by name. rows: as `LINES` of `hal.boards.rev_a`."""

    def __init__(
        self, machine: Machine, rows: Sequence[tuple[str, int, int, bool, int, int, int]]
    ) -> None:
        self.inputs: dict[str, McuIn] = {}
        self.outputs: dict[str, McuOut] = {}
        pin = machine.Pin
        pulls = (None, pin.PULL_UP, pin.PULL_DOWN)  # by 0, 1, -1
        for name, _, number, is_output, active, safe, pull in rows:
            if is_output:
                made = pin(number, pin.OUT, value=safe)
                self.outputs[name] = McuOut(made, active, safe)
            else:
                self.inputs[name] = McuIn(pin(number, pin.IN, pulls[pull]), active)

    def make_safe(self) -> None:
        """Every output to its safe level."""
        for name in sorted(self.outputs):
            self.outputs[name].make_safe()
