"""From a level to a press: springs bounce, and one touch must be one touch.

A key's spring closes and opens a few times before it rests. A level counts when two samples at
least 5 ms apart agree and none between them differed; then the key is locked for 100 ms, so that
not even a late bounce (81 ms was seen on an old key) makes a second press. Works on levels,
because an edge that was missed is lost and a level that was missed is still there. Rule of the
file: it decides only whether a level counts, never what a press means.
"""

from __future__ import annotations

AGREE_MS = 5
LOCK_MS = 100
BITS = 7  # five keys, presence, card in the well


class Debounce:
    """The seven inputs of one seat. `levels` are the bits that count."""

    def __init__(self) -> None:
        self.levels = 0
        self._sampled = 0
        self._since_ms = [0] * BITS
        self._locked_until_ms = [0] * BITS

    def begin(self, bits: int) -> None:
        """These levels count from the start, as if they had always been so."""
        self.levels = self._sampled = bits

    def sample(self, bits: int, now_ms: int) -> int:
        """Take a sample; the bits whose counted level changed with it."""
        if bits == self._sampled == self.levels:
            return 0
        changed = 0
        moved = bits ^ self._sampled
        left = moved | (bits ^ self.levels)
        at = 0
        while left:
            if left & 1:
                bit = 1 << at
                if moved & bit:
                    self._since_ms[at] = now_ms
                elif now_ms >= self._counts_at_ms(at):
                    changed |= bit
                    self._locked_until_ms[at] = now_ms + LOCK_MS
            left >>= 1
            at += 1
        self._sampled = bits
        self.levels ^= changed
        return changed

    def wait_ms(self, now_ms: int) -> int | None:
        """Milliseconds until a sample may make a level count; None when all agree."""
        open_bits = self._sampled ^ self.levels
        if not open_bits:
            return None
        soonest: int | None = None
        for at in range(BITS):
            if open_bits >> at & 1:
                wait = max(self._counts_at_ms(at) - now_ms, 0)
                if soonest is None or wait < soonest:
                    soonest = wait
        return soonest

    def _counts_at_ms(self, at: int) -> int:
        return max(self._since_ms[at] + AGREE_MS, self._locked_until_ms[at])
