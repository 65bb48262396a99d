"""One card into its slot in time, the next one left at home; each limit is broken once."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from host_tools.hardware import card_budget, feeder_parts, gear_motors, motors


@pytest.fixture
def of() -> dict[str, Any]:
    return copy.deepcopy(card_budget.read())


def feeder() -> gear_motors.Drive:
    return gear_motors.drive(motors.read(), "feeder")


def complaints(of: dict[str, Any]) -> str:
    return "\n".join(feeder_parts.complaints(of, feeder()))


def test_the_feeder_takes_one_card_in_time(of: dict[str, Any]) -> None:
    assert complaints(of) == ""


def test_a_card_that_is_let_go_early_takes_longer_than_one_driven_all_the_way(
    of: dict[str, Any],
) -> None:
    of["feeder"]["pair"] = 190.0
    early, _ = feeder_parts.stroke_s(of, feeder())
    assert early > feeder().way_s(of["feed"]["stroke"])


def test_a_stronger_brake_leaves_the_next_card_nearer_to_home(of: dict[str, Any]) -> None:
    weak = feeder_parts.dragged_mm(of, feeder())
    of["feeder"]["brake_newton"] += 0.1
    assert 0 < feeder_parts.dragged_mm(of, feeder()) < weak


@pytest.mark.parametrize(
    ("table", "key", "value", "says"),
    [
        ("feeder", "gauge", 189.0, "hopper, gauge, gate and pair of the feeder are not in this"),
        ("feeder", "pair", 145.0, "the feeder's pair of rollers meets the hoop"),
        ("card", "length", 40.5, "a card of the feeder lies between gate and pair"),
        ("feeder", "motor", [138.0, -80.0], "the motors of feeder and turret stand 36 mm apart"),
        ("feeder", "motor_up", 30.0, "the feeder's motor ends at 72, its belt lies at 84"),
        ("feeder", "belts_up", 60.0, "the feeder's belts lie before a card"),
        ("feeder", "gate_gap", 0.45, "a warped card does not pass the feeder's gate"),
        ("feeder", "gate_gap", 0.56, "two cards pass the feeder's gate"),
        ("hopper", "press_newton", 0.2, "the press plate's 0.2 N do not move a deck"),
        (
            "feeder",
            "slip_newton",
            0.28,
            "pick roller's 0.28 N do not move a card that 0.30 N hold",
        ),
        ("feeder", "slip_newton", 0.45, "the pick roller slips on the card before its hub does"),
        ("feeder", "grip_newton", 0.5, "the pair does not pull a card out of pick roller and"),
        ("feeder", "roller_gcm2", 4.0, "mm, to the feeder's pair"),
        ("feeder", "back_ms", 20, "20 ms backward bring the next card 19 of 24 mm home"),
        ("feeder", "pair", 180.0, "feeder: the pair's stroke takes"),
    ],
)
def test_each_limit_is_noticed(
    of: dict[str, Any], table: str, key: str, value: Any, says: str
) -> None:
    of[table][key] = value
    assert says in complaints(of)
