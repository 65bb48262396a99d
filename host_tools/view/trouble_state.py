"""What is wrong at a table now: held, irregular, faulty, paused or stopped.

One banner on the screen says it. The rule of the file: trouble stays until the log says that it is
over.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from firmware.schema import messages as m


@dataclass(slots=True)
class Trouble:
    """Words are those of the log; empty where nothing is wrong."""

    held: str = ""
    """Why the hand or the table is held."""
    irregularity: str = ""
    faults: list[tuple[str, str]] = field(default_factory=list)
    """(code, device) of every fault that is not cleared, oldest first."""
    details: dict[tuple[str, str], str] = field(default_factory=dict)
    """What the log says beside a fault that stands, where it says something."""
    stopped: str = ""
    """The code with which the table stopped itself."""
    is_log_damaged: bool = False
    is_paused: bool = False

    def take(self, message: tuple[Any, ...]) -> None:
        """Go on by one message of the log."""
        kind = message[0]
        if kind in {m.HAND_HELD, m.TABLE_HELD}:
            self.held = message[1]
        elif kind == m.IRREGULARITY_FOUND:
            self.irregularity = message[1]
        elif kind in {m.FLOOR_RULED, m.HAND_STARTED}:
            self.held = self.irregularity = ""
            self.is_log_damaged = False
        elif kind == m.FAULT_RAISED and message[1:3] not in self.faults:
            self.faults.append((message[1], message[2]))
            if message[3]:
                self.details[message[1], message[2]] = message[3]
        elif kind == m.FAULT_CLEARED and message[1:3] in self.faults:
            self.faults.remove((message[1], message[2]))
            self.details.pop((message[1], message[2]), None)
            if not self.faults and not self.irregularity:
                self.held = ""
        elif kind == m.LOG_DAMAGED:
            self.is_log_damaged = True
        elif kind == m.LAST_WORDS:
            self.stopped = message[1]
        elif kind == m.TABLE_STARTED:
            self.stopped = ""
        elif kind in {m.TABLE_PAUSED, m.TABLE_RESUMED}:
            self.is_paused = kind == m.TABLE_PAUSED
