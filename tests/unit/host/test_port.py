"""The cable: a real pseudo-terminal and pyserial; nothing the world does ends in a traceback."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import pytest

from firmware.schema import messages as m
from hal.errors import HalError
from hal.sim.terminal import PseudoTerminal
from host_tools.link.port import BadPort, TablePort
from host_tools.link.session import Event, HostSession
from host_tools.store import LineStore
from host_tools.texts import Texts
from tests.unit.host.table_end import LOG, TableEnd

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

POLLS_MAX = 400  # each waits at most 50 ms for bytes


@pytest.fixture
def store(tmp_path: Path) -> Iterator[LineStore]:
    store = LineStore(tmp_path / "lines.sqlite3")
    yield store
    store.close()


class Room:
    """A table's end on a pseudo-terminal, and a host on the other."""

    def __init__(self, store: LineStore) -> None:
        self.table = TableEnd()
        self.terminal = PseudoTerminal()
        self.events: list[Event] = []
        self.session = HostSession(store, tell=self.events.append)
        ticks = itertools.count(0, 5)
        self.port = TablePort(
            self.terminal.port,
            self.session,
            clock=lambda: next(ticks),
            idle=lambda seconds: None,
        )
        self.now = 0

    def table_pass(self) -> None:
        self.now += 10
        try:
            self.table.session.receive(self.terminal.read(), self.table.journal, self.now)
            out = self.table.session.outgoing(self.table.journal, self.now)
            self.table.session.took(self.terminal.write(out) if out else 0)
        except HalError:
            self.table.session.unplugged()

    def until(self, reached) -> None:
        for _ in range(POLLS_MAX):
            if reached():
                return
            self.table_pass()
            self.port.poll()
        raise AssertionError(f"not reached; told {self.told}")

    @property
    def told(self) -> list[str]:
        return [event.key for event in self.events]

    def close(self) -> None:
        self.port.close()
        self.terminal.close()


@pytest.fixture
def room(store: LineStore) -> Iterator[Room]:
    room = Room(store)
    yield room
    room.close()


def has_all(room: Room) -> bool:
    return room.table.session.acknowledged == room.table.journal.seq


def test_lines_cross_a_real_serial_port(room: Room, store: LineStore) -> None:
    room.table.say(*[(m.SEAT_TAKEN, seat, 1000, None) for seat in range(1, 11)])
    room.until(lambda: has_all(room))
    assert len(list(store.lines("MZ-0007", LOG))) == room.table.journal.seq
    assert room.told == ["link.connected"]


def test_a_host_that_lets_go_of_the_port_comes_back(room: Room, store: LineStore) -> None:
    room.until(lambda: has_all(room))
    room.port.close()
    room.table.say((m.TABLE_PAUSED, None))
    room.table_pass()
    room.until(lambda: has_all(room))
    assert len(list(store.lines("MZ-0007", LOG))) == room.table.journal.seq


def test_a_table_that_dies_is_lost_in_words_and_tried_again(room: Room) -> None:
    room.until(lambda: has_all(room))
    room.terminal.close()
    for _ in range(POLLS_MAX):
        room.port.poll()
        if "link.no_port" in room.told:
            break
    assert room.told[:2] == ["link.connected", "link.lost"]
    assert room.told.count("link.no_port") == 1
    room.terminal = PseudoTerminal()  # for the fixture's end
    room.port.name = room.terminal.port
    room.until(lambda: room.session.caught_up)


def test_a_port_that_is_not_there_is_told_once(store: LineStore, tmp_path: Path) -> None:
    events: list[Event] = []
    clock = iter(range(0, 10**9, 500))
    port = TablePort(
        str(tmp_path / "ttyNONE"),
        HostSession(store, tell=events.append),
        clock=lambda: next(clock),
        idle=lambda seconds: None,
    )
    for _ in range(50):
        assert not port.poll()
    assert [event.key for event in events] == ["link.no_port"]
    assert events[0].values["why"] == "No such file or directory"


def test_a_name_that_is_no_port_ends_the_trying(store: LineStore) -> None:
    port = TablePort("nonsense://x", HostSession(store))
    with pytest.raises(BadPort):
        port.poll()


def test_a_second_reader_of_the_same_port_is_kept_out(room: Room, store: LineStore) -> None:
    room.until(lambda: has_all(room))
    events: list[Event] = []
    second = TablePort(room.terminal.port, HostSession(store, tell=events.append))
    assert not second.poll()
    assert [event.key for event in events] == ["link.port_busy"]


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("", "link.port_empty"),
        (" ", "link.port_empty"),
        (__file__, "link.port_file"),
        ("/", "link.port_file"),
        ("/dev/null", "link.port_file"),
        ("socket://", "link.port_url"),
        ("socket://table", "link.port_url"),
        ("socket://table:abc", "link.port_url"),
        ("socket://table:99999", "link.port_url"),
        ("loop://?nonsense", "link.bad_port"),
    ],
)
def test_what_can_never_be_opened_is_refused_at_the_first_look(
    store: LineStore, name: str, key: str
) -> None:
    events: list[Event] = []
    with pytest.raises(BadPort) as refused:
        TablePort(name, HostSession(store, tell=events.append)).poll()
    assert refused.value.key == key
    assert not events


@pytest.mark.parametrize(
    ("language", "again"),
    [("en", "Trying again; Ctrl-C stops"), ("it", "Si riprova; Ctrl-C ferma")],
)
def test_a_port_that_does_not_open_is_told_with_what_happens_next(
    language: str, again: str
) -> None:
    say = Texts(language)
    assert again in say("link.no_port", port="/dev/ttyX", why="x")
    busy = say("link.port_busy", port="/dev/ttyX", why="x")
    assert again in busy
    assert "log follow" in busy
