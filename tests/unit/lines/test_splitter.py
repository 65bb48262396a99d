"""The splitter gives out whole lines, holds at most one, and counts what it drops."""

from __future__ import annotations

from firmware.lines.grammar import LINE_BYTES_MAX
from firmware.lines.splitter import Splitter


def test_a_line_in_pieces_comes_out_whole():
    splitter = Splitter()
    assert splitter.feed(b"2 5 seat") == []
    assert splitter.pending_bytes() == 8
    assert splitter.feed(b"_left\n3 6 ") == [b"2 5 seat_left\n"]
    assert splitter.feed(b"x\n\ny\n") == [b"3 6 x\n", b"\n", b"y\n"]
    assert splitter.pending_bytes() == 0
    assert (splitter.lines_dropped, splitter.bytes_dropped) == (0, 0)


def test_the_longest_line_passes_in_one_piece_and_byte_by_byte():
    line = b"x" * (LINE_BYTES_MAX - 1) + b"\n"
    assert Splitter().feed(line) == [line]
    splitter = Splitter()
    assert [out for octet in line for out in splitter.feed(bytes((octet,)))] == [line]


def test_a_line_too_long_is_dropped_and_the_next_one_read():
    long = b"x" * LINE_BYTES_MAX + b"\n"
    splitter = Splitter()
    assert splitter.feed(long + b"good\n") == [b"good\n"]
    assert (splitter.lines_dropped, splitter.bytes_dropped) == (1, 641)
    splitter = Splitter()
    out = [line for octet in long + b"good\n" for line in splitter.feed(bytes((octet,)))]
    assert out == [b"good\n"]
    assert (splitter.lines_dropped, splitter.bytes_dropped) == (1, 641)


def test_endless_noise_takes_no_room():
    splitter = Splitter()
    for _ in range(1000):
        assert splitter.feed(b"\xff" * 100) == []
        assert splitter.pending_bytes() < LINE_BYTES_MAX
    assert (splitter.lines_dropped, splitter.bytes_dropped) == (1, 100_000)
    assert splitter.feed(b"\ngood\n") == [b"good\n"]
    assert splitter.bytes_dropped == 100_001


def test_the_buffer_may_be_a_bytearray():
    assert Splitter().feed(bytearray(b"a\nb\n")) == [b"a\n", b"b\n"]
