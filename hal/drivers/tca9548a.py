"""The switch between the table bus and its branches: one panel, one branch.

Five panels hang on long cables. The switch joins one branch at a time, so a panel that holds its
lines down stops nobody but itself: it is cut off by the reset pin, tried again a second later, and
the others play on. A branch is a bus like any other to whoever talks over it. Data sheet TCA9548A,
SCPS207F. Rule of the file: before every transfer the right branch is joined, alone.

Worst case: 0.05 ms at 400 kHz to join a branch (2 bytes), then the transfer itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hal.errors import ABSENT, STUCK, HalError

if TYPE_CHECKING:
    from hal.ports import Clock, DigitalOut, I2CBus

BRANCHES = 8
CUT_OFF_MS = 1000  # a stuck branch is tried again once a second

# The control register is the only one: a byte without address, bit n joins branch n (p. 17).
_JOIN = tuple([bytes((1 << n,)) for n in range(BRANCHES)])
_NONE = -1


class Tca9548a:
    """The switch at `address` (p. 15: 0x70..0x77); `reset` is its pin, True for active.

    joined: the branch that is joined now, -1 for none or unknown.
    """

    def __init__(
        self, bus: I2CBus, address: int, name: str, reset: DigitalOut, clock: Clock
    ) -> None:
        self._bus = bus
        self._address = address
        self._name = name
        self._reset = reset
        self._clock = clock
        self.joined = _NONE
        self._cut_off_until_ms = [0] * BRANCHES

    def branch(self, number: int) -> Branch:
        """Return branch 0..7 as a bus."""
        return Branch(self, self._bus, number)

    def join(self, number: int) -> None:
        """Join a branch, alone; `absent` while it is cut off."""
        until_ms = self._cut_off_until_ms[number]
        if until_ms and self._clock.now_ms() < until_ms:
            raise HalError(ABSENT, self._name, "branch " + str(number) + " is cut off")
        self.joined = _NONE  # unknown until the switch has acknowledged
        self._bus.writeto(self._address, _JOIN[number])
        self.joined = number

    def failed(self, number: int, trouble: HalError) -> None:
        """A transfer over a branch failed: trust nothing, and cut off a branch that is stuck."""
        self.joined = _NONE
        if trouble.kind == STUCK:
            self.cut_off(number)

    def cut_off(self, number: int) -> None:
        """Nine clocks while the branch is still joined, then the reset pin (6 ns, 6.7).

        The clocks let a chip that hung in the middle of a byte finish it; whether it did shows
        when the branch is tried again. Until then it is left alone.
        """
        self._bus.recover()
        self._reset.put(True)
        self._reset.put(False)
        self.joined = _NONE
        self._cut_off_until_ms[number] = self._clock.now_ms() + CUT_OFF_MS


class Branch:
    """One branch, with the contract `hal.ports.I2CBus`."""

    def __init__(self, switch: Tca9548a, bus: I2CBus, number: int) -> None:
        self._switch = switch
        self._bus = bus
        self._number = number

    def writeto(self, address: int, out: bytes | bytearray) -> None:
        """Write all of `out`."""
        if self._switch.joined != self._number:
            self._switch.join(self._number)
        try:
            self._bus.writeto(address, out)
        except HalError as trouble:
            self._switch.failed(self._number, trouble)
            raise

    def readfrom_into(self, address: int, into: bytearray) -> None:
        """Fill all of `into`."""
        if self._switch.joined != self._number:
            self._switch.join(self._number)
        try:
            self._bus.readfrom_into(address, into)
        except HalError as trouble:
            self._switch.failed(self._number, trouble)
            raise

    def write_read_into(self, address: int, out: bytes | bytearray, into: bytearray) -> None:
        """Write, repeated start, read."""
        if self._switch.joined != self._number:
            self._switch.join(self._number)
        try:
            self._bus.write_read_into(address, out, into)
        except HalError as trouble:
            self._switch.failed(self._number, trouble)
            raise

    def recover(self) -> bool:
        """Cut the branch off, then free the bus above it."""
        self._switch.cut_off(self._number)
        return self._bus.recover()
