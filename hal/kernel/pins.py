"""The pins of any Linux computer's GPIO chips, behind the RPi.GPIO interface.

On a Raspberry Pi there is a library of that interface; elsewhere there is the kernel's own, by
libgpiod. Here its lines are called by a Pi's numbers, so that the same board runs on both. Rule of
the file: a pin that was not named is refused; none is guessed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping


class ChipPins:
    """pins: number as the board's table says it -> path of a GPIO chip and number of its line.

    A line's pull resistor is the board's own: chips that have none are not asked for one.
    """

    BCM, IN, OUT, PUD_OFF, PUD_DOWN, PUD_UP = 11, 1, 0, 20, 21, 22

    def __init__(self, pins: Mapping[int, tuple[str, int]]) -> None:
        import gpiod
        from gpiod.line import Direction, Value

        self._gpiod: Any = gpiod
        self._direction: Any = Direction
        self._value: Any = Value
        self._pins = dict(pins)
        self._held: dict[int, Any] = {}

    def setwarnings(self, on: bool) -> None:
        """Of the interface; there are none."""

    def setmode(self, mode: int) -> None:
        """Of the interface; there is one way to number pins."""

    def setup(
        self, pin: int, direction: int, pull_up_down: int = PUD_OFF, initial: int = 0
    ) -> None:
        """Make it an input, or an output that begins at `initial`."""
        chip, line = self._where(pin)
        if direction == self.OUT:
            level = self._value.ACTIVE if initial else self._value.INACTIVE
            wanted = self._gpiod.LineSettings(direction=self._direction.OUTPUT, output_value=level)
        else:
            wanted = self._gpiod.LineSettings(direction=self._direction.INPUT)
        held = self._held.get(pin)
        if held is None:
            self._held[pin] = self._gpiod.request_lines(
                chip, consumer="mazziere-table", config={line: wanted}
            )
        else:
            held.reconfigure_lines({line: wanted})

    def output(self, pin: int, level: int) -> None:
        """Set a level."""
        value = self._value.ACTIVE if level else self._value.INACTIVE
        self._had(pin).set_value(self._where(pin)[1], value)

    def input(self, pin: int) -> int:
        """Read a level, 0 or 1."""
        return int(self._had(pin).get_value(self._where(pin)[1]) == self._value.ACTIVE)

    def close(self) -> None:
        """Let go of every line."""
        held, self._held = self._held, {}
        for pin in sorted(held):
            held[pin].release()

    def _where(self, pin: int) -> tuple[str, int]:
        if pin not in self._pins:
            raise LookupError(f"no line is named for pin {pin}")
        return self._pins[pin]

    def _had(self, pin: int) -> Any:
        if pin not in self._held:
            raise LookupError(f"pin {pin} was not set up")
        return self._held[pin]
