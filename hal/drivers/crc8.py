"""The check byte at the end of a message to or from the card machine.

CRC-8 with polynomial x^8 + x^2 + x + 1, start 0, no reflection: the packet error code of SMBus 3.1
(5.4.1.1). It finds every error of up to two bits in messages of this length, which is what a long
cable beside motors does to a byte. Rule of the file: it finds damage and proves nothing else.
"""

from __future__ import annotations

_POLYNOMIAL = 0x07


def _row(value: int) -> int:
    for _ in range(8):
        value = (value << 1 ^ _POLYNOMIAL if value & 0x80 else value << 1) & 0xFF
    return value


_TABLE = bytes([_row(value) for value in range(256)])


def crc8(octets: bytes | bytearray, crc: int = 0) -> int:
    """CRC-8 of `octets`, going on from `crc`: 0..255."""
    for octet in octets:
        crc = _TABLE[crc ^ octet]
    return crc
