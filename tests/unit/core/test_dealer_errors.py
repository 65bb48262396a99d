"""Dealer errors repaired by R004: each procedure zone by zone (N players were dealt in)."""

from __future__ import annotations

import pytest

from firmware.core import legal_actions
from firmware.core.by_hand_guards import face_people_are_asked_for
from firmware.schema import messages as m
from tests.hand_stories import TWO, hand_of, table_of
from tests.repair_stories import (
    BURN,
    FIVE,
    FLOP,
    act,
    cut,
    decide,
    exposing,
    lay_an_unread_card,
    report,
    rulings,
    stray,
    to_street,
    to_the_burn,
    zones,
)
from tests.table_driver import TableDriver

# ------------------------------------------------------------------ rules 1.8, zone by zone


def test_r004_38_first_card_exposed_is_a_misdeal_with_button_and_blinds_unchanged() -> None:
    driver = exposing({0}, FIVE)
    assert rulings(driver) == ["misdeal"]
    posted = driver.heard(m.FORCED_BET_POSTED)
    assert posted[:2] == posted[2:]
    assert [one[4] for one in driver.heard(m.RESHUFFLE_STARTED)] == [52]
    assert zones(driver) == {
        "STUB": 42, "BURN": 0, "BOARD": 0, "HANDS": 10, "MUCK": 0, "ASIDE": 0
    }  # fmt: skip
    assert len(driver.heard(m.HAND_STARTED)) == 1
    assert driver.table.hand_number == 1


def test_r004_39_a_later_exposed_card_is_replaced_and_is_the_burn_of_the_flop() -> None:
    driver = exposing({6}, FIVE)
    assert rulings(driver) == ["replace_exposed"]
    assert zones(driver) == {
        "STUB": 52 - 2 * 5 - 1, "BURN": 1, "BOARD": 0, "HANDS": 10, "MUCK": 0, "ASIDE": 0
    }  # fmt: skip
    exposed = driver.heard(m.IRREGULARITY_FOUND)[0][2]
    assert driver.heard(m.CARD_BURNT) == [(m.CARD_BURNT, m.STREET_FLOP, exposed)]
    hand = driver.table.hand
    assert hand is not None
    assert exposed not in [token for seat in hand.ring for token in hand.hole[seat]]
    to_street(driver, m.STREET_FLOP)
    assert zones(driver)["BURN"] == 1, "no other burn before the flop"
    assert zones(driver)["STUB"] == 52 - 2 * 5 - 4


def test_r004_40_two_exposed_cards_are_a_misdeal() -> None:
    driver = exposing({3, 6}, FIVE)
    assert rulings(driver) == ["replace_exposed", "misdeal"]
    assert zones(driver)["STUB"] == 42
    assert zones(driver)["HANDS"] == 10


def test_r004_41_a_flop_with_too_many_cards_is_dealt_anew_from_stub_and_board() -> None:
    driver = hand_of(FIVE)
    hand = driver.table.hand
    assert hand is not None
    act(driver, 4)
    driver.deals = False
    driver.call(hand.turn)
    for k, place in zip(range(10, 13), (BURN, *FLOP[:2]), strict=True):
        for one in TableDriver.deal(driver, k, place):
            driver.send(*one)
    stray(driver, m.PLACE_BOARD4)
    driver.deals = True
    for one in TableDriver.deal(driver, 13, FLOP[2]):
        driver.send(*one)
    cut(driver)
    assert rulings(driver) == ["redo_flop"]
    assert [one[4] for one in driver.heard(m.RESHUFFLE_STARTED)] == [52 - 2 * 5 - 1]
    assert zones(driver) == {
        "STUB": 52 - 2 * 5 - 4, "BURN": 1, "BOARD": 3, "HANDS": 10, "MUCK": 0, "ASIDE": 0
    }  # fmt: skip
    assert legal_actions(hand) is not None


@pytest.mark.parametrize("acted", [0, 1, 3])
@pytest.mark.parametrize("with_burn", [True, False])
def test_r004_42_a_premature_flop_waits_for_the_betting_and_is_dealt_without_a_burn(
    acted: int, with_burn: bool
) -> None:
    driver = hand_of(FIVE)
    act(driver, acted)
    stray(driver, *((BURN, *FLOP) if with_burn else FLOP))
    assert driver.table.hand is not None
    assert driver.table.hand.street == m.STREET_PREFLOP
    act(driver, 5 - acted)
    assert [one[4] for one in driver.heard(m.RESHUFFLE_STARTED)] == [52 - 2 * 5 - 1]
    assert zones(driver) == {
        "STUB": 52 - 2 * 5 - 4, "BURN": 1, "BOARD": 3, "HANDS": 10, "MUCK": 0, "ASIDE": 0
    }  # fmt: skip


def test_r004_42_the_muck_stays_out_of_the_shuffle() -> None:
    driver = hand_of(FIVE)
    hand = driver.table.hand
    assert hand is not None
    driver.fold(hand.turn)
    stray(driver, BURN, *FLOP)
    act(driver, 4)
    assert zones(driver)["MUCK"] == 2
    assert zones(driver)["STUB"] == 52 - 2 * 5 - 4


@pytest.mark.parametrize("acted", [0, 2])
@pytest.mark.parametrize("with_burn", [True, False])
def test_r004_43_a_premature_turn_goes_aside_and_comes_back_before_the_river(
    acted: int, with_burn: bool
) -> None:
    driver = hand_of(FIVE)
    to_street(driver, m.STREET_FLOP)
    act(driver, acted)
    stray(driver, *((BURN, m.PLACE_BOARD4) if with_burn else (m.PLACE_BOARD4,)))
    premature = driver.heard(m.IRREGULARITY_FOUND)[-1][2]
    assert zones(driver)["ASIDE"] == 1, "out of play for this round"
    act(driver, 5 - acted)
    assert zones(driver) == {
        "STUB": 52 - 10 - 1 - 3 - 1 - 2 - 1, "BURN": 3, "BOARD": 4, "HANDS": 10, "MUCK": 0,
        "ASIDE": 1,
    }  # fmt: skip
    assert not driver.heard(m.RESHUFFLE_STARTED), "the turn comes from the order as it was"
    act(driver, 5)
    assert driver.heard(m.RESHUFFLE_STARTED)[0][4] == 52 - 10 - 3 - 4, "stub and that card"
    assert zones(driver) == {
        "STUB": 52 - 10 - 3 - 5, "BURN": 3, "BOARD": 5, "HANDS": 10, "MUCK": 0, "ASIDE": 0
    }  # fmt: skip
    assert premature not in driver.table.ledger.place


@pytest.mark.parametrize("with_burn", [True, False])
def test_r004_44_a_premature_river_goes_back_and_the_river_comes_without_a_burn(
    with_burn: bool,
) -> None:
    driver = hand_of(FIVE)
    to_street(driver, m.STREET_TURN)
    act(driver, 2)
    stray(driver, *((BURN, m.PLACE_BOARD5) if with_burn else (m.PLACE_BOARD5,)))
    act(driver, 3)
    assert driver.heard(m.RESHUFFLE_STARTED)[0][4] == 52 - 10 - 3 - 4
    assert zones(driver) == {
        "STUB": 52 - 10 - 3 - 5, "BURN": 3, "BOARD": 5, "HANDS": 10, "MUCK": 0, "ASIDE": 0
    }  # fmt: skip


def test_r004_44_after_r004_43_both_cards_are_shuffled_back() -> None:
    driver = hand_of(FIVE)
    to_street(driver, m.STREET_FLOP)
    stray(driver, BURN, m.PLACE_BOARD4)
    act(driver, 5)
    stray(driver, m.PLACE_BOARD5)
    act(driver, 5)
    assert driver.heard(m.RESHUFFLE_STARTED)[0][4] == 52 - 10 - 3 - 4
    assert zones(driver)["BURN"] == 3
    assert zones(driver)["ASIDE"] == 0


def test_r004_45_the_first_players_extra_card_goes_back_on_the_stub_as_the_burn() -> None:
    driver = hand_of(FIVE)
    hand = driver.table.hand
    assert hand is not None
    stray(driver, hand.ring[0])
    assert rulings(driver) == ["extra_as_burn"]
    # The burn tray stands for the top of the stub: together they are 52-2N.
    assert zones(driver)["STUB"] + zones(driver)["BURN"] == 52 - 2 * 5
    to_street(driver, m.STREET_FLOP)
    assert zones(driver)["BURN"] == 1
    assert zones(driver)["STUB"] == 52 - 2 * 5 - 4


def test_r004_46_more_than_one_extra_card_is_a_misdeal() -> None:
    driver = hand_of(FIVE)
    hand = driver.table.hand
    assert hand is not None
    stray(driver, hand.ring[0], hand.ring[0])
    cut(driver)
    assert rulings(driver) == ["extra_as_burn", "misdeal"]
    assert zones(driver)["STUB"] == 42


def test_an_exposed_card_and_an_extra_card_in_one_deal_are_a_misdeal() -> None:
    driver = exposing({6}, FIVE)
    hand = driver.table.hand
    assert hand is not None
    stray(driver, hand.ring[0])
    cut(driver)
    assert rulings(driver)[-1] == "misdeal"


def test_a_card_that_a_player_exposes_is_kept() -> None:
    driver = hand_of(FIVE)
    before = zones(driver)
    assert report(driver, "player_exposed_card", 3) == 0
    assert zones(driver) == before
    assert legal_actions(driver.table.hand) is not None


# ------------------------------------------------------------------ readings that a house chooses


def test_k28_one_of_the_first_two_cards_may_make_the_misdeal() -> None:
    assert rulings(exposing({1}, FIVE)) == ["replace_exposed"]
    assert rulings(exposing({1}, FIVE, misdeal_exposed_first=2)) == ["misdeal"]


@pytest.mark.parametrize("book", ["tda2024", "roberts"])
def test_k28_by_the_other_books_it_is_one_of_the_first_two_whatever_the_house_reads_in_r004(
    book: str,
) -> None:
    assert rulings(exposing({1}, FIVE, dealer_errors=book)) == ["misdeal"]
    assert rulings(exposing({2}, FIVE, dealer_errors=book)) == ["replace_exposed"]


def test_extra_card_for_the_first_player_after_substantial_action_is_no_misdeal() -> None:
    for acted, ruled in ((1, "misdeal"), (3, "extra_as_burn")):
        driver = hand_of(FIVE, dealer_errors="tda2024")
        act(driver, acted)
        stray(driver, driver.table.hand.betting.live_seats()[0])  # type: ignore[union-attr]
        assert rulings(driver) == [ruled]


def test_two_boxed_cards_told_one_after_the_other_spoil_the_deal() -> None:
    driver = hand_of(FIVE)
    assert report(driver, "boxed_card", 2) == 0
    assert report(driver, "boxed_card", 2) == 0
    assert report(driver, "boxed_card") == 0
    assert rulings(driver) == ["stands"] * 3, "it may be one card, told by several people"
    assert report(driver, "boxed_card", 3) == 0
    assert rulings(driver)[-1] == "misdeal"
    assert report(driver, "boxed_card", 3) == 0
    assert rulings(driver)[-1] == "stands", "it is the first of the new deal"


def test_boxed_card_after_one_that_counted_as_paper_spoils_the_deal() -> None:
    driver = table_of(FIVE, dealer_errors="tda2024")
    driver.stops_at = m.DEAL_CARD
    driver.start_hand()
    for told in ((4, 2), (8, 3)):
        while driver.heard(m.DEAL_CARD)[-1][1] < told[0]:
            for one in driver.deal(*driver.heard(m.DEAL_CARD)[-1][1:3]):
                assert driver.send(*one) == 0
        assert report(driver, "boxed_card", told[1]) == 0
        for one in driver.deal(*driver.heard(m.DEAL_CARD)[-1][1:3]):
            assert driver.send(*one) == 0
    assert rulings(driver) == ["paper", "misdeal"]


def test_k34_the_owner_of_an_exposed_card_may_keep_it_where_the_house_allows() -> None:
    for ruling, burnt in ((m.RULING_LET_STAND, 0), (m.RULING_RESUME, 1)):
        driver = exposing({6}, FIVE, exposed_hole_card="player_choice")
        assert rulings(driver) == ["player_chooses"]
        assert decide(driver, ruling) == 0
        assert zones(driver)["BURN"] == burnt
        assert legal_actions(driver.table.hand) is not None


def test_k36_read_literally_a_premature_river_alone_is_for_the_floor() -> None:
    for rule, procedure in (
        ("any", "premature_street"),
        ("after_premature_turn", "floor_decides"),
    ):
        driver = hand_of(FIVE, premature_river=rule)
        to_street(driver, m.STREET_TURN)
        stray(driver, m.PLACE_BOARD5)
        assert rulings(driver) == [procedure]
    driver = hand_of(FIVE, premature_river="after_premature_turn")
    to_street(driver, m.STREET_FLOP)
    stray(driver, m.PLACE_BOARD4)
    act(driver, 5)
    stray(driver, m.PLACE_BOARD5)
    assert rulings(driver) == ["premature_turn", "premature_street"]


def test_a_flop_too_many_is_scrambled_before_its_first_card_counted_as_laid() -> None:
    driver = hand_of(TWO, dealer_errors="tda2024")
    to_the_burn(driver)
    for one in driver.deal(4, BURN):
        driver.send(*one)
    for slot, place in zip((30, 31, 32), FLOP, strict=True):
        driver.send(m.CARD_STRAYED, slot)
        driver.send(m.FACE_READ, slot, slot)
        driver.send(m.CARD_LANDED, slot, place)
    for one in driver.deal(5, FLOP[0]):
        assert driver.send(*one) == 0
    hand = driver.table.hand
    assert hand is not None
    assert hand.board == []
    assert rulings(driver)[-1] == "scramble_flop"
    assert face_people_are_asked_for(hand) == driver.heard(m.ASK_FACE)[-1][1]
    driver.deals = True
    assert driver.send(m.FACE_TYPED, 31, "Anna") == 0
    assert sorted(hand.board) == [5, 30, 32]


def test_a_flop_is_completed_by_a_card_whose_face_a_person_enters() -> None:
    driver = hand_of(TWO)
    act(driver, 2)
    hand = driver.table.hand
    assert hand is not None
    driver.typed = [hand.board[0]]
    k = lay_an_unread_card(driver)
    assert rulings(driver) == ["scramble_for_burn"]
    assert driver.send(m.FACE_TYPED, hand.board[0], "Anna") == m.REFUSAL_CARD_OUT
    assert driver.send(m.FACE_TYPED, k, "Anna") == 0
    assert hand.board == [6, 7, k]
    assert legal_actions(hand) is not None


LOST, LANDED = "lost", "landed"


def flop_lacks_a_card(went: str) -> TableDriver:
    """A flop card became the burn; the one that takes its place has gone so far."""
    driver = hand_of(TWO)
    act(driver, 2)
    hand = driver.table.hand
    assert hand is not None
    driver.stops_at = m.DEAL_CARD
    driver.typed = [hand.board[0]]
    assert report(driver, "burn_missing") == 0
    k, place = driver.heard(m.DEAL_CARD)[-1][1:]
    if went:
        assert driver.send(m.CARD_LEFT, k, k) == 0
    if went == LOST:
        assert driver.send(m.CARD_UNLANDED, k) == 0
    if went == LANDED:
        assert driver.send(m.CARD_LANDED, k, place) == 0
    driver.stops_at = 0
    return driver


@pytest.mark.parametrize(("went", "third"), [("", 8), ("left", 8), (LANDED, 8), (LOST, 9)])
def test_people_who_take_over_complete_a_flop_that_lacks_a_card(went: str, third: int) -> None:
    driver = flop_lacks_a_card(went)
    hand = driver.table.hand
    assert hand is not None
    assert decide(driver, m.RULING_COMPLETE_BY_HAND) == 0
    assert hand.board == [6, 7, third]
    assert hand.turn == 2
    act(driver, 6)
    assert len(hand.board) == 5


def test_nothing_stands_while_a_flop_lacks_a_card() -> None:
    driver = flop_lacks_a_card(LOST)
    assert decide(driver, m.RULING_LET_STAND) == m.REFUSAL_NOT_NOW
    assert decide(driver, m.RULING_SHUFFLE_STUB) == m.REFUSAL_NOT_NOW
    assert decide(driver, m.RULING_RESUME) == 0
    hand = driver.table.hand
    assert hand is not None
    assert hand.board == [6, 7, 9]
