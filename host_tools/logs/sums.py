"""What a log comes to: hands, faults, irregularities, time, as sums.

The rule of the file: it counts lines; whether they are true is the verifier's to say.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from host_tools.logs.rows import Row

FORMAT = 1
_HOUR_MS = 3_600_000


def sums(rows: Iterable[Row]) -> dict[str, Any]:
    """Counts over a log. hands_per_hour is by the table's own clock, None below a minute."""
    kinds: Counter[str] = Counter()
    named: dict[str, Counter[str]] = {
        "fault_raised": Counter(),
        "irregularity_found": Counter(),
        "ruling_made": Counter(),
    }
    first = last = ms = before = 0
    for row in rows:
        kinds[row.kind] += 1
        first = first or row.seq
        last = row.seq
        ms += max(0, row.ms - before)  # a start sets the clock back
        before = row.ms
        if row.kind in named:
            word = row.fields.get("code") or row.fields.get("kind")
            named[row.kind][str(word)] += 1
    finished = kinds["hand_finished"]
    return {
        "version": FORMAT,
        "first": first,
        "last": last,
        "table_ms": ms,
        "hands_started": kinds["hand_started"],
        "hands_finished": finished,
        "hands_voided": kinds["hand_voided"],
        "hands_per_hour": round(finished * _HOUR_MS / ms, 1) if ms >= 60_000 else None,
        "starts": kinds["table_started"],
        "timed_out": kinds["turn_timed_out"],
        "faults": dict(sorted(named["fault_raised"].items())),
        "irregularities": dict(sorted(named["irregularity_found"].items())),
        "rulings": dict(sorted(named["ruling_made"].items())),
        "kinds": dict(sorted(kinds.items())),
    }
