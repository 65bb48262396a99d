"""The deck ledger: 52 cards, each in one place, faces learnt or not."""

from __future__ import annotations

import pytest

from firmware.compat import InvariantError
from firmware.core.ledger import Ledger, check_cards
from firmware.schema.messages import PLACE_BURN, PLACE_NOWHERE


def loaded() -> Ledger:
    ledger = Ledger()
    ledger.collect(52)
    ledger.begin_load()
    for _ in range(52):
        ledger.feed()
    return ledger


def test_before_the_first_count_all_cards_are_missing() -> None:
    ledger = Ledger()
    check_cards(ledger)
    assert ledger.missing == 52


def test_a_loaded_deck_is_in_the_carousel() -> None:
    ledger = loaded()
    check_cards(ledger)
    assert (ledger.hopper, ledger.carousel, ledger.fed) == (0, 52, 52)


def test_a_card_is_nowhere_until_it_lands() -> None:
    ledger = loaded()
    token = ledger.leave(7)
    assert ledger.place[token] == PLACE_NOWHERE
    ledger.land(token, PLACE_BURN)
    assert ledger.place[token] == PLACE_BURN
    check_cards(ledger)


def test_tokens_carry_the_epoch() -> None:
    ledger = loaded()
    ledger.begin_epoch(3)
    assert ledger.leave(7) == 3 * 64 + 7


def test_a_slot_gives_one_card() -> None:
    ledger = loaded()
    ledger.leave(7)
    with pytest.raises(InvariantError, match="card_left_twice"):
        ledger.leave(7)


def test_a_card_that_never_left_cannot_land() -> None:
    with pytest.raises(InvariantError, match="card_never_left"):
        loaded().land(9, PLACE_BURN)


def test_an_empty_hopper_feeds_nothing() -> None:
    with pytest.raises(InvariantError, match="hopper_empty"):
        loaded().feed()


def test_a_face_is_learnt_once() -> None:
    ledger = loaded()
    token = ledger.leave(7)
    assert ledger.face_of(token) == -1
    ledger.learn(token, 51)
    assert ledger.face_of(token) == 51
    assert not ledger.is_new_face(51)
    with pytest.raises(InvariantError, match="face_seen_twice"):
        ledger.learn(ledger.leave(8), 51)


def test_too_few_or_too_many_cards_are_written_down_as_such() -> None:
    ledger = loaded()
    ledger.leave(7)
    ledger.collect(51)
    assert ledger.missing == 1
    check_cards(ledger)
    ledger.collect(53)
    assert ledger.missing == -1
    check_cards(ledger)


def test_fewer_cards_than_the_carousel_should_hold_leave_the_hopper_empty() -> None:
    ledger = loaded()
    ledger.collect(50)
    assert (ledger.hopper, ledger.carousel, ledger.missing) == (0, 50, 2)
    check_cards(ledger)


def test_a_wrong_count_is_a_bug() -> None:
    ledger = loaded()
    ledger.carousel += 1
    with pytest.raises(InvariantError, match="deck_count_wrong"):
        check_cards(ledger)


def test_an_empty_carousel_loses_no_card() -> None:
    ledger = loaded()
    for slot in range(52):
        ledger.leave(slot)
    ledger.lose_one()
    check_cards(ledger)
    assert ledger.missing == 0


def test_a_card_that_never_left_is_not_taken_back() -> None:
    ledger = loaded()
    with pytest.raises(InvariantError, match="card_never_left"):
        ledger.take_back(7)
    check_cards(ledger)
