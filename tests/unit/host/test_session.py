"""The conversation with a table: everything is stored once, and nothing is believed unchecked."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from firmware.fairness.witness import promise
from firmware.lines.chain import Chain, genesis
from firmware.lines.writer import seal, write
from firmware.schema import messages as m
from host_tools.link.commands import RoleKey
from host_tools.link.session import RESENDS_MAX, Event, HostSession
from host_tools.store import LineStore
from host_tools.store.keeping import FORKS_PER_LINE_MAX
from host_tools.witness.witness import Witness
from tests.unit.host.table_end import BOOT, KEY, LOG, TableEnd, talk

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SEAT = [(m.SEAT_TAKEN, seat, 1000, None) for seat in range(1, 11)]
W = bytes(range(32, 64))


class Host:
    """A host session with what it told and printed."""

    def __init__(self, store: LineStore, witness: bool = False) -> None:
        self.events: list[Event] = []
        self.lines: list[int | None] = []
        answerers = (
            (Witness(store, lambda serial: RoleKey(m.ROLE_WITNESS, KEY), lambda n: W),)
            if witness
            else ()
        )
        self.session = HostSession(
            store, lambda line: self.lines.append(line.seq), self.events.append, answerers
        )

    @property
    def told(self) -> list[str]:
        return [event.key for event in self.events]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[LineStore]:
    store = LineStore(tmp_path / "lines.sqlite3")
    yield store
    store.close()


def stored(store: LineStore) -> list[bytes]:
    return [line.line for line in store.lines("MZ-0007", LOG)]


def journalled(table: TableEnd) -> list[bytes]:
    lines = (table.journal.line(seq) for seq in range(1, table.journal.synced + 1))
    return [line for line in lines if line is not None]


def test_every_line_is_stored_once_in_order_and_acknowledged(store: LineStore) -> None:
    table, host = TableEnd(), Host(store)
    table.say(*SEAT)
    now = talk(table, host.session, connect=True)
    table.say((m.TABLE_PAUSED, None))
    talk(table, host.session, now)
    assert stored(store) == journalled(table)
    assert host.lines == list(range(1, table.journal.seq + 1))
    assert table.session.acknowledged == table.journal.seq
    assert host.told == ["link.connected"]
    assert host.session.caught_up


def test_a_host_started_again_asks_only_for_what_it_lacks(store: LineStore) -> None:
    table = TableEnd()
    table.say(*SEAT)
    first = Host(store)
    now = talk(table, first.session, connect=True)
    table.say((m.TABLE_PAUSED, None))
    second = Host(store)
    talk(table, second.session, now, connect=True)
    assert second.lines == [table.journal.seq]
    assert stored(store) == journalled(table)


def test_a_pulled_cable_loses_and_doubles_nothing(store: LineStore) -> None:
    table, host = TableEnd(), Host(store)
    now = 0
    for seat in SEAT:
        table.say(seat)
        table.session.unplugged()
        now = talk(table, host.session, now, for_ms=30, connect=True)
    talk(table, host.session, now)
    assert stored(store) == journalled(table)
    assert host.lines == list(range(1, table.journal.seq + 1))


def test_a_restarted_table_is_followed_on(store: LineStore) -> None:
    table, host = TableEnd(), Host(store)
    now = talk(table, host.session, connect=True)
    table.start(bytes.fromhex("0000000200000000"))
    talk(table, host.session, now)
    assert stored(store) == journalled(table)
    assert host.told == ["link.connected", "link.restarted"]


@pytest.mark.parametrize("seed", range(8))
def test_noise_on_the_line_costs_time_and_no_line(store: LineStore, seed: int) -> None:
    table, host = TableEnd(), Host(store)
    chance = random.Random(seed)

    def noisy(octets: bytes) -> bytes:
        spoilt = bytearray(octets)
        for at in range(len(spoilt)):
            if chance.random() < 0.0005:
                spoilt[at] = chance.randrange(256)
        return bytes(spoilt)

    now = talk(table, host.session, for_ms=50, connect=True)
    for _ in range(20):
        table.say(*SEAT)
        now = talk(table, host.session, now, for_ms=300, cable=noisy)
    talk(table, host.session, now, for_ms=20_000)
    assert stored(store) == journalled(table)
    assert host.lines == list(range(1, table.journal.seq + 1))
    assert set(host.told) <= {"link.connected", "link.damaged"}


def test_an_endless_line_is_dropped_and_counted(store: LineStore) -> None:
    table, host = TableEnd(), Host(store)
    now = talk(table, host.session, connect=True)
    host.session.receive(b"x" * 5000, now)
    assert "link.damaged" in host.told
    assert host.session.splitter.pending_bytes() <= 640


def forged(table: TableEnd, message: tuple, seq: int, head: bytes) -> bytes:
    """A line that is well made, after another past."""
    body = write(message, seq, 99)
    return seal(body, Chain(head).add(body))


def test_another_line_under_a_known_number_is_kept_beside(store: LineStore) -> None:
    table, host = TableEnd(), Host(store)
    table.say(*SEAT)
    now = talk(table, host.session, connect=True)
    honest = stored(store)
    fork = forged(table, (m.TABLE_PAUSED, None), 4, bytes(32))
    host.session.receive(fork, now)
    assert host.told[-1] == "link.fork"
    assert stored(store) == honest
    assert store.forks("MZ-0007", LOG) == [(4, fork)]


def test_a_line_from_another_past_is_not_stored_as_the_next(store: LineStore) -> None:
    table, host = TableEnd(), Host(store)
    now = talk(table, host.session, connect=True)
    seq = table.journal.seq + 1
    host.session.receive(forged(table, (m.TABLE_PAUSED, None), seq, bytes(32)), now)
    assert host.told[-1] == "link.unchained"
    assert store.last("MZ-0007", LOG).seq == seq - 1  # type: ignore[union-attr]
    table.say((m.TABLE_RESUMED, None))
    talk(table, host.session, now)
    assert stored(store) == journalled(table)


def astray(store: LineStore) -> tuple[TableEnd, Host, TableEnd, int]:
    """A host that follows one table when another past of the same log comes over the cable."""
    table, host = TableEnd(), Host(store)
    table.say(*SEAT[:3])
    now = talk(table, host.session, connect=True)
    other = TableEnd()
    other.say(*SEAT[3:6], *SEAT)
    return table, host, other, now


def test_a_log_that_does_not_follow_is_asked_for_a_few_times_and_told_once(
    store: LineStore,
) -> None:
    table, host, other, now = astray(store)
    honest, asked = stored(store), []
    line = other.journal.line(len(honest) + 1)
    assert line is not None
    for later in range(now, now + 120_000, 250):
        said = host.session.receive(line, later) + host.session.tick(later)
        asked += [later] if b" resend " in said else []
    assert len(asked) == RESENDS_MAX
    pauses = [after - before for before, after in pairwise(asked)]
    assert pauses == sorted(pauses)
    assert host.told.count("link.unchained") == host.told.count("link.astray") == 1
    assert host.session.astray_at == len(honest) + 1
    assert stored(store) == honest
    assert store.forks("MZ-0007", LOG) == [(len(honest) + 1, line)]
    table.say((m.TABLE_PAUSED, None))
    talk(table, host.session, now + 120_000)
    assert host.told[-1] == "link.follows"
    assert not host.session.astray_at
    assert stored(store) == journalled(table)


def test_another_past_under_known_numbers_is_told_once_a_line(store: LineStore) -> None:
    _, host, other, now = astray(store)
    talk(other, host.session, now, for_ms=60_000, connect=True)
    assert host.told.count("link.fork") == 3
    assert host.told.count("link.unchained") == host.told.count("link.astray") == 1
    assert len(store.forks("MZ-0007", LOG)) == 4


def test_a_table_that_skips_a_line_for_good_is_not_asked_for_ever(store: LineStore) -> None:
    table, host = TableEnd(), Host(store)
    now = talk(table, host.session, connect=True)
    table.say(*SEAT[:2])
    skipping = table.journal.line(table.journal.seq)
    assert skipping is not None
    asked = 0
    for later in range(now, now + 60_000, 250):
        asked += b" resend " in host.session.receive(skipping, later) + host.session.tick(later)
    assert asked == RESENDS_MAX
    assert host.told == ["link.connected", "link.astray"]
    assert host.session.astray_at == table.journal.seq - 1


def test_a_silent_table_s_last_line_that_does_not_follow_is_not_left_open(
    store: LineStore,
) -> None:
    _, host, other, now = astray(store)
    seq = host.session.follower.seq + 1  # type: ignore[union-attr]
    host.session.receive(forged(other, (m.TABLE_PAUSED, None), seq, bytes(32)), now)
    for later in range(now, now + 7000, 100):
        host.session.tick(later)
    assert host.told[-1] == "link.astray"


def test_more_forgeries_than_are_kept_are_told_as_counted(store: LineStore) -> None:
    _, host, other, now = astray(store)
    for paused in range(10):
        host.session.receive(forged(other, (m.TABLE_PAUSED, str(paused)), 2, bytes(32)), now)
    assert host.told.count("link.fork") == FORKS_PER_LINE_MAX
    assert host.told.count("link.forks_dropped") == 1
    assert store.forks_dropped("MZ-0007", LOG) == 10 - FORKS_PER_LINE_MAX


def test_noise_does_not_pass_for_a_log_that_does_not_follow(store: LineStore) -> None:
    table, host = TableEnd(), Host(store)
    now = talk(table, host.session, connect=True)
    for _ in range(200):
        host.session.receive(b"2 5 noise\n", now)
        now += 250
    assert not host.session.astray_at
    table.say(*SEAT)
    talk(table, host.session, now)
    assert stored(store) == journalled(table)


def test_a_table_that_lost_lines_we_hold_is_told(store: LineStore) -> None:
    table = TableEnd()
    table.say(*SEAT)
    talk(table, Host(store).session, connect=True)
    host = Host(store)
    talk(TableEnd(), host.session, connect=True)
    assert "link.rolled_back" in host.told


def test_lines_before_the_hello_are_not_taken_for_anybody_s(store: LineStore) -> None:
    host = Host(store)
    host.session.connect(0)
    body = write((m.TABLE_PAUSED, None), 1, 5)
    line = seal(body, Chain(genesis("MZ-0007", LOG)).add(body))
    assert host.session.receive(line, 0) == b""
    assert host.lines == []


def test_another_major_protocol_is_refused_in_words(store: LineStore) -> None:
    host = Host(store)
    host.session.connect(0)
    hello = (m.HELLO, 2, 0, m.SCHEMA_HASH, "9.9", "MZ-0007", LOG, BOOT, 0, 5, bytes(32))
    assert host.session.receive(seal(write(hello, None, 0), None), 0) == b""
    assert host.told == ["link.other_protocol"]
    assert host.session.tick(60_000) == b""


def test_a_silent_table_is_greeted_again_and_told_once(store: LineStore) -> None:
    table, host = TableEnd(), Host(store)
    now = talk(table, host.session, connect=True)
    greetings = [t for t in range(now, now + 30_000, 100) if host.session.tick(t)]
    assert len(greetings) >= 5
    assert host.told == ["link.connected", "link.silent"]
    talk(table, host.session, now + 30_000)
    table.say((m.TABLE_PAUSED, None))
    talk(table, host.session, now + 31_000)
    assert host.told[-1] == "link.back"


@pytest.mark.parametrize(
    ("message", "ms", "doubt"),
    [
        ((m.LOG_HEAD, 1, bytes(32)), 10, "link.head_differs"),
        ((m.SEGMENT_OPENED, "MZ-0008", LOG, 2, BOOT, bytes(32)), 10, "link.segment_of_another"),
        ((m.SEGMENT_OPENED, "MZ-0007", LOG, 2, BOOT, bytes(32)), 10, "link.segment_unconnected"),
        ((m.TABLE_PAUSED, None), 3, "link.clock_fell"),
        ((m.TABLE_STARTED, BOOT, 0, "1.0", bytes(8), 1), 10, "link.other_schema"),
    ],
)
def test_what_is_odd_about_a_chained_line_is_told_and_the_line_kept(
    store: LineStore, message: tuple, ms: int, doubt: str
) -> None:
    table, host = TableEnd(), Host(store)
    table.say(SEAT[0], ms=5)
    table.say(message, ms=ms)
    talk(table, host.session, connect=True)
    assert doubt in host.told
    assert stored(store) == journalled(table)


def test_lines_the_table_lost_are_named_and_the_log_goes_on(store: LineStore) -> None:
    table, host = TableEnd(), Host(store)
    now = talk(table, host.session, connect=True)
    table.journal.seq += 5  # numbers 3 to 7 are gone
    table.journal._recent += [b""] * 5
    table.say((m.TAIL_LOST, 3, 7))
    host.session.receive(table.journal._recent[-1], now)
    assert host.told[-1] == "link.tail_lost"
    assert store.last("MZ-0007", LOG).seq == 8  # type: ignore[union-attr]


# --- the witness


COMMIT = bytes(range(100, 132))


def test_the_witness_promises_after_storing_and_opens_after_the_cut(store: LineStore) -> None:
    table, host = TableEnd(), Host(store, witness=True)
    now = talk(table, host.session, connect=True)
    table.say((m.ORDER_COMMITTED, 1, 0, 2, 52, COMMIT, m.PROVENANCE_SIMULATED))
    now = talk(table, host.session, now, for_ms=100)
    ((_, promised),) = table.session.commands[:1]
    hw = promise(COMMIT, W)
    assert promised[0] == m.REQUEST_PROMISE
    assert promised[2:] == (m.ROLE_WITNESS, 1, 0, hw)
    assert store.promised("MZ-0007", LOG, 1, 0) == (COMMIT, W)

    table.session.commands.clear()
    table.say((m.WITNESS_PROMISED, 1, 0, hw))
    now = talk(table, host.session, now, for_ms=1000)
    assert table.session.commands == []
    table.say((m.ORDER_CUT, 1, 0, 4711, m.CUTTER_SEAT, 2))
    now = talk(table, host.session, now, for_ms=100)
    ((_, opened),) = table.session.commands[:1]
    assert opened[0] == m.REQUEST_OPENING
    assert opened[2:] == (m.ROLE_WITNESS, 1, 0, W)

    table.session.commands.clear()
    table.say((m.WITNESS_OPENED, 1, 0, W))
    talk(table, host.session, now, for_ms=2000)
    assert table.session.commands == []


def test_an_unanswered_promise_is_repeated_with_the_same_id_and_a_new_counter(
    store: LineStore,
) -> None:
    table, host = TableEnd(), Host(store, witness=True)
    table.say((m.ORDER_COMMITTED, 1, 0, 2, 52, COMMIT, None))
    talk(table, host.session, for_ms=30_000, connect=True)
    said = table.session.commands
    assert 2 <= len(said) <= 10
    assert len({message[1] for _, message in said}) == 1
    counters = [counter for counter, _ in said]
    assert counters == sorted(set(counters))


def test_a_witness_switched_off_in_between_goes_on_with_its_number(store: LineStore) -> None:
    table = TableEnd()
    table.say((m.ORDER_COMMITTED, 1, 0, 2, 52, COMMIT, None))
    now = talk(table, Host(store, witness=True).session, for_ms=50, connect=True)
    table.say(
        (m.WITNESS_PROMISED, 1, 0, promise(COMMIT, W)), (m.ORDER_CUT, 1, 0, 1, m.CUTTER_SEAT, 2)
    )
    talk(table, Host(store).session, now, for_ms=50, connect=True)
    table.session.commands.clear()
    again = Host(store, witness=True)
    again.session.answerers[0].draw = bytes  # type: ignore[attr-defined]
    talk(table, again.session, now + 50, for_ms=100, connect=True)
    ((_, opened),) = table.session.commands[:1]
    assert opened[2:] == (m.ROLE_WITNESS, 1, 0, W)


def test_old_commitments_are_not_answered(store: LineStore) -> None:
    table, host = TableEnd(), Host(store, witness=True)
    table.say(
        (m.ORDER_COMMITTED, 1, 0, 2, 52, COMMIT, None),
        (m.WITNESS_MISSING, 1),
        (m.ORDER_CUT, 1, 0, 7, m.CUTTER_SEAT, 2),
    )
    talk(table, host.session, for_ms=500, connect=True)
    assert table.session.commands == []


def test_a_second_commitment_is_fraud_and_gets_no_promise(store: LineStore) -> None:
    table, host = TableEnd(), Host(store, witness=True)
    table.say((m.ORDER_COMMITTED, 1, 0, 2, 52, COMMIT, None))
    now = talk(table, host.session, for_ms=100, connect=True)
    table.session.commands.clear()
    table.say((m.ORDER_COMMITTED, 1, 0, 2, 52, bytes(32), None))
    talk(table, host.session, now, for_ms=1000)
    assert table.session.commands == []
    assert "witness.second_commitment" in host.told
