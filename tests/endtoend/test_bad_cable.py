"""A whole table on a real pseudo-terminal and a cable nobody would buy: bytes change, vanish and
appear in both directions, the plug falls out, the host starts anew. Nothing is lost, nothing is
doubled, nothing false is stored.
"""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING, Any

import pytest

from host_tools.link.port import TablePort
from host_tools.link.session import Event, HostSession
from host_tools.sim.table_process import TableProcess
from host_tools.store import LineStore
from tests.kill_judge import journal
from tests.kills import DEADLINE_SECONDS, NotEnded, tail

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

ALARMS = {"link.fork", "link.unchained", "link.rolled_back", "link.tail_lost", "link.head_differs"}
CLEAN_BYTES = (3000, 400)
"""On average, between two faults of the cable: to the host, and to the table, which hears less."""


class Cable:
    """Stands before pyserial's port and spoils what passes; all else is the port's own."""

    def __init__(self, port: Any, chance: random.Random) -> None:
        self._port = port
        self._chance = chance
        self.spoilt = [0, 0]

    def __getattr__(self, name: str) -> Any:
        return getattr(self._port, name)

    def read(self, size: int) -> bytes:
        return self._pass(self._port.read(size), 0)

    def write(self, octets: bytes) -> int:
        return self._port.write(self._pass(octets, 1))

    def _pass(self, octets: bytes, way: int) -> bytes:
        passed = bytearray()
        for octet in octets:
            if self._chance.randrange(CLEAN_BYTES[way]):
                passed.append(octet)
                continue
            self.spoilt[way] += 1
            fault = self._chance.randrange(3)
            if fault:  # changed, or something beside it; else it vanishes
                passed.append(octet ^ 1 << self._chance.randrange(8))
            if fault == 2:
                passed += self._chance.randbytes(self._chance.randint(1, 40))
        return bytes(passed)


class Follower:
    """A host at the end of the bad cable; `start_anew` is another program over the same store."""

    def __init__(self, store: LineStore, name: str, chance: random.Random) -> None:
        self.store = store
        self.name = name
        self.chance = chance
        self.told: list[str] = []
        self.spoilt = [0, 0]
        self.start_anew()

    def start_anew(self) -> None:
        self.session = HostSession(self.store, tell=self._tell)
        self.port = TablePort(self.name, self.session)

    def _tell(self, event: Event) -> None:
        self.told.append(event.key)

    def poll(self) -> None:
        self.port.poll()
        if self.port.port is not None and not isinstance(self.port.port, Cable):
            self.port.port = Cable(self.port.port, self.chance)  # type: ignore[assignment]

    def pull(self) -> None:
        """The plug is out; it is in again with the next poll."""
        if isinstance(self.port.port, Cable):
            self.spoilt = [a + b for a, b in zip(self.spoilt, self.port.port.spoilt, strict=True)]
        self.port.close()


@pytest.fixture
def store(tmp_path: Path) -> Iterator[LineStore]:
    store = LineStore(tmp_path / "lines.sqlite3")
    yield store
    store.close()


@pytest.mark.slow
def test_every_line_arrives_over_the_worst_of_cables(store: LineStore, tmp_path: Path) -> None:
    chance = random.Random("a bad cable")
    options = ["--speed", "60", "--linger", "20", "--hands", "6"]
    options += ["--seed", "cable", "--state", str(tmp_path / "t")]
    end = time.monotonic() + DEADLINE_SECONDS
    pulled = restarted = 0
    pull_at = 1  # lines in the store; not a moment: a quick table is done in few polls
    with TableProcess(options) as table:
        host = Follower(store, table.port, chance)
        while table.status() is None:
            host.poll()
            if host.session.stored >= pull_at:
                pull_at = host.session.stored + chance.randrange(1, 60)
                host.pull()
                pulled += 1
                if not pulled % 3:
                    host.start_anew()
                    restarted += 1
            if time.monotonic() > end:
                raise NotEnded(tail(tmp_path / "t"))
        assert table.status() == 0, table.why()
        host.pull()
    ((serial, log, _, _),) = store.logs()
    lines = [kept.line for kept in store.lines(serial, log)]
    assert lines == journal(tmp_path / "t").splitlines(keepends=True)
    assert store.forks(serial, log) == []
    assert not ALARMS & set(host.told)
    print(f"\n{len(lines)} lines, {host.spoilt} bytes spoilt to host and table, {pulled} pulls")
    assert min(host.spoilt) > 0
    assert "link.damaged" in host.told
    assert pulled > 3
    assert restarted >= 1


def test_a_second_host_is_kept_out_and_takes_over_when_the_first_leaves(
    store: LineStore, tmp_path: Path
) -> None:
    second_store = LineStore(tmp_path / "second.sqlite3")
    options = ["--speed", "40", "--seed", "two hosts", "--state", str(tmp_path / "t")]
    end = time.monotonic() + DEADLINE_SECONDS
    told: list[str] = []
    with TableProcess(options) as table:
        first = TablePort(table.port, HostSession(store))
        session = HostSession(second_store, tell=lambda event: told.append(event.key))
        second = TablePort(table.port, session)
        while not store.logs() and time.monotonic() < end:
            first.poll()
        assert not second.poll()
        assert told == ["link.port_busy"]
        first.close()
        while not session.caught_up and time.monotonic() < end:
            second.poll()
        second.close()
    ((serial, log, _, count),) = second_store.logs()
    kept = [one.line for one in store.lines(serial, log)]
    lines = [one.line for one in second_store.lines(serial, log)]
    second_store.close()
    assert count == len(lines) >= len(kept) > 0
    assert lines[: len(kept)] == kept
