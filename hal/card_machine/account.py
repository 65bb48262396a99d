"""What the last command was and all that it told, so that it can be told again.

A table that lost its power gives the last id it wrote down once more and hears what became of that
command from the first event on. So command and events lie in the FRAM: the command before anything
moves, an event before it is told. What strayed since the command began belongs to it, the last
eight cards; a new id says that what was taken is written down. Rule of the file: an event that was
told is kept, and one that is kept is told, now or when the id is given again.

Rows (`kept`): the note is id (2), operation, a (2), b, c (2); an event's row is the note's serial
(2), event, command id (2), a (2), b.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.compat import const
from hal.card_machine.kept import CHECK_BYTES, COMMAND_AT, TOLD_AT, Note, read_row, write_row
from hal.ports import EV_DONE, EV_FAILED, EV_RESTARTED, EV_STRAYED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hal.card_machine.target import Command, Event, Target
    from hal.card_machine.workings import Keep

STRAYS_TOLD_AGAIN = 8  # cards; each tells up to six events

_NOTE_BYTES = const(8)
_ROW_BYTES = const(8)
_ROWS = const(120)
_NO_COMMAND = (0, 0, 0, 0, 0)


class Account:
    """command: the last one, ids 0 for none. is_new: nothing was ever kept."""

    def __init__(self, keep: Keep, target: Target) -> None:
        self._keep = keep
        self._target = target
        self._note = Note(keep, COMMAND_AT, _NOTE_BYTES)
        self._told: list[Event] = []
        self.command: Command = _NO_COMMAND
        self.is_new = self._note.content is None
        target.number_from(self._note.serial)
        if self._note.content is not None:
            self._read_back(self._note.content)

    def begin(self, command: Command) -> None:
        """A new command; kept on return."""
        self.command = command
        self._told = [one for one in self._target.untaken() if one[1] == 0]
        self._told = [one for one in self._told if one[0] != EV_RESTARTED]
        command_id, operation, a, b, c = command
        self._note.write(
            bytes(
                (
                    command_id >> 8, command_id & 0xFF, operation,
                    a >> 8 & 0xFF, a & 0xFF, b & 0xFF, c >> 8, c & 0xFF,
                )
            )
        )  # fmt: skip
        self._write_from(0)

    def tell(self, event: int, a: int = 0, b: int = 0) -> None:
        """An event of the last command."""
        self._tell((event, self.command[0], a, b))

    def tell_unasked(self, event: int, a: int = 0, b: int = 0) -> None:
        """An event of a card that strays."""
        self._tell((event, 0, a, b))
        if event == EV_STRAYED:
            self._forget_the_first_stray()

    def end(self, event: int, a: int = 0, b: int = 0) -> None:
        """The command's last event: DONE or FAILED."""
        self._keep_event((event, self.command[0], a, b))
        if self._target.is_told_again():  # in this very pass: everything once, in its order
            for told in self._told[:-1]:
                self._target.tell(told[0], told[1], told[2], told[3])
        self._target.end(event, self.command[0], a, b)

    def keep_end(self, events: Sequence[tuple[int, int, int]]) -> None:
        """What a command came to that a loss of power ended; told when its id is given again."""
        for event, a, b in events:
            self._keep_event((event, self.command[0], a, b))

    def tell_again(self) -> None:
        """Everything from the first."""
        for event, command_id, a, b in self._told:
            self._target.tell(event, command_id, a, b)

    def is_ended(self) -> bool:
        """Whether the last command has told how it ended."""
        for event, command_id, _, _ in self._told:
            if command_id == self.command[0] and event in (EV_DONE, EV_FAILED):
                return True
        return not self.command[0]

    def has_told(self, event: int) -> bool:
        """Whether the last command told such an event."""
        return any(one[0] == event and one[1] for one in self._told)

    def _tell(self, told: Event) -> None:
        self._keep_event(told)
        if self._target.is_told_again():
            self.tell_again()
            return
        self._target.tell(told[0], told[1], told[2], told[3])

    def _keep_event(self, told: Event) -> None:
        self._told.append(told)
        self._write_from(len(self._told) - 1)

    def _forget_the_first_stray(self) -> None:
        told = self._told
        strays = [at for at in range(len(told)) if told[at][0] == EV_STRAYED]
        if len(strays) > STRAYS_TOLD_AGAIN:
            first, after = strays[0], strays[1]
            kept = [one for one in told[first:after] if one[1] != 0]
            self._told = told[:first] + kept + told[after:]
            self._write_from(first)
            for at in range(len(self._told), len(told)):
                self._write_row(at, b"\0" * _ROW_BYTES)

    def _write_from(self, first: int) -> None:
        serial = self._note.serial
        for at in range(first, min(len(self._told), _ROWS)):
            event, command_id, a, b = self._told[at]
            self._write_row(
                at,
                bytes(
                    (
                        serial >> 8, serial & 0xFF, event, command_id >> 8, command_id & 0xFF,
                        a >> 8 & 0xFF, a & 0xFF, b & 0xFF,
                    )
                ),
            )  # fmt: skip

    def _write_row(self, at: int, row: bytes) -> None:
        if at < _ROWS:
            write_row(self._keep, TOLD_AT + at * (_ROW_BYTES + CHECK_BYTES), row)

    def _read_back(self, note: bytes) -> None:
        a = note[3] << 8 | note[4]
        self.command = (note[0] << 8 | note[1], note[2], a, note[5], note[6] << 8 | note[7])
        serial = self._note.serial
        for at in range(_ROWS):
            row = read_row(self._keep, TOLD_AT + at * (_ROW_BYTES + CHECK_BYTES), _ROW_BYTES)
            if row is None or row[0] << 8 | row[1] != serial:
                return
            self._told.append((row[2], row[3] << 8 | row[4], row[5] << 8 | row[6], row[7]))
