"""The order: every arrangement of the cards exactly as likely as every other.

Like drawing slips from a hat: one of 52, one of the 51 left, and so on. What is drawn is an
arrangement of slot numbers; which card lies in which slot nobody here knows. Where the bytes come
from and whether they are good is decided before. Rule of the file: no draw is ever bent to make
it fit; what does not fit is put back into the hat, and nothing is kept for the next deal.

Proof, the draw. A reservoir holds a number v that is uniform on 0..s-1 whatever was drawn before;
at the start s = 1 and v = 0. Taking in a uniform byte b makes v·256 + b, uniform on 0..256·s-1.
To draw below k, let q = s // k. If v < q·k, then v = (v // k)·k + v % k runs through each pair
(quotient below q, remainder below k) exactly once, so the remainder is uniform on 0..k-1, the
quotient is uniform on 0..q-1, and the two are independent: the remainder is the draw, the
quotient stays in the reservoir with s = q. If v >= q·k, then v - q·k is uniform on 0..s-q·k-1 and
stays, with that s, and the draw is tried again. Either way the reservoir is uniform again and
independent of all draws so far. Bytes are taken in while s < 2^22, so s stays below 2^30 and a
retry has a chance below 52 / 2^22.

Proof, the order. Counting i down from n-1 to 1, r is drawn below i + 1 and the places i and r are
swapped (Fisher and Yates; Durstenfeld's form). There are n·(n-1)···2 = n! sequences of draws, all
equally likely by the first part, and as many arrangements. Different sequences end in different
arrangements: the last place can only be touched by the first swap, so where the arrangement's
last item came from tells the first draw; undo that swap and the same holds for the place before,
and so on. So each arrangement comes from exactly one sequence, and all are equally likely.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.compat import check, const

if TYPE_CHECKING:
    from collections.abc import Callable

REFILL_BELOW = 1 << 22  # taking in a byte below this keeps every number below 2^30

_ITEMS_MAX = const(255)


class Reservoir:
    """Leftover chance: a number uniform on 0..s-1, filled from `source` by blocks of bytes.

    `source()` returns the next non-empty block of uniform bytes. `refill_below` is for proofs that
    look at every state; at most 2^22.
    """

    def __init__(self, source: Callable[[], bytes], refill_below: int = REFILL_BELOW) -> None:
        check(0 < refill_below <= REFILL_BELOW, "reservoir_size")
        self._source = source
        self._refill_below = refill_below
        self._block = b""
        self._at = 0
        self._value = 0
        self._size = 1

    def below(self, k: int) -> int:
        """A number uniform on 0..k-1."""
        check(0 < k <= _ITEMS_MAX, "draw_range")
        while True:
            while self._size < self._refill_below or self._size < k:
                self._take_byte()
            quotient = self._size // k
            limit = quotient * k
            if self._value < limit:
                drawn = self._value % k
                self._value //= k
                self._size = quotient
                return drawn
            self._value -= limit
            self._size -= limit

    def empty(self) -> None:
        """Forget what is left, so that no deal leans on the one before."""
        self._block = b""
        self._at = 0
        self._value = 0
        self._size = 1

    def _take_byte(self) -> None:
        if self._at == len(self._block):
            self._block = self._source()
            self._at = 0
        self._value = self._value * 256 + self._block[self._at]
        self._size *= 256
        self._at += 1


def shuffled(items: bytes | bytearray, reservoir: Reservoir) -> bytearray:
    """The items in an order drawn from `reservoir`: a bytearray, for its holder to wipe."""
    order = bytearray(items)
    for i in range(len(order) - 1, 0, -1):
        r = reservoir.below(i + 1)
        order[i], order[r] = order[r], order[i]
    return order
