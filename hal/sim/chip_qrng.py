"""The noise chip's outside: packets with a header and a status, nothing physical inside.

Behaves on the bus as the optical quantum source of revision A: it wakes 3 ms after its power pin,
says with its status register that it is usable, and hands out packets of 18 bytes; asked again
before a new packet is filled it gives the old one and says so. The bytes come from a simulated
source, so everything drawn from it is marked simulated. Written from the vendor's public register
description; its data sheet is given on request only. Rule of the file: a packet that was handed
out once is never again called good.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hal.ports import Noise
    from hal.sim.clock import SimClock

STATUS_REGISTER = 0x10
DATA_REGISTER = 0x12
HEADER = 0xA2
GOOD = 0x00
STALE = 0x08  # not ready, or the packet of before
ASLEEP = 0x01

WAKE_US = 3000
PACKET_US = 512  # 16 bytes at 250 kbit/s, the slowest model

_PACKET_BYTES = 16


class SimQrng:
    """The chip over a simulated source of packets; `put` is its power pin.

    status, header: what it reports while awake; a fault plan may set them.
    """

    def __init__(self, clock: SimClock, source: Noise) -> None:
        self._clock = clock
        self._source = source
        self._is_on = False
        self._awake_us = 0
        self._filled_us = 0
        self._pointer = 0
        self._packet = bytes(_PACKET_BYTES)
        self.status = GOOD
        self.header = HEADER

    def __repr__(self) -> str:
        return "<simulated noise chip>"  # never a packet

    def put(self, on: bool) -> None:
        """Power pin: True for on."""
        if on and not self._is_on:
            self._awake_us = self._clock.now_us() + WAKE_US
            self._filled_us = self._awake_us + PACKET_US
        self._is_on = on

    def write(self, out: bytes | bytearray) -> int:
        """A register number; nothing can be set."""
        if not self._is_on:
            return 0
        if out:
            self._pointer = out[0]
        return min(len(out), 1)

    def read(self, count: int) -> bytes:
        """The status register, or a packet: header, status, 16 bytes."""
        now_us = self._clock.now_us()
        if not self._is_on or self._pointer not in (STATUS_REGISTER, DATA_REGISTER):
            return b"\xff" * count
        if self._pointer == STATUS_REGISTER:
            answer = bytes((self.status if now_us >= self._awake_us else ASLEEP,))
        else:
            answer = self._next_packet(now_us)
        return answer[:count] + b"\xff" * (count - len(answer))

    def _next_packet(self, now_us: int) -> bytes:
        if now_us < self._filled_us:
            return bytes((self.header, STALE)) + self._packet
        if self.status == GOOD and self.header == HEADER:
            self._packet = self._source.read()
            self._filled_us = now_us + PACKET_US
        return bytes((self.header, self.status)) + self._packet
