"""A card machine that follows a fault plan: what the plan does to the deck, to motors and people.

Holds the plan and how far it has come, judges motors by their current, lets cards leave that
nobody asked for, and lets a person mend what is broken. How each step goes wrong stands in
`mechanics`, how the deck is spoiled in `spoiled_deck`. Rule of the file: without a plan nothing
here runs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hal.ports import (
    EMPTY,
    EV_DOUBTED,
    EV_FACE,
    EV_FACE_UP,
    EV_LANDED,
    EV_STRAYED,
    FAILED_JAM,
    FAILED_MOTOR,
    FEED,
    NO_TOKEN,
    PLACE_ASIDE,
    PLACE_CHUTE,
    SLOTS,
)
from hal.sim.deck import NO_CARD
from hal.sim.mishaps import NTH_CARD, NTH_FEED, NTH_STUB, OF_THE_DECK, FaultPlan, Mishap
from hal.sim.motions import CAROUSEL_MS, FLIGHT_MS, READ_MS, Motions, is_board
from hal.sim.reader import NO_DOUBT
from hal.sim.spoiled_deck import spoil

if TYPE_CHECKING:
    from hal.sim.clock import SimClock
    from hal.sim.deck import Deck

# Motor current in milliamperes, as the driver's shunt measures it 150 ms into a motion.
RUN_MA = 500
STALL_MA = 1800
STALLED_FROM_MA = 1200
DEAD_BELOW_MA = 50


class Planned(Motions):
    """What a plan says, and what follows for more than one step."""

    def __init__(self, clock: SimClock, deck: Deck, plan: FaultPlan | None = None) -> None:
        super().__init__(clock, deck)
        if plan is not None:
            self.follow(plan)

    def follow(self, plan: FaultPlan) -> None:
        """Let things go wrong by this plan from now on."""
        self.plan = plan
        spoil(self.deck, plan)

    def happen(self, what: str) -> None:
        """Let something happen now: a row of a plan without its place (`flip`, `stray to=seat1`).

        To the card that leaves next; a stray card leaves as soon as no command runs.
        """
        kind, _, words = what.partition(" ")
        plan = self.plan
        if plan is None:
            plan = FaultPlan()
            self.follow(plan)
        if kind == "stray":
            self._strays += Mishap("stray card=1 " + words).words["to"]
            self._planned_stray(0)
        elif kind in OF_THE_DECK:
            plan.add(what)
            spoil(self.deck, plan)
        else:
            plan.add_next(kind, words, self._is_passing)

    def _is_passing(self, counter: int) -> bool:
        return self._passing == counter

    def mend(self) -> None:
        """A person looks after the machine: frees what sticks, changes what is broken.

        A card taken out of the path is laid into the aside tray by hand, where nothing senses it;
        nobody catches one that strays while they look.
        """
        self._is_stuck = False
        if self.deck.path and not self.is_running and self._stray_slot < 0:
            self.deck.land(PLACE_ASIDE)
        if self.plan is not None:
            self.plan.mend()
        self.changed()

    def _has_passed(self) -> None:
        if self.plan is not None:
            self.plan.count(self._passing)
        self._passing = -1

    def _counter(self, operation: int, place: int) -> int:
        if operation == FEED:
            return NTH_FEED
        return NTH_STUB if operation == EMPTY or place == PLACE_CHUTE else NTH_CARD

    def _motor(self, plan: FaultPlan, stage: int) -> bool:
        """Whether a motor could not move its load: its current tells, and the command ends."""
        counter = self._counter(self._command[1], self._command[3])
        current = RUN_MA
        if plan.stands("dead", "stage", stage):
            current = 0
        elif plan.hit("jam", counter, stage):
            current = STALL_MA
        if current < DEAD_BELOW_MA:
            self._fail(FAILED_MOTOR, stage)
        elif current >= STALLED_FROM_MA:
            self._fail(FAILED_JAM, stage)
        else:
            return False
        return True

    def _next_slot(self, slot: int) -> int:
        """The nearest slot after this one that holds a card, or -1."""
        for step in range(1, SLOTS + 1):
            at = (slot + step) % SLOTS
            if self.deck.slots[at] != NO_CARD:
                return at
        return -1

    def _planned_stray(self, after_ms: int) -> None:
        self.clock.after(after_ms + CAROUSEL_MS, self._stray)

    def _stray(self) -> None:
        """The next card goes where nobody sent one."""
        if self.is_busy() or self.deck.path:
            self._planned_stray(0)
            return
        slot = self._next_slot(self._at_slot)
        if slot < 0 or not self._strays:
            self._strays = []
            return
        self._stray_slot = self._at_slot = slot
        self._place = self._strays[0]
        self._strays = self._strays[1:]
        self.deck.eject(slot)
        self._tell_unasked(EV_STRAYED, slot, self._place)
        self.clock.after(READ_MS, self._stray_reads)
        self.changed()

    def _go_on_straying(self) -> None:
        if self._stray_slot < 0:
            if self._strays:
                self._planned_stray(0)
        elif self._is_stray_read:
            self.clock.after(FLIGHT_MS, self._stray_lands)
        else:
            self.clock.after(READ_MS, self._stray_reads)

    def _stray_reads(self) -> None:
        self._loose_face = -1
        deck = self.deck
        if deck.is_turned[deck.path[0]]:
            self._tell_unasked(EV_FACE_UP)
        if is_board(self._place):
            deck.leave_for(self._place)
            face, doubt = self.reader.look(deck, None)
            if doubt == NO_DOUBT:
                self._loose_face = face
            else:
                self._tell_unasked(EV_DOUBTED, NO_TOKEN, doubt)
        self._is_stray_read = True
        self.clock.after(FLIGHT_MS, self._stray_lands)
        self.changed()

    def _stray_lands(self) -> None:
        self.deck.land(self._place)
        self.reader.lies_at(self._place)
        if self._loose_face >= 0:
            self._tell_unasked(EV_FACE, NO_TOKEN, self._loose_face)
        self._tell_unasked(EV_LANDED, self._place)
        self._stray_slot = -1
        self._is_stray_read = False
        if self._strays:
            self._planned_stray(0)
        self.changed()
