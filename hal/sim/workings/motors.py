"""Four gear motors and what all motors together draw.

A motor that starts draws what a stalled one does until it turns; one whose load is stuck goes on
doing so, one whose winding is dead draws nothing. The steppers' drivers hold still with a current
of their own, so no current at all means no supply. Rule of the file: the shunt sees one sum and
cannot tell which motor it was.
"""

from __future__ import annotations

from hal.card_machine.workings import FULL_SPEED

HOLD_MA = 200  # both steppers' drivers, motors at rest
RUN_MA = 500
STALL_MA = 1800
RIPPLE = (0, 7, -11, 4, 13, -6, -9, 12, -14, 3, 9, -8)  # per cent, from millisecond to millisecond
START_MS = 20  # until a motor that starts draws what one that runs does


def rippled(milliamps: int, now_ms: int) -> int:
    """A current as it is read at a moment: even on the whole, and never twice the same."""
    return milliamps + milliamps * RIPPLE[now_ms % len(RIPPLE)] // 100


class GearMotor:
    """One motor with a brush. permille: what it is driven with, less than 0 backward."""

    def __init__(self) -> None:
        self.permille = 0
        self.is_stalled = False
        self.is_dead = False
        self._since_ms = 0

    def drive(self, permille: int, now_ms: int) -> bool:
        """Drive it so; whether it turns the other way now, starts or stops."""
        before, self.permille = self.permille, permille
        if (before > 0) == (permille > 0) and (before < 0) == (permille < 0):
            return False
        self.is_stalled = False
        self._since_ms = now_ms
        return True

    def turns(self, is_supplied: bool) -> int:
        """How fast it truly turns, in permille."""
        return 0 if self.is_stalled or self.is_dead or not is_supplied else self.permille

    def pulls(self, is_supplied: bool) -> int:
        """How strongly it pulls, turning or held at its end, in permille."""
        return 0 if self.is_dead or not is_supplied else self.permille

    def milliamps(self, now_ms: int) -> int:
        """What it draws while the supply is there: pulsed, by its share of the time."""
        if not self.permille or self.is_dead:
            return 0
        passed_ms = now_ms - self._since_ms
        full = RUN_MA
        if self.is_stalled:
            full = STALL_MA
        elif passed_ms < START_MS:
            full = STALL_MA - (STALL_MA - RUN_MA) * passed_ms // START_MS
        return full * abs(self.permille) // FULL_SPEED
