"""Whether a motor runs, is stuck or is dead, by the one current that all motors share.

A shunt measures what all draw together. So each motor is judged by how much more is drawn than
just before it was driven, once its start is over. A stepper that is stuck draws no more than one
that turns: only a dead one shows. Rule of the file: one motor is judged at a time, or all that
were begun together, by their sum.

Thresholds: hardware/card-machine.md, Parts. How fast a motor settles nobody has measured.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hal.card_machine.trouble import Trouble
from hal.ports import FAILED_JAM, FAILED_MOTOR

if TYPE_CHECKING:
    from hal.card_machine.workings import Workings

DEAD_BELOW_MA = 50
STALLED_FROM_MA = 1200
RUN_MA = 500
SETTLED_MS = 40  # from here on a gear motor that turns draws what it draws
STALL_MS = 20  # so long too much is no rough place in a card


class Amps:
    """before: what was drawn when the motors that are judged now stood still."""

    def __init__(self, workings: Workings) -> None:
        self.before = 0
        self._workings = workings
        self._stalled_since = -1

    def rest(self) -> None:
        """What is drawn now is drawn by others."""
        self.before = self._workings.milliamps()
        self._stalled_since = -1

    def forget(self) -> None:
        """A motor starts anew: what it drew before says nothing of it."""
        self._stalled_since = -1

    def drawn(self) -> int:
        """Milliamperes more than at rest."""
        return self._workings.milliamps() - self.before

    def is_one_dead(self, count: int) -> bool:
        """Whether of so many steppers that turn one draws nothing."""
        if count == 1:
            return self.drawn() < DEAD_BELOW_MA
        return self.drawn() < RUN_MA * count - RUN_MA // 2

    def is_dead(self) -> bool:
        """Whether the motor that was driven since `rest` draws nothing."""
        return self.drawn() < DEAD_BELOW_MA

    def is_stalled(self) -> bool:
        """Whether too much has been drawn for a while; asked every pass."""
        if self.drawn() < STALLED_FROM_MA:
            self._stalled_since = -1
            return False
        now_ms = self._workings.now_ms()
        if self._stalled_since < 0:
            self._stalled_since = now_ms
        return now_ms - self._stalled_since >= STALL_MS

    def judge(self, stage: int) -> None:
        """`Trouble` of a motor that is dead or stuck now."""
        drawn = self.drawn()
        if drawn < DEAD_BELOW_MA:
            raise Trouble(FAILED_MOTOR, stage)
        if drawn >= STALLED_FROM_MA:
            raise Trouble(FAILED_JAM, stage)
