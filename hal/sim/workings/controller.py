"""The machine's own controller on the table's bus: target, program and memory over the metal.

The program runs a pass a millisecond while it has something to do, and sleeps until the bus or a
beam wakes it. It may lose its power in the middle of anything: motors stand, what it had in mind
is gone, its memory is not, and it starts again a little later. A plan may also let it hear nothing
for a while. Rule of the file: it joins; what a command means, the program says.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hal.card_machine.program import Program
from hal.card_machine.target import BLOCK_BYTES, Target
from hal.drivers.card_machine import COMMAND, FLAG_COLLECTING, FLAG_HOME, FLAG_RUNNING
from hal.ports import EJECT, EMPTY, FEED, RETURN
from hal.sim.mechanics import REPLY_LOST_MS, RESTART_MS
from hal.sim.mishaps import NTH_FEED, NTH_STUB
from hal.sim.workings.faults import UNCOUNTED, counter_of

if TYPE_CHECKING:
    from hal.sim.memory import SimOrderMemory
    from hal.sim.workings.hands import WorkedMachine
    from hal.sim.workings.metal import Metal

PASS_MS = 1
LAZY_PASS_MS = 20  # while people are waited for
AWAKE_PASSES = 50  # after the last thing that moved or was asked
KEEP_US, KEEP_BYTE_US = 360, 90  # hal/card_machine/workings.py
_COMMAND_BYTES = 10


class SimKeep:
    """The contract `Keep`: an FRAM whose writes take their time within the program's pass."""

    def __init__(self, metal: Metal, cells: SimOrderMemory) -> None:
        self._metal = metal
        self._cells = cells

    def read(self, offset: int, count: int) -> bytes:
        """`count` bytes from `offset`."""
        return self._cells.read(offset, count)

    def write(self, offset: int, content: bytes) -> None:
        """Keep `content` from `offset` on."""
        self._cells.write(offset, content)
        self._metal.spend_us(KEEP_US + KEEP_BYTE_US * len(content))


class SimController:
    """A chip of `SimBus`; `is_on` is its interrupt line."""

    def __init__(self, machine: WorkedMachine) -> None:
        self._machine = machine
        self._metal = machine.metal
        self._clock = machine.clock
        self._pointer = 0
        self._silent_until_ms = -1
        self._is_planned = False
        self._awake = 0  # passes still to be made although nothing moves
        self._is_powered = True
        self._keep = SimKeep(self._metal, machine.cells)
        self._start()
        self._metal.woken = self.wake
        self._metal.power_fails = self.lose_power

    def __repr__(self) -> str:
        return "<card machine's controller>"  # never its faces

    def is_on(self) -> bool:
        """Whether the interrupt line is active."""
        return self._metal.wanted

    # --- on the bus --------------------------------------------------------------------------

    def write(self, out: bytes | bytearray) -> int:
        """A register number, then bytes from there on."""
        if not out or self._is_silent() or self._is_unheard(out):
            return 0
        self._pointer = out[0]
        if len(out) > 1:
            block = self._target.block
            for at in range(len(out) - 1):
                block[(self._pointer + at) % BLOCK_BYTES] = out[1 + at]
            self._target.written()
            self.wake()
        return len(out)

    def read(self, count: int) -> bytes:
        """Bytes from the register on, around the end of the block."""
        block, at = self._target.block, self._pointer
        if at + count <= BLOCK_BYTES:
            return bytes(block[at : at + count])
        return bytes([block[(at + more) % BLOCK_BYTES] for more in range(count)])

    def _is_silent(self) -> bool:
        return not self._is_powered or self._clock.ms < self._silent_until_ms

    def _is_unheard(self, out: bytes | bytearray) -> bool:
        """Whether a plan lets a command go unheard, or its reply be lost."""
        if out[0] != COMMAND or len(out) != _COMMAND_BYTES:
            return False
        operation, place = out[3], out[6]
        if operation == RETURN and not self._machine.is_running:
            self._metal.faults.motion = UNCOUNTED
        if operation not in (FEED, EJECT, EMPTY):
            return False
        counter = NTH_FEED if operation == FEED else counter_of(place)
        counter = NTH_STUB if operation == EMPTY else counter
        faults = self._metal.faults
        if not self._machine.is_running:
            faults.motion = counter
        if faults.hit("lost_reply", counter):
            self._hush(REPLY_LOST_MS)  # after this write
        row = faults.hit("silent", counter)
        if row is None:
            return False
        self._hush(row.words["ms"])
        return True

    def _hush(self, for_ms: int) -> None:
        self._silent_until_ms = self._clock.ms + for_ms

    # --- passes ----------------------------------------------------------------------------------

    def wake(self) -> None:
        """Something has happened: passes are made for a while."""
        self._awake = AWAKE_PASSES
        if not self._is_planned and self._is_powered:
            self._is_planned = True
            self._clock.after(PASS_MS, self._pass)

    def _pass(self) -> None:
        if not self._is_powered:
            self._is_planned = False
            return
        self._program.one_pass()
        spent_ms = self._metal.pass_is_over()
        is_moving = self._metal.is_moving()
        if is_moving:
            self._machine.changed()
        flags = self._show()
        if self._program.is_idle():
            self._metal.faults.motion = -1
        if flags & FLAG_COLLECTING and not is_moving:
            wait_ms = LAZY_PASS_MS
        elif is_moving or flags & FLAG_RUNNING:
            wait_ms = PASS_MS
        elif self._awake:
            self._awake -= 1
            wait_ms = PASS_MS
        else:
            self._is_planned = False
            return
        self._clock.after(max(wait_ms, spent_ms), self._pass)

    def _show(self) -> int:
        """What people see of the machine's state, from its status."""
        machine, flags = self._machine, self._target.flags
        machine.is_running = flags & FLAG_RUNNING != 0
        machine.is_home = flags & FLAG_HOME != 0
        is_collecting = flags & FLAG_COLLECTING != 0
        if machine.is_collecting and not is_collecting:
            machine.collected()
        machine.is_collecting = is_collecting
        return flags

    # --- power -----------------------------------------------------------------------------------

    def _start(self) -> None:
        self._is_powered = True
        self._target = Target(self._metal.interrupt)
        self._program = Program(self._metal, self._keep, self._target)
        self._metal.pass_is_over()
        self.wake()

    def lose_power(self) -> None:
        """Everything stands, what it had in mind is gone; it starts again a little later."""
        self._is_powered = False
        self._metal.rest()
        self._metal.pass_is_over()
        self._metal.interrupt(False)
        self._machine.is_running = self._machine.is_collecting = False
        self._clock.after(RESTART_MS, self._start)
