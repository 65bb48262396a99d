"""A bus that writes down what was said on it, and one chip's worth of set-up for tests.

Shared by the tests of drivers and chips. A `RecordingBus` stands between a driver and a simulated
bus and keeps every transfer as the bytes on the wire.
"""

from __future__ import annotations

import pytest

from hal.errors import HalError
from hal.sim.bus import SimBus
from hal.sim.clock import SimClock


class RecordingBus:
    """Passes everything on; `said` has (address, bytes written or None, bytes read)."""

    def __init__(self, bus):
        self._bus = bus
        self.said = []

    def writeto(self, address, out):
        self.said.append((address, bytes(out), b""))
        self._bus.writeto(address, out)

    def readfrom_into(self, address, into):
        self._bus.readfrom_into(address, into)
        self.said.append((address, None, bytes(into)))

    def write_read_into(self, address, out, into):
        self._bus.write_read_into(address, out, into)
        self.said.append((address, bytes(out), bytes(into)))

    def recover(self):
        return self._bus.recover()

    def written(self):
        """What was written, transfer by transfer, as text."""
        return [out.hex(" ") for _, out, _ in self.said if out is not None]


class Bench:
    """A clock, a bus and a recorder around it."""

    def __init__(self, hertz=400_000):
        self.clock = SimClock()
        self.wires = SimBus(self.clock, "bus", hertz)
        self.bus = RecordingBus(self.wires)

    def put(self, address, chip):
        """Attach a chip and return it."""
        self.wires.wires.attach(address, chip)
        return chip

    def ask(self, address, register, count):
        """Bytes read from a register on."""
        into = bytearray(count)
        self.wires.write_read_into(address, bytes((register,)), into)
        return bytes(into)

    def wait(self, ms):
        """Let time pass."""
        self.clock.advance(self.clock.now_ms() + ms)


class Line:
    """An interrupt line that a test holds."""

    def __init__(self, is_on=False):
        self.level = is_on

    def is_on(self):
        return self.level

    def put(self, on):
        self.level = on


def kind_of(call, *args):
    """Return the kind of the `HalError` that a call raises."""
    with pytest.raises(HalError) as trouble:
        call(*args)
    return trouble.value.kind
