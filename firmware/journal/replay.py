"""Playing the log again: the same inputs, the same table, and every line must come out the same.

The state of the table is what its inputs made of it, nothing else is kept. So after a power cut
the inputs are told to a fresh table in their order, and what it says to each is compared with what
was written then. What the cut took away (the last lines of the last pass) is owed and written
again. Live play, recovery and the host's check replay in this same way. Rule of the file: only
inputs are told to the table; a line that comes out differently is named and nothing is adjusted to
it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.schema.messages import (
    COMMAND_DONE,
    COMMAND_NAMED,
    HEAD_SIGNED,
    INPUT_REFUSED,
    KEY_IGNORED,
    KEYS_IGNORED,
    KIND,
    KIND_EFFECT,
    KIND_INPUT,
    KIND_REPORT,
    MOTION_RETRIED,
    ROLE_PAIRED,
    TABLE_PARKED,
    VISIBILITY,
    VISIBILITY_LOG,
    WAITING_MEASURED,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from firmware.lines.parser import Line

    Take = Callable[[tuple, list], int]
    Observe = Callable[[tuple, int, bytes], None]

_NO_HEAD = b""
_OF_THE_SHELL = (
    COMMAND_DONE,
    COMMAND_NAMED,
    ROLE_PAIRED,
    KEY_IGNORED,
    KEYS_IGNORED,
    MOTION_RETRIED,
    WAITING_MEASURED,
    HEAD_SIGNED,
)


def is_told_by_shell(message_id: int) -> bool:
    """Whether the line is the log's own or the shell's, and not the table's answer to an input."""
    if message_id in _OF_THE_SHELL:
        return True
    return 0 < message_id <= TABLE_PARKED and message_id != INPUT_REFUSED


class Replay:
    """One replay of one log.

    take: the table's `take`. observe: told of every message in order, as observe(message, seq,
    full_hash); effects that are never written come with seq 0. differs_at: the first line that the
    table did not say again, 0 when all is well.
    """

    def __init__(self, take: Take, observe: Observe) -> None:
        self._take = take
        self._observe = observe
        self._owed: list[tuple] = []
        self._at = 0
        self.differs_at = 0

    def line(self, line: Line, head: bytes) -> None:
        """The next line of the log and its full hash."""
        message = line.message
        seq = line.seq or 0
        if self.differs_at:
            return
        if is_told_by_shell(message[0]):
            self._observe(message, seq, head)
            return
        self._pass_unwritten()
        is_owed = self._at < len(self._owed)
        kind = KIND[message[0]]
        if kind == KIND_INPUT and not is_owed:
            self._owed = []
            self._at = 0
            self._take(message, self._owed)
        elif kind in (KIND_EFFECT, KIND_REPORT) and is_owed and self._owed[self._at] == message:
            self._at += 1
        else:
            self.differs_at = seq
            return
        self._observe(message, seq, head)

    def owed(self) -> list[tuple]:
        """What the table said to the last input and the log lost; call once, at the end."""
        self._pass_unwritten()
        owed = self._owed[self._at :]
        self._at = len(self._owed)
        return owed

    def _pass_unwritten(self) -> None:
        while self._at < len(self._owed) and not _is_written(self._owed[self._at]):
            self._observe(self._owed[self._at], 0, _NO_HEAD)
            self._at += 1


def _is_written(message: tuple) -> bool:
    return VISIBILITY[message[0]] == VISIBILITY_LOG
