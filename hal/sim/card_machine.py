"""The card machine as the firmware meets it: start a command, poll what happened.

Between the firmware's port and the simulated body there is nothing but this: no cards, no order,
no face is kept here. A table whose machine speaks through registers replaces this file and leaves
the body as it is. Rule of the file: an event is handed over once; whoever wants it again repeats
the command's id.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hal.errors import BUSY, NACK, OVERFLOW, REFUSED, HalError

if TYPE_CHECKING:
    from hal.sim.mechanics import Machine

EVENTS_MAX = 64  # of the machine's queue: the longest command tells five


class SimCardMachine:
    """The contract `hal.ports.CardMachine` on a simulated machine."""

    def __init__(self, machine: Machine, provenance: str = "simulated") -> None:
        self.provenance = provenance
        self._machine = machine

    def start(self, command_id: int, operation: int, a: int = 0, b: int = 0, c: int = 0) -> None:
        """Begin a command; `refused` for an id that is none, `busy` while another one runs."""
        if not 1 <= command_id <= 65535:
            raise HalError(REFUSED, "card_machine", "command id")
        machine = self._machine
        if machine.is_silent():
            raise HalError(NACK, "card_machine")
        is_begun = machine.begin(command_id, operation, a, b, c)
        if machine.is_silent():  # not heard, or its answer is lost
            raise HalError(NACK, "card_machine")
        if not is_begun:
            raise HalError(BUSY, "card_machine")

    def poll(self) -> tuple[tuple[int, int, int, int], ...]:
        """Hand over the events since the last poll, oldest first."""
        events = self._machine.events
        if not events:
            return ()
        if self._machine.is_silent():
            raise HalError(NACK, "card_machine")
        self._machine.events = []
        if len(events) > EVENTS_MAX:
            raise HalError(OVERFLOW, "card_machine", "events lost")
        return tuple(events)
