"""The night report in words, tables and figures, and as one document for programs.

Hands an hour, waiting by cause, rulings, faults, randomness, chips, and who has seen which alarm.
The rule of the file: every number is one of `Night`; what the report does not show is said at its
end.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from statistics import median
from typing import TYPE_CHECKING, Any

from firmware.schema import faults, irregularities, texts
from host_tools.night import plots
from host_tools.night.facts import CAUSES
from host_tools.paper.document import Rows, Section
from host_tools.view.machine_fault import machine_fault
from host_tools.view.transcript import by_book

if TYPE_CHECKING:
    from host_tools.night.dated import Log
    from host_tools.night.facts import Night, Recurring
    from host_tools.texts import Texts

VERSION = 1
ROWS_MAX = 40
"""Rows of one table; how many are left out is said."""

Seen = Sequence[dict[str, Any]]


class Wording:
    """How times, names and amounts are written in one report."""

    def __init__(self, say: Texts, night: Night, is_dated: bool) -> None:
        self.say = say
        self.night = night
        self.is_dated = is_dated
        column = 0 if say.language == "it" else 1
        self.irregularities = {
            name: row[column]
            for name, row in zip(irregularities.NAMES, texts.IRREGULARITIES, strict=True)
        }
        self.faults = {
            code: row[column] for code, row in zip(faults.CODES, texts.FAULTS, strict=True)
        }

    def time(self, at: float) -> str:
        """A moment of the night."""
        if self.is_dated:
            return datetime.fromtimestamp(at).strftime("%Y-%m-%d %H:%M")
        minutes = int(at - self.night.start) // 60
        return f"+{minutes // 60}:{minutes % 60:02}"

    def longest(self, one: Recurring) -> str:
        """How long a fault lasted at most, and whether it is open still."""
        seconds = f"{one.longest:.0f} s"
        return f"{self.say('night.still')}, {seconds}" if one.is_open else seconds


def sections(say: Texts, log: Log, night: Night, seen: Seen = ()) -> list[Section]:
    """The whole report; `seen`: the acknowledgements of alarms, as the host noted them."""
    words = Wording(say, night, log.is_dated)
    made = [_head(words, log), _hands(words), _waiting(words), _rulings(words)]
    made += [_faults(words), _randomness(words), _chips(words)]
    if seen:
        made.append(_alarms(words, seen))
    limits = [say(f"night.limit_{name}") for name in ("verify", "clock", "people")]
    made.append(Section(say("night.limits"), limits))
    return made


def _head(words: Wording, log: Log) -> Section:
    say, night = words.say, words.night
    told = [
        say(
            "night.about", table=log.table, log=log.log.hex(), start=words.time(night.start),
            end=words.time(night.end), first=say.chips(night.first), last=say.chips(night.last),
        )
    ]  # fmt: skip
    verdicts = [
        ("night.chips_right" if _is_right(night) else "night.chips_wrong", not _is_right(night)),
        ("night.chain_broken" if night.broken_at else "night.chain_right", night.broken_at > 0),
    ]
    told += [say(key, seq=night.broken_at) for key, _ in verdicts]
    open_faults = sum(one.end is None for one in night.faults)
    if open_faults:
        told.append(say("night.open_faults", count=open_faults))
    return Section(say("night.title"), told)


def _is_right(night: Night) -> bool:
    return not night.chips.wrong and not night.chips.difference and not night.chips.counted


def _hands(words: Wording) -> Section:
    say, night = words.say, words.night
    voided = sum(hand.is_voided for hand in night.hands)
    an_hour = say.number(night.finished / night.hours, ".1f") if night.hours > 1 / 60 else "-"
    rows: Rows = [
        (say("night.what"), say("night.count")),
        (say("night.finished"), say.chips(night.finished)),
        (say("night.voided"), str(voided)),
        (say("night.by_hand"), str(sum(hand.is_manual for hand in night.hands))),
        (say("night.hands_an_hour"), an_hour),
        (say("night.timed_out"), str(night.timed_out)),
        (say("night.floor_calls"), str(night.floor_calls)),
    ]
    rows += [(say("night.started", why=why), str(n)) for why, n in sorted(night.starts.items())]
    figures = [plots.hands(night, words.is_dated, say)] if night.hands else []
    return Section(say("night.hands"), [], rows, figures)


def _waiting(words: Wording) -> Section:
    say, night = words.say, words.night
    rows: Rows = [tuple(say(f"night.{one}") for one in ("cause", "middle", "longest", "sum"))]
    for cause in CAUSES:
        waited = night.waiting(cause)
        if waited:
            name = say(f"night.wait_{cause}")
            tenths = [say.number(one, ".1f") for one in (median(waited), max(waited))]
            rows.append((name, *[f"{one} s" for one in tenths], f"{sum(waited):.0f} s"))
    held = sum((one.end or night.end) - one.start for one in night.holds)
    rows.append((say("night.on_hold"), "", "", f"{held:.0f} s"))
    drawn = [plots.waiting(night, say)] if any(hand.waited_ms for hand in night.hands) else []
    return Section(say("night.waiting"), [say("night.waiting_about")], rows, drawn)


def _rulings(words: Wording) -> Section:
    say, night = words.say, words.night
    column = 0 if say.language == "it" else 1
    rows: Rows = []
    from firmware.schema import rulings as r

    for (kind, row, procedure, book), count in night.rulings.most_common():
        answer = texts.PROCEDURES[r.PROCEDURE_NAMES.index(procedure)][column]
        source = by_book(row, r.BOOK_WORDS.index(book), say)
        rows.append((words.irregularities.get(kind, kind), source, answer, str(count)))
    told = [] if rows else [say("night.no_rulings")]
    if rows:
        head = tuple(say(f"night.{one}") for one in ("irregularity", "book", "answer", "count"))
        rows = [head, *_short(say, rows, 4)]
    for at, ruling, by, reason in night.decisions[:ROWS_MAX]:
        decided = say(f"ruling.{ruling}")
        told.append(
            say("night.decided", at=words.time(at), by=by, ruling=decided, reason=reason or "-")
        )
    named = words.irregularities
    figures = [plots.rulings(night, say, named)] if night.rulings else []
    return Section(say("night.rulings"), told, rows, figures)


def _short(say: Texts, rows: Rows, columns: int) -> Rows:
    """At most ROWS_MAX rows, and how many there are more."""
    left_out = len(rows) - ROWS_MAX
    if left_out <= 0:
        return rows
    return [*rows[:ROWS_MAX], (say("night.more", count=left_out), *[""] * (columns - 1))]


def _faults(words: Wording) -> Section:
    say, night = words.say, words.night
    if not night.faults:
        told = [say("night.no_faults")]
        figures = [plots.troubles(night, words.is_dated, say)] if night.holds else []
        return Section(say("night.faults"), told, [], figures)
    rows: Rows = [
        (
            one.what,
            one.where,
            say.chips(one.count),
            words.time(one.first),
            words.time(one.last),
            words.longest(one),
            machine_fault(one.what, one.detail, say) or words.faults.get(one.what, ""),
        )
        for one in night.recurring()
    ]
    names = ("code", "device", "count", "first", "last", "longest", "meaning")
    head = tuple(say(f"night.{one}") for one in names)
    figures = [plots.troubles(night, words.is_dated, say)]
    return Section(say("night.faults"), [], [head, *_short(say, rows, 7)], figures)


def _randomness(words: Wording) -> Section:
    say, night = words.say, words.night
    rows: Rows = [(say("night.what"), say("night.count"))]
    rows += [(say(f"night.order_{one}"), str(n)) for one, n in sorted(night.orders.items())]
    rows += [(say(f"night.witness_{one}"), str(n)) for one, n in sorted(night.witnessed.items())]
    rows += [(say(f"night.cut_{one}"), str(n)) for one, n in sorted(night.cuts.items())]
    rows += [
        (say("night.reshuffled", why=words.irregularities.get(why, why)), str(count))
        for why, count in sorted(night.reshuffles.items())
    ]
    rows.append((say("night.noise_faults"), str(len(night.noise_faults))))
    rows.append((say("night.self_tests"), str(night.self_tests)))
    rows += [(say("night.failed_part", part=one), str(n)) for one, n in night.failed_parts.items()]
    told = []
    orders = len(night.in_place)
    if orders:
        mean = sum(night.in_place) / orders
        spread = 2 / orders**0.5
        values = {"mean": say.number(mean, ".2f"), "spread": say.number(spread, ".2f")}
        told.append(say("night.in_place", orders=say.chips(orders), **values))
    figures = [plots.witnesses(night, words.is_dated, say)] if night.hands else []
    return Section(say("night.randomness"), told, rows, figures)


def _chips(words: Wording) -> Section:
    say, night = words.say, words.night
    chips = night.chips
    rows: Rows = [
        tuple(say(f"night.{one}") for one in ("seat", "brought", "took", "has", "result"))
    ]
    stays: Rows = [
        (
            f"{number} {player}".strip(),
            say.chips(sum(one.brought for one in of_one)),
            say.chips(sum(one.took or 0 for one in of_one)),
            say.chips(sum(one.has for one in of_one if one.took is None)),
            say.chips(sum(one.result for one in of_one)),
        )
        for (number, player), of_one in chips.by_player().items()
    ]
    rows += _short(say, stays, 5)
    sums = (chips.brought, chips.took, chips.on_table, chips.took + chips.on_table - chips.brought)
    rows.append((say("night.together"), *[say.chips(one) for one in sums]))
    rows.append((say("night.rake"), "", say.chips(chips.rake), "", ""))
    rows.append((say("night.difference"), "", "", "", say.chips(chips.difference)))
    told = [
        say("night.differs", hand=hand, seat=seat, followed=say.chips(one), told=say.chips(other))
        for hand, seat, one, other in chips.wrong[:ROWS_MAX]
    ]
    told += [
        say("night.counted", hand=hand, seat=seat, counted=say.chips(one), held=say.chips(other))
        for hand, seat, one, other in chips.counted[:ROWS_MAX]
    ]
    figures = [plots.results(night, say)] if chips.stays else []
    return Section(say("night.chips_title"), told, rows, figures)


def _alarms(words: Wording, seen: Seen) -> Section:
    say = words.say
    rows: Rows = [
        tuple(str(one.get(name, "")) for name in ("at", "by", "times", "sentence")) for one in seen
    ]
    head = tuple(say(f"night.{one}") for one in ("time", "by", "count", "alarm"))
    return Section(say("night.alarms"), [], [head, *_short(say, rows, 4)])


# --- for programs --------------------------------------------------------------------------------


def as_json(log: Log, night: Night, seen: Seen = ()) -> dict[str, Any]:
    """The report's numbers; `report.schema.json` beside this file is their form."""
    chips = night.chips
    return {
        "version": VERSION,
        "table": log.table,
        "log": log.log.hex(),
        "is_dated": log.is_dated,
        "start": night.start,
        "end": night.end,
        "first_line": night.first,
        "last_line": night.last,
        "chain_broken_at": night.broken_at,
        "hands": {
            "started": len(night.hands),
            "finished": night.finished,
            "voided": sum(hand.is_voided for hand in night.hands),
            "by_hand": sum(hand.is_manual for hand in night.hands),
            "timed_out": night.timed_out,
            "floor_calls": night.floor_calls,
        },
        "waiting_s": {
            cause: {"median": median(waited), "max": max(waited), "sum": round(sum(waited), 3)}
            for cause in CAUSES
            if (waited := night.waiting(cause))
        },
        "held_s": round(sum((one.end or night.end) - one.start for one in night.holds), 3),
        "rulings": [
            {"irregularity": kind, "procedure": procedure, "book": book, "count": count}
            for (kind, _, procedure, book), count in night.rulings.most_common()
        ],
        "decisions": [
            {"at": at, "ruling": ruling, "by": by, "reason": reason}
            for at, ruling, by, reason in night.decisions
        ],
        "faults": [
            {
                "code": one.what,
                "device": one.where,
                "detail": one.detail,
                "start": one.start,
                "end": one.end,
            }
            for one in night.faults
        ],
        "randomness": {
            "orders": dict(sorted(night.orders.items())),
            "witness": dict(sorted(night.witnessed.items())),
            "cuts": dict(sorted(night.cuts.items())),
            "reshuffles": dict(sorted(night.reshuffles.items())),
            "noise_faults": len(night.noise_faults),
            "self_tests": night.self_tests,
            "failed_parts": dict(sorted(night.failed_parts.items())),
        },
        "chips": {
            "brought": chips.brought,
            "took": chips.took,
            "on_table": chips.on_table,
            "rake": chips.rake,
            "difference": chips.difference,
            "wrong": [list(one) for one in chips.wrong],
            "counted": [list(one) for one in chips.counted],
        },
        "alarms_seen": list(seen),
    }
