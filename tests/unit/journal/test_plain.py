"""Plain values come back as exactly what they were; other bytes are refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.journal.plain import PlainError, read, spell

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(1 << 30), 1 << 30) | st.text() | st.binary(),
    lambda inner: st.lists(inner, max_size=5).map(tuple),
    max_leaves=30,
)


@given(VALUES)
def test_every_plain_value_comes_back(value: object) -> None:
    assert read(spell(value)) == value


@given(VALUES, st.integers(0, 400), st.integers(1, 255))
def test_changed_bytes_are_refused_or_another_value(value: object, at: int, mask: int) -> None:
    octets = bytearray(spell(value))
    octets[at % len(octets)] ^= mask
    try:
        other = read(bytes(octets))
    except PlainError:
        return
    assert spell(other) == bytes(octets) != spell(value)


@pytest.mark.parametrize(
    "octets",
    [b"", b"x", b"i;", b"i01;", b"i1", b"s3:ab", b"b-1:", b"(i1;", b"nn", b"s1:\xff", b")"],
)
def test_what_no_value_is_spelled_as_is_refused(octets: bytes) -> None:
    with pytest.raises(PlainError):
        read(octets)


@pytest.mark.parametrize("value", [1.5, [1], {"a": 1}, bytearray(b"a"), (1, [2])])
def test_what_is_not_plain_is_not_written(value: object) -> None:
    with pytest.raises(PlainError):
        spell(value)
