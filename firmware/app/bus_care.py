"""A bus that is held down: freed by the loop, at once, and then once a second.

Two lines carry all talk with a bus's chips; one chip that hangs holds them down for everybody. The
driver notices that and spares the table the waiting; here the bus is freed: nine clocks so that a
hanging chip finishes its byte, the branch switch opened by its reset pin, and one question to a
chip that must answer, because only an answer proves that the bus is a bus again. Chips that lost
their set-up meanwhile say so at their next reading and are set up anew. Rule of the file: one try
a bus and second; what cannot be freed is named and stops the motors.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.schema.faults import FAULT_INNER_BUS_STUCK, FAULT_TABLE_BUS_STUCK

if TYPE_CHECKING:
    from firmware.app.faults import Faults
    from hal.ports import CaredBus

AGAIN_MS = 1000

_FAULTS = (FAULT_INNER_BUS_STUCK, FAULT_TABLE_BUS_STUCK)


class BusCare:
    """buses: the inner bus, then the table bus; none where the board has no such wires."""

    def __init__(self, buses: tuple[CaredBus, ...], faults: Faults) -> None:
        self._buses = buses
        self._faults = faults
        self._due_ms = [0] * len(buses)

    def look(self, now_ms: int) -> None:
        """Once a pass: free what is stuck."""
        for at in range(len(self._buses)):
            bus = self._buses[at]
            if bus.is_stuck and now_ms >= self._due_ms[at]:
                self._due_ms[at] = now_ms + AGAIN_MS
                if not bus.recover() and bus.is_stuck:
                    self._faults.failed(_FAULTS[at], "held_low")
            if not bus.is_stuck and self._faults.stands(_FAULTS[at]):
                self._faults.worked(_FAULTS[at])
