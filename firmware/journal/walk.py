"""Reading the log's pages in order and finding every place where they do not follow.

A first look at the whole log that judges only the binding: does each line carry the number, the
seal and the checksum that follow from the line before? What the lines mean is read later, and only
for those that are replayed. Where the binding breaks (a damaged line, a page that is missing, old
pages that were taken out) the walk begins again at the next segment's first line, which names the
hash it follows. So the log falls into stretches that hold, and each stretch knows whether the one
before it leads into it. Rule of the file: one flipped bit anywhere is seen here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.lines.chain import Chain, genesis
from firmware.lines.grammar import LineError
from firmware.lines.parser import parse
from firmware.lines.writer import seal
from firmware.schema.messages import (
    LAST_WORDS,
    LOG_DAMAGED,
    LOG_HEAD,
    NAMES,
    ORDER_REVEALED,
    SEGMENT_OPENED,
    TAIL_CUT,
    TAIL_LOST,
)

if TYPE_CHECKING:
    from firmware.lines.parser import Line

HEAD_EVERY_LINES = 64  # firmware/docs/protocol.md, `log_head`
SEAL_BYTES = 29  # of a journalled line: " #", 16 of the tag, " ~", 8 of the checksum, LF


class Stretch:
    """Lines first..last that follow one another.

    before: full hash before `first`. follows: whether the state after the stretch before it is the
    state in which this one began, though lines between are lost.
    """

    def __init__(self, first: int, before: bytes, follows: bool) -> None:
        self.first = first
        self.last = first - 1
        self.before = before
        self.follows = follows


def opening_of(content: bytes) -> list[Line]:
    """The first line of a segment and those behind it that say what a start found."""
    lines: list[Line] = []
    at = 0
    while True:
        end = content.find(b"\n", at) + 1
        if end == 0:
            return lines
        try:
            line = parse(content[at:end])
        except LineError:
            return lines
        wanted = (TAIL_CUT, LOG_DAMAGED, TAIL_LOST) if lines else (SEGMENT_OPENED,)
        if line.message[0] not in wanted or line.seq is None:
            return lines
        lines.append(line)
        at = end


class Walk:
    """The walk. Hand it every segment in order; then the stretches are known.

    noted: (seq, full hash) that the FRAM keeps, or None. marks: line numbers at which the full
    hash is wanted, as `heads` then gives it. seq, head: the last good line. damages: (segment,
    line) of each line that was found wrong and that no later start has named. starts: (segment,
    number of its first line). spans: [segment, first line, last line, where in the segment the
    first begins] of good lines without a gap.
    """

    def __init__(self, table: str, noted: tuple[int, bytes] | None, marks: list[int]) -> None:
        self._table = table
        self._noted = noted
        self._marks = dict.fromkeys(marks, True)
        self._chain = Chain(bytes(32))
        self._last_body = b""
        self._is_broken = True  # the next segment begins a stretch of its own
        self.is_note_broken = False
        self.log: bytes | None = None
        self.seq = 0
        self.heads: dict[int, bytes] = {}
        self.stretches: list[Stretch] = []
        self.damages: list[tuple[int, int]] = []
        self.starts: list[tuple[int, int]] = []
        self.spans: list[list[int]] = []

    @property
    def head(self) -> bytes:
        """Full hash of the last good line."""
        return self._chain.head

    def segment(self, number: int, content: bytes) -> tuple[int, int]:
        """Take a segment's lines: the bytes that were good, and the first wrong line, 0 for none.

        The wrong one is not yet a damage: the caller may know it for a torn tail (`damaged`).
        """
        if not content:
            return 0, 0
        if not self._opens(number, opening_of(content)):
            return 0, 1
        self.starts.append((number, self.seq + 1))
        return self._lines(number, content, 0, 1)

    def go_on(self, number: int, content: bytes, at: int, line_number: int) -> tuple[int, int]:
        """Behind a damaged line, to the next line that names the full hash it follows.

        at, line_number: of the damaged line. Returns what `segment` does; the end of the content
        when there is no such line.
        """
        if not self.starts or self.starts[-1][0] != number:
            return len(content), 0  # which numbers these lines have is not known
        while at < len(content):
            at = content.find(b"\n", at) + 1 or len(content)
            line_number += 1
            end = content.find(b"\n", at) + 1
            try:
                line = parse(content[at:end])
            except LineError:
                continue
            seq = line.seq or 0
            if line.message[0] != LOG_HEAD or not line.message[1] + 1 == seq > self.seq:
                continue
            if Chain(line.message[2]).follow(line.body, line.tag):
                self._begin(seq, line.message[2], 0)
                return self._lines(number, content, at, line_number)
        return at, 0

    def _lines(self, number: int, content: bytes, at: int, line_number: int) -> tuple[int, int]:
        """Take lines as long as each is the next one; returns what `segment` does."""
        span = [number, self.seq + 1, self.seq, at]
        self.spans.append(span)
        chain = self._chain
        seq = self.seq
        is_first = line_number == 1
        while at < len(content):
            end = content.find(b"\n", at) + 1
            line = content[at:end]
            body = line[:-SEAL_BYTES]
            if not body.startswith(b"%d " % (seq + 1)) or (_OPENS_SEGMENT in body) != is_first:
                break
            before = chain.head
            if not self._is_sealed(line, body, seq + 1):
                chain.head = before
                break
            seq += 1
            self._last_body = body
            if seq in self._marks:
                self.heads[seq] = chain.head
            is_first = False
            line_number += 1
            at = end
        self.seq = self.stretches[-1].last = span[2] = seq
        return at, line_number if at < len(content) else 0

    def _is_sealed(self, line: bytes, body: bytes, seq: int) -> bool:
        """Whether a line follows the chain, and is the one that the note knows of."""
        tag = self._chain.add(body)
        try:
            if seal(body, tag) != line:
                return False
        except LineError:
            return False
        noted = self._noted
        if noted is not None and noted[0] == seq and noted[1] != self._chain.head:
            self.is_note_broken = True
            return False
        return True

    def damaged(self, segment: int, line: int) -> None:
        """The first wrong line of a segment is a damage; the next segment is looked at anew."""
        self._is_broken = True
        self.damages.append((segment, line))

    def _opens(self, number: int, opening: list[Line]) -> bool:
        """Whether the segment's first line opens it; where it does, the walk stands before it."""
        if not opening or (opening[0].seq or 0) < 1:
            return False
        first = opening[0].seq or 0
        _, table, log, segment, _boot, before = opening[0].message
        if table != self._table or segment != number or self.log not in (None, log):
            return False
        lost = 0
        for line in opening[1:]:
            if line.message[0] == LOG_DAMAGED:
                self._name((line.message[1], line.message[2]))
            elif line.message[0] == TAIL_LOST:
                lost = line.message[1]
        if self.log is None:
            self.log = log
            self._chain = Chain(genesis(table, log))
            if first == 1 or lost == 1:  # else old segments are gone
                self.heads[0] = self._chain.head
                self.stretches.append(Stretch(1, self._chain.head, False))
            self._is_broken = first != 1 and lost != 1
        is_next = first == self.seq + 1 and before == self._chain.head and not self._is_broken
        if lost or not is_next:
            if not lost and not self._is_broken:
                return False
            self._begin(first, before, lost)
        return True

    def _name(self, damage: tuple[int, int]) -> None:
        """A later start has told of this damage: it is no news."""
        if damage in self.damages:
            self.damages.remove(damage)

    def _begin(self, first: int, before: bytes, lost: int) -> None:
        """A new stretch; where a start told that lines from `lost` on are lost, they are."""
        if lost:
            while self.stretches and self.stretches[-1].first > lost:
                self.stretches.pop()
            if self.stretches and self.stretches[-1].last >= lost:
                self.stretches[-1].last = lost - 1
        if first - 1 in self._marks:
            self.heads[first - 1] = before
        self.stretches.append(Stretch(first, before, lost > 0))
        self.seq = first - 1
        self._chain = Chain(before)
        self._is_broken = False

    def head_due(self) -> bool:
        """Whether the last line asks for a head that is not there any more."""
        pieces = self._last_body.split(b" ", 3)
        name = pieces[2] if len(pieces) > 2 else b""
        if name in (b"", _LOG_HEAD, _SEGMENT_OPENED):
            return False
        return self.seq % HEAD_EVERY_LINES == 0 or name in _HEAD_AFTER


_SEGMENT_OPENED = NAMES[SEGMENT_OPENED].encode()
_OPENS_SEGMENT = b" " + _SEGMENT_OPENED + b" "  # no value holds a space
_LOG_HEAD = NAMES[LOG_HEAD].encode()
_HEAD_AFTER = (NAMES[ORDER_REVEALED].encode(), NAMES[LAST_WORDS].encode())
