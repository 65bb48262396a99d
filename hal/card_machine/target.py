"""What the table sees of the card machine: one block of memory, and events that wait in it.

The table writes a command or says which events it has; before it can read again the answer lies in
the block. So `written` runs in the interrupt at a write's end: it allocates nothing, moves nothing
and only checks, answers and notes. What it noted the loop fetches on its next pass, and what the
loop tells is added behind the events that wait. Rule of the file: whatever was written where, the
block says afterwards what is true, and an event leaves it when the table says so, not before.

Registers, checks, answers: hardware/card-machine.md. The block's last bytes are 0xFF.
"""

from __future__ import annotations

from struct import pack_into
from typing import TYPE_CHECKING

from firmware.compat import const
from hal.drivers.card_machine import (
    ACCEPTED,
    COMMAND,
    EVENT_BYTES,
    EVENTS_MAX,
    FLAG_COLLECTING,
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
    STATUS_BYTES,
    TAKEN,
    TAKEN_ALL,
    next_number,
)
from hal.drivers.crc8 import crc8
from hal.ports import EV_RESTARTED, STOP

if TYPE_CHECKING:
    from collections.abc import Callable

    Event = tuple[int, int, int, int]  # event, command id, a, b
    Command = tuple[int, int, int, int, int]  # command id, operation, a, b, c

BLOCK_BYTES = STATUS + STATUS_BYTES + EVENTS_MAX * EVENT_BYTES

_EVENTS = STATUS + STATUS_BYTES
_COMMAND_CHECK = const(0x18)  # the last byte of COMMAND's message
_TAKEN_CHECK = const(0x1D)
_FILL = const(0x5A)  # COMMAND and TAKEN where nothing was written
_NOTHING = b"\xff" * EVENT_BYTES
_NAME = b"MC" + bytes((MAP_VERSION,))
_IDENTITY = _NAME + bytes((crc8(_NAME, crc8(bytes((IDENTITY,)))),))
_TABLE = bytes([crc8(bytes((octet,))) for octet in range(256)])


def _nothing() -> int:
    """Nobody interrupts."""
    return 0


def _ignore(state: int) -> None:
    """Nobody interrupted."""


class Target:
    """block: what the bus serves. last_id, flags: what STATUS says of the program.

    interrupt: the line to the table, True while events wait. hold, release: keep `written` from
    interrupting; where both run in one thread of control they are left out.
    """

    def __init__(
        self,
        interrupt: Callable[[bool], None],
        hold: Callable[[], int] = _nothing,
        release: Callable[[int], None] = _ignore,
    ) -> None:
        self.block = bytearray(b"\xff" * BLOCK_BYTES)
        self.last_id = 0
        self.flags = 0
        self._interrupt = interrupt
        self._hold = hold
        self._release = release
        self._answer = ACCEPTED
        self._records = [bytearray(EVENT_BYTES) for _ in range(EVENTS_MAX)]  # a ring
        self._first = 0
        self._waiting = 0
        self._shown = 0  # records' places in the block that are not blank
        self._number = 0
        self._has_command = False
        self._is_again = False
        self._displaced = 0  # id of a command that was stopped before it was fetched
        self._ended_id = 0  # the same, of the STOP that was fetched last
        self._operation = self._a = self._b = self._c = 0
        self._blank()
        self._lay_down()

    # --- in the interrupt ------------------------------------------------------------------------

    def written(self) -> None:
        """A write has ended that laid something down: answer it."""
        if not self._is_blank(COMMAND, TAKEN):
            whole = self._is_blank(_COMMAND_CHECK + 1, STATUS)
            if whole and self._crc(COMMAND, _COMMAND_CHECK) == self.block[_COMMAND_CHECK]:
                self._command()
            else:
                self._answer = REFUSED_DAMAGED
        else:
            whole = self._is_blank(_TAKEN_CHECK + 1, STATUS) and not self._is_blank(TAKEN, STATUS)
            if whole and self._crc(TAKEN, _TAKEN_CHECK) == self.block[_TAKEN_CHECK]:
                self._taken(self.block[TAKEN])
        if not whole:
            self._shown = EVENTS_MAX  # it may have written anywhere
        self._blank()
        self._lay_down()

    def _command(self) -> None:
        block = self.block
        command_id = block[COMMAND] << 8 | block[COMMAND + 1]
        operation = block[COMMAND + 2]
        if command_id == 0:
            self._answer = REFUSED_ID
            return
        if command_id == self.last_id:
            self._is_again = True
            self._answer = ACCEPTED
            # All that was told since the command began is told again from the first.
            is_kept = self._waiting and self._records[self._first][1] == EV_RESTARTED
            self._waiting = 1 if is_kept else 0
            return
        if self.flags & FLAG_RUNNING and operation != STOP:
            self._answer = REFUSED_BUSY
            return
        self._displaced = self.last_id if self._has_command else 0
        self._operation = operation
        self._a = block[COMMAND + 3] << 8 | block[COMMAND + 4]
        self._b = block[COMMAND + 5]
        self._c = block[COMMAND + 6] << 8 | block[COMMAND + 7]
        self.last_id = command_id
        self.flags |= FLAG_RUNNING
        self._has_command = True
        self._is_again = False
        self._answer = ACCEPTED

    def _taken(self, number: int) -> None:
        if number == TAKEN_ALL:
            self._waiting = 0
            self.flags &= ~FLAG_LOST
            return
        for nth in range(self._waiting):
            if self._records[(self._first + nth) % EVENTS_MAX][0] == number:
                self._first = (self._first + nth + 1) % EVENTS_MAX
                self._waiting -= nth + 1
                return

    def _is_blank(self, start: int, end: int) -> bool:
        block = self.block
        for at in range(start, end):
            if block[at] != _FILL:
                return False
        return True

    def _crc(self, start: int, end: int) -> int:
        """The check over a register's number and the bytes that follow."""
        block = self.block
        crc = _TABLE[start]
        for at in range(start, end):
            crc = _TABLE[crc ^ block[at]]
        return crc

    def _blank(self) -> None:
        """Undo what was written, wherever no event lies."""
        block = self.block
        for at in range(len(_IDENTITY)):
            block[IDENTITY + at] = _IDENTITY[at]
        for at in range(COMMAND, STATUS):
            block[at] = _FILL

    def _lay_down(self) -> None:
        """Status and events as they are: 64 of them are reckoned at 0.3 ms, two at 0.05."""
        block = self.block
        for nth in range(self._waiting):
            record = self._records[(self._first + nth) % EVENTS_MAX]
            pack_into("8s", block, _EVENTS + nth * EVENT_BYTES, record)
        for nth in range(self._waiting, self._shown):
            pack_into("8s", block, _EVENTS + nth * EVENT_BYTES, _NOTHING)
        self._shown = self._waiting
        self._show()

    def _show(self) -> None:
        block = self.block
        block[STATUS] = self.flags
        block[STATUS + 1] = self._answer
        block[STATUS + 2] = self.last_id >> 8
        block[STATUS + 3] = self.last_id & 0xFF
        block[STATUS + 4] = self._waiting
        block[STATUS + 5] = self._crc(STATUS, STATUS + 5)
        self._interrupt(self._waiting > 0 or self.flags & FLAG_LOST != 0)

    # --- in the loop -----------------------------------------------------------------------------

    def fetch(self) -> Command | None:
        """The command that was accepted and not fetched yet; what is no number there is -1."""
        if not self._has_command:
            return None
        state = self._hold()  # memory may be collected below, but not while the bus waits
        command_id = self.last_id
        operation = self._operation
        a = self._a
        b = self._b
        c = self._c
        self._has_command = False
        self._ended_id = self._displaced
        self._displaced = 0
        self._release(state)
        return command_id, operation, -1 if a == NO_WORD else a, -1 if b == NO_BYTE else b, c

    def number_from(self, serial: int) -> None:
        """After a start, before anything is told: numbers go on elsewhere than they began before.

        Whoever read an event and could not take it yet does not take another one for it.
        """
        self._number = serial % 255

    def displaced(self) -> int:
        """The id that the STOP fetched last ended before it was fetched, told once; 0: none."""
        ended_id, self._ended_id = self._ended_id, 0
        return ended_id

    def is_told_again(self) -> bool:
        """Whether the last id was given again since this was asked last."""
        was, self._is_again = self._is_again, False
        return was

    def untaken(self) -> list[Event]:
        """The events that wait, oldest first."""
        state = self._hold()
        first = self._first
        waiting = self._waiting
        self._release(state)
        events = []
        for nth in range(waiting):
            record = self._records[(first + nth) % EVENTS_MAX]
            command_id, a = record[2] << 8 | record[3], record[4] << 8 | record[5]
            events.append((record[1], command_id, a, record[6]))
        return events

    def tell(self, event: int, command_id: int, a: int = 0, b: int = 0) -> None:
        """One event more behind those that wait; beyond 64 the oldest goes, and LOST says so."""
        state = self._hold()
        self._number = next_number(self._number)
        if self._waiting == EVENTS_MAX:
            self._first = (self._first + 1) % EVENTS_MAX
            self._waiting -= 1
            self.flags |= FLAG_LOST
        record = self._records[(self._first + self._waiting) % EVENTS_MAX]
        record[0] = self._number
        record[1] = event
        record[2] = command_id >> 8
        record[3] = command_id & 0xFF
        record[4] = a >> 8 & 0xFF
        record[5] = a & 0xFF
        record[6] = b & 0xFF
        crc = 0
        for at in range(EVENT_BYTES - 1):
            crc = _TABLE[crc ^ record[at]]
        record[7] = crc
        self._waiting += 1
        if self.flags & FLAG_LOST:
            self._lay_down()
        else:
            at = _EVENTS + (self._waiting - 1) * EVENT_BYTES
            pack_into("8s", self.block, at, record)
            self._shown = max(self._shown, self._waiting)
            self._show()
        self._release(state)

    def flag(self, flag: int, is_set: bool) -> None:
        """Set or clear a flag of STATUS."""
        state = self._hold()
        self.flags = self.flags | flag if is_set else self.flags & ~flag
        self._show()
        self._release(state)

    def end(self, event: int, command_id: int, a: int = 0, b: int = 0) -> None:
        """The last event of a command: whoever reads it may give the next one."""
        state = self._hold()
        if not self._has_command:  # a STOP that came in between runs already
            self.flags &= ~(FLAG_RUNNING | FLAG_COLLECTING)
        self.tell(event, command_id, a, b)
        self._release(state)
