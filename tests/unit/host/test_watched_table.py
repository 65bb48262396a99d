"""The model of the live views: alarms until somebody has seen them, and a picture that knows its
age.
"""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

import jsonschema
import pytest

from firmware.lines.writer import seal
from firmware.schema import messages as m
from host_tools.link.session import Event
from host_tools.store import Line as StoredLine
from host_tools.store import LineStore
from host_tools.texts import LANGUAGES
from host_tools.view.alarms import KEPT_MAX, Alarm, Alarms
from host_tools.view.as_json import table_json
from host_tools.view.recalled import recall
from host_tools.view.seen_alarms import SeenAlarms, seen_alarms
from host_tools.view.watched import STALE_SECONDS, WatchedTable
from tests.log_lines import LOG, TABLE
from tests.source_tree import ROOT
from tests.watched_tables import FAULT, Clock, Timed, lines, timed, unlucky_log, watched

if TYPE_CHECKING:
    from pathlib import Path

SCHEMA = json.loads((ROOT / "host_tools" / "view" / "table.schema.json").read_text())
CONNECTED = Event("link.connected", {"table": TABLE, "firmware": "1"})
CLEARED = (m.FAULT_CLEARED, "F-DSP-01", "seat3")


def fed(log: Timed, view: WatchedTable | None = None) -> WatchedTable:
    view = view or watched()
    view.tell(CONNECTED)
    for line in lines(log):
        view.take(line)
    return view


# --- alarms --------------------------------------------------------------------------------------


def test_an_alarm_stays_until_its_cause_is_gone_and_somebody_has_seen_it() -> None:
    view = fed(timed([FAULT]))
    (one,) = view.alarms.open()
    assert "F-DSP-01" in one.sentence
    assert view.acknowledge(one.number, " Anna ")
    assert [(each.by, each.is_over) for each in view.alarms.listed] == [("Anna", False)]
    view.take(lines(timed([FAULT, CLEARED]))[-1])
    assert view.alarms.listed == []


def test_an_alarm_that_passed_by_itself_waits_for_a_name() -> None:
    view = fed(timed([FAULT, CLEARED]))
    (one,) = view.alarms.open()
    assert one.is_over
    assert view.acknowledge(one.number, "Anna")
    assert view.alarms.listed == []


def test_a_fault_that_comes_and_goes_is_one_alarm_that_counts() -> None:
    view = fed(timed([FAULT, CLEARED, FAULT, CLEARED, FAULT]))
    (one,) = view.alarms.open()
    assert (one.times, one.is_over) == (3, False)


@pytest.mark.parametrize("name", ["", "   ", "\x1b[2J", "a" * 33, "two\nlines"])
def test_what_is_no_name_acknowledges_nothing(name: str) -> None:
    view = fed(timed([FAULT]))
    version = view.version
    assert not view.acknowledge(view.alarms.open()[0].number, name)
    assert not view.acknowledge(99, "Anna")
    assert len(view.alarms.open()) == 1
    assert view.version == version


def test_alarms_without_end_make_room_for_the_newest() -> None:
    alarms = Alarms()
    for number in range(KEPT_MAX + 20):
        alarms.look([(f"cause {number}", "it is wrong")], 0.0, number)
    assert len(alarms.listed) == KEPT_MAX
    assert alarms.lost == 20
    assert alarms.listed[-1].cause == f"cause {KEPT_MAX + 19}"
    assert not alarms.listed[-1].is_over


def test_who_saw_what_is_on_the_disk(tmp_path: Path) -> None:
    clock = Clock()
    view = watched(clock)
    path = tmp_path / "state" / "alarms.jsonl"
    view.alarms.note = SeenAlarms(path, view).note
    fed(timed([FAULT]), view)
    clock.now += 60
    view.acknowledge(view.alarms.open()[0].number, "Anna")
    path.write_text(path.read_text() + "{ torn", encoding="utf-8")
    (row,) = seen_alarms(path, TABLE)
    assert (row["by"], row["cause"], row["table"]) == ("Anna", "fault F-DSP-01 seat3", TABLE)
    assert row["since"] < row["at"]
    assert seen_alarms(path, "MZ-OTHER") == []
    assert seen_alarms(tmp_path / "none", TABLE) == []


def test_what_the_disk_does_not_take_was_not_acknowledged() -> None:
    def full(_: Alarm) -> None:
        raise OSError(28, "No space left on device")

    view = fed(timed([FAULT]))
    view.alarms.note = full
    assert not view.acknowledge(view.alarms.open()[0].number, "Anna")
    assert len(view.alarms.open()) == 1


def test_half_a_line_on_a_full_disk_acknowledges_nothing_and_spoils_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "alarms.jsonl"
    view = watched()
    view.alarms.note = SeenAlarms(path, view).note
    fed(timed([FAULT]), view)
    number = view.alarms.open()[0].number
    write = os.write
    with monkeypatch.context() as full:
        full.setattr(os, "write", lambda file, octets: write(file, octets[:9]))
        assert not view.acknowledge(number, "Anna")
    assert path.read_bytes() == b""
    assert view.acknowledge(number, "Berta")
    assert [row["by"] for row in seen_alarms(path, TABLE)] == ["Berta"]


@pytest.mark.parametrize(
    ("event", "cause"),
    [
        (Event("link.lost", {"why": "gone"}), "link down"),
        (Event("link.silent"), "link silent"),
        (Event("link.fork", {"seq": 7}), "link.fork 7"),
        (Event("link.rolled_back", {"seq": 1, "known": 9}), "link.rolled_back 1"),
    ],
)
def test_cable_and_contradictions_are_alarms(event: Event, cause: str) -> None:
    view = fed(timed([]))
    view.tell(event)
    assert [one.cause for one in view.alarms.open()] == [cause]


def test_a_broken_chain_is_an_alarm_at_once_within_a_hand_too() -> None:
    log = lines(unlucky_log(200, hands=1))
    view = watched()
    at = next(at for at, line in enumerate(log) if line.message[0] == m.HAND_STARTED)
    for line in (*log[: at + 1], *log[at + 2 : at + 4]):
        view.take(line)
    assert "chain" in [one.cause for one in view.alarms.open()]
    assert table_json(view)["record"]["broken_at"] == at + 3


# --- age -----------------------------------------------------------------------------------------


def test_a_silent_table_is_old_by_the_second_and_a_good_cable_never_is() -> None:
    clock = Clock()
    view = fed(timed([FAULT]), watched(clock))
    view.heard(0.0)
    assert (view.is_stale, view.age_seconds) == (False, 0)
    clock.now += STALE_SECONDS - 1
    assert (view.is_stale, view.age_seconds) == (False, 0)
    before = view.signature()
    clock.now += 1
    assert (view.is_stale, view.age_seconds) == (True, 10)
    assert view.signature() != before
    view.heard(0.5)
    assert not view.is_stale


def test_a_pulled_cable_makes_the_picture_old_at_once() -> None:
    clock = Clock()
    view = fed(timed([]), watched(clock))
    view.heard(0.0)
    clock.now += 3
    view.tell(Event("link.lost", {"why": "gone"}))
    assert (view.is_stale, view.age_seconds) == (True, 3)
    assert view.seconds_left is None
    view.tell(Event("link.connected", {"table": TABLE, "firmware": "1"}))
    view.heard(0.0)
    assert not view.is_stale


def test_the_clock_of_a_turn_runs_and_stops_where_nobody_knows_it() -> None:
    clock = Clock()
    view = watched(clock)
    view.tell(CONNECTED)
    view.heard(0.0)
    for line in lines(unlucky_log(203, hands=1, often=0)):
        view.take(line)
        if view.state.turn is not None and view.state.turn.asked == "act":
            break
    left = view.seconds_left
    assert left is not None
    clock.now += 3
    assert view.seconds_left == left - 3
    clock.now += 60
    assert view.seconds_left is None, "it is older than it may be"
    view.heard(0.0)
    assert view.seconds_left == 0


# --- what was before -----------------------------------------------------------------------------


def test_a_view_that_comes_late_knows_the_table_as_one_that_was_there(tmp_path: Path) -> None:
    seated = [
        (m.SEAT_TAKEN, 9, 500, "Rosa"),
        (m.PLAYER_SEATED, 8, "Bruno"),
        (m.CHIPS_ADDED, 8, 50),
    ]
    log = timed([*seated, (m.SETTING_CHANGED, "big_blind", "200", None)])
    hands = unlucky_log(206, hands=4, often=0)[1:]
    log += [(ms + 300, message) for ms, message in hands]
    made = lines(log)
    store = LineStore(tmp_path / "lines.sqlite3")
    there, late = watched(), watched()
    try:
        rows = []
        for line in made:
            there.take(line)
            raw = seal(line.body, line.tag)
            rows.append(StoredLine(line.seq or 0, raw, there.state.record.head))
        store.append(TABLE, LOG, rows)
        past = recall(store, TABLE, LOG)
        assert len(past.lasting) < len(made) / 2
        late.recall(past)
    finally:
        store.close()
    seen, known = table_json(late), table_json(there)
    assert seen["record"] == known["record"]
    for part in ("hand", "seats", "turn", "order", "machine"):
        assert seen[part] == known[part]
    assert [late.state.seats[seat].player for seat in (8, 9)] == ["Bruno", "Rosa"]
    assert late.state.settings == there.state.settings
    assert not [one for one in late.alarms.listed if one.is_over]


# --- the document --------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seed", [201, 204])
def test_every_picture_has_the_published_form(language: str, seed: int) -> None:
    check = jsonschema.Draft202012Validator(SCHEMA)
    view = watched(language=language)
    check.validate(table_json(view))
    view.tell(CONNECTED)
    rulings = 0
    for count, line in enumerate(lines(unlucky_log(seed, hands=1))):
        view.take(line)
        document = table_json(view)
        rulings += document["ruling"] is not None
        if count % 20 == 0 or line.message[0] == m.RULING_MADE:
            check.validate(document)
    assert rulings
