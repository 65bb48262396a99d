"""The boards that the contract tests are held against: one row a board.

A row is a name and a function that makes a table of that board. A register-level or a real board
joins by adding its row.
"""

from __future__ import annotations

from hal.sim.board import SimTable
from hal.sim.register_board import RegisterTable

SEED = b"contract tests"

BOARDS = {
    "port-level": lambda: SimTable(SEED),
    "register-level": lambda: RegisterTable(SEED),
}
