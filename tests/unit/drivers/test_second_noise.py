"""The second source: woken, asked, checked, sent to sleep; refused by name when never locked.

The byte sequences are given by hand from the vendor's public library (DS40001977).
"""

from __future__ import annotations

import pytest

from hal.board import MixedBoardError
from hal.drivers.atecc608 import ANSWER_MS_MAX, Atecc608, crc16
from hal.errors import BUSY, CORRUPT, NACK, REFUSED, STUCK, TIMEOUT, UNHEALTHY, HalError
from hal.sim.board import SimTable
from hal.sim.chip_atecc608 import SimAtecc608
from hal.sim.noise import SimSecondNoise
from tests.wires import Bench


class Rig:
    def __init__(self, hertz=100_000):
        self.bench = Bench(hertz)
        self.chip = SimAtecc608(self.bench.clock, SimSecondNoise(b"seed"), hertz)
        self.bench.put(0x60, self.chip)
        self.bench.put(0x00, self.chip.pulse)
        self.driver = Atecc608(self.bench.bus, 0x60, self.bench.clock, provenance="simulated")

    def read(self):
        """Ask until there is an answer or an error: (answer or its kind, milliseconds)."""
        began = self.bench.clock.now_ms()
        for _ in range(500):
            try:
                return self.driver.read(), self.bench.clock.now_ms() - began
            except HalError as trouble:
                if trouble.kind != BUSY:
                    return trouble.kind, self.bench.clock.now_ms() - began
            self.bench.wait(1)
        raise AssertionError("busy for ever")

    def detail(self):
        """What an error says beyond its kind, a millisecond later."""
        self.bench.wait(1)
        try:
            self.driver.read()
        except HalError as trouble:
            return trouble.detail
        return ""


@pytest.fixture
def rig():
    return Rig()


def test_check_sum_is_the_vendors():
    assert crc16(bytes.fromhex("071b000000")) == bytes.fromhex("24cd")
    assert crc16(bytes.fromhex("0411")) == bytes.fromhex("3343")


def test_it_is_woken_asked_for_its_locks_once_and_sent_to_sleep(rig):
    expected = SimSecondNoise(b"seed")
    answer, took_ms = rig.read()
    assert answer == expected.read()
    assert took_ms < 60
    locks = bytes.fromhex("0702001500")
    said = [
        "00",
        "03" + (locks + crc16(locks)).hex(),
        "03071b00000024cd",
        "01",
    ]
    assert [out.replace(" ", "") for out in rig.bench.bus.written()] == said
    rig.bench.bus.said.clear()
    assert rig.read()[0] == expected.read()
    assert [out.replace(" ", "") for out in rig.bench.bus.written()] == [said[0], *said[2:]]


def test_chip_that_was_never_locked_is_refused_by_name(rig):
    rig.chip.is_locked = False
    assert rig.read()[0] == REFUSED
    assert rig.bench.bus.written()[-1] == "01", "it sleeps again"
    details = [kind for kind in (rig.detail() for _ in range(80)) if kind]
    assert details[0] == "configuration not locked"


def test_unlocked_answer_is_refused_even_from_a_chip_that_says_it_is_locked(rig):
    """FF FF 00 00 with a correct check sum must never be taken for chance."""
    rig.chip._source.read = lambda: b"\xff\xff\x00\x00" * 8
    assert rig.read()[0] == REFUSED


@pytest.mark.parametrize("at", range(35))
def test_one_wrong_bit_drops_the_whole_answer(rig, at):
    def spoil(_address, answer):
        if len(answer) == 35:
            answer[at] ^= 0x10

    rig.bench.wires.spoil = spoil
    assert rig.read()[0] == CORRUPT
    rig.bench.wires.spoil = None
    assert len(rig.read()[0]) == 32


def test_failed_self_test_is_unhealthy(rig):
    rig.chip.woken = 0x07
    assert rig.read()[0] == UNHEALTHY


def test_self_test_answer_of_the_vendors_library_is_known_though_its_check_sum_is_odd(rig):
    """The library lists 04 07 C4 40; by the check sum it would be 04 07 40 C2."""
    rig.chip.wake = lambda: (
        setattr(rig.chip, "_asleep_us", 1 << 40),
        setattr(rig.chip, "_ready_us", 0),
        setattr(rig.chip, "_answer", bytes.fromhex("0407c440")),
    )
    assert rig.read()[0] == UNHEALTHY


def test_failure_of_its_own_generator_is_unhealthy(rig):
    obey = rig.chip._obey

    def fail(packet, now_us):
        if packet[1] == 0x1B:
            rig.chip._say(b"\x08", now_us + 1000)
        else:
            obey(packet, now_us)

    rig.chip._obey = fail
    assert rig.read()[0] in (UNHEALTHY, CORRUPT)


def test_absent_chip_gives_no_buffer_and_the_wait_has_an_end(rig):
    rig.bench.wires.wires.chips.clear()
    kind, took_ms = rig.read()
    assert kind in (TIMEOUT, NACK)
    assert took_ms <= ANSWER_MS_MAX + 5


def test_chip_that_never_finishes_is_given_up(rig):
    rig.chip._say = lambda content, ready_us: setattr(rig.chip, "_ready_us", 1 << 40)
    kind, took_ms = rig.read()
    assert kind == TIMEOUT
    assert took_ms <= ANSWER_MS_MAX + 10


def test_pulse_at_400_kilohertz_is_too_short(rig):
    assert Rig(400_000).read()[0] == TIMEOUT


def test_stuck_bus_is_told_as_it_is(rig):
    rig.bench.wires.wires.is_scl_held = True
    assert rig.read()[0] == STUCK


def test_driver_never_shows_an_answer(rig):
    rig.read()
    assert repr(rig.driver) == "<second noise driver>"
    assert repr(rig.chip) == "<simulated security chip>"


def test_simulated_second_source_is_not_composed_with_a_real_machine():
    table = SimTable(b"x")
    parts = {
        name: getattr(table.board, name)
        for name in (
            "serial", "clock", "machine", "panels", "seat_displays", "centre_displays", "store",
            "order_memory", "link", "watchdog", "attention", "lid", "floor_key", "power_failing",
            "buzzer", "motor_enable", "motor_gap_ms", "noise", "second_noise",
        )
    }  # fmt: skip
    board = type(table.board)
    board(**parts)
    parts["machine"].provenance = parts["noise"].provenance = "device"
    with pytest.raises(MixedBoardError, match="simulated noise with a device card machine"):
        board(**parts)
