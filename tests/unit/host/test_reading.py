"""The house rules of a long log are found without reading all of it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

from firmware.lines.chain import Chain, genesis
from firmware.lines.writer import seal
from firmware.schema import messages as m
from host_tools.cli.place import Place
from host_tools.cli.reading import Reading
from host_tools.rules.in_force import in_force
from host_tools.store import Line, LineStore
from host_tools.texts import Texts
from tests.log_lines import LOG, TABLE
from tests.watched_tables import lines, timed

if TYPE_CHECKING:
    from pathlib import Path

FLOOR = m.ROLE_FLOOR
CHANGED = m.NAMES[m.SETTING_CHANGED]
TOLD: list[tuple[Any, ...]] = [
    (m.SEAT_TAKEN, 1, 1000, "Ada"),
    (m.SETTING_CHANGED, "ante", "5", None),
    (m.SETTING_CHANGED, "small_blind", "20", None),
    (m.INPUT_REFUSED, CHANGED, m.REFUSAL_SETTINGS_CONTRADICT),
    (m.SEAT_TAKEN, 2, 1000, "Bruno"),
    (m.COMMAND_NAMED, 7, FLOOR, "Rosa", "as the house wants it"),
    (m.SETTING_CHANGED, "burn", "none", "Rosa"),
    (m.COMMAND_DONE, 7, FLOOR, 7, m.OUTCOME_DONE, None),
    (m.COMMAND_NAMED, 8, FLOOR, "Rosa", "a pause, and no setting_changed at all"),
    (m.TABLE_PAUSED, "Rosa"),
    (m.SETTING_CHANGED, "ante", "10", "Rosa"),
    (m.INPUT_REFUSED, CHANGED, m.REFUSAL_SETTINGS_CONTRADICT),
    (m.SETTING_CHANGED, "ante", "15", "Rosa"),
]


def test_the_rules_in_force_are_those_that_the_whole_log_tells(tmp_path: Path) -> None:
    path = tmp_path / "lines.sqlite3"
    chain, store = Chain(genesis(TABLE, LOG)), LineStore(path)
    for line in lines(timed(TOLD)):
        chain.follow(line.body, line.tag)
        kept = Line(line.seq or 0, seal(line.body, line.tag), chain.head)
        store.append(TABLE, LOG, [kept])
    store.close()
    peer = cast("Any", SimpleNamespace(serial=TABLE, log=LOG))
    reading = Reading(peer, "port", Place("", "", path, tmp_path), 0)
    say = Texts("en")
    rules = in_force(reading.setting_lines(say))
    assert rules == in_force(reading.lines(say))
    told = {one.name: (one.value, one.by, one.reason) for one in rules if one.seq}
    assert told == {
        "ante": (15, "Rosa", ""),
        "burn": (2, "Rosa", "as the house wants it"),
    }
    read = [line.seq for line in reading.setting_lines(say)]
    assert read == sorted(set(read))
