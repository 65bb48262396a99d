"""What is cut comes out of what is bought, and the workshop's page tells the drawings' lengths."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from host_tools.hardware import arm_parts, card_budget, cut_list, outputs


@pytest.fixture
def of() -> dict[str, Any]:
    return copy.deepcopy(card_budget.read())


@pytest.fixture
def elements() -> dict[str, Any]:
    return copy.deepcopy(cut_list.read())


def test_every_piece_comes_out_of_the_stock(of: dict[str, Any], elements: dict[str, Any]) -> None:
    assert list(cut_list.complaints(of, elements)) == []


def test_a_shaft_reaches_from_below_its_roller_to_above_its_highest_wheel(
    of: dict[str, Any],
) -> None:
    long = cut_list.sums(of)
    top = arm_parts.layer_mm(of, 3) + of["arm"]["layer"]
    assert long["launch"] == top - (of["arm"]["roller_up"] - 6)
    assert long["rollers_2"] < long["rollers_1"] < long["launch"]
    of["belt"][3]["layer"] = 4
    assert cut_list.sums(of)["launch"] == long["launch"] + of["arm"]["layer"]


def test_too_little_stock_is_told(of: dict[str, Any], elements: dict[str, Any]) -> None:
    shaft = next(row for row in elements["other"] if row["what"].startswith("steel shaft"))
    shaft["count"] = 2
    told = list(cut_list.complaints(of, elements))
    assert told == ["steel shaft 3 mm: 3 lengths of 300 are wanted, 2 are bought"]


def test_a_piece_longer_than_its_stock_is_told(
    of: dict[str, Any], elements: dict[str, Any]
) -> None:
    of["arm"]["tube"][2] = 190.0
    told = list(cut_list.complaints(of, elements))
    assert told == ["tube 25 x 21 mm: 1 lengths of 100 are wanted, 1 are bought"]


def test_a_sum_nobody_makes_is_an_error(of: dict[str, Any], elements: dict[str, Any]) -> None:
    elements["cut"][0]["sum"] = "of tomorrow"
    with pytest.raises(KeyError, match="of tomorrow"):
        cut_list.cuts(of, elements)


def test_the_shopping_list_has_every_belt_and_both_its_wheels(of: dict[str, Any]) -> None:
    counts = {row["what"]: row["count"] for row in cut_list.bought(of)}
    assert sum(int(str(n)) for what, n in counts.items() if "belt GT2" in str(what)) == 7
    assert counts["GT2 wheel, 10 mm belt, 60 teeth, bore 25"] == 1
    assert counts["GT2 wheel, 6 mm belt, 20 teeth, bore 3"] == 6
    listed = (outputs.GENERATED / "bom.csv").read_text(encoding="utf-8")
    for what, count in counts.items():
        assert f"{count};{what};" in listed


@pytest.mark.parametrize(("language", "told"), [("en", "| 81.5 | 1 |"), ("it", "| 81,5 | 1 |")])
def test_the_page_tells_every_cut(
    of: dict[str, Any], elements: dict[str, Any], language: str, told: str
) -> None:
    page = cut_list.render(of, elements, language)
    assert told in page
    assert page.count("\n| ") == len(elements["cut"]) + len(of["belt"]) + 2
