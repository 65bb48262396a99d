"""The rules of a record: the firmware's own core is told the inputs and must say the same lines.

This is what the table itself does after a power cut, done by somebody else on another computer:
every action, pot, ruling and refusal is decided once more and compared with what was written. It
begins with an empty table, or where a snapshot carries the state forward that the record bears
out; where a replay runs already, a snapshot must say what the replay says. Rule of the file: only
inputs are told to the core, and nothing is adjusted to what was written.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.compat import InvariantError
from firmware.core.restoring import fingerprint, restore
from firmware.core.table import Table
from firmware.journal.replay import Replay
from firmware.journal.snapshots import LAYOUT_BYTES, Snapshot, unsealed
from firmware.lines.writer import write
from firmware.schema import messages as m

if TYPE_CHECKING:
    from collections.abc import Iterable

    from host_tools.verify.binding import Bound
    from host_tools.verify.report import Report


class Replaying:
    """Tells the core every input that is in the table's state, and compares."""

    def __init__(self, report: Report, snapshots: Iterable[bytes]) -> None:
        self._report = report
        self._kept = list(snapshots)
        self._snapshots: dict[int, Snapshot] = {}
        self._replay: Replay | None = None
        self._from = 0  # where lines began that could not be replayed
        self.table = Table()
        self.owed: list[tuple] = []  # a power cut or a copy may have ended the record there

    def line(self, bound: Bound) -> None:
        """The next line of the record."""
        report = self._report
        if bound.seq == report.first:
            self._begin(bound)
        elif bound.after_gap and not bound.is_lost and not self._says_lost(bound):
            self._stop(bound.seq)
        if self._replay is not None and not bound.is_lost:
            self._tell(bound)
        snapshot = self._snapshots.get(bound.seq)
        if snapshot is not None:
            self._meet(snapshot, bound)

    def end(self) -> None:
        """The record is over; what the core still said to its last input is `owed`."""
        if self._from:
            self._report.gap(self._from, "not_replayed", first=self._from, last=self._report.last)
        self.owed = [] if self._replay is None else self._replay.owed()

    def _begin(self, bound: Bound) -> None:
        report = self._report
        layout = fingerprint(self.table)[:LAYOUT_BYTES]
        for octets in self._kept:
            found = unsealed(octets, report.table, layout)
            if found is None:
                report.notice(bound.seq, "snapshot_unread")
            elif found.log == report.log:
                self._snapshots[found.seq] = found
        if bound.seq == 1:
            self._replay = Replay(self.table.take, _nobody)
            return
        before = self._snapshots.get(bound.seq - 1)
        self._from = bound.seq
        if before is not None and before.head == bound.line.message[5]:
            self._restore(before, bound.seq)

    def _says_lost(self, bound: Bound) -> bool:
        return bound.line.message[0] == m.TAIL_LOST

    def _stop(self, seq: int) -> None:
        """What was between is not known: nothing can be replayed until a snapshot."""
        if self._replay is not None:
            self._replay = None
            self._from = seq

    def _tell(self, bound: Bound) -> None:
        replay = self._replay
        assert replay is not None
        try:
            replay.line(bound.line, bound.head)
        except InvariantError as broken:
            self._report.wrong(bound.seq, "core_stops", why=broken.code)
            self._replay = None
            return
        if replay.differs_at:
            owed = replay.owed()
            wanted = spelled(owed[0]) if owed else ""
            found = m.NAMES[bound.line.message[0]]
            self._report.wrong(replay.differs_at, "not_by_the_rules", found=found, wanted=wanted)
            self._replay = None
            return
        self._report.replayed += 1

    def _meet(self, snapshot: Snapshot, bound: Bound) -> None:
        """A snapshot of this line: it must fit the record, and the replay where one runs."""
        report = self._report
        if snapshot.head != bound.head:
            report.wrong(bound.seq, "snapshot_of_another")
        elif self._replay is None:
            if not report.findings:
                self._restore(snapshot, bound.seq + 1)
        elif self.table.snapshot() != snapshot.content[0]:
            report.wrong(bound.seq, "snapshot_differs")

    def _restore(self, snapshot: Snapshot, seq: int) -> None:
        report = self._report
        table = Table()
        try:
            restore(table, snapshot.content[0])
        except (InvariantError, IndexError, TypeError):
            report.wrong(snapshot.seq, "snapshot_differs")
            return
        if self._from < seq - 1:
            told = report.notice if self._from == report.first else report.gap
            told(self._from, "not_replayed", first=self._from, last=seq - 1)
        self._from = 0
        self.table = table
        self._replay = Replay(table.take, _nobody)
        report.notice(seq, "carried_forward", line=snapshot.seq)


def spelled(message: tuple) -> str:
    """Name and fields of a message, as its line would spell them."""
    return write(message, 1, 0).decode().split(" ", 2)[2]


def _nobody(_message: tuple, _seq: int, _head: bytes) -> None:
    """Nobody listens to a replay here."""
