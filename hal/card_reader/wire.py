"""The words between the card machine's controller and the reader of faces.

A request is a mark, what is wanted, a number, how many bytes follow, those bytes, and a check; an
answer looks the same and carries the request's number. One request makes one picture: what was
damaged on the way is told again, never looked at again, because the card has moved on meanwhile.
Both sides are here: `Frames` cuts what arrives into messages, `ReaderLink` is the controller's.
Rule of the file: a face is taken only from a whole answer to the latest question, and once.

115200 baud, eight bits, no parity, one stop bit: a request is 0.43 ms long, an answer 0.7 ms.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hal.drivers.crc8 import crc8

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Protocol

    from hal.ports import Clock

    class Serial(Protocol):
        """A serial line that never waits: MicroPython's `machine.UART` with timeout 0."""

        def any(self) -> int:
            """How many bytes have arrived."""
            ...

        def read(self, nbytes: int) -> bytes | None:
            """At most so many of them."""
            ...

        def write(self, buf: bytes) -> int | None:
            """Send; how many bytes were taken."""
            ...


BAUD = 115200
VERSION = 1

# Requests on the machine's line.
LOOK = 0x01
AGAIN = 0x02  # tell the answer of this number once more
WHO = 0x03

# Requests on the technician's line; WHO is answered there too.
TRY = 0x11
TEACH = 0x12  # a card 0..51: look, and learn what it looks like
KEEP = 0x13  # write down what was taught; refused while cards are missing or look alike
WIPE = 0x14  # begin a new deck

ANSWER = 0x80  # added to the request that is answered

# What is seen, in an answer to LOOK and AGAIN; the first four as hal/card_machine/workings.py.
FACE = 0
UNREADABLE = 1
UNSURE = 2
FOREIGN = 3
UNTAUGHT = 4  # no deck was taught

CARDS = 52
PAYLOAD_BYTES_MAX = 48
LOOK_MS = 60  # card-machine.md: one look
AGAIN_MS = 45  # the answer must have begun by now, or request or answer were lost

_MARK = 0xA7
_HEAD_BYTES = 4
_READ_BYTES_MAX = 64
_NOTHING = ()
_GAP_MS = 20  # bytes of one message follow each other within 0.1 ms


def frame(kind: int, number: int, payload: bytes = b"") -> bytes:
    """One message as it goes over the line. kind, number: 0..255; payload: up to 48 bytes."""
    body = bytes((kind, number, len(payload))) + payload
    return bytes((_MARK,)) + body + bytes((crc8(body),))


def seen(kind: int, card: int) -> bytes:
    """Payload of an answer: what was seen. The card's complement is the second witness."""
    return bytes((kind, card, 255 - card))


def what_was_seen(payload: bytes) -> tuple[int, int] | None:
    """(kind, card) of an answer; None where its bytes contradict each other."""
    if len(payload) != 3 or payload[1] + payload[2] != 255:
        return None
    kind, card = payload[0], payload[1]
    if kind > UNTAUGHT or card >= CARDS or (kind != FACE and card):
        return None
    return kind, card


class Frames:
    """Cuts what arrives on a line into whole messages; `damaged` counts what was none."""

    def __init__(self) -> None:
        self.damaged = 0
        self._waiting = b""
        self._heard_ms = 0

    def clear(self) -> None:
        """Forget half a message."""
        self._waiting = b""

    def cut(self, octets: bytes, now_ms: int) -> list[tuple[int, int, bytes]]:
        """Messages that are whole now, each (kind, number, payload)."""
        if octets:
            if self._waiting and now_ms - self._heard_ms > _GAP_MS:
                self.damaged += 1
                self._waiting = b""
            self._heard_ms = now_ms
            self._waiting += octets
        whole = []
        while True:
            start = self._waiting.find(bytes((_MARK,)))
            if start:  # nothing, or bytes before the mark
                self._waiting = self._waiting[start:] if start > 0 else b""
                if start < 0:
                    return whole
            if len(self._waiting) < _HEAD_BYTES:
                return whole
            length = self._waiting[3]
            end = _HEAD_BYTES + length + 1
            if length <= PAYLOAD_BYTES_MAX and len(self._waiting) < end:
                return whole
            if length > PAYLOAD_BYTES_MAX or crc8(self._waiting[1:end]):
                self.damaged += 1
                self._waiting = self._waiting[1:]  # the mark was none
                continue
            whole.append((self._waiting[1], self._waiting[2], self._waiting[4 : end - 1]))
            self._waiting = self._waiting[end:]


class ReaderLink:
    """The controller's end: `ask` once, then `answer` every pass until it is not None.

    `missed` counts looks without an answer, `damaged` messages that failed their check.
    """

    def __init__(self, uart: Serial, clock: Clock) -> None:
        self._uart = uart
        self._clock = clock
        self._frames = Frames()
        self._number = 0
        self._asked_ms = 0
        self._looks = False
        self._repeated = False
        self._identity: tuple[int, int, int] | None = None
        self.missed = 0

    def __repr__(self) -> str:
        return "<reader link>"  # never a face

    @property
    def damaged(self) -> int:
        """Messages that failed their check since the start."""
        return self._frames.damaged

    def ask(self) -> None:
        """Ask for one look at what stands before the window. An older answer is forgotten."""
        self._begin(LOOK)
        self._looks = True

    def answer(self) -> tuple[int, int] | None:
        """(FACE, card 0..51) or (UNREADABLE | UNSURE | FOREIGN, 0), once; None while it looks.

        A reader that did not answer within 60 ms, or knows no deck, has not read: UNREADABLE.
        """
        if not self._looks:
            return None
        damaged = self._frames.damaged
        for kind, number, payload in self._arrived():
            if kind in (LOOK | ANSWER, AGAIN | ANSWER) and number == self._number:
                read = what_was_seen(payload)
                if read is not None:
                    self._looks = False
                    return (UNREADABLE, 0) if read[0] == UNTAUGHT else read
        waited_ms = self._clock.now_ms() - self._asked_ms
        if waited_ms >= LOOK_MS:
            self._looks = False
            self.missed += 1
            return UNREADABLE, 0
        if not self._repeated and (waited_ms >= AGAIN_MS or self._frames.damaged != damaged):
            self._repeated = True
            self._uart.write(frame(AGAIN, self._number))
        return None

    def greet(self) -> None:
        """Ask who is there. Ends a look."""
        self._begin(WHO)
        self._looks = False
        self._identity = None

    def identity(self) -> tuple[int, int, int] | None:
        """(version, cards taught 0..52, check of the deck) after `greet`; None until then."""
        for kind, number, payload in self._arrived():
            if kind == WHO | ANSWER and number == self._number and len(payload) == 4:
                self._identity = payload[0], payload[1], payload[2] << 8 | payload[3]
        return self._identity

    def _begin(self, kind: int) -> None:
        self._arrived()  # what came too late
        self._frames.clear()
        self._number = self._number % 255 + 1
        self._asked_ms = self._clock.now_ms()
        self._repeated = False
        self._uart.write(frame(kind, self._number))

    def _arrived(self) -> Sequence[tuple[int, int, bytes]]:
        count = min(self._uart.any(), _READ_BYTES_MAX)
        if not count:
            return _NOTHING  # asked every pass: nothing is left behind in memory
        return self._frames.cut(self._uart.read(count) or b"", self._clock.now_ms())
