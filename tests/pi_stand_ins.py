"""A Raspberry Pi without a Raspberry Pi: an RPi.GPIO and a smbus2 whose other side is simulated.

The pins are wires of a simulated table and the buses are its buses; messages are smbus2's own.
What a real library would do with silicon ends here in a call of the simulator.
"""

from __future__ import annotations

import ctypes
import errno

import smbus2

from hal.boards import rev_a
from hal.errors import NACK, STUCK, HalError
from hal.kernel.through_pi import ThroughPi, clocks, drives, levels

PIN = {row[0]: row[1] for row in rev_a.LINES}
ERRNO = {NACK: errno.EREMOTEIO, STUCK: errno.ETIMEDOUT}


class FakeGpio:
    """The RPi.GPIO interface. inputs: pin -> a call for its level; outputs: pin -> what is told.

    said: every call in order. pulled: pins that are pulled to ground as outputs.
    """

    BCM, IN, OUT, PUD_OFF, PUD_DOWN, PUD_UP = 11, 1, 0, 20, 21, 22

    def __init__(self):
        self.said = []
        self.inputs = {}
        self.outputs = {}
        self.released = {}
        self.levels = {}
        self.refuses = set()

    def setwarnings(self, on):
        self.said.append(("setwarnings", on))

    def setmode(self, mode):
        self.said.append(("setmode", mode))

    def setup(self, pin, direction, pull_up_down=20, initial=-1):
        if pin in self.refuses:
            raise RuntimeError("GPIO busy")
        self.said.append(("setup", pin, direction, pull_up_down, initial))
        if direction == self.OUT:
            self._set(pin, initial)
        elif self.levels.pop(pin, None) is not None and pin in self.released:
            self.released[pin]()

    def output(self, pin, level):
        if pin in self.refuses:
            raise RuntimeError("GPIO busy")
        self.said.append(("output", pin, level))
        self._set(pin, level)

    def input(self, pin):
        if pin in self.refuses:
            raise RuntimeError("GPIO busy")
        return self.inputs[pin]() if pin in self.inputs else 1

    def _set(self, pin, level):
        self.levels[pin] = level
        if pin in self.outputs:
            self.outputs[pin](level)


class FakeSmbus2:
    """smbus2 with its own messages; buses: number -> a simulated bus."""

    i2c_msg = smbus2.i2c_msg

    def __init__(self, buses):
        self.buses = buses

    def SMBus(self, number):
        if number not in self.buses:
            raise FileNotFoundError(errno.ENOENT, "No such file or directory")
        return _FakeBus(self.buses[number])


class _FakeBus:
    def __init__(self, bus):
        self._bus = bus
        self.is_open = True

    def close(self):
        self.is_open = False

    def i2c_rdwr(self, *messages):
        try:
            self._carry(messages)
        except HalError as trouble:
            raise OSError(ERRNO.get(trouble.kind, errno.EIO), trouble.detail) from trouble

    def _carry(self, messages):
        ways = [message.flags & 1 for message in messages]
        address = messages[0].addr
        if ways == [0]:
            self._bus.writeto(address, bytes(messages[0]))
            return
        answer = messages[-1]
        into = bytearray(len(answer))
        if ways == [1]:
            self._bus.readfrom_into(address, into)
        else:
            assert ways == [0, 1]
            self._bus.write_read_into(address, bytes(messages[0]), into)
        ctypes.memmove(answer.buf, bytes(into), len(into))


def wire(gpio, table):
    """Solder the fake pins to a simulated table, as the board's table of lines says."""
    gpio.inputs.update(levels(table))
    gpio.outputs.update(drives(table))
    gpio.released.update(clocks(table))


class PiOnRegisters(ThroughPi):
    """A register-level table whose firmware talks to it through `hal.rpi` and these libraries."""

    def libraries(self):
        self.gpio = FakeGpio()
        wire(self.gpio, self)
        numbers = {rev_a.INNER_BUS[5]: self.inner_bus, rev_a.TABLE_BUS[5]: self.table_bus}
        return self.gpio, FakeSmbus2(numbers)
