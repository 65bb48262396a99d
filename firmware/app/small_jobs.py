"""Jobs of one step or none: a face opened or forgotten, a place emptied, a count, a slot named.

What a single question to the card machine comes to. Rule of the file: a face is told only when it
was asked for by its token, and what the reader does not know is told as not known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.app.jobs import GO_ON, Job, fault_of
from firmware.schema import messages as m
from firmware.schema.faults import FAULT_MACHINE_SILENT
from hal.ports import (
    DOUBT_UNREADABLE,
    ERASE_FACE,
    EV_COUNTED,
    EV_FACE,
    EV_RETURNED,
    FAILED_NO_FACE,
    OPEN_FACE,
)

if TYPE_CHECKING:
    from firmware.app.jobs import Command
    from firmware.app.order_keeper import OrderKeeper


class OpenFace(Job):
    """The face that the reader keeps under a token, or that it keeps none."""

    outcomes = (m.FACE_OPENED, m.FACE_DOUBTED)

    def __init__(self, seq: int, token: int) -> None:
        super().__init__(seq)
        self._token = token
        self._is_done = False

    def was_told(self, message: tuple) -> bool:
        """Only what is told of this token ends it."""
        if message[1] != self._token:
            return False
        return super().was_told(message)

    def command(self) -> Command | None:
        """The command of the present step, or None."""
        return None if self._is_done else (OPEN_FACE, self._token, 0, 0)

    def event(self, event: int, a: int, b: int, inputs: list[tuple]) -> None:
        """What the machine told, as an input."""
        if event == EV_FACE:
            self._tell((m.FACE_OPENED, a, b), inputs)

    def done(self, inputs: list[tuple]) -> int:
        """The step is finished."""
        self._is_done = True
        return GO_ON if self._has_told(m.FACE_OPENED) else FAULT_MACHINE_SILENT

    def failed(self, code: int, where: int, inputs: list[tuple]) -> int:
        """The reader could not read that card when it passed: it has nothing to open."""
        if code != FAILED_NO_FACE:
            return fault_of(code)
        self._is_done = True
        self._tell((m.FACE_DOUBTED, self._token, DOUBT_UNREADABLE), inputs)
        return GO_ON


class EraseFace(Job):
    """The reader forgets a face. Leaves no line; asked twice it does no harm."""

    is_moving = False

    def __init__(self, seq: int, token: int) -> None:
        super().__init__(seq)
        self._token = token
        self._is_done = False

    def command(self) -> Command | None:
        """The command of the present step, or None."""
        return None if self._is_done else (ERASE_FACE, self._token, 0, 0)

    def done(self, inputs: list[tuple]) -> int:
        """The step is finished."""
        self._is_done = True
        return GO_ON

    def failed(self, code: int, where: int, inputs: list[tuple]) -> int:
        """The step was given up."""
        if code != FAILED_NO_FACE:
            return fault_of(code)
        return self.done(inputs)


class OneStep(Job):
    """One command whose one event is the answer: a place emptied, the cards counted."""

    def __init__(self, seq: int, command: Command, outcome: int) -> None:
        super().__init__(seq)
        self._command: Command | None = command
        self.outcomes = (outcome,)

    def command(self) -> Command | None:
        """The command of the present step, or None."""
        return self._command

    def event(self, event: int, a: int, b: int, inputs: list[tuple]) -> None:
        """What the machine told, as an input."""
        if event in (EV_COUNTED, EV_RETURNED):
            self._tell((self.outcomes[0], a, b), inputs)

    def done(self, inputs: list[tuple]) -> int:
        """The step is finished."""
        self._command = None
        return GO_ON if self._has_told(self.outcomes[0]) else FAULT_MACHINE_SILENT


class NameSlot(Job):
    """The slot of the k-th card, for a person to draw it; the machine does nothing."""

    is_moving = False
    outcomes = (m.SLOT_NAMED, m.SLOT_FOUND_EMPTY)

    def __init__(self, seq: int, k: int, keeper: OrderKeeper) -> None:
        super().__init__(seq)
        self._k = k
        self._keeper = keeper

    def is_ready(self) -> bool:
        """The machine never begins with it, not even to home: motors are off."""
        return False

    def without_motion(self, inputs: list[tuple]) -> bool:
        """The keeper knows it; a card that left before is not there to be drawn."""
        answer = m.SLOT_FOUND_EMPTY if self._keeper.has_left(self._k) else m.SLOT_NAMED
        self._tell((answer, self._k, self._keeper.slot(self._k)), inputs)
        return True
