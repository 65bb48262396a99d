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

from firmware.compat import const
from firmware.compat.digest import sha256
from firmware.randomness.health import LATCH, NO_ALARM, QUIET, SOFT

_LANES = const(8)  # bits of a byte, one wire or one photo site each
_LAGS = const(128)  # longest repeating buffer looked for, in bytes
_NONE_YET = const(-1000)  # further from every byte than any step between two
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
        self._soft = soft
        self._latch = latch
        self._last = _NONE_YET  # no sample yet, so the first step equals no other
        self._step = _NONE_YET
        self._run = 0

    def scan(self, raw: bytes) -> tuple[int, int]:
        """Judge the next samples."""
        level, first = NO_ALARM
        last = self._last
        step = self._step
        run = self._run
        for at, sample in enumerate(raw):
            if sample - last & 255 == step:
                run += 1
                if run >= self._soft:
                    if level == QUIET:
                        level, first = SOFT, at
                    if run >= self._latch:
                        level = LATCH
            else:
                run = 1
                step = sample - last & 255 if last >= 0 else _NONE_YET
            last = sample
        self._last = last
        self._step = step
        self._run = run
        return level, first


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

    Keeps the last 128 bytes and looks in them for each new one, from the back: good noise has half
    an equal byte there.
    """

    def __init__(self, window: int, soft: int, latch: int) -> None:
        self._window = window
        self._soft = soft
        self._latch = latch
        self._left = window  # samples of the current window still to come
        self._tail = b""
        self._counts = [0] * (_LAGS + 1)

    def scan(self, raw: bytes) -> tuple[int, int]:
        """Judge the next samples."""
        joined = self._tail + raw
        counts = self._counts
        left = self._left
        level, first = NO_ALARM
        for at in range(len(joined) - len(raw), len(joined)):
            if left == 0:
                left = self._window
                for lag in range(_LAGS + 1):
                    counts[lag] = 0
            left -= 1
            sample = joined[at : at + 1]
            oldest = at - _LAGS if at > _LAGS else 0
            place = joined.rfind(sample, oldest, at)
            while place >= 0:
                count = counts[at - place] + 1
                counts[at - place] = count
                if count >= self._soft:
                    if level == QUIET:
                        level, first = SOFT, at - len(joined) + len(raw)
                    if count >= self._latch:
                        level = LATCH
                place = joined.rfind(sample, oldest, place)
        self._left = left
        self._tail = joined[-_LAGS:]
        return level, first


class DuplicateBlock:
    """A block equal to one of the last 256: a buffer handed out twice. Always a latch.

    Blocks follow each other without overlap, each a whole number of 16-byte packets with at least
    64 bits of assessed entropy. Only 8-byte hashes of them are kept, one behind the other; that a
    new one is found across the border of two is as unlikely as that two blocks share one, and that
    is less than once in 2^53 blocks.
    """

    def __init__(self, h_millibits: int) -> None:
        self.block_bytes = 16 * ((evidence_bytes(h_millibits) + 15) // 16)
        self._rest = b""
        self._kept = bytearray(_BLOCKS_KEPT * _PREFIX_BYTES)
        self._next = 0  # where the next hash goes, over the oldest

    def scan(self, raw: bytes) -> tuple[int, int]:
        """Judge the next samples."""
        joined = self._rest + raw
        size = self.block_bytes
        level, first = NO_ALARM
        for end in range(size, len(joined) + 1, size):
            prefix = sha256(joined[end - size : end])[:_PREFIX_BYTES]
            if prefix not in self._kept:
                self._keep(prefix)
            elif level == QUIET:
                level, first = LATCH, end - 1 - len(self._rest)
        self._rest = joined[len(joined) - len(joined) % size :]
        return level, first

    def _keep(self, prefix: bytes) -> None:
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
