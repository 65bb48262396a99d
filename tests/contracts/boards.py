"""The boards that the contract tests are held against: one row a board.

A row is a name and a function that makes a table of that board. The kernel's board is there where
the kernel shows sticks to be plugged in (`make kernel` runs the tests in such a computer).
"""

from __future__ import annotations

import atexit
import functools
import os
import tempfile
import weakref
from pathlib import Path

from hal.sim.board import SimTable
from hal.sim.register_board import RegisterTable
from hal.sim.workings.table import WorkedTable
from tests.mcu_stand_ins.table import McuOnRegisters
from tests.pi_stand_ins import PiOnRegisters

SEED = b"contract tests"


def on_a_pi():
    """A table behind `hal.rpi`, its libraries stood in for; the folder goes with the table."""
    folder = tempfile.TemporaryDirectory()
    level = type("PiHere", (PiOnRegisters,), {"folder": Path(folder.name)})
    table = level(SEED)
    table.kept_folder = folder
    weakref.finalize(table, folder.cleanup)
    return table


@functools.cache
def sticks():
    """Plugged in once, for all tables of this run."""
    from hal.kernel.table import Sticks

    plugged = Sticks()
    atexit.register(plugged.close)
    return plugged


def on_a_kernel():
    """A table behind a real kernel's buses and pins."""
    from hal.kernel.table import on

    return on(sticks())(SEED)


KERNEL = "MAZZIERE_KERNEL"

BOARDS = {
    "port-level": lambda: SimTable(SEED),
    "register-level": lambda: RegisterTable(SEED),
    "pi": on_a_pi,
    "mcu": lambda: McuOnRegisters(SEED),
    "worked": lambda: WorkedTable(SEED),
}
if os.environ.get(KERNEL):
    BOARDS["kernel"] = on_a_kernel
