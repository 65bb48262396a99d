"""Return motor, hopper and scale: what is let go of, pressed and weighed.

Driven, the motor winds up a cord as far as it goes: it lowers the pawl of the tray before whose
mouth the arm stands, and draws back the plate that presses the hopper's cards to the feed roller.
Undriven, a spring closes both. What falls in while the plate is closed stands above it until it is
opened. The scale weighs the whole hopper and has a new number eighty times a second. Rule of the
file: it weighs and never counts.

Times: hardware/mechanics.md, How a card comes back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.compat import InvariantError
from hal.ports import STAGE_RETURN
from hal.sim.body import RETURNS
from hal.sim.mishaps import NTH_CARD

if TYPE_CHECKING:
    from hal.sim.deck import Deck
    from hal.sim.workings.drum import Arm
    from hal.sim.workings.faults import Faults
    from hal.sim.workings.feeder import Feeder
    from hal.sim.workings.path import Path

CARD_CENTIGRAMS = 230  # hardware/rev_a/mechanics.toml
SAMPLES_IN_SECOND = 80  # HX711, RATE high
PAWL_AT = 56_000  # thousandths of a millisecond at full speed: the pawl is down
OPEN_AT = 83_000  # the plate is back, and the cord at its end
CLOSES_MS = 200
HOLDS_FROM = 250  # permille: with less the spring is stronger
AT_ONCE_MAX = 3  # cards that slide from a tray together
SHELF_MS = 435  # from mouth 18 onto the scale
FALLS_MS = SHELF_MS + 262  # and behind the others, where the plate is back
UNSTEADY_CENTIGRAMS = (0, 12, -9, 20, -17, 5, -3)  # from sample to sample


class Wells:
    """Return motor and scale over a deck."""

    def __init__(self, deck: Deck, arm: Arm, path: Path, feeder: Feeder, faults: Faults) -> None:
        self.deck = deck
        self._arm, self._path, self._feeder, self._faults = arm, path, feeder, faults
        self._reach = 0  # of the cord, thousandths of a millisecond at full speed
        self._is_tried = self._is_jammed = False
        self._is_open = False
        self._wound_at = 0  # the mouth before which the arm stood
        self._sample = -1  # that was asked for last

    def begins(self) -> None:
        """The return motor stood still and turns again."""
        self._is_tried = self._is_jammed = False

    def is_moving(self) -> bool:
        """Whether pawl and plate are not quite closed."""
        return self._reach > 0

    def tick(self, now_ms: int, permille: int) -> bool:
        """One millisecond of the return motor; False when it stalls, as it does at its end."""
        if permille < HOLDS_FROM:
            self._reach = max(0, self._reach - OPEN_AT // CLOSES_MS)
            if self._is_open and not self._reach:
                self._is_open = False
                self._press(now_ms)
            return True
        is_before_tray = self._arm.mouth() in RETURNS and self._arm.is_true()
        if is_before_tray and not self._is_tried:
            self._is_tried = True
            self._is_jammed = self._faults.jams(NTH_CARD, STAGE_RETURN)
        if self._is_jammed:
            return False
        if not self._reach:
            self._wound_at = self._arm.mouth()
        before, self._reach = self._reach, min(OPEN_AT, self._reach + permille)
        if before < PAWL_AT <= self._reach and is_before_tray:
            mouth = self._arm.mouth()
            self._path.come_back(self.deck.draw_back(mouth, AT_ONCE_MAX), mouth)
        if self._reach == OPEN_AT:
            self._is_open = True
            self._feeder.pressed = 0
        return self._reach < OPEN_AT

    def refuse_to_be_struck(self) -> None:
        """The arm turns: InvariantError when its rod is out where a tray has its lever."""
        mouth = self._arm.mouth()
        if self._reach > OPEN_AT // 2 and mouth in RETURNS and mouth != self._wound_at:
            raise InvariantError("rod_struck")

    def _press(self, now_ms: int) -> None:
        """The plate comes back: what has fallen behind the others is pressed to the roller."""
        under_way = self._path.falls.falling(now_ms, FALLS_MS)
        self._feeder.pressed = max(0, len(self.deck.hopper) - under_way)

    def straighten(self) -> None:
        """A person has put the cards where the plate presses them."""
        self._feeder.pressed = len(self.deck.hopper)

    def centigrams(self, now_ms: int) -> int | None:
        """A new sample of the scale; None while there is none."""
        sample = now_ms * SAMPLES_IN_SECOND // 1000
        if sample == self._sample:
            return None
        self._sample = sample
        unsteady = UNSTEADY_CENTIGRAMS[sample % len(UNSTEADY_CENTIGRAMS)]
        lying = max(0, len(self.deck.hopper) - self._path.falls.falling(now_ms, SHELF_MS))
        return lying * CARD_CENTIGRAMS + unsteady
