"""The chain through a log: each line's seal is made of the line and of all lines before it.

Like pages of a bound book, no line can be taken out, put in or rewritten without every later one
showing it. Each line carries the first 8 bytes of its full hash; the full 32 are kept by whoever
writes or follows the log. This file makes and follows the chain; who is told of its heads is
decided elsewhere. Rule of the file: a line that does not follow leaves the head where it was.
"""

from __future__ import annotations

from firmware.compat import check, const
from firmware.compat.digest import SHA256_BYTES, sha256
from firmware.lines.grammar import CHAIN_TAG_BYTES

_GENESIS = b"MZG1"
_LOG_ID_BYTES = const(8)
_SERIAL_BYTES_MAX = const(255)


def serial_octets(table: str) -> bytes:
    """T of the formats: one byte with the length, then the table's serial number in ASCII."""
    octets = table.encode()
    check(0 < len(octets) <= _SERIAL_BYTES_MAX, "bad_table_serial")
    return bytes((len(octets),)) + octets


def genesis(table: str, log: bytes) -> bytes:
    """Full hash (32 bytes) before the first line of the log with this id (8 bytes)."""
    check(len(log) == _LOG_ID_BYTES, "bad_log_id")
    return sha256(_GENESIS, serial_octets(table), log)


class Chain:
    """The head of one log's chain, moved on line by line."""

    __slots__ = ("head",)

    def __init__(self, head: bytes) -> None:
        """Go on after the line whose full hash is `head` (32 bytes); `genesis` for the first."""
        check(len(head) == SHA256_BYTES, "bad_head")
        self.head = head

    def add(self, body: bytes) -> bytes:
        """Move on by one line; its tag, 8 bytes."""
        self.head = sha256(self.head, body)
        return self.head[:CHAIN_TAG_BYTES]

    def follow(self, body: bytes, tag: bytes | None) -> bool:
        """Move on by one line if its tag is right; False, and unmoved, when it is not."""
        head = sha256(self.head, body)
        if tag != head[:CHAIN_TAG_BYTES]:
            return False
        self.head = head
        return True
