"""What is true of every hand, whatever the cards."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from firmware.evaluator import by_counting, by_lookup, evaluate
from firmware.evaluator.ranks import best_five

CARDS = st.integers(0, 51)
HANDS = st.lists(CARDS, min_size=5, max_size=7, unique=True)
# Few suits and ranks: the hands that matter most come up too seldom by chance.
RICH_HANDS = st.one_of(
    HANDS,
    st.lists(st.sampled_from(range(0, 52, 4)), min_size=5, max_size=7, unique=True),
    st.lists(st.integers(36, 51), min_size=5, max_size=7, unique=True),
)


@given(RICH_HANDS, st.randoms(use_true_random=False))
def test_the_order_of_the_cards_does_not_matter(hand, rng) -> None:
    shuffled = list(hand)
    rng.shuffle(shuffled)
    assert evaluate(shuffled) == evaluate(hand)


@given(RICH_HANDS, st.permutations(range(4)))
def test_no_suit_is_worth_more_than_another(hand, suits) -> None:
    assert evaluate([card & ~3 | suits[card & 3] for card in hand]) == evaluate(hand)


@given(RICH_HANDS, CARDS)
def test_one_card_more_never_makes_a_hand_worse(hand, card) -> None:
    if len(hand) < 7 and card not in hand:
        assert evaluate([*hand, card]) <= evaluate(hand)


@given(RICH_HANDS)
def test_the_table_and_counting_agree(hand) -> None:
    assert by_lookup.evaluate(hand) == by_counting.evaluate(hand)


@given(RICH_HANDS)
def test_the_five_that_play_are_worth_the_whole_hand(hand) -> None:
    five = best_five(hand)
    assert len(set(five)) == 5
    assert set(five) <= set(hand)
    assert evaluate(five) == evaluate(hand)


@given(RICH_HANDS, st.randoms(use_true_random=False))
def test_the_worth_of_the_five_does_not_depend_on_the_order(hand, rng) -> None:
    shuffled = list(hand)
    rng.shuffle(shuffled)
    assert evaluate(best_five(shuffled)) == evaluate(best_five(hand))
