"""When the supply warns that it fails: two seconds and a half, and what they are used for.

The hold-up keeps the controller alive for so long after the warning. In them no new motion
begins; the one under way comes to its end, because a card that is half-way is the one thing that
nobody can look up later; everything written becomes durable; and when nothing moves any more that
is said in the log, `table_parked`, so that the next start knows it lost nothing. If the supply
comes back before it has gone, play goes on. Rule of the file: behind `table_parked` nothing is
written until the warning is over.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.schema.faults import FAULT_POWER_FAILING

if TYPE_CHECKING:
    from firmware.app.faults import Faults
    from hal.ports import DigitalIn

HOLD_UP_MS = 2500  # at least: 2000 of a RETURN; what the board holds: hardware/README.md


class Supply:
    """line: PFAIL, on while the supply fails."""

    def __init__(self, line: DigitalIn, faults: Faults) -> None:
        self._line = line
        self._faults = faults
        self.is_failing = False
        self.is_parked = False

    def look(self) -> None:
        """Once a pass: name what the line says."""
        is_failing = self._line.is_on()
        if is_failing != self.is_failing:
            self.is_failing = is_failing
            self.is_parked = False
        if is_failing:
            self._faults.stand(FAULT_POWER_FAILING)
        elif not self._faults.is_well and self._faults.stands(FAULT_POWER_FAILING):
            # Also where an earlier start named it.
            self._faults.worked(FAULT_POWER_FAILING)

    def can_park(self, is_moving: bool) -> bool:
        """Whether the end may be marked now; `parked` says that it was."""
        return self.is_failing and not self.is_parked and not is_moving

    def parked(self) -> None:
        """The mark is durable."""
        self.is_parked = True
