"""What a key does before it means anything: it is felt, or it is noted as out of turn."""

from __future__ import annotations

from firmware.app.keys import ASK_TURN, Question, SeatKeys
from hal.ports import KEY_CALL, KEY_UP


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
