"""A stick's reports: what it answers to the commands that Linux's driver sends.

The bytes are those of the data sheet's command tables (DS20005565, chapter 3, from memory) as
hid-mcp2221 writes them; the chips behind the stick are simulated.
"""

from __future__ import annotations

import pytest

from hal.kernel.main import main as kernel_main
from hal.kernel.mcp2221 import REPORT_BYTES, Mcp2221, Pin
from hal.kernel.table import _clock_of
from hal.sim.bus import SimBus
from hal.sim.chip_fram import SimFram
from hal.sim.clock import SimClock
from hal.sim.memory import SimOrderMemory

AT = 0x50


@pytest.fixture
def bus():
    bus = SimBus(SimClock(), "bench", 400_000)
    bus.wires.attach(AT, SimFram(SimOrderMemory()))
    return bus


@pytest.fixture
def stick(bus):
    return Mcp2221(bus)


def told(stick, *report):
    answer = stick.answer(bytes(report))
    assert len(answer) == REPORT_BYTES
    assert answer[0] == report[0]
    return answer


def write(stick, content, command=0x90):
    """As the kernel sends a write: pieces of 60 bytes, the whole length in each."""
    count = len(content)
    for at in range(0, count, 60) if content else (0,):
        piece = content[at : at + 60]
        answer = told(stick, command, count & 255, count >> 8, AT << 1, *piece)
    return answer


def read(stick, count, command=0x91):
    assert told(stick, command, count & 255, count >> 8, AT << 1 | 1)[1] == 0
    got = b""
    while len(got) < count:
        answer = told(stick, 0x40)
        assert (answer[1], answer[2]) == (0, 0x55)
        got += answer[4 : 4 + answer[3]]
    return got


def test_what_was_written_is_read_back_behind_a_repeated_start(stick):
    assert write(stick, b"\x01\x00card")[1] == 0
    assert told(stick, 0x10)[8] == 0
    write(stick, b"\x01\x00", 0x94)
    assert read(stick, 4, 0x93) == b"card"
    assert stick.transfers == 2


@pytest.mark.parametrize("count", [58, 60, 61, 118, 120, 300])
def test_a_long_transfer_comes_in_pieces_and_reaches_the_chip_at_once(stick, count):
    content = bytes(at % 251 for at in range(count))
    write(stick, b"\x00\x00" + content)
    assert stick.transfers == 1
    write(stick, b"\x00\x00", 0x94)
    assert read(stick, count, 0x93) == content


def test_nobody_at_an_address_is_told_when_asked_for_the_state(stick):
    told(stick, 0x90, 1, 0, 0x21 << 1, 0)
    status = told(stick, 0x10)
    assert (status[8], status[20] & 0x40) == (0x25, 0x40)
    assert told(stick, 0x10, 0, 0x10)[8] == 0  # cancelled
    told(stick, 0x91, 1, 0, 0x21 << 1 | 1)
    assert told(stick, 0x40)[2] == 0x25


def test_a_line_held_low_is_told_at_once(stick, bus):
    bus.wires.sda_clocks = 3
    assert write(stick, b"\x00\x00")[1:3] == b"\x01\x12"
    bus.wires.sda_clocks = 0
    assert write(stick, b"\x00\x00")[1] == 0


def test_a_write_that_was_cancelled_leaves_nothing_behind(stick):
    told(stick, 0x90, 100, 0, AT << 1, *bytes(60))
    told(stick, 0x10, 0, 0x10)
    write(stick, b"\x00\x05z")
    write(stick, b"\x00\x05", 0x94)
    assert read(stick, 1, 0x93) == b"z"


def test_the_speed_is_the_divider_of_twelve_megahertz(stick):
    answer = told(stick, 0x10, 0, 0, 0x20, 27)
    assert (answer[3], stick.hertz) == (0x20, 400_000)


def test_pins_are_inputs_first_and_keep_their_levels():
    driven = []
    stick = Mcp2221(None, (Pin(lambda: 1), Pin(drive=driven.append)))
    assert told(stick, 0x51)[2:6] == bytes((1, 1, 0, 1))
    told(stick, 0x50, 0, *bytes(4), 0, 0, 1, 0)  # pin 1 becomes an output
    told(stick, 0x50, 0, *bytes(4), 1, 1, 0, 0)  # and high
    assert told(stick, 0x51)[2:6] == bytes((1, 1, 1, 0))
    told(stick, 0x50, 0, *bytes(4), 0, 0, 1, 1)
    assert driven == [0, 1, None]


def test_a_simulation_that_breaks_is_no_answer_and_is_kept(stick, bus):
    def broken(*_):
        raise ZeroDivisionError

    bus.before_transfer = broken
    assert write(stick, b"\x00\x00")[1] != 0
    assert [type(one) for one in stick.troubles] == [ZeroDivisionError]


def test_a_command_that_it_does_not_know_is_refused(stick):
    assert told(stick, 0x77)[1] == 1


def test_a_clock_pulled_and_let_go_is_one_clock():
    clocks = []
    drive = _clock_of(lambda: clocks.append(1))
    for level in (0, None, None, 0, 0, None, 1, None):
        drive(level)
    assert len(clocks) == 2


def test_a_computer_that_shows_no_sticks_starts_nothing(monkeypatch, capsys):
    monkeypatch.setattr("hal.kernel.uhid.PluggedIn.__init__.__defaults__", ("/nowhere/uhid",))
    assert kernel_main(["--check"]) == 2
    assert "as root: modprobe" in capsys.readouterr().err
    assert kernel_main(["--check", "--lang", "it"]) == 2
    assert "da root: modprobe" in capsys.readouterr().err


def test_its_options_are_told_on_any_computer(monkeypatch, capsys):
    monkeypatch.setattr("hal.kernel.uhid.PluggedIn.__init__.__defaults__", ("/nowhere/uhid",))
    with pytest.raises(SystemExit) as ended:
        kernel_main(["--help"])
    assert ended.value.code == 0
    assert "--hands" in capsys.readouterr().out
