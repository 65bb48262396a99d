"""The security chip's outside, as far as the table uses it: wake, locks, random bytes, sleep.

Sleeps until the pulse of a general call at 100 kHz, answers packets with a check sum, does not
acknowledge while it works, and falls asleep by itself. A chip that was never locked gives FF FF
00 00 in place of chance, under a correct check sum. The bytes come from a simulated source, so
nothing here is fit for real cards. Written from the vendor's public library and data sheet summary
DS40001977. Rule of the file: asleep it hears nothing but the pulse.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hal.drivers.atecc608 import RANDOM_BYTES, crc16
from hal.errors import NACK, HalError

if TYPE_CHECKING:
    from hal.sim.clock import SimClock
    from hal.sim.noise import SimSecondNoise

WAKE_US = 1500
READ_US = 1000
RANDOM_US = 23_000
AWAKE_US_MAX = 1_300_000  # its watchdog

_PULSE_HERTZ_MAX = 100_000  # faster, and nine low bits are too short to wake it
_STATUS_PARSE = 0x03
_STATUS_CRC = 0xFF


class SimAtecc608:
    """The chip on a bus of `hertz`; attach `pulse` at address 0 and the chip at its own.

    is_locked, woken: what it says of itself; a fault plan may set them.
    """

    def __init__(self, clock: SimClock, source: SimSecondNoise, hertz: int) -> None:
        self._clock = clock
        self._source = source
        self._hertz = hertz
        self._ready_us = -1  # -1: asleep
        self._asleep_us = 0
        self._answer = b""
        self.pulse = _Pulse(self)
        self.is_locked = True
        self.woken = 0x11  # 0x07: its self-test failed

    def __repr__(self) -> str:
        return "<simulated security chip>"  # never an answer

    def wake(self) -> None:
        """A low pulse on the wire."""
        now_us = self._clock.now_us()
        if self._hertz <= _PULSE_HERTZ_MAX and not self._is_awake(now_us):
            self._asleep_us = now_us + AWAKE_US_MAX
            self._say(bytes((self.woken,)), now_us + WAKE_US)

    def write(self, out: bytes | bytearray) -> int:
        """Word address and what follows it; nothing is acknowledged asleep or at work."""
        now_us = self._clock.now_us()
        if not out or not self._is_awake(now_us) or now_us < self._ready_us:
            return 0
        if out[0] in (0x01, 0x02):
            self._ready_us = -1
        elif out[0] == 0x03:
            self._obey(bytes(out[1:]), now_us)
        return len(out)

    def read(self, count: int) -> bytes:
        """The answer, from its length on; asleep or at work it does not acknowledge."""
        now_us = self._clock.now_us()
        if not self._is_awake(now_us) or now_us < self._ready_us:
            raise HalError(NACK, "bus", "the chip is asleep or at work")
        return self._answer[:count] + b"\xff" * (count - len(self._answer))

    def _is_awake(self, now_us: int) -> bool:
        return self._ready_us >= 0 and now_us < self._asleep_us

    def _obey(self, packet: bytes, now_us: int) -> None:
        if len(packet) < 7 or packet[0] != len(packet) or packet[-2:] != crc16(packet[:-2]):
            self._say(bytes((_STATUS_CRC,)), now_us)
        elif packet[1:5] == b"\x02\x00\x15\x00":
            self._say(bytes((0, 0, 0x55, 0x00 if self.is_locked else 0x55)), now_us + READ_US)
        elif packet[1] == 0x1B:
            chance = self._source.read() if self.is_locked else b"\xff\xff\x00\x00" * 8
            self._say(chance[:RANDOM_BYTES], now_us + RANDOM_US)
        else:
            self._say(bytes((_STATUS_PARSE,)), now_us)

    def _say(self, content: bytes, ready_us: int) -> None:
        body = bytes((len(content) + 3,)) + content
        self._answer = body + crc16(body)
        self._ready_us = ready_us


class _Pulse:
    """What the chip hears at the general call: the pulse, which it never acknowledges."""

    def __init__(self, chip: SimAtecc608) -> None:
        self._chip = chip

    def write(self, out: bytes | bytearray) -> int:
        """Wake up; takes nothing."""
        self._chip.wake()
        return 0 if out else 1

    def read(self, count: int) -> bytes:
        """Nothing answers a general call."""
        return b"\xff" * count
