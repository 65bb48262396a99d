"""Finding the end of the log after a power cut, and saying so when the log is not what it was.

The light went out in the middle of a word: the last, torn words are cut off, and what stands
before them is the truth, because nothing was done before it was written down. Anything else that
does not fit (a broken line in the middle, a log shorter than the note in the FRAM remembers) is no
accident of writing: it is named, the table is held, and people decide. This file reads and judges;
what the good lines say goes to `visit`, in order. Rule of the file: it changes nothing but the
torn tail.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.journal.segments import HEAD_EVERY_LINES
from firmware.lines.chain import Chain, genesis
from firmware.lines.grammar import LineError
from firmware.lines.parser import parse
from firmware.schema.messages import LAST_WORDS, LOG_HEAD, ORDER_REVEALED, SEGMENT_OPENED

if TYPE_CHECKING:
    from collections.abc import Callable

    from firmware.journal.segments import Segments
    from firmware.lines.parser import Line


class Recovered:
    """What a recovery found.

    log: 8 bytes, or None for an empty store. seq, head: the last line known, here or in the FRAM.
    segment, length: where writing goes on, in bytes; starts: (segment, first line) of each.
    cut_bytes: of the torn tail. damage: (segment, line) of the first line that is wrong, or None.
    lost: (from, to) of lines that are known of and cannot be read, or None. is_damaged: the table
    is held. head_due: the chain's head is to be reported before the next line.
    """

    def __init__(self) -> None:
        self.log: bytes | None = None
        self.seq = 0
        self.head = bytes(32)
        self.segment = 0
        self.length = 0
        self.starts: list[tuple[int, int]] = []
        self.cut_bytes = 0
        self.damage: tuple[int, int] | None = None
        self.lost: tuple[int, int] | None = None
        self.head_due = False

    @property
    def needs_segment(self) -> bool:
        """Whether the next line must be the first of a segment."""
        return self.is_damaged or self.length == 0

    @property
    def is_damaged(self) -> bool:
        """Whether the log does not read back as it was written."""
        return self.damage is not None or self.lost is not None


class _Reading:
    """Walks the log line by line and stops at the first that does not follow."""

    def __init__(self, table: str, noted: tuple[int, bytes] | None, visit: Callable) -> None:
        self._table = table
        self._noted = noted
        self._visit = visit
        self._chain: Chain | None = None
        self._last_id = 0
        self.is_note_broken = False
        self.found = Recovered()

    def take(self, line: bytes, segment: int, is_first: bool) -> bool:
        """One whole line; False when it is not the next line of this log."""
        try:
            read = parse(line)
        except LineError:
            return False
        found = self.found
        if read.seq != found.seq + 1:
            return False
        if (read.message[0] == SEGMENT_OPENED) != is_first:
            return False
        if is_first and not self._opens(read, segment):
            return False
        if self._chain is None or not self._chain.follow(read.body, read.tag):
            return False
        seq = found.seq + 1
        if (
            self._noted is not None
            and self._noted[0] == seq
            and self._noted[1] != self._chain.head
        ):
            self.is_note_broken = True
            return False
        found.seq = seq
        found.head = self._chain.head
        if is_first:
            found.starts.append((segment, seq))
        self._last_id = read.message[0]
        self._visit(read, self._chain.head)
        return True

    def _opens(self, read: Line, segment: int) -> bool:
        """Whether a segment's first line names this table, this log and the chain so far."""
        _, table, log, number, _boot, prev = read.message
        if table != self._table or number != segment:
            return False
        if self._chain is None:
            self.found.log = log
            self._chain = Chain(genesis(table, log))
        return log == self.found.log and prev == self._chain.head

    def head_due(self) -> bool:
        """Whether the last line asks for a head that is not there any more."""
        if self._last_id in (0, LOG_HEAD, SEGMENT_OPENED):
            return False
        return self.found.seq % HEAD_EVERY_LINES == 0 or self._last_id in (
            ORDER_REVEALED,
            LAST_WORDS,
        )


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
    full_hash) for every good line before the first wrong one.

    A tail is torn when the first wrong line of the last segment lies after everything the FRAM
    knows to be synced; without a note, when no well-formed line follows it.
    """

    def __init__(
        self, store: Segments, noted: tuple[int, bytes] | None, table: str, visit: Callable
    ) -> None:
        self._store = store
        self._noted = noted
        self._reading = _Reading(table, noted, visit)
        self._numbers = store.segments()
        self._at = 0
        self._known = 0 if noted is None else noted[0]  # the highest number heard of
        self.found = self._reading.found

    def step(self) -> bool:
        """Read the next segment; True when the end is found and `found` is whole."""
        if self._at < len(self._numbers):
            number = self._numbers[self._at]
            self._at += 1
            if self._is_whole(number) and self._at < len(self._numbers):
                return False
        self._finish()
        return True

    def _is_whole(self, number: int) -> bool:
        """Take a segment's lines; what is wrong with it is cut off or named."""
        content = self._store.read(number)
        good_bytes, wrong_line = _read_segment(self._reading, number, content)
        found = self.found
        found.segment = number
        found.length = good_bytes
        if wrong_line == 0:
            return True
        rest = content[good_bytes:]
        after = _seqs(rest[rest.find(b"\n") + 1 :])
        if number == self._numbers[-1] and _is_torn(self._reading, self._noted, after):
            self._store.cut(number, good_bytes)
            self._store.sync(number)
            found.cut_bytes = len(rest)
            return False
        found.damage = (number, wrong_line)
        for later in self._numbers:
            if later > number:
                after += _seqs(self._store.read(later))
        self._known = max([self._known] + after)
        return False

    def _finish(self) -> None:
        found = self.found
        found.head_due = self._reading.head_due()
        if self._known > found.seq:
            found.lost = (found.seq + 1, self._known)
            found.seq = self._known
            if self._noted is not None and self._noted[0] == self._known:
                found.head = self._noted[1]
        if found.is_damaged:
            found.segment = self._numbers[-1] if self._numbers else 0
        elif found.length == 0 and found.segment > 0:
            found.segment -= 1  # its first line was torn: the segment is begun again


def _read_segment(reading: _Reading, number: int, content: bytes) -> tuple[int, int]:
    """Take the segment's lines; the bytes that were good, and the first wrong line or 0."""
    at = 0
    line_number = 0
    while at < len(content):
        end = content.find(b"\n", at) + 1
        line_number += 1
        if end == 0 or not reading.take(content[at:end], number, line_number == 1):
            return at, line_number
        at = end
    return at, 0


def _is_torn(reading: _Reading, noted: tuple[int, bytes] | None, after: list[int]) -> bool:
    """Whether the wrong line is only the end of an interrupted write; `after`: lines behind it."""
    if reading.is_note_broken:
        return False
    if noted is not None:
        return reading.found.seq >= noted[0]
    return not after


def recover(
    store: Segments, noted: tuple[int, bytes] | None, table: str, visit: Callable
) -> Recovered:
    """Read a whole log at once, where nobody waits (`Recovery` tells the arguments)."""
    recovery = Recovery(store, noted, table, visit)
    while not recovery.step():
        pass
    return recovery.found
