"""Follows one table's log and judges every line that arrives.

The host checks what the formats ask of it: newline, length, letters and checksum (the parser's
work), then that the number is the next one, that the chain goes on, that the clock does not fall
within a boot, that the heads the table names are the heads we have, that a segment opens where the
last one ended. A line that fails is never mixed with the good ones: a damaged or missing one is
asked for again, a contradicting one is a *fork*, kept as evidence. Lines that the table itself no
longer has (old ones that another host has stored, or lost ones) are not waited for for ever: when
it opens the same later segment again instead of what it was asked for, that is gone on with, and
told. The rule of the file: it judges and remembers how far the log is good; it stores, sends and
decides nothing.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from firmware.lines.chain import Chain, genesis
from firmware.lines.grammar import LineError
from firmware.lines.parser import Line as ParsedLine
from firmware.lines.parser import parse
from firmware.schema import messages as m

RECENT = 64
"""Good lines remembered here: those of one read are judged before they are stored."""


class Verdict(Enum):
    """What a line turned out to be."""

    NEXT = "next"  # the next line of the log: store it
    REPEATED = "repeated"  # had it already, byte for byte
    WIRE = "wire"  # not journalled: hello, refused, diag
    DAMAGED = "damaged"  # no line at all, or noise on the cable
    MISSING = "missing"  # lines before this one did not arrive
    FORK = "fork"  # another line than the one stored under this number
    UNCHAINED = "unchained"  # the next number, but made from another past


@dataclass(frozen=True, slots=True)
class Heard:
    """A line and its verdict. `doubts` are keys of texts about a line that is stored all the same;
    `reason` is a code of the parser's.
    """

    verdict: Verdict
    raw: bytes
    line: ParsedLine | None = None
    head: bytes = b""
    reason: str = ""
    doubts: tuple[str, ...] = ()


@dataclass(slots=True)
class Follower:
    """How far one log (table serial, log id) is known to be good: `seq` and the full hash `head`
    after it.

    `stored` gives the bytes kept under a number, `head_at` the full hash kept after it; both None
    when there is none.
    """

    serial: str
    log: bytes
    stored: Callable[[int], bytes | None]
    head_at: Callable[[int], bytes | None]
    seq: int = 0
    chain: Chain = field(init=False)
    ms: int = -1
    has_fallen: bool = False
    """The clock ran back; what a start still owes of before its end comes ahead of the start."""
    unchained: bool = False
    opened_behind: bytes = b""
    """A segment's first line that came where an earlier line was to come."""
    recent: deque[tuple[int, bytes, bytes]] = field(default_factory=lambda: deque(maxlen=RECENT))

    def __post_init__(self) -> None:
        self.chain = Chain(self._head_after(self.seq) or genesis(self.serial, self.log))

    def _head_after(self, seq: int) -> bytes | None:
        """Full hash after line `seq`, judged or stored; None where we have no such line."""
        if seq == 0:
            return genesis(self.serial, self.log)
        for known, _, head in self.recent:
            if known == seq:
                return head
        return self.head_at(seq)

    def _known(self, seq: int) -> bytes | None:
        """The bytes of line `seq`, judged or stored."""
        for known, raw, _ in self.recent:
            if known == seq:
                return raw
        return self.stored(seq)

    @property
    def head(self) -> bytes:
        """Full hash after the last good line."""
        return self.chain.head

    def hear(self, raw: bytes) -> Heard:
        """Judge one line (newline included); moves on only when it is the next good one."""
        try:
            line = parse(raw)
        except LineError as error:
            self.opened_behind = b""  # it may have been the line that is missing
            return Heard(Verdict.DAMAGED, raw, reason=error.code)
        if line.seq is None:
            return Heard(Verdict.WIRE, raw, line)
        if line.seq <= self.seq:
            same = self._known(line.seq) == raw
            return Heard(Verdict.REPEATED if same else Verdict.FORK, raw, line)
        is_gap = line.seq > self.seq + 1 and not self._is_renumbering(line.seq, line.message)
        if is_gap:
            if not self._is_all_there_is(raw, line.message):
                return Heard(Verdict.MISSING, raw, line)
            self.chain = Chain(line.message[5])
        if not self.chain.follow(line.body, line.tag):
            self.unchained = True
            return Heard(Verdict.UNCHAINED, raw, line)
        doubts = self._doubts(line.seq, line.ms, line.message, is_gap)
        self.opened_behind = b""
        self.seq = line.seq
        self.unchained = False
        self.recent.append((line.seq, raw, self.chain.head))
        return Heard(Verdict.NEXT, raw, line, self.chain.head, doubts=doubts)

    def _is_renumbering(self, seq: int, message: tuple[Any, ...]) -> bool:
        """`tail_lost` names the numbers that the table lost and goes on above them."""
        return message[0] == m.TAIL_LOST and message[1] <= self.seq + 1 and message[2] + 1 == seq

    def _is_all_there_is(self, raw: bytes, message: tuple[Any, ...]) -> bool:
        """Whether the table, asked for what is missing, opens this segment instead once more."""
        if message[0] != m.SEGMENT_OPENED or message[1:3] != (self.serial, self.log):
            return False
        was_told, self.opened_behind = self.opened_behind == raw, raw
        return was_told

    def _doubts(
        self, seq: int, ms: int, message: tuple[Any, ...], is_gap: bool
    ) -> tuple[str, ...]:
        """What is odd about a line whose chain holds."""
        doubts: list[str] = []
        if message[0] in {m.SEGMENT_OPENED, m.TABLE_STARTED, m.CLOCK_RESTARTED}:
            self.has_fallen = False
        elif ms < self.ms:
            self.has_fallen = True
        if self.has_fallen and m.KIND[message[0]] == m.KIND_INPUT:
            doubts.append("link.clock_fell")
            self.has_fallen = False
        self.ms = 0 if message[0] == m.CLOCK_RESTARTED else ms  # it ends the old time
        if message[0] == m.LOG_HEAD and self._head_after(message[1]) not in {message[2], None}:
            doubts.append("link.head_differs")
        if message[0] == m.SEGMENT_OPENED:
            if (message[1], message[2]) != (self.serial, self.log):
                doubts.append("link.segment_of_another")
            if is_gap:
                doubts.append("link.lines_gone")
            elif message[5] != self._head_after(seq - 1):
                doubts.append("link.segment_unconnected")
        if message[0] == m.TABLE_STARTED and message[4] != m.SCHEMA_HASH:
            doubts.append("link.other_schema")
        if message[0] == m.TAIL_LOST:
            doubts.append("link.tail_lost")
        return tuple(doubts)
