"""How often a table is asked for a line that did not come.

A line lost in noise comes with the next request. A log that was forged or exchanged never follows,
however often it is asked for: then the requests end, and the log is *astray* until its next line
follows after all. The rule of the file: every request has a pause before the next, and an end.
"""

from __future__ import annotations

from dataclasses import dataclass

RESEND_AGAIN_MS = 500
RESEND_AGAIN_MS_MAX = 2000
"""The pause before the same line is asked for again doubles up to here."""

RESENDS_MAX = 4
"""Requests for a line that does not follow, over 5.5 s: by then the table has sent it five times,
and no noise makes a line that reads well and chains to nothing.
"""

CONTRADICTIONS = frozenset(
    f"link.{word}"
    for word in (
        "fork",
        "forks_dropped",
        "unchained",
        "astray",
        "rolled_back",
        "head_differs",
        "segment_of_another",
        "segment_unconnected",
    )
)
"""Events after which this log is no longer one anybody should believe unasked."""


@dataclass(slots=True)
class Asking:
    """The line asked for last, when, and how often; `astray_at` is the line at which the requests
    ended without one that follows, 0 while they go on.
    """

    seq: int = 0
    ms: int = -RESEND_AGAIN_MS
    count: int = 0
    astray_at: int = 0

    def begins(self, seq: int, now_ms: int) -> None:
        """A greeting asks for the lines from `seq` on."""
        self.seq, self.ms, self.count, self.astray_at = seq, now_ms, 1, 0

    def noise(self) -> None:
        """What did not come may have been lost in it: the counting starts again."""
        self.count = min(self.count, 1)

    def may_ask(self, seq: int, now_ms: int, does_follow: bool) -> bool:
        """Whether to ask for the log from `seq` on: not for the same while the answer is on its
        way, and not for ever when what comes instead does not follow.
        """
        if self.astray_at:
            return False
        if self.seq != seq:
            self.count = 0
        if self.count:
            doubled = RESEND_AGAIN_MS << min(self.count - 1, RESENDS_MAX)
            if now_ms - self.ms < min(doubled, RESEND_AGAIN_MS_MAX):
                return False
            if self.count >= RESENDS_MAX and not does_follow:
                self.astray_at = seq
                return False
        self.count += 1
        self.seq, self.ms = seq, now_ms
        return True
