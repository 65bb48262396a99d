"""Button and blinds: moving, dead, heads-up."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.compat import InvariantError
from firmware.core.positions import (
    clockwise_from,
    lies_between,
    move_on,
    next_player,
    place_at,
)


def test_three_players_sit_button_small_big() -> None:
    assert place_at(2, (2, 5, 9)) == (2, 5, 9)
    assert place_at(9, (2, 5, 9)) == (9, 2, 5)


def test_heads_up_the_button_is_the_small_blind() -> None:
    assert place_at(5, (2, 5)) == (5, 5, 2)


def test_a_button_put_at_an_empty_seat_goes_to_the_next_player() -> None:
    assert place_at(3, (2, 5, 9)) == (5, 9, 2)
    assert place_at(10, (2, 5, 9)) == (2, 5, 9)


# ------------------------------------------------------------------ from hand to hand


def positions_after(
    last: tuple[int, int, int], players: tuple[int, ...], dead_button: bool
) -> tuple[int, int, int]:
    positions, dealt_in = move_on(last, players, dead_button)
    assert dealt_in == players
    return positions


def test_moving_button_goes_to_the_next_player_even_past_an_empty_seat() -> None:
    assert positions_after((2, 5, 9), (2, 9, 10), dead_button=False) == (9, 10, 2)


# The big blind, the small blind, the button are knocked out in turn: seat 3, 2, 1 of six.
KNOCKED_OUT = (
    ((1, 2, 4, 5, 6), [(2, 3, 4), (3, 4, 5)], (2, 4, 5)),
    ((1, 3, 4, 5, 6), [(2, 3, 4), (3, 4, 5)], (3, 4, 5)),
    ((2, 3, 4, 5, 6), [(2, 3, 4), (3, 4, 5)], (2, 3, 4)),
)


@pytest.mark.parametrize(("players", "dead", "moving"), KNOCKED_OUT)
def test_dead_button_lets_the_big_blind_advance_one_player(
    players: tuple[int, ...], dead: list[tuple[int, int, int]], moving: tuple[int, int, int]
) -> None:
    last = (1, 2, 3)
    assert positions_after(last, players, dead_button=False) == moving
    for wanted in dead:
        last = positions_after(last, players, dead_button=True)
        assert last == wanted


def test_nobody_is_big_blind_twice_when_play_becomes_heads_up() -> None:
    for dead_button in (False, True):
        assert positions_after((1, 2, 3), (2, 3), dead_button) == (3, 3, 2)
        assert positions_after((1, 2, 3), (1, 3), dead_button) == (3, 3, 1)
        assert positions_after((1, 2, 3), (1, 2), dead_button) == (2, 2, 1)


def test_heads_up_the_blinds_alternate() -> None:
    assert positions_after((5, 5, 2), (2, 5), dead_button=False) == (2, 2, 5)


def test_a_third_player_joins_heads_up() -> None:
    assert positions_after((5, 5, 2), (2, 3, 5), dead_button=True) == (5, 2, 3)
    assert positions_after((5, 5, 2), (2, 5, 7), dead_button=False) == (7, 2, 5)


def test_without_a_last_hand_the_button_is_placed() -> None:
    assert positions_after((0, 0, 0), (4, 6, 8), dead_button=True) == (4, 6, 8)


def test_nobody_is_dealt_in_between_button_and_small_blind() -> None:
    # Seat 5 sits down between the last blinds 4 and 7: it waits until the button has passed.
    positions, dealt_in = move_on((1, 4, 7), (1, 4, 5, 7, 9), dead_button=True)
    assert (positions, dealt_in) == ((4, 7, 9), (1, 4, 7, 9))
    positions, dealt_in = move_on(positions, (1, 4, 5, 7, 9), dead_button=True)
    assert (positions, dealt_in) == ((7, 9, 1), (1, 4, 5, 7, 9))


def test_two_play_heads_up_while_a_third_waits_for_the_button_to_pass() -> None:
    positions, dealt_in = move_on((1, 1, 3), (1, 2, 3), dead_button=True)
    assert (positions, dealt_in) == ((3, 3, 1), (1, 3))
    assert move_on(positions, (1, 2, 3), dead_button=True) == ((3, 1, 2), (1, 2, 3))


def test_newcomers_alone_between_the_last_blinds_play() -> None:
    positions, dealt_in = move_on((1, 4, 7), (4, 5, 6), dead_button=True)
    assert (positions, dealt_in) == ((6, 7, 4), (4, 5, 6))


# ------------------------------------------------------------------ coming in


def test_who_waits_is_dealt_in_as_big_blind_only() -> None:
    for dead_button in (False, True):
        positions, dealt_in = move_on((1, 3, 5), (1, 3, 5, 9), dead_button, waiting=(4,))
        assert (positions, dealt_in) == ((3, 5, 9), (1, 3, 5, 9))
        positions, dealt_in = move_on((1, 3, 5), (1, 3, 5, 9), dead_button, waiting=(7,))
        assert (positions, dealt_in) == ((3, 5, 7), (1, 3, 5, 7, 9))


def test_who_posts_comes_in_behind_the_big_blind_and_before_the_button() -> None:
    for dead_button in (False, True):
        _positions, dealt_in = move_on((1, 3, 5), (1, 3, 5, 7), dead_button, posting=(9,))
        assert dealt_in == (1, 3, 5, 7, 9)
        positions, dealt_in = move_on((1, 3, 5), (1, 3, 5, 7), dead_button, posting=(4,))
        assert (positions, dealt_in) == ((3, 5, 7), (1, 3, 5, 7))


def test_who_comes_to_two_players_is_the_next_big_blind() -> None:
    assert move_on((5, 5, 2), (2, 5), False, waiting=(3,)) == ((5, 2, 3), (2, 3, 5))
    assert move_on((5, 5, 2), (2, 5), False, posting=(3,)) == ((5, 2, 3), (2, 3, 5))


def test_with_one_settled_player_nobody_owes_anything() -> None:
    assert move_on((1, 2, 3), (2,), False, (5,), (8,)) == ((2, 5, 8), (2, 5, 8))


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


@given(st.lists(some_players, min_size=2, max_size=30), st.booleans(), st.data())
def test_positions_stay_in_order_whoever_comes_and_goes(
    hands: list[tuple[int, ...]], dead_button: bool, data: st.DataObject
) -> None:
    last = place_at(data.draw(st.integers(1, 10)), hands[0])
    for players in hands[1:]:
        role = {seat: data.draw(st.sampled_from("ssswp")) for seat in players}
        settled, waiting, posting = (
            tuple(seat for seat in players if role[seat] == one) for one in "swp"
        )
        (button, small, big), dealt_in = move_on(last, settled, dead_button, waiting, posting)
        assert big in dealt_in
        assert set(dealt_in) <= set(players)
        if len(dealt_in) == 2:
            assert button == small != big
            assert {button, big} == set(dealt_in)
        else:
            # clockwise: button, small blind, big blind, three different seats
            assert 0 < (small - button) % 10 < (big - button) % 10
            assert not [seat for seat in dealt_in if lies_between(seat, small, big)]
        if len(settled) >= 2:
            left_out = [seat for seat in settled if seat not in dealt_in]
            assert not left_out or dead_button or len(settled) == 2
            assert not [seat for seat in waiting if seat in dealt_in and seat != big]
        if dead_button and big != last[2]:
            assert big == next_player(last[2], dealt_in)
        last = (button, small, big)
