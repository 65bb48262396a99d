"""One request of a paired role to a table, sent until its outcome stands in the table's log.

The floor reports a card gone wrong, decides, says that a card lies where it was asked for. The
request is sealed with the role's key and sent again while no answer comes, with the same number,
so that the table does it once. The rule of the file: an outcome is read from the log, never taken
from the fact that something was sent.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from firmware.schema import messages as m

if TYPE_CHECKING:
    from collections.abc import Callable

    from host_tools.link.commands import RoleKey
    from host_tools.link.session import Event, Message, ParsedLine

ASK_AGAIN_MS = 1000
TRIES_MAX = 5


class Request:
    """A request in the role of the floor: `message_id` and the fields behind id and role."""

    def __init__(
        self,
        message_id: int,
        fields: tuple[Any, ...],
        key_for: Callable[[str], RoleKey | None],
        role: int = m.ROLE_FLOOR,
    ) -> None:
        self._message_id = message_id
        self._fields = fields
        self._key_for = key_for
        self._role = role
        self._id = 0
        self._tries = 0
        self._asked_ms = 0
        self.is_unpaired = False
        self.outcome: str | None = None  # `done` or the table's refusal, once it stands in the log

    def key_for(self, serial: str) -> RoleKey | None:
        """The role's key for this table."""
        key = self._key_for(serial)
        self.is_unpaired = key is None
        return key

    def line(self, line: ParsedLine, serial: str, log: bytes) -> list[Event]:
        """A line of the log: is it our outcome?"""
        message = line.message
        if message[0] == m.COMMAND_DONE and message[1:3] == (self._id, self._role):
            code = message[5]
            self.outcome = m.REFUSAL_WORDS[code] if code else m.OUTCOME_WORDS[message[4]]
        return []

    @property
    def is_over(self) -> bool:
        """Whether the outcome is known, or nobody can be asked."""
        return self.outcome is not None or self.is_unpaired or self._tries > TRIES_MAX

    def answers(self, now_ms: int, next_id: Callable[[], int]) -> list[Message]:
        """The request, again and again until its outcome comes, at most `TRIES_MAX` times."""
        if self.outcome is not None or self._tries > TRIES_MAX:
            return []
        if self._tries and now_ms - self._asked_ms < ASK_AGAIN_MS:
            return []
        if not self._tries:
            self._id = next_id()
        self._tries += 1
        self._asked_ms = now_ms
        if self._tries > TRIES_MAX:
            return []
        return [(self._message_id, self._id, self._role, *self._fields)]
