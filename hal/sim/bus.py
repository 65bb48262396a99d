"""Two wires that all chips share, and the time it takes to talk on them.

A controller calls an address; every chip that goes by it listens, and two chips at one address
answer over each other. A switch joins further pieces of wire, so the same bus may reach other
chips from one moment to the next. Each bit takes its time on the simulated clock: keys move and
cards land while the controller is talking. Lines can be held low and transfers disturbed, so a
fault plan has its hooks. Rule of the file: a transfer is made whole or it is an error; nothing is
ever filled in.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hal.errors import NACK, STUCK, HalError

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Protocol

    from hal.sim.clock import SimClock

    class Chip(Protocol):
        """A chip as the wires know it; an address says when it is meant."""

        def write(self, out: bytes | bytearray) -> int:
            """Take the bytes of a write; returns how many were acknowledged."""
            ...

        def read(self, count: int) -> bytes | bytearray:
            """Give `count` bytes from where the chip's pointer stands."""
            ...


_BYTE_BITS = 9  # eight bits and the acknowledgement, UM10204 3.1.5
_STUCK_US = 25_000  # a controller waits so long for a free line: SMBus 3.1 tTIMEOUT,MIN
_FREEING_CLOCKS = 9  # UM10204 3.1.16, bus clear


class Wires:
    """One piece of bus: the chips on it, and what holds its lines low.

    sda_clocks: how many clocks a hung chip wants before it lets go of SDA (0: nothing is held,
    -1: it never does). is_scl_held: something holds the clock; no clocking helps.
    """

    __slots__ = ("_is_scl_held", "_sda_clocks", "changed", "chips")

    def __init__(self) -> None:
        self.chips: dict[int, list[Chip]] = {}  # by address
        self.changed: Callable[[], None] = _nothing  # called when chips or levels are others
        self._sda_clocks = 0
        self._is_scl_held = False

    @property
    def sda_clocks(self) -> int:
        """Clocks until SDA is let go."""
        return self._sda_clocks

    @sda_clocks.setter
    def sda_clocks(self, clocks: int) -> None:
        self._sda_clocks = clocks
        self.changed()

    @property
    def is_scl_held(self) -> bool:
        """Whether something holds the clock."""
        return self._is_scl_held

    @is_scl_held.setter
    def is_scl_held(self, is_held: bool) -> None:
        self._is_scl_held = is_held
        self.changed()

    def attach(self, address: int, chip: Chip) -> None:
        """Let `chip` hear `address`; another chip may hear it too."""
        self.chips[address] = self.at(address) + [chip]
        self.changed()

    def detach(self, address: int, chip: Chip) -> None:
        """Take a chip away from an address: a broken wire."""
        self.chips[address] = [other for other in self.at(address) if other is not chip]
        self.changed()

    def at(self, address: int) -> list[Chip]:
        """Return the chips that hear an address."""
        return self.chips.get(address, _NOBODY)

    def is_stuck(self) -> bool:
        """Whether a line is held low."""
        return self.is_scl_held or self.sda_clocks != 0

    def clock(self, clocks: int) -> None:
        """The controller clocks so often; a hung chip finishes its byte and lets go."""
        if not self.is_scl_held and self.sda_clocks > 0:
            self.sda_clocks = max(self.sda_clocks - clocks, 0)


def _nothing() -> None:
    """No bus has these wires yet."""


_NOBODY: list[Chip] = []
_SHORT_BYTES = 64  # the time of transfers up to here is looked up


class SimBus:
    """The contract `hal.ports.I2CBus` over simulated chips.

    hertz: 100,000 or 400,000. busy_us, transfers: what has been spent on it so far.
    """

    def __init__(self, clock: SimClock, name: str, hertz: int) -> None:
        self.name = name
        self.wires = Wires()
        self.busy_us = 0
        self.transfers = 0
        self.before_transfer: Callable[[int, bytes | bytearray | None, int], None] | None = None
        """Called with (address, bytes to write or None, bytes to read); may raise `HalError`."""
        self.spoil: Callable[[int, bytearray], None] | None = None
        """Called with (address, answer) before the controller gets it; may change the answer."""
        self._clock = clock
        self._bit_ns = 1_000_000_000 // hertz
        self._short_us = [self._time_us(octets, 2) for octets in range(_SHORT_BYTES)]
        self._restarted_us = [self._time_us(octets, 3) for octets in range(_SHORT_BYTES)]
        self._switches: list = []
        # Who hears which address: looked up once for each way in which the switches may stand.
        self._heard_by: dict[int, dict[int, list[Chip]]] = {}
        self._heard: dict[int, list[Chip]] = {}
        self._is_low = False  # a line is held low somewhere, joined just now or not
        self.wires.changed = self._rewired

    def attach_switch(self, address: int, switch: Any) -> None:
        """Attach a chip with `branches` of wire; those of `joined` belong to the bus just now.

        Its `selected` is called when it joins others.
        """
        self.wires.attach(address, switch)
        self._switches.append(switch)
        switch.selected = self._rejoined
        for wires in switch.branches:
            wires.changed = self._rewired
        self._rewired()

    def _rewired(self) -> None:
        """Chips or levels are others than before."""
        self._heard_by = {}
        self._is_low = self.wires.is_stuck()
        for switch in self._switches:
            for wires in switch.branches:
                self._is_low = self._is_low or wires.is_stuck()
        self._rejoined()

    def _rejoined(self) -> None:
        """A switch joins other pieces of wire than before."""
        joined = 0
        for switch in self._switches:
            joined = joined << 8 | switch.control
        heard = self._heard_by.get(joined)
        if heard is None:
            heard = self._heard_by[joined] = {}
        self._heard = heard

    # --- the controller's side -------------------------------------------------------------------

    def writeto(self, address: int, out: bytes | bytearray) -> None:
        """Write all of `out`; an empty one only asks whether the address answers."""
        self.transfers += 1
        heard = self._heard.get(address)
        if heard is None or self._is_low or self.before_transfer is not None:
            heard = self._call(address, out, 0)
        octets = 1 + len(out)
        taken = heard[0].write(out)
        if taken < octets - 1 or len(heard) > 1:
            self._write_on(heard, address, out, taken)
        us = self._short_us[octets] if octets < _SHORT_BYTES else self._time_us(octets, 2)
        self.busy_us += us
        self._clock.spend_us(us)

    def readfrom_into(self, address: int, into: bytearray) -> None:
        """Fill all of `into`."""
        self.transfers += 1
        heard = self._call(address, None, len(into))
        into[:] = heard[0].read(len(into))
        self._read_on(heard, address, into)
        self._spend(1 + len(into), 2)

    def write_read_into(self, address: int, out: bytes | bytearray, into: bytearray) -> None:
        """Write, repeated start, read."""
        self.transfers += 1
        heard = self._heard.get(address)
        count = len(into)
        if heard is None or self._is_low or self.before_transfer is not None:
            heard = self._call(address, out, count)
        first = heard[0]
        written = len(out)
        is_alone = len(heard) == 1
        taken = first.write(out)
        if taken < written or not is_alone:
            self._write_on(heard, address, out, taken)
        into[:] = first.read(count)
        if self.spoil is not None or not is_alone:
            self._read_on(heard, address, into)
        octets = 2 + written + count
        us = self._restarted_us[octets] if octets < _SHORT_BYTES else self._time_us(octets, 3)
        self.busy_us += us
        self._clock.spend_us(us)

    def recover(self) -> bool:
        """Nine clocks and a stop; True when both lines are high again."""
        for wires in self._reached():
            wires.clock(_FREEING_CLOCKS)
        self._spend(1, 2)
        return not self._is_stuck()

    # --- on the wire -----------------------------------------------------------------------------

    def _reached(self) -> list[Wires]:
        reached = [self.wires]
        for switch in self._switches:
            reached.extend(switch.joined)
        return reached

    def _is_stuck(self) -> bool:
        return any(wires.is_stuck() for wires in self._reached())

    def _call(self, address: int, out: bytes | bytearray | None, count: int) -> list[Chip]:
        """Start a transfer: the chips that answer the address, at least one."""
        if self._is_low and self._is_stuck():
            self._spend_us(_STUCK_US)
            raise HalError(STUCK, self.name, "a line is held low")
        if self.before_transfer is not None:
            self.before_transfer(address, out, count)
        heard = self._heard.get(address)
        if heard is None:
            heard = []
            for wires in self._reached():
                heard += wires.at(address)
            if not heard:
                self._spend(1, 2)
                raise HalError(NACK, self.name, "nobody at " + hex(address))
            self._heard[address] = heard
        return heard

    def _write_on(
        self, heard: list[Chip], address: int, out: bytes | bytearray, taken: int
    ) -> None:
        """The first chip took so many bytes; what others take counts as well."""
        for chip in heard[1:]:
            taken = max(taken, chip.write(out))
        if taken < len(out):
            self._spend(2 + taken, 2)
            raise HalError(NACK, self.name, "byte refused by " + hex(address))

    def _read_on(self, heard: list[Chip], address: int, into: bytearray) -> None:
        """The first chip has answered; what others answer, and what the wires do to it."""
        for chip in heard[1:]:  # a low bit wins on an open-drain line
            other = chip.read(len(into))
            for at in range(len(into)):
                into[at] &= other[at]
        if self.spoil is not None:
            self.spoil(address, into)

    def _spend(self, octets: int, conditions: int) -> None:
        """Time of so many bytes and start or stop conditions."""
        self._spend_us(self._time_us(octets, conditions))

    def _time_us(self, octets: int, conditions: int) -> int:
        return ((octets * _BYTE_BITS + conditions) * self._bit_ns + 999) // 1000

    def _spend_us(self, us: int) -> None:
        self.busy_us += us
        self._clock.spend_us(us)
