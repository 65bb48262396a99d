"""The machine's parts fit each other, and each thing two parts share is broken once."""

from __future__ import annotations

import copy
from math import hypot, radians, tan
from typing import Any

import pytest

from host_tools.hardware import cables, card_budget, machine_parts, part_drawings, perfboard


@pytest.fixture
def of() -> dict[str, Any]:
    return copy.deepcopy(card_budget.read())


def complaints(of: dict[str, Any]) -> str:
    return "\n".join(machine_parts.complaints(of, perfboard.read(), cables.read()[0]))


def test_the_parts_fit_each_other(of: dict[str, Any]) -> None:
    assert complaints(of) == ""


def test_a_beam_goes_through_both_holes_that_are_drilled_for_it(of: dict[str, Any]) -> None:
    """From the hole in the plate to that in the hoop, in the direction that is told."""
    lamp, receiver = of["slot_beam"]["lamp"], of["slot_beam"]["receiver"]
    radius, beside = machine_parts.lamp_hole(of)
    assert radius == pytest.approx(hypot(lamp[0], lamp[2]))
    assert radius * tan(radians(beside)) == pytest.approx(-lamp[2], abs=0.1)
    clockwise, height = machine_parts.receiver_hole(of)
    assert clockwise < 0
    assert lamp[1] < height < receiver[1]
    up, aside = machine_parts.beam_angles(of)
    way = of["hoop"]["radius"] - lamp[0]
    assert lamp[2] + way * tan(radians(aside)) == pytest.approx(
        of["hoop"]["radius"] * tan(radians(-clockwise)), abs=0.2
    )
    assert lamp[1] + way / 0.8517 * tan(radians(up)) == pytest.approx(height, abs=0.2)


def test_the_arms_code_is_the_place_before_each_mouth_and_nothing_between(
    of: dict[str, Any],
) -> None:
    step = 2 * 360 / 54
    told = [machine_parts.read_code(of, at * step) for at in range(18)]
    assert told == of["turret"]["mouths"]
    assert {machine_parts.read_code(of, (at + 0.2) * step) for at in range(17)} == {0}


def test_the_hoop_is_slit_before_every_mouth_and_the_feeder(of: dict[str, Any]) -> None:
    slits = machine_parts.slits(of)
    assert len(slits) == 19
    assert slits[0] == 0
    assert slits[-1] == pytest.approx(44 / 54 * 360)


@pytest.mark.parametrize(
    ("table", "key", "value", "says"),
    [
        ("hoop", "slit", 8.0, "a beam's hole lies 5.8 mm from a slit"),
        ("hoop", "slit_height", 60.0, "the hoop's holes or slits do not fit a card"),
        ("hoop", "foot", 3.0, "the lamps stand below the base plate's upper side"),
        ("slot", "wall", 4.3, "slots are 0.35 mm wide, their throats 0.5 mm"),
        ("hoop", "tab_first", 37.0, "a screw of the hoop at 37 degrees meets one of sensors 4"),
        ("base", "radius", 250.0, "sensors 1 reaches beyond the base plate"),
        ("base", "inside", 145.0, "sensors 1 is nearer to the axis than 145 mm"),
        ("arm_code", "first_degrees", 240.0, "the arm comes where its forks stand"),
        ("stop", "reach", 48.0, "the stop stands in the reader's picture"),
        ("stop", "beside", 0.0, "the stop's leg stands in the reader's picture"),
        (
            "stop",
            "beside",
            16.0,
            "the stop's leg stands in the reader's picture, or in the rollers",
        ),
        ("stop", "thick", 4.8, "the stop's foot does not fit into the entry beam's fork"),
        ("arm_code", "flag_degrees", 14.0, "the arm's code tells"),
        ("arm_code", "flag_degrees", 0.5, "a flag of the arm's code is 0.5 mm wide"),
    ],
)
def test_each_limit_is_noticed(
    of: dict[str, Any], table: str, key: str, value: Any, says: str
) -> None:
    of[table][key] = value
    assert says in complaints(of)


def test_boards_that_overlap_or_are_too_far_are_noticed(of: dict[str, Any]) -> None:
    of["mounted"][2]["degrees"] = 210.0
    assert "sensors 1 and sensors 2 overlap below the base plate" in complaints(of)
    driver = next(row for row in of["mounted"] if row["name"] == "DM542T carousel")
    driver["degrees"] = 90.0
    assert "DM542T carousel is 396 mm" not in complaints(of)
    driver["inner"] = 170.0
    assert "mm from the interface, its cable is shorter" in complaints(of)


def test_screws_of_a_board_are_those_of_its_perforated_board(of: dict[str, Any]) -> None:
    interface = machine_parts.mounted(of, perfboard.read())[0]
    first, _, _, last = interface.holes()
    across, along = interface.screws or (0.0, 0.0)
    assert hypot(first[0] - last[0], first[1] - last[1]) == pytest.approx(hypot(across, along))
    assert interface.across - across == pytest.approx(3 * 2.54)


@pytest.mark.parametrize("name", sorted(part_drawings.SHEETS))
def test_a_part_says_what_is_free_and_that_nobody_made_it(of: dict[str, Any], name: str) -> None:
    for language, free, made in (("en", "Free: ", "nobody has"), ("it", "Liberi: ", "nessuno.")):
        svg = part_drawings.SHEETS[name](of, perfboard.read(), language)
        assert free in svg
        assert made in svg


def test_the_base_plates_sheet_tells_each_kind_of_hole_its_own_angle(of: dict[str, Any]) -> None:
    svg = part_drawings.base(of, perfboard.read(), "en")
    _, beside = machine_parts.lamp_hole(of)
    assert f"each {beside:.2f} degrees clockwise of its slot" in svg
    assert f"{of['arm']['turret_motor'][0]:.0f} degrees toward mouth 1" in svg
    assert f"{of['arm']['post'][1]:.0f} degrees toward mouth 18" in svg
