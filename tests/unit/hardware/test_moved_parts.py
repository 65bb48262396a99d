"""What turns with a motor is no more than the motor is reckoned with."""

from __future__ import annotations

import copy
from math import pi
from typing import Any

import pytest

from host_tools.hardware import card_budget, motors, moved_parts


@pytest.fixture
def of() -> dict[str, Any]:
    return copy.deepcopy(card_budget.read())


def complaints(of: dict[str, Any]) -> str:
    return "\n".join(moved_parts.complaints(of, motors.read()))


def test_every_motor_moves_what_it_is_reckoned_with(of: dict[str, Any]) -> None:
    assert complaints(of) == ""


def test_a_small_wheel_is_a_disc_and_a_large_one_a_rim(of: dict[str, Any]) -> None:
    of["wheels"] |= {"rim": 4.0, "grams_cm3": 1.0}
    disc = pi * 3.0**2 * 10 / 1000
    assert moved_parts.rim_gcm2(of, 3.0, 10.0) == pytest.approx(disc * 0.09 / 2)
    rim = pi * (20**2 - 16**2) * 10 / 1000
    assert moved_parts.rim_gcm2(of, 20.0, 10.0) == pytest.approx(rim * (4.0 + 2.56) / 2)


@pytest.mark.parametrize(
    ("table", "key", "value", "says"),
    [
        ("wheels", "grams_cm3", 2.7, "path: 66.1 g cm2 turn with it, 60.0 are reckoned with"),
        ("arm", "roller_grams", 6.0, "path: 63.2 g cm2 turn with it"),
        ("feeder", "roller_grams", 9.0, "feeder: 15.5 g cm2 turn with it, 15.0 are"),
        ("ejector", "finger_grams", 18.0, "ejector: 53.6 g cm2 turn with it, 50.0 are"),
    ],
)
def test_each_limit_is_noticed(
    of: dict[str, Any], table: str, key: str, value: Any, says: str
) -> None:
    of[table][key] = value
    assert says in complaints(of)
