"""What a hand cost in waiting is told by cause, once, and only when it was seen whole."""

from __future__ import annotations

from firmware.app.waiting import Waiting
from firmware.schema import messages as m

HAND = [
    (1000, (m.COLLECT_CARDS,)),
    (4000, (m.CARDS_COLLECTED, 52, 0)),
    (4000, (m.LOAD_DECK,)),
    (4500, (m.CARD_FED, 1)),
    (30000, (m.DECK_LOADED, 52)),
    (33000, (m.HAND_STARTED, 7, 1, (1, 2), (100, 100))),
    (36000, (m.DEAL_CARD, 0, m.PLACE_SEAT1)),
    (36500, (m.DEAL_CARD, 1, m.PLACE_SEAT1 + 1)),
    (37000, (m.TURN_OPENED, 1, 0, None, None)),
    (50000, (m.DEAL_CARD, 4, m.PLACE_BURN)),
    (50500, (m.DEAL_CARD, 5, m.PLACE_BOARD1)),
    (51000, (m.BOARD_DEALT, 1, ())),
    (60000, (m.DEAL_CARD, 6, m.PLACE_BURN)),
    (61000, (m.BOARD_DEALT, 2, ())),
    (70000, (m.HAND_FINISHED, 7, (1, 2), (100, 100))),
]
MEASURED = (m.WAITING_MEASURED, 7, 3000, 26000, 3000, 1000, 2000)


def told(lines: list) -> list[tuple]:
    waiting = Waiting()
    for now_ms, message in lines:
        waiting.note(message, now_ms)
    return waiting.said


def test_each_cause_is_measured_and_play_is_none_of_them() -> None:
    assert told(HAND) == [MEASURED]


def test_hand_that_was_not_seen_from_its_collect_is_not_told() -> None:
    assert told(HAND[1:]) == []


def test_after_a_start_the_running_hand_is_not_told_and_the_next_one_is() -> None:
    waiting = Waiting()
    for now_ms, message in HAND[:8]:
        waiting.note(message, now_ms)
    waiting.forget()
    for now_ms, message in HAND[8:] + HAND:
        waiting.note(message, now_ms)
    assert waiting.said == [MEASURED]


def test_void_hand_is_told_with_what_it_cost_so_far() -> None:
    lines = HAND[:7] + [(36200, (m.HAND_VOIDED, 7, "floor"))]
    assert told(lines) == [(m.WAITING_MEASURED, 7, 3000, 26000, 3000, 200, 0)]
