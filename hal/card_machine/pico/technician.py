"""What a technician does at the USB console of the card machine's Pico, while its program waits.

Gauges, scale and colour sensor are calibrated here, and each motor is turned alone, slowly, for a
moment, before a belt is on it: does it turn, and which way? The motors' supply comes from the
table (MOTOR_ENABLE, lid, thermostat), nothing here switches it on. Rule of the file: one motor at
a time, for two seconds at most, and everything stands when a call ends, however it ends.

`from hal.card_machine.pico import technician as t`, then `t.calibrate(t.PATH_THICKNESS, 300)`,
`t.run(t.PATH)`, `t.step(t.DRUM, 400)` (hal/card_machine/README.md).
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import machine
import rp2

from firmware.compat import const
from hal.card_machine.pico import calibration
from hal.card_machine.pico.calibration import (
    FEED_THICKNESS,
    LIGHT,
    PATH_THICKNESS,
    WEIGHT,
)
from hal.card_machine.pico.workings import PicoWorkings
from hal.card_machine.workings import DRUM, EJECTOR, FEEDER, PATH, RETURN, TURRET

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = [
    "DRUM", "EJECTOR", "FEEDER", "FEED_THICKNESS", "LIGHT", "PATH", "PATH_THICKNESS", "RETURN",
    "TURRET", "WEIGHT", "calibrate", "run", "step",
]  # fmt: skip

SLOW = 150  # permille
MS_MAX = 2000
PULSES_A_SECOND = 400  # 45 degrees
_READINGS = const(32)
_LOOK_MS = const(5)
_MADE: list[PicoWorkings] = []  # once: state machines and DMA channels are few


def calibrate(kind: int, worth: int) -> tuple[int, int]:
    """Measure nothing, then something of this worth, and keep both; their counts.

    worth: micrometres of a feeler gauge, centigrams of a deck, 1000 for white paper.
    """
    workings = _workings()
    input("nothing there, then Enter ")
    nothing = _mean(workings, kind)
    input(str(worth) + " there, then Enter ")
    something = _mean(workings, kind)
    calibration.write(workings.keep, kind, nothing, something, worth)
    return nothing, something


def run(motor: int, permille: int = SLOW, ms: int = 300) -> int:
    """Let one gear motor run, less than 0 backward; the most milliamperes it drew.

    Beyond what was drawn before: the drivers of the steppers hold all the time.
    """
    workings = _workings()
    return _watched(workings, lambda: workings.drive(motor, permille), ms)


def step(stepper: int, pulses: int) -> int:
    """Turn drum or arm by so many of 3200 pulses a turn at one slow pace; the most mA beyond rest.

    More than 0 is clockwise, seen from above, once its wires are right.
    """
    workings = _workings()
    ms = abs(pulses) * 1000 // PULSES_A_SECOND
    return _watched(workings, lambda: workings.steady(stepper, pulses, ms), ms)


def _workings() -> PicoWorkings:
    if not _MADE:
        _MADE.append(PicoWorkings(machine, rp2, time))
    _MADE[0].rest()
    return _MADE[0]


def _watched(workings: PicoWorkings, begin: Callable[[], None], ms: int) -> int:
    if ms > MS_MAX:
        raise ValueError("two seconds at most")
    most = 0
    before = workings.milliamps()
    try:
        begin()
        for _ in range(ms // _LOOK_MS):
            time.sleep_ms(_LOOK_MS)
            most = max(most, workings.milliamps() - before)
    finally:
        workings.rest()
    return most


def _mean(workings: PicoWorkings, kind: int) -> int:
    total = count = 0
    while count < _READINGS:
        counts = workings.counts(kind)
        if counts is not None:
            total += counts
            count += 1
        time.sleep_ms(_LOOK_MS)
    return total // count
