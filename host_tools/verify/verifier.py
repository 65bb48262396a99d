"""The verifier: one record in, one report out.

Leads every line through the binding, then past the readers of orders, cards and chips, and to the
core. It decides nothing itself. Rule of the file: the record is judged by its bytes, the witness's
heads and the formats alone; nobody is asked and nothing is repaired.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.lines.parser import parse
from host_tools.verify.binding import Binding, with_refusals
from host_tools.verify.cards import Cards
from host_tools.verify.chips import Chips
from host_tools.verify.orders import Orders
from host_tools.verify.replaying import Replaying
from host_tools.verify.report import Report
from host_tools.verify.signatures import Signatures

if TYPE_CHECKING:
    from collections.abc import Callable

    from firmware.lines.parser import Line
    from host_tools.verify.binding import Bound
    from host_tools.verify.source import Record


def verify(record: Record, heads: dict[int, bytes] | None = None) -> Report:
    """Verify a record. heads: line number -> full hash, as the witness holds them."""
    return follow(record, heads)[0]


def follow(
    record: Record,
    heads: dict[int, bytes] | None = None,
    read: Callable[[bytes], Line] = parse,
    beside: Callable[[Bound], None] | None = None,
) -> tuple[Report, Replaying]:
    """The report, and the replay as it stands behind the last line.

    read: the parser, or one that remembers lines for a caller with many records of one beginning.
    beside: a reader of the caller's own, told of every line that is bound.
    """
    report = Report()
    replaying = Replaying(report, record.snapshots)
    orders, cards, chips = Orders(report), Cards(report), Chips(report)
    signatures = Signatures(report)
    for bound in with_refusals(Binding(record, report, heads or {}, read).lines()):
        orders.line(bound)
        cards.line(bound)
        chips.line(bound)
        signatures.line(bound)
        replaying.line(bound)
        if beside is not None:
            beside(bound)
    replaying.end()
    if any(found.code == "begins_late" for found in report.gaps) and _is_carried(report):
        report.gaps = [found for found in report.gaps if found.code != "begins_late"]
        report.notice(report.first, "begins_late", first=report.first)
    return report, replaying


def _is_carried(report: Report) -> bool:
    """Whether a record without its beginning goes on from a snapshot that it bears out."""
    return any(found.code == "carried_forward" for found in report.notices)
