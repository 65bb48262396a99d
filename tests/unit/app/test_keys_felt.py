"""What a key does before it means anything: it is felt, or it is noted as out of turn."""

from __future__ import annotations

from firmware.app.keys import ASK_TURN, STUCK_MS, Question, SeatKeys
from hal.ports import KEY_CALL, KEY_RAISE, KEY_UP


def test_press_is_heard_from_its_first_count_to_its_release() -> None:
    seat = SeatKeys()
    seat.ask(Question(ASK_TURN, 1, 3, 100, 200, 5000, 5000), 0)
    for now_ms in (200, 205):
        assert not seat.is_heard
        seat.sample(KEY_CALL, now_ms)
    assert seat.is_heard
    for now_ms in (400, 405):
        seat.sample(0, now_ms)
    assert not seat.is_heard
    assert seat.out_of_turn == 0


def test_key_out_of_turn_is_noted_and_not_heard() -> None:
    seat = SeatKeys()
    for now_ms in (200, 205):
        seat.sample(KEY_UP, now_ms)
    assert not seat.is_heard
    for now_ms in (400, 405):
        assert seat.sample(0, now_ms) is None
    assert seat.out_of_turn == KEY_UP


def test_key_that_is_down_at_the_start_means_nothing_until_it_is_pressed_again() -> None:
    seat = SeatKeys()
    seat.begin(KEY_CALL)
    seat.ask(Question(ASK_TURN, 1, 3, 100, 200, 5000, 5000), 0)
    for now_ms in (10, 200, 205, 400):
        assert seat.sample(KEY_CALL, now_ms) is None
    for now_ms in (500, 505):
        assert seat.sample(0, now_ms) is None
    assert (seat.is_heard, seat.out_of_turn) == (False, 0)
    for now_ms in (700, 705):
        seat.sample(KEY_CALL, now_ms)
    assert seat.is_heard
    assert [seat.sample(0, now_ms) for now_ms in (900, 905)][1] is not None


def test_key_held_for_ten_seconds_is_stuck_and_means_nothing() -> None:
    seat = SeatKeys()
    seat.ask(Question(ASK_TURN, 1, 3, 100, 200, 5000, 5000), 0)
    answers = [seat.sample(KEY_RAISE, now_ms) for now_ms in (200, 205)]
    assert seat.look_for_stuck(205) == 205 + STUCK_MS
    assert seat.look_for_stuck(204 + STUCK_MS) == 205 + STUCK_MS
    assert seat.stuck == 0
    assert seat.look_for_stuck(205 + STUCK_MS) is None
    assert seat.stuck == KEY_RAISE
    answers += [seat.sample(KEY_RAISE | KEY_CALL, now_ms) for now_ms in (60000, 60005)]
    assert not any(answers)
    assert [seat.sample(KEY_RAISE, now_ms) for now_ms in (60200, 60205)][1] is not None
    for now_ms in (60400, 60405):
        assert seat.sample(0, now_ms) is None
    assert (seat.stuck, seat.out_of_turn) == (0, 0)
    assert seat.look_for_stuck(70000) is None
