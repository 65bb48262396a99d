"""The golden lines, byte for byte: what every other program that reads the table agrees on."""

from __future__ import annotations

from firmware.lines.chain import Chain, genesis
from firmware.lines.mac import command_tag, is_command_tag
from firmware.lines.parser import parse
from firmware.lines.writer import seal, write
from firmware.schema import messages as m

TABLE = "MZ-0007"
LOG = bytes.fromhex("9f3a01c25b7d4e60")
BOOT = bytes.fromhex("00000001c0ffee42")
COMMIT = bytes.fromhex("e177fa1956e3bfbe91dda2fda6ffd54c9450c66ecb968cea8d6407912234d143")
GENESIS = bytes.fromhex("35ac3e32f10b273ae43e34ccbea4057f56d59c2f798a2f7cb2d33d3b3a2ba669")

CHAINED = [
    (
        (m.SEGMENT_OPENED, TABLE, LOG, 1, BOOT, GENESIS),
        1,
        0,
        b"1 0 segment_opened table=MZ-0007 log=9f3a01c25b7d4e60 segment=1 boot=00000001c0ffee42 "
        b"prev=35ac3e32f10b273ae43e34ccbea4057f56d59c2f798a2f7cb2d33d3b3a2ba669 "
        b"#a5bb8df89db3c80c ~97b59fbd\n",
    ),
    (
        (m.HAND_STARTED, 1, 3, (1, 3, 4), (1000, 1000, 1000)),
        2,
        5,
        b"2 5 hand_started hand=1 button=3 seats=1,3,4 stacks=1000,1000,1000 "
        b"#00cad3ec36a935e2 ~5ea2ddd5\n",
    ),
    (
        (m.ORDER_COMMITTED, 1, 0, 2, 52, COMMIT, None),
        3,
        1825,
        b"3 1825 order_committed hand=1 epoch=0 of=2 m=52 "
        b"commit=e177fa1956e3bfbe91dda2fda6ffd54c9450c66ecb968cea8d6407912234d143 "
        b"#d41d518a29596bd1 ~bcf953e8\n",
    ),
]
COMMAND = (m.REQUEST_PAUSE, 7, m.ROLE_FLOOR, None)
COMMAND_LINE = (
    b"7 52001 request_pause id=7 role=floor #6ab90deeb7be96d6ad73d265ea1b59ef ~a5e51153\n"
)


def test_genesis_is_the_hash_before_the_first_line():
    assert genesis(TABLE, LOG) == GENESIS


def test_chained_golden_lines_are_written_to_the_byte():
    chain = Chain(genesis(TABLE, LOG))
    for message, seq, ms, line in CHAINED:
        body = write(message, seq, ms)
        assert seal(body, chain.add(body)) == line


def test_chained_golden_lines_are_read_and_follow():
    chain = Chain(genesis(TABLE, LOG))
    for message, seq, ms, octets in CHAINED:
        line = parse(octets)
        assert (line.seq, line.ms, line.message, line.extra) == (seq, ms, message, ())
        assert chain.follow(line.body, line.tag)


def test_golden_command_is_written_to_the_byte():
    body = write(COMMAND, 7, 52001)
    assert seal(body, command_tag(bytes(32), TABLE, BOOT, body)) == COMMAND_LINE


def test_golden_command_is_read_and_its_seal_is_right():
    line = parse(COMMAND_LINE)
    assert (line.seq, line.ms, line.message) == (7, 52001, COMMAND)
    assert is_command_tag(bytes(32), TABLE, BOOT, line.body, line.tag)


def test_a_line_without_seq_and_tag_is_written_with_hyphens():
    line = seal(write((m.ACK, 12, None), None, 0), None)
    assert line.startswith(b"- 0 ack seq=12 #- ~")
    read = parse(line)
    assert (read.seq, read.tag, read.message) == (None, None, (m.ACK, 12, None))
