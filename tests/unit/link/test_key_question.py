"""One open question for a key at a time, answered once, and only to the host that asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.lines.parser import parse
from firmware.lines.writer import seal, write
from firmware.link.door import Door
from firmware.link.session import Identity, Session
from firmware.schema import messages as m
from tests.journal_bench import BOOT, TABLE, Bench
from tests.paired_host import KEY, Keys

if TYPE_CHECKING:
    from firmware.journal.segments import Journal


class Talk:
    """A session and the host's end; `started` once the table has."""

    def __init__(self, started: bool = True) -> None:
        self.journal: Journal = Bench().new()
        self.session = Session(Door(TABLE, Keys()))
        if started:
            self.session.started(Identity("0.1.0", BOOT, m.RESET_POWER_ON))

    def ask(self, asked: int, role: int = m.ROLE_FLOOR, now_ms: int = 100) -> None:
        line = seal(write((m.ASK_KEY, asked, role), None, 0), None)
        self.session.receive(line, self.journal, now_ms)

    def heard(self) -> list[tuple]:
        octets = self.session.outgoing(self.journal, 100)
        self.session.took(len(octets))
        messages = [parse(piece).message for piece in octets.splitlines(keepends=True)]
        return [one for one in messages if one[0] in (m.NEW_KEY, m.REFUSED)]


def test_question_stays_open_until_it_is_answered() -> None:
    talk = Talk()
    talk.ask(7, m.ROLE_WITNESS, 250)
    assert talk.session.question == (7, m.ROLE_WITNESS, 250)
    assert talk.heard() == []
    talk.session.tell_key(7, 4, KEY)
    assert talk.session.question is None
    assert talk.heard() == [(m.NEW_KEY, 7, m.ROLE_WITNESS, TABLE, 4, KEY)]
    assert talk.heard() == []


def test_question_repeated_while_open_is_the_same_one() -> None:
    talk = Talk()
    talk.ask(7, now_ms=100)
    talk.ask(7, now_ms=900)
    assert talk.session.question == (7, m.ROLE_FLOOR, 100)
    assert talk.heard() == []


def test_second_question_is_refused_and_the_first_stays() -> None:
    talk = Talk()
    talk.ask(7)
    talk.ask(8)
    assert talk.heard() == [(m.REFUSED, m.REFUSAL_NOT_NOW, 8)]
    assert talk.session.question == (7, m.ROLE_FLOOR, 100)


def test_nobody_is_paired_before_the_table_has_started() -> None:
    talk = Talk(started=False)
    talk.ask(7)
    assert talk.session.question is None
    assert talk.heard() == [(m.REFUSED, m.REFUSAL_NOT_NOW, 7)]


def test_answer_to_a_question_of_a_host_that_has_gone_is_told_to_nobody() -> None:
    talk = Talk()
    talk.ask(7)
    talk.session.unplugged()
    talk.session.tell_key(7, 0, KEY)
    assert talk.heard() == []
    talk.ask(8)
    talk.session.tell_key(7, 0, KEY)
    assert talk.heard() == []


def test_key_that_waits_for_the_cable_goes_with_it() -> None:
    talk = Talk()
    talk.ask(7)
    talk.session.tell_key(7, 0, KEY)
    talk.session.unplugged()
    assert talk.heard() == []


def test_refusal_closes_the_question() -> None:
    talk = Talk()
    talk.session.refuse_key(m.REFUSAL_LID_CLOSED)
    talk.ask(7)
    talk.session.refuse_key(m.REFUSAL_LID_CLOSED)
    talk.session.refuse_key(m.REFUSAL_LID_CLOSED)
    assert talk.heard() == [(m.REFUSED, m.REFUSAL_LID_CLOSED, 7)]


def test_host_cannot_make_up_a_key() -> None:
    talk = Talk()
    line = seal(write((m.NEW_KEY, 7, m.ROLE_FLOOR, TABLE, 0, bytes(32)), None, 0), None)
    talk.session.receive(line, talk.journal, 0)
    assert talk.heard() == [(m.REFUSED, m.REFUSAL_NO_SUCH_MESSAGE, None)]
