"""Who may ask for what: the door between the serial line and the table.

Anybody can plug a cable into the table. A line that would change something is let in only when it
carries the seal of a role that was paired here, a counter that was never used, and a request that
this role may make. A request that was answered before is not done twice: the journalled answer is
told again. This file lets in or turns away; what a request does is decided behind it. Rule of the
file: keys are looked up, compared and forgotten, and a refusal tells nobody which part of a seal
was right.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.compat import const
from firmware.lines.mac import is_command_tag
from firmware.schema.messages import (
    COMMAND_DONE,
    COMMAND_NAMED,
    INPUT_REFUSED,
    KIND,
    KIND_INPUT,
    OUTCOME_DONE,
    OUTCOME_REFUSED,
    REFUSAL_BAD_TAG,
    REFUSAL_NOT_NOW,
    REFUSAL_OLD_COUNTER,
    REFUSAL_UNKNOWN_ROLE,
    REQUEST_BACK,
    REQUEST_CARD_MOVED,
    REQUEST_CASH_OUT,
    REQUEST_CHIPS,
    REQUEST_CLOSE,
    REQUEST_DECK_CHANGE,
    REQUEST_DECK_CHECK,
    REQUEST_DRAW_ENTRY,
    REQUEST_FACE,
    REQUEST_FLOOR_ANSWER,
    REQUEST_IDENTIFY,
    REQUEST_IRREGULARITY,
    REQUEST_OPEN,
    REQUEST_OPENING,
    REQUEST_PAUSE,
    REQUEST_PROMISE,
    REQUEST_RESTART,
    REQUEST_RESUME,
    REQUEST_RULING,
    REQUEST_SEAT_DRAW,
    REQUEST_SETTING,
    REQUEST_SIT,
    REQUEST_SIT_OUT,
    REQUEST_STACK,
    REQUEST_STAND,
    REQUEST_TEST,
    ROLE_DIRECTOR,
    ROLE_FLOOR,
    ROLE_PAIRED,
    ROLE_TECHNICIAN,
    ROLE_WITNESS,
    ROLE_WORDS,
    TABLE_STARTED,
)

if TYPE_CHECKING:
    from typing import Protocol

    from firmware.lines.parser import Line

    class RoleKeys(Protocol):
        """Where the keys of paired roles lie."""

        def key_of(self, role: int) -> bytes | None:
            """The role's key, or None when nobody was paired in that role."""
            ...


_HOUSE = (ROLE_FLOOR, ROLE_DIRECTOR)
_ALL = (ROLE_FLOOR, ROLE_DIRECTOR, ROLE_TECHNICIAN)

# (request, roles that may make it)
MAY_ASK = (
    (REQUEST_PAUSE, _ALL),
    (REQUEST_RESUME, _ALL),
    (REQUEST_PROMISE, (ROLE_WITNESS,)),
    (REQUEST_OPENING, (ROLE_WITNESS,)),
    (REQUEST_SETTING, _HOUSE),
    (REQUEST_RULING, _HOUSE),
    (REQUEST_IRREGULARITY, _HOUSE),
    (REQUEST_CARD_MOVED, _HOUSE),
    (REQUEST_FACE, _HOUSE),
    (REQUEST_OPEN, _HOUSE),
    (REQUEST_CLOSE, _HOUSE),
    (REQUEST_SIT, _HOUSE),
    (REQUEST_STAND, _HOUSE),
    (REQUEST_CHIPS, _HOUSE),
    (REQUEST_CASH_OUT, _HOUSE),
    (REQUEST_STACK, _HOUSE),
    (REQUEST_SIT_OUT, _HOUSE),
    (REQUEST_BACK, _HOUSE),
    (REQUEST_FLOOR_ANSWER, _HOUSE),
    (REQUEST_DRAW_ENTRY, _HOUSE),
    (REQUEST_SEAT_DRAW, _HOUSE),
    (REQUEST_TEST, (ROLE_TECHNICIAN,)),
    (REQUEST_IDENTIFY, _ALL),
    (REQUEST_RESTART, (ROLE_TECHNICIAN, ROLE_DIRECTOR)),
    (REQUEST_DECK_CHECK, _ALL),
    (REQUEST_DECK_CHANGE, _ALL),
)

LET_IN = 0  # refusal `accepted`
REPEATED = -1  # answered before: tell that answer again

_OUTCOMES_KEPT = const(32)  # of each role; a host asks again within seconds or not at all


def may_ask(role: int, request: int) -> bool:
    """Whether the table of roles lets this role make this request."""
    for one, roles in MAY_ASK:
        if one == request:
            return role in roles
    return False


class Door:
    """Counters and outcomes of the roles, rebuilt from the journal, and the keys to check with."""

    def __init__(self, table: str, keys: RoleKeys) -> None:
        self.table = table
        self._keys = keys
        self._counters = [0] * len(ROLE_WORDS)
        self._outcomes: list[list[tuple[int, int]]] = [[] for _ in ROLE_WORDS]
        self._named: tuple | None = None  # the last request by name, while it has no outcome
        self._refusal: int | None = None  # of it: 0 or the refusal; None while it is no input yet

    def judge(self, line: Line, boot: bytes | None) -> int:
        """LET_IN, REPEATED, or the refusal. A line let in has used up its counter.

        boot: id of the running controller (8 bytes); None before `table_started`, when nobody is
        let in.
        """
        role = line.message[2]
        if boot is None:
            return REFUSAL_NOT_NOW
        key = self._keys.key_of(role)
        if key is None:
            return REFUSAL_UNKNOWN_ROLE
        if not is_command_tag(key, self.table, boot, line.body, line.tag):
            return REFUSAL_BAD_TAG
        if not may_ask(role, line.message[0]):
            return REFUSAL_UNKNOWN_ROLE
        if self.answered_at(role, line.message[1]):
            return REPEATED
        counter = line.seq or 0
        if counter <= self._counters[role]:
            return REFUSAL_OLD_COUNTER
        self._counters[role] = counter
        return LET_IN

    def answered_at(self, role: int, command: int) -> int:
        """Number of the journal's line that answered this command id, or 0."""
        for known, seq in self._outcomes[role]:
            if known == command:
                return seq
        return 0

    def counter_of(self, role: int) -> int:
        """The highest counter this role has used; it goes on above it, under any key."""
        return self._counters[role]

    def kept(self) -> tuple:
        """Counters and answers, as a plain value for a snapshot."""
        return tuple(self._counters), tuple([tuple(one) for one in self._outcomes])

    def restore(self, kept: tuple) -> None:
        """The mirror of `kept`; a role that is newer than the snapshot has asked nothing."""
        counters, outcomes = kept
        for role in range(len(counters)):
            self._counters[role] = counters[role]
            self._outcomes[role] = list(outcomes[role])

    def note(self, message: tuple, seq: int) -> None:
        """A line of the journal, live or replayed: outcomes bring counters and answers back.

        A role that was paired anew has asked nothing yet under its new key: what was answered
        under the old one is no answer for it.
        """
        self._note(message)
        if message[0] == ROLE_PAIRED:
            _, role, counter = message
            self._counters[role] = max(self._counters[role], counter)
            self._outcomes[role] = []
        if message[0] != COMMAND_DONE:
            return
        _, command, role, counter, _outcome, _code = message
        if counter > self._counters[role]:
            self._counters[role] = counter
        outcomes = self._outcomes[role]
        outcomes.append((command, seq))
        self._outcomes[role] = outcomes[-_OUTCOMES_KEPT:]

    def _note(self, message: tuple) -> None:
        """Remember what a request by name has come to, as long as its outcome is not written."""
        if message[0] == COMMAND_NAMED:
            self._named, self._refusal = message, None
        elif self._named is None:
            return
        elif message[0] in (COMMAND_DONE, TABLE_STARTED):
            self._named = None
        elif message[0] == INPUT_REFUSED:
            self._refusal = message[2]
        elif KIND[message[0]] == KIND_INPUT:
            self._refusal = 0

    def owed(self) -> tuple | None:
        """The outcome that a power cut took away from behind its request's input, else None.

        The table has done it or refused it already: whoever asks again, having heard nothing,
        must be told so. Its counter went with the cut; the next one above the last is free.
        """
        named, code = self._named, self._refusal
        if named is None or code is None:
            return None
        _, command, role, _by, _reason = named
        outcome = OUTCOME_REFUSED if code else OUTCOME_DONE
        return COMMAND_DONE, command, role, self._counters[role] + 1, outcome, code or None
