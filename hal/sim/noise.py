"""A stand-in for the noise source: bytes that look random and can be had again.

A simulated table must be able to repeat a hand, so its noise is a counter under a hash and not a
physical process. Nothing here is fit for real cards, and every packet's provenance says so: the
board refuses to put it beside a real card machine, and every commitment carries the word. Rule of
the file: it never claims to be a device.
"""

from __future__ import annotations

from firmware.compat.digest import sha256

PACKET_BYTES = 16


class SimNoise:
    """The contract `hal.ports.Noise`: packet n is the first half of SHA-256(seed, n).

    provenance: `simulated`, or `scripted` where recorded hands are played.
    """

    def __init__(self, seed: bytes, provenance: str = "simulated") -> None:
        self.provenance = provenance
        self.model = "simulated"
        self.serial = "SIM-NOISE"
        self.starts = 1
        self._seed = seed
        self._packet = 0

    def __repr__(self) -> str:
        return "<simulated noise>"  # never its seed

    def read(self) -> bytes:
        """16 raw bytes; always ready, the real part fills a packet in half a millisecond."""
        self._packet += 1
        count = self._packet
        counter = bytes((count >> 24 & 255, count >> 16 & 255, count >> 8 & 255, count & 255))
        return sha256(b"SIMN", self._seed, counter)[:PACKET_BYTES]


class SimSecondNoise:
    """The contract `hal.ports.SecondNoise`: answer n is SHA-256(seed, n) under its own word."""

    def __init__(self, seed: bytes, provenance: str = "simulated") -> None:
        self.provenance = provenance
        self._seed = seed
        self._count = 0

    def __repr__(self) -> str:
        return "<simulated second noise>"  # never its seed

    def read(self) -> bytes:
        """32 bytes; always ready."""
        self._count += 1
        count = self._count
        counter = bytes((count >> 24 & 255, count >> 16 & 255, count >> 8 & 255, count & 255))
        return sha256(b"SIM2", self._seed, counter)
