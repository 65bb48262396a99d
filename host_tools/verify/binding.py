"""The binding of a record: is every page there, in order, and made of the one before it?

Judges what holds the lines together and nothing of what they mean: spelling, checksum, number,
chain, the heads that the table names now and then, the witness's heads where somebody brought
them, and a clock that does not run back within a start. A table that found its own log damaged
says so (`log_damaged`, `tail_lost`); such a place is a gap, not a finding, and the lines go on
behind it at the next one that names the hash it follows. Rule of the file: a line is handed on
only when it follows from the one before it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from firmware.lines.chain import Chain, genesis
from firmware.lines.grammar import LineError
from firmware.lines.parser import parse
from firmware.schema import messages as m

if TYPE_CHECKING:
    from collections.abc import Callable

    from firmware.lines.parser import Line
    from host_tools.verify.report import Report
    from host_tools.verify.source import Record

_OPENING = re.compile(rb"[0-9]+ [0-9]+ segment_opened [^#]*segment=([0-9]{1,6}) ")
_HEAD_AFTER = (m.ORDER_REVEALED, m.LAST_WORDS)
HEAD_EVERY_LINES = 64
"""Formats 2: full heads are reported so often, and at each hand's end."""


@dataclass(frozen=True, slots=True)
class Bound:
    """A line that follows. after_gap: lines before it are missing. is_lost: the table says later
    that this line is not in its state. is_refused: the core says next that it changed nothing.
    """

    line: Line
    seq: int
    head: bytes
    after_gap: bool
    is_lost: bool
    is_refused: bool = False


_BETWEEN = (m.LOG_HEAD, m.SEGMENT_OPENED)
"""What may stand between an input and its refusal."""


def with_refusals(lines: Iterable[Bound]) -> Iterator[Bound]:
    """The same lines, each refused input marked: what was refused changed nothing."""
    held: list[Bound] = []
    for bound in lines:
        message = bound.line.message
        if held and message[0] not in _BETWEEN:
            name = m.NAMES[held[0].line.message[0]]
            if message[0] == m.INPUT_REFUSED and message[1] == name:
                held[0] = replace(held[0], is_refused=True)
            yield from held
            held = []
        if held or m.KIND[message[0]] == m.KIND_INPUT:
            held.append(bound)
        else:
            yield bound
    yield from held


class Binding:
    """Follows a record from its first line to its last."""

    def __init__(
        self,
        record: Record,
        report: Report,
        heads: dict[int, bytes],
        read: Callable[[bytes], Line] = parse,
    ) -> None:
        self._parse = read
        self._record = record
        self._report = report
        self._heads = heads
        self._chain = Chain(bytes(32))
        self._before = b""  # full hash before the line that was taken last
        self._seq = 0
        self._segment = 0
        self._place = (0, 0)  # segment and line in it, as `log_damaged` counts them
        self._boot = b""
        self._ms = 0
        self._fell_at = 0  # the clock ran back here, and no start has said why
        self._head_due_at = 0  # a line whose full hash is to be reported in the next one
        self._schema_known = True
        self._named: set[tuple[int, int]] = set()
        self._unnamed: dict[tuple[int, int, int], tuple[int, tuple[str, dict]]] = {}
        """Damage or loss -> the first line that it hides and what is wrong, until a line that
        follows names it."""
        self._last_seen = max(heads, default=0)
        self._in_gaps = 0  # heads of the witness that nothing could be held against
        self._lost: list[tuple[int, int, int]] = []  # from, to, and the line that says so
        self._before_forks = {seq: bytes(32) for seq, _ in record.forks}
        self._look_ahead()

    def lines(self) -> Iterator[Bound]:
        """Every line that follows, in order; ends at the first that does not."""
        after_gap = False
        for raw in self._pieces():
            line, wrong = self._read(raw, after_gap)
            if line is None:
                if not after_gap and self._place not in self._named:
                    self._report.wrong(self._seq + 1, wrong[0], **wrong[1])
                    return
                if not after_gap:
                    self._report.gap(self._seq + 1, "damage_named")
                    self._unnamed[(m.LOG_DAMAGED, self._place[0], self._place[1])] = (
                        self._seq + 1,
                        wrong,
                    )
                after_gap = True
                if self._goes_on(raw):
                    line, wrong = self._read(raw, after_gap)
                if line is None:
                    continue
            yield self._took(line, after_gap)
            after_gap = False
        for seq, (code, values) in self._unnamed.values():
            self._report.wrong(seq, code, **values)
        self._check_forks()
        self._end()

    def _pieces(self) -> Iterator[bytes]:
        """The raw lines of all pages; knows at which place of which segment each stands."""
        for page in self._record.pages:
            is_last_page = page is self._record.pages[-1]
            self._place = (self._segment + 1, 0)
            for raw in page:
                if self._record.may_be_torn and is_last_page and raw[-1:] != b"\n":
                    self._report.notice(self._seq + 1, "torn_tail", bytes=len(raw))
                    return
                opened = _OPENING.match(raw)
                if opened:
                    self._place = (int(opened[1]), 1)
                else:
                    self._place = (self._place[0], self._place[1] + 1)
                yield raw

    # --- what a table says of its own log --------------------------------------------------------

    def _look_ahead(self) -> None:
        """Damages and losses are told behind the place they speak of."""
        for page in self._record.pages:
            for raw in page:
                if b" log_damaged " in raw or b" tail_lost " in raw:
                    try:
                        line = parse(raw)
                    except LineError:
                        continue
                    if line.message[0] == m.LOG_DAMAGED:
                        self._named.add((line.message[1], line.message[2]))
                    elif line.message[0] == m.TAIL_LOST:
                        self._lost.append((line.message[1], line.message[2], line.seq or 0))

    def _goes_on(self, raw: bytes) -> bool:
        """Whether the chain can be taken up at this line, because it names what it follows."""
        try:
            line = parse(raw)
        except LineError:
            return False
        message = line.message
        before = message[5] if message[0] == m.SEGMENT_OPENED else None
        if message[0] == m.LOG_HEAD and message[1] + 1 == (line.seq or 0):
            before = message[2]
        if before is None or (line.seq or 0) <= self._seq:
            return False
        self._seq = (line.seq or 0) - 1
        self._chain = Chain(before)
        return True

    # --- one line --------------------------------------------------------------------------------

    def _read(self, raw: bytes, after_gap: bool) -> tuple[Line | None, tuple[str, dict]]:
        """The line when it is the next one; else what is wrong with it."""
        try:
            line = self._parse(raw)
        except LineError as error:
            code = "checksum" if error.code == "bad_crc" else "spelling"
            return None, (code, {} if code == "checksum" else {"why": error.code})
        message, seq = line.message, line.seq
        if seq is None or (m.VISIBILITY[message[0]] != m.VISIBILITY_LOG and message[0] != m.RAW):
            return None, ("not_of_the_log", {})
        if message[0] == m.SEGMENT_OPENED and self._opens(seq, message):
            pass
        elif self._seq == 0 and not after_gap:
            return None, ("no_beginning", {})
        if seq != self._seq + 1:
            code = "lines_missing" if seq > self._seq else "line_twice"
            return None, (code, {"wanted": self._seq + 1, "found": seq})
        if not self._chain.follow(line.body, line.tag):
            return None, ("chain", {})
        return line, ("", {})

    def _opens(self, seq: int, message: tuple) -> bool:
        """Whether a segment begins the record, or goes on above lines that the table lost."""
        report = self._report
        if not report.table:
            report.table, report.log = message[1], message[2]
            report.first = seq
            self._segment = message[3] - 1
            self._chain = Chain(genesis(message[1], message[2]))
            if seq > 1:
                self._seq = seq - 1
                self._chain = Chain(message[5])
                report.gap(seq, "begins_late", first=seq)
            return True
        for first, last, told_at in self._lost:
            if last + 1 == seq and first <= self._seq + 1 and seq < told_at < seq + 12:
                if seq > self._seq + 1:
                    self._seq = seq - 1
                    self._chain = Chain(message[5])
                    report.gap(first, "lines_lost", first=first, last=last)
                    self._lose(first, last)
                return True
        return True

    def _took(self, line: Line, after_gap: bool) -> Bound:
        """The line follows: move on, and look at what it says of the binding itself."""
        report, message = self._report, line.message
        seq = self._seq = line.seq or 0
        if seq > report.last + 1:
            self._in_gaps += sum(report.last < one < seq for one in self._heads)
        if message[0] == m.TAIL_LOST:
            self._lose(message[1], message[2])
        self._excuse(message[:3], seq)
        head = self._chain.head
        self._compare_with_others(seq, head)
        is_lost = False
        for first, last, told_at in self._lost:
            is_lost = is_lost or (first <= seq <= last and seq < told_at)
            after_gap = after_gap or told_at == seq
        if message[0] == m.SEGMENT_OPENED:
            self._opened(seq, message, after_gap)
        self._look_at_head(seq, message, after_gap)
        self._look_at_words(seq, line)
        self._clock(line)
        self._before = head
        report.lines += 1
        report.last, report.head = seq, head
        return Bound(line, seq, head, after_gap, is_lost)

    def _lose(self, first: int, last: int) -> None:
        """These lines are called lost, be they in the record or not."""
        wrong = "loss_unseen", {"first": first, "last": last}
        self._unnamed[(m.TAIL_LOST, first, last)] = first, wrong

    def _excuse(self, named: tuple, seq: int) -> None:
        """A damage or loss is one when the line that names it is bound as well as what it hides
        was: none begins before the witness's last head and is named behind it.
        """
        at, _ = self._unnamed.get(named, (0, None))
        if seq <= self._last_seen or self._last_seen < at:
            self._unnamed.pop(named, None)

    def _compare_with_others(self, seq: int, head: bytes) -> None:
        """What the witness saw here, and what a line beside this one would follow from."""
        if seq in self._before_forks:
            self._before_forks[seq] = self._before
        known = self._heads.get(seq)
        if known is not None:
            self._report.heads_compared += 1
            self._report.last_compared = seq
            if known != head:
                self._report.wrong(seq, "other_than_witness")

    def _look_at_head(self, seq: int, message: tuple, after_gap: bool) -> None:
        """Full heads are reported when they are due, and are the chain's."""
        if message[0] == m.LOG_HEAD:
            if not after_gap and (message[1] != seq - 1 or self._before != message[2]):
                self._report.wrong(seq, "head_differs", of=message[1])
        elif self._head_due_at and not after_gap and message[0] != m.SEGMENT_OPENED:
            self._report.wrong(seq, "head_missing", of=self._head_due_at)
        self._head_due_at = 0
        if message[0] in _HEAD_AFTER or seq % HEAD_EVERY_LINES == 0:
            self._head_due_at = 0 if message[0] in (m.LOG_HEAD, m.SEGMENT_OPENED) else seq

    def _look_at_words(self, seq: int, line: Line) -> None:
        """A table of our own schema says nothing that the schema does not know."""
        message = line.message
        if message[0] == m.TABLE_STARTED:
            self._schema_known = message[4] == m.SCHEMA_HASH
            if not self._schema_known:
                self._report.notice(seq, "other_schema", firmware=message[3])
        if self._schema_known and (message[0] == m.RAW or line.extra):
            name = message[1] if message[0] == m.RAW else line.extra[0][0]
            self._report.wrong(seq, "unknown_word", name=name)

    def _opened(self, seq: int, message: tuple, after_gap: bool) -> None:
        """A segment names table, log, its number, and the hash before it."""
        _, table, log, segment, _boot, before = message
        report = self._report
        if (table, log) != (report.table, report.log):
            report.wrong(seq, "other_log", table=table)
        if not after_gap:
            if segment != self._segment + 1:
                report.wrong(seq, "segment_number", wanted=self._segment + 1, found=segment)
            if seq == report.first:
                self._before = before if seq > 1 else genesis(table, log)
            if before != self._before and seq != 1 + self._lost_until(seq):
                report.wrong(seq, "segment_unconnected")
        self._segment = segment

    def _lost_until(self, seq: int) -> int:
        return next((last for _, last, _ in self._lost if last + 1 == seq), -1)

    def _clock(self, line: Line) -> None:
        """Milliseconds fall only where the table starts; what a start still owed comes before."""
        message, seq = line.message, line.seq or 0
        if message[0] in (m.TABLE_STARTED, m.CLOCK_RESTARTED):
            self._fell_at = 0
        elif line.ms < self._ms and not self._fell_at:
            self._fell_at = seq
        if self._fell_at and m.KIND[message[0]] == m.KIND_INPUT:
            self._report.wrong(self._fell_at, "clock_fell")
            self._fell_at = 0
        self._ms = 0 if message[0] == m.CLOCK_RESTARTED else line.ms

    def _check_forks(self) -> None:
        """A line kept beside the log is proof when it follows from the same line before it."""
        for seq, raw in self._record.forks:
            try:
                line = parse(raw)
            except LineError:
                continue
            before = self._before_forks.get(seq)
            if before is not None and Chain(before).follow(line.body, line.tag):
                self._report.wrong(seq, "fork")
            else:
                self._report.notice(seq, "fork_kept")

    def _end(self) -> None:
        """The record's end, beside what the witness knows."""
        report = self._report
        report.heads_given = len(self._heads)
        if self._in_gaps:
            report.notice(report.last, "heads_in_gaps", count=self._in_gaps)
        later = [seq for seq in self._heads if seq > report.last]
        if later and report.lines:
            report.wrong(report.last, "ends_early", last=report.last, witness=max(later))
        if not report.lines and not report.findings:
            report.wrong(1, "no_beginning")
