"""What nobody plays with and everybody relies on: supply, buses, lid, key and the start itself.

Once a pass somebody must look whether the supply warns, a bus hangs, the lid is open while cards
wait to be moved, the floor key has been forgotten in its lock, and whether this start has run long
enough to be called one. Each of them becomes a fault of the fault table, or the end of one. Rule
of the file: it looks and names; what follows is read from the fault table by others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.app.bus_care import BusCare
from firmware.app.starts import STEADY_MS
from firmware.app.supply import Supply
from firmware.schema.faults import (
    FAULT_FLOOR_KEY_STUCK,
    FAULT_LID_OPEN,
    FAULT_WATCHDOG_BIT,
)
from hal.errors import HalError

if TYPE_CHECKING:
    from firmware.app.faults import Faults
    from firmware.app.starts import Starts
    from hal.board import Board

KEY_HELD_MS_MAX = 60_000  # pairing all five roles takes less

_NOT_YET = -1


class Caretaker:
    """Looks after one board."""

    def __init__(self, board: Board, faults: Faults, starts: Starts) -> None:
        self._board = board
        self._faults = faults
        self._starts = starts
        self.supply = Supply(board.power_failing, faults)
        self.buses = BusCare(board.buses, faults)
        self._held_since_ms = _NOT_YET
        self._steady_ms = _NOT_YET

    def look(self, now_ms: int, is_floor_key_down: bool, is_motion_due: bool) -> None:
        """Once a pass. is_motion_due: a motion waits for nothing but the motors' supply."""
        self.supply.look()
        if self._board.buses:
            self.buses.look(now_ms)
        self._look_at_lid(is_motion_due)
        self._look_at_floor_key(is_floor_key_down, now_ms)
        self._look_at_start(now_ms)

    def _look_at_lid(self, is_motion_due: bool) -> None:
        if self._board.lid.is_on():
            if is_motion_due:
                self._faults.stand(FAULT_LID_OPEN)
        elif not self._faults.is_well and self._faults.stands(FAULT_LID_OPEN):
            self._faults.worked(FAULT_LID_OPEN)

    def _look_at_floor_key(self, is_down: bool, now_ms: int) -> None:
        if not is_down:
            self._held_since_ms = _NOT_YET
            if not self._faults.is_well and self._faults.stands(FAULT_FLOOR_KEY_STUCK):
                self._faults.worked(FAULT_FLOOR_KEY_STUCK)
        elif self._held_since_ms == _NOT_YET:
            self._held_since_ms = now_ms
        elif now_ms - self._held_since_ms >= KEY_HELD_MS_MAX:
            self._faults.stand(FAULT_FLOOR_KEY_STUCK)

    def _look_at_start(self, now_ms: int) -> None:
        """After a while of passes the start has come to play."""
        is_bitten = not self._faults.is_well and self._faults.stands(FAULT_WATCHDOG_BIT)
        if not is_bitten and not self._starts.failed:
            return
        if self._steady_ms == _NOT_YET:
            self._steady_ms = now_ms + STEADY_MS
        if now_ms < self._steady_ms:
            return
        if is_bitten:
            self._faults.worked(FAULT_WATCHDOG_BIT)
        try:
            self._starts.forget()
        except HalError:  # of the FRAM, which has named it: forgotten in a later pass
            return
