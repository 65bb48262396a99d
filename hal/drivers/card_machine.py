"""Talking to the card machine: a command goes out, events come back, none is lost or told twice.

The machine has its own controller on the bus; `hardware/card-machine.md` is the register map that
both sides follow. Every message ends with a check byte. Events stay in the machine until we have
said that we took them, so a transfer that fails half-way loses nothing; they carry running
numbers, so nothing counts twice. Rule of the file: an event is handed over only when it was read
whole, its check byte fits and the machine knows that we have it.

Worst case at 400 kHz with the branch switch: start 0.57 ms; poll nothing while the interrupt
line is quiet, 0.72 ms for one or two events, 2.4 ms for eight.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hal.drivers.crc8 import crc8
from hal.errors import BUSY, CORRUPT, OVERFLOW, REFUSED, HalError

if TYPE_CHECKING:
    from hal.drivers.hint import Hint
    from hal.ports import I2CBus

    Event = tuple[int, int, int, int]

# Registers of hardware/card-machine.md.
IDENTITY = 0x00
COMMAND = 0x10
TAKEN = 0x1C
STATUS = 0x20

MAP_VERSION = 3  # in IDENTITY

STATUS_BYTES = 6
EVENT_BYTES = 8
EVENTS_AT_ONCE = 2  # in the first read: a motion rarely tells more between two polls
EVENTS_MAX = 64

# Answers in STATUS.
ACCEPTED = 0
REFUSED_BUSY = 1
REFUSED_DAMAGED = 2
REFUSED_ID = 3

# Flags in STATUS.
FLAG_RUNNING = 0x01
FLAG_HOME = 0x02
FLAG_COLLECTING = 0x04
FLAG_LOST = 0x08  # events were lost

NO_WORD = 0xFFFF  # is no slot, no token and no place
NO_BYTE = 0xFF
TAKEN_ALL = 0

_FROM_STATUS = bytes((STATUS,))
STATUS_CRC = crc8(_FROM_STATUS)  # the check byte of STATUS covers the register number too


class CardMachineLink:
    """The contract `hal.ports.CardMachine` over I2C."""

    def __init__(
        self,
        bus: I2CBus,
        address: int,
        hint: Hint,
        provenance: str = "device",
        name: str = "card_machine",
    ) -> None:
        self.provenance = provenance
        self._bus = bus
        self._address = address
        self._hint = hint
        self._name = name
        self._status = bytearray(STATUS_BYTES)
        self._first = bytearray(STATUS_BYTES + EVENTS_AT_ONCE * EVENT_BYTES)
        self._untold: tuple[Event, ...] = ()  # read, but the machine does not know that yet
        self._untold_number = 0

    def start(self, command_id: int, operation: int, a: int = 0, b: int = 0, c: int = 0) -> None:
        """Begin a command: `busy` while another runs, `refused` for what cannot be said at all."""
        if not (1 <= command_id <= 0xFFFF and 0 <= operation <= 0xFF and 0 <= c < NO_WORD):
            raise HalError(REFUSED, self._name, "command id, operation or token")
        a = a if 0 <= a < NO_WORD else NO_WORD  # no such slot: the machine will say so
        b = b if 0 <= b < NO_BYTE else NO_BYTE
        message = bytes(
            (
                COMMAND, command_id >> 8, command_id & 0xFF, operation,
                a >> 8, a & 0xFF, b, c >> 8, c & 0xFF,
            )
        )  # fmt: skip
        self._bus.writeto(self._address, message + bytes((crc8(message),)))
        self._bus.write_read_into(self._address, _FROM_STATUS, self._status)
        self._must_fit(self._status)
        status = self._status
        answer = status[1]
        if answer == REFUSED_BUSY:
            raise HalError(BUSY, self._name)
        if answer == REFUSED_DAMAGED:
            raise HalError(CORRUPT, self._name, "command damaged on its way")
        if answer != ACCEPTED or (status[2] << 8 | status[3]) != command_id:
            raise HalError(CORRUPT, self._name, "command not taken")

    def poll(self) -> tuple[Event, ...]:
        """The events since the last poll, oldest first; `overflow` when some were lost."""
        if not self._untold:
            if not self._hint.is_due():
                return ()
            self._read_events()
            self._hint.asked(len(self._untold) > 0)
            if not self._untold:
                return ()
        self._tell_taken(self._untold_number)
        events, self._untold = self._untold, ()
        return events

    def _read_events(self) -> None:
        answer = self._first
        self._bus.write_read_into(self._address, _FROM_STATUS, answer)
        self._must_fit(answer)
        if answer[0] & FLAG_LOST:
            self._tell_taken(TAKEN_ALL)
            raise HalError(OVERFLOW, self._name, "events lost")
        waiting = answer[4]
        if waiting > EVENTS_MAX:
            raise HalError(CORRUPT, self._name, "count of events")
        if waiting > EVENTS_AT_ONCE:
            answer = bytearray(STATUS_BYTES + waiting * EVENT_BYTES)
            self._bus.write_read_into(self._address, _FROM_STATUS, answer)
            self._must_fit(answer)
        events = []
        number = 0
        for at in range(STATUS_BYTES, STATUS_BYTES + waiting * EVENT_BYTES, EVENT_BYTES):
            record = answer[at : at + EVENT_BYTES]
            if crc8(record) != 0 or (number and record[0] != next_number(number)):
                raise HalError(CORRUPT, self._name, "event")
            number = record[0]
            events.append(
                (record[1], record[2] << 8 | record[3], record[4] << 8 | record[5], record[6])
            )
        self._untold = tuple(events)
        self._untold_number = number

    def _tell_taken(self, number: int) -> None:
        message = bytes((TAKEN, number))
        self._bus.writeto(self._address, message + bytes((crc8(message),)))

    def _must_fit(self, answer: bytearray) -> None:
        if crc8(answer[:STATUS_BYTES], STATUS_CRC) != 0:
            raise HalError(CORRUPT, self._name, "status")


def next_number(number: int) -> int:
    """Return the running number after this one: 1..255, then 1 again; 0 is none."""
    return number % 255 + 1
