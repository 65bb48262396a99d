"""The one command that the card machine carries out, its number and its note.

Before a command is given, its number and arguments are kept in the FRAM: after a power cut, a lost
reply or a long silence the same number is given again, and the machine moves nothing twice and
tells again what it did. Rule of the file: no number is used for two commands, and the slot of a
feed is written nowhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.app.fram import MOTION_AT, MOTION_PLACE_BYTES
from firmware.journal.kept import KeptRecord
from firmware.schema.faults import FAULT_MACHINE_SILENT
from hal.errors import BUSY, HalError
from hal.ports import CHECK, COLLECT, EMPTY, FEED, HOME, RETURN, STOP

if TYPE_CHECKING:
    from firmware.app.faults import Faults
    from hal.ports import CardMachine, OrderMemory

    Command = tuple[int, int, int, int]
    Event = tuple[int, int, int, int]

COMMAND_ID_MAX = 65535
SILENT_MS = 5000  # no other motion takes longer; then the command's number is given once more
SWEEP_MS = 12000  # 54 slots at 180 ms, and a card that is backed once
RETURN_MS = 27000  # a whole deck from the aside tray, three cards at once
CHECK_MS = 60000  # 54 cards past the reader, and the count before

_UNKNOWN = 0  # no operation
_NOT_BUSY = -1
_SECRET_SLOT = 255  # a loading slot is not written anywhere


def _motion_note(command_id: int, command: tuple[int, int, int, int], seq: int) -> bytes:
    operation, a, b, c = command
    if operation == FEED:
        a = _SECRET_SLOT
    return bytes(
        (
            command_id >> 8, command_id & 255, operation, a & 255, b, c >> 8, c & 255,
            seq >> 24, seq >> 16 & 255, seq >> 8 & 255, seq & 255, a >> 8,
        )
    )  # fmt: skip


def command_of(note: bytes) -> Command:
    """The mirror of `_motion_note`; a note that an earlier firmware left has no last byte."""
    a = note[3] | int.from_bytes(note[11:], "big") << 8  # the token of an opened or erased face
    return note[2], a, note[4], note[5] << 8 | note[6]


class Motion:
    """What runs, and what is to be asked about.

    running: the command that the machine carries out. resumed: a command whose number is to be
    given again. is_homing: what runs is a HOME that no job asked for.
    """

    def __init__(self, machine: CardMachine, memory: OrderMemory, faults: Faults) -> None:
        self._machine = machine
        self._faults = faults
        self._note = KeptRecord(memory, MOTION_AT, MOTION_PLACE_BYTES)
        self.last_id = 0
        self._seq = 0  # of the intent that the last command was for
        self.running: Command | None = None
        self.resumed: Command | None = None
        self.is_homing = False
        self.heard_ms = 0
        self._taken = _UNKNOWN  # the operation that the machine took last
        self._busy_since_ms = _NOT_BUSY

    def note(self) -> bytes | None:
        """What was noted of the last command; the numbers go on from it."""
        note = self._note.read()
        if note is not None:
            self.last_id = int.from_bytes(note[:2], "big")
            self._seq = int.from_bytes(note[7:11], "big")
        return note

    @property
    def is_asking(self) -> bool:
        """Whether the machine is to tell again what became of a command."""
        return self.resumed is not None and self._busy_since_ms == _NOT_BUSY

    def begin(self, command: Command, seq: int, now_ms: int) -> None:
        """Give a command under a new number; its note comes first. `HalError` of the FRAM."""
        command_id = self.last_id % COMMAND_ID_MAX + 1
        self._note.write(_motion_note(command_id, command, seq))
        self.last_id = command_id
        self._seq = seq
        self._send(command, now_ms)

    def repeat(self, now_ms: int) -> list[Event]:
        """Give the last number again: nothing moves that moved, and all is told from the first.

        Returns what the machine had told unasked and nobody has heard yet.
        """
        unasked: list[Event] = []
        command = self.resumed
        if command is None:
            return unasked
        try:
            for event in self._machine.poll():  # left unread; the command's is told again
                if event[1] == 0:
                    unasked.append(event)
        except HalError:
            self._faults.failed(FAULT_MACHINE_SILENT)
            return unasked
        self._send(command, now_ms)
        return unasked

    def _send(self, command: Command, now_ms: int) -> None:
        operation, a, b, c = command
        try:
            self._machine.start(self.last_id, operation, a, b, c)
        except HalError as trouble:
            if trouble.kind == BUSY:
                self._wait_while_busy(now_ms)
            else:
                self._faults.failed(FAULT_MACHINE_SILENT, trouble.kind)
            self.resumed = command  # given again in the next pass, with the same number
            return
        self._busy_since_ms = _NOT_BUSY
        self._taken = operation
        self.running = command
        self.is_homing = operation == HOME
        self.heard_ms = now_ms

    def _wait_while_busy(self, now_ms: int) -> None:
        """What the machine took before still runs; beyond that command's time it is stuck.

        Only people end a collect, and they take their time.
        """
        if self._busy_since_ms == _NOT_BUSY:
            self._busy_since_ms = now_ms
        if self._taken == COLLECT:
            return
        if now_ms - self._busy_since_ms >= _limit_ms(self._taken):
            self._busy_since_ms = _NOT_BUSY  # whoever looks gives it as long once more
            self._faults.stand(FAULT_MACHINE_SILENT, BUSY)

    def ask_when_silent(self, now_ms: int) -> None:
        """A command runs: when nothing is heard of it for too long, its number is given again."""
        running = self.running
        if running is None or running[0] == COLLECT:
            return
        if now_ms - self.heard_ms < _limit_ms(running[0]):
            return
        self._faults.failed(FAULT_MACHINE_SILENT, "no answer")
        self.running = None
        self.resumed = running

    def stop(self) -> None:
        """Motors off now; what ran is given up, and its intent is kept beside the stop's note."""
        command_id = self.last_id % COMMAND_ID_MAX + 1
        seq = 0 if self.running is None and self.resumed is None else self._seq
        try:
            if (
                not self.last_id
            ):  # the log is not replayed yet: what ran is not known to have ended
                self.note()
                command_id = self.last_id % COMMAND_ID_MAX + 1
                seq = self._seq
            self._note.write(_motion_note(command_id, (STOP, 0, 0, 0), seq))
        except HalError:  # without its note it stops all the same
            pass
        try:
            self._machine.start(command_id, STOP)
        except HalError as trouble:
            self._faults.failed(FAULT_MACHINE_SILENT, trouble.kind)
        self.last_id = command_id
        self._seq = seq
        self.running = None


# An unknown command of the time before a restart may be the longest one.
_LIMITS_MS = {CHECK: CHECK_MS, EMPTY: SWEEP_MS, RETURN: RETURN_MS, _UNKNOWN: CHECK_MS}


def _limit_ms(operation: int) -> int:
    return _LIMITS_MS.get(operation, SILENT_MS)
