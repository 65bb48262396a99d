"""The conversation with a table: everything is stored once, and nothing is believed unchecked."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from firmware.fairness.witness import promise
from firmware.lines.chain import Chain, genesis
from firmware.lines.writer import seal, write
from firmware.schema import messages as m
from host_tools.store import LineStore
from tests.unit.host.host_end import SEAT, Host, W, forged, journalled, stored
from tests.unit.host.table_end import BOOT, LOG, TableEnd, talk

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def store(tmp_path: Path) -> Iterator[LineStore]:
    store = LineStore(tmp_path / "lines.sqlite3")
    yield store
    store.close()


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


def test_a_table_in_safe_mode_is_told_once_and_nothing_is_stored(store: LineStore) -> None:
    host = Host(store)
    said = seal(write((m.SAFE_MODE, "MZ-0007", 3, "store_io"), None, 5), None)
    for now in (10, 20):
        host.session.receive(said, now)
    assert host.told == ["link.safe_mode"]
    assert not host.session.caught_up


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
    said: list[tuple[int, tuple]] = []
    for now in range(0, 30_000, 500):  # the table takes them, and never answers
        talk(table, host.session, now, for_ms=500, connect=not now)
        said += table.session.commands
        table.session.commands.clear()
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


def test_a_number_that_a_witness_opens_again_is_told(store: LineStore) -> None:
    table, host = TableEnd(), Host(store, witness=True)
    table.say((m.WITNESS_OPENED, 1, 0, COMMIT), (m.WITNESS_OPENED, 2, 0, bytes(32)))
    now = talk(table, host.session, connect=True)
    assert "witness.number_again" not in host.told
    table.say((m.WITNESS_OPENED, 3, 0, COMMIT))
    talk(table, host.session, now)
    assert host.told.count("witness.number_again") == 1
