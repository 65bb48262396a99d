"""A bus that knows when it is held down, and how it is freed.

Passes every transfer on. When two in a row find a line held low it is not one branch's trouble any
more (a stuck branch is cut off by its switch after the first): the bus is stuck. Until somebody
frees it every transfer is refused at once, without the 25 ms that each would wait for the line.
Freeing is nine clocks and a stop (UM10204, 3.1.16), then the switch's reset pin, then a question
to a chip of the bus. Rule of the file: free is what was proved by an answer.

Worst case: two transfers of 25 ms before it gives up, 0.3 ms a try to free it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hal.errors import STUCK, HalError

if TYPE_CHECKING:
    from hal.ports import DigitalOut, I2CBus

_STUCK_AFTER = 2


class WatchedBus:
    """The contract `hal.ports.CaredBus` around one bus.

    witness: address of a chip that must answer. reset: the pin of the branch switch, if any.
    """

    def __init__(
        self, bus: I2CBus, name: str, witness: int, reset: DigitalOut | None = None
    ) -> None:
        self.name = name
        self.is_stuck = False
        self._bus = bus
        self._witness = witness
        self._reset = reset
        self._held = 0  # transfers in a row that found a line held low

    def writeto(self, address: int, out: bytes | bytearray) -> None:
        """Write all of `out`."""
        if self.is_stuck:
            raise self._refusal()
        try:
            self._bus.writeto(address, out)
        except HalError as trouble:
            self._failed(trouble)
            raise
        self._held = 0

    def readfrom_into(self, address: int, into: bytearray) -> None:
        """Fill all of `into`."""
        if self.is_stuck:
            raise self._refusal()
        try:
            self._bus.readfrom_into(address, into)
        except HalError as trouble:
            self._failed(trouble)
            raise
        self._held = 0

    def write_read_into(self, address: int, out: bytes | bytearray, into: bytearray) -> None:
        """Write, repeated start, read."""
        if self.is_stuck:
            raise self._refusal()
        try:
            self._bus.write_read_into(address, out, into)
        except HalError as trouble:
            self._failed(trouble)
            raise
        self._held = 0

    def recover(self) -> bool:
        """Nine clocks, the switch's reset, and an answer of the witness: whether it is free."""
        self._bus.recover()
        if self._reset is not None:
            self._reset.put(True)
            self._reset.put(False)
        try:
            self._bus.writeto(self._witness, b"")
        except HalError as trouble:
            self.is_stuck = trouble.kind == STUCK  # else a line is free, but its chip is not there
            return False
        self.is_stuck = False
        self._held = 0
        return True

    def _failed(self, trouble: HalError) -> None:
        if trouble.kind != STUCK:
            self._held = 0
            return
        self._held += 1
        if self._held >= _STUCK_AFTER:
            self.is_stuck = True

    def _refusal(self) -> HalError:
        return HalError(STUCK, self.name, "not free yet")
