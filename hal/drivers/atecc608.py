"""The second source of chance: a security chip whose random bytes are mixed in, never used alone.

The chip sleeps between two questions. It is woken by a long low pulse, asked once whether its
configuration is locked, and then for 32 random bytes; after the answer it is sent to sleep again.
A chip that was never locked answers every question for chance with FF FF 00 00 under a correct
check sum, so it is refused by name before anything of it is used. Whether to try again, and what
the table does without it, is decided elsewhere. Rule of the file: 32 bytes that passed their check
sum, or an error; never part of an answer.

Bytes from the vendor's public library and data sheet summary DS40001977 (wake, word addresses,
packet and status formats): answers are length, content, CRC-16. Nothing here waits: while the
chip works it is busy, and every wait has an end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hal.errors import BUSY, CORRUPT, NACK, REFUSED, TIMEOUT, UNHEALTHY, HalError

if TYPE_CHECKING:
    from hal.ports import Clock, I2CBus

RANDOM_BYTES = 32
WAKE_MS = 2  # tWHI 1.5 ms after the pulse
ANSWER_MS_MAX = 60  # the slowest of the questions here takes 23 ms

_GENERAL_CALL = 0x00  # at 100 kHz its nine low bits are the pulse that wakes the chip
_SLEEP = bytes((0x01,))
_COMMAND = 0x03
_AWAKE = b"\x11"
_SELF_TEST_FAILED = 0x07
_WOKE_SICK = b"\x04\x07\xc4\x40"  # as the vendor's library lists it, whatever the check sum says
_RNG_FAILED = 0x08

_READ_LOCKS = bytes((0x02, 0x00, 0x15, 0x00))  # Read, configuration zone, word 21: bytes 84..87
_RANDOM = bytes((0x1B, 0x00, 0x00, 0x00))  # Random, with update of the chip's seed
_LOCK_CONFIG = 3  # of those four: byte 87, 0x00 once the configuration is locked
_LOCKED = 0x00
_UNLOCKED_CHANCE = b"\xff\xff\x00\x00" * 8

# What it is doing.
_ASLEEP = 0
_WAKING = 1
_TELLING_LOCKS = 2
_DRAWING = 3


def crc16(octets: bytes | bytearray) -> bytes:
    """The chip's check sum: polynomial 0x8005, bits from the lowest, lower byte first."""
    register = 0
    for octet in octets:
        for bit in range(8):
            is_odd = (octet >> bit & 1) ^ (register >> 15)
            register = register << 1 & 0xFFFF
            if is_odd:
                register ^= 0x8005
    return bytes((register & 255, register >> 8))


class Atecc608:
    """The contract `hal.ports.SecondNoise`."""

    def __init__(
        self,
        bus: I2CBus,
        address: int,
        clock: Clock,
        *,
        provenance: str = "device",
        name: str = "second_noise",
    ) -> None:
        self.provenance = provenance
        self._bus = bus
        self._address = address
        self._clock = clock
        self._name = name
        self._doing = _ASLEEP
        self._due_ms = 0  # before then it need not be asked
        self._end_ms = 0  # after then it is given up
        self._is_locked = False

    def __repr__(self) -> str:
        return "<second noise driver>"  # never an answer

    def read(self) -> bytes:
        """32 random bytes; `busy` while the chip wakes and works.

        `refused`: its configuration is not locked. `unhealthy`: its own tests failed. `corrupt`,
        `timeout`, `nack`: no whole answer. After each of them it sleeps, and is woken anew.
        """
        if self._doing == _ASLEEP:
            self._wake()
            self._enter(_WAKING, WAKE_MS)
            raise self._busy()
        if self._clock.now_ms() < self._due_ms:
            raise self._busy()
        try:
            content = self._answer(1 if self._doing == _WAKING else self._wanted())
            if content is None:
                raise self._busy()
            if self._doing == _DRAWING:
                if content == _UNLOCKED_CHANCE:
                    raise HalError(REFUSED, self._name, "configuration not locked")
                self._sleep()
                return content
            self._go_on(content)
        except HalError as trouble:
            if trouble.kind != BUSY:
                self._sleep()
            raise
        raise self._busy()

    def _go_on(self, content: bytes) -> None:
        """It woke, or told its locks: the next question."""
        if self._doing == _WAKING:
            if content != _AWAKE:
                raise self._status(content[0])
            if not self._is_locked:
                self._ask(_READ_LOCKS)
                self._enter(_TELLING_LOCKS, 1)
                return
        elif content[_LOCK_CONFIG] != _LOCKED:
            raise HalError(REFUSED, self._name, "configuration not locked")
        self._is_locked = True
        self._ask(_RANDOM)
        self._enter(_DRAWING, 1)

    def _wanted(self) -> int:
        return RANDOM_BYTES if self._doing == _DRAWING else 4

    def _enter(self, doing: int, wait_ms: int) -> None:
        now_ms = self._clock.now_ms()
        self._doing = doing
        self._due_ms = now_ms + wait_ms + 1  # a whole wait, wherever in its millisecond it is
        self._end_ms = now_ms + ANSWER_MS_MAX

    def _ask(self, question: bytes) -> None:
        packet = bytes((len(question) + 3,)) + question
        self._bus.writeto(self._address, bytes((_COMMAND,)) + packet + crc16(packet))

    def _answer(self, count: int) -> bytes | None:
        """The `count` bytes of an answer that passed its check; None while there is none yet."""
        answer: bytearray | None = bytearray(count + 3)
        try:
            self._bus.readfrom_into(self._address, answer)
        except HalError as trouble:
            if trouble.kind != NACK:
                raise
            answer = None
        if answer is None:
            if self._clock.now_ms() >= self._end_ms:
                raise HalError(TIMEOUT, self._name, "no answer")
            return None
        length = answer[0]
        if count == 1 and bytes(answer) == _WOKE_SICK:
            raise self._status(_SELF_TEST_FAILED)
        if length == 4 and count != 1 and bytes(answer[2:4]) == crc16(answer[:2]):
            raise self._status(answer[1])
        if length != len(answer) or bytes(answer[-2:]) != crc16(answer[:-2]):
            raise HalError(CORRUPT, self._name, "check sum")
        return bytes(answer[1:-2])

    def _status(self, status: int) -> HalError:
        kind = UNHEALTHY if status in (_SELF_TEST_FAILED, _RNG_FAILED) else CORRUPT
        return HalError(kind, self._name, "status " + hex(status))

    def _wake(self) -> None:
        try:
            self._bus.writeto(_GENERAL_CALL, bytes(1))
        except HalError as trouble:
            if trouble.kind != NACK:
                raise  # nobody acknowledges the pulse, and nobody has to

    def _sleep(self) -> None:
        self._doing = _ASLEEP
        try:
            self._bus.writeto(self._address, _SLEEP)
        except HalError:
            return  # its own watchdog sends it to sleep after a second and a third

    def _busy(self) -> HalError:
        return HalError(BUSY, self._name)
