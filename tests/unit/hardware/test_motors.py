"""The steppers: what a driver's setting gives, and each limit broken once."""

from __future__ import annotations

import copy
from dataclasses import replace
from typing import Any

import pytest

from host_tools.hardware import card_budget, motors
from host_tools.hardware.source import ROOT, read


@pytest.fixture
def of() -> dict[str, Any]:
    return copy.deepcopy(motors.read())


def complaints(of: dict[str, Any], needed: float = 0.0, load: float = 5.5) -> str:
    board = read()
    loads = [
        replace(one, amps=load) if one.name.startswith(motors.MOTOR_LOAD) else one
        for one in board.loads
    ]
    mechanics = card_budget.read()
    told = motors.complaints(of, mechanics, {"carousel": needed}, replace(board, loads=loads))
    return "\n".join(told)


def test_revision_a_turns_what_the_mechanics_want(of: dict[str, Any]) -> None:
    assert complaints(of, card_budget.carousel_torque(card_budget.read())) == ""


def test_slow_motor_has_the_current_that_was_set(of: dict[str, Any]) -> None:
    motor = of["stepper"][0] | {"rpm": 20}
    assert motors.peak_amps(of, motor) == motors.set_amps(of, motor) == 3.76
    assert motors.torque(of, motor) == pytest.approx(1.9 * 3.76 / (2.8 * 2**0.5))


def test_supply_that_does_not_suffice_lowers_the_current_until_nothing_is_left(
    of: dict[str, Any],
) -> None:
    amps = [motors.peak_amps(of, of["stepper"][0] | {"rpm": rpm}) for rpm in range(100, 1500, 100)]
    assert amps == sorted(amps, reverse=True)
    assert amps[0] == 3.76
    assert amps[-1] == 0.0


@pytest.mark.parametrize(
    ("at", "key", "value", "says"),
    [
        (0, "peak", "off off off", "carousel: set to 4.20 A, its winding bears 2.8 A"),
        (0, "peak", "off on", "carousel: the driver has no such step"),
        (1, "pulses", "on on on on", "turret: the driver has no such step"),
        (0, "henry", 0.0075, "carousel: 1.17 N m at 200 rpm, not 1.60"),
        (0, "peak", "on on off", "carousel: 1.36 N m at 200 rpm, not 1.60"),
        (0, "rpm", 400, "N m at 400 rpm, not 1.60"),
        (0, "standstill", "on", "carousel: 72 K above the room, 35 are allowed"),
    ],
)
def test_each_setting_is_noticed(
    of: dict[str, Any], at: int, key: str, value: object, says: str
) -> None:
    of["stepper"][at][key] = value
    assert says in complaints(of)


def test_supply_outside_the_drivers_limits_is_noticed(of: dict[str, Any]) -> None:
    of["supply"]["volts"] = 19.0
    assert complaints(of) == "the drivers want 20 to 50 V, not 19.0 V"


def test_load_that_does_not_cover_both_motors_is_noticed(of: dict[str, Any]) -> None:
    assert "motors take 5.46 A, board.toml says 2.40 A" in complaints(of, load=2.4)


def test_drivers_that_hold_are_reckoned_beside_the_motors_that_start(of: dict[str, Any]) -> None:
    """The supply of the steppers stays on while feeder, ejector and path work."""
    assert motors.rest_amps(of) == pytest.approx(0.78, abs=0.01)
    of["driver"]["rest_share"] = 1.0
    assert "motors take 6.50 A, board.toml says 5.50 A" in complaints(of)


def test_motor_that_is_held_with_more_current_gets_too_warm(of: dict[str, Any]) -> None:
    of["driver"]["rest_share"] = 0.7
    assert "turret: " in complaints(of)
    assert "K above the room" in complaints(of)


def test_motor_that_brakes_into_the_supply_is_noticed(of: dict[str, Any]) -> None:
    assert "carousel: braking it gives 0.2 J back to the supply" in complaints(of, needed=2.1)


def test_inputs_with_too_little_current_are_noticed(of: dict[str, Any]) -> None:
    of["driver"]["input_ma_min"] = 12
    assert "the drivers' inputs get 11.1 mA" in complaints(of)


def test_readme_tells_the_computed_torque(of: dict[str, Any]) -> None:
    carousel, turret = of["stepper"]
    amps = motors.supply_amps(of, motors.wanted(card_budget.read()))
    page = (ROOT / "hardware" / "README.md").read_text(encoding="utf-8")
    told = (
        f"{motors.set_amps(of, carousel):.2f} A | {motors.torque(of, carousel):.2f} N m at"
        f" {carousel['rpm']} rpm, {motors.torque(of, turret):.2f} N m at {turret['rpm']} rpm,"
        f" together {amps:.2f} A |"
    )
    assert told in page
