"""Finding where drum and arm stand: each turns until its flag has gone through its fork.

First quickly, as far as a whole way and a fifth, then back over the flag so slowly that its two
edges are known to a pulse; the reference is the middle between them. The arm begins with a little
way forward, away from the stop that lies two degrees behind its reference. Rule of the file: a
flag that is not as wide as it was made is not the flag.

A pace of 2 pulses a millisecond is what a stepper with the drum's weight follows from rest,
reckoned (hardware/rev_a/mechanics.toml), not measured.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.compat import const
from hal.card_machine.places import TURN_PULSES, mouth_pulses
from hal.card_machine.trouble import Trouble
from hal.card_machine.workings import DRUM, TURRET
from hal.ports import FAILED_SENSOR, PLACE_CHUTE, SENSOR_HOME

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hal.card_machine.hands import Hands

_PACE = const(2)  # pulses a millisecond, quickly
_SLOW_MS = const(4)  # milliseconds a pulse, slowly
_FLAG = const(18)  # pulses: one degree to either side of the reference
_FLAG_ERROR = const(7)
_OVERRUN = const(6)  # behind the flag's far edge before it turns back
_OFF_STOP = const(40)  # from the stop to beyond the flag
_ARM_WAY = mouth_pulses(PLACE_CHUTE) + 36


class Seek:
    """One of the two on its way to its reference. Its steps want the fork's level each pass."""

    def __init__(self, hands: Hands, stepper: int) -> None:
        self.is_dark = False  # the fork, as seen in this pass
        self._workings = hands.workings
        self._now = hands.now
        self._stepper = stepper
        self._began_ms = 0
        self._way = 0
        self._over_ms = 1

    def run(self) -> Iterator[None]:
        """Until it stands at its reference; `Trouble` SENSOR where the flag is not found."""
        if self._stepper == TURRET:
            yield from self._go(_OFF_STOP, _OFF_STOP * 2)
            forward, way = -1, _ARM_WAY + _OFF_STOP
        else:
            forward, way = 1, TURN_PULSES
        limit = way * 6 // 5
        self._begin(forward * limit, limit // _PACE)
        for wanted in (True, False):  # into the fork, and out of it
            while self.is_dark != wanted:
                if not self._workings.is_turning(self._stepper):
                    raise Trouble(FAILED_SENSOR, SENSOR_HOME)
                yield
        if self._stepper == DRUM:  # the arm would come to its stop
            yield from self._until_given(_OVERRUN)
        self._workings.stop(self._stepper)
        yield from self._middle(-forward)

    def _until_given(self, more: int) -> Iterator[None]:
        """A few pulses on."""
        until = abs(self._given()) + more
        while abs(self._given()) < until and self._workings.is_turning(self._stepper):
            yield

    def _middle(self, way: int) -> Iterator[None]:
        """Slowly over the flag, and then to its middle."""
        pulses = 3 * _FLAG
        self._begin(way * pulses, pulses * _SLOW_MS)
        edges = []
        was_dark = self.is_dark
        while self._workings.is_turning(self._stepper) and len(edges) < 2:
            yield
            if self.is_dark != was_dark:
                was_dark = self.is_dark
                edges.append(self._given())
        given = self._workings.stop(self._stepper)
        if len(edges) < 2 or abs(abs(edges[1] - edges[0]) - _FLAG) > _FLAG_ERROR:
            raise Trouble(FAILED_SENSOR, SENSOR_HOME)
        back = (edges[0] + edges[1]) // 2 - given
        yield from self._go(back, abs(back) * _SLOW_MS)

    def _go(self, pulses: int, over_ms: int) -> Iterator[None]:
        if pulses:
            self._begin(pulses, over_ms)
        while self._workings.is_turning(self._stepper):
            yield

    def _begin(self, pulses: int, over_ms: int) -> None:
        self._began_ms, self._way, self._over_ms = self._now(), pulses, over_ms
        self._workings.steady(self._stepper, pulses, over_ms)

    def _given(self) -> int:
        """Pulses of this move by now, at its one pace."""
        passed_ms = min(self._now() - self._began_ms, self._over_ms)
        return (
            self._way * passed_ms // self._over_ms
            if self._way >= 0
            else -(-self._way * passed_ms // self._over_ms)
        )
