"""What a table does at this moment, as far as the end of its log tells: is a hand running?

Whoever wants to change something at a table looks here first, so that nobody is asked to confirm
what would disturb a hand. The table itself decides in the end. The rule of the file: it reads the
lines of the log and nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.schema import messages as m

if TYPE_CHECKING:
    from collections.abc import Callable

    from firmware.lines.parser import Line
    from host_tools.link.commands import RoleKey
    from host_tools.link.session import Event, Message


class Standing:
    """Listens to a session as one of its answerers, and never answers.

    `hand`: the number of the running hand, 0 between hands; `heard`: lines heard so far.
    """

    def __init__(self) -> None:
        self.hand = 0
        self.is_held = False
        self.is_paused = False
        self.heard = 0

    def key_for(self, serial: str) -> RoleKey | None:
        """It says nothing, so it needs no key."""
        return None

    def line(self, line: Line, serial: str, log: bytes) -> list[Event]:
        """A line of the log."""
        self.heard += 1
        message = line.message
        if message[0] == m.HAND_STARTED:
            self.hand, self.is_held = message[1], False
        elif message[0] in (m.HAND_FINISHED, m.HAND_VOIDED):
            self.hand, self.is_held = 0, False
        elif message[0] == m.HAND_HELD:
            self.is_held = True
        elif message[0] in (m.TABLE_PAUSED, m.TABLE_RESUMED):
            self.is_paused = message[0] == m.TABLE_PAUSED
        return []

    def answers(self, now_ms: int, next_id: Callable[[], int]) -> list[Message]:
        """Nothing."""
        return []
