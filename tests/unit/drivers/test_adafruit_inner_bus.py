"""Adafruit's drivers for security chip, FRAM and branch switch find what they find in real ones.

They run unchanged over our simulated chips; only their pauses are pauses of simulated time.
"""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from firmware.compat.digest import sha256
from hal.sim.chip_atecc608 import SimAtecc608
from hal.sim.chip_fram import IDENTITY_AT, SimFram
from hal.sim.chip_mcp23017 import PORT_A, SimMcp23017
from hal.sim.chip_tca9548a import SimTca9548a
from hal.sim.memory import SimOrderMemory
from hal.sim.noise import SimSecondNoise
from hal.sim.p256 import is_signed
from tests.adafruit_shape import BusioShape
from tests.wires import Bench

atecc = pytest.importorskip("adafruit_atecc.adafruit_atecc", reason="Adafruit's driver is missing")
fram_driver = pytest.importorskip("adafruit_fram", reason="Adafruit's driver is missing")
switch_driver = pytest.importorskip("adafruit_tca9548a", reason="Adafruit's driver is missing")
expander = pytest.importorskip("adafruit_mcp230xx.mcp23017", reason="Adafruit's driver is missing")

SECURITY_AT, FRAM_AT, SWITCH_AT, PANEL_AT = 0x60, 0x50, 0x77, 0x20


@pytest.fixture
def inner():
    return Bench(100_000)


@pytest.fixture
def chip(inner):
    chip = SimAtecc608(inner.clock, SimSecondNoise(b"seed"), 100_000)
    inner.put(SECURITY_AT, chip)
    inner.put(0x00, chip.pulse)
    return chip


@pytest.fixture
def driver(inner, chip, monkeypatch):
    # The driver waits 1 ms for a chip that may take 1.5 ms to wake: its interpreter's own time
    # between two calls makes up for it, as on the boards it was written for.
    pause = SimpleNamespace(sleep=lambda s: inner.clock.spend_us(round(s * 1_000_000) + 600))
    monkeypatch.setattr(atecc, "time", pause)
    return atecc.ATECC(BusioShape(inner.bus), SECURITY_AT)


def test_the_security_chip_is_found_by_its_revision(driver):
    assert driver.version() == 0x6003
    assert driver.serial_number == "01235349" + "4D000001" + "EE"


def test_locks_are_read_and_set(driver, chip):
    assert driver.locked
    chip.is_locked = False
    assert not driver.locked
    driver.lock_all_zones()
    assert driver.locked
    with pytest.raises(AssertionError, match="locking"):
        driver.lock(0)


def test_its_chance_is_the_chips(driver, chip):
    """Not `random`, whose sum of bytes is no even draw; what lies under it."""
    assert driver._random(bytearray(32)) == SimSecondNoise(b"seed").read()
    chip.is_locked = False
    assert driver._random(bytearray(32)) == b"\xff\xff\x00\x00" * 8


def test_it_hashes(driver):
    message = bytes(range(64))
    driver.sha_start()
    driver.sha_update(message)
    assert driver.sha_digest(bytearray(b"tail")) == sha256(message, b"tail")


def test_a_key_that_it_made_signs(driver):
    public = driver.gen_key(bytearray(64), 0, private_key=True)
    assert driver.gen_key(bytearray(64), 0) == public
    digest = sha256(b"head of a log")
    first = driver.ecdsa_sign(0, bytearray(digest))
    second = driver.ecdsa_sign(0, bytearray(digest))
    assert first != second
    assert is_signed(bytes(public), digest, bytes(first))
    assert is_signed(bytes(public), digest, bytes(second))
    assert not is_signed(bytes(public), sha256(b"another"), bytes(first))


def test_what_it_was_given_to_sign_is_gone_when_it_slept(driver):
    driver.gen_key(bytearray(64), 0, private_key=True)
    driver.nonce(bytearray(32), 0x03)
    driver.wakeup()
    driver.sleep()
    with pytest.raises((RuntimeError, IndexError)):  # an error packet where 64 bytes are wanted
        driver.sign(0)


@pytest.fixture
def fram(inner):
    chip = SimFram(SimOrderMemory(), FRAM_AT)
    inner.put(FRAM_AT, chip)
    inner.put(IDENTITY_AT, chip.identity)
    return fram_driver.FRAM_I2C(BusioShape(inner.bus), FRAM_AT)


def test_the_fram_is_found_by_its_identity_and_is_32_kilobytes(fram):
    assert len(fram) == 32768


def test_another_address_is_not_its_identity(inner, fram):
    inner.put(0x51, SimFram(SimOrderMemory(), 0x51))
    with pytest.raises(OSError, match="refused"):
        fram_driver.FRAM_I2C(BusioShape(inner.bus), 0x51)


def test_what_it_wrote_it_reads_back_and_other_cells_stay(fram):
    fram[0:6] = b"orders"
    fram[32767] = 0x5A
    assert bytes(fram[0:8]) == b"orders\x00\x00"
    assert fram[32767][0] == 0x5A


@pytest.fixture
def table_bus():
    return Bench()


def test_a_channel_of_the_switch_reaches_its_own_panel_and_no_other(table_bus):
    switch = SimTca9548a()
    table_bus.wires.attach_switch(SWITCH_AT, switch)
    panels = [SimMcp23017() for _ in range(2)]
    for at, panel in enumerate(panels):
        switch.branches[at + 1].attach(PANEL_AT, panel)
    channels = switch_driver.TCA9548A(BusioShape(table_bus.bus), SWITCH_AT)
    drivers = [expander.MCP23017(channels[at + 1], address=PANEL_AT) for at in range(2)]
    drivers[1].get_pin(7).switch_to_output(value=True)
    assert [panel.driven(PORT_A) & 0x80 for panel in panels] == [0, 0x80]
    panels[0].pull(PORT_A, 0x01)
    assert [one.gpioa & 1 for one in drivers] == [0, 0]  # without pull-up a free pin floats low
    drivers[1].gppu = 0xFFFF
    assert [one.gpioa & 1 for one in drivers] == [0, 1]


def test_between_two_calls_no_branch_is_joined(table_bus):
    switch = SimTca9548a()
    table_bus.wires.attach_switch(SWITCH_AT, switch)
    switch.branches[6].attach(PANEL_AT, SimMcp23017())
    channels = switch_driver.TCA9548A(BusioShape(table_bus.bus), SWITCH_AT)
    with pytest.raises(ValueError, match="No I2C device"):
        expander.MCP23017(channels[5], address=PANEL_AT)
    expander.MCP23017(channels[6], address=PANEL_AT)
    assert switch.control == 0
