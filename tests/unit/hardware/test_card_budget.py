"""The card machine's sums: each number made too large or too small once."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from host_tools.hardware import card_budget


@pytest.fixture
def of() -> dict[str, Any]:
    return copy.deepcopy(card_budget.read())


def complaints(of: dict[str, Any]) -> str:
    return "\n".join(card_budget.complaints(of, card_budget.promised_ms()))


def test_contract_promises_the_times_that_are_checked() -> None:
    promised = card_budget.promised_ms()
    assert promised["EJECT"] == 500
    assert promised["FEED"] == 340
    assert set(promised) >= {"HOME", "RETURN", "COLLECT", "EMPTY"}


def test_revision_a_fits_its_contract(of: dict[str, Any]) -> None:
    assert complaints(of) == ""


@pytest.mark.parametrize(
    ("table", "key", "value", "says"),
    [
        ("path", "speed", 0.6, "darkens the entry beam for 150 ms"),
        ("path", "ejector_ms", 60, "EJECT takes 523 ms"),
        ("path", "reader", 60.0, "launched before its first look is decided"),
        ("path", "nip", 85.0, "pull a card whose length is still being measured"),
        ("path", "launch_speed", 1.5, "a launched card slides 573 mm"),
        ("feed", "speed", 1.5, "FEED takes 362 ms"),
        ("empty", "step_ms", 40, "EMPTY takes more than 150 ms"),
        ("card", "thickness_max", 0.42, "a thick single card reads as two"),
        ("card", "thickness_min", 0.22, "two thin cards read as one"),
        ("card", "warp_max", 0.2, "a warped card does not pass"),
        ("slot", "throat", 0.6, "two cards pass the slot's throat"),
        ("slot", "inner_radius", 20.0, "do not fit a pitch of 2.33 mm"),
        ("slot", "outer_radius", 120.0, "a card is longer than its slot"),
        ("carousel", "kilograms", 1.2, "the carousel wants"),
        ("turret", "radius", 90.0, "do not fit around the turret"),
    ],
)
def test_each_limit_is_noticed(
    of: dict[str, Any], table: str, key: str, value: float, says: str
) -> None:
    of[table][key] = value
    assert says in complaints(of)


def test_launched_card_carries_less_than_a_dropped_coin(of: dict[str, Any]) -> None:
    """A 7.5 g euro that falls 20 cm brings 15 mJ."""
    assert card_budget.launch_millijoule(of) < 15
