"""HOME: the path is cleared, everything is tried, drum and arm find their reference.

What lies in the path or half in a slot would be crushed by a drum that turns, so it is driven out
before anything else moves: back to the hopper what the feeder holds, through the aside gate what
lies before the arm. Then each motor is seen to draw current, each input to change, and the reader
is heard to answer. Rule of the file: as long as something may stand across the drum's rim, the
drum stands still.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.compat import const
from hal.card_machine.amps import SETTLED_MS, STALLED_FROM_MA
from hal.card_machine.hands import CLEAR, HALF_FED, IN_PATH, LOOKED_AT, PUSHED
from hal.card_machine.load import push_back
from hal.card_machine.mouths import Mouths
from hal.card_machine.reference import Seek
from hal.card_machine.transit import FINGER_MS, GRIP_MS
from hal.card_machine.trouble import Trouble
from hal.card_machine.workings import (
    DRUM,
    EJECTOR,
    ENTRY,
    EXIT,
    FEEDER,
    FULL_SPEED,
    PATH,
    RETURN,
    TURRET,
)
from hal.ports import (
    CARDS,
    EV_LANDED,
    EV_UNLANDED,
    FAILED_JAM,
    FAILED_MOTOR,
    FAILED_SENSOR,
    PLACE_ASIDE,
    PLACE_SEAT1,
    SENSOR_BOARD,
    SENSOR_ENTRY,
    SENSOR_EXIT,
    SENSOR_HOME,
    SENSOR_READER,
    STAGE_CAROUSEL,
    STAGE_EJECTOR,
    STAGE_FEEDER,
    STAGE_PATH,
    STAGE_RETURN,
    STAGE_TURRET,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hal.card_machine.hands import Hands

HOME_MS = 2000
_TRY_MS = const(60)  # a motor alone, its start over
_PATH_OUT_MS = const(200)
_OUT_MS_MAX = const(420)  # the whole way at the pace of the path, the gutter's included
_HANGING_MS = const(200)  # from the launch rollers through the gutter
_BACK_MS = const(60)
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
    yield from _clear_path(hands, began_ms)
    hands.senses.must_change()
    if not hands.workings.has_reader_greeted():
        hands.workings.greet_reader()  # once more: a word may be damaged on its way
    yield from _find_reference(hands)
    carousel.stands(0, PLACE_SEAT1)
    if hands.senses.arm() != (True, True, PLACE_SEAT1):
        carousel.is_lost()
        raise Trouble(FAILED_SENSOR, SENSOR_HOME)
    try:
        yield from _try(hands, RETURN, FULL_SPEED, STAGE_RETURN)
        hands.must_see_nothing(blind_too=True)
        if not hands.workings.has_reader_greeted():
            raise Trouble(FAILED_SENSOR, SENSOR_READER)
    except Trouble:
        carousel.is_lost()
        raise
    carousel.look_round()
    if hands.scale is None:
        carousel.is_lost()
        raise Trouble(FAILED_SENSOR, SENSOR_BOARD)  # a scale that never says a number
    yield from hands.until(began_ms + HOME_MS)


def _try(
    hands: Hands, motor: int, permille: int, stage: int, *, stays: bool = False
) -> Iterator[None]:
    """A motor alone, for as long as its current needs to be judged; stays: it runs on."""
    hands.amps.rest()
    hands.workings.drive(motor, permille)
    yield from hands.until(hands.now() + _TRY_MS)
    if hands.amps.is_dead():
        raise Trouble(FAILED_MOTOR, stage)
    if not stays:
        hands.workings.drive(motor, 0)


# --- the path ------------------------------------------------------------------------------------


def _clear_path(hands: Hands, began_ms: int) -> Iterator[None]:
    """Drive out what lies in the path, through the gate; nothing else has moved before."""
    workings = hands.workings
    has_card = hands.path in (PUSHED, IN_PATH, LOOKED_AT)
    is_dark = _is_dark(hands)
    if hands.path == PUSHED and not is_dark:
        yield from _push_out(hands)
        is_dark = _is_dark(hands)
    elif has_card and hands.path != LOOKED_AT:
        yield from _push_on(hands)
    yield from _try(hands, EJECTOR, -FULL_SPEED, STAGE_EJECTOR, stays=True)
    hands.amps.rest()
    workings.drive(PATH, FULL_SPEED)
    if not is_dark:
        mouths = Mouths(workings, hands.senses)
        until_ms = max(hands.now() + SETTLED_MS, began_ms + _PATH_OUT_MS)
        until_ms += _HANGING_MS if has_card else 0
        while hands.now() < until_ms:
            yield
            if has_card:
                mouths.look(PLACE_ASIDE)  # one that hung from the launch rollers may come
        if hands.amps.is_dead():
            raise Trouble(FAILED_MOTOR, STAGE_PATH)
        if mouths.landed:
            hands.faces.lies_at(PLACE_ASIDE)
            hands.tell(EV_LANDED, PLACE_ASIDE)
    else:
        yield from _drive_out(hands, has_card)
    workings.drive(PATH, 0)
    workings.drive(EJECTOR, 0)
    hands.path_is(CLEAR)


def _is_dark(hands: Hands) -> bool:
    return hands.workings.is_dark(ENTRY) or hands.workings.is_dark(EXIT)


def _push_out(hands: Hands) -> Iterator[None]:
    """The finger was stopped half-way: it is sent once more, until the rollers hold the card.

    `Trouble` JAM where it cannot: the drum stands between two places, or something holds it. Then
    nobody knows what stands across the rim. The next HOME comes when a person has looked.
    """
    workings = hands.workings
    if sum(hands.senses.held()) > CARDS:
        _call_a_person(hands)
    hands.amps.rest()
    until_ms = hands.now() + _TRY_MS
    workings.drive(PATH, FULL_SPEED)
    workings.drive(EJECTOR, FULL_SPEED)
    while hands.now() < until_ms and not workings.is_dark(ENTRY):
        yield
    if not workings.is_dark(ENTRY) and hands.amps.drawn() >= STALLED_FROM_MA:
        _call_a_person(hands)
    yield from hands.until(hands.now() + GRIP_MS)
    workings.drive(PATH, 0)
    workings.drive(EJECTOR, 0)
    yield


def _push_on(hands: Hands) -> Iterator[None]:
    """A card before the entry beam that the rollers may not hold yet: the finger helps it on."""
    workings = hands.workings
    if not workings.is_dark(ENTRY) or workings.is_dark(EXIT):
        return
    if sum(hands.senses.held()) > CARDS:
        return  # the drum stands between two places
    workings.drive(PATH, FULL_SPEED)
    workings.drive(EJECTOR, FULL_SPEED)
    yield from hands.until(hands.now() + FINGER_MS)
    workings.drive(PATH, 0)
    workings.drive(EJECTOR, 0)
    yield


def _call_a_person(hands: Hands) -> None:
    hands.path_is(LOOKED_AT, hands.path_slot, hands.path_mouth)
    raise Trouble(FAILED_JAM, STAGE_EJECTOR)


def _drive_out(hands: Hands, has_card: bool) -> Iterator[None]:
    """Until the aside tray's mouth has seen it. `Trouble`: it does not come, or is none."""
    workings = hands.workings
    mouths = Mouths(workings, hands.senses)
    is_backed = False
    began_ms = hands.now()
    until_ms = began_ms + _OUT_MS_MAX
    while hands.now() < until_ms and not mouths.landed:
        yield
        mouths.look(PLACE_ASIDE)
        if hands.now() - began_ms < SETTLED_MS:
            continue
        if hands.amps.is_stalled() or (has_card and hands.amps.is_dead()):
            if is_backed:
                raise Trouble(FAILED_JAM, STAGE_PATH)
            is_backed = True
            workings.drive(PATH, -FULL_SPEED)
            yield from hands.until(hands.now() + _BACK_MS)
            workings.drive(PATH, FULL_SPEED)
            began_ms = hands.now()
            until_ms = began_ms + _OUT_MS_MAX
            hands.amps.forget()
    if mouths.landed:
        hands.faces.lies_at(PLACE_ASIDE)
        hands.tell(EV_LANDED, PLACE_ASIDE)
        return
    if hands.amps.is_dead():
        raise Trouble(FAILED_MOTOR, STAGE_PATH)
    if workings.is_dark(ENTRY):
        if has_card:  # it stands there still, and the rollers do not reach it
            _call_a_person(hands)
        raise Trouble(FAILED_SENSOR, SENSOR_ENTRY)
    if workings.is_dark(EXIT):
        raise Trouble(FAILED_SENSOR, SENSOR_EXIT)
    hands.tell(EV_UNLANDED, PLACE_ASIDE)  # it has left the path, and the tray has not seen it


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
