"""The feed roller: from the hopper past its gauge to the gate, and on into a slot.

The roller grips the hopper's lowest card when it begins to turn and holds it until it lies in the
slot before it, or has been pushed back; the next one is gripped only after the roller stood still.
A card at the gate still counts as the hopper's: it presses on the scale. Rule of the file: a slot
that does not stand before the feeder, or is full, takes no card.

Lengths: hardware/rev_a/mechanics.toml.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.compat import InvariantError
from hal.ports import STAGE_FEEDER
from hal.sim.deck import NO_CARD
from hal.sim.mishaps import NTH_FEED
from hal.sim.workings.drum import FEEDER_AT

if TYPE_CHECKING:
    from hal.sim.deck import Deck
    from hal.sim.workings.drum import Drum
    from hal.sim.workings.faults import Faults

PACE = 2_400  # micrometres in a millisecond at full speed, the mean of the stroke
GAUGE_AT = 2_000  # from the hopper to the gauge
RIM_AT = 64_000  # 60 mm to the gate, 4 mm more to the drum
IN_AT = 152_900  # a card's length more
THICKNESS = 300  # micrometres


class Feeder:
    """What the roller holds. reach: how far that card's nose has come from the hopper.

    pressed: cards that the hopper's plate presses to the roller, 0 while it is drawn back.
    sticks_at: a reach from which no card comes, on or back, until somebody looks; 0 for none.
    """

    def __init__(self, deck: Deck, drum: Drum, faults: Faults) -> None:
        self.deck = deck
        self.reach = 0
        self.held = 0  # cards
        self.pressed = len(deck.hopper)
        self.sticks_at = 0
        self._drum = drum
        self._faults = faults
        self._slips = self._is_jammed = False
        self._is_gripping = True  # it has stood still since the last card

    def begins(self) -> None:
        """The roller stood still and turns again."""
        self._is_gripping = True

    def take_out(self) -> None:
        """A person puts what sticks back into the hopper, where it counts already."""
        self.held = self.reach = self.sticks_at = 0
        self._is_gripping = True

    def ends(self) -> None:
        """All motors stand: what spoiled this feed is over."""
        self._slips = self._is_jammed = False

    def tick(self, permille: int) -> bool:
        """One millisecond; False when the motor stalls."""
        pace = PACE * permille // 1000
        if self._is_jammed:
            return False
        if not self.held:
            if pace <= 0 or not self._is_gripping or not self._has_card() or self._slips:
                return True
            self._is_jammed = self._faults.jams(NTH_FEED, STAGE_FEEDER)
            if self._is_jammed:
                return False
            self._grip()
            if not self.held:
                return True
        reach = max(0, self.reach + pace)
        if 0 < self.sticks_at <= max(reach, self.reach):
            self.reach = self.sticks_at
            return False
        if reach >= RIM_AT and not self._may_enter():
            self.reach = RIM_AT
            return False
        self.reach = reach
        if reach >= IN_AT:
            self._fills()
        elif not reach:
            self.held = 0
            self._is_gripping = False
        return True

    def _has_card(self) -> bool:
        return min(self.pressed, len(self.deck.hopper)) > 0

    def _grip(self) -> None:
        if self._faults.hit("nothing", NTH_FEED):
            self._slips = True
            return
        can_double = min(self.pressed, len(self.deck.hopper)) > 1
        is_double = can_double and self._faults.hit("double", NTH_FEED) is not None
        self.held = 2 if is_double else 1

    def _slot(self) -> int:
        return self._drum.slot_at(FEEDER_AT)

    def _may_enter(self) -> bool:
        return self._drum.is_true() and self.deck.slots[self._slot()] == NO_CARD

    def _fills(self) -> None:
        held = min(self.held, len(self.deck.hopper))
        if held:
            self.deck.feed(self._slot(), held)
            self.pressed = max(0, self.pressed - held)
            self._faults.count(NTH_FEED)
        self.held = self.reach = 0
        self._is_gripping = False

    def refuse_to_be_crushed(self) -> None:
        """The drum turns: InvariantError when a card stands across its rim."""
        if self.reach > RIM_AT:
            raise InvariantError("card_crushed")

    def thickness(self) -> int:
        """Micrometres between the gauge's rollers."""
        return THICKNESS * self.held if self.reach >= GAUGE_AT else 0
