"""A start begins with the newest snapshot that the log bears out, and else with an older one."""

from __future__ import annotations

from typing import Any

import pytest

from firmware.journal.recovery import Recovered, Recovery
from firmware.journal.segments import Journal, read_head_note
from firmware.journal.snapshots import Snapshot, keep, kept_snapshots, sealed, unsealed
from firmware.schema import messages as m
from tests.journal_bench import LOG, TABLE, Bench, fill

LAYOUT = b"layout 1"


class Started:
    """What a start reads: the snapshot it begins with, and the lines that it replays."""

    def __init__(self, bench: Bench) -> None:
        self.begun: list[Snapshot] = []
        self.seqs: list[int] = []
        self.heads: list[bytes] = []
        noted = read_head_note(bench.heads().read())
        snapshots = kept_snapshots(bench.store, TABLE, LAYOUT)
        recovery = Recovery(bench.store, noted, TABLE, self._visit, snapshots, self.begun.append)
        while not recovery.step():
            pass
        self.found: Recovered = recovery.found

    def _visit(self, line: Any, head: bytes) -> None:
        self.seqs.append(line.seq)
        self.heads.append(head)


def snapshot(bench: Bench, journal: Journal, content: tuple = ("state",)) -> Snapshot:
    taken = Snapshot(LOG, journal.seq, journal.head, (*content, journal.seq))
    keep(bench.store, taken, TABLE, LAYOUT)
    return taken


def spoil(bench: Bench, segment: int, at: int) -> None:
    content = bytearray(bench.store.read(segment))
    content[at] ^= 1
    bench.store.cut(segment, 0)
    bench.store.append(segment, bytes(content))
    bench.store.sync(segment)


def bench_with(lines: tuple[int, ...], segment_bytes_max: int = 600) -> tuple[Bench, Journal]:
    """A log with a snapshot after each of these numbers of turns."""
    bench = Bench()
    journal = bench.new(segment_bytes_max)
    for count in lines:
        fill(journal, count)
        snapshot(bench, journal)
    return bench, journal


def test_only_what_came_after_the_snapshot_is_replayed() -> None:
    bench, journal = bench_with((40,))
    taken = journal.seq
    fill(journal, 25)
    start = Started(bench)
    assert start.begun[0].content == ("state", taken)
    assert start.seqs == list(range(taken + 1, journal.seq + 1))
    assert start.heads[-1] == journal.head == start.found.head
    assert start.found.replayed_from == taken
    assert not start.found.is_damaged


def test_snapshot_at_the_very_end_leaves_nothing_to_replay() -> None:
    bench, journal = bench_with((40,))
    start = Started(bench)
    assert (start.seqs, start.found.seq) == ([], journal.seq)


@pytest.mark.parametrize("at", [0, 5, 20, 40, 80, -1])
def test_damaged_snapshot_is_passed_over_for_the_older_one(at: int) -> None:
    bench, journal = bench_with((20, 20))
    older, newer = bench.store.snapshots()
    content = bytearray(bench.store.read_snapshot(newer))
    content[at] ^= 4
    bench.store.write_snapshot(newer, bytes(content))
    start = Started(bench)
    assert start.found.replayed_from == older
    assert start.seqs == list(range(older + 1, journal.seq + 1))


def test_without_a_whole_snapshot_the_log_is_replayed_from_its_first_line() -> None:
    bench, journal = bench_with((20, 20))
    for number in bench.store.snapshots():
        bench.store.write_snapshot(number, b"nothing")
    assert Started(bench).seqs == list(range(1, journal.seq + 1))


@pytest.mark.parametrize("other", ["head", "log", "table", "layout", "number"])
def test_snapshot_that_the_log_does_not_bear_out_is_not_believed(other: str) -> None:
    bench, journal = bench_with((30,))
    true = kept_snapshots(bench.store, TABLE, LAYOUT)[0]
    bench.store.remove_snapshot(true.seq)
    head = bytes(32) if other == "head" else true.head
    log = bytes(8) if other == "log" else true.log
    table = "MZ-0008" if other == "table" else TABLE
    layout = b"layout 2" if other == "layout" else LAYOUT
    number = true.seq - 1 if other == "number" else true.seq
    forged = Snapshot(log, true.seq, head, true.content)
    bench.store.write_snapshot(number, sealed(forged, table, layout))
    start = Started(bench)
    assert start.begun == []
    assert start.seqs == list(range(1, journal.seq + 1))


def test_bytes_that_are_no_snapshot_open_to_nothing() -> None:
    bench, _ = bench_with((3,))
    whole = bench.store.read_snapshot(bench.store.snapshots()[0])
    for length in range(len(whole)):
        assert unsealed(whole[:length], TABLE, LAYOUT) is None
    assert unsealed(whole + b"\0", TABLE, LAYOUT) is None
    assert unsealed(whole, TABLE, LAYOUT) is not None


def test_two_snapshots_are_kept() -> None:
    bench, journal = bench_with((10, 10, 10, 10))
    assert len(bench.store.snapshots()) == 2
    assert bench.store.snapshots()[-1] == journal.seq


def test_damage_before_the_snapshot_is_told_and_the_state_is_known_all_the_same() -> None:
    bench, journal = bench_with((40,))
    fill(journal, 10)
    spoil(bench, 2, 30)
    start = Started(bench)
    assert start.found.damage == (2, 1)
    assert start.found.lost is None
    assert (start.found.seq, start.found.head) == (journal.seq, journal.head)
    assert start.found.replayed_from > 0


def test_damage_after_the_snapshot_ends_what_is_known() -> None:
    bench, journal = bench_with((20,), segment_bytes_max=60000)
    taken = journal.seq
    fill(journal, 200)
    spoil(bench, 1, len(bench.store.read(1)) // 2)
    start = Started(bench)
    assert start.found.lost == (start.seqs[-1] + 1, journal.seq)
    assert start.seqs == list(range(taken + 1, start.found.lost[0]))


def test_behind_a_damaged_line_the_next_reported_head_takes_the_chain_up_again() -> None:
    bench, journal = bench_with((200,), segment_bytes_max=60000)
    fill(journal, 10)
    spoil(bench, 1, 500)
    start = Started(bench)
    assert start.found.damage is not None
    assert start.found.lost is None
    assert (start.found.seq, start.found.head) == (journal.seq, journal.head)


def goes_on_after(bench: Bench, found: Recovered) -> Journal:
    """What a start writes first."""
    journal = bench.new(60000)
    journal.resume(found)
    journal.open_segment(1)
    for damage in found.damages:
        journal.append((m.LOG_DAMAGED, *damage), 1)
    if found.lost is not None:
        journal.append((m.TAIL_LOST, *found.lost), 1)
    journal.sync()
    return journal


def test_damage_that_an_earlier_start_has_told_is_no_news() -> None:
    bench, journal = bench_with((40,))
    spoil(bench, 2, 30)
    fill(goes_on_after(bench, Started(bench).found), 20)
    again = Started(bench)
    assert not again.found.is_damaged
    assert again.seqs[-1] == again.found.seq > journal.seq


def test_lost_lines_stay_lost_at_the_next_start() -> None:
    bench = Bench()
    journal = bench.new(60000)
    fill(journal, 100)
    spoil(bench, 1, 3000)
    first = Started(bench)
    assert first.found.lost is not None
    journal = goes_on_after(bench, first.found)
    fill(journal, 20)
    again = Started(bench)
    assert not again.found.is_damaged
    until = first.found.lost[0]
    behind = first.found.lost[1] + 1
    assert again.seqs == [*range(1, until), *range(behind, journal.seq + 1)]
    assert again.heads[-1] == journal.head


def test_synced_lines_that_vanished_are_known_from_the_fram() -> None:
    """A store that said `synced` and lied."""
    bench = Bench()
    journal = bench.new(60000)
    fill(journal, 30)
    kept = len(bench.store.read(1))
    fill(journal, 5)
    bench.store.cut(1, kept)
    start = Started(bench)
    assert start.found.lost == (32, 36)
    assert start.found.head == journal.head
    journal = goes_on_after(bench, start.found)
    assert journal.seq == 36 + 2
    assert not Started(bench).found.is_damaged


def test_log_that_vanished_whole_goes_on_above_what_the_fram_knows() -> None:
    bench = Bench()
    fill(bench.new(60000), 30)
    bench.store.remove(1)
    start = Started(bench)
    assert start.found.lost == (1, 31)
    journal = goes_on_after(bench, start.found)
    again = Started(bench)
    assert not again.found.is_damaged
    assert again.seqs == [32, 33]
    assert again.found.head == journal.head


def test_old_segments_may_go_when_the_host_has_them_and_two_snapshots_lie_behind() -> None:
    bench = Bench()
    journal = bench.new(600)
    fill(journal, 30)
    assert journal.droppable(journal.seq, bench.store.snapshots()) == 0
    first = snapshot(bench, journal)
    fill(journal, 30)
    snapshot(bench, journal)
    snapshots = bench.store.snapshots()
    assert journal.droppable(5, snapshots) == 0
    dropped = []
    while segment := journal.droppable(journal.seq, snapshots):
        journal.drop(segment)
        dropped.append(segment)
    assert dropped == list(range(1, len(dropped) + 1))
    assert journal.first <= first.seq + 1
    start = Started(bench)
    assert not start.found.is_damaged
    assert start.found.seq == journal.seq
    resumed = bench.new()
    resumed.resume(start.found)
    assert resumed.first == journal.first > 1
    assert resumed.line(resumed.first - 1) is None
    assert resumed.line(resumed.first) is not None


def test_newer_snapshot_damaged_after_a_rotation_still_starts() -> None:
    bench = Bench()
    journal = bench.new(600)
    for _ in range(2):
        fill(journal, 30)
        snapshot(bench, journal)
    while segment := journal.droppable(journal.seq, bench.store.snapshots()):
        journal.drop(segment)
    bench.store.write_snapshot(bench.store.snapshots()[-1], b"rotten")
    start = Started(bench)
    assert not start.found.is_damaged
    assert start.found.replayed_from == bench.store.snapshots()[0]


def test_rotated_log_without_any_snapshot_is_lost_and_says_so() -> None:
    bench = Bench()
    journal = bench.new(600)
    for _ in range(2):
        fill(journal, 30)
        snapshot(bench, journal)
    while segment := journal.droppable(journal.seq, bench.store.snapshots()):
        journal.drop(segment)
    for number in bench.store.snapshots():
        bench.store.write_snapshot(number, b"rotten")
    start = Started(bench)
    assert start.found.lost == (1, journal.seq)
    assert start.seqs == []


def test_missing_segment_in_the_middle_is_damage() -> None:
    bench, journal = bench_with((40,))
    bench.store.remove(3)
    start = Started(bench)
    assert start.found.damage == (4, 1)
    assert start.found.seq == journal.seq


def test_log_that_was_lost_once_and_then_lost_its_beginning_begins_with_nothing() -> None:
    bench = Bench()
    journal = bench.new(60000)
    fill(journal, 30)
    kept = len(bench.store.read(1))
    fill(journal, 5)
    bench.store.cut(1, kept)
    journal = goes_on_after(bench, Started(bench).found)
    fill(journal, 10)
    bench.store.remove(1)
    start = Started(bench)
    assert start.seqs == []
    assert start.found.lost == (1, journal.seq)


def test_snapshot_of_lines_that_were_lost_is_not_believed() -> None:
    """The damage lies before the snapshot, and an earlier start knew of no snapshot."""
    bench = Bench()
    journal = bench.new(60000)
    fill(journal, 200)
    late = Snapshot(LOG, journal.seq, journal.head, ("late",))
    fill(journal, 5)
    spoil(bench, 1, 500)
    journal = goes_on_after(bench, Started(bench).found)
    fill(journal, 5)
    keep(bench.store, late, TABLE, LAYOUT)
    start = Started(bench)
    assert start.begun == []
    assert start.found.replayed_from == 0
    assert start.seqs[-1] == journal.seq
