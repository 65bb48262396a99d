"""What a host's request becomes: an input of the table, or a no with its reason.

The door (`link.door`) has judged who asks; here it is said what is asked for. Pausing, a setting,
the witness's seal and its opening each become the one input that a person at the table could give
too. The table then takes it or refuses it, and the outcome is written down either way. Rule of the
file: the witness's number is let in only when it opens the seal that was written down before the
cut.
"""

from __future__ import annotations

from firmware.fairness.witness import is_opened_by
from firmware.schema import messages as m
from firmware.schema.messages_fields import FIELDS

_PUBLIC_BYTES = 32
ANY_CARD = (0, 0)  # "the card lies there": which and where, the desk of the floor fills in

# Each request and the input that it becomes, whose fields it has by their names.
_BECOMES = bytes(
    (
        m.REQUEST_PAUSE, m.TABLE_PAUSED, m.REQUEST_RESUME, m.TABLE_RESUMED,
        m.REQUEST_OPEN, m.TABLE_OPENED, m.REQUEST_CLOSE, m.TABLE_CLOSED,
        m.REQUEST_DECK_CHECK, m.DECK_CHECK_ASKED, m.REQUEST_DECK_CHANGE, m.DECK_CHANGE_ASKED,
        m.REQUEST_TEST, m.TEST_ASKED, m.REQUEST_SETTING, m.SETTING_CHANGED,
        m.REQUEST_RULING, m.FLOOR_RULED, m.REQUEST_FLOOR_ANSWER, m.FLOOR_ANSWERED,
        m.REQUEST_IRREGULARITY, m.IRREGULARITY_REPORTED, m.REQUEST_FACE, m.FACE_TYPED,
        m.REQUEST_SIT, m.SEAT_TAKEN, m.REQUEST_STAND, m.SEAT_LEFT,
        m.REQUEST_CHIPS, m.CHIPS_ADDED, m.REQUEST_CASH_OUT, m.CHIPS_CASHED,
        m.REQUEST_STACK, m.STACK_SET, m.REQUEST_PROMISE, m.WITNESS_PROMISED,
        m.REQUEST_SIT_OUT, m.PLAYER_OUT_NEXT, m.REQUEST_BACK, m.PLAYER_BACK,
        m.REQUEST_DRAW_ENTRY, m.DRAW_ENTERED, m.REQUEST_SEAT_DRAW, m.SEAT_DRAW_ASKED,
    )
)  # fmt: skip
_NAME = "by"  # the field with the name of the person who asks


def _input_of(request_id: int) -> int:
    """The input that a request becomes, 0 when it is none of the table's."""
    for at in range(0, len(_BECOMES), 2):
        if _BECOMES[at] == request_id:
            return _BECOMES[at + 1]
    return 0


def _given(request: tuple, name: str) -> object:
    """The request's field of that name; None where it has none."""
    fields = FIELDS[request[0]]
    for at in range(len(fields)):
        if fields[at][0] == name:
            return request[at + 1]
    return None


class Commands:
    """Turns requests into inputs; remembers the public seals of the running epoch."""

    def __init__(self) -> None:
        self._epoch = (0, 0)  # hand, epoch
        self._commit = b""
        self._hw = b""

    def note(self, message: tuple) -> None:
        """A line of the log, live or replayed."""
        if message[0] == m.ORDER_COMMITTED:
            self._epoch = (message[1], message[2])
            self._commit = message[5]
            self._hw = b""
        elif message[0] == m.WITNESS_PROMISED:
            self._hw = message[3]

    def input_for(self, request: tuple) -> tuple[tuple | None, int]:
        """(input, 0), or (None, refusal) for a request that must not reach the table."""
        request_id = request[0]
        if request_id == m.REQUEST_CARD_MOVED:
            return (m.CARD_MOVED,) + ANY_CARD + (request[3],), 0
        if request_id == m.REQUEST_OPENING:
            return self._opening(request)
        becomes = _input_of(request_id)
        if not becomes:
            return None, m.REFUSAL_NOT_NOW
        fields = [_given(request, field[0]) for field in FIELDS[becomes]]
        for at in range(len(fields)):
            if fields[at] is None and FIELDS[becomes][at][0] == _NAME:
                fields[at] = m.ROLE_WORDS[request[2]]  # nobody gave a name: the role has said it
        return (becomes,) + tuple(fields), 0

    def named(self, request: tuple) -> tuple | None:
        """The line that says by whose word, for a request whose input has no room for it."""
        by, reason = _given(request, _NAME), _given(request, "reason")
        becomes = m.CARD_MOVED if request[0] == m.REQUEST_CARD_MOVED else _input_of(request[0])
        kept = [field[0] for field in FIELDS[becomes]] if becomes else []
        if by is None or (_NAME in kept and (reason is None or "reason" in kept)):
            return None
        return (m.COMMAND_NAMED, request[1], request[2], by, reason)

    def _opening(self, request: tuple) -> tuple[tuple | None, int]:
        _, _id, _role, hand, epoch, w = request
        if hand != self._epoch[0]:
            return None, m.REFUSAL_WRONG_HAND
        if epoch != self._epoch[1]:
            return None, m.REFUSAL_WRONG_EPOCH
        if len(self._hw) != _PUBLIC_BYTES:
            return None, m.REFUSAL_NOT_NOW
        if not is_opened_by(self._hw, self._commit, w):
            return None, m.REFUSAL_WRONG_OPENING
        return (m.WITNESS_OPENED, hand, epoch, w), 0
