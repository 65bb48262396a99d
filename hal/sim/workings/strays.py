"""Cards that leave unasked: a glitch turns drum and arm, and one slides into the path.

It happens while all motors rest: the next slot that holds a card stands before the arm, the arm
before some mouth, and the card slides out as far as the path's rollers hold it. Nobody tells the
program; it may see the beam. Rule of the file: it moves metal and cards, and asks for no motor.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hal.ports import SLOTS
from hal.sim.deck import NO_CARD

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hal.sim.workings.metal import Metal

TURNS_MS = 300  # as long as any turn of the drum
RESTED_MS = 100  # all motors stand for so long
SLIDES_MS = (16, 40)  # until its nose is before the entry beam, and until it rests


class Strays:
    """Mouths to which cards are about to go."""

    def __init__(self, metal: Metal) -> None:
        self._metal = metal
        self._mouths: list[int] = []
        metal.path.falls.others_stray = self.add

    def add(self, mouths: Sequence[int], after_ms: int) -> None:
        """A card for each mouth, one after another."""
        self._mouths += list(mouths)
        self._metal.clock.after(after_ms + TURNS_MS, self._strays)

    def _strays(self) -> None:
        metal, mouths = self._metal, self._mouths
        metal.settle()
        if not mouths:
            return
        rested_ms = metal.clock.ms - metal.rested_ms
        if metal.path.cards or metal.deck.path or rested_ms < RESTED_MS:
            metal.clock.after(TURNS_MS, self._strays)
            return
        slot = self._next_slot()
        if slot < 0:
            self._mouths = []
            return
        mouth = self._mouths.pop(0)
        metal.arm.jump(mouth)
        metal.drum.jump(slot, metal.arm.place())
        metal.path.leave(slot, mouth, unasked=True)
        for ms in SLIDES_MS:
            metal.clock.after(ms, metal.settle)  # whoever looks
        if self._mouths:
            metal.clock.after(TURNS_MS, self._strays)

    def _next_slot(self) -> int:
        """The nearest slot after the one before the arm that holds a card, or -1."""
        metal = self._metal
        here = metal.drum.slot_at(metal.arm.place())
        for step in range(1, SLOTS + 1):
            at = (here + step) % SLOTS
            if metal.deck.slots[at] != NO_CARD:
                return at
        return -1
