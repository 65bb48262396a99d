"""The ring of mouths fits between arm, base plate and channels; each limit is broken once."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from host_tools.hardware import (
    cables,
    card_budget,
    machine_parts,
    perfboard,
    ring_drawings,
    sensors,
)


@pytest.fixture
def of() -> dict[str, Any]:
    return copy.deepcopy(card_budget.read())


def complaints(of: dict[str, Any]) -> str:
    found = list(ring_drawings.complaints(of))
    return "\n".join(found + machine_parts.complaints(of, perfboard.read(), cables.read()[0]))


def test_the_ring_fits(of: dict[str, Any]) -> None:
    assert complaints(of) == ""


def test_a_screw_stands_half_way_between_each_two_mouths(of: dict[str, Any]) -> None:
    radius, angles = machine_parts.ring_screws(of)
    assert len(angles) == 17
    assert radius == 287.0
    step = 2 * 360 / 54
    assert angles == pytest.approx([(at + 0.5) * step for at in range(17)])


@pytest.mark.parametrize(
    ("table", "key", "value", "says"),
    [
        ("arm", "end", 274.0, "the arm ends 2.0 mm before the ring of mouths"),
        ("base", "radius", 295.0, "the ring of mouths reaches over the base plate"),
        ("ring", "beam_behind", 30.0, "between two mouths are 64 mm, beams and screw want more"),
        ("ring", "beam_up", 62.0, "a mouth's beam does not meet a card"),
        ("ring", "beam_out", 6.0, "lies more than a millisecond behind its face"),
        ("ring", "lever", [302.0, -16.0, 95.0], "the levers do not stand at the ring"),
        ("tray", "tappet", 2.0, "the arm's rod reaches R 276, the levers stand at 282"),
        ("ring", "screw", [150.0, 3.2], "a screw of the ring at"),
    ],
)
def test_each_limit_is_noticed(
    of: dict[str, Any], table: str, key: str, value: Any, says: str
) -> None:
    of[table][key] = value
    assert says in complaints(of)


def test_the_levers_are_where_the_arms_rod_comes(of: dict[str, Any]) -> None:
    """Only the trays' mouths have one, and the sheet names them."""
    assert "11, 12, 13, 14, 15, 17" in ring_drawings.ring(of, "en")
    assert of["ring"]["lever"][1:] == of["arm"]["rod"][:2]


def test_the_stop_lets_the_arm_stand_where_the_program_expects_it(of: dict[str, Any]) -> None:
    why = next(row["why"] for row in sensors.read()["sense"] if row["name"] == "turret_home")
    assert f"{of['ring']['stop_degrees']:.0f} degrees before its stop" in why
    beside, radius = ring_drawings.stop_face(of)
    assert radius == of["arm"]["end"]
    assert beside - of["arm"]["half"] == pytest.approx(9.4, abs=0.05)
