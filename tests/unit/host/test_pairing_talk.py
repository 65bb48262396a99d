"""Asking for a key: once more after every no, never twice for one answer."""

from __future__ import annotations

import pytest

from firmware.lines.parser import parse
from firmware.lines.writer import seal, write
from firmware.schema import messages as m
from host_tools.link.pairing import ASK_AGAIN_MS, UNANSWERED_MS, WAITED_OUT, PairingTalk
from host_tools.texts import LANGUAGES, Texts

SECRET = bytes(range(32))


def said(message: tuple) -> bytes:
    return seal(write(message, None, 0), None)


def asked(octets: bytes) -> int:
    message = parse(octets).message
    assert message[0] == m.ASK_KEY
    assert message[2] == m.ROLE_FLOOR
    return message[1]


def new_key(number: int, role: int = m.ROLE_FLOOR) -> bytes:
    return said((m.NEW_KEY, number, role, "MZ-0007", 12, SECRET))


def test_answer_is_taken_and_the_talk_is_over() -> None:
    talk = PairingTalk(m.ROLE_FLOOR)
    number = asked(talk.connect(0))
    octets = new_key(number)
    assert talk.receive(octets[:20], 10) == talk.receive(octets[20:], 20) == b""
    assert talk.paired is not None
    assert (talk.paired.serial, talk.paired.counter) == ("MZ-0007", 12)
    assert (talk.paired.key.role, talk.paired.key.secret) == (m.ROLE_FLOOR, SECRET)
    assert talk.tick(1_000_000) == b""


def test_result_does_not_show_the_key() -> None:
    talk = PairingTalk(m.ROLE_FLOOR)
    talk.receive(new_key(asked(talk.connect(0))), 0)
    assert SECRET.hex() not in repr(talk.paired)
    assert repr(SECRET) not in repr(talk.paired)


def test_answer_to_another_question_or_role_is_not_ours() -> None:
    talk = PairingTalk(m.ROLE_FLOOR)
    number = asked(talk.connect(0))
    other = number % 1000 + 1 if number % 1000 + 1 != number else 5
    talk.receive(new_key(other) + new_key(number, m.ROLE_WITNESS), 10)
    talk.receive(said((m.REFUSED, m.REFUSAL_LID_CLOSED, other)), 10)
    talk.receive(b"noise\n" + said((m.REFUSED, m.REFUSAL_LID_CLOSED, None)), 10)
    assert talk.paired is None
    assert talk.refused == ""


def test_refused_question_is_put_again_after_a_while_and_told_once() -> None:
    told = []
    talk = PairingTalk(m.ROLE_FLOOR, lambda event: told.append(event.key))
    number = asked(talk.connect(0))
    for at in (0, 1000, 2000):
        talk.receive(said((m.REFUSED, m.REFUSAL_LID_CLOSED, number)), at)
        assert talk.tick(at + ASK_AGAIN_MS - 1) == b""
        number = asked(talk.tick(at + ASK_AGAIN_MS))
    talk.receive(said((m.REFUSED, m.REFUSAL_FLOOR_KEY_NOT_HELD, number)), 3000)
    assert told == ["pairing.lid_closed", "pairing.floor_key_not_held"]
    assert talk.refused == "floor_key_not_held"


def test_open_question_is_not_put_twice_while_it_may_be_answered() -> None:
    talk = PairingTalk(m.ROLE_FLOOR)
    first = asked(talk.connect(0))
    assert talk.tick(UNANSWERED_MS - 1) == b""
    assert asked(talk.tick(UNANSWERED_MS)) != first


@pytest.mark.parametrize("code", sorted(WAITED_OUT))
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_to_wait_has_a_sentence(code: int, language: str) -> None:
    assert Texts(language)(f"pairing.{m.REFUSAL_WORDS[code]}")


def test_table_that_knows_no_pairing_is_not_asked_again() -> None:
    talk = PairingTalk(m.ROLE_FLOOR)
    talk.connect(0)
    talk.receive(said((m.REFUSED, m.REFUSAL_NO_SUCH_MESSAGE, None)), 10)
    assert talk.is_hopeless
    assert talk.tick(1_000_000) == b""
