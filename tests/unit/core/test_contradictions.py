"""Two house rules that cannot stand together are refused, whichever comes last."""

from __future__ import annotations

from itertools import product

import pytest

from firmware.core import contradictions
from firmware.schema import messages as m
from firmware.schema import settings as s
from tests.table_driver import TableDriver

ROWS = (
    ("ante", "25", "ante_mode", "none", "all"),
    ("deal_to_absent", "yes", "sit_out", "skip", "post"),
    ("straddle", "every_hand", "game", "tournament", "cash"),
    ("straddle", "by_choice", "game", "tournament", "cash"),
    ("rake_permille", "50", "game", "tournament", "cash"),
    ("board_claim", "announce", "show", "all_up", "aggressor_first"),
    ("time_bank_seconds", "30", "action_seconds", "0", "20"),
    ("rake_cap", "10", "rake_unit", "25", "10"),
)
"""A setting and its value, another, the value that contradicts it and one that does not."""

PROFILES = range(len(s.PROFILE_WORDS))


def driver_with(name: str, value: str) -> TableDriver:
    driver = TableDriver()
    assert driver.set(name, value) == 0
    return driver


@pytest.mark.parametrize(("name", "value", "other", "against", "fitting"), ROWS)
def test_the_second_of_two_is_refused_and_nothing_changes(
    name: str, value: str, other: str, against: str, fitting: str
) -> None:
    driver = driver_with(other, against)
    before = driver.table.snapshot()
    assert driver.set(name, value) == m.REFUSAL_SETTINGS_CONTRADICT
    assert driver.table.snapshot() == before
    driver = driver_with(other, fitting)
    assert driver.set(name, value) == 0
    before = driver.table.snapshot()
    assert driver.set(other, against) == m.REFUSAL_SETTINGS_CONTRADICT
    assert driver.table.snapshot() == before


def test_every_row_of_the_table_is_tried_here() -> None:
    pairs = {(s.NAMES[row[0]], s.NAMES[row[3]]) for row in contradictions.PAIRS}
    pairs |= {(s.NAMES[one], s.NAMES[other]) for one, other in contradictions.AT_LEAST}
    assert {(row[0], row[2]) for row in ROWS} == pairs


@pytest.mark.parametrize("profile", PROFILES)
def test_every_rule_set_stands_by_itself(profile: int) -> None:
    assert contradictions.contradiction(s.DEFAULTS[profile]) is None


def test_from_any_rule_set_to_any_other_there_is_an_order_of_changes() -> None:
    for start, end in product(PROFILES, repeat=2):
        driver = TableDriver(start)
        wanted = s.DEFAULTS[end]
        left = [one for one in range(1, len(s.NAMES)) if driver.table.settings[one] != wanted[one]]
        while left:
            later = [
                one for one in left if driver.set(s.NAMES[one], s.value_word(one, wanted[one]))
            ]
            assert len(later) < len(left), (start, end, later)
            left = later


def test_a_rule_that_has_nothing_to_do_contradicts_nothing() -> None:
    driver = TableDriver()
    inert = {"cap_raises": "4", "rake_cap": "300", "ante_mode": "all", "pot_limit_max": "standard"}
    inert |= {"structure": "fixed_limit", "min_raise": "any_larger"}
    for name, value in inert.items():
        assert driver.set(name, value) == 0


def test_an_ante_is_taken_back_before_its_payer_is() -> None:
    driver = driver_with("ante_mode", "big_blind")
    assert driver.set("ante", "25") == 0
    assert driver.set("ante_mode", "none") == m.REFUSAL_SETTINGS_CONTRADICT
    assert driver.set("ante", "0") == 0
    assert driver.set("ante_mode", "none") == 0
