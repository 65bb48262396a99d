"""Drivers that somebody else wrote find in our chips what they find in real ones.

Adafruit's published drivers for MCP23017 and HT16K33 run unchanged over a bus of the shape that
they expect; whatever they set and read must come out at our chips' pins. So simulator and driver
do not merely agree with each other.
"""

from __future__ import annotations

import pytest

from hal.sim.chip_ht16k33 import SimHt16k33
from hal.sim.chip_mcp23017 import PORT_A, PORT_B, SimMcp23017
from hal.sim.display import SimDisplay
from tests.adafruit_shape import BusioShape
from tests.wires import Bench

mcp23017 = pytest.importorskip("adafruit_mcp230xx.mcp23017", reason="Adafruit's driver is missing")
segments = pytest.importorskip("adafruit_ht16k33.segments", reason="Adafruit's driver is missing")
digitalio = pytest.importorskip("digitalio", reason="Blinka is missing")


@pytest.fixture
def bench():
    return Bench()


@pytest.fixture
def chip(bench):
    return bench.put(0x20, SimMcp23017())


@pytest.fixture
def expander(bench, chip):
    return mcp23017.MCP23017(BusioShape(bench.bus), address=0x20)


def test_an_absent_chip_is_not_found(bench):
    with pytest.raises(ValueError, match="No I2C device"):
        mcp23017.MCP23017(BusioShape(bench.bus), address=0x21)


def test_a_probe_with_no_bytes_is_answered_and_moves_no_pointer(bench, chip):
    bench.bus.writeto(0x20, bytes((0x0C, 0x5A)))
    bench.bus.writeto(0x20, bytes((0x0C,)))
    bench.bus.writeto(0x20, b"")
    into = bytearray(1)
    bench.bus.readfrom_into(0x20, into)
    assert into[0] == 0x5A


def test_a_fresh_chip_is_all_inputs(bench, chip):
    other = mcp23017.MCP23017(BusioShape(bench.bus), address=0x20, reset=False)
    assert (other.iodir, other.gppu, other.io_control, other.interrupt_enable) == (0xFFFF, 0, 0, 0)


def test_a_pin_made_an_output_drives_its_level(expander, chip):
    for number, port, bit in (
        (0, PORT_A, 1),
        (7, PORT_A, 0x80),
        (8, PORT_B, 1),
        (15, PORT_B, 0x80),
    ):
        pin = expander.get_pin(number)
        pin.switch_to_output(value=True)
        assert chip.driven(port) & bit
        pin.value = False
        assert not chip.driven(port) & bit
        pin.value = True
    assert (chip.driven(PORT_A), chip.driven(PORT_B)) == (0x81, 0x81)


def test_a_key_to_ground_with_pull_up_is_read_low(expander, chip):
    pin = expander.get_pin(11)
    pin.switch_to_input(pull=digitalio.Pull.UP)
    assert pin.value is True
    chip.pull(PORT_B, 0x08)
    assert pin.value is False
    pin.invert_polarity = True
    assert pin.value is True


def test_every_register_keeps_what_the_driver_wrote(expander):
    for name in ("iodir", "gppu", "interrupt_enable", "interrupt_configuration", "default_value"):
        setattr(expander, name, 0xA55A)
        assert getattr(expander, name) == 0xA55A, name
    expander.io_control = 0x42
    assert expander.io_control == 0x42


def test_a_change_is_flagged_captured_and_cleared(expander, chip):
    expander.gppu = 0xFFFF
    expander.interrupt_enable = 0xFFFF
    expander.io_control = 0x44
    assert chip.interrupt_level(PORT_A) is None
    chip.pull(PORT_A, 0x04)
    assert chip.interrupt_level(PORT_A) == 0
    assert expander.int_flaga == [2]
    assert expander.int_flagb == []
    chip.pull(PORT_A, 0x00)
    assert expander.int_capa[2] == 0
    assert chip.interrupt_level(PORT_A) is None
    assert expander.int_flag == []
    chip.pull(PORT_B, 0x10)
    assert expander.int_flag == [12]
    expander.clear_ints()
    assert expander.int_flag == []


def test_digits_of_the_backpack_land_where_its_wiring_wants_them(bench):
    chip = bench.put(0x70, SimHt16k33())
    display = segments.Seg7x4(BusioShape(bench.bus), address=0x70)
    display.print("1234")
    assert chip.ram.hex(" ") == "06 00 5b 00 00 00 4f 00 66 00 00 00 00 00 00 00"
    display.colon = True
    assert chip.ram[4] == 0x02


def test_a_display_set_up_by_somebody_else_is_lit_and_blinks(bench):
    chip = bench.put(0x70, SimHt16k33())
    assert chip.lit(0) == bytes(8)
    display = segments.Seg7x4(BusioShape(bench.bus), address=0x70, auto_write=False)
    display.print("88:88")
    assert chip.lit(0) != bytes((0x7F, 0x7F, 0x02, 0x7F, 0x7F, 0, 0, 0))
    display.show()
    assert chip.lit(0) == bytes((0x7F, 0x7F, 0x02, 0x7F, 0x7F, 0, 0, 0))
    display.blink_rate = 2
    display.brightness = 0.0
    assert (chip.blink, chip.dimming, chip.is_on, chip.is_running) == (2, 0, True, True)


def test_pixels_of_both_halves_are_rows_of_the_chip(bench):
    chip = bench.put(0x70, SimHt16k33())
    matrix = pytest.importorskip("adafruit_ht16k33.matrix").Matrix16x8(BusioShape(bench.bus), 0x70)
    for digit in range(8):
        matrix[digit, 3] = 1
        matrix[8 + digit, 5] = 1
    shown = [SimDisplay(), SimDisplay()]
    for half in (0, 1):
        shown[half].show(chip.lit(half))
    assert [display.segments for display in shown] == [bytes([0x08] * 8), bytes([0x20] * 8)]


def test_switched_on_without_a_picture_it_shows_what_its_memory_holds_by_chance(bench):
    chip = bench.put(0x70, SimHt16k33())
    assert chip.lit(0) == bytes(8)
    segments.Seg7x4(BusioShape(bench.bus), address=0x70, auto_write=False)
    assert chip.lit(0) == bytes([0xA5] * 8)
