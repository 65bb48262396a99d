"""How hands are ranked, by the rulebooks' numbers: R000-01 to R000-11, R004-29, R004-37."""

from __future__ import annotations

import itertools

from firmware.core.cards import parse_cards
from firmware.evaluator import evaluate

CATEGORIES = (
    "Ks Qs Js Ts 9s",
    "2s 2h 2d 2c 3s",
    "3s 3h 3d 2c 2s",
    "7s 5s 4s 3s 2s",
    "5s 4h 3d 2c As",
    "2s 2h 2d 4c 3s",
    "3s 3h 2d 2c 4s",
    "2s 2h 5d 4c 3s",
    "7s 5h 4d 3c 2s",
)
"""A royal flush apart: the worst hand of each category, or nearly, best category first."""


def value(cards: str) -> int:
    return evaluate(parse_cards(cards))


def in_order(*hands: str) -> bool:
    """Whether each hand beats the next one."""
    values = [value(hand) for hand in hands]
    return all(better < worse for better, worse in itertools.pairwise(values))


def test_nothing_beats_a_royal_flush() -> None:
    assert {value(f"A{s} K{s} Q{s} J{s} T{s}") for s in "cdhs"} == {1}
    assert all(value(hand) > 1 for hand in CATEGORIES)


def test_each_category_beats_the_next() -> None:
    assert in_order("As Ks Qs Js Ts", *CATEGORIES)
    assert in_order("5s 4s 3s 2s As", "As Ah Ad Ac Ks")  # the lowest of one, the top of the next
    assert in_order("2s 2h 2d 2c 3s", "As Ah Ad Kc Ks")
    assert in_order("2s 2h 2d 3c 3s", "As Ks Qs Js 9s")
    assert in_order("7s 5s 4s 3s 2s", "As Kh Qd Jc Ts")
    assert in_order("5s 4h 3d 2c As", "As Ah Ad Kc Qs")
    assert in_order("2s 2h 2d 4c 3s", "As Ah Kd Kc Qs")
    assert in_order("3s 3h 2d 2c 4s", "As Ah Kd Qc Js")
    assert in_order("2s 2h 5d 4c 3s", "As Kh Qd Jc 9s")


def test_the_higher_straight_flush_wins() -> None:
    assert in_order("Ks Qs Js Ts 9s", "Qh Jh Th 9h 8h", "6c 5c 4c 3c 2c", "5d 4d 3d 2d Ad")


def test_the_higher_four_wins_then_the_fifth_card() -> None:
    assert in_order("As Ah Ad Ac 2s", "Ks Kh Kd Kc As", "2s 2h 2d 2c As")
    board = "9s 9h 9d 9c 3s"
    assert in_order(f"Ah 2c {board}", f"Kh Kd {board}")


def test_the_higher_three_of_a_full_house_wins_then_the_pair() -> None:
    assert in_order("3s 3h 3d 2c 2s", "2s 2h 2d Ac As")
    assert in_order("3s 3h 3d Ac As", "3s 3h 3d Kc Ks")


def test_a_flush_is_compared_card_by_card() -> None:
    assert in_order(
        "As 6s 4s 3s 2s",
        "Kh Qh Jh 9h 8h",
        "Kh Qh Jh 9h 7h",
        "Kh Qh Jh 8h 7h",
        "Kh Qh Th 8h 7h",
        "Kh Jh Th 8h 7h",
    )


def test_the_higher_straight_wins_and_the_wheel_is_the_lowest() -> None:
    tops = "AKQJT98765432A"
    suits = "shdcs"
    straights = [
        " ".join(rank + suit for rank, suit in zip(tops[at : at + 5], suits, strict=True))
        for at in range(10)
    ]
    assert in_order(*straights)
    assert value("2s Ah Kd Qc Js") > value("3s 3h 4d 5c 6s")  # round the corner is no straight


def test_three_of_a_kind_is_decided_by_rank_then_two_side_cards() -> None:
    assert in_order("3s 3h 3d 4c 2s", "2s 2h 2d Ac Ks", "2s 2h 2d Ac Qs", "2s 2h 2d Kc Qs")


def test_two_pair_is_decided_by_the_pairs_then_the_side_card() -> None:
    assert in_order("As Ah 2d 2c 3s", "Ks Kh Qd Qc As", "Ks Kh Jd Jc As", "Ks Kh Jd Jc Qs")


def test_a_pair_is_decided_by_rank_then_three_side_cards() -> None:
    assert in_order(
        "3s 3h 5d 4c 2s", "2s 2h Ad Kc Qs", "2s 2h Ad Kc Js", "2s 2h Ad Qc Js", "2s 2h Kd Qc Js"
    )


def test_high_cards_are_compared_in_sequence() -> None:
    assert in_order("As 6h 4d 3c 2s", "Ks Qh Jd Tc 8s", "Ks Qh Jd 9c 8s", "Ks Qh Td 9c 8s")


def test_no_suit_beats_another() -> None:
    flushes = {value(f"A{s} J{s} 9{s} 5{s} 3{s}") for s in "cdhs"}
    assert len(flushes) == 1
    assert value("As Kh Qd Jc 9s") == value("Ac Kd Qh Js 9c")


def test_the_best_five_of_seven_play_in_any_mix() -> None:
    assert value("As Kd Ah Ac Kc 7d 2s") == value("As Ah Ac Kd Kc")
    assert value("As Ks Qs Js Ts 2h 2d") == 1


def test_two_one_or_no_hole_card_may_play() -> None:
    board = "Ks Qs Js 4d 4h"
    assert value(f"As Ts {board}") == value("As Ks Qs Js Ts")
    assert value(f"4s 2c {board}") == value("4s 4d 4h Ks Qs")
    played = "Ts 9h 8d 7c 6s"
    assert value(f"2c 2d {played}") == value(played)


def test_the_kicker_decides_and_without_one_the_pot_is_split() -> None:
    board = "As Ah 9d 7c 2s"
    assert in_order(f"Kh 3d {board}", f"Qh Jd {board}")
    board = "As Ah Kd Qc Js"
    assert value(f"9h 8d {board}") == value(f"3h 2d {board}")
