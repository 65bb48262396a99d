"""One request of a paired role to a table, sent until its outcome stands in the table's log.

The floor reports a card gone wrong, decides, pauses the table; a technician starts it again. The
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
    """A request: `message_id` and the fields behind id and role.

    key_for: the key to speak with at the table of a serial number; its role is the request's.
    It is held back until `may_go`.
    """

    def __init__(
        self,
        message_id: int,
        fields: tuple[Any, ...],
        key_for: Callable[[str], RoleKey | None],
        may_go: bool = True,
    ) -> None:
        self._message_id = message_id
        self._fields = fields
        self._key_for = key_for
        self._role = m.ROLE_FLOOR
        self.may_go = may_go
        self.id = 0
        self._tries = 0
        self._asked_ms = 0
        self.is_unpaired = False
        self.outcome: str | None = None  # `done` or the table's refusal, once it stands in the log
        self.seq = 0  # of the line that tells the outcome

    def key_for(self, serial: str) -> RoleKey | None:
        """The role's key for this table."""
        key = self._key_for(serial)
        self.is_unpaired = key is None
        if key is not None:
            self._role = key.role
        return key

    def line(self, line: ParsedLine, serial: str, log: bytes) -> list[Event]:
        """A line of the log: is it our outcome?"""
        message = line.message
        if message[0] == m.COMMAND_DONE and message[1:3] == (self.id, self._role):
            code = message[5]
            self.outcome = m.REFUSAL_WORDS[code] if code else m.OUTCOME_WORDS[message[4]]
            self.seq = line.seq or 0
        return []

    @property
    def is_over(self) -> bool:
        """Whether the outcome is known, or nobody can be asked."""
        return self.outcome is not None or self.is_unpaired or self._tries > TRIES_MAX

    def answers(self, now_ms: int, next_id: Callable[[], int]) -> list[Message]:
        """The request, again and again until its outcome comes, at most `TRIES_MAX` times."""
        if not self.may_go or self.outcome is not None or self._tries > TRIES_MAX:
            return []
        if self._tries and now_ms - self._asked_ms < ASK_AGAIN_MS:
            return []
        if not self._tries:
            self.id = next_id()
        self._tries += 1
        self._asked_ms = now_ms
        if self._tries > TRIES_MAX:
            return []
        return [(self._message_id, self.id, self._role, *self._fields)]
