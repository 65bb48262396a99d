"""Chance that falls the same on every interpreter: numbers from SHA-256 of a counter.

The language's own `random` differs between CPython and MicroPython, so scripts that want varied
inputs take them here. Runs on both; no number reaches 2^30.
"""

from __future__ import annotations

from firmware.compat.digest import sha256


class Chance:
    """A stream of small numbers that depends on the seed alone."""

    def __init__(self, seed: int) -> None:
        self._seed = seed.to_bytes(4, "big")
        self._block = 0
        self._octets = b""

    def octet(self) -> int:
        """Return the next byte, 0..255."""
        if not self._octets:
            self._octets = sha256(self._seed, self._block.to_bytes(4, "big"))
            self._block += 1
        first = self._octets[0]
        self._octets = self._octets[1:]
        return first

    def octets(self, count: int) -> bytes:
        """Return the next `count` bytes."""
        return bytes([self.octet() for _ in range(count)])

    def below(self, limit: int) -> int:
        """Return a number 0..limit-1; limit at most 2^16. The slight bias harms no comparison."""
        return (self.octet() * 65536 + self.octet() * 256 + self.octet()) % limit

    def some_of(self, things: list[int], count: int) -> list[int]:
        """Return `count` different ones of the list, in drawn order."""
        left = list(things)
        return [left.pop(self.below(len(left))) for _ in range(count)]
