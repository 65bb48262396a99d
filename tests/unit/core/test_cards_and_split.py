"""Cards by their two letters; chips that do not divide."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.compat import InvariantError
from firmware.core.cards import card_text, parse_card, parse_cards
from firmware.core.split import split
from firmware.schema.messages import CARD_WORDS


def test_every_card_reads_back_and_is_named_as_in_the_schema() -> None:
    assert [card_text(card) for card in range(52)] == list(CARD_WORDS)
    assert [parse_card(word) for word in CARD_WORDS] == list(range(52))


def test_cards_are_read_together_or_apart() -> None:
    assert parse_cards("QhTs") == parse_cards("Qh Ts") == parse_cards("Qh,Ts") == (42, 35)


@pytest.mark.parametrize("text", ["", "A", "1s", "Ax", "aS", "10h", "AsK"])
def test_what_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a card"):
        parse_card(text)


@given(st.integers(0, 2**30 - 1), st.integers(1, 10))
def test_shares_sum_up_and_differ_by_one_chip_at_most(amount: int, parts: int) -> None:
    shares = split(amount, parts)
    assert sum(shares) == amount
    assert len(shares) == parts
    assert shares == sorted(shares, reverse=True)
    assert shares[0] - shares[-1] <= 1


@pytest.mark.parametrize(("amount", "parts"), [(10, 0), (-1, 2)])
def test_nothing_is_split_among_nobody(amount: int, parts: int) -> None:
    with pytest.raises(InvariantError, match="split_of_nothing"):
        split(amount, parts)
