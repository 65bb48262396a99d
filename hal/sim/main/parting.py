"""How long a simulated table stays when its evening is over, so that a host can take the rest.

The last hands of an evening may still be on their way to the host when the table is done. It goes
when the host says that it has stored the last line, when nothing has moved for a while, or when
the host left and did not come back. The rule of the file: a plug that fell out is not a goodbye,
and every wait has an end.
"""

from __future__ import annotations

from typing import NamedTuple

BACK_SECONDS = 2.0
"""A host tries a port that it lost again after 0.1 s, then after up to 2 s."""


class Seen(NamedTuple):
    """The host's end of the cable, as one look finds it. moved_bytes: since the start, both ways.
    has_all: whether the host has said that it stored the last line.
    """

    is_held: bool
    moved_bytes: int
    has_all: bool


class Parting:
    """From `now` on, in seconds of any clock that never falls, until `is_over`."""

    def __init__(self, now: float, linger_seconds: float) -> None:
        self._linger = linger_seconds
        self._end = now + linger_seconds
        self._before = Seen(False, -1, False)

    def is_over(self, now: float, seen: Seen) -> bool:
        """Whether the table may go, after this look at the cable."""
        before, self._before = self._before, seen
        if before.is_held and not seen.is_held:
            self._end = now + min(BACK_SECONDS, self._linger)
        elif seen.is_held and seen[:2] != before[:2]:
            self._end = now + self._linger
        return seen.has_all or now >= self._end
