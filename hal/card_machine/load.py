"""FEED: the hopper's next card into an empty slot.

While the drum turns the roller first pushes back what the stroke before it dragged along, then
brings the card to the gate, slowly, and the gauge beside it says how many there are. Only when the
drum stands and the slot is seen to be empty the card is pushed in. Whatever is wrong before that,
the card is pushed back to the others. Rule of the file: nothing stands across the drum's rim when
a feed is over, however it ended.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.compat import const
from hal.card_machine.amps import SETTLED_MS
from hal.card_machine.hands import CARD_CENTIGRAMS, CLEAR, HALF_FED
from hal.card_machine.passage import BLIND_BELOW_UM, SOME_FROM_UM, TWO_FROM_UM
from hal.card_machine.places import FEEDER_AT, turned_for
from hal.card_machine.pocket import open_once
from hal.card_machine.trouble import Trouble
from hal.card_machine.workings import FEED_GAUGE, FEEDER, FULL_SPEED
from hal.ports import (
    EV_FED,
    FAILED_DOUBLE,
    FAILED_EMPTY,
    FAILED_JAM,
    FAILED_MOTOR,
    FAILED_NOTHING,
    FAILED_OCCUPIED,
    FAILED_SENSOR,
    SENSOR_BOARD,
    STAGE_FEEDER,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hal.card_machine.hands import Hands

FEED_MS = 340
GATE_PERMILLE = 125  # 0.3 of 2.4 m/s
_PUSH_BACK_MS = const(60)  # one motor drives all rollers: the next card came out by up to 35 mm
_FROM_MS = const(100)  # into the move; 60 mm to the gate take 200
_STROKE_MS = const(39)  # 92.9 mm
_BACK_MS = const(80)  # 153 mm at the most, at full speed
_SEEN_TIMES = const(3)  # readings of the gauge
_TWICE_TIMES = const(8)


def feed(hands: Hands, slot: int) -> Iterator[None]:
    """The next card into a slot; told as FED."""
    hands.must_be_clear()
    yield from bring(hands, slot)
    hands.tell(EV_FED, slot)


def bring(hands: Hands, slot: int) -> Iterator[None]:
    """The next card into a slot, in FEED_MS; `Trouble` with the card pushed back."""
    began_ms = hands.now()
    carousel = hands.carousel
    gate = _Gate(hands)
    try:
        for _ in carousel.turn(turned_for(slot, FEEDER_AT), carousel.mouth, FEEDER_AT):
            gate.step(began_ms)
            yield
        if carousel.held[slot]:
            raise Trouble(FAILED_OCCUPIED)
        gate.judge()
    except Trouble as trouble:
        if gate.has_begun:
            yield from push_back(hands, is_asked=trouble.code == FAILED_NOTHING)
        if trouble.code == FAILED_NOTHING:
            yield from open_once(hands)  # what a person put in may stand above the plate
        raise
    hands.path_is(HALF_FED, slot)
    stroke_ms = hands.now()
    hands.workings.drive(FEEDER, FULL_SPEED)
    yield from hands.until(stroke_ms + _STROKE_MS)
    hands.workings.drive(FEEDER, 0)
    if not hands.senses.is_held(FEEDER_AT):
        is_at_gate = hands.workings.thickness(FEED_GAUGE) > SOME_FROM_UM
        yield from push_back(hands)
        if is_at_gate:
            raise Trouble(FAILED_JAM, STAGE_FEEDER)
        raise Trouble(FAILED_SENSOR, SENSOR_BOARD)
    carousel.held[slot] = 1
    hands.path_is(CLEAR)
    yield from hands.until(began_ms + FEED_MS)


def push_back(hands: Hands, *, is_asked: bool = False) -> Iterator[None]:
    """What stands between hopper and slot goes back to the others.

    `Trouble` JAM where it may stand across the drum's rim still: nothing turns until HOME has it.
    is_asked: no card came, and the motor is judged here, at full voltage: to the gate it has so
    little that its current says nothing.
    """
    workings = hands.workings
    began_ms = hands.now()
    is_stuck = is_dead = False
    hands.amps.rest()
    workings.drive(FEEDER, -FULL_SPEED)
    while hands.now() < began_ms + _BACK_MS:
        yield
        if hands.now() >= began_ms + SETTLED_MS:
            is_stuck = hands.amps.is_stalled() or is_stuck
            is_dead = hands.amps.is_dead()
    workings.drive(FEEDER, 0)
    if is_asked and is_dead:
        raise Trouble(FAILED_MOTOR, STAGE_FEEDER)
    if is_asked and is_stuck:
        raise Trouble(FAILED_JAM, STAGE_FEEDER)
    if hands.path != HALF_FED:
        return
    if is_stuck or workings.thickness(FEED_GAUGE) > SOME_FROM_UM:
        raise Trouble(FAILED_JAM, STAGE_FEEDER)
    hands.path_is(CLEAR)


class _Gate:
    """The card on its way to the gate, while the drum turns."""

    def __init__(self, hands: Hands) -> None:
        self.has_begun = False
        self._is_pushing = False
        self._hands = hands
        self._seen = 0
        self._two = 0
        self._is_blind = False

    def step(self, began_ms: int) -> None:
        """Once a pass."""
        hands = self._hands
        hands.weigh()
        now_ms = hands.now()
        if now_ms < began_ms + _FROM_MS:
            self._push_back(now_ms < began_ms + _PUSH_BACK_MS)
            return
        if not self.has_begun:
            self.has_begun = True
            hands.workings.drive(FEEDER, GATE_PERMILLE)
            return
        thickness = hands.workings.thickness(FEED_GAUGE)
        self._is_blind = thickness < BLIND_BELOW_UM  # HOME tells of it
        self._seen += thickness > SOME_FROM_UM
        self._two += thickness > TWO_FROM_UM

    def _push_back(self, is_time: bool) -> None:
        if is_time != self._is_pushing:
            self._is_pushing = is_time
            self._hands.workings.drive(FEEDER, -FULL_SPEED if is_time else 0)

    def judge(self) -> None:
        """Is it one card that stands at the gate? The drum has arrived."""
        hands = self._hands
        hands.workings.drive(FEEDER, 0)
        hands.weigh()
        if hands.scale is not None and hands.scale < CARD_CENTIGRAMS // 2:
            raise Trouble(FAILED_EMPTY)
        if self._two >= _TWICE_TIMES:
            raise Trouble(FAILED_DOUBLE, STAGE_FEEDER)
        if self._seen < _SEEN_TIMES and not self._is_blind:
            raise Trouble(FAILED_NOTHING, STAGE_FEEDER)
