"""Whole hands, each told for one claim."""

from __future__ import annotations

import pytest

from firmware.compat import InvariantError
from firmware.core import hand_table, legal_actions
from firmware.core.cards import parse_cards
from firmware.schema import messages as m
from tests.table_driver import TableDriver


def table_of(stacks: dict[int, int], **settings: object) -> TableDriver:
    """A table without clocks and witness, its deck loaded; seat 1 has the button if there."""
    driver = TableDriver(3)
    driver.set("witness_ms", 0)
    for name, value in settings.items():
        assert driver.set(name, value) == 0
    driver.sit(stacks)
    driver.power_up()
    return driver


def hand_of(stacks: dict[int, int], **settings: object) -> TableDriver:
    """The same, with the first hand dealt up to the first turn."""
    driver = table_of(stacks, **settings)
    driver.start_hand()
    return driver


def call_down(driver: TableDriver) -> None:
    """Everybody checks or calls until nobody is to act."""
    while legal_actions(driver.table.hand) is not None:
        assert driver.call(legal_actions(driver.table.hand)[0]) == 0  # type: ignore[index]


def show_down(driver: TableDriver) -> None:
    """The same, and everybody shows."""
    call_down(driver)
    while driver.table.hand is not None and driver.table.hand.state == hand_table.SHOWING:
        assert driver.show(driver.table.hand.turn) == 0


THREE = {1: 1000, 2: 1000, 3: 1000}
TWO = {1: 1000, 2: 1000}


# ------------------------------------------------------------------ order and cut


def test_an_order_of_another_hand_or_epoch_is_refused() -> None:
    driver = table_of(TWO)
    driver.stops_at = m.COMMIT_ORDER
    driver.fire()
    promise = (1, 52, bytes(32), None)
    before = driver.table.snapshot()
    assert driver.send(m.ORDER_COMMITTED, 2, 0, *promise) == m.REFUSAL_WRONG_HAND
    assert driver.send(m.ORDER_COMMITTED, 1, 1, *promise) == m.REFUSAL_WRONG_EPOCH
    short = (1, 51, bytes(32), None)
    assert driver.send(m.ORDER_COMMITTED, 1, 0, *short) == m.REFUSAL_BAD_VALUE
    assert driver.table.snapshot() == before
    assert driver.send(m.ORDER_COMMITTED, 1, 0, *promise) == 0


def test_a_cut_outside_its_range_is_refused() -> None:
    driver = table_of(TWO)
    driver.fire()
    assert driver.send(m.CUT_SET, 10000, None) == m.REFUSAL_BAD_VALUE
    assert driver.send(m.CUT_SET, 9999, None) == 0


def test_the_cut_is_asked_right_of_the_button_even_of_a_dead_one() -> None:
    driver = hand_of({1: 1000, 2: 1000, 3: 1000, 4: 1000}, button_move="dead")
    driver.send(m.SEAT_LEFT, 2)
    show_down(driver)
    driver.fire()
    assert driver.heard(m.HAND_STARTED)[-1][2] == 2  # nobody sits there
    assert driver.heard(m.CUT_ASKED)[-1] == (m.CUT_ASKED, 1)


# ------------------------------------------------------------------ forced bets and deal


def test_everybody_antes_before_the_blinds() -> None:
    driver = hand_of(THREE, ante=10, ante_mode="all")
    paid = [one[1:] for one in driver.heard(m.FORCED_BET_POSTED)]
    assert paid == [(2, 0, 10), (3, 0, 10), (1, 0, 10), (2, 1, 50), (3, 2, 100)]


def test_big_blind_pays_the_ante_of_the_table_after_the_blind() -> None:
    driver = hand_of({1: 1000, 2: 1000, 3: 120}, ante=100, ante_mode="big_blind")
    paid = [one[1:] for one in driver.heard(m.FORCED_BET_POSTED)]
    assert paid == [(2, 1, 50), (3, 2, 100), (3, 0, 20)]
    assert legal_actions(driver.table.hand) == (1, 100, 200, 1000)
    show_down(driver)
    assert driver.heard(m.POT_FORMED)[0][2] == 320


def test_who_has_nothing_left_after_the_ante_posts_no_blind() -> None:
    driver = hand_of({1: 1000, 2: 1000, 3: 10}, ante=10, ante_mode="all")
    assert [one[1:] for one in driver.heard(m.FORCED_BET_POSTED)][-1] == (2, 1, 50)
    assert legal_actions(driver.table.hand) == (1, 100, 200, 990)


def test_a_dead_small_blind_is_posted_by_nobody() -> None:
    driver = hand_of({1: 1000, 2: 1000, 3: 1000, 4: 1000}, button_move="dead")
    driver.send(m.SEAT_LEFT, 3)
    show_down(driver)
    driver.start_hand()
    blinds = [one[1:] for one in driver.heard(m.FORCED_BET_POSTED)]
    assert blinds[2:] == [(4, 2, 100)]


def test_two_cards_each_from_the_left_of_the_button() -> None:
    driver = hand_of({3: 1000, 5: 1000, 9: 1000})
    dealt = [one[1:3] for one in driver.heard(m.HOLE_CARD_DEALT)]
    assert dealt == [(5, 1), (9, 1), (3, 1), (5, 2), (9, 2), (3, 2)]


def test_a_seat_without_chips_is_not_dealt_in() -> None:
    driver = hand_of({1: 1000, 2: 0, 3: 1000})
    assert driver.heard(m.HAND_STARTED)[0][3] == (1, 3)


@pytest.mark.parametrize(
    ("burn", "streets"),
    [("each_street", [1, 2, 3]), ("flop_only", [1]), ("none", [])],
)
def test_cards_are_burnt_as_the_house_rule_says(burn: str, streets: list[int]) -> None:
    driver = hand_of(TWO, burn=burn)
    show_down(driver)
    assert [one[1] for one in driver.heard(m.CARD_BURNT)] == streets
    assert [len(one[2]) for one in driver.heard(m.BOARD_DEALT)] == [3, 4, 5]


def test_a_board_card_may_land_before_it_is_read() -> None:
    driver = hand_of(TWO)
    driver.deals = False
    call_down(driver)
    driver.send(m.CARD_LEFT, 4, 4)
    driver.send(m.CARD_LANDED, 4, m.PLACE_BURN)
    driver.send(m.CARD_LEFT, 5, 5)
    driver.send(m.CARD_LANDED, 5, m.PLACE_BOARD1)
    assert driver.table.hand is not None
    assert driver.table.hand.state == hand_table.DEALING_BOARD
    driver.send(m.FACE_READ, 5, 30)
    assert driver.table.hand.board == [30]


# ------------------------------------------------------------------ betting


def test_every_illegal_action_says_why_and_changes_nothing() -> None:
    driver = hand_of(THREE)
    before = driver.table.snapshot()
    chosen = m.ACTION_CHOSEN
    assert driver.send(chosen, 2, m.CHOICE_CALL, None) == m.REFUSAL_NOT_YOUR_TURN
    assert driver.send(chosen, 1, m.CHOICE_CALL, 100) == m.REFUSAL_BAD_VALUE
    assert driver.send(chosen, 1, 7, None) == m.REFUSAL_BAD_VALUE
    assert driver.send(chosen, 1, m.CHOICE_RAISE, None) == m.REFUSAL_AMOUNT_MISSING
    assert driver.raise_to(1, 199) == m.REFUSAL_BELOW_MINIMUM
    assert driver.raise_to(1, 1001) == m.REFUSAL_ABOVE_MAXIMUM
    assert driver.show(1) == m.REFUSAL_NOT_NOW
    assert driver.send(m.CUT_SET, 5, None) == m.REFUSAL_NOT_NOW
    assert driver.send(m.FLOOR_RULED, m.RULING_VOID_HAND, "Anna") == m.REFUSAL_NOT_NOW
    assert driver.send(m.HAND_STARTED, 1) == m.REFUSAL_NO_SUCH_MESSAGE
    assert driver.send(999) == m.REFUSAL_NO_SUCH_MESSAGE
    assert driver.table.snapshot() == before
    assert driver.heard(m.INPUT_REFUSED)[-1] == (
        m.INPUT_REFUSED, "unknown", m.REFUSAL_NO_SUCH_MESSAGE
    )  # fmt: skip


def test_a_fold_makes_the_reader_forget_the_hand() -> None:
    driver = hand_of(THREE)
    driver.fold(1)
    assert driver.table.hand is not None
    assert driver.heard(m.ERASE_FACE) == [
        (m.ERASE_FACE, token) for token in driver.table.hand.hole[1]
    ]


def test_nobody_is_to_act_between_hands() -> None:
    assert legal_actions(table_of(TWO).table.hand) is None


# ------------------------------------------------------------------ who walks away


def test_the_last_but_one_to_leave_leaves_the_pot_to_the_last() -> None:
    driver = hand_of(THREE)
    driver.send(m.SEAT_LEFT, 1)
    driver.send(m.SEAT_LEFT, 2)
    assert driver.heard(m.POT_AWARDED) == [(m.POT_AWARDED, 0, 3, 100)]
    assert driver.table.stacks == [0, 0, 0, 1050] + [0] * 7
    assert driver.table.issued == 1050


def test_two_who_left_before_the_deal_are_folded_before_the_first_turn() -> None:
    driver = table_of({1: 1000, 2: 1000, 3: 1000, 4: 1000})
    driver.fire()
    driver.send(m.SEAT_LEFT, 2)
    driver.send(m.SEAT_LEFT, 4)
    driver.send(m.CUT_SET, 0, None)
    folded = [one[1] for one in driver.heard(m.ACTION_TAKEN)]
    assert folded == [2, 4]
    assert legal_actions(driver.table.hand) == (1, 100, 200, 1000)


def test_who_leaves_twice_is_told_that_the_seat_is_empty() -> None:
    driver = hand_of(THREE)
    driver.send(m.SEAT_LEFT, 3)
    assert driver.send(m.SEAT_LEFT, 3) == m.REFUSAL_SEAT_EMPTY
    assert driver.send(m.SEAT_TAKEN, 3, 500, None) == m.REFUSAL_SEAT_TAKEN


def test_an_all_in_player_who_leaves_stays_in_the_hand() -> None:
    driver = hand_of({1: 300, 2: 1000, 3: 1000})
    driver.raise_to(1, 300)
    driver.send(m.SEAT_LEFT, 1)
    show_down(driver)
    assert 1 in driver.heard(m.POT_FORMED)[0][3]


def test_who_left_before_the_deal_with_nothing_to_decide_stays_in_the_hand() -> None:
    driver = table_of({1: 30, 2: 1000})
    driver.fire()
    driver.send(m.SEAT_LEFT, 2)
    driver.send(m.CUT_SET, 0, None)
    assert driver.heard(m.ACTION_TAKEN) == []
    assert driver.heard(m.POT_FORMED) == [(m.POT_FORMED, 0, 60, (1, 2))]


def test_who_called_an_all_in_and_leaves_stays_in_the_hand() -> None:
    driver = hand_of({1: 300, 2: 1000})
    driver.stops_at = m.OPEN_FACE
    driver.raise_to(1, 300)
    driver.call(2)
    driver.send(m.SEAT_LEFT, 2)
    driver.stops_at = 0
    for token in range(4):
        driver.openings += 1
        driver.send(m.FACE_OPENED, token, driver.deck[token])
    assert len(driver.heard(m.HAND_SHOWN)) == 2
    assert driver.heard(m.POT_FORMED) == [(m.POT_FORMED, 0, 600, (1, 2))]


def test_a_hand_that_lies_open_is_not_folded_by_who_leaves() -> None:
    driver = hand_of(THREE, show="all_up")
    while not driver.heard(m.BOARD_DEALT) or len(driver.heard(m.BOARD_DEALT)[-1][2]) < 5:
        driver.call(legal_actions(driver.table.hand)[0])  # type: ignore[index]
    driver.stops_at = m.OPEN_FACE
    call_down(driver)
    driver.send(m.SEAT_LEFT, 2)
    for _id, token in driver.heard(m.OPEN_FACE):
        driver.openings += 1
        driver.send(m.FACE_OPENED, token, driver.face_of(token))
    assert driver.heard(m.POT_FORMED) == [(m.POT_FORMED, 0, 300, (1, 2, 3))]


def test_who_leaves_a_held_hand_is_folded_when_it_goes_on() -> None:
    driver = hand_of(THREE)
    driver.send(m.FAULT_RAISED, "F-PAN-01", "panel1", None)
    driver.send(m.SEAT_LEFT, 1)
    assert driver.heard(m.ACTION_TAKEN) == []
    driver.send(m.FAULT_CLEARED, "F-PAN-01", "panel1")
    assert driver.heard(m.ACTION_TAKEN) == [(m.ACTION_TAKEN, 1, m.ACTION_FOLD, 0, 1000, None)]
    assert legal_actions(driver.table.hand) == (2, 50, 200, 1000)


def test_who_leaves_a_hand_held_at_the_showdown_is_mucked_when_it_goes_on() -> None:
    driver = hand_of(THREE)
    call_down(driver)
    driver.send(m.FAULT_RAISED, "F-PAN-01", "panel1", None)
    driver.send(m.SEAT_LEFT, 2)
    driver.send(m.FAULT_CLEARED, "F-PAN-01", "panel1")
    assert driver.heard(m.HAND_MUCKED) == [(m.HAND_MUCKED, 2)]
    assert driver.heard(m.SHOW_ASKED)[-1] == (m.SHOW_ASKED, 3)


def test_a_turn_is_offered_anew_when_the_opponent_who_could_answer_leaves() -> None:
    driver = hand_of({1: 1000, 2: 1000, 3: 100})
    assert legal_actions(driver.table.hand) == (1, 100, 200, 1000)
    driver.send(m.SEAT_LEFT, 2)
    assert legal_actions(driver.table.hand) == (1, 100, 0, 0)
    assert driver.heard(m.TURN_OPENED)[-1] == (m.TURN_OPENED, 1, 100, None, None)


def test_who_leaves_on_the_street_of_the_last_action_is_folded_before_the_next_turn() -> None:
    driver = table_of({1: 1000, 2: 1000, 3: 1000})
    driver.start_hand()
    driver.deals = False
    call_down(driver)
    driver.send(m.SEAT_LEFT, 2)
    driver.deals = True
    for answer in driver.answers((m.DEAL_CARD, 6, m.PLACE_BURN)):
        driver.send(*answer)
    assert legal_actions(driver.table.hand) == (3, 0, 100, 900)


# ------------------------------------------------------------------ showdown


def test_without_a_bet_on_the_river_the_left_of_the_button_is_asked_first() -> None:
    driver = hand_of(THREE)
    call_down(driver)
    assert driver.heard(m.SHOW_ASKED) == [(m.SHOW_ASKED, 2)]


def test_the_last_aggressor_shows_first() -> None:
    driver = hand_of(THREE)
    for _ in range(3):
        for seat in (1, 2, 3) if not driver.heard(m.BOARD_DEALT) else (2, 3, 1):
            driver.call(seat)
    driver.call(2)
    driver.raise_to(3, 100)
    driver.call(1)
    driver.call(2)
    assert driver.heard(m.SHOW_ASKED) == [(m.SHOW_ASKED, 3)]


def test_the_last_hand_after_mucks_wins_unseen() -> None:
    driver = hand_of(THREE)
    call_down(driver)
    driver.muck(2)
    driver.muck(3)
    assert driver.heard(m.OPEN_FACE) == []
    assert driver.heard(m.POT_AWARDED) == [(m.POT_AWARDED, 0, 1, 300)]


def test_show_choices_out_of_turn_or_unknown_are_refused() -> None:
    driver = hand_of(THREE)
    call_down(driver)
    before = driver.table.snapshot()
    assert driver.show(3) == m.REFUSAL_NOT_YOUR_TURN
    assert driver.send(m.SHOW_CHOSEN, 2, 5) == m.REFUSAL_BAD_VALUE
    assert driver.table.snapshot() == before


def test_by_house_rule_all_hands_are_turned_up() -> None:
    driver = hand_of(THREE, show="all_up")
    call_down(driver)
    assert [one[1] for one in driver.heard(m.HAND_SHOWN)] == [2, 3, 1]
    assert driver.heard(m.SHOW_ASKED) == []


def test_with_an_all_in_nobody_may_muck_on_the_river() -> None:
    driver = hand_of({1: 100, 2: 1000, 3: 1000})
    call_down(driver)
    assert driver.heard(m.SHOW_ASKED) == []
    assert len(driver.heard(m.HAND_SHOWN)) == 3


def test_a_tie_splits_and_the_odd_chip_goes_by_the_house_rule() -> None:
    for rule, first in (("left_of_button", 2), ("next_big_blind", 1)):
        driver = table_of({1: 1000, 2: 1000, 3: 1000}, odd_chip=rule, small_blind=25)
        # Three hands, then burn and flop, burn and turn, burn and river: the board is royal.
        order = list(parse_cards("2c3c4c 2d3d4d 5cThJhQh 6cKh 7cAh"))
        driver.deck = order + [card for card in range(52) if card not in order]
        driver.start_hand()
        driver.call(1)
        driver.fold(2)
        driver.call(3)
        show_down(driver)
        awards = [one[2:] for one in driver.heard(m.POT_AWARDED)]
        assert sum(chips for _, chips in awards) == 225
        assert awards[0] == ((3 if first == 2 else 1), 113)


# ------------------------------------------------------------------ what goes wrong


def held(driver: TableDriver) -> str:
    """Return the kind of the irregularity found last, in a hand that is held."""
    assert driver.table.hand is not None
    assert driver.table.hand.state == hand_table.HELD
    return driver.heard(m.IRREGULARITY_FOUND)[-1][1]


def test_a_card_out_of_a_slot_that_was_dealt_is_noticed() -> None:
    driver = hand_of(TWO)
    driver.send(m.CARD_LEFT, 4, 2)
    assert held(driver) == "slot_dealt_twice"


def test_an_uncommanded_card_is_counted_as_out_and_nowhere() -> None:
    driver = hand_of(TWO)
    driver.send(m.CARD_LEFT, 4, 33)
    assert held(driver) == "uncommanded_card"
    assert driver.table.ledger.place[33] == m.PLACE_NOWHERE


def test_a_face_seen_twice_is_a_fouled_deck() -> None:
    driver = hand_of(TWO)
    driver.deck[6] = driver.deck[5]
    call_down(driver)
    assert held(driver) == "duplicate_face"


def test_an_opened_hand_may_not_show_a_card_of_the_board() -> None:
    driver = hand_of(TWO)
    call_down(driver)
    driver.deck[0] = driver.deck[5]
    driver.show(2)
    assert held(driver) == "duplicate_face"


def test_the_same_card_named_twice_is_no_second_card() -> None:
    driver = hand_of(TWO)
    driver.call(1)
    driver.call(2)
    driver.send(m.FACE_READ, 5, driver.deck[5])
    assert held(driver) == "wrong_face_asked"


def test_the_face_of_a_burnt_card_is_nobodys_business() -> None:
    driver = hand_of(TWO)
    driver.deals = False
    call_down(driver)
    driver.send(m.CARD_LEFT, 4, 4)
    driver.send(m.FACE_READ, 4, 9)
    assert held(driver) == "wrong_face_asked"


def test_a_second_card_may_not_leave_before_the_first_has_landed() -> None:
    driver = hand_of(TWO)
    driver.deals = False
    call_down(driver)
    driver.send(m.CARD_LEFT, 4, 4)
    driver.send(m.CARD_LEFT, 4, 5)
    assert held(driver) == "uncommanded_card"


def test_a_slot_that_was_dealt_cannot_give_the_card_asked_for() -> None:
    driver = hand_of(TWO)
    driver.deals = False
    call_down(driver)
    driver.send(m.CARD_LEFT, 4, 3)
    assert held(driver) == "slot_dealt_twice"


def test_a_hand_voided_with_the_order_still_kept_is_revealed_too() -> None:
    driver = table_of(TWO)
    driver.stops_at = m.COMMIT_ORDER
    driver.fire()
    driver.send(m.FAULT_RAISED, "F-PAN-01", "panel1", None)
    driver.send(m.ORDER_COMMITTED, 1, 0, 1, 52, bytes(32), None)
    driver.send(m.FLOOR_RULED, m.RULING_VOID_HAND, "Anna")
    assert driver.heard(m.REVEAL_ORDER) == [(m.REVEAL_ORDER, 1, 0)]


def test_a_card_that_lands_twice_is_noticed() -> None:
    driver = hand_of(TWO)
    driver.deals = False
    call_down(driver)
    driver.send(m.CARD_LEFT, 4, 4)
    driver.send(m.CARD_LANDED, 4, m.PLACE_BURN)
    driver.send(m.CARD_LANDED, 4, m.PLACE_BURN)
    assert held(driver) == "card_at_wrong_place"


def test_a_card_that_never_left_cannot_be_at_a_seat() -> None:
    driver = hand_of(TWO)
    driver.send(m.CARD_LANDED, 40, m.PLACE_SEAT1)
    assert held(driver) == "uncommanded_card"
    assert 40 not in driver.table.ledger.place


def test_a_board_card_read_twice_is_noticed() -> None:
    driver = hand_of(TWO)
    driver.deals = False
    call_down(driver)
    driver.send(m.CARD_LEFT, 4, 4)
    driver.send(m.CARD_LANDED, 4, m.PLACE_BURN)
    driver.send(m.CARD_LEFT, 5, 5)
    driver.send(m.FACE_READ, 5, 20)
    driver.send(m.FACE_READ, 5, 21)
    assert held(driver) == "wrong_face_asked"


def test_a_voided_hand_gives_every_chip_back_and_is_played_again() -> None:
    driver = hand_of(THREE)
    driver.raise_to(1, 400)
    driver.call(2)
    driver.send(m.CARD_LEFT, 30, 30)
    assert driver.send(m.FLOOR_RULED, 7, "Anna") == m.REFUSAL_BAD_VALUE
    driver.send(m.FLOOR_RULED, m.RULING_VOID_HAND, "Anna")
    assert driver.table.stacks[1:4] == [1000, 1000, 1000]
    driver.fire()
    first, second = driver.heard(m.HAND_STARTED)
    assert second == (m.HAND_STARTED, 2) + first[2:]


def test_what_is_seen_while_irregular_is_written_down_as_far_as_certain() -> None:
    driver = hand_of(TWO)
    driver.send(m.CARD_LEFT, 30, 30)
    driver.send(m.CARD_LEFT, 30, 30)
    driver.send(m.CARD_LANDED, 30, m.PLACE_ASIDE)
    driver.send(m.CARD_LANDED, 31, m.PLACE_ASIDE)
    driver.send(m.FACE_READ, 30, 12)
    driver.send(m.FACE_READ, 30, 13)
    ledger = driver.table.ledger
    assert ledger.place[30] == m.PLACE_ASIDE
    assert 31 not in ledger.place
    assert ledger.face_of(30) == 12


def test_the_floor_plays_on_without_a_panel_but_not_with_motors_stopped() -> None:
    driver = hand_of(TWO)
    driver.send(m.FAULT_RAISED, "F-PAN-01", "panel1", None)
    assert driver.send(m.FLOOR_RULED, m.RULING_RESUME, "Anna") == 0
    assert driver.call(1) == 0
    for code in ("F-DEAL-01", "F-NEW-99"):
        driver = hand_of(TWO)
        driver.send(m.FAULT_RAISED, code, "card_machine", None)
        assert driver.send(m.FLOOR_RULED, m.RULING_RESUME, "Anna") == m.REFUSAL_NOT_NOW
    driver.send(m.FAULT_CLEARED, "F-NEW-99", "card_machine")
    assert driver.call(1) == 0


def test_a_fault_told_twice_is_cleared_once() -> None:
    driver = hand_of(TWO)
    for _ in range(2):
        driver.send(m.FAULT_RAISED, "F-PAN-01", "panel1", None)
    driver.send(m.FAULT_CLEARED, "F-PAN-01", "panel1")
    assert driver.call(1) == 0


def test_facts_beyond_what_can_wait_make_no_room_for_guesses() -> None:
    driver = hand_of(TWO)
    driver.send(m.FAULT_RAISED, "F-DEAL-01", "card_machine", None)
    for slot in range(4, 40):
        driver.send(m.CARD_LEFT, slot, slot)
    driver.send(m.FAULT_CLEARED, "F-DEAL-01", "card_machine")
    assert held(driver) == "uncommanded_card"
    driver.send(m.FLOOR_RULED, m.RULING_VOID_HAND, "Anna")
    assert driver.table.stacks[1:3] == [1000, 1000]


def test_a_kept_fact_that_is_refused_is_reported() -> None:
    driver = table_of(TWO)
    driver.stops_at = m.COMMIT_ORDER
    driver.fire()
    driver.send(m.FAULT_RAISED, "F-RNG-01", "noise", None)
    driver.send(m.ORDER_COMMITTED, 7, 0, 1, 52, bytes(32), None)
    driver.send(m.FAULT_CLEARED, "F-RNG-01", "noise")
    assert driver.heard(m.INPUT_REFUSED) == [
        (m.INPUT_REFUSED, "order_committed", m.REFUSAL_WRONG_HAND)
    ]


def test_void_writes_down_what_was_kept() -> None:
    driver = hand_of(TWO)
    driver.send(m.FAULT_RAISED, "F-DEAL-01", "card_machine", None)
    driver.stops_at = m.REVEAL_ORDER
    driver.send(m.CARD_LEFT, 30, 30)
    driver.send(m.CARD_LANDED, 30, m.PLACE_ASIDE)
    driver.send(m.FACE_OPENED, 30, 3)
    driver.send(m.FLOOR_RULED, m.RULING_VOID_HAND, "Anna")
    assert driver.table.ledger.place[30] == m.PLACE_ASIDE
    assert driver.heard(m.REVEAL_ORDER) == [(m.REVEAL_ORDER, 1, 0)]


def test_a_stray_card_after_the_award_is_told_and_the_result_stands() -> None:
    driver = hand_of(TWO)
    driver.stops_at = m.REVEAL_ORDER
    driver.fold(1)
    driver.send(m.CARD_LEFT, 2, 2)
    assert driver.heard(m.IRREGULARITY_FOUND) == [(m.IRREGULARITY_FOUND, "slot_dealt_twice", 2)]
    driver.send(m.ORDER_REVEALED, 1, 0, bytes(52), bytes(32))
    assert driver.table.hand is None


# ------------------------------------------------------------------ the table


def test_chips_that_do_not_add_up_stop_the_table() -> None:
    driver = hand_of(TWO)
    driver.table.stacks[5] += 1
    with pytest.raises(InvariantError, match="chips_do_not_add_up"):
        driver.call(1)


def test_seats_and_amounts_that_do_not_exist_are_refused() -> None:
    driver = TableDriver()
    assert driver.send(m.SEAT_TAKEN, 11, 100, None) == m.REFUSAL_NO_SUCH_SEAT
    assert driver.send(m.SEAT_TAKEN, 1, -1, None) == m.REFUSAL_AMOUNT_OUT_OF_RANGE
    assert driver.send(m.SEAT_TAKEN, 1, 10**9, None) == 0
    assert driver.send(m.SEAT_TAKEN, 2, 10**8, None) == m.REFUSAL_AMOUNT_OUT_OF_RANGE
    assert driver.send(m.SEAT_TAKEN, 1, 100, None) == m.REFUSAL_SEAT_TAKEN
    assert driver.send(m.SEAT_LEFT, 0) == m.REFUSAL_NO_SUCH_SEAT
    assert driver.send(m.SEAT_LEFT, 2) == m.REFUSAL_SEAT_EMPTY
    assert driver.send(m.BUTTON_PLACED, 11) == m.REFUSAL_NO_SUCH_SEAT


def test_settings_that_do_not_exist_or_contradict_are_refused() -> None:
    driver = TableDriver()
    assert driver.set("colour", "blue") == m.REFUSAL_NO_SUCH_SETTING
    assert driver.set("burn", "twice") == m.REFUSAL_BAD_VALUE
    assert driver.set("small_blind", 101) == m.REFUSAL_BAD_VALUE
    assert driver.set("big_blind", 49) == m.REFUSAL_BAD_VALUE
    assert driver.set("small_blind", 100) == 0


def test_a_running_hand_keeps_its_house_rules() -> None:
    driver = hand_of(TWO)
    driver.set("big_blind", 500)
    assert legal_actions(driver.table.hand) == (1, 50, 200, 1000)
    driver.fold(1)
    driver.start_hand()
    assert legal_actions(driver.table.hand) == (2, 450, 1000, 1050)
    assert driver.heard(m.FORCED_BET_POSTED)[-1][3] == 500


def test_no_hand_starts_while_paused_or_faulty_and_the_pause_breaks_off() -> None:
    driver = table_of(TWO)
    driver.send(m.TABLE_PAUSED, None)
    assert driver.heard(m.STOP_TIMER)
    assert driver.fire() == 0  # an old timer
    assert driver.table.hand is None
    driver.send(m.FAULT_RAISED, "F-RNG-01", "noise", None)
    driver.send(m.TABLE_RESUMED, None)
    assert driver.timer is None
    driver.send(m.FAULT_CLEARED, "F-RNG-01", "noise")
    driver.start_hand()
    assert driver.table.hand is not None


def test_more_faces_opened_than_asked_for_hold_the_table() -> None:
    driver = TableDriver()
    driver.send(m.CARDS_COLLECTED, 52, 1)
    assert driver.heard(m.TABLE_HELD) == [(m.TABLE_HELD, "faces_opened_unasked")]
    assert driver.send(m.FLOOR_RULED, m.RULING_VOID_HAND, "Anna") == m.REFUSAL_NOT_NOW


def test_openings_asked_for_are_counted_until_the_next_collect() -> None:
    driver = hand_of(TWO)
    show_down(driver)
    assert driver.heard(m.TABLE_HELD) == []
    assert len(driver.heard(m.OPEN_FACE)) == 4


def test_the_button_can_be_put_anywhere_once() -> None:
    driver = table_of(THREE)
    driver.send(m.BUTTON_PLACED, 3)
    driver.start_hand()
    assert driver.table.button == 3
    assert driver.table.hand is not None
    assert driver.table.hand.button == 3
    show_down(driver)
    driver.start_hand()
    assert driver.table.button == 1


def test_replay_of_the_accepted_inputs_is_the_same_table() -> None:
    driver = hand_of(THREE)
    driver.raise_to(1, 300)
    driver.raise_to(2, 1)
    driver.fold(2)
    show_down(driver)
    again = TableDriver(3).table
    said: list[tuple] = []
    for message in driver.accepted:
        assert again.take(message, said) == 0
    assert again.snapshot() == driver.table.snapshot()
    assert said == [one for one in driver.said if one[0] != m.INPUT_REFUSED]


def test_pots_so_far_are_told_at_any_time() -> None:
    driver = table_of(THREE)
    driver.fire()
    assert driver.table.hand is not None
    assert driver.table.hand.pots_so_far() == []
    driver.send(m.CUT_SET, 0, None)
    assert driver.table.hand.pots_so_far() == [(100, (2, 3)), (50, (3,))]
    assert driver.table.hand.seat_of(63) == 0
