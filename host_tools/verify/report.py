"""What a record came to: what is wrong and where, what could not be looked at, and the counts.

A *finding* is something that an honest table never writes; one is enough to reject the record. A
*gap* is a part that could not be looked at although nothing contradicts: the table said itself
that lines are lost, or its oldest pages are gone. A *notice* is told and weighs nothing. Rule of
the file: accepted means that everything was looked at; what was not is never counted as right.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from host_tools.texts import Texts

ACCEPTED = "accepted"
PARTLY = "partly"
REJECTED = "rejected"

FINDINGS_MAX = 100
"""More than a person reads; a log that breaks everywhere is not told line by line."""

COUNTED = (
    "hands",
    "finished",
    "voided",
    "epochs",
    "opened",
    "unwitnessed",
    "witness_failed",
    "default_cut",
    "order_lost",
    "manual",
)
"""What is always told, be it 0; other counts only where there are some."""


@dataclass(frozen=True, slots=True)
class Found:
    """One thing found: `code` names the text `verify.CODE`, `values` fill it.

    seq: number of the line, or what comes nearest to it.
    """

    seq: int
    code: str
    values: dict[str, Any] = field(default_factory=dict)

    def said(self, say: Texts) -> str:
        """The sentence a person reads."""
        nothing = say("verify.nothing")
        values = {name: nothing if one == "" else one for name, one in self.values.items()}
        return say("verify.at_line", line=self.seq, what=say(f"verify.{self.code}", **values))

    def as_json(self) -> dict[str, Any]:
        """The JSON object of one thing found."""
        return {"line": self.seq, "code": self.code, **self.values}


@dataclass
class Report:
    """All that a verification found."""

    table: str = ""
    log: bytes = b""
    lines: int = 0
    first: int = 0
    last: int = 0
    head: bytes = b""
    running: int = 0
    """The hand that has begun and not ended where the record ends; 0: none."""
    replayed: int = 0
    """Lines that the firmware's own core said again."""
    heads_compared: int = 0
    heads_given: int = 0
    last_compared: int = 0
    """Last line that the witness has seen too; nobody outside vouches for what is behind it."""
    findings: list[Found] = field(default_factory=list)
    gaps: list[Found] = field(default_factory=list)
    notices: list[Found] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    """Epochs after the first of a hand, by the reason of their reshuffle."""

    @property
    def verdict(self) -> str:
        """`rejected`, `partly` or `accepted`."""
        if self.findings:
            return REJECTED
        return PARTLY if self.gaps else ACCEPTED

    @property
    def first_finding(self) -> Found | None:
        """The finding nearest to the beginning of the record."""
        return min(self.findings, key=lambda found: found.seq, default=None)

    def wrong(self, seq: int, code: str, **values: Any) -> None:
        """Something that an honest table never writes."""
        if len(self.findings) < FINDINGS_MAX:
            self.findings.append(Found(seq, code, values))

    def gap(self, seq: int, code: str, **values: Any) -> None:
        """A part that could not be looked at."""
        self.gaps.append(Found(seq, code, values))

    def notice(self, seq: int, code: str, **values: Any) -> None:
        """Something that people should know and that proves nothing."""
        self.notices.append(Found(seq, code, values))

    def per_100_hands(self) -> dict[str, float]:
        """Epochs by reason, for every hundred hands begun."""
        hands = self.counts["hands"]
        return {
            reason: round(100 * count / hands, 2) if hands else 0.0
            for reason, count in sorted(self.reasons.items())
        }

    def as_json(self) -> dict[str, Any]:
        """The whole report as one JSON document."""
        return {
            "version": 1,
            "verdict": self.verdict,
            "table": self.table,
            "log": self.log.hex(),
            "lines": self.lines,
            "first_line": self.first,
            "last_line": self.last,
            "head": self.head.hex(),
            "replayed": self.replayed,
            "heads": {
                "given": self.heads_given,
                "compared": self.heads_compared,
                "last": self.last_compared,
            },
            "counts": {name: self.counts[name] for name in (*COUNTED, *sorted(self.others()))},
            "epochs_per_100_hands": self.per_100_hands(),
            "findings": [found.as_json() for found in self.findings],
            "gaps": [found.as_json() for found in self.gaps],
            "notices": [found.as_json() for found in self.notices],
        }

    def others(self) -> list[str]:
        """Counts beside those that are always told."""
        return [name for name, count in self.counts.items() if count and name not in COUNTED]
