"""How much slower than the machine of the figures this one is just now, for limits of time.

A limit in seconds of processor time is one of a machine: half as fast a processor, or a neighbour
on the same core, takes twice as long for the same work. So a limit is multiplied by how much
longer a fixed piece of work takes here. The rule of the file: no machine makes a limit shorter.
"""

from __future__ import annotations

import time

from tests.untraced import untraced

REFERENCE_SECONDS = 0.016
"""Of processor time for `_work` on the machine on which the limits were set, nothing beside it."""

ROUNDS = 5


def slowness() -> float:
    """At least 1; the best of some rounds, so that one interruption does not count."""
    with untraced():
        return max(1.0, min(_seconds() for _ in range(ROUNDS)) / REFERENCE_SECONDS)


def _seconds() -> float:
    began = time.process_time()
    _work()
    return time.process_time() - began


def _work() -> int:
    """Numbers, a list, a dictionary and calls, as most of the table's code is."""
    seen: dict[int, int] = {}
    for number in range(60_000):
        low = number & 1023
        seen[low] = seen.get(low, 0) + max(number, low)
    return sum(sorted(seen.values()))
