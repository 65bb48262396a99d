"""The single wires of a table: lid, floor key, power-fail warning, buzzer, watchdog.

Each is a level that one side sets and the other sees. Rule of the file: a wire remembers its level
and nothing else; the watchdog remembers only when it was last fed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hal.sim.clock import SimClock

RESET_AFTER_MS = 5000  # far above a pass (100 ms when idle), far below a player's patience


class SimLine:
    """A wire: the contracts `hal.ports.DigitalIn` and `DigitalOut` in one, inactive at first."""

    def __init__(self) -> None:
        self._is_on = False

    def is_on(self) -> bool:
        """Whether the line is active now."""
        return self._is_on

    def put(self, on: bool) -> None:
        """Set the line."""
        self._is_on = on


class SimWatchdog:
    """The contract `hal.ports.Watchdog`; whoever runs the simulation asks whether it bit."""

    def __init__(self, clock: SimClock) -> None:
        self._clock = clock
        self._fed_ms = clock.now_ms()

    def feed(self) -> None:
        """One pass is done and all is well."""
        self._fed_ms = self._clock.now_ms()

    def has_bitten(self) -> bool:
        """Whether a real one would have reset the controller by now."""
        return self._clock.now_ms() - self._fed_ms >= RESET_AFTER_MS
