"""How often a start has failed: a table that cannot come up stops trying and says so.

The watchdog starts a controller again that stands still. If the next start stands still too, and
the one after it, trying on helps nobody: the table then comes up with its link only, moves
nothing, opens no log, and tells whoever asks what is the matter. The count lies in the FRAM. A
person who switches the table off and on, or turns the floor key, begins it anew. Rule of the file:
a start has failed until it has come to play.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.app.fram import STARTS_AT, STARTS_PLACE_BYTES
from firmware.journal.kept import KeptRecord
from firmware.schema.messages import RESET_BROWN_OUT, RESET_POWER_ON

if TYPE_CHECKING:
    from hal.ports import OrderMemory

FAILED_MAX = 3  # then safe mode
STEADY_MS = 10_000  # of passes after the log was opened: the start has come to play
_COUNT_MAX = 255


class Starts:
    """The count of starts in a row that did not come to play. Errors of the memory go through."""

    def __init__(self, memory: OrderMemory, reset: int) -> None:
        self._record = KeptRecord(memory, STARTS_AT, STARTS_PLACE_BYTES)
        self._is_by_person = reset in (RESET_POWER_ON, RESET_BROWN_OUT)
        self.failed = 0

    def begin(self) -> None:
        """Count the start before this one as failed, unless a person switched the table on."""
        content = self._record.read()
        counted = content[0] if content is not None and len(content) == 1 else 0
        self.failed = 0 if self._is_by_person else min(counted + 1, _COUNT_MAX)
        if self.failed != counted:
            self._record.write(bytes((self.failed,)))

    @property
    def is_hopeless(self) -> bool:
        """Whether so many starts failed that this one is not to be tried."""
        return self.failed >= FAILED_MAX

    def forget(self) -> None:
        """The start has come to play, or a person wants it tried again: count anew."""
        if self.failed:
            self._record.write(bytes((0,)))
            self.failed = 0
