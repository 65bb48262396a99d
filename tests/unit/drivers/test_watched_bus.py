"""A bus that is held down: refused without waiting, freed by nine clocks, proved by an answer."""

from __future__ import annotations

import pytest

from hal.drivers.tca9548a import Tca9548a
from hal.drivers.watched_bus import WatchedBus
from hal.errors import NACK, STUCK
from hal.sim.chip_tca9548a import SimTca9548a
from tests.wires import Bench, kind_of


class Chip:
    def write(self, out):
        return len(out)

    def read(self, count):
        return bytes(count)


SWITCH_AT, CHIP_AT = 0x77, 0x20


@pytest.fixture
def bench():
    bench = Bench()
    bench.switch = SimTca9548a()
    bench.wires.attach_switch(SWITCH_AT, bench.switch)
    bench.trunk = WatchedBus(bench.wires, "table_bus", SWITCH_AT, bench.switch)
    bench.driver = Tca9548a(bench.trunk, SWITCH_AT, "switch", bench.switch, bench.clock)
    for number in (1, 2):
        bench.switch.branches[number].attach(CHIP_AT, Chip())
    return bench


def took_ms(bench, call, *arguments):
    began = bench.clock.now_us()
    kind_of(call, *arguments)
    return (bench.clock.now_us() - began) / 1000


def test_a_held_trunk_costs_two_waits_and_then_none(bench):
    bench.wires.wires.is_scl_held = True
    waits = [took_ms(bench, bench.trunk.writeto, SWITCH_AT, b"") for _ in range(10)]
    assert [round(one) for one in waits] == [25, 25] + [0] * 8
    assert bench.trunk.is_stuck


def test_nine_clocks_free_a_chip_that_hangs_in_a_byte(bench):
    bench.wires.wires.sda_clocks = 7
    for _ in range(2):
        assert kind_of(bench.trunk.writeto, SWITCH_AT, b"") == STUCK
    assert bench.trunk.recover()
    assert not bench.trunk.is_stuck
    bench.trunk.writeto(SWITCH_AT, b"\x02")


def test_what_clocks_do_not_free_stays_stuck_and_is_tried_again(bench):
    bench.wires.wires.is_scl_held = True
    for _ in range(2):
        kind_of(bench.trunk.writeto, SWITCH_AT, b"")
    assert not bench.trunk.recover()
    assert bench.trunk.is_stuck
    bench.wires.wires.is_scl_held = False
    assert bench.trunk.recover()


def test_free_lines_without_an_answer_are_not_called_stuck(bench):
    bench.wires.wires.is_scl_held = True
    for _ in range(2):
        kind_of(bench.trunk.writeto, SWITCH_AT, b"")
    bench.wires.wires.is_scl_held = False
    bench.wires.wires.chips.clear()
    assert not bench.trunk.recover()
    assert not bench.trunk.is_stuck
    assert kind_of(bench.trunk.writeto, SWITCH_AT, b"") == NACK


def test_a_stuck_branch_is_cut_off_and_its_neighbour_answers_at_once(bench):
    stuck, neighbour = bench.driver.branch(1), bench.driver.branch(2)
    into = bytearray(1)
    bench.switch.branches[1].is_scl_held = True
    cost = took_ms(bench, stuck.write_read_into, CHIP_AT, b"\x00", into)
    assert 24 < cost < 27
    assert not bench.trunk.is_stuck
    began = bench.clock.now_us()
    neighbour.write_read_into(CHIP_AT, b"\x00", into)
    assert bench.clock.now_us() - began < 500
    assert took_ms(bench, stuck.write_read_into, CHIP_AT, b"\x00", into) < 0.01


def test_a_branch_whose_chip_hangs_in_a_byte_is_freed_before_it_is_cut_off(bench):
    branch = bench.driver.branch(1)
    bench.switch.branches[1].sda_clocks = 5
    kind_of(branch.writeto, CHIP_AT, b"\x00")
    bench.wait(1001)
    branch.writeto(CHIP_AT, b"\x00")


def test_reading_alone_is_refused_too(bench):
    bench.trunk.readfrom_into(SWITCH_AT, bytearray(1))
    bench.trunk.is_stuck = True
    assert kind_of(bench.trunk.readfrom_into, SWITCH_AT, bytearray(1)) == STUCK
    assert kind_of(bench.trunk.write_read_into, SWITCH_AT, b"", bytearray(1)) == STUCK
