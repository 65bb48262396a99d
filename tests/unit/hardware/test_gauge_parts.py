"""The thickness gauge tells one card from two, and each limit is broken once."""

from __future__ import annotations

import copy
from math import pi
from typing import Any

import pytest

from host_tools.hardware import card_budget, gauge_parts


@pytest.fixture
def of() -> dict[str, Any]:
    return copy.deepcopy(card_budget.read())


def complaints(of: dict[str, Any]) -> str:
    return "\n".join(gauge_parts.complaints(of))


def test_the_gauge_tells_one_card_from_two(of: dict[str, Any]) -> None:
    assert complaints(of) == ""


def test_far_away_the_magnet_is_a_dipole(of: dict[str, Any]) -> None:
    """Twice its moment over four pi and the distance cubed, from its middle."""
    of["gauge"]["gap"] = 100.0
    across, long = of["gauge"]["magnet"]
    distance = 0.1 + long / 2000
    volume = pi * (across / 2000) ** 2 * long / 1000
    field = 1000 * of["gauge"]["remanence"] * volume / (2 * pi * distance**3)
    assert gauge_parts.millitesla(of, 0.0) == pytest.approx(field, rel=0.01)


def test_what_is_thicker_than_the_feeler_gauge_reads_thicker_still(of: dict[str, Any]) -> None:
    assert gauge_parts.reads_mm(of, 0.0) == 0.0
    assert gauge_parts.reads_mm(of, 0.30) == pytest.approx(0.30)
    assert gauge_parts.reads_mm(of, 0.27) < 0.27
    assert gauge_parts.reads_mm(of, 0.33) > 0.33
    assert gauge_parts.reads_mm(of, 0.60) > 0.60


@pytest.mark.parametrize(
    ("table", "key", "value", "says"),
    [
        ("card", "thickness_max", 0.38, "mm of a thick single card: as two"),
        ("card", "thickness_min", 0.20, "mm of two thin cards: as one"),
        ("gauge", "magnet", [1.0, 1.0], "a gauge tells 0.02 mm by"),
        ("gauge", "linear_mt", 100.0, "a gauge's sensor is at its end before two cards"),
        ("gauge", "gap", 3.2, "a gauge's magnet strikes its sensor"),
        ("gauge", "newton", 0.5, "a gauge's spring holds a card"),
    ],
)
def test_each_limit_is_noticed(
    of: dict[str, Any], table: str, key: str, value: Any, says: str
) -> None:
    of[table][key] = value
    assert says in complaints(of)


@pytest.mark.parametrize("language", ["en", "it"])
def test_the_sheet_tells_what_it_reads(of: dict[str, Any], language: str) -> None:
    volts = of["gauge"]["mv_per_mt"] * gauge_parts.millitesla(of, 0.30)
    assert f": {volts:.0f} mV" in gauge_parts.gauge(of, language)
