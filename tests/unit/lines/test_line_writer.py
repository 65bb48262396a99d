"""The writer lets nothing into the record that the schema does not allow."""

from __future__ import annotations

from typing import Any

import pytest

from firmware.lines.grammar import LineError
from firmware.lines.writer import seal, write
from firmware.schema import messages as m


def refusal(message: tuple[Any, ...], seq: Any = 1, ms: Any = 0) -> tuple[str, str]:
    with pytest.raises(LineError) as caught:
        write(message, seq, ms)
    assert caught.value.column == 0
    return caught.value.code, caught.value.field


@pytest.mark.parametrize(
    ("message", "code", "field"),
    [
        ((), "no_such_message", ""),
        (("seat_left", 1), "no_such_message", ""),
        ((None,), "no_such_message", ""),
        ((12,), "no_such_message", ""),
        ((-1,), "no_such_message", ""),
        ((1000,), "no_such_message", ""),
        ((m.STOP_TIMER,), "never_written", ""),
        ((m.SEAT_LEFT,), "field_count", ""),
        ((m.SEAT_LEFT, 1, 1), "field_count", ""),
        ((m.SEAT_LEFT, None), "missing_field", "seat"),
        ((m.SEAT_LEFT, 0), "out_of_range", "seat"),
        ((m.SEAT_LEFT, True), "not_an_integer", "seat"),
        ((m.SEAT_LEFT, 1.0), "not_an_integer", "seat"),
        ((m.SEAT_LEFT, "1"), "not_an_integer", "seat"),
        ((m.SEAT_LEFT, "-"), "not_an_integer", "seat"),
        ((m.SHOW_CHOSEN, 1, 2), "no_such_word", "show"),
        ((m.SHOW_CHOSEN, 1, -1), "no_such_word", "show"),
        ((m.SHOW_CHOSEN, 1, "show"), "not_an_integer", "show"),
        ((m.FAULT_CLEARED, "-F", "x"), "bad_word", "code"),
        ((m.FAULT_CLEARED, "F 1", "x"), "bad_word", "code"),
        ((m.FAULT_CLEARED, "", "x"), "bad_word", "code"),
        ((m.FAULT_CLEARED, b"F", "x"), "bad_word", "code"),
        ((m.FAULT_CLEARED, "F" * 25, "x"), "too_long", "code"),
        ((m.LOG_HEAD, 1, b"short"), "wrong_length", "head"),
        ((m.LOG_HEAD, 1, "ab" * 32), "not_bytes", "head"),
        ((m.BOARD_DEALT, 1, ()), "wrong_length", "cards"),
        ((m.BOARD_DEALT, 1, (1, 2, 3, 4, 5, 6)), "wrong_length", "cards"),
        ((m.BOARD_DEALT, 1, 5), "not_a_list", "cards"),
        ((m.BOARD_DEALT, 1, (None,)), "not_an_integer", "cards"),
        ((m.HAND_STARTED, 1, 1, (1, 2), (100,)), "unequal_lists", "stacks"),
        ((m.HAND_FINISHED, 1, (1,), (100, 0)), "unequal_lists", "stacks"),
        ((m.FLOOR_RULED, 0, "", None), "empty", "by"),
        ((m.FLOOR_RULED, 0, b"Zoe", None), "not_a_text", "by"),
        ((m.FLOOR_RULED, 0, "é" * 13, None), "too_long", "by"),
        ((m.FLOOR_RULED, 0, "x" * 25, None), "too_long", "by"),
        ((m.FLOOR_RULED, 0, "\ud800", None), "bad_text", "by"),
    ],
)
def test_a_message_the_schema_does_not_allow_is_refused(
    message: tuple[Any, ...], code: str, field: str
):
    assert refusal(message) == (code, field)


@pytest.mark.parametrize("seq", [0, -1, 2**30, True, "-", 1.0])
def test_a_wrong_number_of_a_line_is_refused(seq: Any):
    assert refusal((m.SEAT_LEFT, 1), seq=seq) == ("bad_seq", "")


@pytest.mark.parametrize("ms", [-1, 2**30, None, 0.5])
def test_a_wrong_time_is_refused(ms: Any):
    assert refusal((m.SEAT_LEFT, 1), ms=ms) == ("bad_ms", "")


@pytest.mark.parametrize(
    ("message", "code", "field"),
    [
        ((m.RAW, "Card", ()), "bad_name", ""),
        ((m.RAW, None, ()), "bad_name", ""),
        ((m.RAW, "card_smelled"), "bad_name", ""),
        ((m.RAW, "seat_left", (("seat", "1"),)), "known_name", ""),
        ((m.RAW, "card_smelled", (("Key", "1"),)), "bad_name", ""),
        ((m.RAW, "card_smelled", (("key", "1"), ("key", "1"))), "field_twice", "key"),
        ((m.RAW, "card_smelled", (("key", "a b"),)), "bad_value", "key"),
    ],
)
def test_a_raw_message_is_judged_by_the_grammar(message: tuple[Any, ...], code: str, field: str):
    assert refusal(message) == (code, field)


def test_bytearrays_and_lists_are_written_like_bytes_and_tuples():
    assert write((m.LOG_HEAD, 1, bytearray(32)), 1, 0) == write((m.LOG_HEAD, 1, bytes(32)), 1, 0)
    assert write((m.BOARD_DEALT, 1, [0, 51]), 1, 0) == b"1 0 board_dealt street=flop cards=2c,As"


@pytest.mark.parametrize("length", [0, 7, 9, 15, 17, 32])
def test_a_tag_has_eight_or_sixteen_bytes(length: int):
    with pytest.raises(LineError) as caught:
        seal(b"1 0 clock_restarted", bytes(length))
    assert caught.value.code == "bad_tag"


def test_a_line_above_640_bytes_is_never_sealed():
    fitting = b"1 0 card_smelled a=" + b"x" * (640 - 19 - 3 - 11)
    assert len(seal(fitting, None)) == 640
    with pytest.raises(LineError) as caught:
        seal(fitting + b"x", None)
    assert caught.value.code == "too_long"
