"""A simulated bus takes its time, joins its branches, lets two chips answer, and can be stuck."""

from __future__ import annotations

import pytest

from hal.drivers.tca9548a import CUT_OFF_MS, Tca9548a
from hal.errors import ABSENT, NACK, STUCK, HalError
from hal.sim.chip_tca9548a import SimTca9548a
from tests.wires import Bench


class Register:
    """One byte that can be written and read."""

    def __init__(self, value=0):
        self.value = value

    def write(self, out):
        if out:
            self.value = out[-1]
        return len(out)

    def read(self, count):
        return bytes((self.value,)) * count


class ReadOnly(Register):
    def write(self, out):
        return min(len(out), 1)


@pytest.fixture
def bench():
    return Bench()


# UM10204: start, 8 bits and acknowledge a byte (address included), stop: at 400 kHz 2.5 us a bit.
@pytest.mark.parametrize(("hertz", "bit_us"), [(100_000, 10), (400_000, 2.5)])
def test_every_bit_takes_its_time(hertz, bit_us):
    bench = Bench(hertz)
    bench.put(0x20, Register())
    bench.bus.writeto(0x20, b"abc")
    spent = bench.wires.busy_us
    assert spent == -(-(4 * 9 + 2) * bit_us // 1)
    bench.bus.write_read_into(0x20, b"a", bytearray(18))
    assert bench.wires.busy_us - spent == -(-(21 * 9 + 3) * bit_us // 1)
    assert bench.clock.now_us() == bench.wires.busy_us


def test_time_on_the_bus_moves_the_clock_and_what_is_due_happens_meanwhile():
    bench = Bench(100_000)
    bench.put(0x20, Register())
    happened = []
    bench.clock.at(2, lambda: happened.append(bench.clock.now_ms()))
    for _ in range(30):
        bench.bus.writeto(0x20, b"a")
    assert bench.clock.now_us() == 30 * 200
    assert (bench.clock.now_ms(), happened) == (6, [2])
    bench.wait(4)
    assert bench.clock.now_us() == 10_000


def test_nobody_answers_an_address_without_a_chip(bench):
    for call in (
        lambda: bench.bus.writeto(0x20, b""),
        lambda: bench.bus.readfrom_into(0x20, bytearray(1)),
        lambda: bench.bus.write_read_into(0x20, b"a", bytearray(1)),
    ):
        with pytest.raises(HalError) as nobody:
            call()
        assert nobody.value.kind == NACK


def test_a_refused_byte_is_an_error_and_reads_nothing(bench):
    bench.put(0x20, ReadOnly())
    into = bytearray(b"untouched")
    with pytest.raises(HalError) as refused:
        bench.bus.write_read_into(0x20, b"ab", into)
    assert (refused.value.kind, into) == (NACK, b"untouched")


def test_two_chips_at_one_address_both_hear_and_answer_over_each_other(bench):
    one, other = bench.put(0x70, Register(0xF3)), bench.put(0x70, Register(0x3F))
    into = bytearray(1)
    bench.bus.readfrom_into(0x70, into)
    assert into[0] == 0x33
    bench.bus.writeto(0x70, b"\x11")
    assert (one.value, other.value) == (0x11, 0x11)


@pytest.fixture
def branched(bench):
    """A switch at 0x77 with a register at 0x20 on branches 1 and 2, and its driver."""
    chip = SimTca9548a()
    bench.wires.attach_switch(0x77, chip)
    for branch in (1, 2):
        chip.branches[branch].attach(0x20, Register(branch))
    bench.switch = chip
    bench.driver = Tca9548a(bench.bus, 0x77, "switch", chip, bench.clock)
    return bench


def read_over(branch):
    into = bytearray(1)
    branch.readfrom_into(0x20, into)
    return into[0]


def test_a_branch_is_joined_alone_and_only_when_it_is_another_one(branched):
    one, two = branched.driver.branch(1), branched.driver.branch(2)
    assert [read_over(branch) for branch in (one, one, two, one)] == [1, 1, 2, 1]
    assert branched.bus.written() == ["02", "04", "02"]


def test_a_switch_that_lost_its_power_is_told_again_after_one_error(branched):
    one = branched.driver.branch(1)
    read_over(one)
    branched.switch.lose_power()
    with pytest.raises(HalError) as nobody:
        read_over(one)
    assert nobody.value.kind == NACK
    assert read_over(one) == 1


def test_a_stuck_branch_is_cut_off_and_the_others_play_on(branched):
    one, two = branched.driver.branch(1), branched.driver.branch(2)
    branched.switch.branches[1].sda_clocks = -1
    with pytest.raises(HalError) as stuck:
        read_over(one)
    assert stuck.value.kind == STUCK
    assert read_over(two) == 2
    before_us = branched.wires.busy_us
    with pytest.raises(HalError) as cut_off:
        read_over(one)
    assert cut_off.value.kind == ABSENT
    assert branched.wires.busy_us == before_us
    branched.switch.branches[1].sda_clocks = 0
    branched.wait(CUT_OFF_MS)
    assert read_over(one) == 1


def test_a_chip_that_hangs_in_a_byte_is_freed_by_nine_clocks(bench):
    bench.put(0x20, Register())
    bench.wires.wires.sda_clocks = 7
    with pytest.raises(HalError) as stuck:
        bench.bus.writeto(0x20, b"a")
    assert stuck.value.kind == STUCK
    assert bench.clock.now_ms() == 25
    assert bench.bus.recover() is True
    bench.bus.writeto(0x20, b"a")


@pytest.mark.parametrize(("sda_clocks", "is_scl_held"), [(-1, False), (12, False), (0, True)])
def test_what_nine_clocks_cannot_free_stays_stuck(bench, sda_clocks, is_scl_held):
    bench.wires.wires.sda_clocks = sda_clocks
    bench.wires.wires.is_scl_held = is_scl_held
    assert bench.bus.recover() is False


def test_a_fault_plan_may_disturb_any_transfer(bench):
    bench.put(0x20, Register(0x40))

    def refuse_second(address, out, count):
        if bench.wires.transfers == 2:
            raise HalError(NACK, "bus", "disturbed")

    def flip(address, answer):
        answer[0] ^= 0x01

    bench.wires.before_transfer = refuse_second
    bench.wires.spoil = flip
    into = bytearray(1)
    bench.bus.readfrom_into(0x20, into)
    assert into[0] == 0x41
    with pytest.raises(HalError):
        bench.bus.readfrom_into(0x20, into)


def test_recovering_a_branch_cuts_it_off_and_frees_the_bus(branched):
    one, two = branched.driver.branch(1), branched.driver.branch(2)
    two.writeto(0x20, b"\x02")
    branched.switch.branches[2].sda_clocks = -1
    assert branched.wires.recover() is False
    assert two.recover() is True
    assert read_over(one) == 1
    with pytest.raises(HalError) as cut_off:
        two.writeto(0x20, b"\x03")
    assert cut_off.value.kind == ABSENT


def test_every_way_of_talking_over_a_branch_cuts_a_stuck_one_off(branched):
    one, two = branched.driver.branch(1), branched.driver.branch(2)
    for call in (
        lambda: one.writeto(0x20, b"a"),
        lambda: one.readfrom_into(0x20, bytearray(1)),
        lambda: one.write_read_into(0x20, b"a", bytearray(1)),
    ):
        branched.switch.branches[1].is_scl_held = True
        with pytest.raises(HalError) as stuck:
            call()
        assert stuck.value.kind == STUCK
        assert read_over(two) == 2
        branched.switch.branches[1].is_scl_held = False
        branched.wait(CUT_OFF_MS)
