"""What a host's request becomes: an input of the table, or a no with its reason.

The door (`link.door`) has judged who asks; here it is said what is asked for. Pausing, a setting,
the witness's seal and its opening each become the one input that a person at the table could give
too. The table then takes it or refuses it, and the outcome is written down either way. Rule of the
file: the witness's number is let in only when it opens the seal that was written down before the
cut.
"""

from __future__ import annotations

from firmware.fairness.witness import is_opened_by
from firmware.schema.messages import (
    CARD_MOVED,
    DECK_CHANGE_ASKED,
    DECK_CHECK_ASKED,
    FACE_TYPED,
    FLOOR_RULED,
    IRREGULARITY_REPORTED,
    ORDER_COMMITTED,
    REFUSAL_NOT_NOW,
    REFUSAL_WRONG_EPOCH,
    REFUSAL_WRONG_HAND,
    REFUSAL_WRONG_OPENING,
    REQUEST_CARD_MOVED,
    REQUEST_DECK_CHANGE,
    REQUEST_DECK_CHECK,
    REQUEST_FACE,
    REQUEST_IRREGULARITY,
    REQUEST_OPENING,
    REQUEST_PAUSE,
    REQUEST_PROMISE,
    REQUEST_RESUME,
    REQUEST_RULING,
    REQUEST_SETTING,
    ROLE_WORDS,
    SETTING_CHANGED,
    TABLE_PAUSED,
    TABLE_RESUMED,
    WITNESS_OPENED,
    WITNESS_PROMISED,
)

_PUBLIC_BYTES = 32
ANY_CARD = (0, 0)  # "the card lies there": which and where, the desk of the floor fills in


class Commands:
    """Turns requests into inputs; remembers the public seals of the running epoch."""

    def __init__(self) -> None:
        self._epoch = (0, 0)  # hand, epoch
        self._commit = b""
        self._hw = b""

    def note(self, message: tuple) -> None:
        """A line of the log, live or replayed."""
        if message[0] == ORDER_COMMITTED:
            self._epoch = (message[1], message[2])
            self._commit = message[5]
            self._hw = b""
        elif message[0] == WITNESS_PROMISED:
            self._hw = message[3]

    def input_for(self, request: tuple) -> tuple[tuple | None, int]:
        """(input, 0), or (None, refusal) for a request that must not reach the table."""
        request_id = request[0]
        role = ROLE_WORDS[request[2]]
        if request_id == REQUEST_DECK_CHECK:
            return (DECK_CHECK_ASKED, role), 0
        if request_id == REQUEST_DECK_CHANGE:
            return (DECK_CHANGE_ASKED, role), 0
        if request_id == REQUEST_PAUSE:
            return (TABLE_PAUSED, role), 0
        if request_id == REQUEST_RESUME:
            return (TABLE_RESUMED, role), 0
        if request_id == REQUEST_SETTING:
            return (SETTING_CHANGED, request[3], request[4], role), 0
        if request_id == REQUEST_RULING:
            return (FLOOR_RULED, request[3], request[4] or role, request[5]), 0
        if request_id == REQUEST_IRREGULARITY:
            return (IRREGULARITY_REPORTED,) + request[3:7], 0
        if request_id == REQUEST_CARD_MOVED:
            return (CARD_MOVED,) + ANY_CARD + (request[3],), 0
        if request_id == REQUEST_FACE:
            return (FACE_TYPED, request[3], request[4]), 0
        if request_id == REQUEST_PROMISE:
            return (WITNESS_PROMISED, request[3], request[4], request[5]), 0
        if request_id == REQUEST_OPENING:
            return self._opening(request)
        return None, REFUSAL_NOT_NOW

    def _opening(self, request: tuple) -> tuple[tuple | None, int]:
        _, _id, _role, hand, epoch, w = request
        if hand != self._epoch[0]:
            return None, REFUSAL_WRONG_HAND
        if epoch != self._epoch[1]:
            return None, REFUSAL_WRONG_EPOCH
        if len(self._hw) != _PUBLIC_BYTES:
            return None, REFUSAL_NOT_NOW
        if not is_opened_by(self._hw, self._commit, w):
            return None, REFUSAL_WRONG_OPENING
        return (WITNESS_OPENED, hand, epoch, w), 0
