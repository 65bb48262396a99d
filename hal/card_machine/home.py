"""HOME: the path is cleared, everything is tried, drum and arm find their reference.

What lies in the path or half in a slot would be crushed by a drum that turns, so it is taken away
before anything else moves: back to the hopper what the feeder holds, into the arm what lies before
it (`aside`). Each motor is seen to draw current, each input to change, and the reader is heard to
answer. Rule of the file: as long as something may stand across the drum's rim or in a mouth, drum
and arm stand still.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.compat import const
from hal.card_machine.aside import CARRY_MS, carry_aside, clear_path, push
from hal.card_machine.hands import HALF_FED, IN_PATH
from hal.card_machine.load import push_back
from hal.card_machine.reference import Seek
from hal.card_machine.trouble import Trouble
from hal.card_machine.workings import (
    DRUM,
    EJECTOR,
    FEEDER,
    FULL_SPEED,
    RETURN,
    TURRET,
)
from hal.ports import (
    FAILED_MOTOR,
    FAILED_SENSOR,
    PLACE_SEAT1,
    SENSOR_BOARD,
    SENSOR_HOME,
    SENSOR_READER,
    STAGE_CAROUSEL,
    STAGE_EJECTOR,
    STAGE_FEEDER,
    STAGE_RETURN,
    STAGE_TURRET,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hal.card_machine.hands import Hands

HOME_MS = 2000
_TRY_MS = const(60)  # a motor alone, its start over
_PATH_OUT_MS = const(200)
_STUCK_MS = const(30)  # until a stepper's current is judged


def home(hands: Hands) -> Iterator[None]:
    """Everything to where it begins; `Trouble` names what does not work."""
    began_ms = hands.now()
    carousel = hands.carousel
    carousel.is_lost()
    hands.must_remember()
    hands.workings.greet_reader()
    yield from _try(hands, FEEDER, -FULL_SPEED, STAGE_FEEDER)
    if hands.path == HALF_FED:
        yield from push_back(hands)
    yield from push(hands)
    yield from _try(hands, EJECTOR, -FULL_SPEED, STAGE_EJECTOR)  # the finger comes back meanwhile
    yield from clear_path(hands, began_ms + _PATH_OUT_MS)
    hands.senses.must_change()
    is_loaded = hands.path == IN_PATH
    if not hands.workings.has_reader_greeted():
        hands.workings.greet_reader()  # once more: a word may be damaged on its way
    yield from _find_reference(hands)
    carousel.stands(0, PLACE_SEAT1)
    if hands.senses.arm() != (True, True, PLACE_SEAT1):
        carousel.is_lost()
        raise Trouble(FAILED_SENSOR, SENSOR_HOME)
    try:
        carousel.look_round()
        yield from _try(hands, RETURN, FULL_SPEED, STAGE_RETURN)  # the arm is before no tray
        if is_loaded:
            yield from carry_aside(hands)
        hands.must_see_nothing(blind_too=True)
        if not hands.workings.has_reader_greeted():
            raise Trouble(FAILED_SENSOR, SENSOR_READER)
    except Trouble:
        carousel.is_lost()
        raise
    if hands.scale is None:
        carousel.is_lost()
        raise Trouble(FAILED_SENSOR, SENSOR_BOARD)  # a scale that never says a number
    yield from hands.until(began_ms + HOME_MS + (CARRY_MS if is_loaded else 0))


def _try(hands: Hands, motor: int, permille: int, stage: int) -> Iterator[None]:
    """A motor alone, for as long as its current needs to be judged."""
    hands.amps.rest()
    hands.workings.drive(motor, permille)
    yield from hands.until(hands.now() + _TRY_MS)
    if hands.amps.is_dead():
        raise Trouble(FAILED_MOTOR, stage)
    hands.workings.drive(motor, 0)


# --- the reference -------------------------------------------------------------------------------


def _find_reference(hands: Hands) -> Iterator[None]:
    """Arm and drum seek their flags together; the first to start is judged alone."""
    workings = hands.workings
    hands.amps.rest()
    arm, drum = Seek(hands, TURRET), Seek(hands, DRUM)
    runs = [(arm, arm.run(), STAGE_TURRET), (drum, drum.run(), STAGE_CAROUSEL)]
    going: list[tuple[Seek, Iterator[None]]] = []
    judged, judged_ms = -1, 0
    while runs or going:
        if runs and (not going or hands.now() >= judged_ms):
            if going:
                hands.amps.rest()
            seek, run, stage = runs.pop(0)
            going.append((seek, run))
            judged, judged_ms = stage, hands.now() + _STUCK_MS
            _goes_on(run)
        drum.is_dark, arm.is_dark, _ = hands.senses.arm()
        if judged >= 0 and hands.now() >= judged_ms:
            if hands.amps.is_dead():
                raise Trouble(FAILED_MOTOR, judged)
            judged = -1
        going = [one for one in going if _goes_on(one[1])]
        yield
    workings.rest()


def _goes_on(run: Iterator[None]) -> bool:
    for _ in run:
        return True
    return False
