"""Noise that never changes from run to run, good and faulty, for the tests of this room."""

from __future__ import annotations

import hashlib
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Protocol

    class HealthTest(Protocol):
        def scan(self, raw: bytes) -> tuple[int, int]: ...


@cache
def good_noise(count: int, name: str = "good") -> bytes:
    """Uniform bytes from SHA-256 of a counter: no health test may object to them."""
    blocks = (count + 31) // 32
    return b"".join(
        hashlib.sha256(name.encode() + j.to_bytes(4, "big")).digest() for j in range(blocks)
    )[:count]


def pieces(raw: bytes, size: int) -> Iterator[bytes]:
    """The stream cut into packets."""
    return (raw[at : at + size] for at in range(0, len(raw), size))


def first_alarm(test: HealthTest, raw: bytes, size: int = 16) -> int:
    """Index in the stream of the first byte at which `test` alarms, or -1; stops there."""
    at = 0
    for piece in pieces(raw, size):
        level, index = test.scan(piece)
        if level:
            return at + index
        at += len(piece)
    return -1
