"""Pot limit and fixed limit, and the house rules that shape a raise."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from firmware.core import legal_actions
from firmware.schema import messages as m
from tests.hand_stories import TWO, hand_of

if TYPE_CHECKING:
    from tests.table_driver import TableDriver

THREE = {1: 1000, 2: 1000, 3: 1000}
FOUR = {1: 1000, 2: 1000, 3: 1000, 4: 1000}


def offer(driver: TableDriver) -> tuple[int, int, int, int]:
    legal = legal_actions(driver.table.hand)
    assert legal is not None
    return legal


def limit_of(stacks: dict[int, int], **settings: object) -> TableDriver:
    """Fixed limit by the default house rules, whatever the profile of the stories says."""
    settings = {"structure": "fixed_limit", "cap_blind": "is_a_bet", **settings}
    return hand_of(stacks, **settings)


def raise_until_closed(driver: TableDriver) -> int:
    """Everybody raises while it is open; returns how many raises that were."""
    raises = 0
    while offer(driver)[3]:
        seat, _call, least, most = offer(driver)
        assert least == most
        assert driver.raise_to(seat, least) == 0
        raises += 1
    return raises


# ------------------------------------------------------------------ pot limit


def test_a_pot_limit_raise_counts_the_callers_own_call() -> None:
    # TDA 54-B at 100/200: the first raise is to 700 at most.
    driver = hand_of(THREE, big_blind=200, small_blind=100, structure="pot_limit")
    assert offer(driver) == (1, 200, 400, 700)


def test_the_rulebooks_pot_leaves_the_call_out() -> None:
    # R000-23's example: pot 50, bet 50, the raise is to 150 and not to 200.
    for reading, most in (("rulebook_r000", 150), ("standard", 200)):
        driver = hand_of(
            TWO, small_blind=25, big_blind=25, structure="pot_limit", pot_limit_max=reading
        )
        driver.call(1)
        driver.call(2)
        assert offer(driver) == (2, 0, 25, 50)
        driver.raise_to(2, 50)
        assert offer(driver) == (1, 50, 100, most)
        assert driver.raise_to(1, most + 1) == m.REFUSAL_ABOVE_MAXIMUM


def test_short_and_dead_blinds_count_in_full_in_the_pot() -> None:
    settings = {"big_blind": 200, "small_blind": 100, "structure": "pot_limit"}
    driver = hand_of({1: 1000, 2: 30, 3: 1000}, **settings)
    assert offer(driver) == (1, 200, 400, 700)
    driver = hand_of({1: 1000, 2: 1000, 3: 50}, **settings)
    assert offer(driver) == (1, 200, 400, 700)
    driver = hand_of(FOUR, button_move="dead", **settings)
    driver.send(m.SEAT_LEFT, 3)  # the big blind: the next small blind is a dead one
    driver.raise_to(4, 500)
    for seat in (1, 2):
        driver.fold(seat)
    driver.start_hand()
    assert [one[1:] for one in driver.heard(m.FORCED_BET_POSTED)][2:] == [(4, 2, 200)]
    assert offer(driver) == (1, 200, 400, 700)


def test_an_ante_makes_the_pot_larger() -> None:
    driver = hand_of(THREE, structure="pot_limit", ante=10, ante_mode="all")
    assert offer(driver) == (1, 100, 200, 380)


def test_a_pot_smaller_than_the_least_bet_still_allows_that() -> None:
    driver = hand_of({1: 1000, 2: 1000, 3: 30}, structure="pot_limit", small_blind=0)
    driver.call(1)
    driver.fold(2)
    assert driver.table.hand is None or driver.heard(m.HAND_SHOWN)


# ------------------------------------------------------------------ fixed limit


def test_bet_and_raise_are_one_size_doubled_on_turn_and_river() -> None:
    driver = limit_of(TWO)
    sizes = []
    for _ in range(4):
        seat, _call, least, most = offer(driver)
        assert least == most
        sizes.append(least)
        driver.call(seat)
        driver.call(3 - seat)
    assert sizes == [200, 100, 200, 200]
    driver = limit_of(TWO)
    assert driver.raise_to(1, 250) == m.REFUSAL_ABOVE_MAXIMUM
    assert driver.raise_to(1, 199) == m.REFUSAL_BELOW_MINIMUM


@pytest.mark.parametrize(
    ("settings", "before_flop", "on_flop"),
    [
        ({}, 3, 4),  # the blind and three raises; a bet and three raises
        ({"cap_raises": 4}, 4, 5),
        ({"cap_blind": "is_no_bet"}, 4, 4),
        ({"cap_raises": 1}, 1, 2),
    ],
)
def test_raises_are_capped(settings: dict[str, object], before_flop: int, on_flop: int) -> None:
    driver = limit_of({1: 9000, 2: 9000, 3: 9000}, **settings)
    assert raise_until_closed(driver) == before_flop
    while driver.table.hand is not None and driver.table.hand.street == 0:
        driver.call(offer(driver)[0])
    assert raise_until_closed(driver) == on_flop


def test_no_cap_ends_with_the_stacks() -> None:
    assert raise_until_closed(limit_of(THREE, cap_raises=0)) == 9  # to 1000, the last all-in


def test_the_cap_is_lifted_for_two_as_the_room_wants() -> None:
    assert raise_until_closed(limit_of(TWO)) == 3
    assert raise_until_closed(limit_of(TWO, cap_heads_up="lifted_two_dealt_in")) == 9
    for lifted, raises in (("lifted_two_dealt_in", 3), ("lifted_two_live", 9)):
        driver = limit_of(THREE, cap_heads_up=lifted)
        driver.fold(1)
        assert raise_until_closed(driver) == raises


def test_a_cap_that_was_reached_stays_when_a_fold_leaves_two() -> None:
    driver = limit_of(THREE, cap_heads_up="lifted_two_live")
    assert raise_until_closed(driver) == 3
    driver.fold(offer(driver)[0])
    assert offer(driver)[2:] == (0, 0)


@pytest.mark.parametrize(("all_in", "is_open"), [(149, False), (150, True)])
def test_half_a_bet_opens_a_limit_round_again(all_in: int, is_open: bool) -> None:
    # TDA 47-B: seat 4 called 100; seat 1 goes all-in for half a raise more, or for less.
    driver = limit_of({1: all_in, 2: 1000, 3: 1000, 4: 1000})
    driver.call(4)
    driver.raise_to(1, all_in)
    driver.fold(2)
    driver.call(3)
    assert offer(driver) == (4, all_in - 100, *((all_in + 100,) * 2 if is_open else (0, 0)))


def test_less_than_half_a_bet_uses_up_no_raise() -> None:
    for all_in, raises in ((140, 3), (160, 2)):
        driver = limit_of({1: all_in, 2: 9000, 3: 9000, 4: 9000})
        driver.fold(4)
        driver.raise_to(1, all_in)
        assert raise_until_closed(driver) == raises


# ------------------------------------------------------------------ house rules of a raise


def test_any_larger_raise_is_legal_where_the_room_says_so() -> None:
    driver = hand_of(FOUR, min_raise="any_larger")
    assert offer(driver) == (4, 100, 101, 1000)
    driver.raise_to(4, 300)
    assert offer(driver) == (1, 300, 301, 1000)
    driver = hand_of(TWO, min_raise="any_larger")
    driver.call(1)
    driver.call(2)
    assert offer(driver) == (2, 0, 100, 900)  # the first bet is a big blind all the same


def test_any_larger_raise_is_legal_over_an_opening_all_in_too() -> None:
    driver = hand_of({1: 103, 2: 1000, 3: 1000}, min_raise="any_larger")
    for seat in (1, 2, 3, 2, 3):
        driver.call(seat)
    driver.raise_to(1, 3)  # all-in, less than a big blind
    assert offer(driver) == (2, 3, 4, 900)


def test_the_least_raise_over_a_straddle_is_the_straddle_or_the_big_blind() -> None:
    driver = hand_of(FOUR, straddle="every_hand", straddle_raise="straddle")
    assert offer(driver) == (1, 200, 400, 1000)
    driver = hand_of(FOUR, straddle="every_hand", straddle_raise="big_blind")
    assert offer(driver) == (1, 200, 300, 1000)
    driver = limit_of(FOUR, straddle="every_hand", straddle_raise="straddle")
    assert offer(driver) == (1, 200, 300, 300)
