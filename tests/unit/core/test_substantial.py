"""Substantial action: counted from actions alone, as each book counts it."""

from __future__ import annotations

import pytest

from firmware.core.substantial import has_acted, is_substantial
from firmware.schema import messages as m
from firmware.schema import rulings as r

CHECK, FOLD, CALL, BET = m.ACTION_CHECK, m.ACTION_FOLD, m.ACTION_CALL, m.ACTION_BET


def actions(*kinds: int) -> list[tuple[int, int, int, int]]:
    return [(0, seat + 1, kind, 0) for seat, kind in enumerate(kinds)]


@pytest.mark.parametrize("book", [r.BOOK_R004, r.BOOK_TDA2024])
@pytest.mark.parametrize(
    ("kinds", "is_much"),
    [
        ((), False),
        ((CALL,), False),
        ((BET,), False),
        ((CHECK, CHECK), False),
        ((FOLD, FOLD), False),
        ((FOLD, CALL), True),
        ((CALL, FOLD), True),
        ((CALL, BET), True),
        ((CHECK, CHECK, CHECK), True),
        ((FOLD, FOLD, FOLD), True),
    ],
)
def test_two_actions_with_chips_or_any_three_are_substantial(
    book: int, kinds: tuple[int, ...], is_much: bool
) -> None:
    assert is_substantial(actions(*kinds), book) is is_much


def test_under_roberts_rules_two_players_after_the_blinds_are_enough() -> None:
    assert not is_substantial(actions(CALL), r.BOOK_ROBERTS)
    assert is_substantial(actions(FOLD, FOLD), r.BOOK_ROBERTS)


def test_who_acted_on_an_earlier_street_has_not_acted_on_this_one() -> None:
    done = actions(CALL, CHECK)
    assert has_acted(done, 0)
    assert not has_acted(done, 1)
    assert not has_acted([], 0)
