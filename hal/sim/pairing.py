"""The person who pairs a host with a simulated table: opens the lid, holds the floor key.

At a real table somebody stands there while the host asks for its key. Here that person waits at
the table from its start until every role that was named is paired, then gives the host a moment
to come back as a follower, longer while it has let go of the cable, closes the lid and goes. When
no host asks within a while, the person goes as well, and the table deals unpaired. Rule of the
file: lid and key are all that is touched; what a key is worth is between the host and the
firmware.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hal.sim.board import SimTable
    from hal.sim.spectator import Spectator

PATIENCE_MS = 30_000
LINGERS_MS = 300  # after the last pairing: a host opens its port again within a few ms
BACK_MS = 5000  # what a host on a busy computer gets for that at most


class Pairer:
    """Stands at one table until `roles` (words of the schema) are paired.

    is_held: whether a host holds the other end of the cable.
    """

    def __init__(
        self,
        table: SimTable,
        spectator: Spectator,
        roles: Sequence[str],
        is_held: Callable[[], bool] = lambda: True,
    ) -> None:
        self._table = table
        self._spectator = spectator
        self._roles = tuple(roles)
        self._paired_before = len(spectator.pairings)
        self._is_held = is_held
        self._leaves_ms = table.clock.now_ms() + PATIENCE_MS
        self._leaves_ms_max = self._leaves_ms
        self._is_waiting = bool(roles)
        self.is_there = bool(roles)
        self._hold(self.is_there)

    def look(self) -> None:
        """See whether it is time to go; called whenever the firmware has had a pass."""
        if not self.is_there:
            return
        now_ms = self._table.clock.now_ms()
        paired = self._spectator.pairings[self._paired_before :]
        if self._is_waiting and all(role in paired for role in self._roles):
            self._is_waiting = False
            self._leaves_ms = now_ms + LINGERS_MS
            self._leaves_ms_max = now_ms + BACK_MS
        elif not self._is_waiting and not self._is_held():
            self._leaves_ms = min(now_ms + LINGERS_MS, self._leaves_ms_max)
        if now_ms >= self._leaves_ms:
            self.is_there = False
            self._hold(False)

    def _hold(self, on: bool) -> None:
        self._table.lid.put(on)
        self._table.floor_key.put(on)
