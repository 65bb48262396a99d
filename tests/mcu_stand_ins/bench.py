"""A Pico without a Pico: a board's `machine`, `time` and `rp2`, before a simulated table.

The pins are wires of a simulated table and the controllers its buses; a chip's refusal comes out
as the errno that the rp2 port would give. Runs on both interpreters. `HERE` is the bench that the
modules beside this file belong to.
"""

import errno

from hal.boards import rev_a
from hal.errors import NACK, STUCK, HalError

ERRNO = {NACK: errno.EIO, STUCK: errno.ETIMEDOUT}
TICKS = 1 << 30
TICKS_AT_START = TICKS - 3000  # so that the counter wraps within every test of a hand


class Reset(BaseException):
    """The board starts again."""


class Bench:
    """inputs: pin -> a call for its level. outputs: pin -> what is told a level."""

    def __init__(self):
        self.inputs = {}
        self.outputs = {}
        self.released = {}
        self.levels = {}
        self.made = []  # (pin, mode, pull, value) in order
        self.buses = {}
        self.lines = {}  # UART -> the table's end of a cable
        self.table = None
        self.flash = None
        self.cause = 1
        self.bites_ms = None  # when the watchdog bites, once it is armed
        self.looks_on = None  # called whenever time has passed
        self.began_ms = 0

    def solder(self, table, flash):
        """Put a simulated table on the pins, as the board's table of lines says."""
        self.__init__()
        self.table = table
        self.flash = flash
        self.began_ms = table.clock.now_ms()
        for name, _, pin, is_output, active, _, _ in rev_a.LINES:
            line = {"mux_reset": table.switch, "noise_power": table.noise_chip}.get(name)
            line = line or getattr(table, name)
            if is_output:
                self.outputs[pin] = self._telling(line, active)
            else:
                self.inputs[pin] = self._asking(line, active)
        for bus, row in (
            (table.inner_bus, rev_a.INNER_BUS),
            (table.table_bus, rev_a.TABLE_BUS),
        ):
            self.buses[row[2] >> 1 & 1] = bus
            self._wire_bus(bus, row[2], row[3])
        self.lines[0] = table.cable.table

    def _telling(self, line, active):
        return lambda level: line.put(level == active)

    def _asking(self, line, active):
        return lambda: active if line.is_on() else 1 - active

    def _wire_bus(self, bus, sda, scl):
        self.inputs[sda] = lambda: int(not bus.wires.is_stuck())
        self.inputs[scl] = lambda: int(not bus.wires.is_scl_held)
        self.released[scl] = lambda: bus.wires.clock(1)

    def set(self, pin, level):
        before = self.levels.get(pin)
        self.levels[pin] = level
        if pin in self.outputs:
            self.outputs[pin](level)
        if level and before == 0 and pin in self.released:
            self.released[pin]()

    def level(self, pin):
        return self.inputs[pin]() if pin in self.inputs else self.levels.get(pin, 0)


class FakeTime:
    """The module `time`; nobody really waits."""

    def __init__(self, bench):
        self.bench = bench

    def ticks_ms(self):
        bench = self.bench
        return (bench.table.clock.ms - bench.began_ms + TICKS_AT_START) % TICKS

    def ticks_diff(self, end, start):
        return (end - start + TICKS // 2) % TICKS - TICKS // 2

    def sleep_ms(self, ms):
        bench = self.bench
        clock = bench.table.clock
        until_ms = clock.ms + ms
        if not clock.skip(until_ms):
            clock.advance(until_ms)
        if bench.bites_ms is not None and until_ms > bench.bites_ms:
            raise Reset("watchdog")
        if bench.looks_on:
            bench.looks_on()


def pins_of(bench):
    """The class `machine.Pin`."""

    class Pin:
        IN, OUT, OPEN_DRAIN, PULL_UP, PULL_DOWN = 0, 1, 2, 1, 2

        def __init__(self, number, mode=-1, pull=-1, *, value=None):
            self.number = number
            bench.made.append((number, mode, pull, value))
            if value is not None:
                bench.set(number, value)

        def value(self, level=None):
            if level is None:
                return bench.level(self.number)
            bench.set(self.number, level)
            return None

    return Pin


def controllers_of(bench):
    """The class `machine.I2C`."""

    class I2C:
        def __init__(self, number, *, scl, sda, freq, timeout):
            if sda.number >> 1 & 1 != number or scl.number != sda.number + 1:
                raise ValueError("bad SCL pin")
            self.bus = bench.buses[number]
            self.kept = None  # written, and no stop yet

        def writeto(self, address, out, stop=True):
            if not stop:
                self.kept = bytes(out)
                return len(out)
            return self._asked(address, self.bus.writeto, out)

        def readfrom_into(self, address, into):
            kept, self.kept = self.kept, None
            if kept is None:
                self._asked(address, self.bus.readfrom_into, into)
            else:
                self._asked(address, self.bus.write_read_into, kept, into)

        def _asked(self, address, call, *what):
            try:
                call(address, *what)
            except HalError as trouble:
                raise OSError(ERRNO.get(trouble.kind, errno.EIO)) from None
            return len(what[0])

    return I2C


def uarts_of(bench):
    """The class `machine.UART`; it does not know whether anybody is at the other end."""

    class UART:
        def __init__(self, number, baudrate, *, tx=None, rx=None, txbuf=256, rxbuf=256, timeout=0):
            self.line = bench.lines[number]
            self.heard = b""

        def any(self):
            try:
                arrived = self.line.read()
            except HalError:
                return len(self.heard)
            if arrived:
                self.heard += arrived
            return len(self.heard)

        def read(self, count):
            taken, self.heard = self.heard[:count], self.heard[count:]
            return taken or None

        def write(self, content):
            try:
                return self.line.write(content)
            except HalError:
                return len(content)

    return UART


def watchdogs_of(bench):
    """The class `machine.WDT`."""

    class WDT:
        def __init__(self, *, timeout):
            self.timeout = timeout
            self.feed()

        def feed(self):
            bench.bites_ms = bench.table.clock.now_ms() + self.timeout

    return WDT


def machine_on(bench):
    """The module `machine` of a bench."""

    class Machine:
        PWRON_RESET, WDT_RESET = 1, 3

        def reset_cause(self):
            return bench.cause

        def unique_id(self):
            return b"\xe6\x61\x64\x08\x43\x1a\x2b\x2c"

        def reset(self):
            raise Reset

    made = Machine()
    made.Pin, made.I2C = pins_of(bench), controllers_of(bench)
    made.UART, made.WDT = uarts_of(bench), watchdogs_of(bench)
    return made


HERE = Bench()
