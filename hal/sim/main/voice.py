"""What the simulated floor says to the firmware, and what its people see of it.

The floor's words become inputs, under a name, as a real floor's would. The house's person who
comes when the table calls looks here for what is asked of people. Rule of the file: nobody hears
more than the displays show, and nobody says more than a person could.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.app.floor_menu import floor_items
from firmware.app.jobs import OF_THE_MACHINE
from firmware.app.people_asked import asked_card, asked_face, is_card_looked_for, told_face
from firmware.schema import messages as m
from firmware.schema.faults import FAULT_ORDER_LOST
from hal.sim.floor import BY

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from firmware.app.controller import Controller
    from hal.sim.main.simulation import Simulation

DECISIONS = (
    m.RULING_RESUME,
    m.RULING_LET_STAND,
    m.RULING_MISDEAL,
    m.RULING_VOID_HAND,
    m.RULING_COMPLETE_BY_HAND,
)
"""What the simulated floor tries, in this order, until one is allowed."""


class FloorVoice:
    """What the floor says, as inputs of the table (`hal.sim.floor.Voice`)."""

    def __init__(
        self,
        controller: Controller,
        names: Sequence[str] = (),
        profile: str = "",
        own: Mapping[str, str] | None = None,
    ) -> None:
        self.listen(controller)
        self.after: Callable[[Callable[[], None]], object] = _at_once  # when the floor has looked
        self._names = names  # of the players by seat, from seat 1 on
        self._profile = profile  # a rule set that house rules come from, all but the floor's own
        self._own = own or {}

    def listen(self, controller: Controller) -> None:
        """From now on this firmware hears what is said."""
        self._offer = controller.offer
        self._faults = controller.faults

    def seat(self, seat: int, stack: int) -> None:
        """Somebody sits down."""
        name = self._names[seat - 1] if seat <= len(self._names) else None
        self._offer((m.SEAT_TAKEN, seat, stack, name))

    def leave(self, seat: int) -> None:
        """Somebody gets up."""
        self._offer((m.SEAT_LEFT, seat))

    def button(self, seat: int) -> None:
        """The button lies here."""
        self._offer((m.BUTTON_PLACED, seat))

    def setting(self, name: str, value: str) -> None:
        """A house rule."""
        is_own = not self._profile or name in self._own
        by = BY if is_own else "profile " + self._profile
        self._offer((m.SETTING_CHANGED, name, value, by))

    def pause(self) -> None:
        """Deal no further hand."""
        self._offer((m.TABLE_PAUSED, BY))

    def resume(self) -> None:
        """Deal again."""
        self._offer((m.TABLE_RESUMED, BY))

    def go_on(self) -> None:
        """What is held goes on, when the floor has looked.

        Not while a fault stands at which no motor may move: the table would refuse, and whoever
        comes for that fault decides when it is over.
        """
        self.after(self._go_on)

    def _go_on(self) -> None:
        if not self._faults.is_stopped():
            self._offer((m.FLOOR_RULED, m.RULING_RESUME, BY, None))


def _at_once(say: Callable[[], None]) -> None:
    say()


class Wishes:
    """What the table shows to the attendant (`hal.sim.attendant.Wishes`), and hears from it."""

    def __init__(self, simulation: Simulation) -> None:
        self._simulation = simulation

    def calls(self) -> bool:
        """Whether something waits for a person."""
        faults = self._simulation.controller.faults
        if faults.worst() and any(faults.stands(fault) for fault in OF_THE_MACHINE):
            return True
        return self.is_hand_held() or self.is_deck_held()

    def is_hand_held(self) -> bool:
        """Whether a hand waits for the floor; at its end for the word that its order is lost."""
        controller = self._simulation.controller
        if controller.is_hand_held:
            return True
        hand = controller.table.hand if controller.faults.stands(FAULT_ORDER_LOST) else None
        return hand is not None and m.RULING_VOID_HAND in floor_items(hand)

    def is_deck_held(self) -> bool:
        """Whether no hand begins because of the deck."""
        return self._simulation.controller.is_deck_held

    def asked_card(self) -> tuple[int, int, int] | None:
        """The card that a person is to lay: its token, where it is, where it goes; or None."""
        return asked_card(self._simulation.controller.table.hand)

    def hand_number(self) -> int:
        """The number of the hand that runs, or ran last."""
        return self._simulation.controller.table.hand_number

    def asked_face(self) -> tuple[int, int] | None:
        """The card whose face a person is to enter: its place, and which of those there."""
        return asked_face(self._simulation.controller.table.hand)

    def told_face(self, face: int) -> tuple[int, int] | None:
        """The card that was told to show this face: its place, and which of those there."""
        return told_face(self._simulation.controller.table.hand, face)

    def is_card_looked_for(self) -> bool:
        """Whether a card that did not land is looked for."""
        return self.is_hand_held() and is_card_looked_for(self._simulation.controller.table.hand)

    def go_on(self) -> None:
        """The floor lets the table go on."""
        self._simulation.voice.go_on()

    def report(self, kind: str, face: int | None = None) -> None:
        """The floor reports an irregularity, and the face that a misread card was told to show."""
        self._simulation.controller.offer((m.IRREGULARITY_REPORTED, kind, BY, None, face))

    def enter_face(self, face: int) -> None:
        """The floor enters a face."""
        self._simulation.controller.offer((m.FACE_TYPED, face, BY))

    def decide(self, visit: int) -> None:
        """The floor decides about the held hand; another answer at every visit."""
        ruling = DECISIONS[visit % len(DECISIONS)]
        self._simulation.controller.offer((m.FLOOR_RULED, ruling, BY, None))
