"""Health tests: is the noise still noise? Every raw byte is judged here before anything uses it.

A dealer who sees the same card come up again and again stops the game before dealing another.
These two tests do that with raw bytes: one watches for the same byte in a row, one for a byte
that comes too often. They are the repetition count and adaptive proportion tests of SP 800-90B
4.4, to the letter. What happens after an alarm is decided by the pipeline. Rule of the file:
counts live as long as the source runs, from hand to hand; one hand is far too short to see
anything.

A test's `scan(raw)` judges the next bytes of the stream and answers `(level, index)`: `QUIET`
with -1, or `SOFT` or `LATCH` with the index in `raw` of the first byte at which the soft cut-off
was reached. It alarms at the same byte however the stream is cut into pieces. `LATCH` says that
the rarer cut-off was reached in the same piece.
"""

from __future__ import annotations

from firmware.compat import InvariantError, const
from firmware.randomness.cutoffs import ALPHA_BITS, ROWS

QUIET = 0
SOFT = 1  # a good source does this once in 2^30: stop, discard, test again from the start
LATCH = 2  # a good source does this once in 2^60: a person looks at the device first

NO_ALARM = (QUIET, -1)

_SOFT_ALPHA_BITS = const(30)
_LATCH_ALPHA_BITS = const(60)


def cutoffs(sample_bits: int, h_millibits: int) -> tuple[int, int, int, int, int]:
    """Window, then soft and latch cut-off of the repetition, then of the proportion test.

    Only entropy assessments of the table are known; any other is a bug of the caller, since the
    setting offers no other.
    """
    soft = 3 + 2 * ALPHA_BITS.index(_SOFT_ALPHA_BITS)
    latch = 3 + 2 * ALPHA_BITS.index(_LATCH_ALPHA_BITS)
    for row in ROWS:
        if row[0] == sample_bits and row[1] == h_millibits:
            return row[2], row[soft], row[latch], row[soft + 1], row[latch + 1]
    raise InvariantError("entropy_assessment_unknown")


class RepetitionCount:
    """SP 800-90B 4.4.1: the same sample `soft` times in a row."""

    def __init__(self, soft: int, latch: int) -> None:
        self._soft = soft
        self._latch = latch
        self._value = -1
        self._run = 0

    def scan(self, raw: bytes) -> tuple[int, int]:
        """Judge the next samples; see the file's head for the answer."""
        value = self._value
        run = self._run
        level, first = NO_ALARM
        for at, sample in enumerate(raw):
            if sample != value:
                value = sample
                run = 1
            else:
                run += 1
                if run >= self._soft:
                    if level == QUIET:
                        level, first = SOFT, at
                    if run >= self._latch:
                        level = LATCH
        self._value = value
        self._run = run
        return level, first


class AdaptiveProportion:
    """SP 800-90B 4.4.2: a window's first sample `soft` times in that window.

    Windows follow each other without overlap, and only the first sample of a window is counted.
    """

    def __init__(self, window: int, soft: int, latch: int) -> None:
        self._window = window
        self._soft = soft
        self._latch = latch
        self._reference = b""
        self._count = 0
        self._left = 0  # samples of the current window still to come

    def scan(self, raw: bytes) -> tuple[int, int]:
        """Judge the next samples; see the file's head for the answer."""
        level, first = NO_ALARM
        at = 0
        while at < len(raw):
            if self._left == 0:
                self._reference = raw[at : at + 1]
                self._count = 0
                self._left = self._window
            end = min(len(raw), at + self._left)
            hits = raw.count(self._reference, at, end)
            if hits and self._count + hits >= self._soft:
                if level == QUIET:
                    level, first = SOFT, self._place_of_hit(raw, at, self._soft - self._count)
                if self._count + hits >= self._latch:
                    level = LATCH
            self._count += hits
            self._left -= end - at
            at = end
        return level, first

    def _place_of_hit(self, raw: bytes, at: int, hit: int) -> int:
        place = raw.find(self._reference, at)
        while hit > 1:
            place = raw.find(self._reference, place + 1)
            hit -= 1
        return place
