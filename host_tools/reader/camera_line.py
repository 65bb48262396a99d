"""The technician's line to the reader of faces: one question, one answer, or none in time.

The cable ends at the camera's third and fourth pin of UART 7; what the machine's controller asks
goes over another line and is not heard here. Bytes are `hal.card_reader.wire`'s. Rule of the file:
whatever goes wrong is one of three exceptions, and nothing waits without an end.
"""

from __future__ import annotations

import itertools
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from hal.card_reader import wire
from hal.card_reader.index import POINTS_A_MM
from hal.card_reader.reading import TRIED_BYTES
from host_tools.link.port import BadPort, Unopened, check_port
from host_tools.texts.system_words import system_words

if TYPE_CHECKING:
    import serial

ANSWER_SECONDS = 2.0
LEARN_SECONDS = 30.0
"""KEEP goes through every look that was taught."""

_READ_SECONDS = 0.05

_PATIENCE = 50
"""How many times slower than a camera's this end's clock goes for the gap between two bytes that
ends a message: a computer that is busy takes them late, and up to a second late they are good.
"""


class Silent(Exception):
    """No whole answer came in time."""


@dataclass(frozen=True)
class Fit:
    """How near the nearest rank or suit is, in cells of 576."""

    nearest: int
    distance: int
    second: int
    limit: int


@dataclass(frozen=True)
class Tried:
    """One look, with what a technician wants to know of it.

    kind: of `wire`; reason: of `hal.card_reader.index`; corner: of the card in the picture,
    millimetres from left and above; contrast: the darkest point, part of the brightest.
    """

    kind: int
    card: int
    reason: int
    corner: tuple[float, float]
    contrast: float
    rank: Fit
    suit: Fit
    took_ms: int


@dataclass(frozen=True)
class Identity:
    """Who answers: version of the line, cards that are known, and the check of the deck's file."""

    version: int
    cards: int
    check: int


class CameraLine:
    """An open line. Raises `BadPort` or `Unopened` where the port is none."""

    def __init__(self, name: str) -> None:
        import serial

        check_port(name)
        try:
            port = serial.serial_for_url(name, baudrate=wire.BAUD, timeout=_READ_SECONDS)
            self._port = cast("serial.Serial", port)  # each system has its own Serial
        except ValueError as error:
            raise BadPort("link.bad_port", str(error)) from error
        except (serial.SerialException, OSError) as error:
            raise Unopened(name, system_words(error), is_busy=False) from error
        self._numbers = itertools.cycle(range(1, 256))
        self._frames = wire.Frames()

    def __enter__(self) -> CameraLine:
        return self

    def __exit__(self, *_: object) -> None:
        self._port.close()

    def ask(self, kind: int, payload: bytes = b"", seconds: float | None = None) -> bytes:
        """The answer's payload.

        Raises:
            Silent: none came in time, or the cable is gone.
        """
        import serial

        number = next(self._numbers)
        end = time.monotonic() + (ANSWER_SECONDS if seconds is None else seconds)
        try:
            self._port.write(wire.frame(kind, number, payload))
            while time.monotonic() < end:
                octets = self._port.read(max(self._port.in_waiting, 1))
                now_ms = time.monotonic_ns() // (1_000_000 * _PATIENCE)
                for answer in self._frames.cut(octets, now_ms):
                    if answer[:2] == (kind | wire.ANSWER, number):
                        return answer[2]
        except (serial.SerialException, OSError, TypeError) as error:
            raise Silent(system_words(error)) from error
        raise Silent

    def who(self) -> Identity:
        """Who answers."""
        answer = self.ask(wire.WHO)
        if len(answer) != 4:
            raise Silent
        return Identity(answer[0], answer[1], answer[2] << 8 | answer[3])

    def look(self) -> Tried | int:
        """One look, or why there is none (`hal.card_reader.reading`)."""
        answer = self.ask(wire.TRY)
        if len(answer) == 1:
            return answer[0]
        if len(answer) != TRIED_BYTES:
            raise Silent
        return Tried(
            kind=answer[0],
            card=answer[1],
            reason=answer[2],
            corner=(answer[3] / POINTS_A_MM, answer[4] / POINTS_A_MM),
            contrast=answer[5] / 250,
            rank=Fit(*answer[6:10]),
            suit=Fit(*answer[10:14]),
            took_ms=answer[14],
        )

    def begin(self, wide_mm: int, long_mm: int) -> int:
        """Begin a new deck, whose indexes end so far from the edges; 0 or why not."""
        return self._results(wire.WIPE, bytes((wide_mm * POINTS_A_MM, long_mm * POINTS_A_MM)))[0]

    def teach(self, card: int) -> int:
        """Look at a card 0..51 and learn it; 0 or why not."""
        return self._results(wire.TEACH, bytes((card,)))[0]

    def keep(self) -> tuple[int, int, int]:
        """Keep the deck; 0, or why not and the two cards it is about."""
        results = self._results(wire.KEEP, b"", LEARN_SECONDS)
        return results[0], results[1] if len(results) == 3 else 0, results[-1]

    def _results(self, kind: int, payload: bytes, seconds: float | None = None) -> bytes:
        answer = self.ask(kind, payload, seconds)
        if not answer:
            raise Silent
        return answer
