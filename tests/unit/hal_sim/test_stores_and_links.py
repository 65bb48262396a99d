"""A power cut takes only what was not synced; cables say when they are out."""

from __future__ import annotations

import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hal.errors import CORRUPT, LOST, REFUSED, HalError, PowerCut
from hal.sim import room as room_file
from hal.sim.board import fallen_pile
from hal.sim.clock import SimClock
from hal.sim.deck import Deck
from hal.sim.folder import FileOrderMemory
from hal.sim.link import ROOM_BYTES, Cable
from hal.sim.mechanics import Machine
from hal.sim.memory import FRAM_BYTES, SimOrderMemory
from hal.sim.mishaps import ROWS_MAX, FaultPlan, Mishap
from hal.sim.room import Room
from hal.sim.store import MemoryStore
from hal.sim.terminal import PseudoTerminal
from hal.sim.workings.hands import WorkedMachine


@given(st.integers(0, 30))
def test_a_power_cut_tears_at_any_byte_after_the_last_sync(surviving):
    store = MemoryStore()
    store.append(1, b"synced ")
    store.sync(1)
    store.append(1, b"not synced")
    store.append(2, b"new segment")
    assert store.unsynced_bytes() == 21
    store.cut_power(surviving)
    left = b"".join(store.read(one) for one in store.segments())
    assert left == b"synced not syncednew segment"[: 7 + surviving]
    assert store.segments() == ((1, 2) if surviving > 10 else (1,))
    assert store.unsynced_bytes() == 0


def test_the_plug_can_be_pulled_before_any_write():
    def pull(what):
        writes.append(what)
        if len(writes) == 3:
            raise PowerCut

    store, writes = MemoryStore(), []
    store.before_write = pull
    store.append(1, b"one")
    store.sync(1)
    with pytest.raises(PowerCut):
        store.append(1, b"two")
    store.cut_power()
    assert store.read(1) == b"one"
    assert writes == ["append", "sync", "append"]


def test_a_fram_write_is_whole_or_not_there():
    def pull(_what):
        raise PowerCut

    fram = SimOrderMemory()
    fram.write(0, b"before")
    fram.before_write = pull
    with pytest.raises(PowerCut):
        fram.write(0, b"after!")
    assert fram.read(0, 6) == b"before"


def test_a_fram_on_disk_outlives_its_program(tmp_path):
    first = FileOrderMemory(tmp_path / "fram.bin")
    first.write(32760, b"12345678")
    first.close()
    second = FileOrderMemory(tmp_path / "fram.bin")
    assert second.read(32759, 9) == b"\x0012345678"
    assert "1" not in repr(second)
    with pytest.raises(HalError):
        second.write(32761, b"12345678")
    assert (tmp_path / "fram.bin").stat().st_mode & 0o777 == 0o600


def test_a_room_keeps_the_cards_where_they_lie(tmp_path):
    def machine(seed):
        return Machine(SimClock(), Deck(fallen_pile(seed)))

    first = machine(b"one")
    assert not Room(tmp_path).enter(first)
    first.begin(1, 1)
    first.clock.advance(5000)
    second, room = machine(b"two"), Room(tmp_path)
    assert room.enter(second)
    assert room.starts == 1
    assert second.snapshot() == first.snapshot()
    assert (tmp_path / "world.bin").stat().st_mode & 0o777 == 0o600


def machine_in(folder, seed=b"one"):
    machine, room = Machine(SimClock(), Deck(fallen_pile(seed))), Room(folder)
    was_here = room.enter(machine)
    return machine, room, was_here


@pytest.mark.parametrize("broken", [b"x", b"{}", bytes(100), bytes(20_000), b"\xff" * 9000])
def test_a_room_with_no_whole_picture_is_refused_and_left_alone(tmp_path, broken):
    (tmp_path / "world.bin").write_bytes(broken)
    with pytest.raises(HalError) as corrupt:
        machine_in(tmp_path)
    assert corrupt.value.kind == CORRUPT
    assert (tmp_path / "world.bin").read_bytes() == broken


@pytest.mark.parametrize(
    ("first", "second", "level"),
    [(Machine, WorkedMachine, "--level register or port;"), (WorkedMachine, Machine, "worked;")],
)
def test_a_room_where_another_kind_of_machine_stood_is_refused_and_left_alone(
    tmp_path, first, second, level
):
    room = Room(tmp_path)
    room.enter(first(SimClock(), Deck(fallen_pile(b"one"))))
    room.close()
    before = (tmp_path / "world.bin").read_bytes()
    room = Room(tmp_path)
    with pytest.raises(HalError, match=level) as refused:
        room.enter(second(SimClock(), Deck(fallen_pile(b"one"))))
    assert refused.value.kind == REFUSED
    room.close()
    assert (tmp_path / "world.bin").read_bytes() == before


@pytest.mark.parametrize("torn_at", [0, 5, 11, 12, 40, 300])
def test_a_picture_torn_by_a_kill_leaves_the_one_before(tmp_path, torn_at):
    machine, room, _ = machine_in(tmp_path)
    machine.begin(1, 1)
    machine.clock.advance(300)  # one step of two
    before = machine.snapshot()
    machine.clock.advance(5000)
    room.close()
    world = bytearray((tmp_path / "world.bin").read_bytes())
    second = room_file._PLACES[1]
    last = second if world[second : second + 4] > world[:4] else 0
    world[last + torn_at : last + second] = bytes(len(world[last + torn_at : last + second]))
    (tmp_path / "world.bin").write_bytes(world)
    again, room, was_here = machine_in(tmp_path, b"two")
    assert was_here
    assert again.snapshot() == before
    room.close()


def test_a_picture_that_stood_second_in_a_small_place_is_found(tmp_path):
    machine, room, _ = machine_in(tmp_path)
    machine.begin(1, 1)
    machine.clock.advance(300)
    room.close()
    world = (tmp_path / "world.bin").read_bytes()
    second = room_file._PLACES[1]
    numbers = [int.from_bytes(world[at : at + 4]) for at in (0, second)]
    assert numbers[1] > numbers[0], "the newest stands second"
    small = world[:8192].ljust(8192, b"\0") + world[second:]
    (tmp_path / "world.bin").write_bytes(small)
    before = machine.snapshot()
    again, room, was_here = machine_in(tmp_path, b"two")
    assert was_here
    assert again.snapshot() == before
    room.close()


def worked_in(folder, rows):
    machine, room = WorkedMachine(SimClock(), Deck(fallen_pile(b"one"))), Room(folder)
    machine.follow(FaultPlan(rows))
    return machine, room


def test_the_most_that_a_machine_with_its_own_program_keeps_has_room_and_comes_back(tmp_path):
    rows = ["extra deal=1 face=Ah"] * ROWS_MAX
    machine, room = worked_in(tmp_path, rows)
    machine.cells.write(0, b"\xff" * FRAM_BYTES)
    assert not room.enter(machine)
    machine.changed()
    room.close()
    assert (tmp_path / "world.bin").stat().st_size > 2 * FRAM_BYTES
    again, room = worked_in(tmp_path, [])
    assert room.enter(again)
    assert again.snapshot()[1:] == machine.snapshot()[1:]
    room.close()


def test_a_picture_without_room_is_refused_with_its_size_and_the_one_before_stays(tmp_path):
    machine, room = worked_in(tmp_path, [])
    room.enter(machine)
    before = (tmp_path / "world.bin").read_bytes()
    machine.plan.rows = [Mishap("nothing card=1 tries=never")] * 50_000
    with pytest.raises(HalError, match=r"a picture of \d+ bytes, and there is room for 131072"):
        machine.changed()
    assert (tmp_path / "world.bin").read_bytes() == before
    room.close()


def test_a_cable_carries_both_ways_in_order():
    cable = Cable()
    assert cable.table.write(b"hello") == 5
    assert cable.host.write(b"greet") == 5
    assert (cable.host.read(), cable.table.read()) == (b"hello", b"greet")
    assert (cable.host.read(), cable.table.read()) == (b"", b"")


def test_a_cable_takes_only_what_it_has_room_for():
    cable = Cable()
    assert cable.table.write(bytes(ROOM_BYTES + 1)) == ROOM_BYTES
    assert cable.table.write(b"x") == 0
    assert len(cable.host.read()) == ROOM_BYTES
    assert cable.table.write(b"x") == 1


def test_a_cable_that_is_out_loses_what_was_in_it():
    cable = Cable()
    cable.table.write(b"lost")
    cable.unplug()
    for end in (cable.table, cable.host):
        for call in (end.read, lambda end=end: end.write(b"x")):
            with pytest.raises(HalError) as lost:
                call()
            assert lost.value.kind == LOST
    cable.plug()
    assert cable.host.read() == b""


@pytest.fixture
def port():
    port = PseudoTerminal()
    yield port
    port.close()


def lost(call):
    with pytest.raises(HalError) as raised:
        call()
    return raised.value.kind == LOST


def test_a_port_without_a_host_is_lost_and_keeps_nothing(port):
    assert not port.is_held()
    assert lost(port.read)
    assert lost(lambda: port.write(b"for nobody"))
    host = os.open(port.port, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    assert port.is_held()
    with pytest.raises(BlockingIOError):
        os.read(host, 100)
    os.close(host)


def test_a_port_carries_raw_bytes_and_never_waits(port):
    host = os.open(port.port, os.O_RDWR | os.O_NOCTTY)
    assert port.read() == b""
    every = bytes(range(256))
    assert port.write(every) == 256
    assert os.read(host, 1000) == every
    assert os.write(host, every) == 256
    assert port.read() == every
    assert port.moved_bytes == 512
    os.close(host)


def test_a_host_that_reads_nothing_does_not_hold_up_the_table(port):
    host = os.open(port.port, os.O_RDWR | os.O_NOCTTY)
    took = [port.write(bytes(4096)) for _ in range(100)]
    assert took[0] > 0
    assert took[-1] == 0
    os.close(host)


def test_a_host_that_leaves_and_comes_back_is_noticed(port):
    for _ in range(3):
        host = os.open(port.port, os.O_RDWR | os.O_NOCTTY)
        assert port.write(b"x") == 1
        assert os.read(host, 10) == b"x"
        os.close(host)
        assert lost(port.read)
        assert lost(lambda: port.write(b"x"))
