"""The panels' drivers say on the wire what the data sheet asks for, and turn every odd
reply into one `HalError`.

The byte sequences are given by hand from the data sheets, MCP23017 DS20001952C and HT16K33 rev.
1.10, with their pages.
"""

from __future__ import annotations

import pytest

from hal.drivers.hint import POLL_MS, Hint
from hal.drivers.ht16k33 import FIRST_HALF, SECOND_HALF, SET_UP_MS, Ht16k33
from hal.drivers.mcp23017 import Mcp23017
from hal.drivers.seat_panel import PROVE_MS, ExpanderPanel
from hal.errors import CORRUPT, NACK, HalError
from hal.ports import KEY_CALL, KEY_DOWN, KEY_FOLD, KEY_UP, LOOK_MS, PRESENCE, WELL
from hal.sim.chip_ht16k33 import SimHt16k33
from hal.sim.chip_mcp23017 import PORT_A, PORT_B, SimMcp23017
from tests.wires import Bench, Line, kind_of


@pytest.fixture
def bench():
    return Bench()


# --- MCP23017 --------------------------------------------------------------------------------

SET_UP = [
    "05 00",  # IOCON if BANK = 1 (p. 16, table 3-2), else GPINTENB
    "0a 44",  # IOCON: MIRROR, ODR, nothing else (p. 20)
    "14 2a 55",  # OLATA, OLATB: lamps dark, marks behind the inputs (p. 24)
    "00 7f 7f 7f 7f 7f 7f 00 00 00 00 44 44 7f 7f",  # IODIR .. GPPU (p. 18 to 22)
    "00",  # read all 22 back, which ends a pending interrupt (p. 25)
]


@pytest.fixture
def chip(bench):
    return bench.put(0x20, SimMcp23017())


@pytest.fixture
def expander(bench, chip):
    return Mcp23017(bench.bus, 0x20, "panel1")


def test_the_expander_is_set_up_once_and_then_only_read(bench, expander):
    assert expander.read() == (0, 0)
    assert expander.read() == (0, 0)
    assert bench.bus.written() == [*SET_UP, "12", "12"]
    assert [len(read) for _, _, read in bench.bus.said[-2:]] == [4, 4]


@pytest.mark.parametrize("control", [0x80, 0xA0, 0x20, 0xFE])
def test_whatever_ran_before_the_expander_is_brought_to_our_layout(bench, chip, expander, control):
    bench.wires.writeto(0x20, bytes((0x0A, control)))
    chip.pull(PORT_A, KEY_FOLD)
    assert expander.read() == (KEY_FOLD, 0)
    assert bench.ask(0x20, 0x0A, 1) == b"\x44"


def test_an_interrupt_that_waited_since_before_the_start_is_ended(bench, chip, expander):
    bench.wires.writeto(0x20, b"\x0c\xff\xff")
    bench.wires.writeto(0x20, b"\x04\xff\xff")
    chip.pull(PORT_B, KEY_CALL)
    assert chip.is_interrupting(PORT_B)
    assert expander.read() == (0, KEY_CALL)
    assert chip.interrupt_level(PORT_A) is None


def test_lamps_are_pin_7_and_leave_the_marks_alone(bench, chip, expander):
    expander.read()
    expander.drive(True, False)
    assert bench.bus.written()[-1] == "14 aa 55"
    expander.drive(False, True)
    assert bench.bus.written()[-1] == "14 2a d5"
    assert (chip.driven(PORT_A), chip.driven(PORT_B)) == (0x00, 0x80)


def test_a_dip_of_the_supply_presses_no_key(bench, chip, expander):
    expander.drive(True, True)
    chip.floating = [0x7F, 0x00]
    for _ in range(3):
        assert expander.read() == (0, 0)
        chip.lose_power()
        assert kind_of(expander.read) == CORRUPT
        assert expander.read() == (0, 0)
        assert (chip.driven(PORT_A), chip.driven(PORT_B)) == (0x80, 0x80), "lamps are back too"


def test_no_single_register_may_change_unnoticed(bench, expander):
    expander.read()
    for register in range(0x0E):
        good = bench.ask(0x20, register, 1)[0]
        bench.wires.writeto(0x20, bytes((register, good ^ 0x10)))
        assert kind_of(expander.read_proved) == CORRUPT, register
        assert expander.read() == (0, 0)


def test_a_set_up_that_fails_half_way_is_made_from_its_beginning(bench, expander):
    def refuse(address, out, count):
        if out and out[0] == 0x00:
            raise HalError(NACK, "bus")

    bench.wires.before_transfer = refuse
    assert kind_of(expander.read) == NACK
    bench.wires.before_transfer = None
    bench.bus.said.clear()
    assert expander.read() == (0, 0)
    assert bench.bus.written()[: len(SET_UP)] == SET_UP


# --- the panel over it ---------------------------------------------------------------------------


class Rig:
    def __init__(self, bench, chip, expander):
        self.bench, self.chip = bench, chip
        self.line = Line()
        self.is_wire_broken = False
        chip.interrupt_changed = self._follow
        self.panel = ExpanderPanel(expander, Hint(self.line, bench.clock), bench.clock)

    def _follow(self):
        self.line.level = not self.is_wire_broken and self.chip.interrupt_level(PORT_A) == 0

    def reads(self, times=1):
        """Levels read, and how many transfers that took."""
        before = len(self.bench.bus.said)
        levels = [self.panel.read() for _ in range(times)]
        return levels[-1], len(self.bench.bus.said) - before


@pytest.fixture
def rig(bench, chip, expander):
    rig = Rig(bench, chip, expander)
    rig.reads(2)
    return rig


def test_pins_are_wired_as_the_table_of_revision_a_says(rig):
    rig.chip.pull(PORT_A, KEY_FOLD | KEY_UP | WELL)
    rig.chip.pull(PORT_B, KEY_DOWN | PRESENCE)
    assert rig.panel.read() == (0x01 | 0x08 | 0x40, 0x10 | 0x20)


def test_a_quiet_line_spares_the_bus_and_a_key_is_read_twice(rig):
    assert rig.reads(50) == ((0, 0), 0)
    rig.chip.pull(PORT_B, KEY_CALL)
    assert rig.reads(1) == ((0, KEY_CALL), 1)
    assert rig.reads(1) == ((0, KEY_CALL), 1), "a change counts when two reads agree"
    assert rig.reads(50) == ((0, KEY_CALL), 0)
    rig.chip.pull(PORT_B, 0)
    assert rig.reads(3) == ((0, 0), 2)


def test_with_a_broken_interrupt_wire_keys_still_work(rig):
    rig.is_wire_broken = True
    rig.chip.pull(PORT_A, KEY_FOLD)
    assert rig.reads(10) == ((0, 0), 0)
    rig.bench.wait(POLL_MS)
    assert rig.panel.read() == (KEY_FOLD, 0)
    rig.chip.pull(PORT_A, 0)
    assert rig.panel.read() == (0, 0), "after one surprise every call asks"
    assert rig.reads(10)[1] == 10
    rig.bench.wait(60_000)
    assert rig.reads(10)[1] == 10
    rig.is_wire_broken = False
    rig.chip.pull(PORT_A, KEY_CALL)
    assert rig.panel.read() == (KEY_CALL, 0), "the line told of this one"
    rig.reads(1)
    assert rig.reads(10)[1] == 0


def test_a_press_that_came_and_went_behind_a_broken_wire_is_handed_over_once(rig):
    rig.is_wire_broken = True
    rig.chip.pull(PORT_B, KEY_CALL)
    rig.chip.pull(PORT_B, 0)
    rig.bench.wait(LOOK_MS)
    assert rig.panel.read() == (0, KEY_CALL)
    assert rig.panel.read() == (0, 0)
    assert rig.reads(10)[1] == 10, "the wire is not believed any more"


def test_a_press_of_which_the_line_spoke_is_handed_over_as_it_is(rig):
    rig.bench.wait(LOOK_MS)
    rig.chip.pull(PORT_B, KEY_CALL)
    rig.chip.pull(PORT_B, 0)
    assert rig.panel.read() == (0, 0), "as late as this it was no press"


def test_a_corrupted_sample_alone_is_not_held(rig):
    def flip_once(address, answer):
        answer[0] ^= KEY_FOLD
        rig.bench.wires.spoil = None

    rig.bench.wires.spoil = flip_once
    rig.line.level = True  # another panel's chip holds the shared line
    assert rig.panel.read() == (KEY_FOLD, 0)
    rig.line.level = False
    assert rig.panel.read() == (0, 0)


def test_the_set_up_is_read_back_once_a_second(rig):
    rig.bench.wait(PROVE_MS)
    rig.bench.bus.said.clear()
    rig.reads(5)
    assert rig.bench.bus.written() == ["00"], "all registers, from the first"
    rig.bench.wires.writeto(0x20, b"\x0c\x00")
    rig.bench.wait(PROVE_MS)
    assert kind_of(rig.panel.read) == CORRUPT
    assert rig.panel.read() == (0, 0)


def test_an_absent_panel_gives_no_levels(rig):
    rig.bench.wires.wires.detach(0x20, rig.chip)
    rig.bench.wait(POLL_MS)
    for _ in range(3):
        assert kind_of(rig.panel.read) == NACK
    rig.bench.put(0x20, rig.chip)
    assert rig.panel.read() == (0, 0)


def test_a_lamp_that_was_not_acknowledged_is_switched_again(rig):
    rig.panel.light(True, False)
    before = len(rig.bench.bus.said)
    rig.panel.light(True, False)
    assert len(rig.bench.bus.said) == before
    rig.bench.wires.wires.detach(0x20, rig.chip)
    assert kind_of(rig.panel.light, False, False) == NACK
    rig.bench.put(0x20, rig.chip)
    rig.panel.light(False, False)
    assert (rig.chip.driven(PORT_A), rig.chip.driven(PORT_B)) == (0, 0)
    assert rig.reads(3)[0] == (0, 0)


# --- HT16K33 ----------------------------------------------------------------------------------


def test_a_picture_is_sent_whole_and_the_set_up_behind_it(bench):
    chip = bench.put(0x70, SimHt16k33())
    driver = Ht16k33(bench.bus, 0x70, bench.clock)
    driver.show(SECOND_HALF, bytes(range(1, 9)), blink=False)
    assert bench.bus.written() == [
        "00 00 01 00 02 00 03 00 04 00 05 00 06 00 07 00 08",  # page write from 0x00 (p. 29)
        "21",  # system setup: oscillator on
        "a0",  # ROW/INT set: row output
        "ef",  # dimming set: 16/16
        "81",  # display setup: on, no blinking
    ]
    assert (chip.lit(FIRST_HALF), chip.lit(SECOND_HALF)) == (bytes(8), bytes(range(1, 9)))


def test_a_picture_soon_after_another_goes_without_the_set_up(bench):
    bench.put(0x70, SimHt16k33())
    driver = Ht16k33(bench.bus, 0x70, bench.clock)
    driver.show(FIRST_HALF, bytes(8), blink=False)
    bench.bus.said.clear()
    driver.show(FIRST_HALF, bytes([0xFF] * 8), blink=False)
    assert bench.bus.written() == ["00" + " ff 00" * 8]
    driver.show(FIRST_HALF, bytes([0xFF] * 8), blink=True)
    assert bench.bus.written()[-1] == "85"


def test_a_set_up_that_failed_is_sent_with_the_next_picture(bench):
    chip = bench.put(0x70, SimHt16k33())
    driver = Ht16k33(bench.bus, 0x70, bench.clock)
    bench.wires.wires.detach(0x70, chip)
    assert kind_of(driver.show, FIRST_HALF, bytes(8), False) == NACK
    bench.put(0x70, chip)
    driver.show(FIRST_HALF, b"aaaaaaaa", blink=False)
    assert chip.lit(FIRST_HALF) == b"aaaaaaaa"


def test_each_half_keeps_its_picture_when_the_other_changes(bench):
    chip = bench.put(0x70, SimHt16k33())
    driver = Ht16k33(bench.bus, 0x70, bench.clock, brightness=3)
    driver.show(FIRST_HALF, b"aaaaaaaa", blink=True)
    driver.show(SECOND_HALF, b"bbbbbbbb", blink=False)
    assert (chip.lit(FIRST_HALF), chip.lit(SECOND_HALF)) == (b"aaaaaaaa", b"bbbbbbbb")
    assert (chip.blink, chip.dimming) == (2, 3)
    driver.show(FIRST_HALF, b"cccccccc", blink=False)
    assert chip.blink == 0


def test_after_a_dip_of_the_supply_the_next_picture_is_right(bench):
    chip = bench.put(0x70, SimHt16k33())
    driver = Ht16k33(bench.bus, 0x70, bench.clock)
    driver.show(FIRST_HALF, b"aaaaaaaa", blink=False)
    chip.lose_power()
    assert chip.lit(FIRST_HALF) == bytes(8)
    bench.wait(SET_UP_MS)
    driver.show(SECOND_HALF, b"bbbbbbbb", blink=False)
    assert (chip.lit(FIRST_HALF), chip.lit(SECOND_HALF)) == (b"aaaaaaaa", b"bbbbbbbb")
