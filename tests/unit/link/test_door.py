"""Only a paired role, with a seal, a new counter and a right of its own, is let in."""

from __future__ import annotations

import pytest

from firmware.lines.parser import Line, parse
from firmware.lines.writer import seal, write
from firmware.link.door import LET_IN, MAY_ASK, REPEATED, Door, may_ask
from firmware.schema import messages as m
from tests.journal_bench import BOOT, TABLE
from tests.paired_host import OTHER_KEY, Keys, command


def pause(command_id: int, role: int = m.ROLE_FLOOR) -> tuple:
    return (m.REQUEST_PAUSE, command_id, role, None)


def read(message: tuple, counter: int, **how: object) -> Line:
    return parse(command(message, counter, **how))  # type: ignore[arg-type]


def test_sealed_command_of_a_paired_role_is_let_in() -> None:
    assert Door(TABLE, Keys()).judge(read(pause(7), 1), BOOT) == LET_IN


def test_nobody_is_let_in_before_the_table_has_started() -> None:
    assert Door(TABLE, Keys()).judge(read(pause(7), 1), None) == m.REFUSAL_NOT_NOW


def test_role_that_was_never_paired_is_unknown() -> None:
    line = read(pause(7, m.ROLE_DIRECTOR), 1)
    assert Door(TABLE, Keys()).judge(line, BOOT) == m.REFUSAL_UNKNOWN_ROLE


@pytest.mark.parametrize(
    "how",
    [{"key": OTHER_KEY}, {"boot": bytes(8)}, {"table": "MZ-0008"}],
    ids=["key", "boot", "table"],
)
def test_seal_of_another_key_boot_or_table_is_worth_nothing(how: dict) -> None:
    assert Door(TABLE, Keys()).judge(read(pause(7), 1, **how), BOOT) == m.REFUSAL_BAD_TAG


def test_command_without_a_seal_is_turned_away() -> None:
    line = parse(seal(write(pause(7), 1, 10), None))
    assert Door(TABLE, Keys()).judge(line, BOOT) == m.REFUSAL_BAD_TAG


def test_role_may_ask_only_what_its_row_says() -> None:
    door = Door(TABLE, Keys())
    assert door.judge(read(pause(7, m.ROLE_WITNESS), 1), BOOT) == m.REFUSAL_UNKNOWN_ROLE
    promise = (m.REQUEST_PROMISE, 8, m.ROLE_FLOOR, 1, 0, bytes(32))
    assert door.judge(read(promise, 1), BOOT) == m.REFUSAL_UNKNOWN_ROLE


def test_counter_never_goes_back_or_stands_still() -> None:
    door = Door(TABLE, Keys())
    assert door.judge(read(pause(7), 5), BOOT) == LET_IN
    assert door.judge(read(pause(8), 5), BOOT) == m.REFUSAL_OLD_COUNTER
    assert door.judge(read(pause(9), 4), BOOT) == m.REFUSAL_OLD_COUNTER
    assert door.judge(read(pause(9), 6), BOOT) == LET_IN


def test_counters_of_two_roles_are_apart() -> None:
    door = Door(TABLE, Keys())
    promise = (m.REQUEST_PROMISE, 8, m.ROLE_WITNESS, 1, 0, bytes(32))
    assert door.judge(read(pause(7), 5), BOOT) == LET_IN
    assert door.judge(read(promise, 1), BOOT) == LET_IN


def test_failed_seal_uses_up_no_counter() -> None:
    door = Door(TABLE, Keys())
    assert door.judge(read(pause(7), 5, key=OTHER_KEY), BOOT) == m.REFUSAL_BAD_TAG
    assert door.judge(read(pause(7), 5), BOOT) == LET_IN


def test_answered_command_is_repeated_not_done_again() -> None:
    door = Door(TABLE, Keys())
    door.note((m.COMMAND_DONE, 7, m.ROLE_FLOOR, 5, m.OUTCOME_DONE, None), 44)
    assert door.judge(read(pause(7), 5), BOOT) == REPEATED
    assert door.judge(read(pause(7), 9), BOOT) == REPEATED
    assert door.answered_at(m.ROLE_FLOOR, 7) == 44


def test_journalled_outcomes_bring_the_counters_back_after_a_restart() -> None:
    door = Door(TABLE, Keys())
    door.note((m.COMMAND_DONE, 7, m.ROLE_FLOOR, 5, m.OUTCOME_REFUSED, m.REFUSAL_NOT_NOW), 44)
    door.note((m.COMMAND_DONE, 6, m.ROLE_FLOOR, 3, m.OUTCOME_DONE, None), 45)
    door.note((m.TABLE_PAUSED, None), 46)
    assert door.judge(read(pause(8), 5), BOOT) == m.REFUSAL_OLD_COUNTER
    assert door.judge(read(pause(8), 6), BOOT) == LET_IN


def test_outcomes_have_an_end() -> None:
    door = Door(TABLE, Keys())
    for n in range(1, 100):
        door.note((m.COMMAND_DONE, n, m.ROLE_FLOOR, n, m.OUTCOME_DONE, None), n)
    assert door.answered_at(m.ROLE_FLOOR, 1) == 0
    assert door.answered_at(m.ROLE_FLOOR, 99) == 99


def test_every_command_of_the_schema_has_a_row_of_roles() -> None:
    asked = {request for request, _ in MAY_ASK}
    assert asked == {n for n in range(len(m.KIND)) if m.KIND[n] == m.KIND_COMMAND}
    assert not may_ask(m.ROLE_FLOOR, m.HELLO)


NAMED = (m.COMMAND_NAMED, 7, m.ROLE_FLOOR, "Rosa", None)
CHIPS = (m.CHIPS_ADDED, 2, 200)
NO_CHIPS = (m.INPUT_REFUSED, "chips_added", m.REFUSAL_NOT_NOW)
OWED_DONE = (m.COMMAND_DONE, 7, m.ROLE_FLOOR, 6, m.OUTCOME_DONE, None)
OWED_REFUSAL = (m.COMMAND_DONE, 7, m.ROLE_FLOOR, 6, m.OUTCOME_REFUSED, m.REFUSAL_NOT_NOW)


@pytest.mark.parametrize(
    ("lines", "owed"),
    [
        ((), None),
        ((CHIPS,), None),
        ((NAMED,), None),
        ((NAMED, CHIPS), OWED_DONE),
        ((NAMED, CHIPS, NO_CHIPS), OWED_REFUSAL),
        ((NAMED, CHIPS, OWED_DONE), None),
        ((NAMED, (m.TABLE_STARTED,), CHIPS), None),
        ((NAMED, NAMED, CHIPS, (m.LOG_HEAD, 9, bytes(32))), OWED_DONE),
    ],
    ids=["nothing", "a key's", "not done", "done", "refused", "answered", "asked anew", "later"],
)
def test_an_outcome_lost_behind_its_input_is_owed(lines: tuple, owed: tuple | None) -> None:
    door = Door(TABLE, Keys())
    door.note((m.COMMAND_DONE, 3, m.ROLE_FLOOR, 5, m.OUTCOME_DONE, None), 40)
    for seq, line in enumerate(lines, 41):
        door.note(line, seq)
    assert door.owed() == owed
