"""What a hand's number is called, and which five of the cards play."""

from __future__ import annotations

from collections import Counter

import pytest

from firmware.compat import InvariantError
from firmware.evaluator import evaluate
from firmware.evaluator.ranks import LAST_RANKS, best_five, category, category_name
from firmware.schema import messages as m


def cards(text: str) -> tuple[int, ...]:
    return tuple("23456789TJQKA".index(r) * 4 + "cdhs".index(s) for r, s in text.split())


def text(ids: tuple[int, ...]) -> str:
    return " ".join("23456789TJQKA"[card >> 2] + "cdhs"[card & 3] for card in ids)


def test_every_category_has_as_many_numbers_as_there_are_different_hands() -> None:
    counts = Counter(category(rank) for rank in range(1, 7463))
    assert [counts[each] for each in range(9)] == [10, 156, 156, 1277, 10, 858, 858, 2860, 1277]
    assert len(m.CATEGORY_WORDS) == len(LAST_RANKS) == 9


def test_a_category_s_number_is_the_one_that_the_lines_write():
    names = [category_name(rank) for rank in LAST_RANKS]
    assert names == list(m.CATEGORY_WORDS)


@pytest.mark.parametrize(
    ("hand", "name"),
    [
        ("As Ks Qs Js Ts", "royal_flush"),
        ("Ks Qs Js Ts 9s", "straight_flush"),
        ("9c 9d 9h 9s 2c", "four_of_a_kind"),
        ("9c 9d 9h 2s 2c", "full_house"),
        ("As Ks Qs Js 2s", "flush"),
        ("As 2d 3c 4h 5s", "straight"),
        ("9c 9d 9h 3s 2c", "three_of_a_kind"),
        ("9c 9d 3h 3s 2c", "two_pair"),
        ("9c 9d 4h 3s 2c", "pair"),
        ("9c 8d 4h 3s 2c", "high_card"),
    ],
)
def test_a_hand_is_called_by_its_name(hand: str, name: str) -> None:
    assert category_name(evaluate(cards(hand))) == name


@pytest.mark.parametrize("rank", [0, -1, 7463])
def test_a_number_that_is_no_hand_is_a_bug(rank: int) -> None:
    with pytest.raises(InvariantError, match="hand_rank_out_of_range"):
        category(rank)


@pytest.mark.parametrize(
    ("hand", "five"),
    [
        ("9c 2d Kh Ks Kd 9h 3c", "Ks Kh Kd 9h 9c"),  # largest group first
        ("Ah 2d 3c 4h 5s Kd Kc", "5s 4h 3c 2d Ah"),  # the low ace is read last
        ("As 2s 3s 4s 5s 6s Ac", "6s 5s 4s 3s 2s"),
        ("Ad Ks Qh Jd Tc 9c 8s", "Ad Ks Qh Jd Tc"),
        ("Ah Ad Kh Kd Qh Qd Jc", "Ah Ad Kh Kd Qh"),  # the queen named first is the kicker
        ("Ah Ad Kh Kd Qd Qh Jc", "Ah Ad Kh Kd Qd"),
        ("7c 5d 4h 3s 2c", "7c 5d 4h 3s 2c"),
        ("2c Kd 7c 5d 4h 3s", "Kd 7c 5d 4h 3s"),
    ],
)
def test_the_five_that_play_are_read_out_in_order(hand: str, five: str) -> None:
    assert text(best_five(cards(hand))) == five


def test_hole_cards_play_where_the_board_would_do_as_well() -> None:
    hole = cards("Kh 2c")
    board = cards("As Ac Ad Kd Ks")
    assert hole[0] in best_five(hole + board)
