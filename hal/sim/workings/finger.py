"""The ejector's finger: out while its motor is driven forward, drawn back by its spring.

Out of the axis it pushes the card in the slot before the arm as far as the path's rollers. Driven
backward the motor turns in a one-way bearing and leaves the finger alone. Rule of the file: it
pushes what stands before it, and only out of a slot that stands before the arm.

Lengths: hardware/rev_a/mechanics.toml; how fast the spring is: motors.toml.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.compat import InvariantError
from hal.ports import STAGE_EJECTOR
from hal.sim.deck import NO_CARD
from hal.sim.workings.card import PACE
from hal.sim.workings.faults import counter_of

if TYPE_CHECKING:
    from hal.sim.workings.drum import Arm, Drum
    from hal.sim.workings.faults import Faults
    from hal.sim.workings.path import Path

TO_THE_BEAM = 12_000  # micrometres, with its start in 25 ms
TO_THE_BEAM_MS = 25
REACH = 24_000
OUT = (TO_THE_BEAM_MS + (REACH - TO_THE_BEAM) // PACE) * 1000  # full speed, thousandths of a ms
BACK_MS = 90
CLEAR_OF_THE_DRUM = 2_000


class Finger:
    """phase: how far it has been driven, in thousandths of a millisecond at full speed."""

    def __init__(self, drum: Drum, arm: Arm, path: Path, faults: Faults) -> None:
        self._drum, self._arm, self._path, self._faults = drum, arm, path, faults
        self._phase = 0
        self._has_met = False  # the card before it, or has found none

    def begins(self) -> None:
        """The motor stood and turns again: it may meet a card."""
        self._has_met = False

    def refuse_to_be_bent(self) -> None:
        """The drum turns: InvariantError when the finger stands in a slot."""
        if self._phase and _reach(self._phase) > CLEAR_OF_THE_DRUM:
            raise InvariantError("finger_in_the_drum")

    def is_out(self) -> bool:
        """Whether it is not quite back."""
        return self._phase > 0

    def tick(self, permille: int) -> bool:
        """One millisecond; False when the motor stalls."""
        if permille <= 0:
            self._phase = max(0, self._phase - OUT // BACK_MS)
            return True
        if not self._has_met:
            self._has_met = True
            if not self._meets():
                return False
        self._phase = min(OUT, self._phase + permille)
        self._path.push(_reach(self._phase))
        return True

    def _meets(self) -> bool:
        """Whether it can move on: what stands before it comes along, or holds it."""
        mouth, faults = self._arm.mouth(), self._faults
        counter = counter_of(mouth)
        if faults.jams(counter, STAGE_EJECTOR):
            return False
        if not self._drum.is_true() or not self._arm.is_true():
            return False
        slot = self._drum.slot_at(self._arm.place())
        path = self._path
        if path.deck.slots[slot] != NO_CARD and not faults.hit("nothing", counter):
            path.leave(slot, mouth)
        return True


def _reach(phase: int) -> int:
    """Micrometres that it stands out."""
    ms = phase // 1000
    if ms < TO_THE_BEAM_MS:
        return TO_THE_BEAM * ms * ms // (TO_THE_BEAM_MS * TO_THE_BEAM_MS)
    return min(REACH, TO_THE_BEAM + PACE * (ms - TO_THE_BEAM_MS))
