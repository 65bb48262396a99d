"""What a fault plan spoils of the metal, asked part by part.

The plan counts cards, feeds and cards of the stub; the metal knows none of these words, but it
knows where the arm points, and a card that goes to the chute is the stub's. Rule of the file: it
reads the plan and moves nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hal.ports import PLACE_CHUTE
from hal.sim.mishaps import NTH_CARD, NTH_STUB

if TYPE_CHECKING:
    from hal.sim.mishaps import FaultPlan, Mishap

UNCOUNTED = -2  # of a motion that no row of a plan is for


def counter_of(mouth: int) -> int:
    """Which counter a card belongs to that goes to a mouth."""
    return NTH_STUB if mouth == PLACE_CHUTE else NTH_CARD


class Faults:
    """A plan, or none, and whose card stands in the path.

    motion: the counter that a coming turn belongs to where somebody knows it, else -1.
    """

    def __init__(self) -> None:
        self.plan: FaultPlan | None = None
        self.motion = -1
        self._under_way = [False, False, False]

    def count(self, counter: int) -> None:
        """One more card, feed or card of the stub is over."""
        self._under_way[counter] = False
        if self.plan is not None:
            self.plan.count(counter)

    def reaches(self, counter: int) -> None:
        """A card stands before the sensors of the path now: what fails with it fails now."""
        self._under_way[counter] = True

    def hit(self, kind: str, counter: int) -> Mishap | None:
        """The row that spoils the coming motion, used up by one; or None."""
        return None if self.plan is None else self.plan.hit(kind, counter)

    def jams(self, counter: int, stage: int) -> bool:
        """Whether a motor cannot move its load in the motion that begins."""
        plan = self.plan
        if plan is None:
            return False
        for row in plan.rows:  # stage 0 would stand for any
            if row.kind == "jam" and row.words["stage"] == stage and row.counter == counter:
                return plan.hit("jam", counter, stage) is not None
        return False

    def is_dead(self, stage: int, *, with_the_card: bool = False) -> bool:
        """Whether a motor is dead; with_the_card: not before the card of its row comes."""
        plan = self.plan
        if plan is None:
            return False
        row = plan.stands("dead", "stage", stage)
        return row is not None and (not with_the_card or self._has_come(plan, row))

    def sensor(self, name: str, *, with_the_card: bool = False) -> str:
        """How a sensor has failed: `on`, `off`, `chatter`, or nothing."""
        row = self.sensor_row(name)
        if row is None or self.plan is None:
            return ""
        state = row.words["state"]
        if with_the_card and state == "on" and not self._has_come(self.plan, row):
            return ""
        return state

    def sensor_row(self, name: str) -> Mishap | None:
        """The row by which a sensor has failed, or None."""
        return None if self.plan is None else self.plan.stands("sensor", "name", name)

    def meets(self, mouth: int) -> None:
        """A card is about to go to a mouth: one that is to fail without a name is this one."""
        row = self.sensor_row("mouth")
        if row is not None:
            row.words.setdefault("place", mouth)

    def mouth(self, mouth: int) -> str:
        """How a mouth's beam has failed, or nothing."""
        row = self.sensor_row("mouth")
        return "" if row is None or row.words.get("place") != mouth else row.words["state"]

    def _has_come(self, plan: FaultPlan, row: Mishap) -> bool:
        if 0 < row.deal < plan.deal or plan.done[row.counter] >= row.nth:
            return True
        return self._under_way[row.counter]
