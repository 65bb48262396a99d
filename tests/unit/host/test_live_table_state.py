"""What the view knows of a table: what the log told, no card more, and every chip."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from firmware.schema import messages as m
from host_tools.view.machine_state import CardMachine
from host_tools.view.seat_state import BACK
from host_tools.view.table_state import TableState
from tests.log_lines import lines_of, logged_driver

if TYPE_CHECKING:
    from firmware.lines.parser import Line
    from tests.table_driver import TableDriver

STACKS = {1: 1000, 2: 400, 3: 1000, 5: 2000}


NO_QUESTIONS = (m.START_TIMER, m.INPUT_REFUSED, m.BLIND_OWED)


def started(stacks: dict[int, int] = STACKS, **rules: object) -> TableDriver:
    """The first turn of a hand; the button is at seat 1, the blinds at 2 and 3."""
    driver = logged_driver()
    for name, value in rules.items():
        driver.set(name, value)
    driver.sit(stacks)
    driver.power_up()
    driver.start_hand(cut=4711)
    return driver


def log(driver: TableDriver) -> list[tuple[Any, ...]]:
    return driver.table.log  # type: ignore[attr-defined]


def state_of(driver: TableDriver) -> TableState:
    state = TableState()
    for line in lines_of(log(driver)):
        state.take(line)
    return state


def known_faces(state: TableState) -> set[int]:
    """Every card id that the state could tell anybody."""
    board = {card for card in state.board if card is not BACK}
    return board | {face for seat in state.seats.values() for face in seat.faces.values()}


def opened_faces(lines: list[Line]) -> set[int]:
    return {
        line.message[2]
        for line in lines
        if line.message[0] in {m.FACE_READ, m.FACE_OPENED}
    }  # fmt: skip


def play_out(driver: TableDriver) -> None:
    """Everybody calls and shows to the hand's end."""
    for _ in range(60):
        hand = driver.table.hand
        if hand is None:
            return
        asked = [one for one in driver.said if one[0] not in NO_QUESTIONS][-1]
        if asked[0] == m.TURN_OPENED:
            driver.call(asked[1])
        elif asked[0] == m.SHOW_ASKED:
            driver.show(asked[1])
        elif asked[0] == m.POT_DECIDED:
            driver.fire()  # nobody objects
        else:
            pytest.fail(f"nobody is asked: {asked}")
    pytest.fail("the hand does not end")


def test_the_first_turn_is_shown_with_blinds_backs_and_clock() -> None:
    state = state_of(started())
    assert (state.hand, state.button, state.is_playing) == (1, 1, True)
    assert [state.seats[seat].bet for seat in (1, 2, 3, 5)] == [0, 50, 100, 0]
    assert [state.seats[seat].stack for seat in (1, 2, 3, 5)] == [1000, 350, 900, 2000]
    assert all(seat.cards == [BACK, BACK] for seat in state.seats.values())
    assert state.turn is not None
    assert (state.turn.seat, state.turn.asked, state.turn.call) == (5, "act", 100)
    assert state.turn.clock_ms == 20_000
    assert state.total_pot() == 150


def test_a_fold_takes_the_cards_away() -> None:
    driver = started()
    driver.fold(5)
    seat = state_of(driver).seats[5]
    assert seat.is_folded
    assert seat.cards == []


def test_bets_lie_before_the_seats_until_the_street_is_over() -> None:
    driver = started()
    driver.raise_to(5, 300)
    state = state_of(driver)
    assert (state.pot, state.seats[5].bet, state.seats[5].did) == (0, 300, "raise")
    driver.call(1)
    driver.call(2)
    driver.call(3)
    state = state_of(driver)
    assert (state.pot, state.seats[5].bet, state.street) == (1200, 0, m.STREET_FLOP)
    assert len(state.board) == 3


def test_an_ante_goes_to_the_middle_at_once() -> None:
    state = state_of(started(ante_mode="all", ante=10))
    assert state.pot == 40
    assert state.total_pot() == 190


def test_side_pots_are_named_when_they_are_formed_and_paid_out_to_the_last_chip() -> None:
    driver = started()
    driver.raise_to(5, 1000)
    driver.call(1)
    driver.call(2)
    driver.call(3)
    play_out(driver)
    state = state_of(driver)
    assert state.pots == [1600, 1800]
    assert state.pot == 0
    assert sum(seat.won for seat in state.seats.values()) == 3400


def test_the_rake_leaves_the_pot_and_is_won_by_nobody() -> None:
    driver = started(rake_permille=50)
    for seat in (5, 1, 2, 3):
        driver.call(seat)
    play_out(driver)
    state = state_of(driver)
    assert state.pots == [400]
    assert state.pot == 0
    assert sum(seat.won for seat in state.seats.values()) == 380


def test_chips_on_the_table_never_change_within_a_hand() -> None:
    for first in ("fold", "call", "raise"):
        driver = started(ante=5, ante_mode="big_blind")
        if first == "raise":
            driver.raise_to(5, 777)
        else:
            getattr(driver, first)(5)
        play_out(driver)
        state, before = TableState(), None
        for line in lines_of(log(driver)):
            state.take(line)
            if line.message[0] == m.HAND_STARTED:
                before = state.chips()
            if before is not None:
                assert state.chips() == before == 4400, line.body
        assert not state.is_playing


def test_no_card_is_known_before_the_log_says_that_it_was_opened() -> None:
    driver = started()
    driver.fold(5)
    play_out(driver)
    lines = lines_of(log(driver))
    state = TableState()
    for count, line in enumerate(lines, 1):
        state.take(line)
        assert known_faces(state) <= opened_faces(lines[:count])
    assert known_faces(state) == opened_faces(lines)
    folded = {driver.deck[k] for k in (2, 6)}  # the cards of seat 5, dealt third of each round
    assert not known_faces(state) & folded


def test_who_mucks_is_not_seen_again() -> None:
    driver = started()
    for seat in (5, 1, 2, 3):
        driver.call(seat)
    while driver.heard(m.SHOW_ASKED) == []:
        driver.call(driver.heard(m.TURN_OPENED)[-1][1])
    first = driver.heard(m.SHOW_ASKED)[-1][1]
    driver.show(first)
    second = driver.heard(m.SHOW_ASKED)[-1][1]
    driver.muck(second)
    state = state_of(driver)
    assert None not in state.seats[first].cards
    assert state.seats[first].category
    assert (state.seats[second].cards, state.seats[second].did) == ([], "muck")


def test_a_voided_hand_gives_every_chip_back() -> None:
    driver = started()
    driver.raise_to(5, 300)
    token = driver.table.ledger.token_of(driver.slots[0])
    driver.send(m.CARD_LANDED, token, m.PLACE_ASIDE)
    state = state_of(driver)
    assert state.trouble.held
    assert state.trouble.irregularity
    driver.send(m.FLOOR_RULED, m.RULING_VOID_HAND, "Rosa", None)
    state = state_of(driver)
    assert {seat: state.seats[seat].stack for seat in STACKS} == STACKS
    assert (state.pot, state.trouble.held, state.is_playing) == (0, "", False)


def test_a_load_of_the_stub_counts_to_the_stub_and_the_next_one_to_the_deck() -> None:
    machine = CardMachine()
    for message in ((m.RESHUFFLE_STARTED, 1, 1, "premature_turn", 33), (m.LOAD_DECK,)):
        machine.take(message)
    machine.take((m.CARD_FED, 5))
    assert (machine.doing, machine.card, machine.to_load) == ("loading", 5, 33)
    machine.take((m.COLLECT_CARDS,))
    machine.take((m.LOAD_DECK,))
    assert machine.to_load == 52


def test_the_machine_is_seen_loading_and_dealing() -> None:
    driver = started()
    seen = []
    state = TableState()
    for line in lines_of(log(driver)):
        state.take(line)
        seen.append((state.machine.doing, state.machine.card))
    assert ("loading", 24) in seen
    assert ("loaded", 52) in seen
    assert ("dealing", 1) in seen
    assert seen[-1][0] == "idle"


def test_order_witness_and_cut_are_followed_step_by_step() -> None:
    state = state_of(started())
    assert state.order.commit == bytes(32)
    assert (state.order.witness, state.order.cut, state.order.cut_by) == ("missing", 4711, "floor")
    for line in lines_of([(m.WITNESS_PROMISED, 1, 0, bytes(32)), (m.WITNESS_FAILED, 1)])[1:]:
        state.order.take(line.message)
    assert state.order.witness == "failed"
    state.order.take((m.ORDER_COMMITTED, 1, 1, 9, 52, bytes(32), None))
    assert (state.order.epoch, state.order.witness, state.order.cut) == (1, "none", -1)


def test_a_line_that_does_not_follow_is_named() -> None:
    lines = lines_of([(m.TABLE_PAUSED, None), (m.TABLE_RESUMED, None), (m.TABLE_PAUSED, None)])
    state = TableState()
    for line in (lines[0], lines[1], lines[3]):
        state.take(line)
    assert state.record.broken_at == 4
    assert state.record.head  # of the last good line


def test_a_fault_stays_until_it_is_cleared() -> None:
    state = TableState()
    raised = (m.FAULT_RAISED, "display_silent", "seat3", None)
    for line in lines_of([raised, raised]):
        state.take(line)
    assert state.trouble.faults == [("display_silent", "seat3")]
    state.trouble.take((m.FAULT_CLEARED, "display_silent", "seat3"))
    assert state.trouble.faults == []


def test_who_leaves_in_a_hand_stays_until_its_end() -> None:
    driver = started()
    driver.send(m.SEAT_LEFT, 5)
    assert 5 in state_of(driver).seats
    play_out(driver)
    assert 5 not in state_of(driver).seats


def test_a_message_of_a_newer_table_changes_nothing() -> None:
    state = state_of(started())
    before = repr(state.seats)
    state.take(lines_of([(m.RAW, "card_polished", (("seat", "3"),))])[-1])
    assert repr(state.seats) == before


def test_chips_bought_or_moved_by_the_floor_are_counted_and_refused_ones_are_not() -> None:
    driver = started()
    driver.send(m.SEAT_TAKEN, 7, 500, None)
    driver.send(m.CHIPS_ADDED, 7, 300)
    assert state_of(driver).seats[7].stack == 800
    before = {number: seat.stack for number, seat in state_of(driver).seats.items()}
    driver.send(m.CHIPS_ADDED, 1, 300)
    assert driver.said[-1][0] == m.INPUT_REFUSED
    assert {number: seat.stack for number, seat in state_of(driver).seats.items()} == before
    play_out(driver)
    winner, amount = driver.heard(m.POT_AWARDED)[-1][2:]
    other = 3 if winner == 1 else 1
    stack = driver.table.stacks[other]
    driver.send(m.AWARD_REVERSED, winner, other, amount, "Anna")
    assert driver.table.stacks[other] == stack + amount
    state = state_of(driver)
    assert [state.seats[seat].stack for seat in (1, 3)] == [driver.table.stacks[n] for n in (1, 3)]


def test_who_is_away_posts_and_has_no_cards() -> None:
    driver = logged_driver()
    driver.set("sit_out", "post")
    driver.sit(STACKS)
    driver.send(m.PLAYER_OUT_NEXT, 2)
    driver.power_up()
    driver.start_hand()
    seat = state_of(driver).seats[2]
    assert (seat.bet, seat.cards, seat.did) == (50, [], "small_blind")
    assert seat.is_folded


def test_the_reserve_has_its_own_clock() -> None:
    driver = started(warning_seconds=0, time_bank_seconds=30)
    driver.fire()
    state = state_of(driver)
    assert state.turn is not None
    assert state.turn.clock_ms == 30_000


def test_a_word_of_the_house_that_was_refused_leaves_seats_and_rules_as_they_were() -> None:
    driver = started()
    driver.send(m.SEAT_TAKEN, 7, 500, "Ada")
    before = repr(state_of(driver).seats)
    rules = list(state_of(driver).settings)
    for word in (
        (m.SEAT_TAKEN, 7, 900, "Eve"),
        (m.SEAT_LEFT, 9),
        (m.STACK_SET, 1, 5, "Rosa", "miscounted"),
        (m.CHIPS_CASHED, 7, 400, "Rosa"),
        (m.PLAYER_BACK, 7),
        (m.FLOOR_ANSWERED, "Rosa", None),
        (m.SETTING_CHANGED, "small_blind", "100000", "Rosa"),
    ):
        assert driver.send(*word), word
        assert repr(state_of(driver).seats) == before, word
    assert state_of(driver).settings == rules


def test_a_seat_that_is_out_or_calls_is_seen_until_it_is_over() -> None:
    driver = started()
    driver.send(m.SEAT_TAKEN, 7, 500, None)
    driver.send(m.PLAYER_OUT_NEXT, 7)
    driver.send(m.FLOOR_CALLED, 7)
    seat = state_of(driver).seats[7]
    assert (seat.is_out, seat.calls) == (True, True)
    driver.send(m.FLOOR_ANSWERED, "Rosa", 7)
    driver.send(m.PLAYER_BACK, 7)
    driver.send(m.STACK_SET, 7, 450, "Rosa", "miscounted")
    seat = state_of(driver).seats[7]
    assert (seat.is_out, seat.calls, seat.stack) == (False, False, 450)
    driver.send(m.CHIPS_CASHED, 7, 450, "Rosa")
    assert 7 not in state_of(driver).seats


def test_the_refusal_of_another_word_takes_nothing_back() -> None:
    *_, taken, refused = lines_of(
        [(m.SEAT_TAKEN, 7, 500, None), (m.INPUT_REFUSED, "action_chosen", m.REFUSAL_NOT_NOW)]
    )
    state = TableState()
    state.take(taken)
    state.take(refused)
    assert state.seats[7].stack == 500
