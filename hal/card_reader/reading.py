"""What the reader does with each request: look and say, teach, try, and who it is.

The machine's line may ask for a look and who is there, nothing more; teaching and trying is for a
technician's line of its own, and only until the machine has asked for its first look since the
power came: while cards are dealt nobody else sees a face. An answer is kept 60 ms, in case it was
damaged on the way, and no picture longer than its look. Rule of the file: one look, one picture;
what the reader does not know it says so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hal.card_reader import wire
from hal.card_reader.lesson import TAKEN, Lesson
from hal.card_reader.index import HEIGHT, NO_FRAME, WIDTH, Index
from hal.card_reader.picture import INSET, Finder
from hal.card_reader.recogniser import Reading, recognise
from hal.card_reader.taught import check_of, read, written
from hal.errors import HalError

if TYPE_CHECKING:
    from typing import Protocol

    from hal.card_reader.taught import Taught
    from hal.card_reader.wire import Serial
    from hal.ports import Clock

    Planes = tuple[bytearray, bytearray | None]

    class Eye(Protocol):
        """The camera: planes of 160 x 100 points that the next look overwrites."""

        def look(self) -> Planes:
            """Take one picture, lamps lit; green, and red where colour is seen."""
            ...

        def forget(self) -> None:
            """Leave nothing of it behind."""

    class DeckFile(Protocol):
        """Where the taught deck is kept."""

        def read(self) -> bytes:
            """What was kept, empty at first."""
            ...

        def write(self, content: bytes) -> None:
            """Keep that instead, whole or not at all."""


# Why a technician's request is refused; less than 16 a reason of `index` or `lesson`.
IN_SERVICE = 16  # the machine asks for faces: switch off and on, and teach before it does
OUT_OF_RANGE = 17
NO_LESSON = 18  # nothing was begun

TRIED_BYTES = 15  # see `_try`
_MOST = 255
_WIDE = 60  # 12 x 24 mm: where an index is looked for until a deck says better
_LONG = 120


class Reader:
    """Answers requests. eye: the camera; file: of the deck."""

    def __init__(self, eye: Eye, file: DeckFile, clock: Clock) -> None:
        self._eye = eye
        self._file = file
        self._clock = clock
        self._check = 0
        self._deck: Taught | None = None
        self._finder = Finder(_WIDE, _LONG)
        self._lesson: Lesson | None = None
        self._is_in_service = False
        self._told = b""
        self._told_number = 0
        self._told_ms = 0
        self._load(file.read())

    def __repr__(self) -> str:
        return "<reader>"  # never a face

    @property
    def knows_a_deck(self) -> bool:
        """Whether a deck was taught."""
        return self._deck is not None

    def machine(self, kind: int, number: int) -> bytes | None:
        """Payload of the answer to a request of the machine's controller; None: no answer."""
        if kind == wire.LOOK:
            self._is_in_service = True
            self._lesson = None
            self._told_number, self._told_ms = number, self._clock.now_ms()
            self._told = self._look()
            return self._told
        if kind == wire.AGAIN:
            self.forget_what_is_old()
            known = self._told and number == self._told_number
            return self._told if known else wire.seen(wire.UNREADABLE, 0)
        return self._who() if kind == wire.WHO else None

    def technician(self, kind: int, payload: bytes) -> bytes | None:
        """Payload of the answer on the technician's line; None: no answer."""
        if kind == wire.WHO:
            return self._who()
        if kind not in (wire.TRY, wire.TEACH, wire.KEEP, wire.WIPE):
            return None
        if self._is_in_service:
            return bytes((IN_SERVICE,))
        if kind == wire.TRY:
            return self._try()
        if kind == wire.WIPE:
            return self._wipe(payload)
        if self._lesson is None:
            return bytes((NO_LESSON,))
        return (
            self._keep(self._lesson) if kind == wire.KEEP else self._teach(self._lesson, payload)
        )

    def forget_what_is_old(self) -> None:
        """An answer is kept for the time of its look."""
        if self._told and self._clock.now_ms() - self._told_ms >= wire.LOOK_MS:
            self._told = b""

    # --- looks -----------------------------------------------------------------------------------

    def _look(self) -> bytes:
        if self._deck is None:
            return wire.seen(wire.UNTAUGHT, 0)
        reading = recognise(self._seen(self._finder), self._deck)
        return wire.seen(reading.kind, reading.card)

    def _seen(self, finder: Finder) -> Index:
        try:
            green, red = self._eye.look()
        except HalError:
            return Index(NO_FRAME)
        try:
            return finder.find(green, red)
        finally:
            finder.forget()
            self._eye.forget()

    def _who(self) -> bytes:
        known = wire.CARDS if self._deck is not None else 0
        return bytes((wire.VERSION, known, self._check >> 8, self._check & 255))

    def _try(self) -> bytes:
        """Kind, card, reason; corner from left and above; contrast in 250ths; for rank and suit
        the nearest, its distance, the second's, the limit; milliseconds. What is more than 255 is
        255.
        """
        began_ms = self._clock.now_ms()
        deck = self._deck
        index = self._seen(self._finder)
        reading = Reading(wire.UNTAUGHT, index.reason)
        if deck is not None:
            reading = recognise(index, deck)
        took_ms = self._clock.now_ms() - began_ms
        out = [reading.kind, reading.card, reading.reason, index.corner[0], index.corner[1]]
        out.append(index.contrast // 4)
        for told, patterns in (
            (reading.rank, deck.ranks if deck is not None else ()),
            (reading.suit, deck.suits if deck is not None else ()),
        ):
            out.extend(told + (patterns[told[0]].limit,) if told else (0, 0, 0, 0))
        out.append(took_ms)
        return bytes([min(value, _MOST) for value in out])

    # --- lessons ---------------------------------------------------------------------------------

    def _wipe(self, payload: bytes) -> bytes:
        if len(payload) != 2 or not (
            4 * INSET < payload[0] < HEIGHT - 2 * INSET
            and 8 * INSET < payload[1] < WIDTH - 2 * INSET
        ):
            return bytes((OUT_OF_RANGE,))
        self._lesson = Lesson(payload[0], payload[1])
        self._finder = Finder(payload[0], payload[1])
        self._deck = None  # the old one stays in its file until the new one is whole
        return bytes((TAKEN,))

    def _teach(self, lesson: Lesson, payload: bytes) -> bytes:
        if len(payload) != 1 or payload[0] >= wire.CARDS:
            return bytes((OUT_OF_RANGE,))
        index = self._seen(self._finder)
        result = lesson.take(payload[0], index)
        looks = lesson.counts()[payload[0]]
        return bytes((result, looks, lesson.missing(), index.corner[0], index.corner[1]))

    def _keep(self, lesson: Lesson) -> bytes:
        deck, why, cards = lesson.deck()
        if deck is None:
            return bytes((why,) + cards)
        content = written(deck)
        self._file.write(content)
        self._lesson = None
        self._load(content)
        return bytes((TAKEN, 0, 0))

    def _load(self, content: bytes) -> None:
        self._deck = read(content)
        self._check = 0
        if self._deck is not None:
            self._check = check_of(content[:-2])
            self._finder = Finder(self._deck.wide, self._deck.long)


class Lines:
    """The machine's line and the technician's, and the reader between them."""

    def __init__(self, reader: Reader, machine: Serial, technician: Serial, clock: Clock) -> None:
        self._reader = reader
        self._clock = clock
        self._ends = ((machine, wire.Frames()), (technician, wire.Frames()))

    def one_pass(self) -> None:
        """Answer what has arrived whole."""
        self._reader.forget_what_is_old()
        for at in range(2):
            uart, frames = self._ends[at]
            count = min(uart.any(), 64)
            octets = (uart.read(count) or b"") if count else b""
            for kind, number, payload in frames.cut(octets, self._clock.now_ms()):
                if at:
                    answer = self._reader.technician(kind, payload)
                else:
                    answer = self._reader.machine(kind, number)
                if answer is not None:
                    uart.write(wire.frame(kind | wire.ANSWER, number, answer))
