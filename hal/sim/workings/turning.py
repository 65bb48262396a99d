"""Moves of drum and arm: begun together or alone, and what a plan spoils of them.

Where nobody says what a turn is for, one of the drum alone is for a feed, and with the arm it is
for a card that goes to the mouth the arm will point to. So a plan's row finds its move. Rule of
the file: what spoils a move is decided in its first millisecond, while nothing has turned yet.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hal.ports import STAGE_CAROUSEL, STAGE_TURRET
from hal.sim.mishaps import NTH_FEED
from hal.sim.workings.faults import UNCOUNTED, counter_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from hal.sim.workings.drum import Arm, Drum, Stepper
    from hal.sim.workings.faults import Faults

_STAGES = (STAGE_CAROUSEL, STAGE_TURRET)


class Turning:
    """Both steppers, by their numbers. lid_opens: called with (at ms, for ms)."""

    def __init__(self, drum: Drum, arm: Arm, faults: Faults) -> None:
        self.steppers: tuple[Stepper, Stepper] = (drum, arm)
        self.lid_opens: Callable[[int, int], None] = _nothing
        self._drum, self._arm, self._faults = drum, arm, faults
        self._is_untried = False

    def begin(
        self, stepper: int, pulses: int, over_ms: int, now_ms: int, *, is_steady: bool
    ) -> None:
        """Begin a move; `refused` while that stepper moves already."""
        one = self.steppers[stepper]
        one.is_dead = self._faults.is_dead(_STAGES[stepper])
        one.begin(pulses, over_ms, now_ms, is_steady=is_steady)
        self._is_untried = self._is_untried or not is_steady

    def rest(self) -> None:
        """No more pulses."""
        self._is_untried = False
        for one in self.steppers:
            one.stop()

    def is_moving(self) -> bool:
        """Whether a move is under way."""
        return self._drum.is_turning or self._arm.is_turning

    def that_draw(self) -> int:
        """How many of both draw what a motor does that turns, stalled or not."""
        return sum([one.is_turning and not one.is_dead for one in self.steppers])

    def tick(self, now_ms: int, is_supplied: bool) -> None:
        """One millisecond."""
        if self._is_untried:
            self._try()
        if self._drum.is_turning:
            self._drum.settle(now_ms, is_supplied)
        if self._arm.is_turning:
            self._arm.settle(now_ms, is_supplied)

    def _try(self) -> None:
        self._is_untried = False
        faults, drum, arm = self._faults, self._drum, self._arm
        mouth = arm.mouth_ahead()
        counter = faults.motion
        if counter < 0:
            counter = counter_of(mouth) if arm.is_turning else NTH_FEED
        if counter == UNCOUNTED:
            return
        if counter != NTH_FEED:
            faults.meets(mouth)
            arm.is_held = arm.is_turning and faults.jams(counter, STAGE_TURRET)
        drum.is_held = drum.is_turning and faults.jams(counter, STAGE_CAROUSEL)
        row = faults.hit("lid", counter)
        if row is not None:
            self.lid_opens(max(drum.ends_ms(), arm.ends_ms()), row.words["ms"])


def _nothing(at_ms: int, for_ms: int) -> None:
    """No lid is joined."""
