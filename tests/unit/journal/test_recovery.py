"""After a power cut the torn tail goes, the rest stays; anything else is told, not mended."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from firmware.journal.segments import read_head_note
from firmware.lines.parser import parse
from firmware.schema import messages as m
from tests.journal_bench import REVEALED, STARTED, Bench, fill, text

if TYPE_CHECKING:
    from hal.sim.store import MemoryStore


def test_empty_store_has_no_log() -> None:
    found, seen = Bench().recover()
    assert (found.log, found.seq, found.is_damaged, seen) == (None, 0, False, [])
    assert found.needs_segment


def test_whole_log_is_visited_in_order_with_its_heads() -> None:
    bench = Bench()
    journal = bench.new(segment_bytes_max=2000)
    fill(journal, 100)
    found, seen = bench.recover()
    assert [line.seq for line, _ in seen] == list(range(1, journal.seq + 1))
    assert (found.seq, found.head) == (journal.seq, journal.head)
    assert seen[-1][1] == journal.head
    assert len(found.starts) == len(bench.store.segments())
    assert (found.cut_bytes, found.damage, found.lost) == (0, None, None)


def test_power_cut_at_every_byte_of_an_unsynced_tail_keeps_what_was_synced() -> None:
    for survives in range(400):
        bench = Bench()
        journal = bench.new()
        fill(journal, 3)
        synced = journal.seq
        for _ in range(3):
            journal.append(STARTED, 50)
        bench.store.append(1, b"".join(journal._pending))
        if survives > bench.store.unsynced_bytes():
            break
        bench.store.cut_power(survives)
        found, seen = bench.recover()
        assert not found.is_damaged
        assert synced <= found.seq == len(seen)
        assert len(text(bench.store)) == found.length
        resumed = bench.resumed()
        resumed.append(STARTED, 60)
        resumed.sync()
        again, _ = bench.recover()
        assert (again.seq, again.cut_bytes) == (found.seq + 1, 0)
    else:
        pytest.fail("the tail was longer than tried")


def test_torn_first_line_of_a_segment_begins_that_segment_again() -> None:
    bench = Bench()
    journal = bench.new(segment_bytes_max=500)
    fill(journal, 12)
    number = bench.store.segments()[-1]
    while not journal.is_segment_full():
        fill(journal, 1)
    journal.open_segment(70)
    bench.store.append(number + 1, b"".join(journal._pending)[:40])
    bench.store.cut_power(40)
    found, _ = bench.recover()
    assert found.cut_bytes == 40
    assert found.needs_segment
    assert not found.is_damaged
    resumed = bench.resumed()
    resumed.open_segment(80)
    resumed.sync()
    assert resumed.segment == number + 1
    assert not bench.recover()[0].is_damaged


def _spoil(store: MemoryStore, segment: int, at: int) -> None:
    content = bytearray(store.read(segment))
    content[at] ^= 1
    store.cut(segment, 0)
    store.append(segment, bytes(content))
    store.sync(segment)


def test_broken_line_below_the_noted_head_is_damage() -> None:
    bench = Bench()
    fill(bench.new(), 10)
    _spoil(bench.store, 1, len(bench.store.read(1)) // 2)
    found, seen = bench.recover()
    assert found.damage == (1, len(seen) + 1)
    assert found.lost == (len(seen) + 1, 11)
    assert found.seq == 11
    assert found.needs_segment
    assert found.cut_bytes == 0


def test_broken_line_in_an_older_segment_is_damage_and_the_log_goes_on_behind_the_last() -> None:
    bench = Bench()
    journal = bench.new(segment_bytes_max=600)
    fill(journal, 40)
    last = bench.store.segments()[-1]
    _spoil(bench.store, 2, 30)
    found, _ = bench.recover()
    assert found.damage == (2, 1)
    assert found.segment == last
    assert (found.seq, found.head) == (journal.seq, journal.head)
    resumed = bench.resumed()
    assert resumed.is_segment_full()
    resumed.open_segment(5)
    resumed.sync()
    assert resumed.segment == last + 1
    assert resumed.seq == journal.seq + 1
    first = resumed.line(resumed.seq)
    assert first is not None
    assert parse(first).message[5] == journal.head


def test_damage_without_a_note_still_numbers_above_every_line_there_is() -> None:
    bench = Bench()
    journal = bench.new(segment_bytes_max=600)
    fill(journal, 40)
    bench.memory.write(0, bytes(128))
    _spoil(bench.store, 2, 30)
    found, _ = bench.recover()
    assert found.seq == journal.seq
    assert found.lost is not None


def test_without_a_note_a_broken_last_line_is_a_torn_tail() -> None:
    bench = Bench()
    fill(bench.new(), 5)
    bench.memory.write(0, bytes(128))
    _spoil(bench.store, 1, len(bench.store.read(1)) - 20)
    found, seen = bench.recover()
    assert not found.is_damaged
    assert found.cut_bytes > 0
    assert len(seen) == 5


def test_without_a_note_a_broken_line_before_a_good_one_is_damage() -> None:
    bench = Bench()
    fill(bench.new(), 5)
    bench.memory.write(0, bytes(128))
    _spoil(bench.store, 1, len(bench.store.read(1)) // 2)
    assert bench.recover()[0].damage is not None


def test_log_shorter_than_the_fram_remembers_is_told() -> None:
    bench = Bench()
    journal = bench.new()
    fill(journal, 5)
    whole = bench.store.read(1)
    keep = len(b"".join(whole.splitlines(keepends=True)[:4]))
    bench.store.cut(1, keep)
    found, _ = bench.recover()
    assert found.lost == (5, 6)
    assert (found.seq, found.head) == (journal.seq, journal.head)
    assert found.damage is None
    assert found.is_damaged


def test_another_log_of_the_same_length_is_not_the_one_the_fram_remembers() -> None:
    bench = Bench()
    fill(bench.new(), 5, ms=10)
    other = Bench()
    fill(other.new(), 5, ms=11)
    bench.store = other.store
    found, seen = bench.recover()
    assert found.damage == (1, 6)
    assert len(seen) == 5


def test_log_of_another_table_is_not_read() -> None:
    bench = Bench()
    fill(bench.new(), 5)
    found, seen = bench.recover(table="MZ-0008")
    assert found.damage == (1, 1)
    assert seen == []


def test_line_out_of_order_is_damage_even_when_each_is_whole() -> None:
    bench = Bench()
    fill(bench.new(), 5)
    lines = bench.store.read(1).splitlines(keepends=True)
    lines[2], lines[3] = lines[3], lines[2]
    bench.store.cut(1, 0)
    bench.store.append(1, b"".join(lines))
    assert bench.recover()[0].damage == (1, 3)


def test_line_with_another_chain_tag_is_damage() -> None:
    bench = Bench()
    fill(bench.new(), 5)
    other = Bench()
    fill(other.new(), 5, ms=11)
    lines = bench.store.read(1).splitlines(keepends=True)
    lines[3] = other.store.read(1).splitlines(keepends=True)[3]
    bench.store.cut(1, 0)
    bench.store.append(1, b"".join(lines))
    assert bench.recover()[0].damage == (1, 4)


def test_segment_opening_in_the_middle_of_a_segment_is_damage() -> None:
    bench = Bench()
    journal = bench.new()
    fill(journal, 2)
    journal._add((m.SEGMENT_OPENED, "MZ-0007", journal.log, 1, journal.boot, journal.head), 9)
    journal.sync()
    assert bench.recover()[0].damage == (1, 4)


@pytest.mark.parametrize("rows", [1, 63])
def test_head_report_lost_in_a_torn_tail_is_written_again(rows: int) -> None:
    bench = Bench()
    journal = bench.new()
    fill(journal, rows - 1)
    if rows == 1:
        journal.open_segment(1)
    journal.append(REVEALED if rows == 1 else STARTED, 5)
    bench.store.append(1, b"".join(journal._pending[:-1]))
    bench.store.sync(1)
    found, _ = bench.recover()
    assert found.head_due
    due = found.seq
    resumed = bench.resumed()
    resumed.append(STARTED, 6)
    resumed.sync()
    head = resumed.line(due + 1)
    assert head is not None
    assert parse(head).message == (m.LOG_HEAD, due, found.head)


def test_note_that_is_not_one_is_no_note() -> None:
    assert read_head_note(None) is None
    assert read_head_note(b"short") is None


def test_damaged_log_answers_for_lines_it_still_has() -> None:
    bench = Bench()
    journal = bench.new(segment_bytes_max=600)
    fill(journal, 400)
    _spoil(bench.store, 2, 30)
    resumed = bench.resumed()
    resumed.open_segment(5)
    resumed.sync()
    assert resumed.line(1) is not None
    starts = dict(resumed._starts)
    assert set(starts) == set(bench.store.segments()) - {2}
    assert resumed.line(starts[3]) is not None
    assert resumed.line(starts[3] - 1) is None
    again = bench.resumed()
    _spoil(bench.store, 1, 20)
    assert again.line(1) is None
    assert bench.resumed().line(1) is None


def test_garbage_between_good_lines_is_passed_over_in_search_of_the_highest_number() -> None:
    bench = Bench()
    journal = bench.new(segment_bytes_max=600)
    fill(journal, 40)
    bench.memory.write(0, bytes(128))
    _spoil(bench.store, 2, 30)
    _spoil(bench.store, 3, 30)
    assert bench.recover()[0].seq == journal.seq
