"""Pins, buses, link, clock, watchdog and rest of a Pico 2, before a simulated table."""

from __future__ import annotations

import errno

import pytest

from hal.boards import rev_a
from hal.errors import BUSY, IO, NACK, STUCK, HalError
from hal.mcu.clock import McuClock
from hal.mcu.i2c import McuBus
from hal.mcu.link import BUFFER_BYTES, READ_BYTES_MAX, UartLink, UsbLink
from hal.mcu.pins import McuLines
from hal.mcu.rest import IDLE_MS, LOOK_MS
from hal.mcu.table import McuTable, table_serial
from hal.mcu.watchdog import RESET_AFTER_MS, McuWatchdog, is_watchdogs
from hal.sim.p256 import is_signed
from hal.sim.register_board import RegisterTable
from tests.mcu_stand_ins.bench import TICKS, Bench, FakeTime, Reset, machine_on
from tests.mcu_stand_ins.nor_flash import NorFlash

PIN = {row[0]: row[2] for row in rev_a.LINES}


@pytest.fixture
def table():
    return RegisterTable(b"seed")


@pytest.fixture
def bench(table):
    bench = Bench()
    bench.solder(table, NorFlash(fill=0))
    return bench


@pytest.fixture
def machine(bench):
    return machine_on(bench)


@pytest.fixture
def mcu(bench, machine):
    return McuTable(machine, FakeTime(bench), bench.flash, provenance="simulated")


# --- pins ----------------------------------------------------------------------------------------


def test_every_output_begins_at_its_safe_level(bench, machine):
    McuLines(machine, rev_a.LINES)
    made = {number: (mode, value) for number, mode, _, value in bench.made}
    for _, _, pin, is_output, _, safe, _ in rev_a.LINES:
        assert made[pin] == ((1, safe) if is_output else (0, None))


def test_inputs_have_the_pulls_of_the_boards_table(bench, machine):
    McuLines(machine, rev_a.LINES)
    pulls = {number: pull for number, mode, pull, _ in bench.made if mode == 0}
    assert pulls == {
        row[2]: {1: machine.Pin.PULL_UP, -1: machine.Pin.PULL_DOWN, 0: None}[row[6]]
        for row in rev_a.LINES
        if not row[3]
    }


def test_levels_are_told_as_the_table_means_them(bench, table, mcu):
    table.lid.put(True)
    table.floor_key.put(True)
    assert mcu.board.lid.is_on()
    assert mcu.board.floor_key.is_on()
    assert (bench.level(PIN["lid"]), bench.level(PIN["floor_key"])) == (1, 0)


def test_an_end_leaves_every_line_safe(bench, mcu):
    for line in mcu.lines.outputs.values():
        line.put(True)
    mcu.lines.make_safe()
    for name, _, pin, is_output, _, safe, _ in rev_a.LINES:
        if is_output:
            assert bench.levels[pin] == safe, name


# --- buses ---------------------------------------------------------------------------------------


@pytest.fixture
def bus(machine):
    return McuBus(machine, "inner_bus", *rev_a.INNER_BUS[2:5])


def test_what_is_written_is_read_back_in_one_transfer(table, bus):
    bus.writeto(rev_a.FRAM_AT, b"\x01\x00card")
    before = table.inner_bus.transfers
    into = bytearray(4)
    bus.write_read_into(rev_a.FRAM_AT, b"\x01\x00", into)
    assert (bytes(into), table.inner_bus.transfers - before) == (b"card", 1)


def test_nobody_there_is_a_nack_and_an_empty_write_asks(bus):
    bus.writeto(rev_a.FRAM_AT, b"")
    with pytest.raises(HalError) as nobody:
        bus.writeto(0x11, b"")
    assert (nobody.value.kind, nobody.value.device) == (NACK, "inner_bus")


@pytest.mark.parametrize(
    ("raised", "kind"),
    [
        (OSError(errno.EIO), NACK),
        (OSError(errno.ENODEV), NACK),
        (OSError(errno.ETIMEDOUT), STUCK),
        (OSError(errno.EINVAL), IO),
        (OSError(), IO),
    ],
)
def test_the_ports_errors_have_names(bus, raised, kind, monkeypatch):
    def refuse(*_):
        raise raised

    monkeypatch.setattr(bus._bus, "writeto", refuse)
    monkeypatch.setattr(bus._bus, "readfrom_into", refuse)
    for ask in (
        lambda: bus.writeto(1, b"x"),
        lambda: bus.readfrom_into(1, bytearray(1)),
        lambda: bus.write_read_into(1, b"x", bytearray(1)),
    ):
        with pytest.raises(HalError) as refused:
            ask()
        assert refused.value.kind == kind


def test_a_byte_that_was_not_taken_is_an_error(bus, monkeypatch):
    monkeypatch.setattr(bus._bus, "writeto", lambda address, out, stop=True: len(out) - 1)
    with pytest.raises(HalError):
        bus.writeto(rev_a.FRAM_AT, b"abc")


def test_a_hung_line_is_clocked_free_and_the_controller_takes_it_back(table, bus):
    table.inner_bus.wires.sda_clocks = 7
    with pytest.raises(HalError) as held:
        bus.writeto(rev_a.FRAM_AT, b"")
    assert held.value.kind == STUCK
    assert bus.recover()
    bus.writeto(rev_a.FRAM_AT, b"")


def test_a_line_that_is_held_for_good_is_told(table, bus):
    table.inner_bus.wires.sda_clocks = -1
    assert not bus.recover()


# --- clock, watchdog, name -----------------------------------------------------------------------


def test_the_clock_goes_on_when_the_counter_begins_again(bench, table):
    clock = McuClock(FakeTime(bench))
    passed = 0
    for step in (1, 2998, 2, TICKS // 2 - 1, TICKS // 2 - 1, 5):
        table.clock.advance(table.clock.now_ms() + step)
        passed += step
        assert clock.now_ms() == passed


def test_the_watchdog_sleeps_until_it_is_armed(bench, machine, table):
    watchdog = McuWatchdog(machine)
    watchdog.feed()
    assert bench.bites_ms is None
    watchdog.arm()
    time = FakeTime(bench)
    time.sleep_ms(RESET_AFTER_MS)
    watchdog.feed()
    time.sleep_ms(RESET_AFTER_MS)
    with pytest.raises(Reset):
        time.sleep_ms(1)


def test_the_cause_of_a_start_and_the_name_come_from_the_chip(bench, machine):
    assert not is_watchdogs(machine)
    bench.cause = machine.WDT_RESET
    assert is_watchdogs(machine)
    assert table_serial(machine) == "MZ-431A2B2C"


# --- link ----------------------------------------------------------------------------------------


class Port:
    """A UART whose line takes its time."""

    def __init__(self, clock):
        self.clock = clock
        self.waiting = 0
        self.sent = b""
        self.last_ms = 0
        self.overrun = 0

    def any(self):
        return 700

    def read(self, count):
        return bytes(count)

    def write(self, content):
        now = self.clock.now_ms()
        self.waiting = max(0, self.waiting - (now - self.last_ms) * 11520 // 1000)
        self.last_ms = now
        self.overrun = max(self.overrun, self.waiting + len(content) - BUFFER_BYTES)
        self.waiting += len(content)
        self.sent += content
        return len(content)


def test_the_uart_is_never_given_more_than_it_has_room_for(machine, table):
    port = Port(table.clock)
    machine.UART = lambda number, **_: port
    link = UartLink(machine, *rev_a.PICO_LINK, rev_a.LINK_BAUD, table.clock)
    content = bytes(range(250)) * 40
    rest = content
    passes = 0
    while rest:
        rest = rest[link.write(rest) :]
        table.clock.advance(table.clock.now_ms() + 3 + passes % 14)
        passes += 1
    assert port.sent == content
    assert port.overrun <= 0
    assert table.clock.now_ms() <= len(content) * 1000 // 11520 + 40  # and keeps it busy
    assert len(link.read()) == READ_BYTES_MAX


class Console:
    """MicroPython's console: one poll for both ways, and streams that would wait."""

    def __init__(self):
        self.arrived = bytearray(b"hello\n")
        self.room = 1
        self.sent = b""
        self.known = []

    def register(self, stream, what):
        self.known.append((stream, what))

    def poll(self, wait_ms):
        assert wait_ms == 0
        ready = {1: bool(self.arrived), 4: bool(self.room)}
        return [(stream, what) for stream, what in self.known if ready[what]]

    def read(self, count):
        taken = bytes(self.arrived[:count])
        assert len(taken) == count
        del self.arrived[:count]
        return taken

    def write(self, content):
        self.sent += content
        self.room = 0
        return len(content)


def test_the_usb_port_is_asked_for_what_is_there_and_given_one_packet():
    console = Console()
    link = UsbLink(console, console, console)
    assert link.has_news()
    assert link.read() == b"hello\n"
    assert (link.has_news(), link.read()) == (False, b"")
    assert link.write(bytes(100)) == 64
    assert link.write(bytes(100)) == 0


# --- rest ----------------------------------------------------------------------------------------


def test_a_rest_ends_in_time(mcu, table):
    mcu.rest.rest(45)
    assert table.clock.now_ms() == 45


def test_a_key_wakes_it(mcu, table, bench):
    for panel in mcu.board.panels:
        panel.read()
    table.clock.after(10, lambda: table.panel(4).press(4, 1))
    began = table.clock.now_ms()
    mcu.rest.rest(1000)
    assert 10 <= table.clock.now_ms() - began <= 10 + LOOK_MS + 1


def test_a_hosts_bytes_wake_it(mcu, table):
    table.clock.after(10, lambda: table.cable.host.write(b"hello\n"))
    mcu.rest.rest(1000)
    assert table.clock.now_ms() <= 10 + LOOK_MS
    assert mcu.board.link.read() == b"hello\n"


def test_flash_is_erased_ahead_only_where_no_motor_can_be_running(mcu, bench):
    for _ in range(20):
        mcu.rest.rest(rev_a.MOTOR_GAP_MS - 5)
    assert bench.flash.erasures == 0
    mcu.rest.rest(IDLE_MS)
    assert bench.flash.erasures == 1


# --- the security chip ---------------------------------------------------------------------------


class Keyed(RegisterTable):
    has_key = True


def test_the_security_chip_signs_heads_as_on_any_other_board():
    bench = Bench()
    bench.solder(Keyed(b"seed"), NorFlash(fill=0))
    mcu = McuTable(machine_on(bench), FakeTime(bench), bench.flash, provenance="simulated")
    signer = mcu.board.signer
    digest = bytes(range(32))
    public = until_answered(bench, signer.public_key)
    assert is_signed(public, digest, until_answered(bench, lambda: signer.sign(digest)))


def until_answered(bench, call):
    for _ in range(600):
        try:
            return call()
        except HalError as trouble:
            if trouble.kind != BUSY:
                raise
        FakeTime(bench).sleep_ms(1)
    raise AssertionError("busy for ever")
