"""Looks at one table from here: protocol, link, clock, log, self-test, faults, pairings.

The rule of the file: the table is asked only what changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median
from typing import TYPE_CHECKING, Any

from firmware.schema import messages as m
from host_tools.doctor.finding import Finding, broken, doubtful, well

if TYPE_CHECKING:
    from host_tools.link.clock_watch import ClockSeen
    from host_tools.link.discovery import Seen

SLOW_MS = 500
"""A table answers within one pass of 0.1 s; half a second is felt."""

DRIFT_PERMILLE_MAX = 5
"""Quartz is a hundred times better; what runs so far off was not read right, or is simulated."""


def protocol(seen: Seen) -> Finding:
    """Whether table and host speak one language."""
    ours = f"{m.PROTOCOL_MAJOR}.{m.PROTOCOL_MINOR}"
    told = {"table": seen.serial, "firmware": seen.firmware, "theirs": seen.protocol, "ours": ours}
    if seen.protocol.split(".")[0] != str(m.PROTOCOL_MAJOR):
        return broken("versions", "other_protocol", **told)
    if seen.schema != m.SCHEMA_HASH.hex():
        return doubtful("versions", "other_schema", **told)
    return well("versions", "versions", **told)


def link(watched: ClockSeen) -> Iterator[Finding]:
    """How well the cable carries, and how the table's clock runs."""
    answered = len(watched.round_trips_ms)
    told: dict[str, Any] = {"asked": watched.asked, "answered": answered}
    told["damaged"] = watched.damaged
    if not answered:
        yield broken("link", "link_silent", **told)
        return
    told["typical"] = f"{median(watched.round_trips_ms):.0f}"
    if watched.damaged or answered < watched.asked - 1:  # the last may still be under way
        yield doubtful("link", "link_noisy", **told)
    elif median(watched.round_trips_ms) > SLOW_MS:
        yield doubtful("link", "link_slow", **told)
    else:
        yield well("link", "link", **told)
    if watched.rate is None:
        return
    rate = round(watched.rate, 4)
    if abs(watched.rate - 1) * 1000 > DRIFT_PERMILLE_MAX:
        yield doubtful("table clock", "rate_off", rate=rate)
    else:
        yield well("table clock", "rate", rate=rate)


def log(status: int, lines: int) -> Finding:
    """Whether its log follows from what is stored here."""
    return broken("log", "log_contradicts") if status else well("log", "log", lines=lines)


def devices(told: dict[str, Any]) -> Iterator[Finding]:
    """Its self-test at the last start, and the faults that stand; `told`: as of `logs.about`."""
    if told["passed"] is None:
        yield doubtful("self-test", "self_test_unknown")
    elif told["failed"]:
        yield broken("self-test", "self_test_failed", names=", ".join(told["failed"]))
    else:
        yield well("self-test", "self_test", count=len(told["passed"]))
    for fault in told["faults"]:
        yield broken("fault", "fault", fault=fault)
    if not told["faults"]:
        yield well("fault", "faults_none")


def pairings(table: str, roles: list[str]) -> Finding:
    """As whom this host may speak."""
    if roles:
        return well("pairing", "paired", roles=", ".join(roles))
    return doubtful("pairing", "unpaired", table=table)
