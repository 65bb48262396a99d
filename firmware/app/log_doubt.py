"""Lines of the log are lost: what the table says, what it stops, what it will not do twice.

The FRAM may know of lines that the store does not have, or a host may hold lines of which neither
has heard, because both were put back as they were. What was played in them is unknown, so nothing
is dealt before the floor has looked, every card is looked for, the log goes on above all numbers
anybody has seen, and so do the hands. Rule of the file: unknown is not the same as nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.schema import messages as m
from firmware.schema.faults import FAULT_LOG_LOST

if TYPE_CHECKING:
    from firmware.app.faults import Faults
    from firmware.app.performers import Performers
    from firmware.app.recorder import Recorder
    from firmware.core.table import Table
    from firmware.link.session import Session

# What a host says of lines that this log has lost is believed without a key, because it can only
# stop the table. So it is bounded three times: once a start, before the first hand of the start,
# and no further above the log's end than an evening is long (400 hands of 210 lines, rounded up).
# Whoever wants to use up numbers needs a power cut and a turn of the floor key for each 100,000 of
# 2^29, and each of them stands in the log as `tail_lost`.
AHEAD_LINES_MAX = 100_000
NUMBER_BELIEVED_MAX = 1 << 29  # nobody's key vouches for a number; half of all must stay ours
HAND_LINES_MIN = 60  # 52 cards are fed and told for each: so many lines hold one hand at most


class LogDoubt:
    """What a table does that has lost lines of its log."""

    def __init__(self, table: Table, faults: Faults, performers: Performers) -> None:
        self._table = table
        self._faults = faults
        self._performers = performers
        self._may_believe = True  # no host was believed since the start
        self._last_hand = 0  # number of the last hand before the start

    def lines_are_lost(self, last_hand: int, inputs: list[tuple]) -> None:
        """What was played is not known: the table waits, cards may lie anywhere.

        last_hand: no hand's number up to it is used again. Adds to `inputs`.
        """
        self._faults.stand(FAULT_LOG_LOST)
        self._performers.doubt_places()
        if last_hand > self._table.hand_number:
            inputs.append((m.HANDS_LOST, last_hand))

    def started(self) -> None:
        """The log is replayed; hands that begin from now on are of this start."""
        self._last_hand = self._table.hand_number

    def look_ahead(self, session: Session, recorder: Recorder, inputs: list[tuple]) -> None:
        """A host holds lines that this log has lost: it goes on above them, once a start.

        A log grows older than its host only while the table is off: once a hand has begun, no
        host is believed any more.
        """
        ahead = session.ahead
        journal = recorder.journal
        if ahead is None or journal.synced != journal.seq:
            return
        session.ahead = None
        seq, head = ahead
        believed_max = min(journal.seq + AHEAD_LINES_MAX, NUMBER_BELIEVED_MAX)
        if not self._may_believe or self._table.hand_number != self._last_hand:
            return
        if not journal.seq < seq <= believed_max:
            return
        self._may_believe = False
        first = journal.seq + 1
        journal.lose_until(seq, head)
        recorder.begin()
        recorder.note((m.TAIL_LOST, first, seq))
        hands = (seq - first) // HAND_LINES_MIN + 1
        self.lines_are_lost(self._table.hand_number + hands, inputs)
