"""What must hold of every evening's record, whatever was dealt, played or broken.

Takes the log as bytes, as a table's disk or a host's store holds them, and names everything that
is wrong: a chain that does not hold, a line that a fresh table would not say, chips that came from
nowhere, a hand without an end, an order that does not open its commitment, a card that did not
come from where the order says. The rule of the file: it believes the bytes alone; no live table is
asked.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from firmware.compat import InvariantError
from firmware.core.table import Table
from firmware.fairness.public_shuffle import deal_places
from firmware.fairness.reveal import OPENED, first_wrong_ejection, open_commitment
from firmware.journal.replay import Replay
from firmware.lines.chain import Chain, genesis
from firmware.lines.grammar import LineError
from firmware.lines.parser import parse
from firmware.schema import messages as m

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from firmware.lines.parser import Line

CUT_RULE_DEFAULT = "public_shuffle"
NO_WITNESS = bytes(32)
"""What takes the witness's place when nobody opened a number (design table of the cut)."""


@dataclass
class Findings:
    """What a log came to: counts, and a sentence for everything that is wrong."""

    lines: int = 0
    hands_finished: int = 0
    hands_voided: int = 0
    orders_opened: int = 0
    wrong: list[str] = field(default_factory=list)

    def found(self, seq: int | None, what: str) -> None:
        """Something is wrong at line `seq`."""
        self.wrong.append(f"line {seq}: {what}")


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
    findings = Findings()
    table = Table()
    replay = Replay(table.take, lambda message, seq, head: None)
    readers: list[Callable[[Line, bytes], None]] = [
        replay.line,
        _Chips(findings).line,
        _Orders(findings, serial).line,
    ]
    hands = _Hands(findings)
    readers.append(hands.line)
    chain: Chain | None = None
    for raw in raw_lines:
        findings.lines += 1
        try:
            line = read(raw)
        except LineError as error:
            findings.found(findings.lines, f"not a line of the protocol ({error})")
            return findings
        if chain is None:
            if line.message[0] != m.SEGMENT_OPENED:
                findings.found(line.seq, "the log does not begin with a segment")
                return findings
            chain = Chain(genesis(serial, line.message[2]))
        if line.seq != findings.lines:
            findings.found(line.seq, f"line {findings.lines} was to come")
            return findings
        if not chain.follow(line.body, line.tag):
            findings.found(line.seq, "the chain does not hold")
            return findings
        try:
            for hear in readers:
                hear(line, chain.head)
        except InvariantError as broken:
            findings.found(line.seq, f"the replay stops itself ({broken})")
            return findings
    _compare(findings, replay, table, live)
    if ended and hands.running:
        findings.found(findings.lines, f"hand {hands.running} has no end")
    return findings


def _compare(findings: Findings, replay: Replay, table: Table, live: Table | None) -> None:
    """The replayed table beside what was written, and beside the live one."""
    if replay.differs_at:
        findings.found(replay.differs_at, "a fresh table does not say this line")
    elif replay.owed():
        findings.found(findings.lines, "the table said more than the log holds")
    elif live is not None and live.snapshot() != table.snapshot():
        findings.found(findings.lines, "the replayed table is not the live one")


class _Chips:
    """Follows every chip: who brings some, what each hand does with them, who takes some away."""

    def __init__(self, findings: Findings) -> None:
        self._findings = findings
        self._stacks: dict[int, int] = {}
        self._before: dict[int, int] = {}
        self._raked = 0
        self._moved: list[tuple[int, int]] = []  # by the last line, if it is not refused

    def _move(self, moved: list[tuple[int, int]]) -> None:
        for seat, amount in moved:
            self._stacks[seat] = self._stacks.get(seat, 0) + amount

    def line(self, line: Line, head: bytes) -> None:
        message = line.message
        moved, self._moved = self._moved, []
        if message[0] == m.INPUT_REFUSED:
            self._move([(seat, -amount) for seat, amount in moved])
        elif message[0] == m.CHIPS_ADDED:
            self._moved = [(message[1], message[2])]
        elif message[0] == m.AWARD_REVERSED:
            self._moved = [(message[1], -message[3]), (message[2], message[3])]
        self._move(self._moved)
        if message[0] == m.RAKE_TAKEN:
            self._raked += message[2]
        elif message[0] == m.SEAT_TAKEN:
            self._stacks[message[1]] = message[2]
        elif message[0] == m.SEAT_LEFT:
            self._stacks.pop(message[1], None)
        elif message[0] == m.HAND_STARTED:
            self._before = dict(zip(message[3], message[4], strict=True))
            self._raked = 0
            for seat, stack in self._before.items():
                if self._stacks.get(seat) != stack:
                    self._findings.found(
                        line.seq, f"seat {seat} starts with {stack}, not {self._stacks.get(seat)}"
                    )
        elif message[0] == m.HAND_FINISHED:
            after = dict(zip(message[2], message[3], strict=True))
            began, ended = sum(self._before.values()), sum(after.values())
            if began != ended + self._raked:
                self._findings.found(
                    line.seq,
                    f"{began} chips began the hand, {ended} ended it, {self._raked} were raked",
                )
            self._stacks.update(after)


class _Hands:
    """Every hand that begins ends, finished or voided, before the next one begins."""

    def __init__(self, findings: Findings) -> None:
        self._findings = findings
        self.running = 0

    def line(self, line: Line, head: bytes) -> None:
        message = line.message
        if message[0] == m.HAND_STARTED:
            if self.running:
                self._findings.found(line.seq, f"hand {self.running} has no end")
            self.running = message[1]
        elif message[0] in (m.HAND_FINISHED, m.HAND_VOIDED):
            if message[1] != self.running:
                self._findings.found(line.seq, f"hand {message[1]} ends and was not running")
            self.running = 0
            self._findings.hands_finished += message[0] == m.HAND_FINISHED
            self._findings.hands_voided += message[0] == m.HAND_VOIDED and message[1] > 0


class _Orders:
    """Every order was sealed before the cut, opens its seal, and was dealt from."""

    def __init__(self, findings: Findings, serial: str) -> None:
        self._findings = findings
        self._serial = serial.encode()
        self._heads: dict[int, bytes] = {}  # of every line: a commitment names one of them
        self._committed: tuple | None = None
        self._cut: int | None = None
        self._w = NO_WITNESS
        self._rule = CUT_RULE_DEFAULT
        self._rule_of_epoch = CUT_RULE_DEFAULT
        self._slots = bytearray()

    def line(self, line: Line, head: bytes) -> None:
        message = line.message
        self._heads[line.seq or 0] = head
        if message[0] == m.SETTING_CHANGED and message[1] == "cut":
            self._rule = message[2]
        elif message[0] == m.ORDER_COMMITTED:
            self._committed, self._cut, self._w = message, None, NO_WITNESS
            self._rule_of_epoch = self._rule
            self._slots = bytearray()
        elif message[0] == m.ORDER_CUT:
            self._cut = message[3]
        elif message[0] == m.WITNESS_OPENED:
            self._w = message[3]
        elif message[0] == m.BUTTON_DRAWN:
            self._slots.append(message[1])  # the first of an order of seats
        elif message[0] == m.CARD_LEFT:
            if message[1] != len(self._slots):
                self._findings.found(line.seq, f"ejection {len(self._slots)} was to come")
            self._slots.append(message[2])
        elif message[0] == m.ORDER_REVEALED:
            self._revealed(line)

    def _revealed(self, line: Line) -> None:
        _, hand, epoch, order, nonce = line.message
        committed = self._committed
        if committed is None or committed[1:3] != (hand, epoch):
            self._findings.found(line.seq, "an order is told that was never sealed")
            return
        _, _, _, of, count, commit, _ = committed
        opened = open_commitment(
            commit,
            table=self._serial,
            hand=hand,
            epoch=epoch,
            head=self._heads.get(of, b""),
            order=order,
            nonce=nonce,
        )
        if opened != OPENED:
            self._findings.found(line.seq, f"the order does not open its seal ({opened})")
            return
        self._findings.orders_opened += 1
        if not self._slots:
            return
        if self._cut is None:
            self._findings.found(line.seq, "cards left before the order was cut")
            return
        places = deal_places(self._rule_of_epoch, commit, self._w, self._cut, count)
        at = first_wrong_ejection(order, places, bytes(self._slots))
        if at >= 0:
            self._findings.found(line.seq, f"ejection {at} did not come from where the order says")
