"""What only a real kernel can show, told where there is one: `make kernel` runs this in a guest.

Buses and pins are the kernel's, the libraries are those of a Raspberry Pi, and the chips behind
them are ours. What the board's contracts say is in `tests/contracts`, held to this board too.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from hal.boards import rev_a
from hal.disk.folder import FolderStore
from hal.errors import NACK, STUCK, HalError
from hal.main import main as table_main
from hal.rpi.i2c import PiBus
from tests.contracts.boards import KERNEL, on_a_kernel, sticks

pytestmark = pytest.mark.skipif(not os.environ.get(KERNEL), reason="make kernel runs it")

STUB_ADAPTER = "SMBus stub driver"  # i2c-stub: registers 0x00 to 0xFF at each address it was given
STUB_AT, NOBODY_AT = 0x20, 0x21


@pytest.fixture
def table():
    return on_a_kernel()


def stub_number():
    """The number of /dev/i2c-N behind which i2c-stub is."""
    for one in Path("/sys/class/i2c-dev").iterdir():
        if (one / "name").read_text().strip() == STUB_ADAPTER:
            return int(one.name.removeprefix("i2c-"))
    raise LookupError(STUB_ADAPTER)


def test_bytes_and_blocks_pass_through_the_kernels_own_stub():
    smbus2 = pytest.importorskip("smbus2")
    with smbus2.SMBus(stub_number()) as bus:
        bus.write_byte_data(STUB_AT, 0x0A, 0x5A)
        assert bus.read_byte_data(STUB_AT, 0x0A) == 0x5A
        bus.write_i2c_block_data(STUB_AT, 0x10, [1, 2, 3, 4])
        assert bus.read_i2c_block_data(STUB_AT, 0x10, 4) == [1, 2, 3, 4]
        with pytest.raises(OSError):
            bus.read_byte_data(NOBODY_AT, 0)


def test_a_combined_transfer_that_an_adapter_cannot_make_is_an_error_and_no_answer():
    """The stub knows SMBus only: our bus asks it for a whole transfer and is told no."""
    bus = PiBus("stub", stub_number(), None, 0, 0)
    into = bytearray(b"\xaa")
    with pytest.raises(HalError):
        bus.write_read_into(STUB_AT, b"\x00", into)
    assert into == b"\xaa"
    bus.close()


def test_an_absent_chip_is_a_nack_by_the_kernels_own_errno(table):
    table.switch.branches[3].detach(rev_a.PANEL_AT + 2, table.expanders[2])
    with pytest.raises(HalError) as absent:
        table.board.panels[2].read()
    assert (absent.value.kind, "0x22" in absent.value.detail) == (NACK, True)
    table.board.panels[1].read()


def test_a_transfer_longer_than_a_report_comes_whole(table):
    fram = table.board.order_memory
    content = bytes(at % 251 for at in range(700))
    fram.write(100, content)
    assert fram.read(100, 700) == content


def test_a_hung_chip_is_clocked_free_by_the_kernels_pins(table):
    fram, bus = table.board.order_memory, table.board.buses[0]
    fram.write(0, b"card")
    table.inner_bus.wires.sda_clocks = 5
    for _ in range(2):
        with pytest.raises(HalError) as held:
            fram.read(0, 4)
        assert held.value.kind == STUCK
    assert bus.is_stuck
    assert bus.recover()
    assert fram.read(0, 4) == b"card"


def test_every_line_of_the_board_is_a_line_of_a_gpio_chip(table):
    board = table.board
    for line, wire in (
        (board.lid, table.lid),
        (board.floor_key, table.floor_key),
        (board.power_failing, table.power_failing),
    ):
        assert not line.is_on()
        wire.put(True)
        assert line.is_on()
        wire.put(False)
        assert not line.is_on()
    assert not board.attention.is_on()
    board.buzzer.put(True)
    assert table.buzzer.is_on()
    changes = table.motor_enable.changes
    for level in (True, False, True):
        board.motor_enable.put(level)
    assert table.motor_enable.changes >= changes + 2


LGPIO = """
import RPi.GPIO as gpio
gpio.setmode(gpio.BCM)
gpio.setup(1, gpio.IN, pull_up_down=gpio.PUD_OFF)
print(gpio.input(1))
gpio.cleanup()
"""


def test_the_rpi_gpio_library_of_a_pi_5_reads_a_line_of_this_kernel(table, tmp_path):
    """In a program of its own: rpi-lgpio holds the interpreter while the kernel waits for us."""
    pytest.importorskip("RPi", reason="rpi-lgpio is missing")
    plugged = sticks()
    plugged.gpio.close()  # a line has one holder
    chip = plugged.plugged.pins["inner"].removeprefix("/dev/gpiochip")
    told = []
    for is_open in (False, True):
        table.lid.put(is_open)
        ran = subprocess.run(
            [sys.executable, "-c", LGPIO],
            env={**os.environ, "RPI_LGPIO_CHIP": chip, "RPI_LGPIO_REVISION": "c03111"},
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=600,
            check=False,
        )
        assert ran.returncode == 0, ran.stderr
        told.append(int(ran.stdout))
    active = next(row[4] for row in rev_a.LINES if row[0] == "lid")
    assert told == [1 - active, active]


def test_the_check_of_the_command_line_finds_every_part_good(capsys):
    assert table_main(["--board", "kernel", "--check", "--seed", "1"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert len(told) > 20
    assert all(line.startswith("good") for line in told)


def test_a_whole_hand_is_dealt_through_the_kernel(tmp_path, record_property):
    began = time.monotonic()
    arguments = ("--hands", "1", "--seats", "2", "--policy", "call", "--seed", "1")
    options = ("--speed", "max", "--linger", "0", "--state", str(tmp_path))
    assert table_main(["--board", "kernel", *arguments, *options]) == 0
    seconds = time.monotonic() - began
    store = FolderStore(tmp_path / "journal")
    lines = b"".join(store.read(one) for one in store.segments()).decode().splitlines()
    store.close()
    names = [line.split(" ")[2] for line in lines]
    assert names.count("hand_finished") == 1
    assert names.count("card_left") >= 12
    assert "fault_raised" not in names
    record_property("one hand, two seats", f"{seconds:.1f} s for {len(lines)} lines of its log")


def test_what_a_transfer_and_a_pin_cost_here(table, record_property):
    """Figures; that they are finite is all that is claimed."""
    for name, call in (
        ("16 bytes read from the FRAM", lambda: table.board.order_memory.read(0, 16)),
        ("a line read", table.board.lid.is_on),
        ("a line set", lambda: table.board.buzzer.put(True)),
    ):
        began = time.monotonic()
        for _ in range(50):
            call()
        milliseconds = (time.monotonic() - began) * 1000 / 50
        assert milliseconds < 1000
        record_property(name, f"{milliseconds:.2f} ms")
