"""The interpreter of rows, with a machine that knows no poker."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest

from firmware.compat import InvariantError
from firmware.core.machine import ANY, BACK, NO, SAME, THEN, YES, Machine

if TYPE_CHECKING:
    from collections.abc import Callable

GO, STOP, ASK = 1, 2, 3
STATES = ("idle", "busy", "between")
IDLE, BUSY, BETWEEN = 0, 1, 2
LOCKED = 77


def _note(text: str):
    return lambda subject, message, out: out.append((text, message[0]))


GUARDS = SimpleNamespace(
    is_open=lambda subject, _: LOCKED if subject.locked else YES,
    is_even=lambda subject, message: YES if message[1] % 2 == 0 else NO,
)
ACTIONS = (
    SimpleNamespace(begin=_note("begin"), end=_note("end")),
    SimpleNamespace(even=_note("even")),
)
ROWS = (
    (IDLE, GO, "is_open", "begin", BETWEEN),
    (BETWEEN, THEN, "is_even", "even", BUSY),
    (BETWEEN, THEN, None, None, BUSY),
    (BUSY, STOP, "is_even", "end", BACK),
    (ANY, ASK, None, "even", SAME),
)


def rules(rows: tuple, defaults: dict) -> tuple:
    return (rows, defaults, (GUARDS,), ACTIONS)


def machine(rows: tuple = ROWS, defaults: dict | None = None) -> Machine:
    return prepared(lambda: rules(rows, defaults or {GO: 5, STOP: 6, ASK: 0}))


def prepared(*parts: Callable) -> Machine:
    made = Machine(len(STATES), *parts)
    made.prepare()
    return made


def subject(state: int = IDLE, locked: bool = False) -> SimpleNamespace:
    return SimpleNamespace(state=state, back=IDLE, locked=locked)


def test_decisions_are_passed_through_at_once() -> None:
    one, out = subject(), []
    assert machine().step(one, (GO, 4), out) == 0
    assert one.state == BUSY
    assert out == [("begin", GO), ("even", GO)]


def test_first_row_that_holds_wins() -> None:
    one, out = subject(), []
    machine().step(one, (GO, 3), out)
    assert one.state == BUSY
    assert out == [("begin", GO)]


def test_a_guard_refuses_and_nothing_has_changed() -> None:
    one, out = subject(locked=True), []
    assert machine().step(one, (GO, 4), out) == LOCKED
    assert (one.state, out) == (IDLE, [])


def test_back_goes_where_the_subject_says() -> None:
    one = subject(BUSY)
    machine().step(one, (STOP, 2), [])
    assert one.state == IDLE


def test_an_input_without_a_row_falls_to_its_default() -> None:
    assert machine().step(subject(BUSY), (GO, 1), []) == 5
    assert machine().step(subject(BUSY), (STOP, 1), []) == 6


def test_a_row_for_every_state_is_in_every_state() -> None:
    for state in (IDLE, BUSY):
        one, out = subject(state), []
        assert machine().step(one, (ASK, 0), out) == 0
        assert one.state == state
        assert out == [("even", ASK)]


def test_a_missing_name_fails_at_the_start() -> None:
    with pytest.raises(InvariantError, match="is_ready"):
        machine((*ROWS, (IDLE, ASK, "is_ready", None, SAME)))
    with pytest.raises(InvariantError, match="jump"):
        machine((*ROWS, (IDLE, ASK, None, "jump", SAME)))


def test_an_input_without_a_default_fails_at_the_start() -> None:
    with pytest.raises(InvariantError, match="row_without_default"):
        machine(ROWS, {GO: 5, STOP: 6})


def test_rows_that_go_in_a_circle_are_found_out() -> None:
    rows = ((IDLE, GO, None, None, BETWEEN), (BETWEEN, THEN, None, None, BETWEEN))
    with pytest.raises(InvariantError, match="circle"):
        machine(rows).step(subject(), (GO, 0), [])


def test_further_rows_are_asked_for_at_the_first_input_that_nothing_here_answers() -> None:
    asked = []

    def further() -> tuple:
        asked.append(1)
        return rules(((ANY, ASK, "is_even", "even", BETWEEN),), {ASK: 9})

    one, out = subject(BUSY), []
    made = prepared(lambda: rules(ROWS[:-1], {GO: 5, STOP: 6}), further)
    assert made.step(one, (GO, 1), out) == 5
    assert not asked
    assert made.step(one, (ASK, 1), out) == 9
    assert made.step(one, (ASK, 2), out) == 0
    assert (one.state, out) == (BUSY, [("even", ASK), ("even", ASK)])
    assert made.step(one, (GO, 1), out) == 5
    made.complete()
    assert len(asked) == 1


def test_further_rows_are_tried_after_the_first_and_counted_on() -> None:
    made = prepared(
        lambda: rules(((IDLE, GO, "is_even", "begin", SAME),), {GO: 0}),
        lambda: rules(((IDLE, GO, None, "end", SAME),), {ASK: 0}),
    )
    made.complete()
    one, out = subject(), []
    made.step(one, (GO, 2), out)
    made.step(one, (GO, 3), out)
    assert out == [("begin", GO), ("end", GO)]
    assert [step[3] for step in made.chains if step is not None] == [1, 0]


def test_an_input_that_no_row_and_no_default_knows_is_our_mistake() -> None:
    with pytest.raises(InvariantError, match="input_without_default"):
        prepared(lambda: rules(ROWS[:1], {GO: 0})).step(subject(), (ASK, 0), [])
