"""Fingerprints: hash, keyed hash and checksum, the same bytes on every interpreter.

A hash is the seal on the envelope: everybody can see that the envelope is the one put on the table
before the cut, nobody can see through it. This file makes seals and compares them; what is sealed
and when it is opened is decided elsewhere. Rule of the file: whole values in, whole values out, no
half-finished hash object leaves it, because MicroPython's can be read only once and not copied.
"""

from __future__ import annotations

import binascii
import hashlib

SHA256_BYTES = 32

_BLOCK_BYTES = 64  # FIPS 180-4: SHA-256 works on 512-bit blocks, and HMAC pads its key to one
_INNER = bytes(b ^ 0x36 for b in range(256))  # FIPS 198-1 ipad, as a byte-for-byte table
_OUTER = bytes(b ^ 0x5C for b in range(256))  # FIPS 198-1 opad


def sha256(first: bytes | bytearray = b"", *parts: bytes | bytearray) -> bytes:
    """SHA-256 (FIPS 180-4) of the parts joined: 32 bytes."""
    state = hashlib.sha256(first)
    for part in parts:
        state.update(part)
    return state.digest()


def hmac_sha256(key: bytes | bytearray, *parts: bytes | bytearray) -> bytes:
    """HMAC-SHA256 (FIPS 198-1, RFC 2104) under `key` of the parts joined: 32 bytes."""
    if len(key) > _BLOCK_BYTES:
        key = sha256(key)
    key = bytes(key) + bytes(_BLOCK_BYTES - len(key))
    return sha256(_replace_bytes(key, _OUTER), sha256(_replace_bytes(key, _INNER), *parts))


def crc32(octets: bytes | bytearray) -> int:
    """CRC-32 (the one of zip and Ethernet) of `octets`: 0 .. 2^32 - 1. Finds damage, not fraud."""
    return binascii.crc32(octets)


def equal_bytes(a: bytes | bytearray, b: bytes | bytearray) -> bool:
    """Whether a and b are equal, in a time that depends on their lengths only.

    A comparison that stops at the first difference tells a patient listener how much of a guessed
    seal was right.
    """
    if len(a) != len(b):
        return False
    differing = 0
    for i in range(len(a)):
        differing |= a[i] ^ b[i]
    return differing == 0


def _replace_one_by_one(octets: bytes, table: bytes) -> bytes:
    return bytes(table[b] for b in octets)


# MicroPython has no bytes.translate; where it exists it is about thirty times faster.
_replace_bytes = getattr(bytes, "translate", _replace_one_by_one)
