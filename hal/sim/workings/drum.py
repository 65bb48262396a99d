"""The two steppers: how far drum and arm have truly turned, whatever pulses were given.

The drum carries 54 slots around the machine's axis, the arm above it points to one of 18 mouths.
A stepper follows its pulses unless something holds it, its winding is dead, it stands at its stop
or the supply is gone; nobody tells it so, and the pulses are lost. Which slot stands where follows
from the true angle. Rule of the file: pulses are a wish; the angle is what sensors see.
"""

from __future__ import annotations

from hal.errors import REFUSED, HalError
from hal.ports import SLOTS

TURN_PULSES = 3200  # hardware/rev_a/motors.toml, SW5 to SW8
PITCH_PLACES = 2  # places of the drum from one mouth to the next
MOUTHS = (1, 2, 3, 4, 5, 11, 12, 13, 14, 15, 6, 7, 8, 9, 10, 16, 17, 18)
"""Mouths by the place around the ring, the way the arm's angle grows: rev_a/mechanics.toml."""

FEEDER_AT = 44  # the drum's place before the feeder, hardware/mechanics.md
STOP_AT = -18  # the arm's stop, 2 degrees before its reference
FLAG_PULSES = 9  # half of a fork's flag: 1 degree to either side of the reference
TRUE_PULSES = 3  # 0.3 degrees: within it a card passes between slot, arm and mouth
CODE_PULSES = 9  # the arm's coded disc has flags of 1 degree to either side of a mouth
COAST_MS = 20  # without supply a rotor comes to rest in so long
CYCLE_PULSES = 64  # four full steps: a driver that gets its supply begins at one angle of these


def place_pulses(place: int) -> int:
    """Pulses from the reference to a place of the drum, the nearest whole one."""
    return (place * TURN_PULSES + SLOTS // 2) // SLOTS


class Stepper:
    """One stepper: its true position in pulses from the reference, and the move it is given.

    low, high: its stops, None for a drum that turns for ever. is_held: something jams it during
    this move. is_dead: its winding has no current. phase: where of its 64 pulses the driver begins
    when it gets its supply; how the motor was mounted decides it.
    """

    def __init__(self, at: int, low: int | None = None, high: int | None = None) -> None:
        self.at = at
        self.is_held = False
        self.is_dead = False
        self.phase = 0
        self._low, self._high = low, high
        self._pulses = 0  # of the move
        self._began_ms = 0
        self._over_ms = 0
        self._is_steady = False
        self._given = 0
        self._speed = 0  # pulses in the last millisecond
        self.is_turning = False

    def begin(self, pulses: int, over_ms: int, now_ms: int, *, is_steady: bool) -> None:
        """Begin a move; `refused` while another one is under way."""
        if self.is_turning:
            raise HalError(REFUSED, "stepper", "moves already")
        self._pulses, self._over_ms, self._began_ms = pulses, max(over_ms, 1), now_ms
        self._is_steady = is_steady
        self._given = self._speed = 0
        self.is_held = False
        self.is_turning = True

    def target(self) -> int:
        """Where the move leads if the rotor follows."""
        return self.at + self._pulses - self._given if self.is_turning else self.at

    def ends_ms(self) -> int:
        """When the move is over, or was."""
        return self._began_ms + self._over_ms

    def stop(self) -> int:
        """End the move; pulses given."""
        self.is_turning = False
        return self._given

    def settle(self, now_ms: int, is_supplied: bool) -> None:
        """Give the pulses that are due by now, and let the rotor follow if it can."""
        if not self.is_turning:
            return
        passed_ms = now_ms - self._began_ms
        given = self._due(passed_ms)
        step, self._given = given - self._given, given
        if passed_ms >= self._over_ms:
            self.is_turning = False
        if self.is_held or self.is_dead:
            return
        if is_supplied:
            self._speed = step
        else:  # it runs out, half of its speed on average
            step, self._speed = self._speed * COAST_MS // 2, 0
        self._moves(step)

    def wakes(self) -> None:
        """Its driver has got its supply back: the rotor jumps to the nearest place that fits."""
        half = CYCLE_PULSES // 2
        self._moves((self.phase - self.at + half) % CYCLE_PULSES - half)

    def _moves(self, pulses: int) -> None:
        at = self.at + pulses
        if self._low is not None and self._high is not None:
            at = max(self._low, min(self._high, at))
        self.at = at

    def _due(self, passed_ms: int) -> int:
        pulses, over_ms = self._pulses, self._over_ms
        if passed_ms >= over_ms:
            return pulses
        way = abs(pulses)
        if self._is_steady:
            done = way * passed_ms // over_ms
        elif 2 * passed_ms < over_ms:
            done = 2 * way * passed_ms * passed_ms // (over_ms * over_ms)
        else:
            left_ms = over_ms - passed_ms
            done = way - 2 * way * left_ms * left_ms // (over_ms * over_ms)
        return done if pulses > 0 else -done


class Drum(Stepper):
    """The carousel: slot s stands at place s + `turned_places()`."""

    def turned_places(self) -> int:
        """By how many places it stands turned from its reference, the nearest whole number."""
        return (2 * SLOTS * self.at + TURN_PULSES) // (2 * TURN_PULSES)

    def misses_by(self) -> int:
        """Pulses from where it stands to the nearest place."""
        return abs(self.at - place_pulses(self.turned_places()))

    def is_true(self) -> bool:
        """Whether slots stand before mouths and feeder, so that a card may pass."""
        return self.misses_by() <= TRUE_PULSES

    def slot_at(self, place: int) -> int:
        """The slot that stands at a place."""
        return (place - self.turned_places()) % SLOTS

    def jump(self, slot: int, place: int) -> None:
        """Turn so that a slot stands at a place, whoever did it."""
        self.at = place_pulses((place - slot) % SLOTS)

    def is_at_flag(self) -> bool:
        """Whether the flag of the reference stands in its fork."""
        off = self.at % TURN_PULSES
        return min(off, TURN_PULSES - off) <= FLAG_PULSES


class Arm(Stepper):
    """The turret's arm: the ring's k-th mouth stands before place 2 * k of the drum."""

    def __init__(self, at: int) -> None:
        last = place_pulses(PITCH_PLACES * (len(MOUTHS) - 1))
        super().__init__(at, STOP_AT, last - STOP_AT)

    def mouth(self) -> int:
        """The mouth nearest to where it points."""
        return MOUTHS[_nearest(self.at)]

    def mouth_ahead(self) -> int:
        """The mouth to which its move leads, or where it points when it stands."""
        return MOUTHS[_nearest(self.target())]

    def is_true(self) -> bool:
        """Whether it points to a mouth so well that a card passes."""
        return abs(self.at - mouth_pulses(self.mouth())) <= TRUE_PULSES

    def code(self) -> int:
        """What its coded disc shows: the mouth it points to, 0 between mouths."""
        mouth = self.mouth()
        return mouth if abs(self.at - mouth_pulses(mouth)) <= CODE_PULSES else 0

    def place(self) -> int:
        """The drum's place before which it stands."""
        return PITCH_PLACES * _nearest(self.at)

    def jump(self, mouth: int) -> None:
        """Point to a mouth, whoever turned it."""
        self.at = mouth_pulses(mouth)

    def is_at_flag(self) -> bool:
        """Whether the flag of the reference stands in its fork."""
        return abs(self.at) <= FLAG_PULSES


def mouth_pulses(mouth: int) -> int:
    """Pulses from the arm's reference to a mouth."""
    return place_pulses(mouth_at(mouth))


def mouth_at(mouth: int) -> int:
    """The drum's place before which a mouth stands."""
    return PITCH_PLACES * MOUTHS.index(mouth)


def _nearest(at: int) -> int:
    """Which mouth around the ring is nearest to the arm, from 0."""
    pitch = PITCH_PLACES * TURN_PULSES
    return max(0, min(len(MOUTHS) - 1, (2 * SLOTS * at + pitch) // (2 * pitch)))
