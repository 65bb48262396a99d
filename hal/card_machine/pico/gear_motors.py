"""Four motors with a brush, each behind a driver with two inputs (DRV8871).

One input high and the other pulsed lets current flow on while the pulse is away, so speed follows
the share of time nearly in a straight line, once the load has had its part; both high short the
motor, it stands within some milliseconds; both low let it run out. The ejector runs out, so that
its spring draws the finger back. The return motor has one input, its other is low for ever: it
runs forward or runs out. Rule of the file: a motor that was not told to turn since the start does
not.

Inputs by motor: hardware/rev_a/circuits/machine_interface.toml, U1. 20 kHz is above hearing and
below what the driver bears; how straight the line is nobody has measured.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hal.card_machine.workings import EJECTOR, FULL_SPEED
from hal.errors import REFUSED, HalError

if TYPE_CHECKING:
    from hal.card_machine.pico.board_modules import Machine

PINS = ((11, 12), (13, 14), (15, 16), (17,))  # FEEDER, EJECTOR, PATH, RETURN
HERTZ = 20_000
FULL_SHARE = (1000, 1000, 799, 1000)
"""Permille of the voltage that are full speed, by motor: the path's rollers would be faster than
0.75 m/s (hardware/rev_a/motors.toml)."""
SLOW_SHARES = ((69, 703), (69, 703), (66, 733), (69, 703))
"""By motor, driven slowly: what its load takes, and what full speed takes more. Reckoned of feeder
and path. The feeder has all there is at full speed, since from rest it must first get there."""
_FULL = 65535


class GearMotors:
    """All four, by their numbers in `workings`."""

    def __init__(self, machine: Machine) -> None:
        self._inputs = []
        for pins in PINS:
            pair = []
            for pin in pins:
                made = machine.Pin(pin, machine.Pin.OUT, value=0)
                pair.append(machine.PWM(made, freq=HERTZ, duty_u16=0))
            self._inputs.append(pair)

    def drive(self, motor: int, permille: int) -> None:
        """1000 forward, -1000 backward, 0: brake, or run out. `refused` for a way it has not."""
        inputs = self._inputs[motor]
        if len(inputs) == 1:
            if permille < 0:
                raise HalError(REFUSED, "gear_motor", "runs forward only")
            inputs[0].duty_u16(_FULL * _share(motor, permille) // FULL_SPEED)
            return
        first, second = inputs
        if permille == 0:
            level = 0 if motor == EJECTOR else _FULL
            first.duty_u16(level)
            second.duty_u16(level)
            return
        away = _FULL - _FULL * _share(motor, permille) // FULL_SPEED
        first.duty_u16(_FULL if permille > 0 else away)
        second.duty_u16(away if permille > 0 else _FULL)

    def rest(self) -> None:
        """All stand."""
        for motor in range(len(PINS)):
            self.drive(motor, 0)


def _share(motor: int, permille: int) -> int:
    """Permille of the voltage that a speed wants."""
    if permille == 0:
        return 0
    if abs(permille) < FULL_SPEED:
        load, pace = SLOW_SHARES[motor]
        return load + abs(permille) * pace // FULL_SPEED
    return FULL_SHARE[motor]
