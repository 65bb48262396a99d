"""How a motion of the card machine ends early: a failure code, and where.

A motion that cannot go on raises one; the program brakes the motors and tells it as FAILED. Codes
and what they say of cards: hardware/card-machine.md. Rule of the file: it is raised with what was
sensed, never with what is supposed.
"""

from __future__ import annotations


class Trouble(Exception):
    """code: FAILED_ of `hal.ports`; where: stage, sensor, place, or what stopped it."""

    def __init__(self, code: int, where: int = 0) -> None:
        super().__init__("failed " + str(code) + " at " + str(where))
        self.code = code
        self.where = where
