"""The switch that joins the panels' branches to the table bus, as a register.

One byte, one bit a branch; a branch whose bit is set hears everything on the bus and can also hold
it down. The reset pin opens all of them. Written from the data sheet TCA9548A, SCPS207F. Rule of
the file: it passes on everything and understands nothing but its own byte.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hal.sim.bus import Wires

if TYPE_CHECKING:
    from collections.abc import Callable

BRANCHES = 8


class SimTca9548a:
    """The register, eight branches, and the reset pin (`put(True)` holds it in reset).

    joined: the branches that are joined to the bus now.
    """

    def __init__(self) -> None:
        self.branches = tuple([Wires() for _ in range(BRANCHES)])
        self.control = 0
        self.joined: tuple[Wires, ...] = ()
        self.selected: Callable[[], None] = _nothing  # called when `joined` has changed
        self._joined_by: dict[int, tuple[Wires, ...]] = {}
        self._is_reset = False

    def write(self, out: bytes | bytearray) -> int:
        """Keep the last byte received; it holds from the stop on (p. 17)."""
        if self._is_reset:
            return 0
        if out and out[-1] != self.control:
            self._select(out[-1])
        return len(out)

    def read(self, count: int) -> bytes:
        """The register, as often as asked for."""
        return bytes((self.control,)) * count

    def put(self, on: bool) -> None:
        """RESET pin, True for active: no branch is selected, as after power-up (p. 17)."""
        self._is_reset = on
        if on:
            self._select(0)

    def lose_power(self) -> None:
        """A supply that fails for a moment."""
        self._select(0)

    def _select(self, control: int) -> None:
        self.control = control
        joined = self._joined_by.get(control)
        if joined is None:
            joined = tuple([self.branches[n] for n in range(BRANCHES) if control >> n & 1])
            self._joined_by[control] = joined
        self.joined = joined
        self.selected()


def _nothing() -> None:
    """No bus looks on."""
