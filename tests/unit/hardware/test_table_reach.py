"""The box's cables reach, and each limit broken once."""

from __future__ import annotations

import copy
from dataclasses import replace
from typing import Any

import pytest

from host_tools.hardware import cables, card_budget, perfboard, table_reach
from host_tools.hardware.source import read


def complaints(runs: dict[str, float], cable: dict[str, float], box: Any = None) -> str:
    board = read()
    runs = {run.name: run.metres for run in board.runs} | runs
    board = replace(board, runs=[replace(run, metres=runs[run.name]) for run in board.runs])
    every = [replace(one, metres=cable.get(one.name, one.metres)) for one in cables.read()[0]]
    of = copy.deepcopy(card_budget.read())
    if box is not None:
        of["table"]["box"] = box
    return "\n".join(table_reach.complaints(of, board, perfboard.read(), every))


def test_every_cable_of_the_box_reaches() -> None:
    assert complaints({}, {}) == ""


@pytest.mark.parametrize(
    ("runs", "cable", "box", "says"),
    [
        ({"panel2": 1.1}, {}, None, "panel 2 is 1218 mm from the box"),
        ({"panel3": 0.6}, {}, None, "panel 3 is"),
        ({"card_machine": 0.3}, {}, None, "cable card_machine:"),
        ({}, {"motor_supply": 0.3}, None, "cable motor_supply:"),
        ({}, {"well": 0.4}, None, "well 5 is 4"),
        ({}, {}, [0, 400, -150], "cable card_machine:"),
        ({}, {}, [400, 40, -150], "panel 2 is"),
    ],
)
def test_a_cable_that_is_too_short_is_noticed(
    runs: dict[str, float], cable: dict[str, float], box: Any, says: str
) -> None:
    assert says in complaints(runs, cable, box)


def test_a_panel_sits_on_the_rail_between_its_seats() -> None:
    of = card_budget.read()
    assert table_reach.panel(of, 3) == pytest.approx((0.0, 590.0), abs=0.5)
    x, y = table_reach.panel(of, 2)
    assert (x, y) == pytest.approx((-table_reach.panel(of, 4)[0], table_reach.panel(of, 4)[1]))
