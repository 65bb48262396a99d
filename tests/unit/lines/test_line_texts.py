"""Texts: what UTF-8 is does not depend on the interpreter, and one text has one spelling."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.lines.grammar import LineError
from firmware.lines.texts import escape, is_utf8, unescape


def is_utf8_for_cpython(octets: bytes) -> bool:
    try:
        octets.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def test_utf8_of_one_to_three_bytes_is_what_the_language_says():
    for lead in range(256):
        for second in (-1, *range(0, 256, 5), 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0):
            pair = bytes((lead,)) if second < 0 else bytes((lead, second))
            for tail in (b"", b"\x80", b"\xbf\xbf", b"\xbf\x7f", b"\xbf\xc0", b"a"):
                octets = pair + tail
                assert is_utf8(octets) == is_utf8_for_cpython(octets), octets


@given(st.binary(max_size=12) | st.text(max_size=4).map(str.encode))
def test_utf8_is_what_the_language_says(octets: bytes):
    assert is_utf8(octets) == is_utf8_for_cpython(octets)


@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=16))
def test_a_text_reads_back(text: str):
    assert unescape(escape(text, 64), 64) == text


@given(st.text("%-0123456789ABCDEFabf/ é", min_size=1, max_size=9))
def test_only_the_spelling_that_is_written_is_read(spelled: str):
    try:
        text = unescape(spelled, 64)
    except LineError:
        return
    assert escape(text, 64) == spelled


@pytest.mark.parametrize(
    ("text", "spelled"),
    [("-", "%2D"), ("--", "--"), ("%", "%25"), ("a b", "a%20b"), ("é", "%C3%A9"), ("/", "/")],
)
def test_odd_texts_have_these_spellings(text: str, spelled: str):
    assert escape(text, 64) == spelled
    assert unescape(spelled, 64) == text
