"""The card machine's own controller, byte by byte, before a motor is joined to it.

Whoever writes that controller's program runs this against it: `MAZZIERE_BENCH_BUS=7
.venv/bin/pytest -m hardware tests/contracts/test_card_machine_controller.py`, the controller at
0x30 of that bus, freshly started, no motors, no cards. The simulated controller is held to the
same. Bytes are put together here from hardware/card-machine.md, not by our driver.
"""

from __future__ import annotations

import os

import pytest

from hal.boards import rev_a
from hal.errors import ABSENT, NACK, HalError
from hal.sim.bus import SimBus
from hal.sim.chip_card_machine import SimCardMachineChip
from hal.sim.clock import SimClock
from hal.sim.deck import Deck
from hal.sim.mechanics import Machine
from hal.sim.workings.controller import SimController
from hal.sim.workings.hands import WorkedMachine
from tests.contracts.chip_benches import BENCH_BUS, Bench, on_a_real_bus

IDENTITY, COMMAND, TAKEN, STATUS = 0x00, 0x10, 0x1C, 0x20
FEED, OPEN_FACE, NO_OPERATION = 2, 7, 99
ACCEPTED, REFUSED_DAMAGED, REFUSED_ID = 0, 2, 3
FLAG_HOME = 0x02
FAILED, ARGUMENT, NOT_HOME, NO_FACE = 2, 1, 2, 5
ANSWER_MS_MAX = 50  # of commands that move nothing: 5 ms in the contract, and the bus


def check(octets):
    """CRC-8, x^8 + x^2 + x + 1, start 0."""
    register = 0
    for octet in octets:
        register ^= octet
        for _ in range(8):
            register = (register << 1 ^ 0x07 if register & 0x80 else register << 1) & 0xFF
    return register


def simulated():
    clock = SimClock()
    bus = SimBus(clock, "bench", 400_000)
    chip = SimCardMachineChip(Machine(clock, Deck(range(52))))
    bus.wires.attach(rev_a.MACHINE_AT, chip)
    return Bench(bus, clock, lambda ms: clock.advance(clock.now_ms() + ms))


def worked():
    """The machine's own program, over metal that nobody moves."""
    clock = SimClock()
    bus = SimBus(clock, "bench", 400_000)
    bus.wires.attach(rev_a.MACHINE_AT, SimController(WorkedMachine(clock, Deck(range(52)))))
    return Bench(bus, clock, lambda ms: clock.advance(clock.now_ms() + ms))


BENCHES = [simulated, worked]
if os.environ.get(BENCH_BUS):
    BENCHES.append(pytest.param(on_a_real_bus, marks=pytest.mark.hardware))


class Controller:
    """The other end of the bus."""

    def __init__(self, bench):
        self.bench = bench
        self.at = rev_a.MACHINE_AT

    def read(self, register, count):
        into = bytearray(count)
        self.bench.bus.write_read_into(self.at, bytes((register,)), into)
        return bytes(into)

    def write(self, register, octets, *, is_damaged=False):
        message = bytes((register,)) + bytes(octets)
        self.bench.bus.writeto(self.at, message + bytes((check(message) ^ is_damaged,)))

    def command(self, command_id, operation, a=0, b=0, c=0, **how):
        octets = (
            command_id >> 8,
            command_id & 255,
            operation,
            a >> 8,
            a & 255,
            b,
            c >> 8,
            c & 255,
        )
        self.write(COMMAND, octets, **how)

    def status(self):
        """flags, answer, last id, events waiting."""
        told = self.read(STATUS, 6)
        assert check(bytes((STATUS,)) + told) == 0
        return told[0], told[1], told[2] << 8 | told[3], told[4]

    def events(self):
        """number, event, command id, a, b of each that waits."""
        waiting = self.status()[3]
        told = self.read(STATUS, 6 + 8 * waiting)[6:]
        records = [told[at : at + 8] for at in range(0, len(told), 8)]
        assert [check(record) for record in records] == [0] * len(records)
        return [(r[0], r[1], r[2] << 8 | r[3], r[4] << 8 | r[5], r[6]) for r in records]

    def until_told(self, command_id):
        """The events of a command that moves nothing, without their numbers."""
        for _ in range(ANSWER_MS_MAX):
            self.bench.wait(1)
            told = [one[1:] for one in self.events() if one[2] == command_id]
            if told:
                return told
        raise AssertionError(f"nothing told in {ANSWER_MS_MAX} ms")


@pytest.fixture(params=BENCHES)
def controller(request):
    bench = request.param()
    made = Controller(bench)
    try:
        made.write(TAKEN, (0,))
    except HalError as trouble:
        if trouble.kind not in (NACK, ABSENT):
            raise
        pytest.skip(f"no controller at {hex(made.at)}")
    yield made
    close = getattr(bench.bus, "close", None)
    if close is not None:
        close()


@pytest.fixture
def fresh_id(controller):
    """An id that was not the last one."""
    return controller.status()[2] % 60_000 + 100


def test_it_says_what_it_is(controller):
    told = controller.read(IDENTITY, 4)
    assert told[:3] == b"MC\x03"
    assert check(bytes((IDENTITY,)) + told) == 0


def test_a_damaged_command_changes_nothing(controller, fresh_id):
    before = controller.status()
    controller.command(fresh_id, FEED, is_damaged=True)
    assert controller.status() == (before[0], REFUSED_DAMAGED, *before[2:])
    controller.bench.wait(ANSWER_MS_MAX)
    assert controller.events() == []


@pytest.mark.parametrize("octets", [(0, 1), (0, 1, 2, 0, 0, 0, 0, 0, 0)])
def test_a_command_of_the_wrong_length_changes_nothing(controller, octets):
    before = controller.status()
    controller.write(COMMAND, octets)
    assert controller.status() == (before[0], REFUSED_DAMAGED, *before[2:])


def test_id_0_is_none(controller):
    before = controller.status()
    controller.command(0, FEED)
    assert controller.status()[1:3] == (REFUSED_ID, before[2])


def test_the_answer_stands_there_at_once_and_what_came_of_it_soon(controller, fresh_id):
    controller.command(fresh_id, NO_OPERATION)
    assert controller.status()[1:3] == (ACCEPTED, fresh_id)
    assert controller.until_told(fresh_id) == [(FAILED, fresh_id, ARGUMENT, 0)]


def test_nothing_moves_before_the_reference_is_known(controller, fresh_id):
    if controller.status()[0] & FLAG_HOME:
        pytest.skip("its reference is known: start it anew")
    controller.command(fresh_id, FEED, 0)
    assert controller.until_told(fresh_id) == [(FAILED, fresh_id, NOT_HOME, 0)]


def test_a_face_that_is_not_kept_is_not_told(controller, fresh_id):
    controller.command(fresh_id, OPEN_FACE, 0x1234)
    assert controller.until_told(fresh_id) == [(FAILED, fresh_id, NO_FACE, 0)]


def test_an_event_waits_until_it_is_taken_and_numbers_run(controller, fresh_id):
    for at in range(2):
        controller.command(fresh_id + at, NO_OPERATION)
        controller.until_told(fresh_id + at)
    first, second = controller.events()
    assert controller.events() == [first, second]  # a read takes nothing away
    assert second[0] == first[0] % 255 + 1
    controller.write(TAKEN, (first[0],), is_damaged=True)
    assert controller.events() == [first, second]
    controller.write(TAKEN, (first[0],))
    assert controller.events() == [second]
    controller.write(TAKEN, (second[0],))
    assert controller.events() == []


def test_behind_the_last_event_there_is_nothing(controller):
    assert controller.read(STATUS, 6 + 8)[6:] == b"\xff" * 8


def test_the_last_id_again_tells_the_same_again(controller, fresh_id):
    controller.command(fresh_id, NO_OPERATION)
    told = controller.until_told(fresh_id)
    controller.write(TAKEN, (0,))
    assert controller.events() == []
    controller.command(fresh_id, NO_OPERATION)
    assert controller.status()[1:3] == (ACCEPTED, fresh_id)
    assert controller.until_told(fresh_id) == told
