"""What a long log says of the table as it is now is found without reading all of it."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pytest

from firmware.lines.chain import Chain, genesis
from firmware.lines.writer import seal
from firmware.schema import messages as m
from host_tools.cli.place import Place
from host_tools.cli.reading import Reading
from host_tools.cli.table_house import pictures
from host_tools.logs.about import about
from host_tools.rules.in_force import in_force
from host_tools.store import Line, LineStore
from host_tools.texts import Texts
from host_tools.view.house_state import House
from host_tools.view.machine_state import CardMachine
from host_tools.view.order_state import Order
from host_tools.view.record_state import Record
from host_tools.view.table_state import TableState
from tests.log_lines import LOG, TABLE
from tests.watched_tables import lines, press_out_of_turn, timed, unlucky_log

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from firmware.lines.parser import Line as LogLine

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


say = Texts("en")


def stored(told: Iterable[LogLine], folder: Path) -> Reading:
    """A table whose log has come so far."""
    path = folder / "lines.sqlite3"
    chain, kept = Chain(genesis(TABLE, LOG)), []
    for line in told:
        chain.follow(line.body, line.tag)
        kept.append(Line(line.seq or 0, seal(line.body, line.tag), chain.head))
    store = LineStore(path)
    store.append(TABLE, LOG, kept)
    store.close()
    peer = cast("Any", SimpleNamespace(serial=TABLE, log=LOG))
    return Reading(peer, "port", Place("", "", path, folder), 0)


def test_the_rules_in_force_are_those_that_the_whole_log_tells(tmp_path: Path) -> None:
    reading = stored(lines(timed(TOLD)), tmp_path)
    rules = in_force(reading.setting_lines(say))
    assert rules == in_force(reading.lines(say))
    told = {one.name: (one.value, one.by, one.reason) for one in rules if one.seq}
    assert told == {
        "ante": (15, "Rosa", ""),
        "burn": (2, "Rosa", "as the house wants it"),
    }
    read = [line.seq for line in reading.setting_lines(say)]
    assert read == sorted(set(read))


# ------------------------------------------------------------------ the table as it is now

PEOPLE: list[list[tuple[Any, ...]]] = [
    [(m.PLAYER_OUT_NEXT, 2)],
    [(m.PLAYER_BACK, 2)],
    [(m.FLOOR_CALLED, 3)],
    [(m.FLOOR_ANSWERED, "Rosa", None)],
    [(m.FAULT_RAISED, "F-DSP-01", "seat3", None)],
    [(m.FAULT_CLEARED, "F-DSP-01", "seat3")],
    [(m.TABLE_PAUSED, "Rosa")],
    [(m.TABLE_RESUMED, "Rosa")],
    [(m.TABLE_CLOSED, "Rosa"), (m.LOG_HEAD, 3, bytes(32))],
    [(m.TABLE_OPENED, "Rosa")],
    [(m.DECK_CHANGE_ASKED, "Rosa")],
    [(m.SEAT_LEFT, 1), (m.INPUT_REFUSED, "seat_left", m.REFUSAL_NOT_NOW)],
    [(m.STACK_SET, 2, 700, "Rosa", "counted"), (m.INPUT_REFUSED, "stack_set", 1)],
    [(m.AWARD_REVERSED, 1, 2, 1, "Rosa")],
    [(m.SEAT_TAKEN, 10, 500, "Zoe")],
    [(m.STACK_SET, 10, 650, "Rosa", "counted")],
    [(m.SEAT_LEFT, 10)],
]
"""What may be said at any moment; what a table would refuse then is taken as well."""


UNTOLD: dict[str, Any] = {
    "record": Record(),
    "order": Order(),
    "machine": CardMachine(),
    "before": None,
}
"""Of these no command tells anything that looks at a table from its stored lines."""


def whole(told: Iterable[LogLine]) -> tuple[TableState, House]:
    state, house = TableState(), House()
    for line in told:
        state.take(line)
        house.take(line)
    return state, house.end()


@pytest.mark.parametrize("seed", range(3))
def test_a_table_looks_as_the_whole_log_tells_though_most_of_it_is_left_out(
    seed: int, tmp_path: Path
) -> None:
    chance = Random(seed)
    log = unlucky_log(seed, hands=4)
    for _ in range(150):
        at = chance.randrange(5, len(log))
        if log[at][1][0] == m.INPUT_REFUSED:
            continue  # it stands right behind what is refused
        said = press_out_of_turn(chance) if chance.random() < 0.3 else chance.choice(PEOPLE)
        log[at:at] = [(log[at][0], message) for message in said]
    told = lines(log)
    begun = [at for at, line in enumerate(told) if line.message[0] == m.HAND_STARTED]
    somewhere = [chance.randrange(begun[1], len(told)) for _ in range(8)]
    for end in sorted({*begun[1:], *somewhere, len(told)}):
        reading = stored(told[:end], tmp_path)
        seen, house = pictures(say, reading)
        state, expected = whole(told[:end])
        assert house == expected
        assert about(reading.lasting_lines(say)) == about(told[:end])
        assert replace(seen, **UNTOLD) == replace(state, **UNTOLD)
    assert len(list(reading.lasting_lines(say))) < len(told) * 0.6


def test_a_log_without_a_hand_is_read_as_it_is(tmp_path: Path) -> None:
    reading = stored(lines(timed(TOLD)), tmp_path)
    assert [line.seq for line in reading.lasting_lines(say)] == list(range(1, len(TOLD) + 2))
    assert sorted(pictures(say, reading)[0].seats) == [1, 2]
