"""Who becomes a paired host: the one who stands at the open table with the floor's key.

A host asks for the key of a role. Whoever may open the lid and hold the floor key vouches for the
cable that is plugged in at that moment; so the key is made only while both are so and no hand is
running, and it is told once, to the host that asked. It is drawn like an order, from the tested
noise. Rule of the file: first the key is kept, then the pairing is in the log, then the key is
told.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.app.role_keys import KEY_BYTES
from firmware.compat import const
from firmware.schema.messages import (
    REFUSAL_FLOOR_KEY_NOT_HELD,
    REFUSAL_HAND_RUNNING,
    REFUSAL_LID_CLOSED,
    REFUSAL_NOT_NOW,
    ROLE_PAIRED,
)
from hal.errors import HalError

if TYPE_CHECKING:
    from firmware.app.noise_intake import NoiseIntake
    from firmware.app.recorder import Recorder
    from firmware.app.role_keys import RoleKeys
    from firmware.core.table import Table
    from firmware.link.door import Door
    from firmware.link.session import Session
    from hal.ports import DigitalIn

ANSWER_MS_MAX = 10_000  # a start-up test of the noise and a draw take less than two seconds

_AGREE_MS = const(5)  # between two looks that agree, as of keys: firmware/docs/keys.md
_NOT_HELD = const(-1)


class PairingDesk:
    """Answers the one question that a session may have open. `lid` is on while it is open."""

    def __init__(
        self,
        session: Session,
        door: Door,
        keys: RoleKeys,
        intake: NoiseIntake,
        table: Table,
        lid: DigitalIn,
    ) -> None:
        self._session = session
        self._door = door
        self._keys = keys
        self._intake = intake
        self._table = table
        self._lid = lid
        self._is_lid_open = False
        self._is_floor_key_down = False
        self._held_since_ms = _NOT_HELD
        self._untold: tuple[int, int, bytes] | None = None  # question, counter, key

    def look(self, is_floor_key_held: bool, now_ms: int) -> None:
        """Once a pass: lid and floor key as they are now."""
        self._is_lid_open = self._lid.is_on()
        self._is_floor_key_down = is_floor_key_held
        if not self._is_lid_open or not is_floor_key_held:
            self._held_since_ms = _NOT_HELD
        elif self._held_since_ms == _NOT_HELD:
            self._held_since_ms = now_ms

    def can_pair(self, now_ms: int) -> bool:
        """Whether a key can be made now. What cannot be answered with one is refused at once."""
        question = self._session.question
        if question is None or self._untold is not None:
            return False
        code = self._refusal()
        if not code and now_ms - question[2] >= ANSWER_MS_MAX:
            code = REFUSAL_NOT_NOW
        if code:
            self._session.refuse_key(code)
            return False
        return now_ms - self._held_since_ms >= _AGREE_MS and self._intake.is_ready()

    def pair(self, recorder: Recorder) -> None:
        """Make the key, keep it, write the pairing down; `after_sync` tells it."""
        question = self._session.question
        code = self._refusal()  # a hand may have begun in this very pass
        if question is None or code:
            self._session.refuse_key(code)
            return
        asked, role, _ = question
        key = self._intake.pipeline.draw_bytes(KEY_BYTES)
        try:
            self._keys.keep(role, key)
        except HalError:
            self._session.refuse_key(REFUSAL_NOT_NOW)
            return
        counter = self._door.counter_of(role)
        recorder.note((ROLE_PAIRED, role, counter))
        self._untold = (asked, counter, key)

    def after_sync(self) -> None:
        """The pairing is durable: tell the host its key, if it is still there."""
        if self._untold is not None:
            asked, counter, key = self._untold
            self._untold = None
            self._session.tell_key(asked, counter, key)

    def _refusal(self) -> int:
        if self._table.hand is not None:
            return REFUSAL_HAND_RUNNING
        if not self._is_lid_open:
            return REFUSAL_LID_CLOSED
        if not self._is_floor_key_down:
            return REFUSAL_FLOOR_KEY_NOT_HELD
        return 0
