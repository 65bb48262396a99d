"""One spelling each: the parser takes what the writer writes and refuses the rest, with the place.

Every line here has a right checksum, so that it is the spelling that is judged.
"""

from __future__ import annotations

import binascii

import pytest

from firmware.lines.grammar import LINE_BYTES_MAX, LineError
from firmware.lines.parser import parse, parse_body
from firmware.lines.writer import seal, write
from firmware.schema import messages as m

TAG = "#00cad3ec36a935e2"


def sealed(text: str) -> bytes:
    """The text with a right checksum, whatever it says."""
    octets = text.encode()
    return octets + b" ~%08x\n" % binascii.crc32(octets)


def refusal(line: bytes) -> tuple[str, int]:
    with pytest.raises(LineError) as caught:
        parse(line)
    return caught.value.code, caught.value.column


GOOD = [
    f"2 5 hand_started hand=1 button=3 seats=1,3,4 stacks=1000,1000,1000 {TAG}",
    f"2 0 clock_restarted {TAG}",
    f"2 0 floor_ruled ruling=resume by=Zo%C3%AB%20B {TAG}",
    f"2 0 floor_ruled ruling=resume by=%2D {TAG}",
    f"2 0 floor_ruled ruling=resume by=a-b/c.d:e {TAG}",
    f"1073741823 1073741823 seat_left seat=10 {TAG}",
    "- 0 resend from=1 #-",
]

REFUSED = [
    # numbers
    (f"02 5 seat_left seat=1 {TAG}", "bad_integer", 1),
    (f"0 5 seat_left seat=1 {TAG}", "bad_integer", 1),
    (f"-2 5 seat_left seat=1 {TAG}", "bad_integer", 1),
    (f"+2 5 seat_left seat=1 {TAG}", "bad_integer", 1),
    (f"2_0 5 seat_left seat=1 {TAG}", "bad_integer", 1),
    (f"1073741824 5 seat_left seat=1 {TAG}", "bad_integer", 1),
    (f"99999999999999999999 5 seat_left seat=1 {TAG}", "bad_integer", 1),
    (f"2 -5 seat_left seat=1 {TAG}", "bad_integer", 3),
    (f"2 05 seat_left seat=1 {TAG}", "bad_integer", 3),
    (f"2 - seat_left seat=1 {TAG}", "bad_integer", 3),
    (f"2 5 seat_left seat=01 {TAG}", "bad_integer", 15),
    (f"2 5 seat_left seat=+1 {TAG}", "bad_integer", 15),
    (f"2 5 seat_left seat=-0 {TAG}", "bad_integer", 15),
    (f"2 5 seat_left seat=1.0 {TAG}", "bad_integer", 15),
    (f"2 5 seat_left seat= {TAG}", "bad_integer", 15),
    (f"2 5 seat_left seat=- {TAG}", "bad_integer", 15),
    (f"2 5 seat_left seat=0 {TAG}", "out_of_range", 15),
    (f"2 5 seat_left seat=-1 {TAG}", "out_of_range", 15),
    (f"2 5 seat_left seat=11 {TAG}", "out_of_range", 15),
    # names
    (f"2 5 Seat_left seat=1 {TAG}", "bad_name", 5),
    (f"2 5 _left seat=1 {TAG}", "bad_name", 5),
    (f"2 5 9lives seat=1 {TAG}", "bad_name", 5),
    (f"2 5  seat=1 {TAG}", "bad_name", 5),
    # fields: every one, once, in order
    (f"2 5 seat_left {TAG}", "missing_field", 15),
    (f"2 5 seat_left seat {TAG}", "missing_field", 15),
    (f"2 5 seat_left Seat=1 {TAG}", "missing_field", 15),
    (f"2 5 seat_left seat=1 seat=1 {TAG}", "field_order", 22),
    (f"2 5 seat_left seat=1  {TAG}", "bad_field", 22),
    (f"2 5 seat_left  seat=1 {TAG}", "missing_field", 15),
    (f"2 5 seat_left seat=1 news=1 news=2 {TAG}", "field_twice", 22),
    (f"2 5 seat_left seat=1 News=1 {TAG}", "bad_field", 22),
    (f"2 5 seat_left seat=1 news {TAG}", "bad_field", 22),
    (f"2 5 seat_left seat=1 news= {TAG}", "bad_value", 22),
    (f"2 5 cut_set seat=1 cut=5 {TAG}", "missing_field", 13),
    (f"2 5 order_cut hand=1 epoch=0 by=seat cut=7 {TAG}", "missing_field", 30),
    # words, hex, lists
    (f"2 5 fault_cleared code=-F device=x {TAG}", "bad_word", 19),
    (f"2 5 fault_cleared code= device=x {TAG}", "bad_word", 19),
    (f"2 5 fault_cleared code=F/1 device=x {TAG}", "bad_word", 19),
    (f"2 5 fault_cleared code={'F' * 25} device=x {TAG}", "too_long", 19),
    (f"2 5 show_chosen seat=1 show=Show {TAG}", "no_such_word", 24),
    (f"2 5 show_chosen seat=1 show=0 {TAG}", "no_such_word", 24),
    (f"2 5 log_head of=1 head={'AB' * 32} {TAG}", "bad_hex", 19),
    (f"2 5 log_head of=1 head={'ab' * 31}a {TAG}", "bad_hex", 19),
    (f"2 5 log_head of=1 head= {TAG}", "bad_hex", 19),
    (f"2 5 log_head of=1 head={'ab' * 31} {TAG}", "wrong_length", 19),
    (f"2 5 log_head of=1 head={'ab' * 33} {TAG}", "wrong_length", 19),
    (f"2 5 board_dealt street=flop cards= {TAG}", "no_such_word", 29),
    (f"2 5 board_dealt street=flop cards=2c,,2d {TAG}", "no_such_word", 29),
    (f"2 5 board_dealt street=flop cards=2c, {TAG}", "no_such_word", 29),
    (f"2 5 board_dealt street=flop cards=2c,2d,2h,2s,3c,3d {TAG}", "wrong_length", 29),
    # texts
    (f"2 5 floor_ruled ruling=resume by=%2f {TAG}", "bad_text", 31),
    (f"2 5 floor_ruled ruling=resume by=%2F {TAG}", "bad_text", 31),
    (f"2 5 floor_ruled ruling=resume by=%c3%ab {TAG}", "bad_text", 31),
    (f"2 5 floor_ruled ruling=resume by=%41 {TAG}", "bad_text", 31),
    (f"2 5 floor_ruled ruling=resume by=a%2D {TAG}", "bad_text", 31),
    (f"2 5 floor_ruled ruling=resume by=%2D%2D {TAG}", "bad_text", 31),
    (f"2 5 floor_ruled ruling=resume by=- {TAG}", "bad_text", 31),
    (f"2 5 floor_ruled ruling=resume by=% {TAG}", "bad_text", 31),
    (f"2 5 floor_ruled ruling=resume by=%2 {TAG}", "bad_text", 31),
    (f"2 5 floor_ruled ruling=resume by=a,b {TAG}", "bad_text", 31),
    (f"2 5 floor_ruled ruling=resume by=a=b {TAG}", "bad_text", 31),
    (f"2 5 floor_ruled ruling=resume by=%20, {TAG}", "bad_text", 31),
    (f"2 5 floor_ruled ruling=resume by=%C3 {TAG}", "bad_text", 31),
    (f"2 5 floor_ruled ruling=resume by=%ED%A0%80 {TAG}", "bad_text", 31),
    (f"2 5 floor_ruled ruling=resume by=%C0%80 {TAG}", "bad_text", 31),
    (f"2 5 floor_ruled ruling=resume by= {TAG}", "empty", 31),
    (f"2 5 floor_ruled ruling=resume by={'x' * 25} {TAG}", "too_long", 31),
    # tags
    ("2 5 seat_left seat=1 #00CAD3EC36A935E2", "bad_tag", 22),
    ("2 5 seat_left seat=1 #00cad3ec36a935", "bad_tag", 22),
    ("2 5 seat_left seat=1 #00cad3ec36a935e200", "bad_tag", 22),
    ("2 5 seat_left seat=1 #", "bad_tag", 22),
    ("2 5 seat_left seat=1 00cad3ec36a935e2", "no_tag", 22),
    (f"- 5 seat_left seat=1 {TAG}", "tag_without_seq", 22),
    # lists that belong together
    (f"2 5 hand_started hand=1 button=3 seats=1,3 stacks=9 {TAG}", "unequal_lists", 44),
    (f"2 5 hand_finished hand=1 seats=1 stacks=9,9 {TAG}", "unequal_lists", 34),
    # what stays inside the controller
    (f"2 5 stop_timer {TAG}", "never_written", 5),
    # the end of a line and nothing else
    ("2 5 #-", "too_short", 17),
    ("", "too_short", 11),
]


@pytest.mark.parametrize("text", GOOD)
def test_the_one_spelling_is_read_and_written_back(text: str):
    line = parse(sealed(text))
    assert seal(write(line.message, line.seq, line.ms), line.tag) == sealed(text)


@pytest.mark.parametrize(("text", "code", "column"), REFUSED)
def test_any_other_spelling_is_refused(text: str, code: str, column: int):
    assert refusal(sealed(text)) == (code, column)


def test_the_field_at_fault_is_named():
    with pytest.raises(LineError) as caught:
        parse(sealed(f"2 5 cut_set cut=10000 {TAG}"))
    assert (caught.value.code, caught.value.field) == ("out_of_range", "cut")


def test_a_refusal_never_repeats_what_the_line_says():
    with pytest.raises(LineError) as caught:
        parse(sealed(f"2 5 floor_ruled ruling=resume by=Alice,Bob {TAG}"))
    assert "Alice" not in str(caught.value)


@pytest.mark.parametrize(
    ("line", "code", "column"),
    [
        (b"", "no_newline", 1),
        (b"\n", "too_short", 1),
        (b"2 5 seat_left seat=1 #- ~00000000", "no_newline", 34),
        (b"2 5 seat_left seat=1 #- ~00000000\n", "bad_crc", 25),
        (b"2 5 seat_l\xc3\xa9ft seat=1 #- ~00000000\n", "not_ascii", 11),
        (b"2 5 seat_l\xff\xffft seat=1 #- ~00000000\n", "not_ascii", 11),
        (b"x" * LINE_BYTES_MAX + b"\n", "too_long", 641),
    ],
)
def test_what_is_not_a_whole_line_is_refused(line: bytes, code: str, column: int):
    assert refusal(line) == (code, column)


@pytest.mark.parametrize(
    "ending",
    ["~{0:08X}\n", "~{0:x}0\n", " ~{0:08x}\n", "~{0:08x} \n", "~{0:08x}\r\n", "~ {0:08x}\n"],
)
def test_a_checksum_has_one_spelling(ending: str):
    text = "2 5 seat_left seat=1 #-"
    crc = binascii.crc32(text.encode())
    assert refusal((text + " " + ending.format(crc)).encode())[0] == "bad_crc"
    assert parse(sealed(text)).message == (m.SEAT_LEFT, 1)


def test_a_message_of_a_newer_table_is_kept_raw_and_written_back():
    octets = sealed(f"2 5 card_smelled token=17 of=-5,x,- smell=old%20socks {TAG}")
    line = parse(octets)
    pairs = (("token", "17"), ("of", "-5,x,-"), ("smell", "old%20socks"))
    assert line.message == (m.RAW, "card_smelled", pairs)
    assert seal(write(line.message, line.seq, line.ms), line.tag) == octets


def test_a_field_of_a_newer_table_is_kept_beside_the_message():
    line = parse(sealed(f"2 5 seat_left seat=4 why=bad%20coffee {TAG}"))
    assert line.message == (m.SEAT_LEFT, 4)
    assert line.extra == (("why", "bad%20coffee"),)


@pytest.mark.parametrize(
    "value", ["a%2f", "%41", "a,,b", "a,", "a,b%20", "é", "a=b", "#x", "%20" + "x" * 64]
)
def test_even_a_raw_value_must_be_one(value: str):
    line = sealed(f"2 5 card_smelled what={value} {TAG}")
    assert refusal(line)[0] in ("bad_value", "not_ascii")


def test_a_body_that_ends_before_its_message_is_too_short_for_who_reads_twice_as_well() -> None:
    with pytest.raises(LineError) as caught:
        parse_body(b"2 5", bytes(8))
    assert (caught.value.code, caught.value.column) == ("too_short", 3)
