"""The journal as it grows: lines go to the end, and nothing that was written is changed.

The table writes down what happened before it acts on it. Lines gather during one pass and are made
durable together by `sync`; only then may a motor turn or a line leave for the host. The file keeps
the chain, cuts the log into segments and adds the full head of the chain every 64 lines and at
each hand's end, so that nobody who holds one of those heads can be shown another past. What a line
means is none of its business. Rule of the file: `append` promises nothing; what `sync` returned
from is there after a power cut.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.compat import check, const
from firmware.journal.walk import HEAD_EVERY_LINES
from firmware.lines.chain import Chain, genesis
from firmware.lines.grammar import LineError
from firmware.lines.parser import parse
from firmware.lines.writer import seal, write
from firmware.schema.messages import (
    LAST_WORDS,
    LOG_HEAD,
    ORDER_REVEALED,
    SEGMENT_OPENED,
)

if TYPE_CHECKING:
    from typing import Protocol

    from firmware.journal.kept import KeptRecord
    from firmware.journal.recovery import Recovered

    class Segments(Protocol):
        """What the journal asks of a store (the port `Store` keeps it)."""

        def segments(self) -> tuple[int, ...]:
            """Numbers of the segments, ascending."""
            ...

        def read(self, segment: int) -> bytes:
            """All of a segment."""
            ...

        def append(self, segment: int, content: bytes) -> None:
            """Add to its end."""

        def sync(self, segment: int) -> None:
            """Make it durable."""

        def cut(self, segment: int, length: int) -> None:
            """Drop what is behind `length` bytes."""

        def remove(self, segment: int) -> None:
            """Drop a segment."""

        def snapshots(self) -> tuple[int, ...]:
            """Numbers of the snapshots, ascending."""
            ...

        def read_snapshot(self, number: int) -> bytes:
            """All of a snapshot."""
            ...

        def write_snapshot(self, number: int, content: bytes) -> None:
            """Keep a snapshot, whole and durable on return."""

        def remove_snapshot(self, number: int) -> None:
            """Drop a snapshot."""


SEGMENT_BYTES_MAX = 65536  # about ten hands; one read of a segment stays small on a board

_RECENT_BYTES = const(8192)  # sent from memory, some 70 lines; older ones are read again


def head_note(seq: int, head: bytes) -> bytes:
    """What the FRAM keeps of the log's end: u32 seq and the 32-byte full hash."""
    return seq.to_bytes(4, "big") + head


def read_head_note(content: bytes | None) -> tuple[int, bytes] | None:
    """The mirror of `head_note`; None for nothing kept."""
    if content is None or len(content) != 36:
        return None
    return int.from_bytes(content[:4], "big"), content[4:]


class Journal:
    """The end of the log, open for writing.

    `seq` is the last line's number, `head` its full hash; `synced` and `synced_head` are those of
    the last durable line, `appended_head` that of the message appended last (a head report may
    stand behind it). Errors of the store go through unchanged: after one, everything since
    `synced` waits for the next `sync`, which first cuts away what the failed one may have left
    behind.
    """

    def __init__(
        self,
        store: Segments,
        heads: KeptRecord,
        table: str,
        log: bytes,
        segment_bytes_max: int = SEGMENT_BYTES_MAX,
    ) -> None:
        """An empty log with this id (8 bytes). `resume` goes on with one that was recovered."""
        self._store = store
        self._heads = heads
        self._segment_bytes_max = segment_bytes_max
        self._chain = Chain(genesis(table, log))
        self._pending: list[bytes] = []
        self._is_dirty = False  # a sync failed: the store may hold part of what is pending
        self._recent: list[bytes] = []  # ends with line `seq`
        self._starts: list[tuple[int, int]] = []  # (segment, number of its first line)
        self._recent_bytes = 0
        self._opened: tuple[int, int, bytes] = (0, 0, b"")  # the segment read last, for the host
        self._place = (0, 0)  # a line of it, and where in it that line begins
        self._head_due = False
        self._needs_segment = True
        self.table = table
        self.log = log
        self.boot = bytes(8)
        self.seq = 0
        self.synced = 0
        self.synced_head = self.head
        self.appended_head = self.head
        self.synced_bytes = 0  # length of the segment that is written to
        self.segment = 0

    @property
    def head(self) -> bytes:
        """Full hash of the last line; the genesis of the log before the first."""
        return self._chain.head

    def resume(self, found: Recovered) -> None:
        """Go on where a recovery found the end; a damaged log goes on in a new segment."""
        self._starts = list(found.starts)
        self.seq = self.synced = found.seq
        if found.seq:  # else the chain still begins at the genesis
            self._chain = Chain(found.head)
        self.synced_head = self.head
        self.segment = found.segment
        self.synced_bytes = found.length
        self._head_due = found.head_due
        self._needs_segment = found.needs_segment

    # --- writing --------------------------------------------------------------------------------

    def append(self, message: tuple, ms: int) -> int:
        """Write a message down, not yet durable; its line's number.

        Opens a segment first where one is full, and reports the chain's head when it is due.
        """
        if self._head_due and message[0] != SEGMENT_OPENED:
            self._head_due = False
            self._add((LOG_HEAD, self.seq, self.head), ms)
        seq = self._add(message, ms)
        self.appended_head = self._chain.head
        if seq % HEAD_EVERY_LINES == 0 or message[0] in (ORDER_REVEALED, LAST_WORDS):
            self._add((LOG_HEAD, seq, self.head), ms)
        return seq

    def open_segment(self, ms: int) -> None:
        """Begin a new segment with its first line; only where nothing is pending."""
        check(not self._pending, "segment_with_pending")
        self._needs_segment = False
        self.segment += 1
        self.synced_bytes = 0
        self._starts.append((self.segment, self.seq + 1))
        self._add((SEGMENT_OPENED, self.table, self.log, self.segment, self.boot, self.head), ms)

    def lose_until(self, seq: int, head: bytes) -> None:
        """Somebody holds lines up to `seq`, full hash `head`, that are not here: go on above them.

        The next line opens a segment. Only where nothing is pending.
        """
        check(not self._pending and seq > self.seq, "nothing_is_lost")
        self.seq = self.synced = seq
        self._chain = Chain(head)
        self.synced_head = self.head
        self._recent = []
        self._recent_bytes = 0
        self._head_due = False
        self._needs_segment = True

    def is_segment_full(self) -> bool:
        """Whether the next pass begins a new segment; not while lines of this one are pending."""
        if self._needs_segment:
            return True
        return self.synced_bytes >= self._segment_bytes_max and not self._pending

    @property
    def is_failing(self) -> bool:
        """Whether the last sync failed, so that what is pending must be made durable first."""
        return self._is_dirty

    def _add(self, message: tuple, ms: int) -> int:
        seq = self.seq + 1
        body = write(message, seq, ms)
        line = seal(body, self._chain.add(body))
        self.seq = seq
        self._pending.append(line)
        self._recent.append(line)
        self._recent_bytes += len(line)
        return seq

    def sync(self) -> bool:
        """Make everything appended durable; False when there was nothing to do.

        The head goes to the FRAM after the store has it, never before. May be called again after
        an error.
        """
        if self.synced == self.seq:
            return False
        if self._is_dirty and self.segment in self._store.segments():
            self._store.cut(self.segment, self.synced_bytes)
        self._is_dirty = True
        content = b"".join(self._pending)
        self._store.append(self.segment, content)
        self._store.sync(self.segment)
        self._heads.write(head_note(self.seq, self.head))
        self._is_dirty = False
        self._pending = []
        self.synced = self.seq
        self.synced_head = self.head
        self.synced_bytes += len(content)
        self._forget_old()
        return True

    def _forget_old(self) -> None:
        """Half of the lines in memory go at a time, so that this is seldom to be done."""
        if self._recent_bytes > _RECENT_BYTES:
            gone = 0
            while self._recent_bytes > _RECENT_BYTES // 2:
                self._recent_bytes -= len(self._recent[gone])
                gone += 1
            self._recent = self._recent[gone:]

    # --- what may go -----------------------------------------------------------------------------

    def droppable(self, stored: int, snapshots: tuple[int, ...]) -> int:
        """The oldest segment, if it may be dropped, else 0.

        stored: the highest line that a host has acknowledged. snapshots: lines of those kept,
        ascending. A segment may go when both its last line is stored by the host and the *older*
        of two snapshots was taken behind it, so that a damaged newer one costs nothing.
        """
        if len(self._starts) < 2 or len(snapshots) < 2:
            return 0
        last = self._starts[1][1] - 1
        return self._starts[0][0] if last <= min(stored, snapshots[-2]) else 0

    def drop(self, segment: int) -> None:
        """Drop the oldest segment, which `droppable` has named."""
        check(len(self._starts) > 1 and self._starts[0][0] == segment, "segment_not_oldest")
        self._store.remove(segment)
        self._starts = self._starts[1:]

    @property
    def segment_count(self) -> int:
        """How many segments the log has."""
        return len(self._starts)

    @property
    def first(self) -> int:
        """Number of the oldest line that may still be here; 1 when none was ever dropped."""
        return self._starts[0][1] if self._starts else 1

    # --- reading again, for the host -------------------------------------------------------------

    def line(self, seq: int) -> bytes | None:
        """The durable line with this number, or None when the log has none (lost, or not yet)."""
        if not 0 < seq <= self.synced:
            return None
        back = self.seq - seq
        if back < len(self._recent):
            self._opened = (0, 0, b"")  # the host has caught up: a segment is much to keep
            return self._recent[len(self._recent) - 1 - back]
        return self._line_from_store(seq)

    def _line_from_store(self, seq: int) -> bytes | None:
        segment = 0
        first = 0
        for number, start in self._starts:
            if start <= seq:
                segment, first = number, start
        if segment == 0:
            return None
        if self._opened[0] != segment or self._opened[1] != self.synced_bytes:
            self._opened = (segment, self.synced_bytes, self._store.read(segment))
            self._place = (first, 0)
        content = self._opened[2]
        number, at = self._place if self._place[0] <= seq else (first, 0)
        while number < seq and at < len(content):
            at = content.find(b"\n", at) + 1 or len(content)
            number += 1
        self._place = (number, at)
        line = content[at : content.find(b"\n", at) + 1]
        try:
            return line if parse(line).seq == seq else None
        except LineError:
            return None
