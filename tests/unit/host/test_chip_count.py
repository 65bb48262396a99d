"""Chips that came to a table are those that left it and those that lie there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from firmware.schema import messages as m
from host_tools.sim.chip_count import ChipCount
from host_tools.sim.evening import Evening
from host_tools.store import LineStore
from tests.log_lines import lines_of

if TYPE_CHECKING:
    from pathlib import Path

SIT = [(m.SEAT_TAKEN, 1, 1000, "Ada"), (m.SEAT_TAKEN, 2, 1000, "Bruno")]
START = (m.HAND_STARTED, 1, 1, (1, 2), (1000, 1000))


def counted(*messages: tuple[Any, ...]) -> tuple[int, int, int]:
    count = ChipCount()
    for message in (*SIT, *messages):
        count.take(message)
    return count.came, count.left, count.on_table


@pytest.mark.parametrize(
    ("messages", "came", "left"),
    [
        ([(m.CHIPS_ADDED, 1, 500)], 2500, 0),
        ([(m.STACK_SET, 1, 1200, "Rosa", "a blue one")], 2200, 0),
        ([(m.STACK_SET, 1, 100, "Rosa", "a nought")], 2000, 900),
        ([(m.CHIPS_CASHED, 2, 1000, "Rosa")], 2000, 1000),
        ([(m.SEAT_LEFT, 2)], 2000, 1000),
        ([(m.PLAYER_SEATED, 3, "Carla"), (m.CHIPS_ADDED, 3, 700)], 2700, 0),
        ([(m.AWARD_REVERSED, 1, 2, 300, "Rosa")], 2000, 0),
    ],
)
def test_whatever_moves_chips_between_hands_comes_out(
    messages: list[tuple[Any, ...]], came: int, left: int
) -> None:
    assert counted(*messages) == (came, left, came - left)


@pytest.mark.parametrize(
    "message",
    [(m.SEAT_TAKEN, 1, 50, "Eve"), (m.SEAT_LEFT, 1), (m.CHIPS_ADDED, 1, 50),
     (m.STACK_SET, 1, 50, "Rosa", "no"), (m.CHIPS_CASHED, 1, 1000, "Rosa"),
     (m.AWARD_REVERSED, 1, 2, 50, "Rosa")],
)  # fmt: skip
def test_what_the_table_refuses_moves_nothing(message: tuple[Any, ...]) -> None:
    refused = (m.INPUT_REFUSED, m.NAMES[message[0]], m.REFUSAL_NOT_NOW)
    assert counted(message, (m.LOG_HEAD, 1, bytes(32), None), refused) == (2000, 0, 2000)


def test_who_leaves_a_running_hand_takes_what_is_left_at_its_end() -> None:
    end = (m.HAND_FINISHED, 1, (1, 2), (1040, 950))
    played = counted(START, (m.SEAT_LEFT, 2), (m.RAKE_TAKEN, 0, 10), end)
    assert played == (2000, 960, 1040)
    voided = counted(START, (m.SEAT_LEFT, 2), (m.HAND_VOIDED, 1, "Rosa"))
    assert voided == (2000, 1000, 1000)


def test_chips_that_a_table_loses_in_a_hand_are_missing() -> None:
    came, left, there = counted(START, (m.HAND_FINISHED, 1, (1, 2), (1000, 990)))
    assert came - left - there == 10


def test_an_evening_at_which_somebody_buys_and_is_paid_out_has_the_right_sums(
    tmp_path: Path,
) -> None:
    store = LineStore(tmp_path / "lines.sqlite3")
    evening = Evening([], tmp_path, store)
    bought = [(m.PLAYER_SEATED, 3, "Carla"), (m.CHIPS_ADDED, 3, 700)]
    end = (m.HAND_FINISHED, 1, (1, 2), (1050, 950))
    for line in lines_of([*SIT, *bought, START, end, (m.CHIPS_CASHED, 3, 700, "Rosa")]):
        evening._line(line)
    evening._count("MZ-1", bytes(8))
    sums = evening.sums
    assert (sums.chips_in, sums.chips_out, sums.hands) == (2700, 2700, 1)
    assert evening.finished[0].stacks == {1: 1050, 2: 950, 3: 700}
    assert sums.are_right()
    store.close()
