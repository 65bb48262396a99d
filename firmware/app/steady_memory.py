"""The FRAM, asked again when it stumbles: the one place where a memory's call is repeated.

A note that is not taken at once is given again, as often as the fault table says, in the same
pass: nothing may move before it. Reading and writing the same bytes once more does no harm, which
is true of no other part of the table; everything else is tried again in the next pass. A memory
that stays silent is named (F-MEM-01), every motor rests, and whoever asked is told by the error
and asks again later. Rule of the file: it repeats, and never makes up an answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.schema.faults import FAULT_MEMORY_SILENT, RETRY
from hal.errors import REFUSED, HalError

if TYPE_CHECKING:
    from firmware.app.faults import Faults
    from hal.ports import OrderMemory


class SteadyMemory:
    """The contract `hal.ports.OrderMemory` over one that may stumble.

    While the fault stands each call is made once, so a dead memory costs one call and no more.
    """

    def __init__(self, memory: OrderMemory, faults: Faults) -> None:
        self._memory = memory
        self._faults = faults

    def __repr__(self) -> str:
        return "<memory>"  # never the order in it

    def read(self, offset: int, count: int) -> bytes:
        """`count` bytes from `offset`."""
        tries = -1
        while True:
            try:
                content = self._memory.read(offset, count)
            except HalError as trouble:
                tries = self._tries_left(tries, trouble)
                if not tries:
                    raise
                continue
            self._faults.worked(FAULT_MEMORY_SILENT)
            return content

    def write(self, offset: int, content: bytes) -> None:
        """Keep `content` from `offset` on."""
        tries = -1
        while True:
            try:
                self._memory.write(offset, content)
            except HalError as trouble:
                tries = self._tries_left(tries, trouble)
                if not tries:
                    raise
                continue
            self._faults.worked(FAULT_MEMORY_SILENT)
            return

    def _tries_left(self, tries: int, trouble: HalError) -> int:
        """How often a call that failed is made again; tries: what was left, -1 at its first."""
        if trouble.kind == REFUSED:  # outside the memory: a bug of ours, not of the memory
            raise trouble
        if tries < 0:
            is_named = self._faults.stands(FAULT_MEMORY_SILENT)
            tries = 1 if is_named else RETRY[FAULT_MEMORY_SILENT] + 1
        self._faults.failed(FAULT_MEMORY_SILENT, trouble.kind)
        return tries - 1
