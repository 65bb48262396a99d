"""Cables of the machine that reach, and each limit broken once."""

from __future__ import annotations

import copy
from dataclasses import replace
from typing import Any

import pytest

from host_tools.hardware import cables, card_budget, perfboard, reach, sensors
from host_tools.hardware.source import read

SHEETS = perfboard.read()


def complaints(change: tuple[str, dict[str, Any]] | None = None, **tables: Any) -> str:
    every, _ = cables.read()
    if change is not None:
        every = [replace(one, **change[1]) if one.name == change[0] else one for one in every]
    of, sensed = copy.deepcopy(card_budget.read()), copy.deepcopy(sensors.read())
    of["arm_wires"] |= tables.get("arm_wires", {})
    sensed["bus"] |= tables.get("bus", {})
    return "\n".join(reach.complaints(of, sensed, SHEETS, every))


def test_every_cable_of_the_machine_reaches() -> None:
    assert complaints() == ""


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (("sensors", {"metres": 0.2}), "cables.toml cuts the sensors' row [0.2, 0.15,"),
        (("sensor_row", {"lots": ((7, 0.3),)}), "cables.toml cuts the sensors' row [0.3, 0.3,"),
        (("sensor_row", {"lots": ((7, 0.3),)}), "cable sensor_row: 994 mm to the arm"),
        (("beam", {"metres": 0.5}), "cable beam: 7"),
        (("reader", {"metres": 0.5}), "cable reader: 678 mm to the arm"),
        (("sensor", {"lots": ((62, 0.4), (18, 0.6), (16, 1.2))}), "[61, 18, 17] are wanted"),
        (("sensor", {"lots": ((61, 0.4), (18, 0.4), (17, 1.2))}), "mouth 18 is 440 mm from"),
        (("sensor", {"lots": ((61, 0.4), (18, 0.6), (17, 1.0))}), "lies 3 is 1174 mm from"),
    ],
)
def test_a_cable_that_is_too_short_or_cut_otherwise_is_noticed(
    change: tuple[str, dict[str, Any]], says: str
) -> None:
    assert says in complaints(change)


def test_a_bus_reckoned_with_other_lengths_is_noticed() -> None:
    row = [0.30, 0.15, 0.15, 0.15, 0.30, 0.20, 0.30, 0.30]
    assert "sensors.toml reckons" in complaints(bus={"cable_m": row})


def test_a_longer_loop_is_noticed() -> None:
    assert "cable beam:" in complaints(arm_wires={"loop": 200.0})


def test_a_page_tells_how_many_of_which_length() -> None:
    board = read()
    every = {one.name: one for one in cables.read()[0]}
    assert every["sensor"].told_lengths(board) == "61 x 0.40 m, 18 x 0.60 m, 17 x 1.20 m"
    assert every["sensor"].pieces(board) == 96
    assert every["sensor"].metres_together(board) == pytest.approx(55.6)
