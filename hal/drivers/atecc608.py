"""The security chip: chance that is mixed in and never used alone, and signatures under the log.

The chip sleeps between two jobs. It is woken by a long low pulse, asked once whether its
configuration is locked, then asked what the job wants: 32 random bytes, its public key, or a
signature under 32 bytes; after the answer it is sent to sleep again. A chip that was never locked
answers every question for chance with FF FF 00 00 under a correct check sum, so it is refused by
name before anything of it is used. Whether to try again, and what the table does without it, is
decided elsewhere. Rule of the file: an answer that passed its check sum, or an error; never part
of an answer.

Bytes from the vendor's public library and data sheet summary DS40001977 (wake, word addresses,
packet and status formats): answers are length, content, CRC-16. Nothing here waits: while the
chip works it is busy, and every wait has an end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hal.errors import BUSY, CORRUPT, NACK, REFUSED, TIMEOUT, UNHEALTHY, HalError

if TYPE_CHECKING:
    from hal.ports import Clock, I2CBus

    Step = tuple[bytes, int, int]  # question without length and check sum, bytes of its answer, ms

RANDOM_BYTES = 32
KEY_BYTES = 64  # X and Y on P-256; a signature is as long, R and S
DIGEST_BYTES = 32
KEY_SLOT = 0  # of the private key, made in the chip when the table was built
WAKE_MS = 2  # tWHI 1.5 ms after the pulse
ANSWER_MS_MAX = 60  # the slowest question of a draw takes 23 ms
SIGN_MS_MAX = 200  # a signature takes 70 ms, a public key 115

_GENERAL_CALL = 0x00  # at 100 kHz its nine low bits are the pulse that wakes the chip
_SLEEP = bytes((0x01,))
_COMMAND = 0x03
_AWAKE = b"\x11"
_SELF_TEST_FAILED = 0x07
_WOKE_SICK = b"\x04\x07\xc4\x40"  # as the vendor's library lists it, whatever the check sum says
_RNG_FAILED = 0x08
_CANNOT = 0x0F  # no key in the slot, or not locked: the chip's "execution error"
_DONE = b"\x00"

_LOCK_CONFIG = 3  # of the word with the locks: byte 87, 0x00 once the configuration is locked
_LOCKED = 0x00
_UNLOCKED_CHANCE = b"\xff\xff\x00\x00" * 8

# Read, configuration zone, word 21: bytes 84..87.
_READ_LOCKS = (bytes((0x02, 0x00, 0x15, 0x00)), 4, ANSWER_MS_MAX)
# Random, with update of the chip's seed.
_DRAW = ((bytes((0x1B, 0x00, 0x00, 0x00)), RANDOM_BYTES, ANSWER_MS_MAX),)
# GenKey in its mode that computes the public key of a private one.
_TELL_KEY = ((bytes((0x40, 0x00, KEY_SLOT, 0x00)), KEY_BYTES, SIGN_MS_MAX),)
# Nonce in its mode that only keeps what is given, then Sign of what was given.
_KEEP = bytes((0x16, 0x03, 0x00, 0x00))
_SIGN = (bytes((0x41, 0x80, KEY_SLOT, 0x00)), KEY_BYTES, SIGN_MS_MAX)

# Where a job stands: asleep, waking, telling its locks, then at its steps.
_ASLEEP = -3
_WAKING = -2
_TELLING_LOCKS = -1


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
    """The contracts `hal.ports.SecondNoise` and `hal.ports.Signer`.

    One job at a time: while it is at one, another is told `busy`; a job that nobody asks after any
    more is dropped when its time is over.
    """

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
        self._steps: tuple[Step, ...] = ()
        self._at = _ASLEEP
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
        chance = self._work(_DRAW)
        if chance == _UNLOCKED_CHANCE:
            raise HalError(REFUSED, self._name, "configuration not locked")
        return chance

    def public_key(self) -> bytes:
        """The 64 bytes X, Y of the key it signs with; `busy`, errors as `read`, `refused`."""
        return self._work(_TELL_KEY)

    def sign(self, digest: bytes) -> bytes:
        """A signature R, S, 64 bytes, under 32 bytes; `busy`, errors as `read`.

        `refused`: it has no key. Asked again with the same bytes until it is there.
        """
        if len(digest) != DIGEST_BYTES:
            raise HalError(REFUSED, self._name, "32 bytes are signed")
        return self._work(((_KEEP + digest, 1, ANSWER_MS_MAX), _SIGN))

    # --- a job -----------------------------------------------------------------------------------

    def _work(self, steps: tuple[Step, ...]) -> bytes:
        """One look at a job: its last answer, or `busy`."""
        now_ms = self._clock.now_ms()
        if self._at != _ASLEEP and steps != self._steps:
            if now_ms < self._end_ms:
                raise self._busy()
            self._sleep()
        if self._at == _ASLEEP:
            self._steps = steps
            self._wake()
            self._enter(_WAKING, WAKE_MS, ANSWER_MS_MAX)
            raise self._busy()
        if now_ms < self._due_ms:
            raise self._busy()
        try:
            content = self._answer(self._wanted())
            if content is None:
                raise self._busy()
            if self._at == len(self._steps) - 1:
                self._sleep()
                return content
            self._go_on(content)
        except HalError as trouble:
            if trouble.kind != BUSY:
                self._sleep()
            raise
        raise self._busy()

    def _go_on(self, content: bytes) -> None:
        """It woke, told its locks, or did a step: the next question."""
        if self._at == _WAKING:
            if content != _AWAKE:
                raise self._status(content[0])
            if not self._is_locked:
                self._ask(_TELLING_LOCKS, _READ_LOCKS)
                return
        elif self._at == _TELLING_LOCKS:
            if content[_LOCK_CONFIG] != _LOCKED:
                raise HalError(REFUSED, self._name, "configuration not locked")
        elif content != _DONE:
            raise self._status(content[0])
        self._is_locked = True
        after = max(self._at + 1, 0)
        self._ask(after, self._steps[after])

    def _wanted(self) -> int:
        if self._at == _WAKING:
            return 1
        return 4 if self._at == _TELLING_LOCKS else self._steps[self._at][1]

    def _enter(self, at: int, wait_ms: int, ms_max: int) -> None:
        now_ms = self._clock.now_ms()
        self._at = at
        self._due_ms = now_ms + wait_ms + 1  # a whole wait, wherever in its millisecond it is
        self._end_ms = now_ms + ms_max

    def _ask(self, at: int, step: Step) -> None:
        question = step[0]
        packet = bytes((len(question) + 3,)) + question
        self._bus.writeto(self._address, bytes((_COMMAND,)) + packet + crc16(packet))
        self._enter(at, 1, step[2])

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
        if status == _CANNOT:
            kind = REFUSED
        return HalError(kind, self._name, "status " + hex(status))

    def _wake(self) -> None:
        try:
            self._bus.writeto(_GENERAL_CALL, bytes(1))
        except HalError as trouble:
            if trouble.kind != NACK:
                raise  # nobody acknowledges the pulse, and nobody has to

    def _sleep(self) -> None:
        self._at = _ASLEEP
        self._steps = ()
        try:
            self._bus.writeto(self._address, _SLEEP)
        except HalError:
            return  # its own watchdog sends it to sleep after a second and a third

    def _busy(self) -> HalError:
        return HalError(BUSY, self._name)
