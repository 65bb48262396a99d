"""Where a single chip is held to its contract: one row a bench.

On the simulated bus and behind the kernel every chip of revision A is there; on a bench of real
chips (`MAZZIERE_BENCH_BUS=7 pytest -m hardware`) those that somebody has connected to that bus.
Rule of the file: a real bench is there only when it was named, so that no test touches a bus of
the computer by itself.
"""

from __future__ import annotations

import os

import pytest

from hal.boards import rev_a
from hal.drivers.atecc608 import KEY_SLOT
from hal.errors import ABSENT, NACK, HalError
from hal.rpi.clock import PiClock
from hal.rpi.i2c import PiBus
from hal.sim.bus import SimBus
from hal.sim.chip_atecc608 import SimAtecc608
from hal.sim.chip_fram import SimFram
from hal.sim.chip_ht16k33 import SimHt16k33
from hal.sim.chip_mcp23017 import SimMcp23017
from hal.sim.chip_tca9548a import SimTca9548a
from hal.sim.clock import SimClock
from hal.sim.memory import SimOrderMemory
from hal.sim.noise import SimSecondNoise
from tests.contracts.boards import KERNEL, sticks

BENCH_BUS = "MAZZIERE_BENCH_BUS"
HERTZ = 100_000


class Bench:
    """bus, clock: as a driver wants them. wait(ms): lets time pass."""

    def __init__(self, bus, clock, wait):
        self.bus = bus
        self.clock = clock
        self.wait = wait

    def must_have(self, address):
        """Skip where nobody answers at an address of this bench."""
        try:
            self.bus.writeto(address, b"")
        except HalError as trouble:
            if trouble.kind not in (NACK, ABSENT):
                raise
            pytest.skip(f"no chip at {hex(address)}")


def simulated_bus():
    """Every chip once, at its address of revision A."""
    clock = SimClock()
    bus = SimBus(clock, "bench", HERTZ)
    security = SimAtecc608(clock, SimSecondNoise(b"bench"), HERTZ)
    security.make_key(KEY_SLOT, bytes(range(32)))
    for address, chip in (
        (rev_a.PANEL_AT, SimMcp23017()),
        (rev_a.DISPLAY_AT, SimHt16k33()),
        (rev_a.FRAM_AT, SimFram(SimOrderMemory())),
        (rev_a.ATECC_AT, security),
        (rev_a.GENERAL_CALL, security.pulse),
    ):
        bus.wires.attach(address, chip)
    bus.attach_switch(rev_a.SWITCH_AT, SimTca9548a())
    return bus, clock


def _passing(clock):
    return lambda ms: clock.advance(clock.now_ms() + ms)


def on_a_simulated_bus():
    """Chips and driver in one program."""
    bus, clock = simulated_bus()
    return Bench(bus, clock, _passing(clock))


def behind_the_kernel():
    """The same chips behind a stick."""
    bus, clock = simulated_bus()
    plugged = sticks().plugged
    plugged.sticks["table"].bus = bus
    return Bench(PiBus("bench", plugged.buses["table"], None, 0, 0), clock, _passing(clock))


def on_a_real_bus():
    """Real chips at /dev/i2c-N."""
    clock = PiClock()

    def wait(ms):
        """A real chip takes its own time: a few milliseconds, looked at until they are over."""
        end_ms = clock.now_ms() + ms
        while clock.now_ms() < end_ms:
            pass

    return Bench(PiBus("bench", int(os.environ[BENCH_BUS]), None, 0, 0), clock, wait)


BENCHES = [on_a_simulated_bus]
if os.environ.get(KERNEL):
    BENCHES.append(behind_the_kernel)
if os.environ.get(BENCH_BUS):
    BENCHES.append(pytest.param(on_a_real_bus, marks=pytest.mark.hardware))
