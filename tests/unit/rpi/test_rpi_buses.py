"""Buses of a Pi: whole transfers, the kernel's errors by name, and how a stuck one is freed."""

from __future__ import annotations

import errno
import os

import pytest

from hal.boards import rev_a
from hal.errors import ABSENT, IO, NACK, REFUSED, STUCK, HalError
from hal.rpi.i2c import ControllerPins, PiBus, kind_of
from hal.sim.register_board import RegisterTable
from tests.pi_stand_ins import FakeGpio, FakeSmbus2, wire

SDA, SCL = rev_a.INNER_BUS[:2]


@pytest.fixture
def table():
    return RegisterTable(b"seed")


@pytest.fixture
def gpio(table):
    gpio = FakeGpio()
    wire(gpio, table)
    return gpio


def bus_on(table, gpio, controller=None):
    return PiBus("inner_bus", 8, gpio, SDA, SCL, controller, FakeSmbus2({8: table.inner_bus}))


@pytest.fixture
def bus(table, gpio):
    return bus_on(table, gpio)


@pytest.mark.parametrize(
    ("number", "kind"),
    [
        (errno.ENXIO, NACK),
        (errno.EREMOTEIO, NACK),
        (errno.ETIMEDOUT, STUCK),
        (errno.EBUSY, STUCK),
        (errno.ENODEV, ABSENT),
        (errno.ENOENT, ABSENT),
        (errno.EACCES, REFUSED),
        (errno.EIO, IO),
        (errno.EAGAIN, IO),
        (None, IO),
    ],
)
def test_the_kernels_errors_have_names(number, kind):
    assert kind_of(number) == kind


def test_what_is_written_is_read_back_in_one_transfer(table, bus):
    bus.writeto(rev_a.FRAM_AT, b"\x01\x00card")
    found = bytearray(4)
    bus.write_read_into(rev_a.FRAM_AT, b"\x01\x00", found)
    assert found == b"card"
    assert table.inner_bus.transfers == 2
    bus.readfrom_into(rev_a.FRAM_AT, found)
    assert table.inner_bus.transfers == 3


def test_an_empty_write_asks_whether_somebody_is_there(bus):
    bus.writeto(rev_a.FRAM_AT, b"")
    with pytest.raises(HalError) as nobody:
        bus.writeto(0x11, b"")
    assert (nobody.value.kind, nobody.value.device) == (NACK, "inner_bus")
    assert "0x11" in nobody.value.detail


def test_an_answer_that_failed_leaves_the_buffer_alone(bus):
    into = bytearray(b"before")
    with pytest.raises(HalError):
        bus.write_read_into(0x11, b"\0", into)
    assert into == b"before"


def test_a_bus_that_is_not_there_is_named(gpio, table):
    with pytest.raises(HalError) as absent:
        PiBus("table_bus", 1, gpio, 2, 3, None, FakeSmbus2({8: table.inner_bus}))
    assert (absent.value.kind, absent.value.device) == (ABSENT, "table_bus")
    assert "/dev/i2c-1" in absent.value.detail
    assert "i2c-dev" in absent.value.detail  # and what to do


@pytest.mark.parametrize(("clocks", "is_free"), [(1, True), (9, True), (11, False)])
def test_nine_clocks_and_a_stop_free_a_chip_that_hung_in_a_byte(table, gpio, bus, clocks, is_free):
    table.inner_bus.wires.sda_clocks = clocks
    with pytest.raises(HalError) as stuck:
        bus.writeto(rev_a.FRAM_AT, b"")
    assert stuck.value.kind == STUCK
    assert bus.recover() == is_free
    falls = [said for said in gpio.said if said[:3] == ("setup", SCL, gpio.OUT)]
    assert len(falls) == 10  # nine, and the one the stop needs
    pulled = [said[4] for said in gpio.said if said[0] == "setup" and said[2] == gpio.OUT]
    assert set(pulled) == {0}  # never driven high: the lines are open drain
    if is_free:
        bus.writeto(rev_a.FRAM_AT, b"")


def test_a_clock_that_is_held_stays_stuck(table, bus):
    table.inner_bus.wires.is_scl_held = True
    assert not bus.recover()


def test_pins_that_the_kernel_keeps_leave_the_bus_stuck_and_raise_nothing(gpio, bus):
    gpio.refuses = {SDA}
    assert bus.recover() is False


def tool(tmp_path, told):
    """A `pinctrl` that notes how it was called."""
    path = tmp_path / "pinctrl"
    path.write_text(
        f'#!/bin/sh\necho "$@" >> {tmp_path}/called\n[ $1 = get ] && cat <<X\n{told}\nX\nexit 0\n'
    )
    path.chmod(0o755)
    return str(path)


def test_the_controllers_pins_are_handed_back_as_they_were(tmp_path, table, gpio):
    told = " 2: a3    pu | hi // GPIO2 = SDA1\n 3: a3    pu | hi // GPIO3 = SCL1"
    pins = ControllerPins(2, 3, tool(tmp_path, told))
    assert pins.is_known
    assert bus_on(table, gpio, pins).recover()
    assert (tmp_path / "called").read_text().splitlines() == ["get 2,3", "set 2,3 a3"]


@pytest.mark.parametrize("told", ["", " 2: ip  pu | hi // GPIO2\n 3: ip  pu | hi // GPIO3"])
def test_pins_that_could_not_be_handed_back_are_never_touched(tmp_path, table, gpio, told):
    pins = ControllerPins(2, 3, tool(tmp_path, told))
    assert not pins.is_known
    assert bus_on(table, gpio, pins).recover() is False
    assert gpio.said == []


def test_without_the_tool_nothing_is_touched_either():
    pins = ControllerPins(2, 3, os.devnull + "/no-such-tool")
    assert not pins.is_known
    assert pins.hand_back() is False
