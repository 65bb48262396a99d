"""What is always true of lines: each message reads back, and no damage passes for content."""

from __future__ import annotations

import binascii
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.lines.chain import Chain
from firmware.lines.grammar import LINE_BYTES_MAX, LineError
from firmware.lines.parser import Line, parse
from firmware.lines.splitter import Splitter
from firmware.lines.writer import seal, write
from firmware.schema.messages import KIND, KIND_COMMAND, NAMES, VISIBILITY, VISIBILITY_LOG
from host_tools.dev.schema_rows import line_bytes_max
from host_tools.dev.schema_source import read_schema
from tests.line_messages import INT_MAX, WRITTEN, example, longest, messages, messages_of

SCHEMA = Path(__file__).resolve().parents[2] / "firmware" / "schema"
SEQS = st.integers(1, INT_MAX)
TIMES = st.integers(0, INT_MAX)
TAGS = st.none() | st.binary(min_size=8, max_size=8) | st.binary(min_size=16, max_size=16)


def parsed(octets: bytes) -> Line | None:
    """The line, or None when it is refused; anything else that is raised fails the test."""
    try:
        return parse(octets)
    except LineError:
        return None


@pytest.mark.parametrize("number", WRITTEN, ids=lambda number: NAMES[number])
def test_every_message_reads_back(number: int):
    @settings(max_examples=40)
    @given(messages_of(number), SEQS, TIMES, TAGS)
    def reads_back(message: tuple[Any, ...], seq: int, ms: int, tag: bytes | None):
        body = write(message, seq, ms)
        line = parse(seal(body, tag))
        assert (line.message, line.seq, line.ms) == (message, seq, ms)
        assert (line.tag, line.body, line.extra) == (tag, body, ())

    reads_back()


def test_the_longest_line_of_every_message_is_what_the_generator_reckons():
    schema = read_schema(SCHEMA)
    for row in schema.messages:
        if row.id in WRITTEN:
            tag = bytes(8 if VISIBILITY[row.id] == VISIBILITY_LOG else 16)
            line = seal(write(longest(row.id), INT_MAX, INT_MAX), tag)
            assert len(line) == line_bytes_max(row, schema.enums) <= LINE_BYTES_MAX
            assert parse(line).message == longest(row.id)


def test_commands_alone_ask():
    for number in WRITTEN:
        assert (KIND[number] == KIND_COMMAND) == NAMES[number].startswith("request_")


@settings(max_examples=200)
@given(st.lists(st.tuples(messages(), SEQS, TIMES), max_size=6), st.data())
def test_any_chunking_gives_the_same_lines(drawn: list[tuple[Any, int, int]], data: st.DataObject):
    chain = Chain(bytes(32))
    lines = []
    for message, seq, ms in drawn:
        body = write(message, seq, ms)
        lines.append(seal(body, chain.add(body)))
    stream = b"".join(lines)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=12)))
    splitter = Splitter()
    out: list[bytes] = []
    for start, end in zip([0, *cuts], [*cuts, len(stream)], strict=True):
        out += splitter.feed(stream[start:end])
    assert out == lines
    assert (splitter.lines_dropped, splitter.pending_bytes()) == (0, 0)


@given(st.binary(max_size=2000), st.lists(st.integers(0, 2000), max_size=8), messages())
def test_after_any_noise_reading_goes_on_at_the_next_newline(
    noise: bytes, cuts: list[int], message: tuple[Any, ...]
):
    good = seal(write(message, 1, 0), None)
    stream = noise + b"\n" + good
    splitter = Splitter()
    out: list[bytes] = []
    places = sorted(min(cut, len(stream)) for cut in cuts)
    for start, end in zip([0, *places], [*places, len(stream)], strict=True):
        out += splitter.feed(stream[start:end])
        assert splitter.pending_bytes() < LINE_BYTES_MAX
    assert out[-1] == good
    assert all(line.endswith(b"\n") and len(line) <= LINE_BYTES_MAX for line in out)
    assert sum(map(len, out)) + splitter.bytes_dropped == len(stream)


@pytest.mark.parametrize("number", WRITTEN, ids=lambda number: NAMES[number])
def test_every_flipped_bit_is_noticed(number: int):
    line = seal(write(example(number), 2, 5), bytes(range(8)))
    for place in range(len(line)):
        for bit in range(8):
            damaged = bytearray(line)
            damaged[place] ^= 1 << bit
            assert parsed(bytes(damaged)) is None


@pytest.mark.parametrize("number", WRITTEN, ids=lambda number: NAMES[number])
def test_every_lost_doubled_or_inserted_byte_is_noticed(number: int):
    line = seal(write(example(number), 2, 5), bytes(range(8)))
    for place in range(len(line) + 1):
        for octet in b"0a =,#~-%\n\x00\xff":
            assert parsed(line[:place] + bytes((octet,)) + line[place:]) is None
        if place < len(line):
            assert parsed(line[:place] + line[place + 1 :]) is None
            assert parsed(line[: place + 1] + line[place:]) is None


def test_every_other_byte_at_every_place_of_a_line_is_noticed():
    line = b"2 5 hand_started hand=1 button=3 seats=1,3,4 stacks=1000,1000,1000 "
    line += b"#00cad3ec36a935e2 ~5ea2ddd5\n"
    assert parsed(line) is not None
    for place in range(len(line)):
        for octet in range(256):
            damaged = line[:place] + bytes((octet,)) + line[place + 1 :]
            assert damaged == line or parsed(damaged) is None


@settings(max_examples=400)
@given(st.binary(max_size=700))
def test_any_bytes_are_read_or_refused(octets: bytes):
    assert parsed(octets) is None


@settings(max_examples=300)
@given(messages(), TAGS, st.data())
def test_what_is_read_is_what_would_be_written(
    message: tuple[Any, ...], tag: bytes | None, data: st.DataObject
):
    """A forger mends the checksum: then what passes has the one spelling of what it says."""
    sealed = bytearray(seal(write(message, 7, 1825), tag)[:-11])
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(sealed) - 1))
        if data.draw(st.booleans()):
            sealed[place : place + 1] = data.draw(st.binary(max_size=2))
        else:
            sealed[place] = data.draw(st.sampled_from(b"0123456789abcdefABCDEF-+,.=%_ #~\n"))
    octets = bytes(sealed) + b" ~%08x\n" % binascii.crc32(bytes(sealed))
    line = parsed(octets)
    if line is not None and not line.extra:
        assert seal(write(line.message, line.seq, line.ms), line.tag) == octets
