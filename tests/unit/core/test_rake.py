"""The house's share: a part of the pots, rounded down, capped, and nothing without a flop."""

from __future__ import annotations

import pytest

from firmware.compat import InvariantError
from firmware.core.rake import rake_of
from firmware.core.split import split_by
from firmware.schema import messages as m
from firmware.schema import settings as s
from tests.hand_stories import hand_of, show_down

THREE = {1: 1000, 2: 1000, 3: 1000}


def rules(**changes: int) -> tuple[int, ...]:
    values = list(s.DEFAULTS[s.PROFILE_DEFAULT])
    for name, value in changes.items():
        values[s.by_name(name)] = value
    return tuple(values)


def test_no_room_takes_rake_unless_it_says_so() -> None:
    assert rake_of(rules(), 1_000_000, True) == 0


def test_rake_is_rounded_down_to_units_and_capped() -> None:
    assert rake_of(rules(rake_permille=50), 1999, True) == 99
    assert rake_of(rules(rake_permille=50, rake_unit=25), 1999, True) == 75
    assert rake_of(rules(rake_permille=50, rake_cap=40), 1999, True) == 40
    assert rake_of(rules(rake_permille=50, rake_cap=40, rake_unit=25), 1999, True) == 25
    most = (1 << 30) - 1
    assert rake_of(rules(rake_permille=200), most, True) == most * 200 // 1000


def test_no_flop_no_drop() -> None:
    assert rake_of(rules(rake_permille=50), 300, False) == 0
    assert rake_of(rules(rake_permille=50, rake_without_flop=1), 300, False) == 15


def test_a_raked_hand_pays_the_rest_and_the_table_goes_on_with_it() -> None:
    driver = hand_of(THREE, rake_permille=50)
    show_down(driver)
    assert driver.heard(m.POT_FORMED) == [(m.POT_FORMED, 0, 300, (1, 2, 3))]
    assert driver.heard(m.RAKE_TAKEN) == [(m.RAKE_TAKEN, 0, 15)]
    assert sum(one[3] for one in driver.heard(m.POT_AWARDED)) == 285
    assert sum(driver.table.stacks) == driver.table.issued == 2985
    driver.start_hand()
    show_down(driver)
    assert sum(driver.table.stacks) == driver.table.issued == 2970


def test_every_pot_gives_its_part_and_an_uncalled_bet_nothing() -> None:
    driver = hand_of({1: 1000, 2: 400, 3: 100}, rake_permille=100, rake_cap=60)
    driver.raise_to(1, 1000)
    driver.call(2)
    driver.call(3)
    assert driver.heard(m.UNCALLED_BET_RETURNED) == [(m.UNCALLED_BET_RETURNED, 1, 600)]
    assert [one[2] for one in driver.heard(m.POT_FORMED)] == [300, 600]
    assert driver.heard(m.RAKE_TAKEN) == [(m.RAKE_TAKEN, 0, 20), (m.RAKE_TAKEN, 1, 40)]


def test_a_hand_that_ends_before_the_flop_is_not_raked() -> None:
    driver = hand_of(THREE, rake_permille=50)
    driver.fold(1)
    driver.fold(2)
    assert not driver.heard(m.RAKE_TAKEN)
    assert driver.table.issued == 3000


def test_shares_by_weight_sum_up_and_follow_the_largest_remainder() -> None:
    assert split_by(10, [1, 1, 1]) == [4, 3, 3]
    assert split_by(10, [5, 3, 2]) == [5, 3, 2]
    assert split_by(7, [50, 30, 20]) == [4, 2, 1]
    assert split_by(0, [3, 4]) == [0, 0]
    assert split_by(3, [0, 9]) == [0, 3]
    most = (1 << 30) - 1
    assert split_by(most, [most - 2, 1, 1]) == [most - 2, 1, 1]
    with pytest.raises(InvariantError, match="split_of_nothing"):
        split_by(1, [0])
