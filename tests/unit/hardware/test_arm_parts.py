"""The arm's parts stand clear, are light enough and drive a card; belts are such as are sold."""

from __future__ import annotations

import copy
from math import pi
from typing import Any

import pytest

from host_tools.hardware import arm_drawings, arm_parts, belts, card_budget, motors


@pytest.fixture
def of() -> dict[str, Any]:
    return copy.deepcopy(card_budget.read())


def complaints(of: dict[str, Any]) -> str:
    turns = card_budget.turret_torque(of) * of["turret"]["safety"]
    found = [*arm_parts.complaints(of), *belts.complaints(of, motors.read(), turns)]
    return "\n".join(found)


def test_the_arm_fits(of: dict[str, Any]) -> None:
    assert complaints(of) == ""


def test_a_belt_around_two_like_wheels_is_twice_their_distance_and_once_round(
    of: dict[str, Any],
) -> None:
    assert belts.length_mm(of, (20, 20), 65.0) == pytest.approx(2 * 65 + 40)
    assert belts.radius(of, 20) == pytest.approx(40 / (2 * pi))
    longer = belts.length_mm(of, (51, 15), 162.92)
    assert longer == pytest.approx(2 * 162.92 + 66 + (36 / pi) ** 2 / 162.92, abs=0.05)
    assert longer == belts.length_mm(of, (15, 51), 162.92)


def test_inertia_is_the_sum_of_what_turns(of: dict[str, Any]) -> None:
    before = card_budget.arm_inertia(of)
    of["arm_part"].append({"what": "a screw", "grams": 10.0, "at": 100})
    assert card_budget.arm_inertia(of) - before == pytest.approx(1e-4)
    assert arm_parts.outside_grams(of) == pytest.approx(151.1)
    assert "the arm has 151 g outside the hub, 150 are allowed" in complaints(of)


@pytest.mark.parametrize(
    ("table", "key", "value", "says"),
    [
        ("arm_shafts", "path_motor", [38.5, 0.0], "path motor to countershaft: 150 mm, its way"),
        ("arm_shafts", "countershaft", [74.0, 0.0], "to first rollers: 200 mm, its way is 198.5"),
        ("arm_shafts", "launch", [237.0, 6.15], "shaft of launch stands at R 237.0, its rollers"),
        ("arm_shafts", "path_motor", [30.0, 0.0], "the motors of path and ejector meet"),
        ("arm_shafts", "path_motor", [46.0, 0.0], "layer 3 meets the path's motor"),
        ("arm_shafts", "path_motor", [33.0, 0.0], "path's motor passes the bridge with 12.5"),
        ("arm_shafts", "ejector_motor", [14.0, 10.0], "the ejector's motor meets the hub's tube"),
        ("arm_shafts", "ejector_motor", [60.0, 25.0], "meets the ejector's motor"),
        ("arm_shafts", "finger", [2.0, -9.0], "the ejector's wheels want 33.0 mm"),
        ("arm_shafts", "finger", [-14.0, -9.0], "the ejector's wheel reaches 47.1 mm"),
        ("arm", "plate_up", 71.0, "the hoop ends at 72.0, the plate begins at 71.0"),
        ("arm", "layer_up", 82.0, "the plate ends at 82.0, the first belt begins at 82.0"),
        ("arm", "path_motor_up", 102.0, "path's motor ends at 144.0, the turret's belt begins"),
        ("arm", "bridge_up", 123.0, "the ejector's motor ends at 124.0"),
        ("arm", "bridge_up", 127.0, "the bridge ends at 143.0, the turret's wheel begins"),
        ("height", "cloth", 160.0, "the lid ends at 163.0, the cloth begins at 160.0"),
        ("arm", "tube", [25.0, 21.0, 159.0], "the tube ends at 163.0, the lid begins at 162.0"),
        ("arm", "rod", [-16.0, 88.0, 3.0], "the rod meets the wheel of countershaft in layer 1"),
        ("arm", "rod", [-16.0, 102.0, 3.0], "the rod meets the wheel of countershaft in layer 3"),
        ("arm", "rod", [16.0, 95.0, 3.0], "the rod meets the motor at ejector_motor"),
        ("arm", "rod", [-12.0, 95.0, 3.0], "the rod meets the tube"),
        ("ring", "lever", [282.0, -16.0, 88.0], "levers are not where the arm's rod comes"),
        ("ejector", "rack", 4.0, "the finger's rack does not lie at its pinion"),
        ("ejector", "finger", [40.0, 24.0], "tip stands in the drum while it turns"),
        ("ejector", "finger", [37.0, 24.0], "the finger leaves a card 3.1 mm before the first"),
        ("arm", "reader_room", 140.0, "the reader comes to the shelf"),
        ("arm", "bridge_ring", 56.0, "the path's motor meets the bridge's ring"),
        ("arm", "post", [150.0, 50.0], "the arm comes to the bridge's post"),
        ("arm", "turret_motor", [52.0, 56.4], "the arm comes to the turret's motor"),
        ("arm_code", "rim_deep", 15.0, "the drum ends at 66.0, the code's rims begins at 65.0"),
        ("arm", "floor", 3.5, "the path's floor meets the hoop's screws"),
        ("ejector", "blade", [1.9, 20.0, 46.0], "the finger's blade does not fit a slot"),
        ("ejector", "rack_teeth", 28, "the finger's rack does not lie at its pinion"),
        ("ejector", "rack", 5.0, "the finger's rack lies far beside its slot"),
        ("arm", "roller", 19.0, "the reader's window begin at 18.0 along the path"),
        ("path", "exit", 81.0, "the exit beam begin at 79.5 along the path"),
        ("path", "face_up", 66.0, "the second rollers begin at 68.0"),
        ("arm", "roller_up", 32.0, "the rollers reach into the reader's window"),
        ("arm", "half", 26.0, "the arm is wider or longer than it is reckoned with"),
        ("arm", "slip_newton", 0.9, "the path's rollers slip on the card before their hubs do"),
        ("arm", "slip_newton", 0.04, "a slip hub of 0.04 N does not drive a card"),
        ("arm", "launch_newton", 1.5, "the launch rollers want 1.33 N of grip"),
        ("belts", "mesh", 5, "belt from path motor to countershaft: 4.3 teeth hold it"),
        ("belts", "newton_per_mm", 7.0, "axis to turret motor: pulled with 76 N, 70 are"),
        ("belts", "sold", [180], "first to second rollers: nobody sells one of 170 mm"),
    ],
)  # fmt: skip
def test_each_limit_is_noticed(
    of: dict[str, Any], table: str, key: str, value: Any, says: str
) -> None:
    of[table][key] = value
    assert says in complaints(of)


def test_a_belt_has_the_teeth_with_which_its_motor_is_reckoned(of: dict[str, Any]) -> None:
    of["belt"][0]["teeth"] = [15, 60]
    said = "path motor to countershaft: [15, 60] teeth, [12, 60] are reckoned with"
    assert said in complaints(of)


def test_two_wheels_of_one_layer_that_meet_are_told(of: dict[str, Any]) -> None:
    of["belt"][3]["layer"] = 1
    assert "wheels of rollers_2 and launch meet" not in complaints(of)
    of["belt"][2]["teeth"] = [60, 60]
    assert "wheels of rollers_2 and launch meet: 18.0 mm apart" in complaints(of)


@pytest.mark.parametrize("language", ["en", "it"])
def test_the_sheets_name_every_belt_of_the_arm(of: dict[str, Any], language: str) -> None:
    drawn = arm_drawings.above(of, language) + arm_drawings.hub(of, language)
    for row in of["belt"]:
        if "feeder" not in row["shafts"][0]:
            assert f"{row['length']}" in drawn, row["name"]
