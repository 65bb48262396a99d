"""Later starts read a log with damages, lost lines and torn ends as the first one told them."""

from __future__ import annotations

from hashlib import sha256

from firmware.journal.snapshots import Snapshot, sealed, unsealed
from firmware.lines.writer import seal, write
from firmware.schema import messages as m
from tests.journal_bench import LOG, TABLE, Bench, fill
from tests.unit.journal.test_snapshots import (
    LAYOUT,
    Started,
    bench_with,
    goes_on_after,
    snapshot,
    spoil,
)


def test_a_snapshot_whose_length_is_not_that_of_its_content_is_none() -> None:
    octets = sealed(Snapshot(LOG, 7, bytes(32), ("state",)), TABLE, LAYOUT)
    longer = octets[:-32] + b"\0"
    assert unsealed(octets, TABLE, LAYOUT) is not None
    assert unsealed(longer + sha256(longer).digest(), TABLE, LAYOUT) is None


def test_a_start_that_found_a_torn_tail_as_well_is_read_like_the_others() -> None:
    bench, _ = bench_with((40,))
    spoil(bench, 2, 30)
    journal = bench.new(60000)
    found = Started(bench).found
    journal.resume(found)
    journal.open_segment(1)
    journal.append((m.TAIL_CUT, 12), 1)
    journal.append((m.LOG_DAMAGED, *found.damages[0]), 1)
    fill(journal, 20)
    again = Started(bench)
    assert not again.found.is_damaged
    assert again.found.seq == journal.seq


def test_a_newest_segment_that_lost_all_its_bytes_is_begun_again_under_its_number() -> None:
    """A verifier counts segments: none may be left out."""
    bench, journal = bench_with((40,))
    last = bench.store.segments()[-1]
    known = journal.seq
    bench.store.cut(last, 0)
    found = Started(bench).found
    assert found.lost is not None
    assert found.lost[1] == known
    goes_on_after(bench, found)
    assert bench.store.segments()[-1] == last
    assert f" segment={last} ".encode() in bench.store.read(last)


def test_a_damage_that_was_told_is_forgotten_with_its_segment() -> None:
    bench, journal = bench_with((40,))
    spoil(bench, 2, 30)
    taken = journal.seq
    journal = goes_on_after(bench, Started(bench).found)
    fill(journal, 20)
    bench.store.remove(1)
    bench.store.remove(2)
    again = Started(bench)
    assert not again.found.is_damaged
    assert again.found.replayed_from == taken
    assert again.found.seq == journal.seq


def test_lines_behind_a_damage_that_were_told_lost_are_not_replayed_later() -> None:
    bench = Bench()
    fill(bench.new(60000), 200)
    spoil(bench, 1, 500)
    first = Started(bench)
    assert first.found.lost is not None
    until, last = first.found.lost
    assert last == first.found.seq, "lines of later stretches are lost with it"
    journal = goes_on_after(bench, first.found)
    fill(journal, 20)
    again = Started(bench)
    assert not again.found.is_damaged
    assert again.seqs == [*range(1, until), *range(last + 1, journal.seq + 1)]


def test_lines_told_lost_stay_lost_when_the_store_reads_them_again() -> None:
    bench = Bench()
    fill(bench.new(60000), 50)
    whole = bench.store.read(1)
    spoil(bench, 1, 2000)
    first = Started(bench)
    assert first.found.lost is not None
    journal = goes_on_after(bench, first.found)
    fill(journal, 20)
    bench.store.cut(1, 0)
    bench.store.append(1, whole)
    bench.store.sync(1)
    again = Started(bench)
    until, last = first.found.lost
    assert again.seqs == [*range(1, until), *range(last + 1, journal.seq + 1)]


def test_a_reported_head_that_is_not_of_the_line_before_it_takes_nothing_up() -> None:
    bench, journal = bench_with((200,), segment_bytes_max=60000)
    fill(journal, 10)
    spoil(bench, 1, 500)
    lines = bench.store.read(1).splitlines(keepends=True)
    at = next(n for n in range(10, len(lines)) if b" log_head " in lines[n])
    seq = at + 1
    lines[at] = seal(write((m.LOG_HEAD, seq - 1, bytes(32)), seq, 10), bytes(8))
    bench.store.cut(1, 0)
    bench.store.append(1, b"".join(lines))
    bench.store.sync(1)
    start = Started(bench)
    assert start.found.damage is not None
    assert start.found.lost is None
    assert (start.found.seq, start.found.head) == (journal.seq, journal.head)


def test_no_segment_can_excuse_a_damage_of_its_own() -> None:
    bench = Bench()
    journal = bench.new(60000)
    journal.open_segment(1)
    journal.append((m.LOG_DAMAGED, 1, 40), 1)
    fill(journal, 60)
    bench_lines = bench.store.read(1).splitlines(keepends=True)
    spoil(bench, 1, len(b"".join(bench_lines[:39])) + 5)
    assert Started(bench).found.damage == (1, 40)


def test_a_snapshot_at_the_last_line_of_a_segment_outlives_that_segment() -> None:
    bench = Bench()
    journal = bench.new(600)
    fill(journal, 1)
    while not journal.is_segment_full():
        fill(journal, 1)
    taken = snapshot(bench, journal)
    fill(journal, 4)
    assert len(bench.store.segments()) > 1
    bench.store.remove(1)
    start = Started(bench)
    assert not start.found.is_damaged
    assert start.found.replayed_from == taken.seq
    assert start.seqs == list(range(taken.seq + 1, journal.seq + 1))
