"""What a host may ask of the controller itself: show which table it is, and start again.

Neither touches the game. To be found in a room the table says so on its centre displays for a
while. To start again it waits until no hand runs and no motor moves, tells its host what there is
to tell, and then leaves the watchdog unfed, as a start that failed does. Rule of the file: nothing
is started again while a card may be on its way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.schema.messages import REFUSAL_HAND_RUNNING, REQUEST_IDENTIFY, REQUEST_RESTART

if TYPE_CHECKING:
    from firmware.app.screen import Screen
    from firmware.core.table import Table
    from hal.ports import Clock

RESTART_MS_MAX = 3000  # for the host to hear the outcome; then without it

_NOT_ASKED = -1


class OwnDesk:
    """One table's own affairs."""

    def __init__(self, table: Table, screen: Screen, clock: Clock) -> None:
        self._table = table
        self._screen = screen
        self._clock = clock
        self._asked_ms = _NOT_ASKED

    def is_mine(self, request: tuple) -> bool:
        """Whether it is answered here."""
        return request[0] in (REQUEST_IDENTIFY, REQUEST_RESTART)

    def answer(self, request: tuple) -> int:
        """Do it, or note that it is to be done; 0 or the refusal."""
        if request[0] == REQUEST_IDENTIFY:
            self._screen.name_itself(self._clock.now_ms())
            return 0
        if self._table.hand is not None:
            return REFUSAL_HAND_RUNNING
        self._asked_ms = self._clock.now_ms()
        return 0

    def is_restart_due(self, is_moving: bool, is_told: bool) -> bool:
        """Whether to start again now. is_told: the host has heard all there is to hear."""
        if self._asked_ms == _NOT_ASKED or is_moving or self._table.hand is not None:
            return False
        return is_told or self._clock.now_ms() - self._asked_ms >= RESTART_MS_MAX
