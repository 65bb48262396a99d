"""The security chip's outside: wake, locks, random bytes, hash, key, signature, sleep.

Sleeps until the pulse of a general call at 100 kHz, answers packets with a check sum, does not
acknowledge while it works, and falls asleep by itself. A chip that was never locked gives FF FF
00 00 in place of chance, under a correct check sum, and signs nothing. Idle it keeps what it was
given to sign, asleep it forgets. The bytes come from a simulated source, so nothing here is fit
for real cards. Written from the vendor's public library (its command and status tables) and the
data sheet summary DS40001977. Rule of the file: asleep it hears nothing but the pulse.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.compat.digest import sha256
from hal.drivers.atecc608 import RANDOM_BYTES, crc16
from hal.errors import NACK, HalError
from hal.sim.p256 import private_key, public_key, sign

if TYPE_CHECKING:
    from hal.sim.clock import SimClock
    from hal.sim.noise import SimSecondNoise

WAKE_US = 1500
AWAKE_US_MAX = 1_300_000  # its watchdog

# How long each command works, at the most, as the vendor's library lists it.
READ_US = 1000
INFO_US = 1000
NONCE_US = 7000
RANDOM_US = 23_000
LOCK_US = 32_000
HASH_US = 9000
SIGN_US = 70_000
KEY_US = 115_000

_PULSE_HERTZ_MAX = 100_000  # faster, and nine low bits are too short to wake it
_DONE = b"\x00"
_STATUS_PARSE = 0x03
_STATUS_EXECUTION = 0x0F
_STATUS_CRC = 0xFF

_REVISION = b"\x00\x00\x60\x03"
_LOCK_DATA, _LOCK_CONFIG = 86, 87  # bytes of the configuration: 0x55 open, 0x00 locked
_OPEN = 0x55
_CONFIG_BYTES = 128
_KEY_SLOTS = 16
_SLOTS_OPEN = 88  # of the configuration: a bit a slot, 1 while its key may be made anew
# As the chip comes: slot 0 may make a key and sign what it is given; the key is of P-256, private.
_SLOT_CONFIG, _SLOT_AS_IT_COMES = 20, b"\x83\x20"
_KEY_CONFIG, _KEY_AS_IT_COMES = 96, b"\x33\x00"
_NO_SUMMARY = 0x80  # Lock: whatever the zone holds
_LOCK_SLOT = 0x02


class SimAtecc608:
    """The chip on a bus of `hertz`; attach `pulse` at address 0 and the chip at its own.

    woken: what it says of itself when it wakes; a fault plan may set it, and `is_locked`. It comes
    locked, with a private key in slot 0.
    """

    def __init__(self, clock: SimClock, source: SimSecondNoise, hertz: int) -> None:
        self._clock = clock
        self._source = source
        self._hertz = hertz
        self._ready_us = -1  # -1: asleep
        self._asleep_us = 0
        self._answer = b""
        self._config = bytearray(b"\x01\x23SI" + _REVISION + b"M\x00\x00\x01\xee")
        self._config += bytes(_CONFIG_BYTES - len(self._config))
        self._config[_SLOT_CONFIG : _SLOT_CONFIG + 2] = _SLOT_AS_IT_COMES
        self._config[_KEY_CONFIG : _KEY_CONFIG + 2] = _KEY_AS_IT_COMES
        self._config[_SLOTS_OPEN : _SLOTS_OPEN + 2] = b"\xff\xff"
        self._private: list[int] = [0] * _KEY_SLOTS
        self._to_sign = b""
        self._hashed = b""
        self.pulse = _Pulse(self)
        self.woken = 0x11  # 0x07: its self-test failed

    def __repr__(self) -> str:
        return "<simulated security chip>"  # never an answer, never a key

    @property
    def is_locked(self) -> bool:
        """Whether configuration and keys are locked, as in a table that is in use."""
        return self._is_configured and self._config[_LOCK_DATA] == 0

    @is_locked.setter
    def is_locked(self, is_locked: bool) -> None:
        self._config[_LOCK_DATA] = self._config[_LOCK_CONFIG] = 0 if is_locked else _OPEN

    def make_key(self, slot: int, chance: bytes) -> None:
        """A private key as it was made at the factory of this table."""
        self._private[slot] = private_key(chance)

    def wake(self) -> None:
        """A low pulse on the wire."""
        now_us = self._clock.now_us()
        if self._hertz <= _PULSE_HERTZ_MAX and not self._is_awake(now_us):
            if now_us >= self._asleep_us and self._ready_us >= 0:
                self._forget()  # its watchdog sent it to sleep
            self._asleep_us = now_us + AWAKE_US_MAX
            self._say(bytes((self.woken,)), now_us + WAKE_US)

    def write(self, out: bytes | bytearray) -> int:
        """Word address and what follows it; nothing is acknowledged asleep or at work."""
        now_us = self._clock.now_us()
        if not out or not self._is_awake(now_us) or now_us < self._ready_us:
            return 0
        if out[0] == 0x01:
            self._forget()
            self._ready_us = -1
        elif out[0] == 0x02:
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

    def _forget(self) -> None:
        self._to_sign = self._hashed = b""

    def _obey(self, packet: bytes, now_us: int) -> None:
        """A packet: length, command, first and second parameter, content, check sum."""
        if len(packet) < 7 or packet[0] != len(packet) or packet[-2:] != crc16(packet[:-2]):
            self._say(bytes((_STATUS_CRC,)), now_us)
            return
        command = _COMMANDS.get(packet[1])
        if command is None:
            self._say(bytes((_STATUS_PARSE,)), now_us)
            return
        answer = command[0](self, packet[2], packet[3] | packet[4] << 8, packet[5:-2])
        if isinstance(answer, int):
            answer = bytes((answer,))
        self._say(answer, now_us + command[1])

    # --- commands: the answer, or a status -------------------------------------------------------

    def _read_zone(self, zone: int, word: int, content: bytes) -> bytes | int:
        count = 32 if zone & 0x80 else 4
        at = 4 * word
        if zone & 0x03 or content or at + count > _CONFIG_BYTES:
            return _STATUS_PARSE
        return bytes(self._config[at : at + count])

    def _info(self, mode: int, _parameter: int, content: bytes) -> bytes | int:
        return _STATUS_PARSE if mode or content else _REVISION

    def _lock(self, mode: int, summary: int, _content: bytes) -> bytes | int:
        """A zone, once and for ever; the configuration only where its check sum is the one given.

        Of the data zone no check sum is kept here, since it holds nothing but keys.
        """
        if mode & 0x03 == _LOCK_SLOT:
            return self._lock_slot(mode >> 2 & 0x0F)
        at = _LOCK_DATA if mode & 1 else _LOCK_CONFIG
        if self._config[at] == 0 or (at == _LOCK_DATA and not self._is_configured):
            return _STATUS_EXECUTION
        given = bytes((summary & 255, summary >> 8))
        if not mode & _NO_SUMMARY and (at == _LOCK_DATA or given != crc16(self._config)):
            return _STATUS_EXECUTION
        self._config[at] = 0
        return _DONE

    def _lock_slot(self, slot: int) -> bytes | int:
        if not self.is_locked or not self._is_slot_open(slot):
            return _STATUS_EXECUTION
        self._config[_SLOTS_OPEN + slot // 8] &= 0xFF ^ 1 << slot % 8
        return _DONE

    @property
    def _is_configured(self) -> bool:
        return self._config[_LOCK_CONFIG] == 0

    def _is_slot_open(self, slot: int) -> bool:
        return bool(self._config[_SLOTS_OPEN + slot // 8] >> slot % 8 & 1)

    def _random(self, _mode: int, _parameter: int, content: bytes) -> bytes | int:
        if content:
            return _STATUS_PARSE
        chance = self._source.read() if self._is_configured else b"\xff\xff\x00\x00" * 8
        return chance[:RANDOM_BYTES]

    def _nonce(self, mode: int, _parameter: int, content: bytes) -> bytes | int:
        """Only as it is needed to sign: keep what is given."""
        if mode != 0x03 or len(content) != 32:
            return _STATUS_PARSE
        self._to_sign = content
        return _DONE

    def _hash(self, mode: int, count: int, content: bytes) -> bytes | int:
        if mode == 0x00:
            self._hashed = b""
            return _DONE
        if mode not in (0x01, 0x02) or count != len(content) or len(content) > 64:
            return _STATUS_PARSE
        self._hashed += content
        return _DONE if mode == 0x01 else sha256(self._hashed)

    def _key(self, mode: int, slot: int, _content: bytes) -> bytes | int:
        if slot >= _KEY_SLOTS or mode not in (0x00, 0x04):
            return _STATUS_PARSE
        if not self._is_configured or (mode == 0x04 and not self._is_slot_open(slot)):
            return _STATUS_EXECUTION
        if mode == 0x04:
            self.make_key(slot, self._source.read())
        if not self._private[slot]:
            return _STATUS_EXECUTION
        return public_key(self._private[slot])

    def _sign(self, mode: int, slot: int, _content: bytes) -> bytes | int:
        if slot >= _KEY_SLOTS or mode != 0x80:
            return _STATUS_PARSE
        if not self.is_locked or not self._private[slot] or not self._to_sign:
            return _STATUS_EXECUTION
        digest, self._to_sign = self._to_sign, b""
        return sign(self._private[slot], digest, self._source.read())

    def _say(self, content: bytes, ready_us: int) -> None:
        body = bytes((len(content) + 3,)) + content
        self._answer = body + crc16(body)
        self._ready_us = ready_us


_COMMANDS = {
    0x02: (SimAtecc608._read_zone, READ_US),
    0x16: (SimAtecc608._nonce, NONCE_US),
    0x17: (SimAtecc608._lock, LOCK_US),
    0x1B: (SimAtecc608._random, RANDOM_US),
    0x30: (SimAtecc608._info, INFO_US),
    0x40: (SimAtecc608._key, KEY_US),
    0x41: (SimAtecc608._sign, SIGN_US),
    0x47: (SimAtecc608._hash, HASH_US),
}


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
