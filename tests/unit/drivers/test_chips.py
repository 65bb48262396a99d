"""The simulated chips do what their data sheets say, the awkward parts included."""

from __future__ import annotations

import pytest

from hal.sim.chip_fram import FRAM_BYTES, SimFram
from hal.sim.chip_ht16k33 import SimHt16k33
from hal.sim.chip_mcp23017 import PORT_A, PORT_B, SimMcp23017
from hal.sim.chip_tca9548a import SimTca9548a
from hal.sim.memory import SimOrderMemory

# --- MCP23017: DS20001952C -------------------------------------------------------------------


@pytest.fixture
def chip():
    return SimMcp23017()


def registers(chip, first, count):
    chip.write(bytes((first,)))
    return bytes(chip.read(count))


def test_after_reset_all_pins_are_inputs_and_everything_else_is_nought(chip):
    assert registers(chip, 0, 22) == b"\xff\xff" + bytes(20)


def test_the_pointer_wraps_behind_the_last_register(chip):
    chip.write(bytes((0x15, 0x5A, 0x7F)))
    assert registers(chip, 0, 1) == b"\x7f"
    assert registers(chip, 0x15, 2) == b"\x5a\x7f"


def test_the_other_layout_moves_every_register(chip):
    for at in range(0x0E):
        if at not in (0x0A, 0x0B):
            chip.write(bytes((at, at + 0x40)))
    chip.write(b"\x0a\x80")
    kinds = [registers(chip, at, 1)[0] for at in (0, 1, 2, 3, 4, 6)]
    assert kinds == [0x40, 0x42, 0x44, 0x46, 0x48, 0x4C]
    kinds = [registers(chip, 0x10 + at, 1)[0] for at in (0, 1, 2, 3, 4, 6)]
    assert kinds == [0x41, 0x43, 0x45, 0x47, 0x49, 0x4D]
    assert registers(chip, 0x05, 1) == registers(chip, 0x15, 1) == b"\x80"
    assert registers(chip, 0x1A, 2) == b"\x00\x40"


def test_nought_at_address_5_leaves_the_other_layout_and_does_no_harm_in_the_first(chip):
    chip.write(b"\x0a\xa0")
    chip.write(b"\x05\x00")
    assert registers(chip, 0x0A, 2) == b"\x00\x00"
    chip.write(b"\x05\x00")
    assert registers(chip, 0, 22) == b"\xff\xff" + bytes(20)


def test_in_byte_mode_the_pointer_toggles_within_the_pair(chip):
    chip.write(b"\x0a\x20")
    chip.write(bytes((0x14, 0xA1, 0xB2)))
    assert registers(chip, 0x14, 5) == b"\xa1\xb2\xa1\xb2\xa1"


def test_in_byte_mode_of_the_other_layout_the_pointer_stays(chip):
    chip.write(b"\x0a\xa0")
    chip.write(bytes((0x0A, 0xA1, 0xB2)))
    assert registers(chip, 0x0A, 3) == b"\xb2\xb2\xb2"


def test_bit_0_of_the_control_register_is_not_there(chip):
    chip.write(b"\x0b\x7f")
    assert registers(chip, 0x0A, 2) == b"\x7e\x7e"


def test_writing_the_port_writes_the_latch_and_reading_it_reads_the_pins(chip):
    chip.write(b"\x00\xf0")
    chip.pull(PORT_A, 0x00, 0x30)
    chip.write(b"\x12\x05")
    assert registers(chip, 0x14, 1) == b"\x05"
    assert registers(chip, 0x12, 1) == b"\x35"
    chip.write(b"\x02\x11")
    assert registers(chip, 0x12, 1) == b"\x24"
    assert chip.driven(PORT_A) == 0x05


def test_a_pull_up_holds_a_pin_that_hangs_in_the_air(chip):
    chip.write(b"\x0c\x0f")
    assert registers(chip, 0x12, 1) == b"\x0f"
    chip.floating = [0xC0, 0]
    chip.pull(PORT_A, 0x01)
    assert registers(chip, 0x12, 1) == b"\xce"


@pytest.fixture
def watching(chip):
    """Pull-ups and interrupts on, compared with the level before; open drain, mirrored."""
    chip.write(b"\x0a\x44")
    chip.write(b"\x0c\xff\xff")
    chip.write(b"\x04\xff\xff")
    return chip


def test_the_first_change_is_captured_and_later_ones_are_not(watching):
    watching.pull(PORT_B, 0x08)
    assert watching.interrupt_level(PORT_A) == 0
    watching.pull(PORT_B, 0x09)
    watching.pull(PORT_B, 0x00)
    assert registers(watching, 0x0E, 6) == b"\x00\x08\x00\xf7\xff\xff"
    assert watching.interrupt_level(PORT_A) is None
    assert registers(watching, 0x0E, 2) == b"\x00\x00"


@pytest.mark.parametrize("register", [0x10, 0x12])
def test_reading_capture_or_port_clears_and_nothing_else_does(watching, register):
    watching.pull(PORT_A, 0x02)
    for other in (0x0E, 0x14, 0x11, 0x13):
        registers(watching, other, 1)
        assert watching.interrupt_level(PORT_A) == 0
    watching.write(b"\x0e\x00")
    watching.write(b"\x10\x00")
    watching.write(b"\x12\x00")
    assert registers(watching, 0x0E, 1) == b"\x02"
    registers(watching, register, 1)
    assert watching.interrupt_level(PORT_A) is None


def test_letting_go_is_an_event_of_its_own(watching):
    watching.pull(PORT_A, 0x02)
    registers(watching, 0x12, 1)
    watching.pull(PORT_A, 0x00)
    assert registers(watching, 0x0E, 3) == b"\x02\x00\xff"


def test_compared_with_a_default_the_line_stays_active_while_the_key_is_held(watching):
    watching.write(b"\x06\xff")
    watching.write(b"\x08\xff")
    watching.pull(PORT_A, 0x04)
    for _ in range(3):
        registers(watching, 0x12, 1)
        assert watching.interrupt_level(PORT_A) == 0
    watching.pull(PORT_A, 0x00)
    registers(watching, 0x12, 1)
    assert watching.interrupt_level(PORT_A) is None


def test_outputs_never_interrupt(watching):
    watching.write(b"\x00\x00")
    registers(watching, 0x12, 1)
    watching.write(b"\x14\xff")
    assert watching.interrupt_level(PORT_A) is None


@pytest.mark.parametrize(
    ("control", "idle", "active"), [(0x00, 1, 0), (0x02, 0, 1), (0x04, None, 0), (0x06, None, 0)]
)
def test_the_interrupt_pin_has_three_forms(chip, control, idle, active):
    chip.write(bytes((0x0A, control)))
    chip.write(b"\x0c\xff")
    chip.write(b"\x04\xff")
    assert chip.interrupt_level(PORT_A) == idle
    chip.pull(PORT_A, 0x01)
    assert chip.interrupt_level(PORT_A) == active
    assert chip.interrupt_level(PORT_B) == idle


# --- HT16K33: rev. 1.10 ------------------------------------------------------------------------


def test_the_picture_wraps_at_its_end_and_can_be_read_back():
    chip = SimHt16k33()
    chip.write(bytes((0x0E, 1, 2, 3, 4)))
    chip.write(b"\x0e")
    assert bytes(chip.read(4)) == b"\x01\x02\x03\x04"
    assert chip.ram[0:2] == b"\x03\x04"


def test_nothing_is_lit_before_oscillator_and_display_are_on():
    chip = SimHt16k33()
    chip.write(b"\x00" + bytes(range(16)))
    for command, is_lit in ((b"\x81", False), (b"\x21", True), (b"\x80", False), (b"\x87", True)):
        chip.write(command)
        assert (chip.lit(1) == bytes(range(1, 16, 2))) is is_lit
    chip.write(b"\x20")
    assert chip.lit(0) == bytes(8)
    assert chip.blink == 3


def test_a_dip_of_the_supply_leaves_it_dark_and_its_memory_undefined():
    chip = SimHt16k33()
    for command in (b"\x00" + bytes(16), b"\x21", b"\x81", b"\xe3"):
        chip.write(command)
    chip.lose_power()
    assert (chip.is_running, chip.is_on, chip.dimming) == (False, False, 15)
    assert chip.ram != bytes(16)


def test_keys_are_read_in_one_go_and_forgotten():
    chip = SimHt16k33()
    chip.keys[2] = 0x10
    chip.write(b"\x60")
    assert bytes(chip.read(1)) == b"\xff"
    chip.write(b"\x40")
    assert bytes(chip.read(6)) == b"\x00\x00\x10\x00\x00\x00"
    chip.write(b"\x40")
    assert bytes(chip.read(6)) == bytes(6)


# --- TCA9548A, MB85RC256V -----------------------------------------------------------------------


def test_the_switch_keeps_the_last_byte_and_forgets_it_in_reset():
    chip = SimTca9548a()
    assert chip.joined == ()
    chip.write(b"\xff\x82")
    assert chip.read(2) == b"\x82\x82"
    assert chip.joined == (chip.branches[1], chip.branches[7])
    chip.put(True)
    assert chip.write(b"\x02") == 0
    chip.put(False)
    assert chip.joined == ()


def test_the_memory_runs_over_its_end_to_its_beginning():
    chip = SimFram(SimOrderMemory())
    last = FRAM_BYTES - 2
    chip.write(bytes((last >> 8, last & 255)) + b"abcd")
    chip.write(bytes((last >> 8 | 0x80, last & 255)))
    assert chip.read(4) == b"abcd"
    chip.write(b"\0\0")
    assert chip.read(2) == b"cd"
    assert chip.read(1) == b"\0"
