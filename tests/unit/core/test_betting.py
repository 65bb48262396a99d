"""One betting round after the other, without cards."""

from __future__ import annotations

import pytest

from firmware.compat import InvariantError
from firmware.core.betting import Betting
from firmware.core.structures import no_limit

SMALL, BIG = 50, 100


def round_of(stacks: dict[int, int], big: int = BIG) -> Betting:
    """A hand with blinds: the first seat is the button, or the small blind with two players."""
    them = [stacks.get(seat, 0) for seat in range(11)]
    order = tuple(sorted(stacks))
    ring = order[1:] + order[:1]
    betting = Betting(them, ring, no_limit(big))
    small_seat, big_seat = (ring[1], ring[0]) if len(ring) == 2 else (ring[0], ring[1])
    betting.post_blind(small_seat, big // 2)
    betting.post_blind(big_seat, big)
    betting.open_preflop(big, False, 0)
    return betting


def test_min_raise_repeats_the_last_full_raise() -> None:
    # R000-24's example: A bets 50, B raises to 120, C at least 190.
    betting = round_of({1: 1000, 2: 1000, 3: 1000}, big=50)
    betting.begin_street()
    betting.raise_to(2, 50)
    betting.raise_to(3, 120)
    assert betting.legal(1) == (1, 120, 190, 1000)


def test_first_bet_is_at_least_the_big_blind() -> None:
    betting = round_of({1: 1000, 2: 1000, 3: 1000})
    betting.begin_street()
    assert betting.legal(2) == (2, 0, 100, 950)


def test_a_stack_below_the_minimum_may_only_go_all_in() -> None:
    betting = round_of({1: 150, 2: 1000, 3: 1000})
    assert betting.legal(1) == (1, 100, 150, 150)


def test_a_stack_below_the_bet_calls_for_less() -> None:
    betting = round_of({1: 80, 2: 1000, 3: 1000})
    assert betting.legal(1) == (1, 80, 0, 0)
    betting.call(1)
    assert betting.stacks[1] == 0
    assert betting.current_bet == 100


def test_short_all_in_does_not_reopen_betting() -> None:
    betting = round_of({1: 5000, 2: 700, 3: 5000}, big=200)
    betting.raise_to(1, 600)
    betting.raise_to(2, 700)
    betting.call(3)
    assert betting.next_turn(3) == 1
    assert betting.legal(1) == (1, 100, 0, 0)


def test_two_short_all_ins_together_reopen_betting() -> None:
    # 600 (a raise of 400), then 700 and 1000 all-in: seat 1 faces 400 more than it matched.
    betting = round_of({1: 5000, 2: 700, 3: 1000, 4: 5000}, big=200)
    betting.call(4)
    betting.raise_to(1, 600)
    betting.raise_to(2, 700)
    betting.raise_to(3, 1000)
    betting.call(4)
    assert betting.legal(1) == (1, 400, 1400, 5000)


def test_an_all_in_over_the_limp_of_less_than_a_raise_leaves_the_limper_a_call() -> None:
    # TDA 47 illustration 3-A: blinds 2000/4000, all-in 7500.
    betting = round_of({1: 50000, 2: 50000, 3: 50000, 4: 7500}, big=4000)
    betting.call(4)
    betting = round_of({1: 7500, 2: 50000, 3: 50000, 4: 50000}, big=4000)
    betting.call(4)
    betting.raise_to(1, 7500)
    betting.fold(2)
    assert betting.legal(3) == (3, 3500, 11500, 50000)
    betting.call(3)
    assert betting.legal(4) == (4, 3500, 0, 0)


def test_big_blind_has_the_option_once() -> None:
    betting = round_of({1: 1000, 2: 1000, 3: 1000})
    betting.call(1)
    betting.call(2)
    assert betting.next_turn(2) == 3
    assert betting.legal(3) == (3, 0, 200, 1000)
    betting.call(3)
    assert betting.next_turn(3) == 0


def test_others_owe_the_full_big_blind_when_it_was_posted_short() -> None:
    betting = round_of({1: 1000, 2: 1000, 3: 7})
    assert betting.legal(1) == (1, 100, 200, 1000)
    betting.call(1)
    assert betting.legal(2) == (2, 50, 200, 1000)


def test_a_blind_that_covers_a_short_big_blind_is_not_asked() -> None:
    betting = round_of({1: 1000, 2: 1000, 3: 30})
    betting.fold(1)
    assert betting.next_turn(1) == 0
    assert betting.return_uncalled() == (2, 20)


def test_a_short_blind_facing_a_larger_all_in_owes_the_rest() -> None:
    betting = round_of({1: 1000, 2: 1000, 3: 80})
    betting.fold(1)
    assert betting.next_turn(1) == 2
    assert betting.legal(2) == (2, 50, 0, 0)


def test_nobody_raises_against_opponents_who_are_all_in() -> None:
    betting = round_of({1: 500, 2: 100, 3: 100})
    betting.raise_to(1, 200)
    betting.call(2)
    betting.call(3)
    assert betting.next_turn(3) == 0
    assert not betting.can_still_bet()
    assert betting.return_uncalled() == (1, 100)


def test_no_turn_against_opponents_who_are_all_in_on_a_new_street() -> None:
    betting = round_of({1: 500, 2: 100, 3: 500})
    betting.call(1)
    betting.call(2)
    betting.call(3)
    betting.begin_street()
    assert betting.next_turn(0) == 3
    betting.fold(3)
    assert betting.next_turn(3) == 0


def test_antes_are_no_part_of_the_bet() -> None:
    betting = Betting([0, 1000, 1000, 1000] + [0] * 7, (2, 3, 1), no_limit(BIG))
    for seat in (2, 3, 1):
        assert betting.post_ante(seat, 10) == 10
    betting.post_blind(2, SMALL)
    betting.post_blind(3, BIG)
    betting.open_preflop(BIG, False, 0)
    assert betting.legal(1) == (1, 100, 200, 990)
    assert betting.in_pot == 180


def test_one_ante_for_the_table_is_matched_by_nobody() -> None:
    betting = round_of({1: 1000, 2: 1000, 3: 120})
    assert betting.post_dead(3, 100) == 20
    assert betting.in_pot == 170
    betting.fold(1)
    betting.fold(2)
    assert betting.is_one_left()
    assert betting.return_uncalled() == (3, 50)


def test_a_stack_never_goes_below_zero() -> None:
    betting = round_of({1: 100, 2: 1000, 3: 1000})
    with pytest.raises(InvariantError, match="stack_below_zero"):
        betting.raise_to(1, 101)


def test_no_more_is_paid_than_lies_in_the_pots() -> None:
    betting = round_of({1: 100, 2: 1000, 3: 1000})
    with pytest.raises(InvariantError, match="pot_below_zero"):
        betting.award(1, 151)


def test_live_seats_and_all_ins_are_told() -> None:
    betting = round_of({1: 100, 2: 1000, 3: 1000})
    assert not betting.has_all_in()
    betting.call(1)
    betting.fold(2)
    assert betting.live_seats() == (3, 1)
    assert betting.has_all_in()
    assert not betting.is_one_left()
