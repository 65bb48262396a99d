"""A table at register level whose card machine runs its own program over simulated metal.

The same table as `hal.sim.register_board`, down to the bus; behind address 0x30 stands no model of
the machine but its controller's program, the one that a real Pico runs. Rule of the file: it
solders one chip.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hal.sim.board import fallen_pile
from hal.sim.clock import SimClock
from hal.sim.deck import Deck
from hal.sim.register_board import RegisterTable
from hal.sim.workings.controller import SimController
from hal.sim.workings.hands import WorkedMachine

if TYPE_CHECKING:
    from typing import Any


class WorkedTable(RegisterTable):
    """Takes what `RegisterTable` takes. machine: a `WorkedMachine`, made here if none is given."""

    def __init__(
        self,
        seed: bytes,
        *,
        clock: SimClock | None = None,
        machine: WorkedMachine | None = None,
        **given: Any,
    ) -> None:
        clock = clock if clock is not None else SimClock()
        if machine is None:
            machine = WorkedMachine(clock, Deck(fallen_pile(seed)))
        self._worked = machine
        same_to_people: Any = machine
        super().__init__(seed, clock=clock, machine=same_to_people, **given)

    def controller(self) -> Any:
        """The chip that answers for the card machine."""
        return SimController(self._worked)
