"""The floor's closed list at its edges: when each answer is refused, and what it puts back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from firmware.core import floor_guards, hand_table, legal_actions, repair_table
from firmware.core.floor_guards import allowed_rulings
from firmware.schema import messages as m
from tests.hand_stories import THREE, TWO, hand_of, table_of
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
)

if TYPE_CHECKING:
    from firmware.core.hand_state import Hand
    from tests.table_driver import TableDriver


FACTS_KEPT = 32


def hand_in(driver: TableDriver) -> Hand:
    hand = driver.table.hand
    assert hand is not None
    return hand


def fault(driver: TableDriver, code: str, device: str) -> None:
    driver.send(m.FAULT_RAISED, code, device, None)


def tell_too_much(driver: TableDriver) -> None:
    """A machine that is held tells one fact more than any motion can come to."""
    for _ in range(FACTS_KEPT + 1):
        assert driver.send(m.CARD_UNLANDED, 0) == 0
    assert hand_in(driver).is_irregular


def test_a_hand_whose_stub_is_half_shuffled_may_be_void_even_late() -> None:
    driver = hand_of(FIVE)
    stray(driver, *FLOP)
    driver.stops_at = m.LOAD_DECK
    act(driver, 5)
    hand = hand_in(driver)
    assert hand.state == hand_table.RELOADING
    assert len(hand.actions) == 5
    assert decide(driver, m.RULING_VOID_HAND) == 0
    assert driver.table.stacks[1:6] == [1000] * 5


def test_a_stub_is_shuffled_only_once_cards_are_dealt() -> None:
    driver = table_of(TWO)
    driver.stops_at = m.COMMIT_ORDER
    driver.fire()
    fault(driver, "F-DEAL-01", "card_machine")
    tell_too_much(driver)
    assert decide(driver, m.RULING_SHUFFLE_STUB) == m.REFUSAL_NOT_NOW
    assert m.RULING_SHUFFLE_STUB not in allowed_rulings(hand_in(driver))
    assert decide(driver, m.RULING_VOID_HAND) == 0


@pytest.mark.parametrize(
    ("code", "device", "refused"),
    [("F-DEAL-01", "card_machine", m.REFUSAL_NOT_NOW), ("F-PAN-01", "panel1", 0)],
)
def test_a_repair_goes_on_without_a_panel_and_never_without_motors(
    code: str, device: str, refused: int
) -> None:
    driver = hand_of(FIVE)
    driver.stops_at = m.MOVE_CARD
    stray(driver, hand_in(driver).ring[0])
    stray(driver, m.PLACE_SEAT10)
    fault(driver, code, device)
    assert decide(driver, m.RULING_RESUME) == refused
    driver.send(m.FAULT_CLEARED, code, device, "Anna")
    if refused:
        assert decide(driver, m.RULING_RESUME) == 0
    assert hand_in(driver).state == hand_table.MOVING


def test_a_step_that_the_floor_leaves_gives_back_the_deal_that_it_interrupted() -> None:
    driver = hand_of(FIVE)
    stray(driver, *FLOP)
    driver.stops_at = m.DEAL_CARD
    act(driver, 5)
    hand = hand_in(driver)
    assert hand.state == hand_table.DEALING_STEP
    kept = hand.correction.saved
    assert kept
    fault(driver, "F-DEAL-01", "card_machine")
    tell_too_much(driver)
    driver.send(m.FAULT_CLEARED, "F-DEAL-01", "card_machine", "Anna")
    driver.stops_at = 0
    assert decide(driver, m.RULING_LET_STAND) == 0
    assert hand.correction.saved == ()
    assert hand.street == m.STREET_FLOP, "the betting round was over: the flop is dealt"
    assert hand.queue == (BURN, *FLOP)
    assert rulings(driver)[-1] == "look_for_card", "what was told meanwhile is ruled now"


def test_a_player_whose_clock_was_stopped_near_its_end_gets_ten_seconds() -> None:
    driver = hand_of(THREE, action_seconds=30, warning_seconds=5)
    driver.fire()
    assert driver.timer == (m.TIMER_WARNING, driver.timer[1])  # type: ignore[index]
    assert driver.heard(m.START_TIMER)[-1][3] == 5000
    stray(driver, BURN)
    assert legal_actions(hand_in(driver)) is not None
    started = driver.heard(m.START_TIMER)[-1]
    assert (started[1], started[3]) == (m.TIMER_WARNING, 10000)


def test_a_seat_whose_hand_is_killed_on_its_turn_is_passed_over() -> None:
    driver = hand_of(THREE)
    act(driver, 2)
    hand = hand_in(driver)
    seat = hand.turn
    held = list(hand.hole[seat])
    assert report(driver, "hole_card_missing", seat) == 0
    assert driver.heard(m.HAND_KILLED) == [(m.HAND_KILLED, seat)]
    assert driver.heard(m.ERASE_FACE) == [(m.ERASE_FACE, token) for token in held]
    assert not hand.betting.live[seat]
    assert legal_actions(hand) is not None
    assert hand.turn != seat


def test_a_place_that_gives_back_one_card_more_than_lay_there_is_not_counted_twice() -> None:
    driver = hand_of(FIVE)
    stray(driver, *FLOP)
    driver.stops_at = m.RETURN_PLACE
    act(driver, 5)
    place = driver.heard(m.RETURN_PLACE)[-1][1]
    ledger = driver.table.ledger
    before = ledger.hopper + ledger.carousel
    assert driver.send(m.PLACE_RETURNED, place, 2) == 0
    assert ledger.hopper + ledger.carousel == before + 1


def test_a_premature_card_on_top_of_a_board_card_is_laid_aside_by_a_person() -> None:
    driver = hand_of(FIVE)
    to_street(driver, m.STREET_TURN)
    driver.stops_at = m.MOVE_CARD
    stray(driver, m.PLACE_BOARD1)
    assert rulings(driver) == ["premature_street"]
    act(driver, 5)
    hand = hand_in(driver)
    assert hand.state == hand_table.MOVING
    token = hand.correction.out_of_play[-1]
    assert driver.heard(m.MOVE_CARD) == [(m.MOVE_CARD, token, m.PLACE_ASIDE)]
    assert not driver.heard(m.RETURN_PLACE), "the machine would take the board card along"
    driver.stops_at = 0
    assert driver.send(m.CARD_MOVED, token, m.PLACE_ASIDE, "Anna") == 0
    assert driver.heard(m.RETURN_PLACE) == [(m.RETURN_PLACE, m.PLACE_ASIDE)]


@pytest.mark.parametrize("state", range(len(hand_table.STATES)))
def test_what_the_list_offers_outside_a_held_hand_is_what_the_rows_take(state: int) -> None:
    guards = {row[2] for row in repair_table.ROWS if row[:2] == (state, m.FLOOR_RULED)}
    guards.discard("draw_is_given_up")  # of a draw, where no card is dealt
    offered = floor_guards._ELSEWHERE.get(state, ())
    named = {
        "floor_takes_back": m.RULING_TAKE_BACK_LAST_ACTION,
        "floor_voids": m.RULING_VOID_HAND,
        "floor_completes_by_hand": m.RULING_COMPLETE_BY_HAND,
    }
    if state not in (hand_table.HELD, hand_table.REVEALING):  # a reveal is nobody's decision
        assert {named[guard] for guard in guards} == set(offered)


@pytest.mark.parametrize(
    ("asked", "strays", "calls", "state"),
    [
        (m.MOVE_CARD, (m.PLACE_SEAT1,), 0, hand_table.MOVING),
        (m.RETURN_PLACE, FLOP, 5, hand_table.RETURNING),
        (m.DEAL_CARD, FLOP, 5, hand_table.DEALING_STEP),
        (m.COLLECT_CARDS, (m.PLACE_SEAT1,), 0, hand_table.COLLECTING),
        (m.LOAD_DECK, (m.PLACE_SEAT1,), 0, hand_table.RELOADING),
    ],
)
def test_a_step_that_does_not_end_is_offered_an_end_that_the_table_takes(
    asked: int, strays: tuple[int, ...], calls: int, state: int
) -> None:
    def waiting() -> TableDriver:
        driver = hand_of(FIVE)
        driver.stops_at = asked
        ring = hand_in(driver).ring
        is_seat = strays == (m.PLACE_SEAT1,)
        stray(driver, *((ring[0 if asked == m.MOVE_CARD else 1],) if is_seat else strays))
        act(driver, calls)
        assert hand_in(driver).state == state
        return driver

    offered = allowed_rulings(hand_in(waiting()))
    assert offered
    for ruling in range(len(m.RULING_WORDS)):
        assert (decide(waiting(), ruling) == 0) is (ruling in offered), ruling


def test_a_card_that_left_while_the_hand_was_held_is_known_in_a_misdeal() -> None:
    driver = table_of(TWO)
    driver.stops_at = m.DEAL_CARD
    driver.fire()
    cut(driver)
    k, place = driver.heard(m.DEAL_CARD)[-1][1:3]
    inside = driver.table.ledger.carousel
    fault(driver, "F-DEAL-01", "card_machine")
    left, landed = driver.deal(k, place)[:2]
    assert driver.send(*left) == driver.send(*landed) == 0
    driver.stops_at = m.COLLECT_CARDS
    assert decide(driver, m.RULING_MISDEAL) == 0
    assert driver.table.ledger.carousel == inside - 1
    assert driver.table.ledger.place == {landed[1]: place}


def test_a_misdeal_while_no_card_went_wrong_is_dealt_again_and_says_whose_word_it_was() -> None:
    driver = hand_of(TWO)
    fault(driver, "F-PWR-01", "controller")
    assert decide(driver, m.RULING_MISDEAL) == 0
    assert driver.heard(m.RESHUFFLE_STARTED)[-1][1:4] == (hand_in(driver).number, 1, "misdeal")
    driver.send(m.FAULT_CLEARED, "F-PWR-01", "controller")
    assert [len(hand_in(driver).hole[seat]) for seat in hand_in(driver).ring] == [2, 2]


# ------------------------------------------------------------------ the order is lost


def test_no_card_is_asked_of_a_lost_order_whatever_the_floor_says() -> None:
    for ruling in range(len(m.RULING_WORDS)):
        driver = hand_of(TWO)
        fault(driver, "F-ORD-01", "order_memory")
        is_void = ruling == m.RULING_VOID_HAND
        assert (decide(driver, ruling) == 0) is is_void, m.RULING_WORDS[ruling]
    assert allowed_rulings(hand_in(driver)) == (m.RULING_VOID_HAND,)


def test_a_repair_does_not_go_on_without_the_order() -> None:
    driver = hand_of(FIVE)
    stray(driver, *FLOP)
    fault(driver, "F-ORD-01", "order_memory")
    assert m.RULING_RESUME not in allowed_rulings(hand_in(driver))
    assert decide(driver, m.RULING_VOID_HAND) == 0


def test_a_hand_with_a_whole_board_is_played_to_its_end_without_its_order() -> None:
    driver = hand_of(TWO)
    to_street(driver, m.STREET_RIVER)
    fault(driver, "F-ORD-01", "order_memory")
    assert decide(driver, m.RULING_RESUME) == 0
    assert hand_in(driver).state == hand_table.BETTING


# ------------------------------------------------------------------ cards that nobody asked for


def test_a_card_that_leaves_a_slot_already_dealt_was_never_there() -> None:
    driver = hand_of(TWO)
    assert driver.send(m.CARD_STRAYED, 2) == 0
    assert driver.heard(m.IRREGULARITY_FOUND)[-1][1:] == ("slot_dealt_twice", 2)


def test_a_card_from_no_slot_of_the_machine_has_no_name() -> None:
    driver = hand_of(TWO)
    inside = driver.table.ledger.carousel
    assert driver.send(m.CARD_STRAYED, 60) == 0
    assert driver.heard(m.IRREGULARITY_FOUND)[-1][1:] == ("uncommanded_card", None)
    assert driver.table.ledger.carousel == inside


def test_a_stray_card_with_a_face_that_is_out_already_fouls_the_deck() -> None:
    driver = hand_of(TWO)
    to_street(driver, m.STREET_FLOP)
    seen = hand_in(driver).board[0]
    assert driver.send(m.CARD_STRAYED, 40) == 0
    assert driver.send(m.FACE_READ, 40, seen) == 0
    assert driver.send(m.CARD_LANDED, 40, m.PLACE_BOARD4) == 0
    assert "duplicate_face" in [one[1] for one in driver.heard(m.IRREGULARITY_FOUND)]
    assert rulings(driver) == ["void_fouled"]


def test_a_stray_card_whose_face_is_told_twice_is_one_card() -> None:
    driver = hand_of(TWO)
    to_street(driver, m.STREET_FLOP)
    assert driver.send(m.CARD_STRAYED, 40) == 0
    for _ in range(2):
        assert driver.send(m.FACE_READ, 40, 40) == 0
    assert driver.send(m.CARD_LANDED, 40, m.PLACE_BOARD4) == 0
    assert "duplicate_face" not in [one[1] for one in driver.heard(m.IRREGULARITY_FOUND)]
    assert rulings(driver) == ["premature_turn"]
