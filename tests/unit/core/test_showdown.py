"""Who shows first, who wins, who gets the odd chip."""

from __future__ import annotations

from firmware.core.showdown import shares, show_order, winners
from firmware.schema.settings import ODD_CHIP_LEFT_OF_BUTTON, ODD_CHIP_NEXT_BIG_BLIND

LIVE = [False, True, True, False, True] + [False] * 6


def test_last_aggressor_shows_first_then_clockwise() -> None:
    assert show_order((2, 3, 4, 1), LIVE, 4) == (4, 1, 2)


def test_without_a_bet_the_left_of_the_button_shows_first() -> None:
    assert show_order((2, 3, 4, 1), LIVE, 0) == (2, 4, 1)


def test_smallest_value_wins_and_equal_values_tie() -> None:
    values = [0, 500, 166, 10, 166] + [0] * 6
    assert winners((1, 2, 4), values) == (2, 4)


def test_odd_chips_go_one_each_from_the_left_of_the_button() -> None:
    split = shares(101, (2, 5, 9), ODD_CHIP_LEFT_OF_BUTTON, button=5, big_blind=2)
    assert split == [(9, 34), (2, 34), (5, 33)]


def test_odd_chips_all_go_to_who_is_big_blind_next() -> None:
    # The big blind was seat 2: of the tied, seat 5 comes first into that position.
    split = shares(101, (2, 5, 9), ODD_CHIP_NEXT_BIG_BLIND, button=9, big_blind=2)
    assert split == [(5, 35), (9, 33), (2, 33)]
