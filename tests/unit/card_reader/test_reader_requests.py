"""What the reader does with requests, on the machine's line and on the technician's."""

from __future__ import annotations

import pytest

from hal.card_reader import index, reading, wire
from hal.card_reader.index import FOUND, NO_CORNER, NO_FRAME, Index
from hal.card_reader.lesson import MISSING, STRANGE, TAKEN
from hal.card_reader.reading import IN_SERVICE, NO_LESSON, OUT_OF_RANGE, Lines, Reader
from hal.card_reader.wire import (
    AGAIN,
    ANSWER,
    FACE,
    KEEP,
    LOOK,
    TEACH,
    TRY,
    UNREADABLE,
    UNTAUGHT,
    WHO,
    WIPE,
    Frames,
    ReaderLink,
    frame,
    seen,
)
from hal.errors import TIMEOUT, HalError
from hal.sim.clock import SimClock
from host_tools.cli.reader import REASONS


class Eye:
    """A camera that shows one card after another, without pictures."""

    def __init__(self) -> None:
        self.indexes: list[Index] = []
        self.looks = 0
        self.is_dark = True
        self.is_broken = False

    def look(self):
        if self.is_broken:
            raise HalError(TIMEOUT, "camera", "no frame")
        self.looks += 1
        self.is_dark = False
        return bytearray(1), None

    def forget(self) -> None:
        self.is_dark = True


class File:
    def __init__(self, content: bytes = b"") -> None:
        self.content = content

    def read(self) -> bytes:
        return self.content

    def write(self, content: bytes) -> None:
        self.content = content


class Finder:
    """Hands out what the eye shows."""

    eye: Eye
    forgotten = 0

    def __init__(self, *_: int) -> None:
        pass

    def find(self, *_) -> Index:
        return Finder.eye.indexes.pop(0)

    def forget(self) -> None:
        Finder.forgotten += 1


@pytest.fixture
def eye(monkeypatch: pytest.MonkeyPatch) -> Eye:
    monkeypatch.setattr(reading, "Finder", Finder)
    Finder.eye = Eye()
    return Finder.eye


@pytest.fixture
def clock() -> SimClock:
    return SimClock()


def shown(prints, card: int, spoiled: int = 2) -> Index:
    index = Index(FOUND, 100, (25, 17))
    red = 850 if card % 4 in {1, 2} else 180
    index.rank = prints.glyph(card // 4, spoiled, red)
    index.suit = prints.glyph(13 + card % 4, spoiled, red)
    return index


def teach(reader: Reader, eye: Eye, prints) -> None:
    assert reader.technician(WIPE, bytes((60, 120))) == bytes((TAKEN,))
    for card in range(52):
        for _ in range(2):
            eye.indexes.append(shown(prints, card))
            answer = reader.technician(TEACH, bytes((card,)))
            assert answer is not None
            assert answer[0] == TAKEN
    assert reader.technician(KEEP, b"") == bytes((TAKEN, 0, 0))


@pytest.fixture(scope="module")
def content(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    from tests.card_prints import Prints

    patch = pytest.MonkeyPatch()
    patch.setattr(reading, "Finder", Finder)
    Finder.eye = Eye()
    file = File()
    teach(Reader(Finder.eye, file, SimClock()), Finder.eye, Prints())
    patch.undo()
    return file.content


@pytest.fixture
def reader(eye: Eye, content: bytes, clock: SimClock) -> Reader:
    return Reader(eye, File(content), clock)


def test_a_look_is_one_picture_and_one_answer(reader: Reader, eye: Eye, prints):
    eye.indexes.append(shown(prints, 51))
    assert reader.machine(LOOK, 7) == seen(FACE, 51)
    assert eye.looks == 1
    assert repr(reader) == "<reader>"


def test_a_picture_is_forgotten_with_its_look(reader: Reader, eye: Eye, prints):
    before = Finder.forgotten
    eye.indexes.append(shown(prints, 3))
    reader.machine(LOOK, 7)
    assert eye.is_dark
    assert Finder.forgotten == before + 1


def test_an_answer_is_told_again_without_another_picture(reader: Reader, eye: Eye, prints):
    eye.indexes.append(shown(prints, 20))
    reader.machine(LOOK, 7)
    assert reader.machine(AGAIN, 7) == seen(FACE, 20)
    assert reader.machine(AGAIN, 8) == seen(UNREADABLE, 0)
    assert eye.looks == 1


def test_no_face_is_kept_longer_than_its_look(reader: Reader, eye: Eye, clock: SimClock, prints):
    eye.indexes.append(shown(prints, 20))
    reader.machine(LOOK, 7)
    clock.advance(wire.LOOK_MS)
    assert reader.machine(AGAIN, 7) == seen(UNREADABLE, 0)


def test_a_reader_without_a_deck_says_so(eye: Eye, clock: SimClock):
    reader = Reader(eye, File(), clock)
    assert reader.machine(LOOK, 1) == seen(UNTAUGHT, 0)
    assert eye.looks == 0
    assert reader.machine(WHO, 2) == bytes((wire.VERSION, 0, 0, 0))


def test_a_damaged_deck_is_none(eye: Eye, content: bytes, clock: SimClock):
    spoiled = bytearray(content)
    spoiled[1000] ^= 1
    assert not Reader(eye, File(bytes(spoiled)), clock).knows_a_deck


def test_a_camera_without_a_frame_has_not_read(reader: Reader, eye: Eye):
    eye.is_broken = True
    assert reader.machine(LOOK, 1) == seen(UNREADABLE, 0)


def test_a_camera_without_a_frame_says_so_to_the_technician_and_the_lesson_goes_on(
    reader: Reader, eye: Eye, prints
):
    reader.technician(WIPE, bytes((60, 120)))
    eye.is_broken = True
    tried, taught = reader.technician(TRY, b""), reader.technician(TEACH, b"\x05")
    assert tried is not None
    assert taught is not None
    assert tried[2] == taught[0] == NO_FRAME
    eye.is_broken = False
    eye.indexes.append(shown(prints, 5))
    again = reader.technician(TEACH, b"\x05")
    assert again is not None
    assert again[:2] == bytes((TAKEN, 1))


def test_the_technicians_words_are_the_reasons_of_a_picture():
    assert [getattr(index, word.upper()) for word in REASONS] == list(range(len(REASONS)))


@pytest.mark.parametrize("kind", [TRY, TEACH, KEEP, WIPE, 0x42])
def test_the_machines_line_looks_and_nothing_else(reader: Reader, kind: int):
    assert reader.machine(kind, 1) is None


@pytest.mark.parametrize("kind", [LOOK, AGAIN, 0x42])
def test_the_technicians_line_hears_nothing_of_the_machines(reader: Reader, kind: int):
    assert reader.technician(kind, b"") is None


def test_once_the_machine_asks_nobody_else_sees_a_face(reader: Reader, eye: Eye, prints):
    eye.indexes += [shown(prints, 4), shown(prints, 5)]
    assert reader.technician(TRY, b"") != bytes((IN_SERVICE,))
    reader.machine(LOOK, 1)
    for kind in (TRY, TEACH, KEEP, WIPE):
        assert reader.technician(kind, b"\x04") == bytes((IN_SERVICE,))
    assert reader.technician(WHO, b"") == reader.machine(WHO, 2)


def test_a_try_tells_the_card_and_how_near_it_was(reader: Reader, eye: Eye, prints):
    eye.indexes.append(shown(prints, 51))
    told = reader.technician(TRY, b"")
    assert told is not None
    assert len(told) == reading.TRIED_BYTES
    assert tuple(told[:6]) == (FACE, 51, FOUND, 25, 17, 25)
    nearest, distance, second, limit = told[6:10]
    assert (nearest, limit) == (12, 16)
    assert distance <= 4
    assert second > 200


def test_a_try_without_an_index_tells_where_the_corner_was(reader: Reader, eye: Eye):
    eye.indexes.append(Index(NO_CORNER, 300, (2, 40)))
    told = reader.technician(TRY, b"")
    assert told is not None
    assert tuple(told[:6]) == (UNREADABLE, 0, NO_CORNER, 2, 40, 75)


def test_a_new_deck_takes_the_old_ones_place_only_when_it_is_whole(
    eye: Eye, content: bytes, clock: SimClock, prints
):
    file = File(content)
    reader = Reader(eye, file, clock)
    reader.technician(WIPE, bytes((60, 120)))
    assert not reader.knows_a_deck
    answer = reader.technician(KEEP, b"")
    assert answer is not None
    assert answer[0] == MISSING
    assert file.content == content
    assert Reader(eye, file, clock).knows_a_deck  # the power went: the old one is there
    teach(reader, eye, prints)
    assert reader.knows_a_deck


def test_a_card_that_is_not_the_announced_one_is_refused(eye: Eye, clock: SimClock, prints):
    reader = Reader(eye, File(), clock)
    reader.technician(WIPE, bytes((60, 120)))
    eye.indexes += [shown(prints, 0), shown(prints, 4), shown(prints, 1)]
    for card in (0, 4):
        reader.technician(TEACH, bytes((card,)))
    answer = reader.technician(TEACH, b"\x05")
    assert answer is not None
    assert tuple(answer) == (STRANGE, 0, 52, 25, 17)


@pytest.mark.parametrize(
    ("kind", "payload", "why"),
    [
        (TEACH, b"\x00", NO_LESSON),
        (KEEP, b"", NO_LESSON),
        (WIPE, b"", OUT_OF_RANGE),
        (WIPE, bytes((99, 120)), OUT_OF_RANGE),
        (WIPE, bytes((60, 159)), OUT_OF_RANGE),
        (WIPE, bytes((10, 120)), OUT_OF_RANGE),
    ],
)
def test_what_cannot_be_taught_is_refused(reader: Reader, kind: int, payload: bytes, why: int):
    assert reader.technician(kind, payload) == bytes((why,))


def test_a_card_that_is_none_is_refused(reader: Reader):
    reader.technician(WIPE, bytes((60, 120)))
    assert reader.technician(TEACH, bytes((52,))) == bytes((OUT_OF_RANGE,))


class Line:
    """One end of a cable; `other` is the far one."""

    def __init__(self) -> None:
        self.coming = b""
        self.other: Line = self

    def any(self) -> int:
        return len(self.coming)

    def read(self, nbytes: int) -> bytes:
        taken, self.coming = self.coming[:nbytes], self.coming[nbytes:]
        return taken

    def write(self, buf: bytes) -> int:
        self.other.coming += buf
        return len(buf)


def cable() -> tuple[Line, Line]:
    near, far = Line(), Line()
    near.other, far.other = far, near
    return near, far


def test_controller_and_reader_understand_each_other(
    reader: Reader, eye: Eye, clock: SimClock, prints
):
    near, far = cable()
    _, bench = cable()
    lines = Lines(reader, far, bench, clock)
    link = ReaderLink(near, clock)
    eye.indexes += [shown(prints, 33), Index(NO_CORNER)]
    link.greet()
    lines.one_pass()
    identity = link.identity()
    assert identity is not None
    assert identity[:2] == (wire.VERSION, 52)
    for expected in ((FACE, 33), (UNREADABLE, 0)):
        link.ask()
        assert link.answer() is None
        lines.one_pass()
        assert link.answer() == expected


def test_each_line_gets_its_own_answers(reader: Reader, eye: Eye, clock: SimClock, prints):
    near, far = cable()
    laptop, bench = cable()
    lines = Lines(reader, far, bench, clock)
    laptop.write(frame(WHO, 5))
    lines.one_pass()
    ((kind, number, payload),) = Frames().cut(laptop.coming, 0)
    assert (kind, number) == (WHO | ANSWER, 5)
    assert len(payload) == 4
    assert near.coming == b""
