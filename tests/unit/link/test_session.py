"""The journal is the outbox: nothing is sent before it is synced, nothing is lost on the way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from firmware.lines.parser import Line, parse
from firmware.lines.writer import seal, write
from firmware.link.door import Door
from firmware.link.session import RESEND_MS_MAX, RESEND_MS_MIN, WINDOW_LINES, Identity, Session
from firmware.schema import messages as m
from tests.journal_bench import BOOT, LOG, STARTED, TABLE, Bench, fill
from tests.paired_host import KEY, Keys, command

if TYPE_CHECKING:
    from firmware.journal.segments import Journal

IDENTITY = Identity("0.1.0", BOOT, m.RESET_POWER_ON)


def said(message: tuple) -> bytes:
    return seal(write(message, None, 0), None)


class Talk:
    """A session over a journal, and the host's end as bytes."""

    def __init__(self, lines: int = 5) -> None:
        self.bench = Bench()
        self.journal: Journal = self.bench.new()
        self.door = Door(TABLE, Keys())
        self.session = Session(self.door)
        self.now_ms = 100
        fill(self.journal, lines)
        self.session.started(IDENTITY)

    def tell(self, *messages: tuple) -> None:
        for message in messages:
            self.session.receive(said(message), self.journal, self.now_ms)

    def hear(self, most: int = 1 << 20) -> list[Line]:
        """All that the table wants to say now; the cable takes `most` bytes a time."""
        heard = b""
        while True:
            octets = self.session.outgoing(self.journal, self.now_ms)
            if not octets:
                break
            heard += octets[:most]
            self.session.took(len(octets[:most]))
        return [parse(piece) for piece in heard.splitlines(keepends=True)]

    def seqs(self) -> list[int | None]:
        return [line.seq for line in self.hear()]


def greet(first: int = 1) -> tuple:
    return (m.GREET, m.PROTOCOL_MAJOR, m.PROTOCOL_MINOR, first)


def test_hello_says_who_and_how_far() -> None:
    talk = Talk()
    (hello,) = talk.hear()
    assert hello.message == (
        m.HELLO, m.PROTOCOL_MAJOR, m.PROTOCOL_MINOR, m.SCHEMA_HASH, "0.1.0", TABLE, LOG, BOOT,
        m.RESET_POWER_ON, talk.journal.seq, talk.journal.head,
    )  # fmt: skip
    assert hello.tag is None


def test_hello_waits_until_the_table_has_started() -> None:
    talk = Talk()
    talk.session = Session(talk.door)
    talk.tell(greet(3))
    assert talk.seqs() == [3, 4, 5, 6]
    talk.session.started(IDENTITY)
    assert talk.seqs() == [None]


def test_lines_are_not_sent_before_a_host_greets() -> None:
    talk = Talk()
    assert not talk.session.is_greeted
    assert talk.seqs() == [None]


def test_greeting_host_gets_hello_and_then_every_line_from_the_one_it_names() -> None:
    talk = Talk()
    talk.hear()
    talk.tell(greet(4))
    assert talk.session.is_greeted
    assert talk.seqs() == [None, 4, 5, 6]
    fill(talk.journal, 2)
    assert talk.seqs() == [7, 8]


def test_sent_bytes_are_the_journalled_bytes() -> None:
    talk = Talk()
    talk.tell(greet(1))
    octets = talk.session.outgoing(talk.journal, talk.now_ms)
    assert octets.endswith(talk.bench.store.read(1))


def test_line_that_is_not_synced_stays_at_home() -> None:
    talk = Talk()
    talk.tell(greet(6))
    assert talk.seqs() == [None, 6]
    talk.journal.append(STARTED, 50)
    assert talk.seqs() == []
    talk.journal.sync()
    assert talk.seqs() == [7]


def test_host_that_missed_something_hears_it_again() -> None:
    talk = Talk()
    talk.tell(greet(1))
    talk.hear()
    talk.tell((m.RESEND, 5))
    assert talk.seqs() == [5, 6]


def test_restarted_host_greets_again_from_where_its_store_ends() -> None:
    talk = Talk()
    talk.tell(greet(1))
    talk.hear()
    talk.tell(greet(3))
    assert talk.seqs() == [None, 3, 4, 5, 6]


def test_unacknowledged_lines_are_sent_again_after_a_growing_while() -> None:
    talk = Talk()
    talk.tell(greet(1))
    talk.hear()
    talk.tell((m.ACK, 4, None))
    wait = RESEND_MS_MIN
    for _ in range(6):
        talk.now_ms += wait - 1
        assert talk.seqs() == []
        talk.now_ms += 1
        assert talk.seqs() == [5, 6]
        wait = min(2 * wait, RESEND_MS_MAX)
    talk.tell((m.ACK, 6, None))
    talk.now_ms += 10 * RESEND_MS_MAX
    assert talk.seqs() == []


def test_acknowledgement_of_a_line_that_is_not_there_is_none() -> None:
    talk = Talk()
    talk.tell(greet(1), (m.ACK, 99, None))
    assert talk.session.acknowledged == 0
    assert talk.session.lines_refused == 1


def test_acknowledgement_of_another_head_is_none() -> None:
    talk = Talk()
    talk.tell(greet(1), (m.ACK, 6, bytes(32)))
    assert talk.session.acknowledged == 0
    talk.tell((m.ACK, 6, talk.journal.head))
    assert talk.session.acknowledged == 6
    talk.tell((m.ACK, 2, None))
    assert talk.session.acknowledged == 6


def test_host_that_never_acknowledges_gets_one_window_at_a_time() -> None:
    talk = Talk(2 * WINDOW_LINES)
    talk.tell(greet(1))
    assert len(talk.hear()) == 1 + WINDOW_LINES
    talk.tell((m.ACK, 10, None))
    assert talk.seqs() == list(range(WINDOW_LINES + 1, WINDOW_LINES + 11))


def test_other_major_version_is_refused_and_gets_no_lines() -> None:
    talk = Talk()
    talk.hear()
    talk.tell((m.GREET, m.PROTOCOL_MAJOR + 1, 0, 1))
    assert [line.message for line in talk.hear()] == [(m.REFUSED, m.REFUSAL_BAD_VALUE, None)]


def test_noise_on_the_line_is_counted_and_answered_by_nothing() -> None:
    talk = Talk()
    talk.hear()
    talk.session.receive(b"\xff\x00nonsense\n" + said(greet())[:-3] + b"\n", talk.journal, 0)
    assert talk.session.lines_refused == 2
    assert talk.hear() == []


def test_message_that_is_no_request_is_refused() -> None:
    talk = Talk()
    talk.hear()
    talk.tell((m.TABLE_PAUSED, None), (m.RAW, "request_money", ()))
    refused = (m.REFUSED, m.REFUSAL_NO_SUCH_MESSAGE, None)
    assert [line.message for line in talk.hear()] == [refused, refused]


def test_command_let_in_waits_for_the_table() -> None:
    talk = Talk()
    octets = command((m.REQUEST_PAUSE, 7, m.ROLE_FLOOR, None), 3)
    talk.session.receive(octets, talk.journal, 0)
    assert talk.session.commands == [(3, (m.REQUEST_PAUSE, 7, m.ROLE_FLOOR, None))]


def test_command_asked_for_again_before_the_table_looked_is_done_once() -> None:
    talk = Talk()
    pause = (m.REQUEST_PAUSE, 7, m.ROLE_FLOOR, None)
    other = (m.REQUEST_PAUSE, 8, m.ROLE_FLOOR, None)
    promise = (m.REQUEST_PROMISE, 7, m.ROLE_WITNESS, 1, 0, bytes(32))
    octets = [command(one, 3 + n) for n, one in enumerate((pause, pause, other, promise))]
    talk.session.receive(b"".join(octets), talk.journal, 0)
    assert talk.session.commands == [(3, pause), (5, other), (6, promise)]
    talk.session.receive(command(pause, 7), talk.journal, 0)
    assert talk.session.commands == [(3, pause), (5, other), (6, promise)]


def test_refused_command_is_told_with_its_id() -> None:
    talk = Talk()
    talk.hear()
    octets = command((m.REQUEST_PAUSE, 7, m.ROLE_FLOOR, None), 3, key=b"wrong")
    talk.session.receive(octets, talk.journal, 0)
    assert talk.session.commands == []
    assert [line.message for line in talk.hear()] == [(m.REFUSED, m.REFUSAL_BAD_TAG, 7)]


def test_repeated_command_is_answered_with_the_journalled_outcome() -> None:
    talk = Talk()
    done = (m.COMMAND_DONE, 7, m.ROLE_FLOOR, 3, m.OUTCOME_DONE, None)
    seq = talk.journal.append(done, 50)
    talk.journal.sync()
    talk.door.note(done, seq)
    talk.hear()
    octets = command((m.REQUEST_PAUSE, 7, m.ROLE_FLOOR, None), 4)
    talk.session.receive(octets, talk.journal, 0)
    (answer,) = talk.hear()
    assert (answer.seq, answer.message) == (seq, done)
    assert talk.session.commands == []


def test_outcome_whose_line_is_lost_is_not_made_up() -> None:
    talk = Talk()
    talk.door.note((m.COMMAND_DONE, 7, m.ROLE_FLOOR, 3, m.OUTCOME_DONE, None), 999)
    talk.hear()
    octets = command((m.REQUEST_PAUSE, 7, m.ROLE_FLOOR, None), 4)
    talk.session.receive(octets, talk.journal, 0)
    assert talk.hear() == []


def test_refusals_that_nobody_reads_have_an_end() -> None:
    talk = Talk()
    for _ in range(500):
        talk.tell((m.TABLE_PAUSED, None))
    assert len(talk.hear()) < 30


def test_pulled_cable_loses_what_was_under_way_and_the_next_greeting_brings_it_back() -> None:
    talk = Talk()
    talk.tell(greet(1))
    octets = talk.session.outgoing(talk.journal, 0)
    talk.session.took(len(octets) // 2)
    talk.session.unplugged()
    assert not talk.session.is_greeted
    assert talk.hear() == []
    talk.tell(greet(2))
    assert talk.seqs() == [None, 2, 3, 4, 5, 6]


def test_a_host_that_says_goodbye_hears_no_more_until_one_greets_again() -> None:
    talk = Talk()
    talk.tell(greet(1), (m.ASK_KEY, 7, m.ROLE_FLOOR), (m.GOODBYE,))
    assert not talk.session.is_greeted
    assert talk.session.question is None
    assert talk.seqs() == [None]
    talk.tell(greet(3))
    assert talk.seqs() == [None, 3, 4, 5, 6]


def test_a_goodbye_in_the_middle_of_a_line_lets_the_line_end() -> None:
    talk = Talk()
    talk.tell(greet(1))
    octets = talk.session.outgoing(talk.journal, 0)
    talk.session.took(len(octets) // 2)
    talk.tell((m.GOODBYE,))
    rest = talk.session.outgoing(talk.journal, 0)
    assert rest == octets[len(octets) // 2 :].partition(b"\n")[0] + b"\n"
    talk.session.took(len(rest))
    assert talk.session.is_resting(talk.journal)


def test_who_greets_in_the_same_breath_as_another_leaves_is_heard() -> None:
    talk = Talk()
    talk.hear()
    octets = said((m.GOODBYE,)) + said(greet(2))
    for piece in (octets[:70], octets[70:]):
        talk.session.receive(piece, talk.journal, 0)
    assert talk.seqs() == [None, 2, 3, 4, 5, 6]


def test_numbers_of_lost_lines_are_passed_over() -> None:
    talk = Talk()
    talk.journal.seq = talk.journal.synced = 5000
    talk.tell(greet(1))
    heard = talk.seqs()
    assert heard[0] is None
    assert talk.session.wants_line > 6


@given(st.lists(st.integers(1, 90), max_size=40), st.integers(1, 300))
def test_every_chunking_of_both_ways_says_the_same(pieces: list[int], most: int) -> None:
    talk = Talk(20)
    octets = said(greet(2)) + said((m.RESEND, 5))
    at = 0
    for size in pieces:
        talk.session.receive(octets[at : at + size], talk.journal, 0)
        at += size
    talk.session.receive(octets[at:], talk.journal, 0)
    assert [line.seq for line in talk.hear(most)] == [None] + list(range(5, 22))


def test_keys_are_not_in_what_a_session_shows_of_itself() -> None:
    assert KEY.hex() not in repr(Talk().session.__dict__)
