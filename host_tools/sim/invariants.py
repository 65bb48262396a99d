"""What must hold of every evening's record, whatever was dealt, played or broken.

Takes the log as bytes, as a table's disk or a host's store holds them, has it verified as anybody
would (`host_tools.verify`), and adds what only somebody who stood at the table knows: its serial
number, the live table to compare the replay with, and that every hand has ended. What a volume
table told, which has no bytes, goes past the same readers, but for the one of the binding. The
rule of the file: it believes the record alone; no live table is asked.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from firmware.lines.parser import Line, parse
from firmware.schema import messages as m
from host_tools.texts import Texts
from host_tools.verify.binding import Bound, with_refusals
from host_tools.verify.cards import Cards
from host_tools.verify.chips import Chips
from host_tools.verify.orders import Orders
from host_tools.verify.replaying import Replaying
from host_tools.verify.report import Report
from host_tools.verify.source import Record
from host_tools.verify.verifier import follow

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from firmware.core.table import Table


@dataclass
class Findings:
    """What a log came to: counts, and a sentence for everything that is wrong."""

    lines: int = 0
    hands_finished: int = 0
    hands_voided: int = 0
    orders_opened: int = 0
    wrong: list[str] = field(default_factory=list)

    def found(self, seq: int, what: str) -> None:
        """Something is wrong at line `seq`."""
        self.wrong.append(f"line {seq}: {what}")


class Faces:
    """No face is told before the rules show it: of the board's cards, and of those asked for."""

    def __init__(self) -> None:
        self.leaked: list[int] = []
        self._asked: set[int] = set()
        self._read: set[int] = set()
        self._place: dict[int, int] = {}

    def line(self, bound: Bound) -> None:
        """The next line of the record."""
        message = bound.line.message
        kind = message[0]
        if kind == m.OPEN_FACE:
            self._asked.add(message[1])
        elif kind == m.FACE_OPENED and message[1] not in self._asked:
            self.leaked.append(bound.seq)
        elif kind == m.FACE_READ:
            self._read.add(message[1])
            self._look(bound.seq, message[1])
        elif kind == m.CARD_LANDED:
            self._place[message[1]] = message[2]
            self._look(bound.seq, message[1])
        elif kind == m.DECK_LOADED:
            self._asked, self._read, self._place = set(), set(), {}

    def _look(self, seq: int, token: int) -> None:
        """A card that the reader told by itself must land on the board, before or after."""
        place = self._place.get(token)
        if token not in self._read or place is None:
            return
        if not m.PLACE_BOARD1 <= place <= m.PLACE_BOARD5:
            self.leaked.append(seq)


def examine(
    raw_lines: Iterable[bytes],
    serial: str,
    live: Table | None = None,
    *,
    ended: bool = True,
    read: Callable[[bytes], Line] = parse,
) -> Findings:
    """Examine a log from its first line.

    raw_lines: each with its LF. live: the table that wrote it, to be compared with the replay;
    None where only the log is at hand. ended: whether the last hand must have an end. read: the
    parser, or one that remembers lines for a caller with many logs of one beginning.
    """
    faces = Faces()
    report, replaying = follow(Record([list(raw_lines)]), read=read, beside=faces.line)
    return _findings(report, replaying, faces, serial, live, ended=ended)


def examine_told(
    told: Iterable[tuple[int, int, tuple]],
    serial: str,
    head_of: Callable[[int], bytes],
    live: Table | None = None,
    *,
    ended: bool = True,
) -> Findings:
    """Examine what a volume table told, from its first message: (number, milliseconds, message).

    head_of: what stands for the full hash of a line. The rest as `examine`.
    """
    report = Report()
    report.table, report.first = serial, 1
    replaying = Replaying(report, ())
    faces = Faces()
    readers = (
        Orders(report).line,
        Cards(report).line,
        Chips(report).line,
        replaying.line,
        faces.line,
    )
    for bound in with_refusals(_bound(told, head_of)):
        report.last = bound.seq
        for read in readers:
            read(bound)
    report.lines = report.last
    replaying.end()
    return _findings(report, replaying, faces, serial, live, ended=ended)


def _bound(
    told: Iterable[tuple[int, int, tuple]], head_of: Callable[[int], bytes]
) -> Iterator[Bound]:
    for seq, ms, message in told:
        line = Line(seq, ms, message, None, b"", ())
        yield Bound(line, seq, head_of(seq), after_gap=False, is_lost=False)


def _findings(
    report: Report,
    replaying: Replaying,
    faces: Faces,
    serial: str,
    live: Table | None,
    *,
    ended: bool,
) -> Findings:
    say = Texts("en")
    counts = report.counts
    findings = Findings(report.lines, counts["finished"], counts["voided"], counts["opened"])
    findings.wrong = [found.said(say) for found in (*report.findings, *report.gaps)]
    if report.table != serial and not findings.wrong:
        findings.found(1, f"the record of table {report.table}")
    for seq in faces.leaked:
        findings.found(seq, "a face is told that nobody has shown")
    if findings.wrong:
        return findings
    if replaying.owed:
        findings.found(report.last, "the table said more than the log holds")
    elif live is not None and live.snapshot() != replaying.table.snapshot():
        findings.found(report.last, "the replayed table is not the live one")
    if ended and report.running:
        findings.found(report.last, f"hand {report.running} has no end")
    return findings
