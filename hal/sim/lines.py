"""The single wires of a table: lid, floor key, power-fail warning, buzzer, motors, watchdog.

Each is a level that one side sets and the other sees. Rule of the file: a wire remembers its level
and nothing else; the watchdog remembers only when it was last fed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from hal.sim.clock import SimClock

ENABLE_GAP_MS = 50  # 20 Hz, hardware/card-machine.md
RESET_AFTER_MS = 5000  # far above a pass (100 ms when idle), far below a player's patience


class SimLine:
    """A wire: the contracts `hal.ports.DigitalIn` and `DigitalOut` in one, inactive at first.

    changed: called after its level changed, for whoever hangs on it by more than an input.
    """

    def __init__(self) -> None:
        self._is_on = False
        self.changed: Callable[[], None] = _nothing

    def is_on(self) -> bool:
        """Whether the line is active now."""
        return self._is_on

    def put(self, on: bool) -> None:
        """Set the line."""
        if on != self._is_on:
            self._is_on = on
            self.changed()


class WatchdogReset(BaseException):
    """The watchdog starts the controller again, in the middle of whatever it was doing.

    Nothing of the firmware may catch it; whoever runs the simulation does, and starts it again.
    """


class SimMotorEnable:
    """MOTOR_ENABLE as a line that must keep changing, within every `gap_ms`."""

    def __init__(self, clock: SimClock, gap_ms: int = ENABLE_GAP_MS) -> None:
        self._clock = clock
        self._gap_ms = gap_ms
        self._is_on = False
        self._changed_ms: int | None = None
        self.changes = 0

    def put(self, on: bool) -> None:
        """Set the line."""
        if on != self._is_on:
            self._is_on = on
            self._changed_ms = self._clock.ms
            self.changes += 1

    def is_alive(self) -> bool:
        """Whether the line changed so lately that motors have their supply."""
        changed_ms = self._changed_ms
        return changed_ms is not None and self._clock.ms - changed_ms <= self._gap_ms


class OnMotorSupply:
    """Whatever hangs on the motors' supply: lid, motor_enable are where it is wired, None for a
    wire that somebody who tests holds good.

    The lid alone takes the steppers' supply, both wires that of all that moves (ADR 13).
    """

    def __init__(self) -> None:
        self._lid: SimLine | None = None
        self.motor_enable: SimMotorEnable | None = None

    @property
    def lid(self) -> SimLine | None:
        """The lid's switch, in series with every motor."""
        return self._lid

    @lid.setter
    def lid(self, line: SimLine | None) -> None:
        self._lid = line
        if line is not None:
            line.changed = self._lid_moves

    def _lid_moves(self) -> None:
        """Called after the lid was opened or closed."""

    def holds(self) -> bool:
        """Whether the steppers' drivers have their supply: the lid is closed."""
        return self._lid is None or not self._lid.is_on()

    def has_supply(self) -> bool:
        """Whether motors can turn: the lid is closed, MOTOR_ENABLE keeps changing."""
        return self.holds() and (self.motor_enable is None or self.motor_enable.is_alive())


class SimWatchdog:
    """The contract `hal.ports.Watchdog`.

    Whoever runs the simulation asks whether it bit, or arms it: then it bites by itself, in the
    middle of a pass that hangs, by raising `WatchdogReset` out of whatever spends the time.
    """

    def __init__(self, clock: SimClock) -> None:
        self._clock = clock
        self._fed_ms = clock.now_ms()
        self._is_armed = False

    def arm(self) -> None:
        """Bite from now on."""
        self._fed_ms = self._clock.ms
        if not self._is_armed:
            self._is_armed = True
            self._clock.after(RESET_AFTER_MS, self._look)

    def _look(self) -> None:
        left_ms = self._fed_ms + RESET_AFTER_MS - self._clock.ms
        if left_ms > 0:
            self._clock.after(left_ms, self._look)
            return
        self._is_armed = False
        raise WatchdogReset

    def feed(self) -> None:
        """One pass is done and all is well."""
        self._fed_ms = self._clock.ms

    def has_bitten(self) -> bool:
        """Whether a real one would have reset the controller by now."""
        return self._clock.ms - self._fed_ms >= RESET_AFTER_MS


def _nothing() -> None:
    """Nobody hangs on it."""
