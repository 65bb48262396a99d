"""Decks that are none, what the floor may do, and faces that are corrected or entered."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from firmware.core import hand_table, legal_actions
from firmware.schema import messages as m
from firmware.schema import rulings as r
from tests.hand_stories import THREE, TWO, call_down, hand_of, table_of
from tests.repair_stories import (
    BURN,
    FIVE,
    FLOP,
    act,
    cut,
    decide,
    report,
    rulings,
    stray,
    to_street,
    to_the_burn,
    zones,
)

if TYPE_CHECKING:
    from tests.table_driver import TableDriver

# ------------------------------------------------------------------ decks that are none


def test_a_stray_card_before_the_deal_makes_everything_be_dealt_from_a_new_order() -> None:
    driver = table_of(THREE)
    driver.fire()
    stray(driver, m.PLACE_SEAT2)
    cut(driver)
    assert rulings(driver) == ["misdeal"]
    assert zones(driver)["STUB"] == 46


def test_a_stub_that_has_run_out_is_no_deck() -> None:
    driver = hand_of(TWO)
    while driver.table.ledger.carousel > 3:
        stray(driver, m.PLACE_CHUTE)
    act(driver, 2)
    assert rulings(driver)[-1] == "void_fouled"
    assert decide(driver, m.RULING_LET_STAND) == m.REFUSAL_NOT_NOW
    assert decide(driver, m.RULING_VOID_HAND) == 0
    assert driver.table.stacks[1:3] == [1000, 1000]


def test_a_card_that_went_with_another_leaves_an_empty_slot_that_is_passed_over() -> None:
    driver = hand_of(TWO)
    to_the_burn(driver)
    token = driver.table.ledger.token_of(4)
    driver.send(m.CARD_LEFT, 4, 4)
    driver.send(m.CARD_DOUBLED, token, 0)
    driver.send(m.CARD_LANDED, token, BURN)
    assert rulings(driver) == ["stands"]
    assert driver.table.ledger.missing == 1
    assert driver.send(m.SLOT_FOUND_EMPTY, 5, 5) == 0
    assert driver.heard(m.DEAL_CARD)[-1] == (m.DEAL_CARD, 6, FLOP[0])
    assert driver.send(m.SLOT_FOUND_EMPTY, 6, 6) == 0
    assert rulings(driver)[-1] == "void_fouled", "only one card had gone with another"


def test_a_duplicate_that_was_only_misread_is_entered_by_the_floor() -> None:
    driver = hand_of(TWO)
    driver.deck[6] = driver.deck[5]
    driver.typed = [50]
    act(driver, 2)
    assert rulings(driver) == ["void_fouled"]
    assert decide(driver, m.RULING_LET_STAND) == 0
    assert driver.heard(m.BOARD_DEALT)[-1][2][1] == 50


# ------------------------------------------------------------------ the floor's closed list


def test_the_floor_may_take_back_the_last_action_before_the_next_one() -> None:
    driver = hand_of(THREE)
    driver.raise_to(1, 300)
    before = driver.table.snapshot()
    driver.fold(2)
    assert decide(driver, m.RULING_TAKE_BACK_LAST_ACTION) == 0
    assert driver.heard(m.ACTION_TAKEN_BACK) == [(m.ACTION_TAKEN_BACK, 2)]
    hand = driver.table.hand
    assert hand is not None
    assert legal_actions(hand)[0] == 2  # type: ignore[index]
    assert not driver.heard(m.ERASE_FACE)
    driver.call(2)
    assert driver.table.stacks[1:4] == [700, 700, 900]
    assert before != driver.table.snapshot()


def test_an_action_that_a_card_has_followed_stands() -> None:
    driver = hand_of(THREE)
    act(driver, 3)
    assert decide(driver, m.RULING_TAKE_BACK_LAST_ACTION) == m.REFUSAL_TOO_LATE
    act(driver, 1)
    assert decide(driver, m.RULING_TAKE_BACK_LAST_ACTION) == 0
    assert decide(driver, m.RULING_TAKE_BACK_LAST_ACTION) == m.REFUSAL_TOO_LATE


def test_the_betting_after_taking_back_is_that_of_a_hand_without_the_action() -> None:
    for ante in ("none", "all", "big_blind"):
        amount = 0 if ante == "none" else 10
        rules = {"ante_mode": ante, "ante": amount, "straddle": "every_hand"}
        played, undone = hand_of(FIVE, **rules), hand_of(FIVE, **rules)
        to_street(played, m.STREET_FLOP)
        to_street(undone, m.STREET_FLOP)
        seat = played.table.hand.turn  # type: ignore[union-attr]
        undone.raise_to(seat, 400)
        decide(undone, m.RULING_TAKE_BACK_LAST_ACTION)
        for driver in (played, undone):
            act(driver, 2)
            call_down(driver)
        assert played.table.stacks == undone.table.stacks
        a, b = played.table.hand, undone.table.hand
        assert a is not None
        assert b is not None
        assert a.betting.contributed == b.betting.contributed


def test_an_action_may_be_taken_back_while_a_panel_is_repaired() -> None:
    driver = hand_of(THREE)
    driver.fold(1)
    driver.send(m.FAULT_RAISED, "F-PAN-01", "panel1", None)
    assert decide(driver, m.RULING_TAKE_BACK_LAST_ACTION) == 0
    assert legal_actions(driver.table.hand)[0] == 1  # type: ignore[index]


def test_no_hand_is_void_after_substantial_action_with_a_whole_deck() -> None:
    driver = hand_of(THREE)
    act(driver, 2)
    driver.send(m.CARD_LEFT, 9, 0)
    assert decide(driver, m.RULING_VOID_HAND) == m.REFUSAL_TOO_LATE
    assert decide(driver, m.RULING_MISDEAL) == m.REFUSAL_TOO_LATE
    assert decide(driver, m.RULING_COMPLETE_BY_HAND) == 0
    call_down(driver)
    assert driver.heard(m.HAND_BECAME_MANUAL) == [(m.HAND_BECAME_MANUAL, "Anna")]


def test_a_deck_that_does_not_count_in_a_misdeal_is_looked_for_and_counted_again() -> None:
    driver = hand_of(FIVE)
    driver.stops_at = m.COLLECT_CARDS
    stray(driver, driver.table.hand.ring[1])  # type: ignore[union-attr]
    driver.send(m.CARDS_COLLECTED, 51, 0)
    hand = driver.table.hand
    assert hand is not None
    assert hand.state == hand_table.HELD
    driver.stops_at = 0
    assert decide(driver, m.RULING_RESUME) == 0
    assert zones(driver)["STUB"] == 42


def test_a_load_that_does_not_count_is_done_again() -> None:
    driver = hand_of(FIVE)
    driver.stops_at = m.LOAD_DECK
    report(driver, "deck_disordered")
    driver.send(m.CARD_FED, 1)
    driver.send(m.DECK_LOADED, 1)
    hand = driver.table.hand
    assert hand is not None
    assert hand.state == hand_table.HELD
    driver.stops_at = 0
    assert decide(driver, m.RULING_RESUME) == 0
    assert zones(driver)["STUB"] == 42
    assert [one[2] for one in driver.heard(m.RESHUFFLE_STARTED)] == [1, 2]


def test_what_happens_while_a_panel_is_repaired_is_taken_up_by_the_repair() -> None:
    for stops_at, fact in (
        (m.RETURN_PLACE, (m.PLACE_RETURNED, FLOP[0], 1)),
        (m.REVEAL_ORDER, (m.ORDER_REVEALED, 1, 0, bytes(52), bytes(32))),
        (m.LOAD_DECK, (m.CARD_FED, 1)),
    ):
        driver = hand_of(FIVE)
        driver.stops_at = stops_at
        stray(driver, *FLOP)
        act(driver, 5)
        driver.send(m.FAULT_RAISED, "F-PAN-01", "panel1", None)
        assert driver.send(*fact) == 0
        if stops_at == m.LOAD_DECK:
            count = driver.table.ledger.hopper
            for n in range(2, count + 1):
                assert driver.send(m.CARD_FED, n) == 0
            assert driver.send(m.DECK_LOADED, count) == 0
        driver.stops_at = 0
        driver.send(m.FAULT_CLEARED, "F-PAN-01", "panel1")
        hand = driver.table.hand
        assert hand is not None
        assert hand.state != hand_table.HELD or hand.is_irregular


def test_reports_need_a_card_or_seat_that_there_is() -> None:
    driver = table_of(THREE)
    assert report(driver, "boxed_card") == m.REFUSAL_NOT_NOW
    driver.start_hand()
    assert report(driver, "no_such_thing") == m.REFUSAL_BAD_VALUE
    assert report(driver, "premature_turn") == m.REFUSAL_BAD_VALUE
    assert report(driver, "player_exposed_card") == m.REFUSAL_NO_SUCH_SEAT
    assert report(driver, "player_exposed_card", 9) == m.REFUSAL_NO_SUCH_SEAT
    assert report(driver, "wrong_button", 9) == m.REFUSAL_NO_SUCH_SEAT
    assert report(driver, "card_on_floor") == m.REFUSAL_NOT_NOW
    assert report(driver, "burn_missing") == m.REFUSAL_NOT_NOW
    to_street(driver, m.STREET_FLOP)
    assert report(driver, "card_misread") == m.REFUSAL_BAD_VALUE
    assert report(driver, "card_misread", None, 51) == m.REFUSAL_WRONG_CARD
    driver.stops_at = m.MOVE_CARD
    stray(driver, m.PLACE_BOARD4)
    assert report(driver, "deck_disordered") == m.REFUSAL_NOT_NOW, "one repair after the other"
    assert report(driver, "duplicate_face") == 0


def test_a_misread_card_is_corrected_before_the_award() -> None:
    driver = hand_of(TWO, objection_seconds=5)
    call_down(driver)
    driver.show(2)
    driver.show(1)
    board = driver.heard(m.RESULT_READ)[-1][1]
    driver.typed = [51]
    assert report(driver, "card_misread", None, board[0]) == 0
    corrected = driver.heard(m.RESULT_READ)[-1][1]
    assert corrected == (51,) + board[1:]
    driver.play_on()
    assert driver.heard(m.HAND_FINISHED)


def test_a_hole_face_that_was_not_asked_for_is_not_remembered() -> None:
    driver = hand_of(TWO)
    token = driver.table.hand.hole[1][0]  # type: ignore[union-attr]
    driver.send(m.FACE_READ, token, 51)
    assert driver.table.ledger.face_of(token) < 0


def test_an_opened_face_that_the_reader_cannot_tell_is_entered() -> None:
    driver = hand_of(TWO)
    call_down(driver)
    driver.stops_at = m.OPEN_FACE
    driver.show(2)
    driver.stops_at = 0
    first, second = driver.table.hand.faces_asked  # type: ignore[union-attr]
    driver.send(m.FACE_DOUBTED, first, m.DOUBT_UNREADABLE)
    driver.send(m.FACE_OPENED, second, driver.face_of(second))
    assert driver.heard(m.HAND_SHOWN)[-1][1] == 2


def test_a_repair_between_two_opened_hands_goes_back_to_the_opening() -> None:
    driver = hand_of(TWO)
    call_down(driver)
    driver.stops_at = m.OPEN_FACE
    driver.show(2)
    driver.stops_at = 0
    first, second = driver.table.hand.faces_asked  # type: ignore[union-attr]
    stray(driver, m.PLACE_BOARD5)
    driver.send(m.FACE_OPENED, first, driver.face_of(first))
    driver.send(m.FACE_OPENED, second, driver.face_of(second))
    assert driver.heard(m.HAND_SHOWN)[-1][1] == 2


def test_the_face_of_a_stray_card_may_come_after_it_lies() -> None:
    driver = hand_of(FIVE)
    slot = 50
    token = driver.table.ledger.token_of(slot)
    driver.send(m.CARD_STRAYED, slot)
    driver.send(m.CARD_LANDED, token, FLOP[0])
    assert driver.send(m.FACE_READ, token, driver.face_of(token)) == 0
    assert rulings(driver) == ["premature_flop"]
    assert legal_actions(driver.table.hand) is not None


def test_books_are_numbered_as_the_setting_spells_them() -> None:
    assert r.BOOK_WORDS == ("r004", "tda2024", "roberts")


# ------------------------------------------------------------------ what an earlier repair left


def all_in_on_the_flop() -> TableDriver:
    """Two hands are to be opened, and the reader has told no face yet."""
    driver = hand_of(TWO, dealer_errors="tda2024")
    to_street(driver, m.STREET_FLOP)
    driver.stops_at = m.OPEN_FACE
    driver.raise_to(2, 900)
    driver.call(1)
    assert len(driver.heard(m.OPEN_FACE)) == 4
    return driver


def all_in_with_an_unread_card(doubts: int = 1) -> TableDriver:
    """Both are all-in on the flop, so many faces are not told, and nobody enters them yet."""
    driver = all_in_on_the_flop()
    driver.stops_at = m.ASK_FACE
    asked = [one[1] for one in driver.heard(m.OPEN_FACE)]
    for token in asked[:doubts]:
        driver.send(m.FACE_DOUBTED, token, m.DOUBT_UNREADABLE)
    for token in asked[doubts:]:
        driver.openings += 1
        driver.send(m.FACE_OPENED, token, driver.face_of(token))
    return driver


def test_hands_that_lay_open_before_a_street_came_too_early_are_not_opened_again() -> None:
    driver = all_in_with_an_unread_card()
    stray(driver, m.PLACE_BOARD4)
    cut(driver)
    hand = driver.table.hand
    assert hand is not None
    assert driver.heard(m.PROCEDURE_ENDED)
    assert hand.state == hand_table.TABLING, "the turn lies, one face is still to be entered"
    assert len(hand.board) == 4
    assert len(driver.heard(m.OPEN_FACE)) == 4
    token = driver.heard(m.ASK_FACE)[0][1]
    assert driver.heard(m.ASK_FACE) == [(m.ASK_FACE, token)]
    assert driver.send(m.FACE_TYPED, driver.face_of(token), "Anna") == 0
    assert not driver.heard(m.HAND_HELD)
    assert driver.heard(m.HAND_FINISHED)


def test_hands_opened_while_a_street_is_repaired_are_all_open_afterwards() -> None:
    driver = all_in_on_the_flop()
    driver.stops_at = m.RETURN_PLACE
    stray(driver, m.PLACE_BOARD4)
    for _id, token in driver.heard(m.OPEN_FACE):
        driver.openings += 1
        driver.send(m.FACE_OPENED, token, driver.face_of(token))
    driver.stops_at = 0
    driver.send(m.PLACE_RETURNED, driver.heard(m.RETURN_PLACE)[-1][1], 1)
    cut(driver)
    assert len(driver.heard(m.OPEN_FACE)) == 4
    assert driver.heard(m.HAND_FINISHED)


def test_a_face_that_the_reader_never_told_is_not_missing_at_the_count_after_a_hand_by_hand() -> (
    None
):
    driver = all_in_with_an_unread_card(2)
    driver.send(m.FAULT_RAISED, "F-DEAL-01", "card_machine", None)
    driver.stops_at = 0
    assert decide(driver, m.RULING_COMPLETE_BY_HAND) == 0
    driver.send(m.FAULT_CLEARED, "F-DEAL-01", "card_machine")
    assert driver.heard(m.HAND_FINISHED)
    assert driver.heard(m.COLLECT_CARDS)
    assert not driver.heard(m.TABLE_HELD)


@pytest.mark.parametrize("is_laid", [False, True])
def test_a_fouled_deck_ends_the_hand_even_if_a_person_lays_a_card_or_laid_one_before(
    is_laid: bool,
) -> None:
    driver = hand_of(FIVE)
    to_street(driver, m.STREET_FLOP)
    driver.stops_at = m.MOVE_CARD
    stray(driver, m.PLACE_BOARD4, m.PLACE_BOARD5)
    if is_laid:
        driver.stops_at = 0
        driver.send(m.CARD_MOVED, *driver.heard(m.MOVE_CARD)[-1][1:], "Anna")
        assert driver.table.hand.state == hand_table.BETTING  # type: ignore[union-attr]
    assert report(driver, "duplicate_face") == 0
    assert rulings(driver)[-1] == "void_fouled"
    assert driver.table.hand.state == hand_table.HELD  # type: ignore[union-attr]
    assert decide(driver, m.RULING_RESUME) == 0
    assert driver.heard(m.HAND_VOIDED)
