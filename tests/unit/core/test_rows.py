"""The rows of hand and table: in good order, and every one fired.

The transcripts, the scenarios and the stories of repairs are played while the rows are watched; a
row that nothing fires fails the build by its name.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from firmware.core import hand_table, repair_table, table_rows
from firmware.core.hand import HAND
from firmware.core.machine import ANY, BACK, THEN
from firmware.core.table import BETWEEN_HANDS
from firmware.schema import messages as m
from host_tools.sim.scenario import play as play_scenario
from host_tools.texts import Texts
from tests import row_stories, row_stories_between_hands
from tests.accidents import accidents_of
from tests.transcripts.play import play
from tests.unit.core import (
    test_by_hand,
    test_dealer_errors,
    test_face_out_already,
    test_repairs,
    test_report_while_held,
    test_strays_in_a_reshuffle,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from firmware.core.machine import Machine

HAND_ROWS = hand_table.ROWS + repair_table.ROWS
HAND_DEFAULTS = hand_table.DEFAULTS | repair_table.DEFAULTS
MACHINES = {
    "hand": (HAND, hand_table.STATES, HAND_ROWS, HAND_DEFAULTS),
    "table": (BETWEEN_HANDS, table_rows.STATES, table_rows.ROWS, table_rows.DEFAULTS),
}
TRANSCRIPTS = Path(__file__).parents[2] / "transcripts"


def row_text(states: tuple[str, ...], row: tuple) -> str:
    state, message_id, guard, action, _after = row
    where = "any" if state == ANY else states[state]
    return f"({where}, {m.NAMES[message_id] or 'THEN'}, {guard}, {action})"


# ------------------------------------------------------------------ good order


@pytest.mark.parametrize("name", MACHINES)
def test_an_unguarded_row_is_the_last_of_its_pair(name: str) -> None:
    _machine, states, rows, _defaults = MACHINES[name]
    for state in range(len(states)):
        for message_id in {row[1] for row in rows}:
            pair = [row for row in rows if row[0] == state and row[1] == message_id]
            for row in pair[:-1]:
                assert row[2] is not None, f"rows after {row_text(states, row)} are never reached"


@pytest.mark.parametrize("name", MACHINES)
def test_rows_for_every_state_come_first_or_last(name: str) -> None:
    _machine, states, rows, _defaults = MACHINES[name]
    for at, row in enumerate(rows):
        if row[0] == ANY and row[2] is None:
            later = [one for one in rows[at + 1 :] if one[1] == row[1]]
            assert not later, f"{row_text(states, row)} hides a later row"


@pytest.mark.parametrize("name", MACHINES)
def test_every_message_of_kind_input_is_answered(name: str) -> None:
    _machine, _states, rows, defaults = MACHINES[name]
    assert {row[1] for row in rows} - {THEN} <= set(defaults)
    inputs = {i for i, kind in enumerate(m.KIND) if kind == m.KIND_INPUT}
    assert set(table_rows.DEFAULTS) | set(HAND_DEFAULTS) == inputs


@pytest.mark.parametrize("name", MACHINES)
def test_states_that_are_passed_through_wait_for_nothing_or_hold_rows_that_may_fail(
    name: str,
) -> None:
    _machine, states, rows, _defaults = MACHINES[name]
    for state in range(len(states)):
        then = [row for row in rows if row[0] == state and row[1] == THEN]
        if name == "hand" and then:
            assert then[-1][2] is None, f"{states[state]} could leave the hand without a next step"


@pytest.mark.parametrize("name", MACHINES)
def test_every_state_has_a_name(name: str) -> None:
    machine, states, rows, _defaults = MACHINES[name]
    assert machine.states == len(states) == len(set(states))
    assert {row[0] for row in rows} | {row[4] for row in rows} <= {ANY, BACK, *range(len(states))}


def test_repairs_add_to_a_hand_and_take_nothing_away() -> None:
    fair = {row[:2] for row in hand_table.ROWS}
    assert not [row for row in repair_table.ROWS if row[:2] in fair]
    assert not set(hand_table.DEFAULTS) & set(repair_table.DEFAULTS)


# ------------------------------------------------------------------ every row fired


class Watch:
    """Notes the number of every row whose action runs."""

    def __init__(self, machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
        self.fired: set[int] = set()
        monkeypatch.setattr(machine, "chains", [self.watched(one) for one in machine.chains])

    def watched(self, step: tuple | None) -> tuple | None:
        if step is None:
            return None
        guard, action, after, number, following = step
        return (guard, self.noting(action, number), after, number, self.watched(following))

    def noting(self, action: Callable | None, number: int) -> Callable:
        def run(subject: object, message: tuple, out: list) -> None:
            self.fired.add(number)
            if action is not None:
                action(subject, message, out)

        return run


ACCIDENTS = range(60)  # seeds of tables at which cards go wrong


def test_every_row_is_fired(monkeypatch: pytest.MonkeyPatch) -> None:
    HAND.complete()
    BETWEEN_HANDS.prepare()
    watches = {name: Watch(machine, monkeypatch) for name, (machine, *_) in MACHINES.items()}
    for path in sorted(TRANSCRIPTS.glob("*.txt")):
        play(path.read_text(encoding="utf-8"))
    for path in sorted((TRANSCRIPTS / "rulings").glob("*/*.txt")):
        play_scenario(path.read_text(encoding="utf-8"), Texts("en"))
    for seed in ACCIDENTS:
        table = accidents_of(seed)
        for _ in range(4):
            table.play_hand()
    for scenario in row_stories.SCENARIOS + row_stories_between_hands.SCENARIOS:
        scenario()
    for stories in (
        test_repairs,
        test_dealer_errors,
        test_by_hand,
        test_face_out_already,
        test_report_while_held,
        test_strays_in_a_reshuffle,
    ):
        for name, story in vars(stories).items():
            if name.startswith("test_") and not story.__code__.co_argcount:
                story()
    for stops_at in test_by_hand.WAITS:
        for ruling in (m.RULING_VOID_HAND, m.RULING_COMPLETE_BY_HAND):
            test_by_hand.test_a_step_that_does_not_end_is_ended_by_the_floor(stops_at, ruling)
    for told in range(3):
        test_by_hand.test_a_card_under_way_when_the_machine_fails_is_brought_by_hand(told)
    unfired = [
        f"{name}: {row_text(states, row)}"
        for name, (_machine, states, rows, _defaults) in MACHINES.items()
        for number, row in enumerate(rows)
        if number not in watches[name].fired
    ]
    assert not unfired, "rows that no scenario fires:\n" + "\n".join(unfired)
