"""Cards come back by arm, shelf and shaft; each length and force they need is broken once."""

from __future__ import annotations

import copy
from math import atan, degrees
from typing import Any

import pytest

from host_tools.hardware import (
    arm_parts,
    card_budget,
    feeder_parts,
    gear_motors,
    motors,
    ways_back,
)
from host_tools.hardware.channels import channels, left_mm, rise_mm
from host_tools.hardware.source import ROOT


@pytest.fixture
def of() -> dict[str, Any]:
    return copy.deepcopy(card_budget.read())


def pull() -> gear_motors.Drive:
    return gear_motors.drive(motors.read(), "return")


def feeder() -> gear_motors.Drive:
    return gear_motors.drive(motors.read(), "feeder")


def complaints(of: dict[str, Any]) -> str:
    path = gear_motors.drive(motors.read(), "path")
    return "\n".join(ways_back.complaints(of, pull(), path.run_on_mm(of["path"]["speed"])))


def test_every_card_comes_back(of: dict[str, Any]) -> None:
    assert complaints(of) == ""


def test_a_card_comes_back_faster_on_a_smoother_floor_and_not_at_all_on_a_rough_one(
    of: dict[str, Any],
) -> None:
    smooth, worn, rough = (ways_back.arrives_back(of, mu) for mu in (0.1, 0.3, 0.5))
    assert smooth > worn > rough == 0.0
    flat = degrees(atan(0.2))
    of["tray"]["slope_degrees"] = flat - 1
    assert ways_back.arrives_back(of, 0.2) == 0.0


def test_no_gutter_leads_from_the_first_mouth_to_the_aside_tray(of: dict[str, Any]) -> None:
    """Why the arm carries what lies in the path: along a wall around the ring a card stops."""
    assert ways_back.gutter_left_mm(of) < 0


def test_a_return_is_the_sum_of_its_parts(of: dict[str, Any]) -> None:
    parts = ways_back.return_parts(of, pull())
    assert ways_back.return_ms(of, pull()) == pytest.approx(sum(parts.values()))
    assert parts["arm to the tray"] == parts["arm to place 18"] == 300
    of["tray"]["back_speed"] = 0.15
    assert ways_back.drawn_in_ms(of) == pytest.approx(92 / (0.15 * 3.4))


def test_a_return_that_takes_longer_than_promised_is_told(of: dict[str, Any]) -> None:
    told = list(ways_back.in_time(of, pull(), {"RETURN": 1950}))
    assert told == ["RETURN takes 1982 ms, 1950 are promised"]


def test_a_card_lies_on_the_shelf_with_its_other_edge_toward_the_shaft(of: dict[str, Any]) -> None:
    """From standing it is laid by 90 degrees and the slope; the fall to upright makes 180."""
    chute = channels(of)[17]
    assert chute.leans == "back"
    laid = 90 + of["shelf"]["slope_degrees"]
    assert 90 < laid < 180


@pytest.mark.parametrize(
    ("table", "key", "value", "says"),
    [
        ("tray", "slope_degrees", 18.0, "a tray's slope climbs 76 mm, 103 are wanted"),
        ("height", "rest_below", 20.0, "a tray's outer end lies 0.6 mm below the cloth"),
        ("tray", "slope_degrees", 17.0, "does not slide back from its tray at a friction of 0.33"),
        ("tray", "pawl", [1.5, 4.0, 20.0], "a tray's pawl does not hold its cards"),
        ("tray", "pawl", [3.0, 3.0, 20.0], "a tray's pawl does not hold its cards"),
        ("tray", "cards", 24, "24 cards at once do not pass a channel"),
        ("well", "lean_length", 190.0, "channel of place 11 has no room for its tray's slope"),
        ("path", "exit", 80.0, "a card stopped at the exit beam is -0.4 mm from the hoop"),
        ("path", "exit", 90.0, "is stopped at the exit beam is in the launch rollers already"),
        ("turret", "gap", 6.0, "drawn back to the entry beam is -2.2 mm from the hoop"),
        ("feed", "prefeed", 70.0, "channel of place 18 ends at radius 195, the hopper at 206"),
        ("shelf", "slope_degrees", 15.0, "a card stays on the shelf at a friction of 0.33"),
        ("shelf", "slope_degrees", 60.0, "a card on the shelf lies 12 mm beside the shaft's wall"),
        (
            "shelf",
            "step",
            16.0,
            "the wall ends 16.0 mm above the shelf: a deck lies in a card's way",
        ),
        ("chute", "length", 95.0, "a card sinks askew into the shaft: 99 mm of 95"),
        ("height", "cloth", 125.0, "the shelf reaches 125 mm up, the cloth lies at 125"),
        ("shelf", "bank", 140.0, "the wall of channel 18 lies down too soon"),
        ("card", "thickness_max", 0.5, "1.0 mm are left for the last card behind the drawn plate"),
        ("hopper", "depth", 30.0, "the drawn plate does not fit the hopper"),
        ("hopper", "pull", 27.0, "the shaft's outer wall stands over the drawn plate"),
        ("hopper", "cell_at", [204.0, 36.0, -3.0], "the load cell meets the hopper or the return"),
        ("hopper", "cell_at", [204.0, 42.0, -6.0], "the load cell lies in the base plate"),
        ("return_motor", "at", [222.0, 78.0, 10.0], "does not fit below the plate's hood"),
        ("return_motor", "slider_up", 45.0, "the slider is not at the return motor's height"),
        ("return_motor", "at", [232.0, 78.0, 20.0], "stands over the base plate's rim"),
        ("return_motor", "lever", [70.0, 15.0], "lever moves the arm's rod by 6.0 mm"),
        ("chute", "lip", 68.0, "the hood does not pass below the shelf's lip"),
        ("chute", "first", 12.0, "the shaft of 16 mm does not take a deck"),
        ("chute", "hood", [25.0, 1.0, 0.5], "hood does not close the shaft of an empty hopper"),
    ],
)
def test_each_limit_is_noticed(
    of: dict[str, Any], table: str, key: str, value: Any, says: str
) -> None:
    of[table][key] = value
    assert says in complaints(of)


def test_a_return_motor_that_cannot_hold_is_told(of: dict[str, Any]) -> None:
    geared = copy.deepcopy(motors.read())
    next(row for row in geared["gear"] if row["name"] == "return")["load_newton"] = 8.5
    weak = gear_motors.drive(geared, "return")
    told = ways_back.complaints(of, weak, 4.7)
    assert told == ["return: held it pulls 9.9 N, too little for its load"]


def test_the_page_tells_the_computed_figures(of: dict[str, Any]) -> None:
    page = (ROOT / "hardware" / "mechanics.md").read_text(encoding="utf-8")
    page = " ".join(page.split())
    friction, ways = of["path"]["friction"], [one.length for one in channels(of)]
    high, wide = of["turret"]["mouth_height"], of["turret"]["mouth_gap"]
    told = [
        f"all climb {rise_mm(of, channels(of)[0]):.0f} mm",
        f"launch rollers {ways_back.slides_back_ms(of) / 1000:.2f} s later with "
        f"{ways_back.arrives_back(of, friction):.1f} m/s (with "
        f"{ways_back.arrives_back(of, ways_back.WORN):.1f} m/s at a friction of {ways_back.WORN})",
        f"Together {ways_back.return_ms(of, pull()) / 1000:.2f} s",
        f"stops {-ways_back.gutter_left_mm(of):.0f} mm of sliding short",
        f"{left_mm(of, channels(of)[17]):.0f} mm of sliding are left at its end",
        f"behind a card, {feeder_parts.dragged_mm(of, feeder()):.0f} mm, goes home",
        f"{arm_parts.outside_grams(of) / 1000:.2f} kg outside the hub",
        f"sheet ({sum(ways) * (2 * high + wide) / 1e6:.1f} m2 of floor and walls), "
        f"{min(ways):.0f} to {max(ways):.0f} mm, bends of {of['channels']['radius']:.0f}",
        f"motor hangs {of['hoop']['foot'] + of['base']['thick'] + 76:.0f} below",
        f"the cloth lies {of['height']['cloth']:.0f} mm above",
        f"a loop of {of['arm_wires']['loop']:.0f} mm around the tube",
    ]
    for one in told:
        assert one in page
