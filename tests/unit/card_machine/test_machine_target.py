"""The block of memory on the table's bus says what is true, whatever was written where."""

from __future__ import annotations

import pytest

from hal.card_machine.target import BLOCK_BYTES, Target
from hal.drivers.card_machine import (
    ACCEPTED,
    COMMAND,
    EVENT_BYTES,
    EVENTS_MAX,
    FLAG_COLLECTING,
    FLAG_HOME,
    FLAG_LOST,
    FLAG_RUNNING,
    IDENTITY,
    MAP_VERSION,
    REFUSED_BUSY,
    REFUSED_DAMAGED,
    REFUSED_ID,
    STATUS,
    STATUS_BYTES,
    TAKEN,
)
from hal.drivers.crc8 import crc8
from hal.ports import EJECT, EV_DONE, EV_LANDED, EV_RESTARTED, FEED, STOP


class Bus:
    """The table's end of a wire that lays bytes down as the Pico's interrupt does."""

    def __init__(self):
        self.line = []
        self.target = Target(self.line.append)

    def write(self, register, octets):
        block = self.target.block
        for at, octet in enumerate(octets):
            block[(register + at) % BLOCK_BYTES] = octet
        self.target.written()

    def command(self, command_id, operation=FEED, a=0, b=0, c=0):
        message = bytes((command_id >> 8, command_id & 255, operation, a >> 8, a & 255, b))
        message += bytes((c >> 8, c & 255))
        self.write(COMMAND, message + bytes((crc8(bytes((COMMAND,)) + message),)))
        return self.status()[1]

    def taken(self, number):
        self.write(TAKEN, (number, crc8(bytes((TAKEN, number)))))

    def status(self):
        """flags, answer, last id, events waiting."""
        told = bytes(self.target.block[STATUS : STATUS + STATUS_BYTES])
        assert crc8(bytes((STATUS,)) + told) == 0
        return told[0], told[1], told[2] << 8 | told[3], told[4]

    def events(self):
        """(number, event, id, a, b) of each; behind them nothing but 0xFF."""
        block = self.target.block
        end = STATUS + STATUS_BYTES + self.status()[3] * EVENT_BYTES
        assert set(block[end:]) <= {0xFF}
        records = [
            bytes(block[at : at + EVENT_BYTES])
            for at in range(STATUS + STATUS_BYTES, end, EVENT_BYTES)
        ]
        assert [crc8(record) for record in records] == [0] * len(records)
        return [(r[0], r[1], r[2] << 8 | r[3], r[4] << 8 | r[5], r[6]) for r in records]


@pytest.fixture
def bus():
    return Bus()


def test_a_command_is_answered_in_the_interrupt_and_fetched_once(bus):
    assert bus.command(7, EJECT, 4, 3, 70) == ACCEPTED
    assert bus.status() == (FLAG_RUNNING, ACCEPTED, 7, 0)
    assert bus.target.fetch() == (7, EJECT, 4, 3, 70)
    assert bus.target.fetch() is None


def test_no_slot_and_no_place_are_less_than_nothing(bus):
    bus.command(7, EJECT, 0xFFFF, 0xFF)
    assert bus.target.fetch() == (7, EJECT, -1, -1, 0)


@pytest.mark.parametrize("count", range(1, 9))
def test_a_write_that_is_too_short_is_refused(bus, count):
    bus.write(COMMAND, bytes((0, 9, EJECT, 0, 4, 3, 0, 70))[:count])
    assert bus.status()[1] == REFUSED_DAMAGED
    assert bus.target.fetch() is None


@pytest.mark.parametrize("more", [1, 3, 7, 40])
def test_a_write_that_is_too_long_is_refused_and_undone(bus, more):
    bus.target.tell(EV_LANDED, 3, 9, 2)
    message = bytes((0, 9, FEED, 0, 4, 0, 0, 0))
    bus.write(COMMAND, message + bytes((crc8(bytes((COMMAND,)) + message),)) + b"\1" * more)
    assert bus.status()[1] == REFUSED_DAMAGED
    assert [one[1:] for one in bus.events()] == [(EV_LANDED, 3, 9, 2)]


@pytest.mark.parametrize("register", [IDENTITY, STATUS, STATUS + 9, 0xFF])
def test_what_is_written_beside_command_and_taken_is_undone(bus, register):
    bus.target.tell(EV_LANDED, 3, 9, 2)
    before = bytes(bus.target.block)
    bus.write(register, b"\0" * 16)
    after = bytes(bus.target.block)
    assert [one[1:] for one in bus.events()] == [(EV_LANDED, 3, 9, 2)]
    assert after[:4] == before[:4] == b"MC" + bytes((MAP_VERSION, before[3]))
    assert after[STATUS + STATUS_BYTES :] == before[STATUS + STATUS_BYTES :]


def test_id_nought_is_none(bus):
    assert bus.command(0) == REFUSED_ID
    assert bus.target.fetch() is None


def test_one_command_at_a_time_and_stop_beside_it(bus):
    bus.command(7)
    assert bus.command(8) == REFUSED_BUSY
    assert bus.status()[2] == 7
    assert bus.command(9, STOP) == ACCEPTED
    assert bus.target.fetch() == (9, STOP, 0, 0, 0)
    assert bus.target.displaced() == 7, "nobody had fetched it yet"
    assert bus.target.displaced() == 0


def test_an_event_stays_until_it_is_taken(bus):
    for place in (1, 2, 3):
        bus.target.tell(EV_LANDED, 5, place)
    numbers = [one[0] for one in bus.events()]
    assert bus.line[-1] is True
    bus.write(TAKEN, (numbers[1], 0))
    assert len(bus.events()) == 3, "a damaged TAKEN takes nothing"
    bus.taken(numbers[1])
    assert [one[3] for one in bus.events()] == [3]
    bus.taken(99)
    assert [one[3] for one in bus.events()] == [3], "no such number"
    bus.taken(numbers[2])
    assert bus.events() == []
    assert bus.line[-1] is False


def test_beyond_64_events_the_oldest_go_and_that_is_told(bus):
    for at in range(EVENTS_MAX + 3):
        bus.target.tell(EV_LANDED, 5, at)
    flags, _, _, waiting = bus.status()
    assert flags & FLAG_LOST
    assert waiting == EVENTS_MAX
    assert [one[3] for one in bus.events()] == list(range(3, EVENTS_MAX + 3))
    bus.taken(0)
    assert bus.status()[0] & FLAG_LOST == 0
    assert bus.line[-1] is False


def test_numbers_run_around_255_and_miss_nought(bus):
    numbers = []
    for _ in range(300):
        bus.target.tell(EV_LANDED, 5)
        numbers += [one[0] for one in bus.events()]
        bus.taken(numbers[-1])
    assert numbers == [at % 255 + 1 for at in range(300)]


def test_the_last_id_again_keeps_only_that_the_machine_has_restarted(bus):
    bus.target.tell(EV_RESTARTED, 0)
    bus.command(7)
    bus.target.fetch()
    bus.target.tell(EV_LANDED, 7, 3)
    assert bus.command(7) == ACCEPTED
    assert [one[1] for one in bus.events()] == [EV_RESTARTED]
    assert bus.target.is_told_again()
    assert not bus.target.is_told_again()
    assert bus.target.fetch() is None


def test_the_end_of_a_command_lets_the_next_one_in_at_once(bus):
    bus.command(7)
    bus.target.fetch()
    bus.target.flag(FLAG_HOME, True)
    bus.target.flag(FLAG_COLLECTING, True)
    bus.target.end(EV_DONE, 7)
    assert bus.status()[0] == FLAG_HOME
    assert bus.command(8) == ACCEPTED


def test_a_stop_that_came_before_the_end_still_runs(bus):
    bus.command(7)
    bus.target.fetch()
    bus.command(8, STOP)
    bus.target.end(EV_DONE, 7)
    assert bus.status()[0] & FLAG_RUNNING
