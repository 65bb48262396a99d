"""What is wrong at a table now: held, irregular, faulty, paused or stopped.

One banner on the screen says it. The rule of the file: trouble stays until the log says that it is
over.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from firmware.schema import faults, rulings
from firmware.schema import messages as m

REPAIRED, STANDS = "repaired", rulings.PROCEDURE_NAMES[rulings.PROCEDURE_STANDS]
if TYPE_CHECKING:
    from collections.abc import Callable

ASKS = {m.MOVE_CARD: True, m.ASK_FACE: True, m.CARD_MOVED: False, m.FACE_TYPED: False}


@dataclass(slots=True)
class Trouble:
    """Words are those of the log; empty where nothing is wrong."""

    held: str = ""
    """Why the hand or the table is held."""
    irregularity: str = ""
    """What went wrong with a card, until its repair or the hand is over."""
    answer: str = ""
    """How the book answers it: `repaired`, `stands`, or nothing yet."""
    is_asked: bool = False
    """A person is to lay a card or to enter a face; until then nothing moves."""
    faults: list[tuple[str, str]] = field(default_factory=list)
    """(code, device) of every fault that is not cleared, oldest first."""
    details: dict[tuple[str, str], str] = field(default_factory=dict)
    """What the log says beside a fault that stands, where it says something."""
    stopped: str = ""
    """The code with which the table stopped itself."""
    is_log_damaged: bool = False
    is_paused: bool = False
    _repaired: str = ""
    """The irregularity under repair while another one is told."""

    def take(self, message: tuple[Any, ...]) -> None:
        """Go on by one message of the log."""
        kind = message[0]
        if kind in ASKS:
            self.is_asked = ASKS[kind]
        elif kind in {m.PROCEDURE_ENDED, m.HAND_FINISHED, m.HAND_VOIDED}:
            self._forget()
        elif kind in {m.FLOOR_RULED, m.HAND_STARTED}:
            self._forget()
            self.held = ""
            self.is_log_damaged = False
        elif kind in {m.TABLE_PAUSED, m.TABLE_RESUMED}:
            self.is_paused = kind == m.TABLE_PAUSED
        elif kind in TAKES:
            TAKES[kind](self, message)

    def _hold(self, message: tuple[Any, ...]) -> None:
        self.held = message[1]

    def _find(self, message: tuple[Any, ...]) -> None:
        self._repaired = self.irregularity if self.answer == REPAIRED else ""
        self.irregularity, self.answer = message[1], ""

    def _go_on(self, _: tuple[Any, ...]) -> None:
        """A step begins: nothing holds the repair any more; who is asked then is told after it."""
        self.held = ""

    def _raise(self, message: tuple[Any, ...]) -> None:
        _, code, device, detail = message
        if (code, device) not in self.faults:
            self.faults.append((code, device))
            if detail:
                self.details[code, device] = detail

    def _clear(self, message: tuple[Any, ...]) -> None:
        fault = message[1:3]
        if fault not in self.faults:
            return
        self.faults.remove(fault)
        self.details.pop(fault, None)
        if not self.faults and (not self.irregularity or self.held in faults.CODES):
            self.held = ""

    def _damage(self, _: tuple[Any, ...]) -> None:
        self.is_log_damaged = True

    def _stop(self, message: tuple[Any, ...]) -> None:
        self.stopped = message[1]

    def _start(self, _: tuple[Any, ...]) -> None:
        self.stopped = ""

    def _rule(self, message: tuple[Any, ...]) -> None:
        """The book answers: where nothing changes, what is repaired meanwhile is told again."""
        self.answer = STANDS if message[3] == STANDS else REPAIRED
        if self.answer == REPAIRED:
            self.held = ""  # whoever is still asked is asked anew
        elif self._repaired:
            self.irregularity, self.answer = self._repaired, REPAIRED

    def _forget(self) -> None:
        """The repair is over."""
        self.irregularity = self.answer = self._repaired = ""
        self.is_asked = False


TAKES: dict[int, Callable[[Trouble, tuple[Any, ...]], None]] = {
    m.HAND_HELD: Trouble._hold,
    m.TABLE_HELD: Trouble._hold,
    m.IRREGULARITY_FOUND: Trouble._find,
    m.RULING_MADE: Trouble._rule,
    m.STEP_BEGUN: Trouble._go_on,
    m.FAULT_RAISED: Trouble._raise,
    m.FAULT_CLEARED: Trouble._clear,
    m.LOG_DAMAGED: Trouble._damage,
    m.LAST_WORDS: Trouble._stop,
    m.TABLE_STARTED: Trouble._start,
}
