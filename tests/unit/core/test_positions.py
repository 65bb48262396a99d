"""Button and blinds: moving, dead, heads-up."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.compat import InvariantError
from firmware.core.positions import clockwise_from, move_on, next_player, place_at


def test_three_players_sit_button_small_big() -> None:
    assert place_at(2, (2, 5, 9)) == (2, 5, 9)
    assert place_at(9, (2, 5, 9)) == (9, 2, 5)


def test_heads_up_the_button_is_the_small_blind() -> None:
    assert place_at(5, (2, 5)) == (5, 5, 2)


def test_a_button_put_at_an_empty_seat_goes_to_the_next_player() -> None:
    assert place_at(3, (2, 5, 9)) == (5, 9, 2)
    assert place_at(10, (2, 5, 9)) == (2, 5, 9)


def test_moving_button_goes_to_the_next_player_even_past_an_empty_seat() -> None:
    assert move_on((2, 5, 9), (2, 9, 10), dead_button=False) == (9, 10, 2)


def test_dead_button_rests_where_the_small_blind_was() -> None:
    # Seat 5, the small blind, busts: nobody is skipped as big blind, the button stands at seat 5.
    assert move_on((2, 5, 9), (2, 9, 10), dead_button=True) == (5, 9, 10)


def test_dead_small_blind_is_posted_by_nobody() -> None:
    # Seat 9, the big blind, busts: the small blind is at an empty seat.
    assert move_on((2, 5, 9), (2, 5, 10), dead_button=True) == (5, 9, 10)


def test_nobody_is_big_blind_twice_when_play_becomes_heads_up() -> None:
    assert move_on((1, 2, 3), (2, 3), dead_button=False) == (3, 3, 2)
    assert move_on((1, 2, 3), (1, 3), dead_button=True) == (3, 3, 1)


def test_heads_up_the_blinds_alternate() -> None:
    assert move_on((5, 5, 2), (2, 5), dead_button=False) == (2, 2, 5)


def test_a_third_player_joins_heads_up() -> None:
    assert move_on((5, 5, 2), (2, 5, 7), dead_button=True) == (7, 2, 5)
    assert move_on((5, 5, 2), (2, 5, 7), dead_button=False) == (7, 2, 5)


def test_without_a_last_hand_the_button_is_placed() -> None:
    assert move_on((0, 0, 0), (4, 6, 8), dead_button=True) == (4, 6, 8)


def test_one_player_makes_no_hand() -> None:
    with pytest.raises(InvariantError, match="too_few_players"):
        place_at(4, (4,))
    with pytest.raises(InvariantError, match="too_few_players"):
        move_on((1, 2, 3), (4,), dead_button=False)


def test_cards_go_round_from_the_left_of_the_button() -> None:
    assert clockwise_from(5, (2, 5, 9)) == (9, 2, 5)
    assert clockwise_from(0, (2, 5, 9)) == (2, 5, 9)
    assert next_player(9, (2, 5, 9)) == 2


some_players = st.sets(st.integers(1, 10), min_size=2).map(lambda them: tuple(sorted(them)))


@given(st.lists(some_players, min_size=2, max_size=30), st.booleans(), st.integers(1, 10))
def test_positions_stay_in_order_whoever_comes_and_goes(
    hands: list[tuple[int, ...]], dead_button: bool, first: int
) -> None:
    last = place_at(first, hands[0])
    for players in hands[1:]:
        button, small, big = move_on(last, players, dead_button)
        assert big in players
        if len(players) == 2:
            assert button == small != big
            assert big == next_player(last[2], players)
        else:
            # clockwise: button, small blind, big blind, three different seats
            assert 0 < (small - button) % 10 < (big - button) % 10
            if dead_button:
                assert big == next_player(last[2], players)
        last = (button, small, big)
