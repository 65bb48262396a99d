"""Health tests against the ways a noise chip on a bus really fails.

The two standard tests do not see a chip that counts upwards, a bit that is stuck, or a driver that
hands out yesterday's buffer again: the same deal twice, and every statistic looks fine. Each test
here names one such failure and finds it within a few dozen bytes. They answer like the tests of
`health`, on the same raw bytes. Rule of the file: a test may be slow to excuse, never slow to
accuse; none of them forgets anything between two hands.

They cannot see a good recording played back once, or a generator dressed up as noise; nothing that
looks at bytes alone can.
"""

from __future__ import annotations

from array import array

from firmware.compat import const
from firmware.compat.digest import sha256
from firmware.randomness.health import LATCH, NO_ALARM, QUIET, SOFT, RepetitionCount

_LANES = const(8)  # bits of a byte, one wire or one photo site each
_LAGS = const(128)  # longest repeating buffer looked for, in bytes
_LAG_MASK = const(127)
_NEVER = const(-1000)  # a place further back than any lag
_BLOCKS_KEPT = const(256)
_PREFIX_BYTES = const(8)
_EVIDENCE_MILLIBITS = const(64000)  # an exact match of this much entropy is no coincidence

# What known chips send instead of noise: name, repeating unit.
NAMED_PATTERNS = (
    ("pattern_unlocked", b"\xff\xff\x00\x00"),  # ATECC608 whose configuration is not locked
    ("pattern_alternating", b"\x55\xaa"),  # bus or data path test pattern
)

# Four lanes' bits spread out to four 7-bit counters in one integer below 2^28.
_SPREAD = tuple(
    (n & 1) | (n >> 1 & 1) << 7 | (n >> 2 & 1) << 14 | (n >> 3 & 1) << 21 for n in range(16)
)
_SPREAD_MAX = const(127)  # samples before a 7-bit counter could overflow


def evidence_bytes(h_millibits: int) -> int:
    """How many raw bytes carry at least 64 bits of assessed entropy."""
    return (_EVIDENCE_MILLIBITS + h_millibits - 1) // h_millibits


class FirstDifference:
    """The same step from byte to byte, modulo 256, `soft` times in a row: a counter."""

    def __init__(self, soft: int, latch: int) -> None:
        self._steps = RepetitionCount(soft, latch)
        self._last = b""

    def scan(self, raw: bytes) -> tuple[int, int]:
        """Judge the next samples."""
        joined = self._last + raw
        self._last = joined[-1:]
        steps = bytes((joined[i] - joined[i - 1]) & 255 for i in range(1, len(joined)))
        level, first = self._steps.scan(steps)
        if level == QUIET:
            return NO_ALARM
        return level, first + len(raw) - len(steps)


class LaneRepetition:
    """One bit of the byte the same `soft` times in a row: a stuck bit.

    A run can reach the cut-off no earlier than `soft` samples after the oldest run began, so the
    lanes are looked at only then, walking back a few samples until every lane has changed.
    """

    def __init__(self, soft: int, latch: int) -> None:
        self._soft = soft
        self._latch = latch
        self._runs = [0] * _LANES
        self._last = -1

    def scan(self, raw: bytes) -> tuple[int, int]:
        """Judge the next samples."""
        starts = [-run for run in self._runs]
        level, first = NO_ALARM
        due = max(0, min(starts) + self._soft - 1)
        while due < len(raw):
            self._walk_back(raw, due, starts)
            run = due + 1 - min(starts)
            if run >= self._soft and level == QUIET:
                level, first = SOFT, due
            if run >= self._latch:
                level = LATCH
                break
            due = min(starts) + (self._soft if level == QUIET else self._latch) - 1
        if raw:
            self._walk_back(raw, len(raw) - 1, starts)
            self._runs = [len(raw) - start for start in starts]
            self._last = raw[-1]
        return level, first

    def _walk_back(self, raw: bytes, at: int, starts: list[int]) -> None:
        """Set, for each lane, where its run at sample `at` began."""
        pending = 255
        while pending and at >= 0:
            if at > 0:
                changed = raw[at] ^ raw[at - 1]
            elif self._last >= 0:
                changed = raw[0] ^ self._last
            else:
                changed = 255  # the very first sample begins eight runs
            changed &= pending
            pending ^= changed
            lane = 0
            while changed:
                if changed & 1:
                    starts[lane] = at
                changed >>= 1
                lane += 1
            at -= 1


class LaneProportion:
    """One bit of the byte equal to the window's first `soft` times: a leaning bit."""

    def __init__(self, window: int, soft: int, latch: int) -> None:
        self._window = window
        self._soft = soft
        self._latch = latch
        self._reference = 0
        self._counts = [0] * _LANES
        self._left = 0

    def scan(self, raw: bytes) -> tuple[int, int]:
        """Judge the next samples."""
        level, first = NO_ALARM
        at = 0
        while at < len(raw):
            if self._left == 0:
                self._reference = raw[at]
                self._counts = [0] * _LANES
                self._left = self._window
            end = min(len(raw), at + self._left, at + _SPREAD_MAX)
            before = self._counts
            self._counts = self._count_equal(raw, at, end)
            highest = max(self._counts)
            if highest >= self._soft:
                if level == QUIET:
                    level, first = SOFT, self._place_of_alarm(raw, at, before)
                if highest >= self._latch:
                    level = LATCH
            self._left -= end - at
            at = end
        return level, first

    def _count_equal(self, raw: bytes, at: int, end: int) -> list[int]:
        low = 0
        high = 0
        reference = self._reference
        for sample in raw[at:end]:
            unequal = sample ^ reference
            low += _SPREAD[unequal & 15]
            high += _SPREAD[unequal >> 4]
        counts = []
        for lane, count in enumerate(self._counts):
            packed = low if lane < 4 else high
            counts.append(count + end - at - (packed >> 7 * (lane & 3) & 127))
        return counts

    def _place_of_alarm(self, raw: bytes, at: int, counts: list[int]) -> int:
        while True:
            equal = ~(raw[at] ^ self._reference)
            counts = [count + (equal >> lane & 1) for lane, count in enumerate(counts)]
            if max(counts) >= self._soft:
                return at
            at += 1


class EqualAtLag:
    """Bytes equal to those 1..128 places back, `soft` times for one lag in a window: a period.

    Works from one occurrence of a value to the one before it, so good noise costs about half a
    step a byte. Places are counted from the window's start and turned back at its end.
    """

    def __init__(self, window: int, soft: int, latch: int) -> None:
        self._window = window  # a multiple of 128, so that places keep their ring index
        self._soft = soft
        self._latch = latch
        self._at = 0
        # Sixteen bits a place, never replaced: a board has no room for a second list.
        self._newest = array("h", (_NEVER for _ in range(256)))  # value -> its last place
        # place mod 128 -> the place before it of the same value
        self._older = array("h", (_NEVER for _ in range(_LAGS)))
        self._counts = [0] * (_LAGS + 1)

    def scan(self, raw: bytes) -> tuple[int, int]:
        """Judge the next samples."""
        newest = self._newest
        older = self._older
        level, first = NO_ALARM
        for index, sample in enumerate(raw):
            if self._at == self._window:
                self._turn_back()
            at = self._at
            place = newest[sample]
            while place >= at - _LAGS:
                count = self._counts[at - place] + 1
                self._counts[at - place] = count
                if count >= self._soft:
                    if level == QUIET:
                        level, first = SOFT, index
                    if count >= self._latch:
                        level = LATCH
                place = older[place & _LAG_MASK]
            older[at & _LAG_MASK] = newest[sample]
            newest[sample] = at
            self._at = at + 1
        return level, first

    def _turn_back(self) -> None:
        for places in (self._newest, self._older):
            for at, place in enumerate(places):
                places[at] = max(place - self._window, _NEVER)
        for lag in range(_LAGS + 1):
            self._counts[lag] = 0
        self._at = 0


class DuplicateBlock:
    """A block equal to one of the last 256: a buffer handed out twice. Always a latch.

    Blocks follow each other without overlap, each a whole number of 16-byte packets with at least
    64 bits of assessed entropy. Only 8-byte hashes of them are kept, one behind the other; that a
    new one is found across the border of two is as unlikely as that two blocks share one, and that
    is less than once in 2^53 blocks.
    """

    def __init__(self, h_millibits: int) -> None:
        self._block_bytes = 16 * ((evidence_bytes(h_millibits) + 15) // 16)
        self._rest = b""
        self._kept = bytearray(_BLOCKS_KEPT * _PREFIX_BYTES)
        self._next = 0  # where the next hash goes, over the oldest

    def scan(self, raw: bytes) -> tuple[int, int]:
        """Judge the next samples."""
        joined = self._rest + raw
        size = self._block_bytes
        level, first = NO_ALARM
        for end in range(size, len(joined) + 1, size):
            prefix = sha256(joined[end - size : end])[:_PREFIX_BYTES]
            if prefix in self._kept and level == QUIET:
                level, first = LATCH, end - 1 - len(self._rest)
            self._keep(prefix)
        self._rest = joined[len(joined) - len(joined) % size :]
        return level, first

    def _keep(self, prefix: bytes) -> None:
        if prefix in self._kept:
            return
        at = self._next
        self._kept[at : at + _PREFIX_BYTES] = prefix
        self._next = (at + _PREFIX_BYTES) % len(self._kept)


class NamedPattern:
    """The repeating `unit` in place of noise, for 64 bits of assessed entropy. Always a latch."""

    def __init__(self, unit: bytes, h_millibits: int) -> None:
        length = evidence_bytes(h_millibits)
        self._pattern = (unit * length)[:length]
        self._tail = b""

    def scan(self, raw: bytes) -> tuple[int, int]:
        """Judge the next samples."""
        joined = self._tail + raw
        found = joined.find(self._pattern)
        level, first = NO_ALARM
        if found >= 0:
            level, first = LATCH, found + len(self._pattern) - 1 - len(self._tail)
        self._tail = joined[max(0, len(joined) - len(self._pattern) + 1) :]
        return level, first
