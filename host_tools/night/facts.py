"""What a night at a table came to, read from its log: hands, waiting, rulings, faults, orders.

Every line before the night only brings the table's picture up to its beginning. The rule of the
file: it counts what the log says; whether the log is to be believed, `mazziere verify` tells, and
what it cannot say is left empty.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from firmware.schema import messages as m
from host_tools.night.chips import Chips
from host_tools.night.dated import accepted
from host_tools.view.machine_fault import part_named
from host_tools.view.record_state import Record
from host_tools.view.table_state import TableState

if TYPE_CHECKING:
    from collections.abc import Callable

    from host_tools.night.dated import Dated, Log

CAUSES = ("collect", "load", "cut", "deal", "board")
"""What a hand waits for its cards by, as the table measures it."""

DECK = 52
NOISE_FAULTS = "F-RNG"

Message = tuple[Any, ...]


@dataclass(slots=True)
class Hand:
    """A hand of the night; times as `Dated.at`, end None while it runs."""

    number: int
    start: float
    end: float | None = None
    is_voided: bool = False
    is_manual: bool = False
    witness: str = "none"
    waited_ms: dict[str, int] = field(default_factory=dict)


@dataclass(slots=True)
class Lasting:
    """Something that began and, unless `end` is None, ended; `detail` names a fault's part."""

    what: str
    where: str
    start: float
    end: float | None = None
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Recurring:
    """A fault of one part of a device, however often it came: first and last time that it began,
    and seconds that it lasted at most, up to the night's end where it `is_open`.
    """

    what: str
    where: str
    count: int
    first: float
    last: float
    longest: float
    is_open: bool
    detail: str


@dataclass(slots=True)
class Night:
    """All of it. Counters by the words of the schema."""

    start: float = 0.0
    end: float = 0.0
    first: int = 0
    last: int = 0
    broken_at: int = 0
    hands: list[Hand] = field(default_factory=list)
    faults: list[Lasting] = field(default_factory=list)
    holds: list[Lasting] = field(default_factory=list)
    rulings: Counter[tuple[str, int, str, str]] = field(default_factory=Counter)
    """(irregularity, row of the table of rulings, procedure, book) -> how often."""
    irregularities: Counter[str] = field(default_factory=Counter)
    decisions: list[tuple[float, str, str, str]] = field(default_factory=list)
    """(time, decision, by whom, reason) of the floor."""
    starts: Counter[str] = field(default_factory=Counter)
    """By what had reset the controller."""
    timed_out: int = 0
    floor_calls: int = 0
    orders: Counter[str] = field(default_factory=Counter)
    """By who vouches for the noise."""
    witnessed: Counter[str] = field(default_factory=Counter)
    cuts: Counter[str] = field(default_factory=Counter)
    reshuffles: Counter[str] = field(default_factory=Counter)
    self_tests: int = 0
    failed_parts: Counter[str] = field(default_factory=Counter)
    in_place: list[int] = field(default_factory=list)
    """Of each whole deck's order that was shown: cards at the place of their own number."""
    chips: Chips = field(default_factory=Chips)

    def waiting(self, cause: str) -> list[float]:
        """Seconds that each hand waited by a cause."""
        return [hand.waited_ms[cause] / 1000 for hand in self.hands if hand.waited_ms]

    @property
    def finished(self) -> int:
        """Hands played to their end."""
        return sum(hand.end is not None and not hand.is_voided for hand in self.hands)

    @property
    def hours(self) -> float:
        """From the first line to the last."""
        return (self.end - self.start) / 3600

    def recurring(self) -> list[Recurring]:
        """The faults by code, device and part, worst first: open ones, then the longest."""
        of_one: dict[tuple[str, str, str], list[Lasting]] = {}
        for one in self.faults:
            of_one.setdefault((one.what, one.where, one.detail), []).append(one)
        found = []
        for (what, where, detail), times in of_one.items():
            starts = [one.start for one in times]
            lasted = [(self.end if one.end is None else one.end) - one.start for one in times]
            is_open = any(one.end is None for one in times)
            figures = (len(times), min(starts), max(starts), max(0.0, *lasted), is_open)
            found.append(Recurring(what, where, *figures, detail))
        return sorted(found, key=lambda one: (not one.is_open, -one.longest, -one.count))

    @property
    def noise_faults(self) -> list[Lasting]:
        """What the health tests and the source's own alarms raised."""
        return [one for one in self.faults if one.what.startswith(NOISE_FAULTS)]


def read_night(log: Log, since: float | None = None, until: float | None = None) -> Night:
    """The night between two times, or all of the log."""
    night, state, record = Night(), TableState(), Record()
    is_begun = False
    for each in log.lines:
        record.take(each.line)
    for each in accepted(log.lines):
        if until is not None and each.at > until:
            break
        if since is not None and each.at < since:
            state.take(each.line)
            continue
        if not is_begun:
            is_begun = True
            night.chips.begin(state)
            night.start, night.first = each.at, each.line.seq or 0
        night.chips.look(each.message, state)
        state.take(each.line)
        night.chips.after(state)
        night.end, night.last = each.at, each.line.seq or 0
        take = TAKES.get(each.message[0])
        if take is not None:
            take(night, each)
    if record.broken_at and night.first <= record.broken_at <= night.last:
        night.broken_at = record.broken_at
    return night


# --- what each line adds -------------------------------------------------------------------------


def _hand_started(night: Night, each: Dated) -> None:
    night.hands.append(Hand(each.message[1], each.at))


def _finished(night: Night, each: Dated) -> None:
    if night.hands:
        night.hands[-1].end = each.at
        _released(night, each)


def _voided(night: Night, each: Dated) -> None:
    _finished(night, each)
    if night.hands:
        night.hands[-1].is_voided = True


def _manual(night: Night, each: Dated) -> None:
    if night.hands:
        night.hands[-1].is_manual = True


def _waited(night: Night, each: Dated) -> None:
    _, number, *waited = each.message
    for hand in night.hands[-1:]:
        if hand.number == number:
            hand.waited_ms = dict(zip(CAUSES, waited, strict=True))


def _fault(night: Night, each: Dated) -> None:
    _, code, device, detail = each.message
    if not any(
        one.end is None and (one.what, one.where) == (code, device) for one in night.faults
    ):
        names_part = bool(detail) and part_named(code, detail) is not None
        night.faults.append(Lasting(code, device, each.at, detail=detail if names_part else ""))


def _cleared(night: Night, each: Dated) -> None:
    for one in night.faults:
        if one.end is None and (one.what, one.where) == each.message[1:3]:
            one.end = each.at


def _held(night: Night, each: Dated) -> None:
    if not any(one.end is None for one in night.holds):
        night.holds.append(Lasting(each.message[1], "", each.at))


def _released(night: Night, each: Dated) -> None:
    for one in night.holds:
        one.end = each.at if one.end is None else one.end


def _floor(night: Night, each: Dated) -> None:
    _, ruling, by, reason = each.message
    night.decisions.append((each.at, m.RULING_WORDS[ruling], by, reason or ""))
    _released(night, each)


def _ruled(night: Night, each: Dated) -> None:
    _, row, kind, procedure, book = each.message
    night.rulings[kind, row, procedure, book] += 1


def _found(night: Night, each: Dated) -> None:
    night.irregularities[each.message[1]] += 1


def _started(night: Night, each: Dated) -> None:
    night.starts[m.RESET_WORDS[each.message[2]]] += 1


def _timed_out(night: Night, each: Dated) -> None:
    night.timed_out += 1


def _called(night: Night, each: Dated) -> None:
    night.floor_calls += 1


def _committed(night: Night, each: Dated) -> None:
    if each.message[1]:  # hand 0 is the draw of the button
        provenance = each.message[6]
        night.orders["unsaid" if provenance is None else m.PROVENANCE_WORDS[provenance]] += 1


def _witness(word: str) -> Callable[[Night, Dated], None]:
    def take(night: Night, each: Dated) -> None:
        if each.message[1] and night.hands and night.hands[-1].witness != word:
            night.witnessed[word] += 1
            night.hands[-1].witness = word

    return take


def _cut(night: Night, each: Dated) -> None:
    if each.message[1]:
        night.cuts[m.CUTTER_WORDS[each.message[4]]] += 1


def _reshuffled(night: Night, each: Dated) -> None:
    night.reshuffles[each.message[3]] += 1


def _tested(night: Night, each: Dated) -> None:
    night.self_tests += 1
    for one in each.message[2] or ():
        night.failed_parts[one] += 1


def _revealed(night: Night, each: Dated) -> None:
    order = each.message[3]
    if len(order) == DECK:
        lowest = min(order)
        night.in_place.append(sum(slot - lowest == at for at, slot in enumerate(order)))


TAKES: dict[int, Callable[[Night, Dated], None]] = {
    m.HAND_STARTED: _hand_started,
    m.HAND_FINISHED: _finished,
    m.HAND_VOIDED: _voided,
    m.HAND_BECAME_MANUAL: _manual,
    m.WAITING_MEASURED: _waited,
    m.FAULT_RAISED: _fault,
    m.FAULT_CLEARED: _cleared,
    m.HAND_HELD: _held,
    m.TABLE_HELD: _held,
    m.PROCEDURE_ENDED: _released,
    m.FLOOR_RULED: _floor,
    m.RULING_MADE: _ruled,
    m.IRREGULARITY_FOUND: _found,
    m.TABLE_STARTED: _started,
    m.TURN_TIMED_OUT: _timed_out,
    m.FLOOR_CALLED: _called,
    m.ORDER_COMMITTED: _committed,
    m.WITNESS_OPENED: _witness("opened"),
    m.WITNESS_MISSING: _witness("missing"),
    m.WITNESS_FAILED: _witness("failed"),
    m.ORDER_CUT: _cut,
    m.RESHUFFLE_STARTED: _reshuffled,
    m.SELF_TESTED: _tested,
    m.ORDER_REVEALED: _revealed,
}
