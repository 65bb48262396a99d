"""Asks a table for the key of a role, as often as the person at the table needs.

The person opens the lid and holds the floor key; until then the table says no, each time with the
reason, and the host asks again. The answer carries the key, once; it goes to its file at once and
the conversation is over. A table keeps only the newest key of a role, so a second question is put
only when the first was refused or can no longer be answered. The rule of the file: the key goes
from the line to its file, and no error, event or representation holds it.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from firmware.schema import messages as m
from host_tools.link import commands
from host_tools.link.hearing import Hearing
from host_tools.link.port import TablePort
from host_tools.link.session import Event

if TYPE_CHECKING:
    from host_tools.link.role_keys import KeyFolder

ASK_AGAIN_MS = 500

UNANSWERED_MS = 12_000
"""A table answers within ten seconds or says no."""

PATIENCE_SECONDS = 120.0

WAITED_OUT = frozenset(
    {
        m.REFUSAL_NOT_NOW,
        m.REFUSAL_HAND_RUNNING,
        m.REFUSAL_LID_CLOSED,
        m.REFUSAL_FLOOR_KEY_NOT_HELD,
    }
)
"""Refusals that a person at the table, or a little time, does away with."""


class NotPaired(Exception):
    """No key came; `code` is the table's last reason, or "silent"."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class Paired:
    """A pairing: the table's serial, the key (which shows in no representation), and the counter
    above which the role's commands go on.
    """

    serial: str
    key: commands.RoleKey
    counter: int


class PairingTalk:
    """The conversation about one role; `paired` is its result, `refused` the last reason."""

    def __init__(self, role: int, tell: Callable[[Event], None] = lambda event: None) -> None:
        self.role = role
        self.tell = tell
        self.paired: Paired | None = None
        self.refused = ""
        self.is_hopeless = False
        self._hearing = Hearing()
        self._id = 0
        self._ask_ms = 0

    def connect(self, now_ms: int) -> bytes:
        """The cable is in: ask."""
        self._hearing = Hearing()
        return self._ask(now_ms)

    def tick(self, now_ms: int) -> bytes:
        """Time has passed: ask again when it is time to."""
        is_over = self.paired is not None or self.is_hopeless
        return b"" if is_over or now_ms < self._ask_ms else self._ask(now_ms)

    def receive(self, octets: bytes, now_ms: int) -> bytes:
        """Bytes arrived; everything but the answer is somebody else's."""
        for line in self._hearing.lines(octets):
            message = line.message
            if message[0] == m.NEW_KEY and message[1:3] == (self._id, self.role):
                _, _, role, serial, counter, secret = message
                self.paired = Paired(serial, commands.RoleKey(role, secret), counter)
            elif message[0] == m.REFUSED:
                self._refused(message[1], message[2], now_ms)
        return b""

    def _ask(self, now_ms: int) -> bytes:
        self._id = 1 + secrets.randbelow((1 << 30) - 1)
        self._ask_ms = now_ms + UNANSWERED_MS
        return commands.plain((m.ASK_KEY, self._id, self.role), now_ms)

    def _refused(self, code: int, asked: int | None, now_ms: int) -> None:
        is_unknown = asked is None and code == m.REFUSAL_NO_SUCH_MESSAGE
        if asked != self._id and not is_unknown:
            return
        word = m.REFUSAL_WORDS[code]
        self.is_hopeless = code not in WAITED_OUT
        self._ask_ms = now_ms + ASK_AGAIN_MS
        if word != self.refused and not self.is_hopeless:
            self.tell(Event(f"pairing.{word}"))
        self.refused = word


def pair(
    port: str,
    role: int,
    keys: KeyFolder,
    tell: Callable[[Event], None] = lambda event: None,
    seconds: float = PATIENCE_SECONDS,
    is_there: Callable[[], bool] = lambda: True,
) -> Paired:
    """Pair this host in a role with the table at `port` and keep the key; `is_there`: whether
    asking on makes sense.

    Raises `NotPaired` when it does not come within `seconds`, `KeyUnusable` when it cannot be
    kept, `Unopened` when the port is not there, `BadPort`.
    """
    keys.prepare()  # before a key is made that could not be kept
    talk = PairingTalk(role, tell)
    table = TablePort(port, talk)
    end = time.monotonic() + seconds
    try:
        table.open_first()
        while talk.paired is None:
            if talk.is_hopeless or not is_there() or time.monotonic() > end:
                raise NotPaired(talk.refused or "silent")
            table.poll()
    finally:
        table.close()
    keys.keep(talk.paired.serial, talk.paired.key)
    return talk.paired
