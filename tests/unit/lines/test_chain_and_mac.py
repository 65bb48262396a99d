"""A changed, missing or moved line breaks the chain; a command is worth nothing elsewhere."""

from __future__ import annotations

import hashlib
import hmac

import pytest

from firmware.compat import InvariantError
from firmware.lines.chain import Chain, genesis
from firmware.lines.mac import command_tag, is_command_tag

LOG = bytes(8)
BODIES = [b"1 0 a", b"2 0 b", b"3 0 c", b"4 0 d"]


def chained(bodies: list[bytes]) -> list[tuple[bytes, bytes]]:
    chain = Chain(genesis("T1", LOG))
    return [(body, chain.add(body)) for body in bodies]


def followed(lines: list[tuple[bytes, bytes]]) -> int:
    """How many lines follow before the first that does not."""
    chain = Chain(genesis("T1", LOG))
    for number, (body, tag) in enumerate(lines):
        if not chain.follow(body, tag):
            return number
    return len(lines)


def test_a_chain_follows_what_was_written():
    assert followed(chained(BODIES)) == 4


def test_a_changed_line_breaks_the_chain_there():
    lines = chained(BODIES)
    lines[1] = (b"2 0 x", lines[1][1])
    assert followed(lines) == 1


def test_a_missing_line_breaks_the_chain_there():
    lines = chained(BODIES)
    del lines[1]
    assert followed(lines) == 1


def test_two_lines_that_changed_places_break_the_chain_there():
    lines = chained(BODIES)
    lines[1], lines[2] = lines[2], lines[1]
    assert followed(lines) == 1


def test_a_line_that_does_not_follow_leaves_the_head():
    chain = Chain(genesis("T1", LOG))
    head = chain.head
    assert not chain.follow(b"1 0 a", bytes(8))
    assert not chain.follow(b"1 0 a", None)
    assert chain.head == head


def test_another_table_or_log_begins_another_chain():
    assert len({genesis("T1", LOG), genesis("T2", LOG), genesis("T1", b"\x01" * 8)}) == 3


@pytest.mark.parametrize(
    ("make", "code"),
    [
        (lambda: genesis("", LOG), "bad_table_serial"),
        (lambda: genesis("x" * 256, LOG), "bad_table_serial"),
        (lambda: genesis("T1", b"short"), "bad_log_id"),
        (lambda: Chain(b"short"), "bad_head"),
        (lambda: command_tag(b"", "T1", b"short", b""), "bad_boot_id"),
    ],
)
def test_a_wrong_length_is_a_bug_and_said_at_once(make: object, code: str):
    with pytest.raises(InvariantError) as caught:
        make()  # type: ignore[operator]
    assert caught.value.code == code


def test_a_command_is_sealed_for_this_table_boot_key_and_body():
    key, boot, body = b"k" * 32, b"b" * 8, b"7 0 request_pause id=7 role=floor"
    tag = command_tag(key, "T1", boot, body)
    assert tag == hmac.digest(key, b"MZM1\x02T1" + boot + body, hashlib.sha256)[:16]
    assert is_command_tag(key, "T1", boot, body, tag)
    assert not is_command_tag(b"K" * 32, "T1", boot, body, tag)
    assert not is_command_tag(key, "T2", boot, body, tag)
    assert not is_command_tag(key, "T1", b"B" * 8, body, tag)
    assert not is_command_tag(key, "T1", boot, body + b" ", tag)
    assert not is_command_tag(key, "T1", boot, body, tag[:8])
    assert not is_command_tag(key, "T1", boot, body, None)
