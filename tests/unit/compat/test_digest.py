"""Seals: published vectors, agreement with the standard library, also without translate."""

from __future__ import annotations

import binascii
import hashlib
import hmac

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.compat import digest
from firmware.compat.digest import crc32, equal_bytes, hmac_sha256, sha256

# RFC 4231 section 4, test cases 1 to 4, 6 and 7: key, message, HMAC-SHA-256.
# (Case 5 prints only the first half of the tag; it is tested below.)
RFC_4231 = [
    (
        b"\x0b" * 20,
        b"Hi There",
        "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
    ),
    (
        b"Jefe",
        b"what do ya want for nothing?",
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
    ),
    (
        b"\xaa" * 20,
        b"\xdd" * 50,
        "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe",
    ),
    (
        bytes(range(1, 26)),
        b"\xcd" * 50,
        "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b",
    ),
    (
        b"\xaa" * 131,
        b"Test Using Larger Than Block-Size Key - Hash Key First",
        "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
    ),
    (
        b"\xaa" * 131,
        b"This is a test using a larger than block-size key and a larger than "
        b"block-size data. The key needs to be hashed before being used by the "
        b"HMAC algorithm.",
        "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2",
    ),
]


@pytest.mark.parametrize(("key", "message", "tag"), RFC_4231)
def test_hmac_meets_rfc_4231(key: bytes, message: bytes, tag: str):
    assert hmac_sha256(key, message).hex() == tag


def test_hmac_meets_the_truncated_case_of_rfc_4231():
    tag = hmac_sha256(b"\x0c" * 20, b"Test With Truncation")
    assert tag[:16].hex() == "a3b6167473100ee06e0c796c2955552b"


def test_sha256_meets_fips_180_4():
    assert (
        sha256(b"abc").hex() == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    )
    assert sha256() == sha256(b"")
    assert len(sha256()) == digest.SHA256_BYTES


@given(st.lists(st.binary(max_size=80), max_size=5))
def test_sha256_of_parts_is_sha256_of_their_join(parts: list[bytes]):
    assert sha256(*parts) == hashlib.sha256(b"".join(parts)).digest()


@given(st.binary(max_size=140), st.lists(st.binary(max_size=80), max_size=4))
def test_hmac_agrees_with_the_standard_library(key: bytes, parts: list[bytes]):
    assert hmac_sha256(key, *parts) == hmac.digest(key, b"".join(parts), "sha256")
    assert hmac_sha256(bytearray(key), *parts) == hmac_sha256(key, *parts)


def test_hmac_is_the_same_without_bytes_translate(monkeypatch: pytest.MonkeyPatch):
    expected = hmac_sha256(b"Jefe", b"what do ya want for nothing?")
    monkeypatch.setattr(digest, "_replace_bytes", digest._replace_one_by_one)
    assert hmac_sha256(b"Jefe", b"what do ya want for nothing?") == expected


@given(st.binary(max_size=200))
def test_crc32_is_the_one_of_zip(octets: bytes):
    assert crc32(octets) == binascii.crc32(octets)


def test_crc32_check_value():
    assert crc32(b"123456789") == 0xCBF43926


@given(st.binary(max_size=40), st.binary(max_size=40))
def test_equal_bytes_is_equality(a: bytes, b: bytes):
    assert equal_bytes(a, b) == (a == b)
    assert equal_bytes(a, bytes(a))


def test_equal_bytes_sees_every_single_bit():
    seal = bytes(range(32))
    for bit in range(256):
        other = bytearray(seal)
        other[bit // 8] ^= 1 << bit % 8
        assert not equal_bytes(seal, other)
