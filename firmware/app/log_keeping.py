"""Keeps the log short enough to be read at a start, and the store roomy enough for a hand.

Between two hands, when every line is durable and no card moves, what the table knows is small
enough to be written down whole: a snapshot. Old segments go when the host has them and two
snapshots lie behind them. And before a hand begins there must be room for all of it, because a
hand that has begun is always finished and recorded. Rule of the file: nothing is dropped that the
host has not acknowledged; when there is no room, no hand begins.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.core.restoring import fingerprint, restore
from firmware.core.table_rows import PLAYING, READY, WAITING
from firmware.journal.segments import SEGMENT_BYTES_MAX
from firmware.journal.snapshots import LAYOUT_BYTES, Snapshot, keep, kept_snapshots
from firmware.schema.faults import (
    FAULT_SNAPSHOT_FAILED,
    FAULT_STORE_FAILED,
    FAULT_STORE_FULL,
    FAULT_STORE_SLOW,
)
from hal.errors import HalError

if TYPE_CHECKING:
    from firmware.app.faults import Faults
    from firmware.app.heartbeat import Heartbeat
    from firmware.app.order_desk import OrderDesk
    from firmware.core.table import Table
    from firmware.journal.segments import Journal
    from firmware.link.door import Door
    from hal.ports import Store


STORE_SLOW_MS = 1000  # a sync takes some milliseconds; a second is noticed at the table


class LogBounds:
    """How large things may grow.

    segment_bytes_max: a segment is begun anew above it. snapshot_lines: lines between snapshots.
    kept_bytes_max: acknowledged segments go above it. reserve_bytes: room without which no hand
    begins; 256 KiB are 2,000 lines of 128 bytes, eight times the longest hand of the recorded
    ones.
    """

    def __init__(
        self,
        segment_bytes_max: int = SEGMENT_BYTES_MAX,
        snapshot_lines: int = 1000,
        kept_bytes_max: int = 8 << 20,
        reserve_bytes: int = 256 << 10,
    ) -> None:
        self.segment_bytes_max = segment_bytes_max
        self.snapshot_lines = snapshot_lines
        self.kept_bytes_max = kept_bytes_max
        self.reserve_bytes = reserve_bytes


class LogKeeping:
    """Snapshots, rotation and room of one log."""

    def __init__(
        self,
        store: Store,
        table: Table,
        door: Door,
        faults: Faults,
        serial: str,
        bounds: LogBounds,
        orders: OrderDesk,
    ) -> None:
        self._store = store
        self._table = table
        self._door = door
        self._faults = faults
        self._serial = serial
        self._bounds = bounds
        self._orders = orders
        self._layout = fingerprint(table)[:LAYOUT_BYTES]
        self._taken_at = 0  # line of the last snapshot, or of the last try
        self._looked_at = -1  # line at which the room was looked at last

    # --- at a start ------------------------------------------------------------------------------

    def snapshots(self) -> list[Snapshot]:
        """Those in the store that are whole, oldest first. Errors of the store go through."""
        return kept_snapshots(self._store, self._serial, self._layout)

    def restore(self, snapshot: Snapshot) -> None:
        """Make table, door, faults and lost orders what they were when the snapshot was taken."""
        table, door, faults, orders = snapshot.content
        restore(self._table, table)
        self._door.restore(door)
        self._faults.restore(faults)
        self._orders.restore(orders)
        self._taken_at = snapshot.seq

    # --- between hands ---------------------------------------------------------------------------

    def look_for_room(self, journal: Journal) -> None:
        """Name a store in which a hand might not fit, and one in which it fits again."""
        if self._table.state == PLAYING:
            return
        if journal.seq == self._looked_at and not self._faults.stands(FAULT_STORE_FULL):
            return
        self._looked_at = journal.seq
        try:
            free_bytes = self._store.free_bytes()
        except HalError as trouble:
            self._faults.failed(FAULT_STORE_FAILED, trouble.kind)
            return
        if free_bytes < self._bounds.reserve_bytes:
            self._faults.stand(FAULT_STORE_FULL)
        else:
            self._faults.worked(FAULT_STORE_FULL)

    def note_stall(self, took_ms: int) -> None:
        """How long the last sync took: a slow one is named, and the next quick one clears it."""
        if took_ms >= STORE_SLOW_MS:
            self._faults.stand(FAULT_STORE_SLOW, str(took_ms) + "ms")
        else:
            self._faults.worked(FAULT_STORE_SLOW)

    def keep(self, journal: Journal, stored: int, heart: Heartbeat) -> None:
        """A snapshot where one is due, and an old segment dropped; only when no card moves.

        stored: the highest line that a host has proved to hold.
        """
        if self.is_due(journal):
            heart.feed()  # the disk may take longer than the motors can wait
            self.take(journal)
        self.drop_old(journal, stored)

    def is_due(self, journal: Journal) -> bool:
        """Whether a snapshot is due and the table stands between two hands."""
        if journal.synced != journal.seq or self._table.state not in (READY, WAITING):
            return False
        return journal.seq - self._taken_at >= self._bounds.snapshot_lines

    def take(self, journal: Journal) -> None:
        """Write a snapshot of the table as it stands after the last line."""
        self._taken_at = journal.seq
        content = (
            self._table.snapshot(),
            self._door.kept(),
            self._faults.kept(),
            self._orders.kept(),
        )
        snapshot = Snapshot(journal.log, journal.seq, journal.head, content)
        try:
            keep(self._store, snapshot, self._serial, self._layout)
        except HalError as trouble:
            self._faults.failed(FAULT_SNAPSHOT_FAILED, trouble.kind)
        else:
            self._faults.worked(FAULT_SNAPSHOT_FAILED)

    def drop_old(self, journal: Journal, stored: int) -> None:
        """Drop one old segment, where there are too many and the host has acknowledged it."""
        bounds = self._bounds
        is_short = self._faults.stands(FAULT_STORE_FULL)
        is_much = journal.segment_count * bounds.segment_bytes_max > bounds.kept_bytes_max
        if self._table.state == PLAYING or not (is_short or is_much):
            return
        try:
            segment = journal.droppable(stored, self._store.snapshots())
            if segment:
                journal.drop(segment)
        except HalError as trouble:
            self._faults.failed(FAULT_SNAPSHOT_FAILED, trouble.kind)
