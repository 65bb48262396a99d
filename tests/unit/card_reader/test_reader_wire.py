"""The line between the machine's controller and the reader: whole, damaged, late and repeated."""

from __future__ import annotations

import random

import pytest

from hal.card_reader import wire
from hal.card_reader.wire import (
    AGAIN,
    ANSWER,
    FACE,
    FOREIGN,
    LOOK,
    LOOK_MS,
    UNREADABLE,
    UNTAUGHT,
    WHO,
    Frames,
    ReaderLink,
    frame,
    seen,
)
from hal.sim.clock import SimClock


class Line:
    """A wire whose far end is the test."""

    def __init__(self) -> None:
        self.coming = b""
        self.gone = b""

    def any(self) -> int:
        return len(self.coming)

    def read(self, nbytes: int) -> bytes | None:
        taken, self.coming = self.coming[:nbytes], self.coming[nbytes:]
        return taken or None

    def write(self, buf: bytes) -> int:
        self.gone += buf
        return len(buf)

    def asked(self) -> list[tuple[int, int, bytes]]:
        gone, self.gone = self.gone, b""
        return Frames().cut(gone, 0)


@pytest.fixture
def line() -> Line:
    return Line()


@pytest.fixture
def clock() -> SimClock:
    return SimClock()


@pytest.fixture
def link(line: Line, clock: SimClock) -> ReaderLink:
    return ReaderLink(line, clock)


def test_an_answer_is_given_once_and_then_forgotten(link: ReaderLink, line: Line):
    link.ask()
    ((kind, number, payload),) = line.asked()
    assert (kind, payload) == (LOOK, b"")
    assert link.answer() is None
    line.coming = frame(LOOK | ANSWER, number, seen(FACE, 51))
    assert link.answer() == (FACE, 51)
    assert link.answer() is None
    assert "51" not in repr(link)


def test_an_answer_to_an_older_question_is_nobodys_face(link: ReaderLink, line: Line):
    link.ask()
    ((_, old, _),) = line.asked()
    link.ask()
    line.coming = frame(LOOK | ANSWER, old, seen(FACE, 7))
    assert link.answer() is None


def test_an_answer_that_lay_there_before_the_question_is_not_taken(link: ReaderLink, line: Line):
    line.coming = frame(LOOK | ANSWER, 1, seen(FACE, 7))  # number 1 is the first that is asked
    link.ask()
    assert link.answer() is None


def test_a_damaged_answer_is_told_again_and_not_looked_at_again(link: ReaderLink, line: Line):
    link.ask()
    ((_, number, _),) = line.asked()
    told = bytearray(frame(LOOK | ANSWER, number, seen(FACE, 20)))
    told[5] ^= 0x10
    line.coming = bytes(told)
    assert link.answer() is None
    assert line.asked() == [(AGAIN, number, b"")]
    line.coming = frame(AGAIN | ANSWER, number, seen(FACE, 20))
    assert link.answer() == (FACE, 20)
    assert link.damaged >= 1


def test_a_lost_answer_is_asked_for_once(link: ReaderLink, line: Line, clock: SimClock):
    link.ask()
    line.asked()
    clock.advance(wire.AGAIN_MS)
    assert link.answer() is None
    assert [kind for kind, _, _ in line.asked()] == [AGAIN]
    assert link.answer() is None
    assert line.asked() == []


def test_a_silent_reader_has_not_read_when_the_look_is_over(
    link: ReaderLink, line: Line, clock: SimClock
):
    link.ask()
    ((_, number, _),) = line.asked()
    clock.advance(LOOK_MS)
    assert link.answer() == (UNREADABLE, 0)
    assert link.missed == 1
    line.coming = frame(LOOK | ANSWER, number, seen(FACE, 3))
    assert link.answer() is None


def test_a_reader_without_a_deck_has_not_read(link: ReaderLink, line: Line):
    link.ask()
    ((_, number, _),) = line.asked()
    line.coming = frame(LOOK | ANSWER, number, seen(UNTAUGHT, 0))
    assert link.answer() == (UNREADABLE, 0)


def test_who_is_there_and_which_deck_it_knows(link: ReaderLink, line: Line):
    link.greet()
    ((kind, number, _),) = line.asked()
    assert kind == WHO
    assert link.identity() is None
    line.coming = frame(WHO | ANSWER, number, bytes((wire.VERSION, 52, 0x12, 0x34)))
    assert link.identity() == (1, 52, 0x1234)


@pytest.mark.parametrize(
    "payload",
    [
        b"",
        bytes((FACE, 52, 203)),
        bytes((FACE, 5, 5)),
        bytes((FOREIGN, 5, 250)),
        bytes((9, 0, 255)),
    ],
)
def test_an_answer_that_contradicts_itself_is_none(payload: bytes):
    assert wire.what_was_seen(payload) is None


def test_no_damage_of_a_byte_or_two_makes_another_face():
    whole = frame(LOOK | ANSWER, 9, seen(FACE, 20))
    chance = random.Random(5)
    faces = set()
    for _ in range(6_000):
        spoiled = bytearray(whole)
        for at in chance.sample(range(len(whole)), 2):
            spoiled[at] = chance.randrange(256)
        for kind, number, payload in Frames().cut(bytes(spoiled), 0):
            if (kind, number) == (LOOK | ANSWER, 9):
                faces.add(wire.what_was_seen(payload))
    assert faces <= {(FACE, 20), None}


def test_messages_are_found_behind_rubbish_and_in_pieces():
    frames = Frames()
    sent = b"\xa7\xff\x00" + frame(LOOK, 1) + b"\x00" + frame(LOOK, 2, bytes(48)) + b"\xa7"
    found = []
    for octet in sent:
        found += frames.cut(bytes((octet,)), 0)
    assert [(kind, number) for kind, number, _ in found] == [(LOOK, 1), (LOOK, 2)]


def test_half_a_message_does_not_swallow_the_next():
    frames = Frames()
    assert frames.cut(frame(LOOK, 1, bytes(20))[:9], 0) == []
    assert frames.cut(frame(LOOK, 2), 100) == [(LOOK, 2, b"")]
    assert frames.damaged == 1
