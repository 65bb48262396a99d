"""A face that a person must enter is told of another card already: never guessed, never for ever.

Either the person slipped, or the other card was read wrong before, or the deck is fouled.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from firmware.app.floor_menu import FACES, MISREAD, REPORTS, FloorMenu, floor_items
from firmware.core import hand_table
from firmware.core.by_hand_guards import face_people_are_asked_for
from firmware.evaluator import evaluate
from firmware.schema import irregularities as i
from firmware.schema import messages as m
from tests.hand_stories import TWO, call_down, hand_of
from tests.repair_stories import act, decide, lay_an_unread_card, report, rulings

if TYPE_CHECKING:
    from firmware.core.hand_state import Hand
    from tests.table_driver import TableDriver

THIRD, TURN = 7, 9  # k of the third flop card and of the turn; the deck lies by card id
ELSE = 40  # a face that lies nowhere


def hand_in(driver: TableDriver) -> Hand:
    hand = driver.table.hand
    assert hand is not None
    return hand


def turn_fell(read: int = TURN, true: int = ELSE) -> TableDriver:
    """The third flop card was told to be `read` and is `true`; the turn fell to the floor.

    It lies in its place again, and a person is to enter its face.
    """
    driver = hand_of(TWO)
    act(driver, 1)
    driver.deck[THIRD] = read
    act(driver, 1)
    driver.deck[THIRD] = true
    driver.deals = False
    act(driver, 2)
    for one in driver.deal(8, m.PLACE_BURN):
        assert driver.send(*one) == 0
    driver.deals = True
    driver.stops_at = m.ASK_FACE
    assert driver.send(m.CARD_LEFT, TURN, TURN) == 0
    assert driver.send(m.CARD_UNLANDED, TURN) == 0
    assert report(driver, "card_on_floor") == 0
    assert hand_in(driver).state == hand_table.TYPING
    return driver


def unread_hand() -> TableDriver:
    """All in before the flop; a hole card's face must be entered, and lies open elsewhere."""
    driver = hand_of(TWO)
    hand = hand_in(driver)
    seat = hand.turn
    hand.correction.unread.append(hand.hole[seat][0])
    driver.stops_at = m.ASK_FACE
    assert driver.send(m.ACTION_CHOSEN, seat, m.CHOICE_RAISE, 1000) == 0
    act(driver, 1)
    assert hand.state == hand_table.TABLING
    return driver


def enter(driver: TableDriver, face: int) -> int:
    return driver.send(m.FACE_TYPED, face, "Anna")


def test_the_card_that_was_read_wrong_is_entered_first_and_then_the_one_asked_for() -> None:
    driver = turn_fell()
    hand = hand_in(driver)
    assert enter(driver, TURN) == m.REFUSAL_CARD_OUT, "a slip is asked once more"
    assert report(driver, "card_misread", card=TURN) == 0
    assert rulings(driver)[-1] == "enter_face"
    assert face_people_are_asked_for(hand) == THIRD
    assert enter(driver, ELSE) == 0
    assert face_people_are_asked_for(hand) == TURN
    assert enter(driver, TURN) == 0
    assert hand.board == [5, 6, ELSE, TURN]
    assert hand.state == hand_table.BETTING
    told = [one[1:] for one in driver.heard(m.FACE_CORRECTED)]
    assert told == [(THIRD, ELSE), (TURN, TURN)]


def test_two_cards_that_were_read_one_for_the_other_are_both_put_right() -> None:
    driver = hand_of(TWO)
    act(driver, 1)
    driver.deck[6], driver.deck[7] = 7, 6
    act(driver, 1)
    hand = hand_in(driver)
    assert hand.board == [5, 7, 6]
    driver.stops_at = m.ASK_FACE
    assert report(driver, "card_misread", card=7) == 0
    assert enter(driver, 6) == m.REFUSAL_CARD_OUT
    assert report(driver, "card_misread", card=6) == 0
    assert enter(driver, 7) == 0
    assert hand.board == [5, 6, 7]
    assert enter(driver, 6) == 0, "the first one is looked at once more"
    assert hand.board == [5, 6, 7]
    assert hand.correction.faces_due == ()
    assert [hand.ledger.face_of(token) for token in (6, 7)] == [6, 7]
    assert hand.state == hand_table.BETTING


def test_a_misread_card_is_named_by_a_face_that_another_card_shows() -> None:
    driver = turn_fell()
    assert report(driver, "card_misread") == m.REFUSAL_BAD_VALUE
    assert report(driver, "card_misread", card=ELSE) == m.REFUSAL_WRONG_CARD
    assert report(driver, "card_misread", card=TURN) == 0
    assert report(driver, "card_misread", card=TURN) == m.REFUSAL_WRONG_CARD, "it is asked for"
    assert report(driver, "player_exposed_card", 1) == m.REFUSAL_NOT_NOW


def test_a_repair_that_the_floor_ends_forgets_which_faces_were_still_due() -> None:
    driver = turn_fell()
    assert report(driver, "card_misread", card=TURN) == 0
    hand = hand_in(driver)
    assert hand.correction.faces_due
    assert report(driver, "duplicate_face") == 0
    assert not hand.correction.faces_due
    assert decide(driver, m.RULING_VOID_HAND) == 0


@pytest.mark.parametrize("waiting", [turn_fell, unread_hand])
def test_a_deck_with_the_card_twice_is_fouled_by_the_floors_word_and_chips_go_back(
    waiting,
) -> None:
    driver = waiting()
    assert report(driver, "duplicate_face") == 0
    assert rulings(driver)[-1] == "void_fouled"
    assert hand_in(driver).state == hand_table.HELD
    assert decide(driver, m.RULING_RESUME) == 0
    assert driver.heard(m.HAND_VOIDED)
    assert driver.table.stacks[1:3] == [1000, 1000]


def test_hands_that_lie_open_before_the_flop_are_corrected_too() -> None:
    driver = unread_hand()
    hand = hand_in(driver)
    token = face_people_are_asked_for(hand)
    other = hand.hole[hand.show_order[-1]][0]
    taken = hand.ledger.face_of(other)
    assert enter(driver, taken) == m.REFUSAL_CARD_OUT
    assert report(driver, "card_misread", card=taken) == 0
    assert face_people_are_asked_for(hand) == other
    assert enter(driver, ELSE) == 0
    assert face_people_are_asked_for(hand) == token
    driver.stops_at = 0
    assert enter(driver, taken) == 0
    assert driver.heard(m.HAND_FINISHED)


def test_the_keys_offer_faces_misread_cards_and_a_fouled_deck() -> None:
    items = floor_items(hand_in(turn_fell()))
    assert FACES + TURN not in items
    assert MISREAD + TURN in items
    assert items[-3:] == tuple(
        REPORTS + kind
        for kind in (
            i.IRREGULARITY_DUPLICATE_FACE,
            i.IRREGULARITY_FOREIGN_CARD,
            i.IRREGULARITY_MISSING_CARD,
        )
    )


@pytest.mark.parametrize("waiting", [turn_fell, unread_hand])
def test_whatever_the_keys_offer_is_taken(waiting) -> None:
    count = len(floor_items(hand_in(waiting())))
    assert count > 50
    for at in list(range(0, count - 12, 9)) + list(range(count - 12, count)):
        driver = waiting()
        menu = FloorMenu(floor_items(hand_in(driver)))
        menu.step(at)
        assert driver.send(*menu.answer()) == 0, menu.answer()


def test_a_board_that_was_claimed_is_ranked_anew_after_a_correction() -> None:
    driver = hand_of(TWO, board_claim="announce")
    call_down(driver)
    hand = hand_in(driver)
    claimed = hand.turn
    assert driver.send(m.BOARD_CLAIMED, claimed) == 0
    driver.typed = [45]
    assert report(driver, "card_misread", card=hand.board[0]) == 0
    assert driver.show(hand.turn) == 0
    ranked = [one for one in driver.heard(m.HAND_RANKED) if one[1] == claimed]
    assert [one[2] for one in ranked] == [evaluate(tuple(hand.board))]


def flop_is_completed(read: int = 8, true: int = ELSE) -> TableDriver:
    """A flop card was told to be `read` and is `true`; the one that completes the flop is unread.

    One of the three became the burn, and a person is to enter the face of the card that came.
    """
    driver = hand_of(TWO)
    act(driver, 1)
    driver.deck[6] = read
    act(driver, 1)
    driver.deck[6] = true
    driver.typed = [5]
    assert lay_an_unread_card(driver) == read
    return driver


def test_a_card_misread_before_is_entered_while_a_flop_is_completed() -> None:
    driver = flop_is_completed()
    hand = hand_in(driver)
    assert hand.board == [8, 7]
    assert enter(driver, 8) == m.REFUSAL_CARD_OUT
    assert report(driver, "card_misread") == m.REFUSAL_BAD_VALUE
    assert report(driver, "card_misread", card=20) == m.REFUSAL_WRONG_CARD
    assert report(driver, "card_misread", card=8) == 0
    assert rulings(driver)[-1] == "enter_face"
    assert driver.heard(m.ASK_FACE)[-1][1] == face_people_are_asked_for(hand) == 6
    assert report(driver, "card_misread", card=8) == m.REFUSAL_WRONG_CARD, "it is asked for"
    assert enter(driver, 7) == m.REFUSAL_CARD_OUT
    assert enter(driver, ELSE) == 0
    assert driver.heard(m.ASK_FACE)[-1][1] == face_people_are_asked_for(hand) == 8
    assert hand.board == [ELSE, 7]
    assert enter(driver, 8) == 0
    assert hand.board == [ELSE, 7, 8]
    assert driver.heard(m.BOARD_DEALT)[-1][2] == (ELSE, 7, 8)
    assert hand.correction.procedure == 0
    assert hand.state == hand_table.BETTING


def test_two_cards_misread_before_are_entered_one_after_the_other() -> None:
    driver = flop_is_completed(read=8, true=7)
    hand = hand_in(driver)
    driver.deck[7] = ELSE
    assert report(driver, "card_misread", card=8) == 0
    assert enter(driver, 7) == m.REFUSAL_CARD_OUT
    assert report(driver, "card_misread", card=7) == 0
    assert [enter(driver, face) for face in (ELSE, 7, 8)] == [0, 0, 0]
    assert hand.board == [7, ELSE, 8]
    assert [hand.ledger.face_of(token) for token in (6, 7, 8)] == [7, ELSE, 8]
    assert hand.state == hand_table.BETTING


def test_the_floors_menu_completes_a_flop_with_a_misread_card() -> None:
    driver = flop_is_completed()
    items = floor_items(hand_in(driver))
    assert FACES + 8 not in items
    assert {item - MISREAD for item in items if item >= MISREAD} >= {8, 7}
    for item in (MISREAD + 8, FACES + ELSE, FACES + 8):
        menu = FloorMenu(floor_items(hand_in(driver)))
        menu.step(menu.items.index(item))
        assert driver.send(*menu.answer()) == 0
    assert hand_in(driver).board == [ELSE, 7, 8]


def test_the_floors_menu_offers_the_scrambled_cards_and_no_other() -> None:
    driver = hand_of(TWO)
    act(driver, 2)
    driver.stops_at = m.ASK_FACE
    assert report(driver, "burn_missing") == 0
    items = floor_items(hand_in(driver))
    assert [item - FACES for item in items if FACES <= item < MISREAD] == hand_in(driver).board
