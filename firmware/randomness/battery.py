"""The battery: every health test of one noise source, in one row each.

Like the checks a deck goes through before it comes to the table: each looks for one thing, and
one failure is enough. This file says which tests a source gets and with which cut-offs; it
follows only from H, the assessed min-entropy of a raw byte. Rule of the file: every test sees
every raw byte, and no test is left out because a source is known to be good.
"""

from __future__ import annotations

from collections import namedtuple

from firmware.randomness.bus_faults import (
    NAMED_PATTERNS,
    DuplicateBlock,
    EqualAtLag,
    FirstDifference,
    LaneProportion,
    LaneRepetition,
    NamedPattern,
)
from firmware.randomness.cutoffs import ROWS
from firmware.randomness.health import QUIET, AdaptiveProportion, RepetitionCount, cutoffs

# test: its name; level: SOFT or LATCH; sample: index of the raw byte since the battery began.
Alarm = namedtuple("Alarm", ("test", "level", "sample"))

PACKET_BYTES = 16  # what a source hands out at a time

_SAMPLES_TURN = 1 << 29  # the count of samples starts again here; it only serves messages


def lane_assessment(h_millibits: int) -> int:
    """Entropy a single bit of the byte is taken to have: the highest row not above H / 8.

    Assumes that a byte's entropy is spread evenly over its bits; a source for which that is not so
    gets a lower H.
    """
    return max(row[1] for row in ROWS if row[0] == 1 and row[1] <= h_millibits // 8)


def health_tests(h_millibits: int) -> tuple:
    """The tests of a source with `h_millibits` of min-entropy a raw byte: rows (name, test)."""
    window, run_soft, run_latch, soft, latch = cutoffs(8, h_millibits)
    lane_window, lane_run_soft, lane_run_latch, lane_soft, lane_latch = cutoffs(
        1, lane_assessment(h_millibits)
    )
    rows = [
        ("repetition_count", RepetitionCount(run_soft, run_latch)),
        ("adaptive_proportion", AdaptiveProportion(window, soft, latch)),
        ("duplicate_block", DuplicateBlock(h_millibits)),
        ("first_difference", FirstDifference(run_soft, run_latch)),
        ("lane_repetition", LaneRepetition(lane_run_soft, lane_run_latch)),
        ("lane_proportion", LaneProportion(lane_window, lane_soft, lane_latch)),
        ("equal_at_lag", EqualAtLag(window, soft, latch)),
    ]
    for name, unit in NAMED_PATTERNS:
        rows.append((name, NamedPattern(unit, h_millibits)))
    return tuple(rows)


def bytes_until_seen(h_millibits: int) -> int:
    """Raw bytes after which an outright failure has been seen, wherever in the stream it begins.

    A stuck source or bit, a counter, a known pattern, a repeating or repeated buffer. In whole
    packets; twice a block of the duplicate test is less. A source that only leans takes whole
    windows to be seen, and costs little until then.
    """
    lanes = cutoffs(1, lane_assessment(h_millibits))[1]
    period = cutoffs(8, h_millibits)[3]
    return PACKET_BYTES * ((max(lanes, period) + PACKET_BYTES - 1) // PACKET_BYTES)


class Battery:
    """All health tests of one source, kept across hands; a new one is made for a start-up test."""

    def __init__(self, h_millibits: int) -> None:
        self._tests = health_tests(h_millibits)
        self._samples = 0

    def scan(self, raw: bytes) -> Alarm | None:
        """Judge the next raw bytes: the most serious alarm, of those the earliest, or None."""
        worst = None
        for name, test in self._tests:
            level, index = test.scan(raw)
            if level != QUIET and (
                worst is None
                or level > worst.level
                or (level == worst.level and self._samples + index < worst.sample)
            ):
                worst = Alarm(name, level, self._samples + index)
        self._samples = (self._samples + len(raw)) % _SAMPLES_TURN
        return worst
