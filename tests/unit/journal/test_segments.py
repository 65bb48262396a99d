"""What is appended and synced is there, chained, and nothing else is promised."""

from __future__ import annotations

import pytest

from firmware.compat import InvariantError
from firmware.journal.segments import HEAD_EVERY_LINES, read_head_note
from firmware.lines.chain import Chain, genesis
from firmware.lines.parser import parse
from firmware.schema import messages as m
from hal.errors import IO, HalError
from tests.journal_bench import BOOT, LOG, REVEALED, STARTED, TABLE, Bench, fill, text

GOLDEN = (
    b"1 0 segment_opened table=MZ-0007 log=9f3a01c25b7d4e60 segment=1 boot=00000001c0ffee42 "
    b"prev=35ac3e32f10b273ae43e34ccbea4057f56d59c2f798a2f7cb2d33d3b3a2ba669 "
    b"#a5bb8df89db3c80c ~97b59fbd\n"
    b"2 5 hand_started hand=1 button=3 seats=1,3,4 stacks=1000,1000,1000 "
    b"#00cad3ec36a935e2 ~5ea2ddd5\n"
)


def test_the_first_two_lines_are_the_golden_ones() -> None:
    bench = Bench()
    journal = bench.new()
    journal.open_segment(0)
    assert journal.append(STARTED, 5) == 2
    journal.sync()
    assert text(bench.store) == GOLDEN


def test_nothing_is_in_the_store_before_sync_and_one_sync_serves_a_pass() -> None:
    bench = Bench()
    journal = bench.new()
    journal.open_segment(0)
    journal.append(STARTED, 5)
    assert bench.store.segments() == ()
    assert journal.synced == 0
    assert journal.sync()
    assert journal.synced == journal.seq == 2
    assert bench.store.sync_count == 1
    assert not journal.sync()
    assert bench.store.sync_count == 1


def test_fram_knows_the_head_after_every_sync() -> None:
    bench = Bench()
    journal = bench.new()
    for count in range(1, 5):
        fill(journal, 1)
        assert read_head_note(bench.heads().read()) == (journal.seq, journal.head), count


def test_heads_alternate_between_two_places() -> None:
    bench = Bench()
    journal = bench.new()
    fill(journal, 1)
    first = bench.memory.read(0, 128)
    fill(journal, 1)
    second = bench.memory.read(0, 128)
    assert first[:64] == second[:64]
    assert first[64:] != second[64:]


def test_full_head_of_every_sixty_fourth_line_is_reported() -> None:
    bench = Bench()
    journal = bench.new()
    fill(journal, 200)
    chain = Chain(genesis(TABLE, LOG))
    heads: dict[int, bytes] = {}
    reported = []
    for piece in text(bench.store).splitlines(keepends=True):
        line = parse(piece)
        assert chain.follow(line.body, line.tag)
        heads[line.seq or 0] = chain.head
        if line.message[0] == m.LOG_HEAD:
            reported.append(line.message[1])
            assert line.message[2] == heads[line.message[1]]
    assert reported == [HEAD_EVERY_LINES * n for n in (1, 2, 3)]


def test_full_head_is_reported_at_the_end_of_a_hand() -> None:
    journal = Bench().new()
    journal.open_segment(0)
    journal.append(REVEALED, 9)
    journal.sync()
    last = journal.line(3)
    assert last is not None
    assert parse(last).message[:2] == (m.LOG_HEAD, 2)


def test_a_full_segment_is_followed_by_one_that_names_the_chain_so_far() -> None:
    bench = Bench()
    journal = bench.new(segment_bytes_max=600)
    fill(journal, 40)
    assert len(bench.store.segments()) > 3
    for number in bench.store.segments():
        message = parse(bench.store.read(number).splitlines(keepends=True)[0]).message
        assert message[:5] == (m.SEGMENT_OPENED, TABLE, LOG, number, BOOT)


def test_segment_is_never_opened_in_the_middle_of_a_pass() -> None:
    journal = Bench().new()
    journal.open_segment(0)
    with pytest.raises(InvariantError):
        journal.open_segment(0)


def test_any_durable_line_can_be_read_again() -> None:
    bench = Bench()
    journal = bench.new(segment_bytes_max=4000)
    fill(journal, 700)
    lines = text(bench.store).splitlines(keepends=True)
    assert len(lines) == journal.seq
    for seq in (1, 2, 63, 64, 65, 66, 300, journal.seq - 1, journal.seq):
        assert journal.line(seq) == lines[seq - 1]
    assert journal.line(0) is None
    assert journal.line(journal.seq + 1) is None


def test_line_that_is_not_synced_is_not_told() -> None:
    journal = Bench().new()
    fill(journal, 3)
    seq = journal.append(STARTED, 5)
    assert journal.line(seq) is None
    journal.sync()
    assert journal.line(seq) is not None


@pytest.mark.parametrize("failing", ["append", "sync", "cut"])
def test_failed_sync_can_be_repeated_and_nothing_is_double(failing: str) -> None:
    bench = Bench()
    journal = bench.new()
    fill(journal, 3)
    journal.append(STARTED, 5)
    failures = [failing, "sync"] if failing == "cut" else [failing]

    def fail(what: str) -> None:
        if what in failures:
            failures.remove(what)
            raise HalError(IO, "store")

    bench.store.before_write = fail
    while failures:
        with pytest.raises(HalError):
            journal.sync()
    journal.sync()
    found, seen = bench.recover()
    assert not found.is_damaged
    assert found.seq == journal.seq == len(seen)


def test_failure_of_the_very_first_append_leaves_nothing_to_cut() -> None:
    bench = Bench()
    journal = bench.new()
    journal.open_segment(0)
    failures = ["append"]

    def fail(what: str) -> None:
        if what in failures:
            failures.remove(what)
            raise HalError(IO, "store")

    bench.store.before_write = fail
    with pytest.raises(HalError):
        journal.sync()
    journal.sync()
    assert bench.recover()[0].seq == 1


def test_head_of_an_appended_line_is_its_own_even_when_a_report_follows_it() -> None:
    journal = Bench().new()
    journal.open_segment(0)
    seq = journal.append(REVEALED, 9)
    journal.sync()
    line = journal.line(seq)
    report = journal.line(seq + 1)
    assert line is not None
    assert report is not None
    assert journal.appended_head == parse(report).message[2] != journal.head
