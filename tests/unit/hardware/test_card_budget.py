"""The card machine's sums: each number made too large or too small once."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from host_tools.hardware import card_budget, rules
from host_tools.hardware.source import ROOT, read


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
        ("empty", "step_ms", 55, "EMPTY takes more than 180 ms"),
        ("empty", "step_ms", 40, "a step of EMPTY takes 45 ms, not 40"),
        ("empty", "push_ms", 120, "a card of EMPTY is out after 128 ms, not 120"),
        ("card", "thickness_max", 0.42, "a thick single card reads as two"),
        ("card", "thickness_min", 0.22, "two thin cards read as one"),
        ("card", "warp_max", 0.2, "a warped card does not pass"),
        ("slot", "throat", 0.6, "two cards pass the slot's throat"),
        ("slot", "inner_radius", 20.0, "do not fit a pitch of 2.33 mm"),
        ("slot", "outer_radius", 120.0, "a card is longer than its slot"),
        ("carousel", "kilograms", 1.2, "the carousel wants"),
        ("turret", "wall", 60.0, "do not fit around the turret"),
        ("turret", "radius", 140.0, "path ends at 276 mm, the mouths lie at 140"),
        ("turret", "places", 17, "18 mouths are wanted"),
        ("turret", "pitch_places", 3, "0 degrees are left for the feeder"),
        ("turret", "safety", 1.8, "the turret wants 2.01 N m"),
        ("path", "face_up", 44.0, "are not in this order"),
        ("path", "rollers", [], "between two pairs of rollers"),
        ("path", "reader", 47.0, "leading edge lies 3.0 mm inside the reader's picture"),
        ("reader", "window", [16.0, 50.0], "no picture long, or lies over the gauge"),
        ("reader", "out", 6.0, "the reader's window is no picture wide"),
    ],
)
def test_each_limit_is_noticed(
    of: dict[str, Any], table: str, key: str, value: Any, says: str
) -> None:
    of[table][key] = value
    assert says in complaints(of)


def test_launched_card_carries_less_than_a_dropped_coin(of: dict[str, Any]) -> None:
    """A 7.5 g euro that falls 20 cm brings 15 mJ."""
    assert card_budget.launch_millijoule(of) < 15


def test_pages_tell_the_computed_figures(of: dict[str, Any]) -> None:
    board = read()
    page = (ROOT / "hardware" / "README.md").read_text(encoding="utf-8")
    amps = [f"{rules.drawn_amps(board, name):.2f}" for name in ("24V", "5V", "3V3")]
    for told in (
        f"{rules.branch_pf(board, 1):.0f} pF, rises in {rules.rise_ns(board, 1):.0f} ns",
        f"{rules.sink_ma(board, 1):.2f} mA to sink",
        ", ".join(amps) + " A",
        f"| {rules.hold_up_s(board):.1f} s |",
        f"{card_budget.eject_ms(of)['landed']:.0f} ms, {card_budget.feed_ms(of):.0f} ms",
        f"one step on | {card_budget.push_ms(of):.0f} and {card_budget.step_ms(of):.0f} ms",
    ):
        assert told in page, told
    mechanics = (ROOT / "hardware" / "mechanics.md").read_text(encoding="utf-8")
    for what in ("entry beam dark", "entry beam light", "launch rollers hold", "mouth beam dark"):
        assert f"| {card_budget.eject_ms(of)[what]:.0f} | {what}" in mechanics, what
