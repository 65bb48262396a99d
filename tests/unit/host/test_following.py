"""Each check that a host makes of a line, alone: `host_tools.link.following`.

One good log, and beside it one line that is wrong in exactly one way, everything else about it
right (its checksum is made anew where the checksum is not what is wrong).
"""

from __future__ import annotations

import pytest

from firmware.compat.digest import crc32
from firmware.lines.chain import Chain, genesis
from firmware.lines.grammar import LINE_BYTES_MAX
from firmware.lines.writer import seal, write
from firmware.schema import messages as m
from host_tools.link.following import Follower, Heard, Verdict

SERIAL = "MZ-0007"
LOG = bytes.fromhex("9f3a01c25b7d4e60")
BOOT = bytes.fromhex("00000001c0ffee42")


class Log:
    """A log that a follower has heard up to its third line."""

    def __init__(self) -> None:
        self.chain = Chain(genesis(SERIAL, LOG))
        self.lines: list[bytes] = []
        self.heads: list[bytes] = [self.chain.head]
        self.add((m.SEGMENT_OPENED, SERIAL, LOG, 1, BOOT, self.chain.head), 0)
        self.add((m.TABLE_STARTED, BOOT, 0, "0.1.0", m.SCHEMA_HASH, m.PROVENANCE_SIMULATED), 0)
        self.add((m.TABLE_PAUSED, "floor"), 500)
        self.follower = Follower(SERIAL, LOG, self._line, self._head)
        for line in self.lines:
            assert self.follower.hear(line).verdict == Verdict.NEXT

    def _line(self, seq: int) -> bytes | None:
        return self.lines[seq - 1] if 0 < seq <= len(self.lines) else None

    def _head(self, seq: int) -> bytes | None:
        return self.heads[seq] if 0 <= seq < len(self.heads) else None

    def make(self, message: tuple, ms: int, seq: int = 4) -> bytes:
        """The next line, chained to the last; the log stays as it is."""
        body = write(message, seq, ms)
        return seal(body, Chain(self.chain.head).add(body))

    def add(self, message: tuple, ms: int) -> None:
        body = write(message, len(self.lines) + 1, ms)
        self.lines.append(seal(body, self.chain.add(body)))
        self.heads.append(self.chain.head)

    def goes_on(self, message: tuple, ms: int) -> tuple[str, ...]:
        """Add the next line and hear it; what is doubtful about it."""
        self.add(message, ms)
        return self.hear(self.lines[-1]).doubts

    def hear(self, raw: bytes) -> Heard:
        """Judge a line; one that is not stored leaves the follower where it was."""
        head = self.follower.head
        heard = self.follower.hear(raw)
        if heard.verdict != Verdict.NEXT:
            assert (self.follower.seq, self.follower.head) == (3, head)
        return heard


@pytest.fixture
def log() -> Log:
    return Log()


def checked(octets: bytes) -> bytes:
    """A line of these octets, up to the checksum, with the one they should have."""
    return octets + b" ~%08x\n" % crc32(octets)


def unchecked(raw: bytes) -> bytes:
    """A line without its checksum and newline."""
    return raw[: raw.rindex(b" ~")]


GOOD = (m.TABLE_RESUMED, "floor")


def test_a_good_line_is_the_next(log: Log) -> None:
    heard = log.hear(log.make(GOOD, 600))
    assert (heard.verdict, heard.doubts) == (Verdict.NEXT, ())
    assert log.follower.seq == 4


def test_a_line_without_its_newline_is_none(log: Log) -> None:
    assert log.hear(log.make(GOOD, 600)[:-1]).verdict == Verdict.DAMAGED


def test_a_line_that_ends_as_other_systems_end_theirs_is_none(log: Log) -> None:
    assert log.hear(log.make(GOOD, 600)[:-1] + b"\r\n").verdict == Verdict.DAMAGED


def test_a_line_that_is_too_long_is_none_though_its_checksum_fits(log: Log) -> None:
    octets = unchecked(log.make(GOOD, 600))
    head, tag = octets.split(b" #")
    long = checked(head + b" x=" + b"a" * LINE_BYTES_MAX + b" #" + tag)
    heard = log.hear(long)
    assert (heard.verdict, heard.reason) == (Verdict.DAMAGED, "too_long")


def test_a_letter_beyond_ascii_is_none_though_the_checksum_fits(log: Log) -> None:
    octets = unchecked(log.make(GOOD, 600)).replace(b"floor", b"fl\xc3\xb2r")
    assert log.hear(checked(octets)).verdict == Verdict.DAMAGED


@pytest.mark.parametrize("bit", range(8))
@pytest.mark.parametrize("place", range(0, 40, 5))
def test_any_changed_bit_is_caught_by_the_checksum(log: Log, place: int, bit: int) -> None:
    raw = bytearray(log.make(GOOD, 600))
    raw[place] ^= 1 << bit
    assert log.hear(bytes(raw)).verdict == Verdict.DAMAGED


def test_a_number_left_out_is_missed(log: Log) -> None:
    assert log.hear(log.make(GOOD, 600, seq=5)).verdict == Verdict.MISSING


def test_a_line_made_from_another_past_is_not_the_next(log: Log) -> None:
    body = write(GOOD, 4, 600)
    assert log.hear(seal(body, Chain(bytes(32)).add(body))).verdict == Verdict.UNCHAINED
    assert log.hear(seal(body, bytes(8))).verdict == Verdict.UNCHAINED


def test_a_line_without_a_tag_of_the_chain_is_not_the_next(log: Log) -> None:
    assert log.hear(seal(write(GOOD, 4, 600), None)).verdict != Verdict.NEXT


def test_the_same_line_again_is_no_event_and_another_under_its_number_a_fork(log: Log) -> None:
    assert log.hear(log.lines[2]).verdict == Verdict.REPEATED
    assert log.hear(log.make(GOOD, 500, seq=3)).verdict == Verdict.FORK


def test_a_clock_that_falls_within_a_boot_is_told(log: Log) -> None:
    assert log.hear(log.make(GOOD, 499)).doubts == ("link.clock_fell",)


def test_a_clock_that_stands_still_is_not(log: Log) -> None:
    assert log.hear(log.make(GOOD, 500)).doubts == ()


def test_a_clock_begins_anew_with_a_boot_and_where_the_table_says_so(log: Log) -> None:
    assert log.hear(log.make((m.CLOCK_RESTARTED,), 0)).doubts == ()


def test_a_clock_that_is_restarted_ends_its_old_time_with_the_line_that_says_so(log: Log) -> None:
    assert log.goes_on((m.CLOCK_RESTARTED,), 1 << 28) == ()
    assert log.goes_on(GOOD, 0) == log.goes_on(GOOD, 7) == ()
    assert log.goes_on(GOOD, 6) == ("link.clock_fell",)


def test_what_a_start_still_owes_comes_ahead_of_it_in_the_new_time(log: Log) -> None:
    """A torn line was cut, and the hand replayed: no clock fell within a boot."""
    started = (m.TABLE_STARTED, bytes(8), 0, "1", m.SCHEMA_HASH, 1)
    assert log.goes_on((m.TAIL_CUT, 12), 0) == log.goes_on((m.HAND_HELD, "F-PWR-01"), 0) == ()
    assert log.goes_on(started, 1) == log.goes_on(GOOD, 2) == ()


def test_a_head_that_is_not_ours_is_told(log: Log) -> None:
    assert log.hear(log.make((m.LOG_HEAD, 2, log.heads[2]), 600)).doubts == ()
    other = Log()
    assert other.hear(other.make((m.LOG_HEAD, 2, bytes(32)), 600)).doubts == ("link.head_differs",)


def test_another_schema_is_told(log: Log) -> None:
    message = (m.TABLE_STARTED, BOOT, 0, "0.1.0", bytes(8), m.PROVENANCE_SIMULATED)
    assert log.hear(log.make(message, 0)).doubts == ("link.other_schema",)
