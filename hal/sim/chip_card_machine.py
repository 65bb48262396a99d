"""The card machine's own controller: registers on the bus in front of the simulated body.

Takes commands, keeps events until they are said to be taken, and holds its interrupt line active
while any wait. `hardware/card-machine.md` is the map; what moves and what is sensed is the body's
business (`mechanics`). Rule of the file: an event leaves the queue when the other side says it has
it, and not before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hal.drivers.card_machine import (
    ACCEPTED,
    COMMAND,
    EVENTS_MAX,
    FLAG_COLLECTING,
    FLAG_HOME,
    FLAG_LOST,
    FLAG_RUNNING,
    IDENTITY,
    MAP_VERSION,
    NO_BYTE,
    NO_WORD,
    REFUSED_BUSY,
    REFUSED_DAMAGED,
    REFUSED_ID,
    STATUS,
    STATUS_CRC,
    TAKEN,
    TAKEN_ALL,
    next_number,
)
from hal.drivers.crc8 import crc8
from hal.ports import EV_RESTARTED

if TYPE_CHECKING:
    from hal.sim.mechanics import Machine

_COMMAND_BYTES = 10
_TAKEN_BYTES = 3


class SimCardMachineChip:
    """Registers over a `Machine`; `is_on` is the interrupt line."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._pointer = IDENTITY
        self._answer = ACCEPTED
        self._last_id = 0
        self._events: list[bytes] = []  # whole records, oldest first
        self._number = 0
        self._has_lost = False

    def is_on(self) -> bool:
        """Whether the interrupt line is active: events wait, or some were lost."""
        return bool(self._machine.events or self._events or self._has_lost)

    def write(self, out: bytes | bytearray) -> int:
        """A register number, then a message for it; a damaged message changes nothing else."""
        if not out or self._machine.is_silent():
            return 0
        self._pointer = out[0]
        if self._pointer == COMMAND and len(out) > 1:
            self._command(out)
        elif self._pointer == TAKEN and len(out) == _TAKEN_BYTES and crc8(out) == 0:
            self._taken(out[1])
        return len(out)

    def read(self, count: int) -> bytes:
        """Identity, or status and the events that wait; behind the last one 0xFF."""
        if self._pointer == IDENTITY:
            answer = bytes((ord("M"), ord("C"), MAP_VERSION))
            answer += bytes((crc8(answer, crc8(bytes((IDENTITY,)))),))
        elif self._pointer == STATUS:
            self._gather()
            answer = self._status() + b"".join(self._events)
        else:
            answer = b""
        return answer[:count] + b"\xff" * (count - len(answer))

    def _command(self, out: bytes | bytearray) -> None:
        if len(out) != _COMMAND_BYTES or crc8(out) != 0:
            self._answer = REFUSED_DAMAGED
            return
        command_id = out[1] << 8 | out[2]
        if command_id == 0:
            self._answer = REFUSED_ID
            return
        a = out[4] << 8 | out[5]
        a = -1 if a == NO_WORD else a
        b = -1 if out[6] == NO_BYTE else out[6]
        if not self._machine.begin(command_id, out[3], a, b, out[7] << 8 | out[8]):
            self._answer = REFUSED_BUSY
            return
        if command_id == self._last_id:
            # All that was told since this command began is told again from the first.
            self._events = [one for one in self._events if one[1] == EV_RESTARTED]
        self._last_id = command_id
        self._answer = ACCEPTED

    def _taken(self, number: int) -> None:
        if number == TAKEN_ALL:
            self._events = []
            self._machine.events = []
            self._has_lost = False
            return
        for at in range(len(self._events)):
            if self._events[at][0] == number:
                self._events = self._events[at + 1 :]
                return

    def _gather(self) -> None:
        """Take what the body has told and number it."""
        told = self._machine.events
        if not told:
            return
        self._machine.events = []
        for event, command_id, a, b in told:
            self._number = next_number(self._number)
            record = bytes(
                (
                    self._number, event, command_id >> 8, command_id & 0xFF,
                    a >> 8 & 0xFF, a & 0xFF, b & 0xFF,
                )
            )  # fmt: skip
            self._events.append(record + bytes((crc8(record),)))
        if len(self._events) > EVENTS_MAX:
            self._events = self._events[-EVENTS_MAX:]
            self._has_lost = True

    def _status(self) -> bytes:
        machine = self._machine
        flags = FLAG_RUNNING if machine.is_busy() else 0
        flags |= FLAG_HOME if machine.is_home else 0
        flags |= FLAG_COLLECTING if machine.is_collecting else 0
        flags |= FLAG_LOST if self._has_lost else 0
        status = bytes(
            (flags, self._answer, self._last_id >> 8, self._last_id & 0xFF, len(self._events))
        )
        return status + bytes((crc8(status, STATUS_CRC),))
