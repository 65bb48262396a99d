"""What lies in the path is drawn whole into the arm, and the arm carries it to the aside tray.

A card may stand half in its slot, between the beams, or half in a mouth; it may slide from a tray
still, and its beam may be blind. Until it stands whole in the arm, which is longer than a card,
neither drum nor arm may turn. Rule of the file: what nothing can move, or nothing can be said of,
is left where it is and told, and a person is called.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.compat import const
from hal.card_machine.amps import SETTLED_MS, STALLED_FROM_MA
from hal.card_machine.hands import CLEAR, IN_PATH, LOOKED_AT, NO_SLOT, PUSHED
from hal.card_machine.places import mouth_at
from hal.card_machine.throw import throw
from hal.card_machine.transit import FINGER_MS, GRIP_MS
from hal.card_machine.trouble import Trouble
from hal.card_machine.workings import EJECTOR, ENTRY, EXIT, FULL_SPEED, PATH
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
    SENSOR_ENTRY,
    SENSOR_EXIT,
    STAGE_EJECTOR,
    STAGE_PATH,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hal.card_machine.hands import Hands

CARRY_MS = 400  # what HOME takes longer with a card in the arm
_COMES_MS = const(60)  # from the finger's start to the entry beam, its start included
_IN_MS_MAX = const(300)  # 112 from the entry to the exit beam at the pace of the path
_WHOLE_MS = const(20)  # 15 mm more: the entry beam is light behind one card
_DRAW_PERMILLE = 400  # backward: 0.3 m/s, 1.02 at the launch rollers
_DRAW_MS_MAX = const(300)  # until the exit beam sees it
_FROM_EXIT_MS_MAX = const(150)  # from there to the entry beam 87, and its start
_LIGHT_TIMES = const(5)  # in a row, a millisecond apart: no rebound
_HIDDEN_MS = const(150)  # 100 from the rollers to the exit beam
_SLIDE_MS_MAX = const(750)  # from a tray to the launch rollers 481, at a friction of 0.33 674
_BACK_MS = const(60)


def push(hands: Hands) -> Iterator[None]:
    """What the finger was stopped at goes on into the rollers' hold; first of all."""
    if hands.path == PUSHED and not _is_dark(hands):
        yield from _push_out(hands)
    elif hands.path in (PUSHED, IN_PATH):
        yield from _push_on(hands)


def clear_path(hands: Hands, until_ms: int) -> Iterator[None]:
    """What lies in the path stands whole in the arm afterwards; drum and arm have not moved yet.

    until_ms: so long at least the rollers run where nothing does, which tries their motor.
    """
    workings = hands.workings
    has_card = hands.path in (PUSHED, IN_PATH, LOOKED_AT)
    if hands.path == IN_PATH and hands.path_slot == NO_SLOT:
        yield from _wait_for_it(hands)
    hands.amps.rest()
    if workings.is_dark(ENTRY):
        yield from _draw_in(hands, has_card)
    elif _is_dark(hands) or (has_card and _is_in_its_mouth(hands)):
        yield from _draw_back(hands, has_card)
    else:
        yield from _run_empty(hands, has_card, until_ms)
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
    until_ms = hands.now() + _COMES_MS
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
    """It stands out of the arm, in a mouth maybe: back until the entry beam sees it.

    No further than the exit beam does: behind an entry beam that is blind it would come to stand
    across the rim.
    """
    workings = hands.workings
    was_at_exit = workings.is_dark(EXIT)
    workings.drive(PATH, -_DRAW_PERMILLE)
    light = 0  # passes in a row
    until_ms = hands.now() + (_FROM_EXIT_MS_MAX if was_at_exit else _DRAW_MS_MAX)
    while not workings.is_dark(ENTRY) and hands.now() < until_ms and light < _LIGHT_TIMES:
        yield
        light = light + 1 if was_at_exit and not workings.is_dark(EXIT) else 0
        if not was_at_exit and workings.is_dark(EXIT):
            was_at_exit = True
            until_ms = hands.now() + _FROM_EXIT_MS_MAX
    if workings.is_dark(ENTRY):
        return
    if hands.amps.is_dead():
        raise Trouble(FAILED_MOTOR, STAGE_PATH)
    if light:
        raise Trouble(FAILED_SENSOR, SENSOR_ENTRY)
    if has_card:
        raise Trouble(FAILED_JAM, STAGE_PATH)
    raise Trouble(FAILED_SENSOR, SENSOR_EXIT)


def _run_empty(hands: Hands, has_card: bool, until_ms: int) -> Iterator[None]:
    """Nothing is seen in the path: its motor is tried, and it counts as empty on return.

    has_card: one lay there. `Trouble` where the exit beam sees it come: the entry beam is blind.
    """
    workings = hands.workings
    workings.drive(PATH, FULL_SPEED)
    until_ms = max(hands.now() + (_HIDDEN_MS if has_card else SETTLED_MS), until_ms)
    while hands.now() < until_ms:
        yield
        if has_card and workings.is_dark(EXIT):
            raise Trouble(FAILED_SENSOR, SENSOR_ENTRY)
    if hands.amps.is_dead():
        raise Trouble(FAILED_MOTOR, STAGE_PATH)
    workings.drive(PATH, 0)
    hands.path_is(CLEAR)


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


def carry_aside(hands: Hands) -> Iterator[None]:
    """The arm turns to the aside tray and the card leaves it: told as LANDED or UNLANDED."""
    carousel = hands.carousel
    at = mouth_at(PLACE_ASIDE)
    yield from carousel.turn(carousel.turned, PLACE_ASIDE, at)
    if PLACE_ASIDE in hands.dark_mouths():
        raise Trouble(FAILED_SENSOR, PLACE_ASIDE)
    is_read_last, mouth = hands.path_slot != NO_SLOT, hands.path_mouth
    has_landed = yield from throw(hands, PLACE_ASIDE)
    if not has_landed:
        hands.tell(EV_UNLANDED, PLACE_ASIDE)  # it has left the path, and the tray has not seen it
        return
    if is_read_last:
        hands.faces.lies_at(PLACE_ASIDE)
    else:
        hands.faces.carried_aside(mouth)
    hands.tell(EV_LANDED, PLACE_ASIDE)
