"""Main pot, side pots, uncalled bets."""

from __future__ import annotations

from firmware.core.pots import form_pots, uncalled_bet


def seats(amounts: dict[int, int]) -> list[int]:
    return [amounts.get(seat, 0) for seat in range(11)]


def live(*who: int) -> list[bool]:
    return [seat in who for seat in range(11)]


def test_uncalled_bet_returns_to_bettor() -> None:
    assert uncalled_bet(seats({1: 500, 2: 200, 3: 100}), live(1, 2)) == (1, 300)


def test_a_folded_bet_can_still_be_the_one_that_was_called() -> None:
    assert uncalled_bet(seats({1: 500, 2: 400, 3: 100}), live(1, 3)) == (1, 100)


def test_nothing_returns_when_the_bet_was_called() -> None:
    assert uncalled_bet(seats({1: 500, 2: 500}), live(1, 2)) == (0, 0)
    assert uncalled_bet(seats({}), live(1, 2)) == (0, 0)


def test_who_walks_away_from_an_own_bet_gets_nothing_back() -> None:
    assert uncalled_bet(seats({1: 500, 2: 200}), live(2)) == (0, 0)


def test_each_different_all_in_makes_a_pot() -> None:
    pots = form_pots(seats({1: 100, 2: 300, 3: 700, 4: 700}), live(1, 2, 3, 4), (1, 2, 3, 4))
    assert pots == [(400, (1, 2, 3, 4)), (600, (2, 3, 4)), (800, (3, 4))]


def test_folded_chips_stay_in_the_pots_they_reached() -> None:
    pots = form_pots(seats({1: 100, 2: 250, 3: 300, 4: 300}), live(1, 3, 4), (1, 2, 3, 4))
    assert pots == [(400, (1, 3, 4)), (550, (3, 4))]


def test_chips_of_a_hand_that_walked_away_stay_in_the_last_pot() -> None:
    pots = form_pots(seats({1: 500, 2: 200, 3: 100}), live(2, 3), (1, 2, 3))
    assert pots == [(300, (2, 3)), (500, (2,))]


def test_one_ante_for_the_table_lies_in_the_main_pot() -> None:
    pots = form_pots(seats({1: 100, 2: 300, 3: 300}), live(1, 2, 3), (1, 2, 3), dead=50)
    assert pots == [(350, (1, 2, 3)), (400, (2, 3))]


def test_a_table_where_nobody_could_pay_but_one_ante_has_one_pot() -> None:
    assert form_pots(seats({}), live(1, 2), (1, 2), dead=5) == [(5, (1, 2))]


def test_a_seat_all_in_for_the_ante_of_the_table_alone_wins_only_that() -> None:
    pots = form_pots(seats({2: 10, 3: 10}), live(1, 2, 3), (1, 2, 3), dead=5)
    assert pots == [(5, (1, 2, 3)), (20, (2, 3))]


def test_chips_of_hands_that_walked_away_are_won_by_who_put_in_nothing() -> None:
    assert form_pots(seats({2: 50, 3: 100}), live(1), (2, 3, 1)) == [(150, (1,))]
    assert form_pots(seats({3: 100}), live(1, 2), (2, 3, 1)) == [(100, (2, 1))]


def test_without_chips_there_is_no_pot() -> None:
    assert form_pots(seats({}), live(2), (2, 3, 1)) == []
