"""Drivers of the inner bus say on the wire what the data sheet asks for, and turn every odd reply
into one `HalError`: the memory and the noise source.

The byte sequences are given by hand from MB85RC256V DS501-00017-3v0-E and from the vendor's public
register description of the noise source.
"""

from __future__ import annotations

import pytest

from hal.drivers.fram import Fram
from hal.drivers.qrng import Qrng
from hal.errors import BUSY, CORRUPT, NACK, REFUSED, TIMEOUT, UNHEALTHY, HalError
from hal.sim.chip_fram import SimFram
from hal.sim.chip_qrng import SimQrng
from hal.sim.memory import SimOrderMemory
from hal.sim.noise import SimNoise
from tests.wires import Bench, kind_of


@pytest.fixture
def bench():
    return Bench(100_000)


# --- FRAM --------------------------------------------------------------------------------------


def test_the_memory_is_addressed_higher_byte_first(bench):
    bench.put(0x50, SimFram(SimOrderMemory()))
    driver = Fram(bench.bus, 0x50)
    driver.write(0x1234, b"order")
    assert driver.read(0x1233, 7) == b"\0order\0"
    assert bench.bus.written() == ["12 34 6f 72 64 65 72", "12 33"]


def test_long_content_goes_in_pieces_and_comes_back_whole(bench):
    bench.put(0x50, SimFram(SimOrderMemory()))
    driver = Fram(bench.bus, 0x50)
    content = bytes([at % 251 for at in range(32768)])
    driver.write(0, content)
    assert driver.read(0, 32768) == content
    assert driver.read(100, 0) == b""
    assert max(len(out or b"") for _, out, _ in bench.bus.said) <= 4098


# --- noise -------------------------------------------------------------------------------------


class NoiseRig:
    def __init__(self):
        self.bench = Bench(100_000)
        self.source = SimNoise(b"seed")
        self.chip = self.bench.put(0x62, SimQrng(self.bench.clock, self.source))
        self.power = []
        self.driver = Qrng(
            self.bench.bus, 0x62, self, self.bench.clock, serial="T1", provenance="simulated"
        )

    def put(self, on):
        self.power.append((self.bench.clock.now_ms(), on))
        self.chip.put(on)

    def awake(self):
        assert kind_of(self.driver.read) == BUSY
        self.bench.wait(5)
        self.driver.read()
        self.bench.bus.said.clear()
        return self


@pytest.fixture
def noise():
    return NoiseRig()


def test_the_source_is_woken_asked_for_its_status_and_read_in_packets(noise):
    expected = SimNoise(b"seed")
    assert kind_of(noise.driver.read) == BUSY
    assert (noise.bench.bus.said, noise.power) == ([], [(0, True)])
    noise.bench.wait(3)
    assert kind_of(noise.driver.read) == BUSY, "3 ms are whole only in the fourth"
    noise.bench.wait(1)
    assert noise.driver.read() == expected.read()
    assert noise.driver.read() == expected.read()
    assert [(out, len(read)) for _, out, read in noise.bench.bus.said] == [
        (b"\x10", 1),
        (b"\x12", 18),
        (b"\x12", 18),
    ]


def test_a_packet_given_before_is_never_given_again(noise):
    noise.awake()
    noise.chip.status = 0x08
    said = [kind_of(noise.driver.read) for _ in range(12)]
    assert said == [BUSY] * 12
    noise.chip.status = 0x00
    assert noise.driver.read()
    assert noise.driver.alarms == 0


@pytest.mark.parametrize("before", [0x00, 0xFF])
def test_a_packet_is_what_the_chip_sent_whatever_the_buffer_held(noise, before):
    """A driver once mixed random bits into what was there; a thousand packets drifted to FF."""
    expected = SimNoise(b"seed")
    noise.awake()
    expected.read()
    for _ in range(1000):
        noise.driver._answer[:] = bytes((before,)) * 18
        noise.bench.wait(1)
        assert noise.driver.read() == expected.read()


def test_a_chip_that_is_never_ready_is_switched_off_and_on_and_told(noise):
    """Every wait has an end: 0.2 s without anything new, four times within a second."""
    noise.awake()
    noise.chip.status = 0x08
    began_ms = noise.bench.clock.now_ms()
    kinds = []
    while TIMEOUT not in kinds:
        kinds.append(kind_of(noise.driver.read))
        noise.bench.wait(1)
    assert set(kinds) == {BUSY, TIMEOUT}
    assert 195 <= noise.bench.clock.now_ms() - began_ms <= 205
    assert noise.power[-1][1] is False
    starts = noise.driver.starts
    noise.chip.status = 0x00
    for _ in range(20):
        noise.bench.wait(1)
        try:
            packet = noise.driver.read()
        except HalError:
            continue
        break
    assert len(packet) == 16
    assert noise.driver.starts == starts + 1


def test_a_packet_asked_for_too_early_is_stale(noise):
    noise.awake()
    into = bytearray(18)
    noise.bench.clock.spend_us = lambda us: None
    noise.bench.wires.write_read_into(0x62, b"\x12", into)
    first = bytes(into)
    noise.bench.wires.write_read_into(0x62, b"\x12", into)
    assert (into[1], bytes(into[2:])) == (0x08, first[2:])


@pytest.mark.parametrize("status", [0x01, 0x02, 0x0A, 0xFF])
def test_the_chips_own_alarm_is_unhealthy_and_kept(noise, status):
    noise.awake()
    noise.chip.status = status
    assert kind_of(noise.driver.read) == UNHEALTHY
    assert noise.driver.alarms == status
    noise.chip.status = 0x10
    kind_of(noise.driver.read)
    assert noise.driver.alarms == status | 0x10


def test_five_wrong_headers_switch_it_off_and_on_without_waiting(noise):
    noise.awake()
    noise.chip.header = 0xFF
    assert [kind_of(noise.driver.read) for _ in range(5)] == [CORRUPT] * 5
    off_ms, is_on = noise.power[-1]
    assert not is_on
    noise.chip.header = 0xA2
    for _ in range(20):
        noise.bench.wait(1)
        try:
            packet = noise.driver.read()
        except HalError as busy:
            if busy.kind != BUSY:
                raise
        else:
            break
    assert len(packet) == 16
    on_ms, is_on = noise.power[-1]
    assert is_on
    assert on_ms - off_ms >= 3


def test_four_wrong_headers_and_a_right_one_switch_nothing_off(noise):
    noise.awake()
    for _ in range(3):
        noise.chip.header = 0xFF
        for _ in range(4):
            assert kind_of(noise.driver.read) == CORRUPT
        noise.chip.header = 0xA2
        noise.driver.read()
    assert len(noise.power) == 1


def test_a_source_that_is_not_well_at_its_start_is_not_read(noise):
    noise.chip.status = 0x40
    kind_of(noise.driver.read)
    noise.bench.wait(5)
    assert kind_of(noise.driver.read) == UNHEALTHY
    assert noise.power[-1][1] is False
    assert all(out != b"\x12" for _, out, _ in noise.bench.bus.said)


def test_no_packet_shows_in_texts(noise):
    noise.awake()
    packet = noise.driver.read()
    for thing in (noise.driver, noise.chip):
        assert packet.hex() not in repr(thing)
        assert repr(packet) not in repr(thing)
    assert packet not in bytes(noise.driver._answer), "nor is it kept"


def test_nothing_is_written_outside_the_memory(bench):
    bench.put(0x50, SimFram(SimOrderMemory()))
    driver = Fram(bench.bus, 0x50)
    for offset, count in ((32767, 2), (-1, 1), (40000, 1)):
        assert kind_of(driver.write, offset, bytes(count)) == REFUSED
        assert kind_of(driver.read, offset, count) == REFUSED
    assert bench.bus.said == []


def test_a_source_without_power_answers_nothing(noise):
    noise.awake()
    noise.chip.put(False)
    assert kind_of(noise.driver.read) == NACK
    into = bytearray(3)
    noise.bench.wires.readfrom_into(0x62, into)
    assert into == b"\xff\xff\xff", "nobody drives the line"
