"""What each key does in each state: the rows of firmware/docs/keys.md, one story each."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.app.debounce import AGREE_MS, LOCK_MS, Debounce
from firmware.app.keys import (
    ALL_IN_HELD_MS,
    ASK_CUT,
    ASK_SHOW,
    ASK_TURN,
    CONFIRM_AFTER_MS,
    ENTRY,
    FOLD_HELD_MS,
    NO_QUESTION,
    OFFER,
    SURE_CALL,
    SURE_FOLD,
    SURE_MS,
    Question,
    SeatKeys,
)
from firmware.schema import messages as m
from hal.ports import KEY_CALL, KEY_DOWN, KEY_FOLD, KEY_RAISE, KEY_UP, PRESENCE, WELL

SEAT = 4
KEYS = (KEY_FOLD, KEY_CALL, KEY_RAISE, KEY_UP, KEY_DOWN)
FOLD = (m.ACTION_CHOSEN, SEAT, m.CHOICE_FOLD, None)
CALL = (m.ACTION_CHOSEN, SEAT, m.CHOICE_CALL, None)


def turn(call: int = 100, least: int = 200, most: int = 5000, stack: int = 5000) -> Question:
    return Question(ASK_TURN, 9, SEAT, call, least, most, stack)


class Finger:
    """Presses keys of one seat in virtual time, with a clean spring, a sample every 5 ms."""

    def __init__(self, question: Question = NO_QUESTION) -> None:
        self.keys = SeatKeys()
        self.now_ms = 1000
        self.bits = PRESENCE | WELL
        self.wait(200)
        self.keys.ask(question, self.now_ms)

    def wait(self, ms: int) -> list[tuple]:
        answers = []
        for _ in range(ms // 5):
            answer = self.keys.sample(self.bits, self.now_ms)
            if answer is not None:
                answers.append(answer)
            self.now_ms += 5
        return answers

    def down(self, key: int) -> list[tuple]:
        self.bits |= key
        return self.wait(10)

    def up(self, key: int) -> list[tuple]:
        self.bits &= ~key
        return self.wait(LOCK_MS + 10)

    def press(self, key: int, held_ms: int = 60) -> list[tuple]:
        answers = self.down(key)
        return answers + self.wait(held_ms) + self.up(key)


# --- from a level to a press ---------------------------------------------------------------------


def test_level_counts_when_two_samples_five_ms_apart_agree() -> None:
    one = Debounce()
    assert one.sample(KEY_CALL, 0) == 0
    assert one.sample(KEY_CALL, AGREE_MS - 1) == 0
    assert one.sample(KEY_CALL, AGREE_MS) == KEY_CALL
    assert one.levels == KEY_CALL


def test_sample_that_differs_in_between_begins_anew() -> None:
    one = Debounce()
    one.sample(KEY_CALL, 0)
    one.sample(0, 3)
    one.sample(KEY_CALL, 4)
    assert one.sample(KEY_CALL, 8) == 0
    assert one.sample(KEY_CALL, 9) == KEY_CALL


def test_key_is_locked_for_a_while_after_it_counted() -> None:
    one = Debounce()
    one.sample(KEY_CALL, 0)
    one.sample(KEY_CALL, 5)
    one.sample(0, 60)
    assert one.wait_ms(60) == 5 + LOCK_MS - 60
    assert one.sample(0, 5 + LOCK_MS - 1) == 0
    assert one.sample(0, 5 + LOCK_MS) == KEY_CALL


def test_keys_are_debounced_apart() -> None:
    one = Debounce()
    one.sample(KEY_CALL, 0)
    one.sample(KEY_CALL | KEY_FOLD, 5)
    assert one.levels == KEY_CALL
    assert one.sample(KEY_CALL | KEY_FOLD, 10) == KEY_FOLD


@given(st.lists(st.booleans(), min_size=1, max_size=81))
def test_bouncing_spring_is_one_press_and_one_release(bounces: list[bool]) -> None:
    """However a contact chatters for 81 ms: it is pressed once, and let go once."""
    one = Debounce()
    edges = []
    now = 0
    for level in bounces:
        changed = one.sample(KEY_CALL if level else 0, now)
        edges += [one.levels] if changed else []
        now += 1
    for _ in range(400):
        changed = one.sample(KEY_CALL, now)
        edges += [one.levels] if changed else []
        now += 1
    assert edges in ([KEY_CALL], [KEY_CALL, 0, KEY_CALL])
    assert one.levels == KEY_CALL
    assert one.wait_ms(now) is None


# --- the turn ------------------------------------------------------------------------------------


def test_call_acts_when_it_is_let_go() -> None:
    finger = Finger(turn())
    assert finger.down(KEY_CALL) == []
    assert finger.wait(500) == []
    assert finger.up(KEY_CALL) == [CALL]


def test_fold_is_held() -> None:
    finger = Finger(turn())
    assert finger.press(KEY_FOLD, FOLD_HELD_MS - 50) == []
    assert finger.press(KEY_FOLD, FOLD_HELD_MS + 10) == [FOLD]


def test_fold_that_costs_nothing_is_asked_again() -> None:
    finger = Finger(turn(call=0))
    assert finger.press(KEY_FOLD, FOLD_HELD_MS + 10) == []
    assert finger.keys.state == SURE_FOLD
    assert finger.press(KEY_FOLD, FOLD_HELD_MS + 10) == [FOLD]


@pytest.mark.parametrize("key", [KEY_CALL, KEY_RAISE, KEY_UP, KEY_DOWN])
def test_any_other_key_goes_back_from_the_fold_that_was_asked_again(key: int) -> None:
    finger = Finger(turn(call=0))
    finger.press(KEY_FOLD, FOLD_HELD_MS + 10)
    assert finger.press(key) == []
    assert finger.keys.state == OFFER


def test_short_fold_leaves_the_question_whether_to_fold() -> None:
    finger = Finger(turn(call=0))
    finger.press(KEY_FOLD, FOLD_HELD_MS + 10)
    assert finger.press(KEY_FOLD, 100) == []
    assert finger.keys.state == SURE_FOLD


@pytest.mark.parametrize(("call", "is_asked"), [(2499, False), (2500, True), (5000, True)])
def test_call_of_half_the_stack_is_asked_again(call: int, is_asked: bool) -> None:
    finger = Finger(turn(call=call))
    assert finger.press(KEY_CALL) == ([] if is_asked else [CALL])
    if is_asked:
        assert finger.keys.state == SURE_CALL
        assert finger.press(KEY_CALL) == [CALL]


def test_check_with_an_empty_stack_is_not_asked_again() -> None:
    assert Finger(turn(call=0, least=0, most=0, stack=0)).press(KEY_CALL) == [CALL]


@pytest.mark.parametrize("key", [KEY_FOLD, KEY_RAISE, KEY_UP, KEY_DOWN])
def test_any_other_key_goes_back_from_the_call_that_was_asked_again(key: int) -> None:
    finger = Finger(turn(call=4000))
    finger.press(KEY_CALL)
    assert finger.press(key) == []
    assert finger.keys.state == OFFER


@pytest.mark.parametrize(
    ("question", "key", "held"),
    [(turn(call=0), KEY_FOLD, FOLD_HELD_MS + 10), (turn(call=4000), KEY_CALL, 60)],
    ids=["fold", "call"],
)
def test_doubt_that_nobody_answers_goes_away(question: Question, key: int, held: int) -> None:
    finger = Finger(question)
    finger.press(key, held)
    left = finger.keys.wait_ms(finger.now_ms)
    assert left is not None
    assert left <= SURE_MS
    finger.wait(SURE_MS)
    assert finger.keys.state == OFFER
    assert finger.press(key, held) == []


def test_press_that_began_before_the_question_answers_nothing() -> None:
    finger = Finger()
    finger.down(KEY_CALL)
    finger.keys.ask(turn(), finger.now_ms)
    finger.wait(300)
    assert finger.up(KEY_CALL) == []
    assert finger.press(KEY_CALL) == [CALL]


def test_press_held_over_into_the_second_asking_does_not_answer_it() -> None:
    finger = Finger(turn(call=4000))
    finger.press(KEY_CALL)
    finger.keys.ask(Question(ASK_TURN, 10, SEAT, 4000, 0, 0, 5000), finger.now_ms)
    assert finger.keys.state == OFFER


def test_two_keys_down_together_act_as_none() -> None:
    finger = Finger(turn())
    finger.down(KEY_CALL)
    finger.down(KEY_UP)
    finger.wait(150)
    assert finger.up(KEY_CALL) == []
    assert finger.up(KEY_UP) == []
    assert finger.press(KEY_CALL) == [CALL]


@pytest.mark.parametrize("key", KEYS)
def test_keys_of_a_seat_that_is_asked_nothing_change_nothing(key: int) -> None:
    assert Finger().press(key, 2500) == []


@pytest.mark.parametrize("key", [KEY_UP, KEY_DOWN])
def test_up_and_down_do_nothing_in_the_offer(key: int) -> None:
    finger = Finger(turn())
    assert finger.press(key, 2000) == []
    assert finger.keys.state == OFFER


def test_raise_does_nothing_when_raising_is_closed() -> None:
    finger = Finger(turn(least=0, most=0))
    finger.press(KEY_RAISE)
    assert finger.keys.state == OFFER


# --- the entry -----------------------------------------------------------------------------------


def raising(least: int = 200, most: int = 5000) -> Finger:
    finger = Finger(turn(least=least, most=most))
    finger.press(KEY_RAISE)
    assert finger.keys.state == ENTRY
    return finger


def raised(amount: int) -> list[tuple]:
    return [(m.ACTION_CHOSEN, SEAT, m.CHOICE_RAISE, amount)]


def test_entry_opens_at_the_least_raise_with_its_leading_digit_lit() -> None:
    entry = raising(least=1250).keys.amount
    assert (entry.amount, entry.power) == (1250, 3)


def test_second_raise_confirms_but_not_at_once() -> None:
    finger = raising()
    assert finger.press(KEY_RAISE) == []
    finger.wait(CONFIRM_AFTER_MS)
    assert finger.press(KEY_RAISE) == raised(200)


def test_up_and_down_turn_the_lit_digit_and_call_moves_it() -> None:
    finger = raising()
    finger.press(KEY_UP)
    finger.press(KEY_UP)
    assert finger.keys.amount.amount == 400
    finger.press(KEY_CALL)
    finger.press(KEY_DOWN)
    assert finger.keys.amount.amount == 390
    finger.press(KEY_CALL)
    finger.press(KEY_CALL)
    assert finger.keys.amount.power == 3
    finger.press(KEY_UP)
    assert finger.press(KEY_RAISE) == raised(1390)


def test_amount_stops_at_both_ends() -> None:
    finger = raising(least=200, most=350)
    for _ in range(4):
        finger.press(KEY_UP)
    assert finger.keys.amount.amount == 350
    assert finger.keys.amount.is_all_in
    for _ in range(4):
        finger.press(KEY_DOWN)
    assert finger.keys.amount.amount == 200


def test_up_held_is_all_in_at_that_moment_and_its_release_does_nothing() -> None:
    finger = raising(most=4321)
    finger.down(KEY_UP)
    finger.wait(ALL_IN_HELD_MS - 50)
    assert finger.keys.amount.amount == 200
    assert finger.keys.wait_ms(finger.now_ms) is not None
    finger.wait(60)
    assert finger.keys.amount.amount == 4321
    finger.up(KEY_UP)
    assert finger.keys.amount.amount == 4321
    assert finger.press(KEY_RAISE) == raised(4321)


def test_fold_of_any_length_leaves_the_entry_and_folds_nothing() -> None:
    for held in (60, FOLD_HELD_MS + 100):
        finger = raising()
        assert finger.press(KEY_FOLD, held) == []
        assert finger.keys.state == OFFER


def test_end_of_the_turn_ends_the_entry() -> None:
    finger = raising()
    finger.keys.ask(NO_QUESTION, finger.now_ms)
    finger.wait(CONFIRM_AFTER_MS)
    assert finger.press(KEY_RAISE) == []


def test_only_digits_that_are_shown_can_be_lit_above_a_hundred_millions() -> None:
    finger = raising(least=100, most=500_000_000)
    finger.down(KEY_UP)
    finger.wait(ALL_IN_HELD_MS)
    finger.up(KEY_UP)
    assert finger.keys.amount.power >= 3
    for _ in range(20):
        finger.press(KEY_CALL)
        assert finger.keys.amount.power >= 3


@given(
    st.integers(1, 10**9), st.integers(0, 10**9), st.lists(st.sampled_from("ud>a"), max_size=60)
)
def test_whatever_is_pressed_it_is_legal(least: int, over: int, presses: list[str]) -> None:
    most = min(least + over, 10**9)
    finger = Finger(turn(call=1, least=least, most=most))
    finger.keys.state = ENTRY
    finger.keys._offer(KEY_RAISE, 0, 0)
    for press in presses:
        if press == "a":
            finger.keys.amount.to_most()
        else:
            finger.keys._entry({"u": KEY_UP, "d": KEY_DOWN, ">": KEY_CALL}[press], 0, 0)
        assert least <= finger.keys.amount.amount <= most
        assert 0 <= finger.keys.amount.power < 10


# --- cut and showdown ----------------------------------------------------------------------------


def test_cut_is_four_wheels_each_turned_alone() -> None:
    finger = Finger(Question(ASK_CUT, 9, SEAT))
    for key in (KEY_DOWN, KEY_CALL, KEY_UP, KEY_UP, KEY_CALL, KEY_CALL, KEY_UP, KEY_CALL, KEY_UP):
        assert finger.press(key) == []
    finger.wait(CONFIRM_AFTER_MS)
    assert finger.press(KEY_RAISE) == [(m.CUT_SET, 201, SEAT)]


def test_cut_is_not_confirmed_at_once() -> None:
    finger = Finger(Question(ASK_CUT, 9, SEAT))
    assert finger.press(KEY_RAISE) == []
    assert finger.press(KEY_FOLD, 600) == []
    finger.wait(CONFIRM_AFTER_MS)
    assert finger.press(KEY_RAISE) == [(m.CUT_SET, 0, SEAT)]


def test_cut_of_the_floor_names_no_seat() -> None:
    finger = Finger(Question(ASK_CUT, 9, None))
    finger.wait(CONFIRM_AFTER_MS)
    assert finger.press(KEY_RAISE) == [(m.CUT_SET, 0, None)]


def test_every_cut_begins_at_zero() -> None:
    finger = Finger(Question(ASK_CUT, 9, SEAT))
    finger.press(KEY_UP)
    finger.keys.ask(Question(ASK_CUT, 10, SEAT), finger.now_ms)
    assert finger.keys.cut.cut == 0


def test_showdown_call_shows_and_fold_held_mucks() -> None:
    finger = Finger(Question(ASK_SHOW, 9, SEAT))
    assert finger.press(KEY_FOLD, 100) == []
    assert finger.press(KEY_FOLD, FOLD_HELD_MS + 10) == [(m.SHOW_CHOSEN, SEAT, m.SHOW_MUCK)]
    assert finger.press(KEY_CALL) == [(m.SHOW_CHOSEN, SEAT, m.SHOW_SHOW)]
    for key in (KEY_RAISE, KEY_UP, KEY_DOWN):
        assert finger.press(key) == []
