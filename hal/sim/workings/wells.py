"""Where cards come to rest: wells, trays and hopper, the scale below it and the return motor.

The motor's crank presses the flap of the tray before whose mouth the arm stands, and the pusher
behind the chute; what slides out of a tray falls into the hopper. The scale weighs the whole
hopper and has a new number eighty times a second. Rule of the file: it weighs and never counts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hal.ports import STAGE_RETURN
from hal.sim.body import RETURNS
from hal.sim.mishaps import NTH_CARD

if TYPE_CHECKING:
    from hal.sim.deck import Deck
    from hal.sim.workings.drum import Arm
    from hal.sim.workings.faults import Faults

CARD_CENTIGRAMS = 230  # hardware/rev_a/mechanics.toml
SAMPLES_IN_SECOND = 80  # HX711, RATE high
PRESS_MS = 80  # of the return motor at full speed, until the flap is pressed
UNSTEADY_CENTIGRAMS = (0, 12, -9, 20, -17, 5, -3)  # from sample to sample


class Wells:
    """Return motor and scale over a deck."""

    def __init__(self, deck: Deck, arm: Arm, faults: Faults) -> None:
        self.deck = deck
        self._arm = arm
        self._faults = faults
        self._pressed = 0  # of the crank's way, in milliseconds at full speed
        self._is_tried = False
        self._sample = -1  # that was asked for last

    def begins(self) -> None:
        """The return motor stood still and turns again."""
        self._pressed = 0
        self._is_tried = False

    def tick(self, permille: int) -> bool:
        """One millisecond of the return motor; False when it stalls."""
        mouth = self._arm.mouth()
        if mouth not in RETURNS or not self._arm.is_true() or permille <= 0:
            return True
        if not self._is_tried:
            self._is_tried = True
            if self._faults.jams(NTH_CARD, STAGE_RETURN):
                return False
        before = self._pressed
        self._pressed += permille
        if before < PRESS_MS * 1000 <= self._pressed:
            self.deck.drop_in_hopper(mouth)
        return True

    def centigrams(self, now_ms: int) -> int | None:
        """A new sample of the scale; None while there is none."""
        sample = now_ms * SAMPLES_IN_SECOND // 1000
        if sample == self._sample:
            return None
        self._sample = sample
        unsteady = UNSTEADY_CENTIGRAMS[sample % len(UNSTEADY_CENTIGRAMS)]
        return len(self.deck.hopper) * CARD_CENTIGRAMS + unsteady
