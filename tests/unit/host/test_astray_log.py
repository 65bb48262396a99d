"""A log that contradicts itself is asked for a few times, told once, and fills no disk."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from firmware.schema import messages as m
from host_tools.link.asking import RESENDS_MAX
from host_tools.store import LineStore
from host_tools.store.forks import FORKS_PER_LINE_MAX
from tests.unit.host.host_end import SEAT, Host, forged, journalled, stored
from tests.unit.host.table_end import LOG, TableEnd, talk

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def store(tmp_path: Path) -> Iterator[LineStore]:
    store = LineStore(tmp_path / "lines.sqlite3")
    yield store
    store.close()


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
