"""The card machine for whoever stands at the table: what people see of it and do to it.

The same names as the simulated machine at command level has (`hal.sim.planned`), over the metal:
cards taken out, dropped and carried by hand, a plan of what goes wrong, a person who mends. Rule
of the file: people move cards; what the machine makes of it, its own sensors must find out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hal.ports import CARDS
from hal.sim.body import BY_HAND
from hal.sim.memory import FRAM_BYTES, SimOrderMemory
from hal.sim.mishaps import OF_THE_DECK, FaultPlan, Mishap
from hal.sim.motions import BESIDE, HOPPER
from hal.sim.spoiled_deck import spoil
from hal.sim.workings.metal import Metal
from hal.sim.workings.strays import Strays

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from hal.sim.clock import SimClock
    from hal.sim.deck import Deck, Script
    from hal.sim.lines import SimLine, SimMotorEnable


class WorkedMachine:
    """Metal, cards and plan of one machine whose program runs elsewhere.

    is_running, is_collecting: what its status register showed last; joined by the chip.
    """

    levels = "worked"  # of simulation that have this machine

    def __init__(self, clock: SimClock, deck: Deck) -> None:
        self.clock = clock
        self.metal = Metal(clock, deck)
        self.strays = Strays(self.metal)
        self.is_running = self.is_collecting = self.is_home = False
        self.cells = SimOrderMemory()  # of the machine's own FRAM
        self.events: tuple[()] = ()  # none wait here: they do in the chip
        self.changed = _nothing

    def __repr__(self) -> str:
        return "<card machine>"  # never its cards

    def is_busy(self) -> bool:
        """Whether a command runs, or a card is on its way that nobody asked for."""
        return self.is_running

    # --- wires and plan ----------------------------------------------------------------------

    @property
    def lid(self) -> SimLine | None:
        """The lid's switch, in series with the motors."""
        return self.metal.lid

    @lid.setter
    def lid(self, line: SimLine | None) -> None:
        self.metal.lid = line

    @property
    def motor_enable(self) -> SimMotorEnable | None:
        """MOTOR_ENABLE as it is wired; None: always alive."""
        return self.metal.motor_enable

    @motor_enable.setter
    def motor_enable(self, line: SimMotorEnable | None) -> None:
        self.metal.motor_enable = line

    @property
    def deck(self) -> Deck:
        """The cards, as they lie now."""
        self.metal.settle()
        return self.metal.deck

    @property
    def plan(self) -> FaultPlan | None:
        """What goes wrong."""
        return self.metal.faults.plan

    def follow(self, plan: FaultPlan) -> None:
        """Let things go wrong by this plan from now on."""
        self.metal.settle()
        self.metal.faults.plan = plan
        spoil(self.deck, plan)

    def happen(self, what: str) -> None:
        """Let something happen now: a row of a plan without its place, to the next card."""
        kind, _, words = what.partition(" ")
        plan = self.plan
        if plan is None:
            plan = FaultPlan()
            self.follow(plan)
        if kind == "stray":
            self.strays.add(Mishap("stray card=1 " + words).words["to"], 0)
        elif kind in OF_THE_DECK:
            plan.add(what)
            spoil(self.deck, plan)
        else:
            plan.add_next(kind, words, self.metal.is_under_way)

    def mend(self) -> None:
        """A person frees what sticks and changes what is broken."""
        if not self.is_running:
            self.metal.take_out()
        if self.plan is not None:
            self.plan.mend()
        self.changed()

    def collected(self) -> None:
        """The machine has asked for all cards and has them: another deal begins."""
        self.deck.forget_reading()
        if self.plan is not None:
            self.plan.next_deal()
            spoil(self.deck, self.plan)

    # --- what people see and do ----------------------------------------------------------------

    def cards_at(self, place: int) -> int:
        """Cards that lie in a well or tray."""
        return self.deck.cards_at(place)

    def trays_with_cards(self) -> tuple[int, ...]:
        """Places that people are to empty when cards are collected."""
        return tuple([place for place in BY_HAND if self.deck.cards_at(place)])

    def drop_in_hopper(self, place: int) -> int:
        """Take the cards of a well or tray and drop them into the hopper; how many they were."""
        count = self.deck.drop_in_hopper(place)
        self.changed()
        return count

    def pick_up(self) -> int:
        """Cards found on table and floor go into the hopper; how many they were."""
        count = self.deck.pick_up()
        self.changed()
        return count

    def change_deck(self) -> None:
        """A person takes out every card and puts another deck into the hopper."""
        self.metal.take_out()
        self.deck.change(range(CARDS))
        self.changed()

    def carry(self, here: int, there: int, asked: Sequence[int] = ()) -> None:
        """A person takes the top card of one place to another (`Motions.carry`)."""
        deck = self.deck
        deck.laid = list(asked)
        deck.carry(self._pile(here), self._pile(there))
        self.changed()

    def draw(self, slot: int, there: int, asked: Sequence[int] = ()) -> None:
        """A person takes the card out of a slot and lays it at a place."""
        deck = self.deck
        deck.laid = list(asked)
        deck.eject(slot)
        deck.leave_for(there)
        deck.land(there)
        self.changed()

    def _pile(self, place: int) -> list[int]:
        if place == BESIDE:
            return self.deck.beside
        return self.deck.hopper if place == HOPPER else self.deck.wells[place]

    def script_faces(self, script: Script) -> None:
        """Say which faces this deal must show (`Deck.script_faces`); ends at the collect."""
        self.deck.script_faces(script)

    # --- a simulation that stops and goes on ----------------------------------------------------

    def snapshot(self) -> list[Any]:
        """How far the plan has come, the controller's memory, and where the cards lie."""
        plan = self.plan
        kept = self.cells.read(0, FRAM_BYTES).rstrip(b"\0")
        return [[] if plan is None else plan.snapshot(), kept.hex(), self.deck.snapshot()]

    def restore(self, state: Sequence[Any]) -> None:
        """Lay every card where a snapshot found it; what was under way lies in the path."""
        plan, kept, deck = state
        self.metal.take_out()
        if self.plan is not None and plan:
            self.plan.restore(plan)
        self.cells.write(0, bytes.fromhex(kept))
        self.metal.deck.restore(deck)
        self.metal.lie()


def _nothing() -> None:
    """Nobody keeps a snapshot."""
