"""A host meets a table that no longer has all its lines, and learns what there is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.app.log_doubt import AHEAD_LINES_MAX
from firmware.app.log_keeping import LogBounds
from firmware.lines.writer import seal, write
from firmware.schema import messages as m
from firmware.schema.faults import FAULT_LOG_LOST
from host_tools.link.session import Event, HostSession
from host_tools.store import LineStore
from tests.paired_host import Keys
from tests.simulated_evening import SERIAL, Evening

if TYPE_CHECKING:
    from pathlib import Path

BOUNDS = LogBounds(segment_bytes_max=6000, snapshot_lines=100, kept_bytes_max=12000)
STACKS = {1: 3000, 2: 3000, 6: 3000}


class FollowingHost:
    """The real host's session on the simulated cable."""

    def __init__(self, evening: Evening, path: Path) -> None:
        self.evening = evening
        self.store = LineStore(path)
        self.told: list[str] = []
        self.session = HostSession(self.store, tell=self._told)
        self.end = evening.table.cable.host
        self.end.write(self.session.connect(evening.clock.now_ms()))

    def _told(self, event: Event) -> None:
        self.told.append(event.key)

    def plug_in(self, evening: Evening) -> None:
        self.evening = evening
        self.end = evening.table.cable.host
        self.end.write(self.session.connect(evening.clock.now_ms()))

    def look(self) -> None:
        now_ms = self.evening.clock.now_ms()
        octets = self.end.read()
        answer = self.session.receive(octets, now_ms) if octets else b""
        self.end.write(answer + self.session.tick(now_ms))

    def last(self) -> int:
        log = self.evening.controller.journal.log  # type: ignore[union-attr]
        line = self.store.last(SERIAL, log)
        return 0 if line is None else line.seq


def play(evening: Evening, host: FollowingHost, hands: int) -> None:
    while evening.spectator.hands_ended < hands and not evening.evening.is_over():
        evening.one_pass()
        host.look()


def settle(evening: Evening, host: FollowingHost, passes: int = 400) -> None:
    for _ in range(passes):
        evening.one_pass()
        host.look()


def test_old_segments_go_while_the_host_follows_and_a_new_host_begins_where_the_log_does(
    tmp_path: Path,
) -> None:
    evening = Evening(b"short", STACKS, 7, keys=Keys(), bounds=BOUNDS)
    host = FollowingHost(evening, tmp_path / "first.sqlite3")
    play(evening, host, 6)
    first = evening.disk.segments()[0]
    assert first > 1
    journal = evening.controller.journal
    assert journal is not None
    begins = journal.first  # what the stranger stores may go in its turn
    stranger = FollowingHost(evening, tmp_path / "second.sqlite3")
    settle(evening, stranger)
    assert stranger.last() >= journal.synced - 5
    assert "link.lines_gone" in stranger.told
    assert "link.astray" not in stranger.told
    assert "link.lines_gone" not in host.told
    lines = [line.seq for line in stranger.store.lines(SERIAL, journal.log)]
    assert lines[0] == begins


def test_lost_tail_is_told_and_the_host_follows_above_it(tmp_path: Path) -> None:
    evening = Evening(b"short", STACKS, 3, keys=Keys(), bounds=LogBounds(snapshot_lines=1 << 29))
    host = FollowingHost(evening, tmp_path / "lines.sqlite3")
    while not evening.told(m.ACTION_TAKEN):
        evening.one_pass()
        host.look()
    kept = len(evening.disk.read(1))
    while len(evening.told(m.ACTION_TAKEN)) < 2:
        evening.one_pass()  # the host does not hear these lines
    evening.disk.cut(1, kept)
    evening._world = evening.machine.snapshot()
    evening.start()
    evening.evening.look = lambda: None
    host.plug_in(evening)
    settle(evening, host)
    journal = evening.controller.journal
    assert journal is not None
    assert host.last() == journal.synced
    assert "link.tail_lost" in host.told
    assert "link.astray" not in host.told


def test_log_that_is_older_than_the_hosts_is_noticed_by_the_hosts_head(tmp_path: Path) -> None:
    """Store and FRAM were put back as they were an hour ago."""
    evening = Evening(b"old", STACKS, 3, keys=Keys())
    host = FollowingHost(evening, tmp_path / "lines.sqlite3")
    while len(evening.told(m.CUT_ASKED)) < 2:  # the first is of the draw of the button
        evening.one_pass()
        host.look()
    disk, fram = evening.disk.copy(), evening.memory.read(0, 4096)
    while len(evening.told(m.ACTION_TAKEN)) < 3:
        evening.one_pass()
        host.look()
    settle(evening, host, 30)
    highest = host.last()
    evening.disk = disk
    evening.memory.write(0, fram)
    evening._world = evening.machine.snapshot()
    evening.start()
    evening.evening.look = lambda: None
    host.plug_in(evening)
    settle(evening, host)
    told = evening.told(m.TAIL_LOST)
    assert [one[2] for one in told] == [highest]
    assert evening.controller.faults.stands(FAULT_LOG_LOST)
    assert "link.rolled_back" in host.told
    assert "link.fork" not in host.told
    assert host.last() == evening.controller.journal.synced > highest  # type: ignore[union-attr]
    evening.table.floor_key.put(True)
    settle(evening, host, 3000)
    assert evening.controller.stopped_by == ""
    voided = evening.told(m.HAND_VOIDED)
    assert len(voided) == 1
    assert evening.controller.table.issued == 9000
    numbers = [one[1] for one in evening.told(m.HAND_STARTED)]
    assert numbers[0] == 1
    assert numbers[1] > 1 + (told[0][2] - told[0][1]) // 100


def test_head_that_no_host_can_have_moves_nothing() -> None:
    evening = Evening(b"far", STACKS, 1, keys=Keys())
    while not evening.told(m.TURN_OPENED):
        evening.one_pass()
    end = evening.table.cable.host
    end.write(seal(write((m.ACK, (1 << 30) - 1, bytes(32)), None, 0), None))
    evening.play()
    assert not evening.told(m.TAIL_LOST, m.HAND_HELD)


def test_cable_without_a_key_cannot_hold_a_table_that_has_begun_to_play() -> None:
    evening = Evening(b"late", STACKS, 1, keys=Keys())
    while not evening.told(m.TURN_OPENED):
        evening.one_pass()
    number = evening.controller.journal.synced + 100  # type: ignore[union-attr]
    line = seal(write((m.ACK, number, bytes(32)), None, 0), None)
    evening.table.cable.host.write(line)
    evening.play()
    assert not evening.told(m.TAIL_LOST, m.HAND_HELD, m.HAND_VOIDED)


def test_cable_without_a_key_cannot_use_up_the_numbers_of_the_log() -> None:
    evening = Evening(b"flood", STACKS, 1, keys=Keys())
    while not evening.told(m.DECK_LOADED):
        evening.one_pass()
    journal = evening.controller.journal
    assert journal is not None
    before = journal.seq
    end = evening.table.cable.host
    for _ in range(20):
        number = journal.synced + AHEAD_LINES_MAX
        end.write(seal(write((m.ACK, number, bytes(32)), None, 0), None))
        for _ in range(5):
            evening.one_pass()
    assert len(evening.told(m.TAIL_LOST)) == 1
    assert before < journal.seq < before + AHEAD_LINES_MAX + 100
    assert evening.controller.stopped_by == ""
