"""Finding the end of the log after a power cut, and saying so when the log is not what it was.

The light went out in the middle of a word: the last, torn words are cut off, and what stands
before them is the truth, because nothing was done before it was written down. Anything else that
does not fit (a broken line in the middle, a log shorter than the note in the FRAM remembers) is no
accident of writing: it is named, the table is held, and people decide. The whole log is looked
through (`walk`); only what came after the last snapshot that the log bears out is read again, line
by line, and goes to `visit`. Rule of the file: it changes nothing but the torn tail.

Which lines are replayed: those of the stretches that lead to the log's end without a gap, from the
newest snapshot in them on. Is there none, nor the log's beginning, the state at the end is not
known: what can be replayed ends at the last gap, and all behind it is `lost`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.compat import check, const
from firmware.journal.walk import SEAL_BYTES, Walk
from firmware.lines.chain import Chain
from firmware.lines.grammar import LineError
from firmware.lines.parser import parse, parse_body

if TYPE_CHECKING:
    from collections.abc import Callable

    from firmware.journal.segments import Segments
    from firmware.journal.snapshots import Snapshot
    from firmware.journal.walk import Stretch

_DAMAGES_TOLD_MAX = const(8)
_CRC_BYTES = const(11)  # " ~", eight digits, LF


class Recovered:
    """What a recovery found.

    log: 8 bytes, or None for an empty store. seq, head: the last line known, here or in the FRAM.
    segment, length: where writing goes on, in bytes; starts: (segment, first line) of each.
    cut_bytes: of the torn tail. damages: (segment, line) of lines that are wrong and were not
    named by an earlier start. lost: (from, to) of lines that are not in the state, or None.
    replayed_from: the line of the snapshot that the state began with, 0 for the log's beginning.
    head_due: the chain's head is to be reported before the next line.
    """

    def __init__(self) -> None:
        self.log: bytes | None = None
        self.seq = 0
        self.head = bytes(32)
        self.segment = 0
        self.length = 0
        self.starts: list[tuple[int, int]] = []
        self.cut_bytes = 0
        self.damages: list[tuple[int, int]] = []
        self.lost: tuple[int, int] | None = None
        self.replayed_from = 0
        self.head_due = False

    @property
    def damage(self) -> tuple[int, int] | None:
        """The first line that is wrong, as (segment, line), or None."""
        return self.damages[0] if self.damages else None

    @property
    def needs_segment(self) -> bool:
        """Whether the next line must be the first of a segment."""
        return self.is_damaged or self.length == 0

    @property
    def is_damaged(self) -> bool:
        """Whether the log does not read back as it was written."""
        return bool(self.damages) or self.lost is not None


def _seqs(content: bytes) -> list[int]:
    """Numbers of the whole, well-formed lines in `content`, whatever their chain."""
    seqs = []
    for piece in content.split(b"\n")[:-1]:
        try:
            seqs.append(parse(piece + b"\n").seq or 0)
        except LineError:
            continue
    return seqs


class Recovery:
    """Reads a log to its end, one segment a `step`; `found` is whole when `step` says so.

    store: the segments; only a torn tail is changed. noted: (seq, full hash) that the FRAM keeps
    of the last sync, or None. table: the table's serial number. visit: called as visit(line,
    full_hash) for every line to be replayed. snapshots: those that are whole, oldest first;
    restore: called with the one to begin with before any visit.

    A tail is torn when the first wrong line of the last segment lies after everything the FRAM
    knows to be synced; without a note, when no well-formed line follows it.
    """

    def __init__(
        self,
        store: Segments,
        noted: tuple[int, bytes] | None,
        table: str,
        visit: Callable,
        snapshots: list[Snapshot] | None = None,
        restore: Callable[[Snapshot], None] | None = None,
    ) -> None:
        self._store = store
        self._noted = noted
        self._visit = visit
        self._snapshots = snapshots or []
        self._restore = restore
        self._numbers = store.segments()
        self._is_empty = False  # not a byte is left of the segment that was looked at
        self._at = 0
        self._walk = Walk(table, noted, [one.seq for one in self._snapshots])
        self._known = 0 if noted is None else noted[0]  # the highest number heard of
        self._path: list[Stretch] | None = None  # what is replayed, once it is known
        self._chain = Chain(bytes(32))
        self.found = Recovered()

    def step(self) -> bool:
        """Look at the next segment; True when the end is found and `found` is whole."""
        if self._path is None:
            if self._at < len(self._numbers):
                self._look_at(self._numbers[self._at])
                self._at += 1
            if self._at == len(self._numbers):
                self._find_path()
                self._at = 0
            return False
        if self._at < len(self._numbers):
            self._replay(self._numbers[self._at])
            self._at += 1
        return self._at == len(self._numbers)

    # --- the first look --------------------------------------------------------------------------

    def _look_at(self, number: int) -> None:
        """Take a segment's lines; what is wrong with it is cut off or named."""
        walk = self._walk
        found = self.found
        content = self._store.read(number)
        good_bytes, wrong_line = walk.segment(number, content)
        found.segment = number
        found.length = good_bytes
        self._is_empty = not content
        while wrong_line:
            after = _seqs(content[content.find(b"\n", good_bytes) + 1 or len(content) :])
            if number == self._numbers[-1] and self._is_torn(after):
                self._store.cut(number, good_bytes)
                self._store.sync(number)
                found.length = good_bytes
                found.cut_bytes = len(content) - good_bytes
                self._is_empty = not good_bytes
                return
            walk.damaged(number, wrong_line)
            self._known = max([self._known] + after)
            good_bytes, wrong_line = walk.go_on(number, content, good_bytes, wrong_line)

    def _is_torn(self, after: list[int]) -> bool:
        """Whether a wrong line is only the end of an interrupted write; after: lines behind it."""
        if self._walk.is_note_broken:
            return False
        if self._noted is not None:
            return self._walk.seq >= self._noted[0]
        return not after

    # --- what is to be replayed ------------------------------------------------------------------

    def _find_path(self) -> None:
        """Choose snapshot and stretches; say what is lost."""
        walk = self._walk
        found = self.found
        found.log = walk.log
        found.seq = walk.seq
        found.head = walk.head
        found.starts = walk.starts
        found.damages = walk.damages[:_DAMAGES_TOLD_MAX]
        found.head_due = walk.head_due()
        self._path = self._path_to_the_end()
        reached = self._path[-1].last if self._path else 0
        known = max(self._known, found.seq)
        if known > reached:
            found.lost = (reached + 1, known)
            if known > found.seq:
                found.seq = known
                if self._noted is not None and self._noted[0] == known:
                    found.head = self._noted[1]
        if found.is_damaged:
            found.segment = self._numbers[-1] if self._numbers else 0
        if self._is_empty and found.segment > 0:
            found.segment -= 1  # not a line is left of the last: the segment is begun again

    def _path_to_the_end(self) -> list[Stretch]:
        """The last stretches that follow one another from something known; none if there is none.

        Known is the log's beginning, and a snapshot that the log bears out.
        """
        stretches = self._walk.stretches
        path: list[Stretch] = []
        for at in range(len(stretches) - 1, -1, -1):
            path.insert(0, stretches[at])
            snapshot = self._borne_out(stretches[at])
            if snapshot is not None:
                self._begin_with(snapshot)
                return path
            if stretches[at].first == 1:
                self._chain = Chain(stretches[at].before)
                return path
            if not stretches[at].follows:
                path = []
        return []

    def _borne_out(self, stretch: Stretch) -> Snapshot | None:
        """The newest snapshot of a line of this stretch, with the hash that the log has there."""
        newest = None
        for one in self._snapshots:
            if stretch.first - 1 <= one.seq <= stretch.last and one.log == self._walk.log:
                is_before = one.seq == stretch.first - 1
                head = stretch.before if is_before else self._walk.heads.get(one.seq)
                if head == one.head and not (is_before and stretch.follows):
                    newest = one
        return newest

    def _begin_with(self, snapshot: Snapshot) -> None:
        self.found.replayed_from = snapshot.seq
        self._chain = Chain(snapshot.head)
        if self._restore is not None:
            self._restore(snapshot)

    # --- the second look -------------------------------------------------------------------------

    def _replay(self, number: int) -> None:
        """Read the lines of a segment that come after the snapshot, and hand them on."""
        content = b""
        for segment, first, last, begins_at in self._walk.spans:
            wanted = max(first, self.found.replayed_from + 1)
            stretch = self._on_path(wanted)
            if segment != number or last < wanted or stretch is None:
                continue
            if stretch.first == wanted:
                self._chain = Chain(stretch.before)
            content = content or self._store.read(number)
            at = begins_at
            for seq in range(first, min(last, stretch.last) + 1):
                until = content.find(b"\n", at) + 1
                if seq >= wanted:
                    self._hand_on(content[at:until])
                at = until

    def _on_path(self, seq: int) -> Stretch | None:
        """The stretch of the path with this line in it."""
        for stretch in self._path or ():
            if stretch.first <= seq <= stretch.last:
                return stretch
        return None

    def _hand_on(self, line: bytes) -> None:
        """A line whose seal the walk has judged; the store must have told the same bytes again."""
        chain = self._chain
        body = line[:-SEAL_BYTES]
        tag = chain.add(body)
        check(line[len(body) + 2 : -_CRC_BYTES] == tag.hex().encode(), "log_read_differs")
        self._visit(parse_body(body, tag), chain.head)


def recover(
    store: Segments, noted: tuple[int, bytes] | None, table: str, visit: Callable
) -> Recovered:
    """Read a whole log at once, where nobody waits (`Recovery` tells the arguments)."""
    recovery = Recovery(store, noted, table, visit)
    while not recovery.step():
        pass
    return recovery.found
