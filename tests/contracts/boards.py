"""The boards that the contract tests are held against: one row a board.

A row is a name and a function that makes a table of that board. A register-level or a real board
joins by adding its row.
"""

from __future__ import annotations

import tempfile
import weakref
from pathlib import Path

from hal.sim.board import SimTable
from hal.sim.register_board import RegisterTable
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


    "mcu": lambda: McuOnRegisters(SEED),
BOARDS = {
    "port-level": lambda: SimTable(SEED),
    "register-level": lambda: RegisterTable(SEED),
    "pi": on_a_pi,
}
