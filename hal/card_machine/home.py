"""HOME: the path is cleared, everything is tried, drum and arm find their reference.

What lies in the path or half in a slot would be crushed by a drum that turns, so it is taken away
before anything else moves: back to the hopper what the feeder holds, into the arm what lies before
it. The arm is longer than a card and carries it, behind the reference, to the aside tray. Each
motor is seen to draw current, each input to change, and the reader is heard to answer. Rule of the
file: as long as something may stand across the drum's rim or in a mouth, drum and arm stand still.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.compat import const
from hal.card_machine.amps import SETTLED_MS, STALLED_FROM_MA
from hal.card_machine.hands import CLEAR, HALF_FED, IN_PATH, LOOKED_AT, NO_SLOT, PUSHED
from hal.card_machine.load import push_back
from hal.card_machine.mouths import Mouths
from hal.card_machine.places import mouth_at
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
    PLACE_CHUTE,
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
_IN_MS_MAX = const(300)  # 112 from the entry to the exit beam at the pace of the path
_WHOLE_MS = const(20)  # 15 mm more: the entry beam is light behind one card
_DRAW_PERMILLE = 400  # backward: 0.3 m/s, 1.02 at the launch rollers
_DRAW_MS_MAX = const(300)  # 90 where it had left the path
_OUT_MS_MAX = const(300)  # 50 from rest to the mouth
_BACK_MS = const(60)
CARRY_MS = 400  # what HOME takes longer with a card in the arm
_SLIDE_MS_MAX = const(750)  # from a tray to the launch rollers 481, at a friction of 0.33 674
_NIP_MS = const(8)  # from the exit beam through the launch rollers, 8 mm at their pace
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
            yield from _carry_aside(hands)
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
    """What lies in the path stands whole in the arm afterwards; nothing else has moved before."""
    workings = hands.workings
    has_card = hands.path in (PUSHED, IN_PATH, LOOKED_AT)
    if hands.path == PUSHED and not _is_dark(hands):
        yield from _push_out(hands)
    elif has_card and hands.path != LOOKED_AT:
        yield from _push_on(hands)
    yield from _try(hands, EJECTOR, -FULL_SPEED, STAGE_EJECTOR)
    if hands.path == IN_PATH and hands.path_slot == NO_SLOT:
        yield from _wait_for_it(hands)
    hands.amps.rest()
    if workings.is_dark(ENTRY):
        yield from _draw_in(hands, has_card)
    elif _is_dark(hands) or (has_card and _is_in_its_mouth(hands)):
        yield from _draw_back(hands, has_card)
    else:
        workings.drive(PATH, FULL_SPEED)
        yield from hands.until(max(hands.now() + SETTLED_MS, began_ms + _PATH_OUT_MS))
        if hands.amps.is_dead():
            raise Trouble(FAILED_MOTOR, STAGE_PATH)
        workings.drive(PATH, 0)
        hands.path_is(CLEAR)
        return
    workings.drive(PATH, 0)
    hands.path_is(IN_PATH, hands.path_slot, hands.path_mouth)
    yield


def _is_dark(hands: Hands) -> bool:
    return hands.workings.is_dark(ENTRY) or hands.workings.is_dark(EXIT)


def _is_in_its_mouth(hands: Hands) -> bool:
    """Whether the mouth before which the arm stood is dark."""
    mouth = hands.path_mouth
    return PLACE_SEAT1 <= mouth <= PLACE_CHUTE and hands.senses.is_dark_mouth(mouth)


def _wait_for_it(hands: Hands) -> Iterator[None]:
    """A card that was let go of in its tray slides still, maybe: until something sees it."""
    until_ms = hands.now() + _SLIDE_MS_MAX
    while hands.now() < until_ms and not _is_dark(hands) and not _is_in_its_mouth(hands):
        yield


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
    if not workings.is_dark(ENTRY) or workings.is_dark(EXIT) or hands.path_slot == NO_SLOT:
        return  # before the finger may stand another card
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


def _draw_in(hands: Hands, has_card: bool) -> Iterator[None]:
    """Until the exit beam sees it and the entry beam no more. `Trouble`: it does not come.

    has_card: whether one is known to lie there, or a beam is dark for nothing.
    """
    workings = hands.workings
    workings.drive(PATH, FULL_SPEED)
    yield from _until(hands, EXIT, True, _IN_MS_MAX, has_card)
    if not workings.is_dark(EXIT):
        if has_card:  # it stands there still, and the rollers do not reach it
            _call_a_person(hands)
        if hands.amps.is_dead():
            raise Trouble(FAILED_MOTOR, STAGE_PATH)
        raise Trouble(FAILED_SENSOR, SENSOR_ENTRY)
    yield from _until(hands, ENTRY, False, _WHOLE_MS, has_card)
    if workings.is_dark(ENTRY):  # another one behind it, which would stand across the rim
        raise Trouble(FAILED_JAM, STAGE_PATH)


def _draw_back(hands: Hands, has_card: bool) -> Iterator[None]:
    """It stands out of the arm, in a mouth maybe: back until the entry beam sees it."""
    workings = hands.workings
    workings.drive(PATH, -_DRAW_PERMILLE)
    yield from _until(hands, ENTRY, True, _DRAW_MS_MAX, False)
    if workings.is_dark(ENTRY):
        return
    if hands.amps.is_dead():
        raise Trouble(FAILED_MOTOR, STAGE_PATH)
    if has_card:
        raise Trouble(FAILED_JAM, STAGE_PATH)
    raise Trouble(FAILED_SENSOR, SENSOR_EXIT)


def _until(hands: Hands, beam: int, is_dark: bool, ms_max: int, has_card: bool) -> Iterator[None]:
    """The path runs until a beam is so, as long as it may; a card that sticks is backed once."""
    workings = hands.workings
    is_backed = False
    began_ms = hands.now()
    while workings.is_dark(beam) != is_dark and hands.now() < began_ms + ms_max:
        yield
        if not has_card or hands.now() - began_ms < SETTLED_MS:
            continue
        if hands.amps.is_stalled() or hands.amps.is_dead():
            if is_backed:
                raise Trouble(FAILED_JAM, STAGE_PATH)
            is_backed = True
            yield from _back(hands)
            began_ms = hands.now()


def _back(hands: Hands) -> Iterator[None]:
    """A little way back, and on."""
    workings = hands.workings
    workings.drive(PATH, -FULL_SPEED)
    yield from hands.until(hands.now() + _BACK_MS)
    workings.drive(PATH, FULL_SPEED)
    hands.amps.forget()


def _carry_aside(hands: Hands) -> Iterator[None]:
    """The arm turns to the aside tray and the card leaves it: told as LANDED or UNLANDED."""
    workings, carousel = hands.workings, hands.carousel
    at = mouth_at(PLACE_ASIDE)
    yield from carousel.turn(carousel.turned, PLACE_ASIDE, at)
    dark = hands.dark_mouths()
    if PLACE_ASIDE in dark:
        raise Trouble(FAILED_SENSOR, PLACE_ASIDE)
    mouths = Mouths(workings, hands.senses, dark)
    hands.amps.rest()
    workings.drive(PATH, FULL_SPEED)
    is_backed = False
    began_ms = hands.now()
    while not mouths.landed and hands.now() < began_ms + _OUT_MS_MAX:
        yield
        mouths.look(PLACE_ASIDE)
        if hands.now() - began_ms < SETTLED_MS or not _is_dark(hands):
            continue
        if hands.amps.is_stalled() or hands.amps.is_dead():
            if is_backed:
                raise Trouble(FAILED_JAM, STAGE_PATH)
            is_backed = True
            yield from _back(hands)
            began_ms = hands.now()
    while _is_dark(hands) and hands.now() < began_ms + _OUT_MS_MAX:
        yield
    yield from hands.until(hands.now() + _NIP_MS)
    if workings.is_dark(ENTRY):
        raise Trouble(FAILED_SENSOR, SENSOR_ENTRY)
    if workings.is_dark(EXIT):
        raise Trouble(FAILED_SENSOR, SENSOR_EXIT)
    workings.drive(PATH, 0)
    is_read_last = hands.path_slot != NO_SLOT
    mouth = hands.path_mouth
    hands.path_is(CLEAR)
    if not mouths.landed:
        hands.tell(EV_UNLANDED, PLACE_ASIDE)  # it has left the path, and the tray has not seen it
        return
    if is_read_last:
        hands.faces.lies_at(PLACE_ASIDE)
    else:
        hands.faces.carried_aside(mouth)
    hands.tell(EV_LANDED, PLACE_ASIDE)


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
