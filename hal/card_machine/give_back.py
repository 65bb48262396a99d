"""RETURN: the arm fetches the cards of a tray and throws them through the chute.

A tray slopes towards the machine, and a pawl holds its cards. The arm turns to its mouth, the
return motor lowers the pawl, the cards slide back to the launch rollers, which run backward and
draw them in until the entry beam is dark. Then they lie wholly in the arm: it turns to the chute
and throws them out; the hopper's scale says how many there were. Up to three come at once, so it
is done again while the tray's sensor sees any. Rule of the file: what may lie between arm and tray
is written down before the pawl goes down; the arm turns only when beam and mouth say where it is.

Times: hardware/mechanics.md, How a card comes back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.compat import const
from hal.card_machine.amps import SETTLED_MS
from hal.card_machine.hands import CLEAR, IN_PATH, NO_SLOT
from hal.card_machine.mouths import Mouths
from hal.card_machine.places import mouth_at
from hal.card_machine.pocket import CLOSED_MS, RETURNS, wind
from hal.card_machine.throw import throw
from hal.card_machine.trouble import Trouble
from hal.card_machine.workings import ENTRY, EXIT, PATH, RETURN
from hal.ports import (
    EV_RETURNED,
    FAILED_JAM,
    FAILED_MOTOR,
    FAILED_SENSOR,
    PLACE_CHUTE,
    SENSOR_ENTRY,
    STAGE_PATH,
    STAGE_RETURN,
)

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from hal.card_machine.hands import Hands

RESTS_MS = 250  # until the scale stands still, weighed for 100 of them

_WEIGH_MS = const(100)  # eight samples of the scale
_TIMES_MAX = const(18)  # three cards each
_BACK_PERMILLE = const(-400)
# From the return motor's start the pawl is down after 56, a card at the launch rollers after 537;
# here from where its cord is wound up, 100.
_COMES_MS_MAX = const(1000)  # one that rubs more needs 800 for its way
_FROM_MOUTH_MS_MAX = const(200)  # 57 to the launch rollers, 90 through them
_FROM_EXIT_MS_MAX = const(120)  # 82; more, and it would stand across the drum's rim
_BRAKED_MS = const(20)
_ROD_MS = const(140)  # of 200: the rod is clear of the next tray's lever when the arm passes it
_FALLS_MS = const(478)  # from the throw: 41 to the mouth, 435 onto the scale


def give_back(hands: Hands, place: int) -> Iterator[None]:
    """The cards of a tray into the hopper; told as RETURNED."""
    hands.must_be_clear()
    if PLACE_CHUTE in hands.dark_mouths():
        raise Trouble(FAILED_SENSOR, PLACE_CHUTE)
    weighing = hands.settled_cards(hands.now() + _WEIGH_MS)
    lying = hands.senses.lying((place,))
    yield from _beside(weighing, _let_go_of(hands, place))
    before = hands.counted
    had_card = place in lying
    for _ in range(_TIMES_MAX):
        has_come = yield from _draw_in(hands, place, had_card)
        if not has_come:
            if hands.senses.lying((place,)):
                raise Trouble(FAILED_JAM, STAGE_RETURN)
            break
        yield from _turned(hands, PLACE_CHUTE)
        hands.path_is(IN_PATH, NO_SLOT, PLACE_CHUTE)
        thrown_ms = hands.now()
        yield from throw(hands, PLACE_CHUTE)
        yield from _turn_ahead(hands, place)
        yield from hands.until(thrown_ms + _FALLS_MS)
        if not hands.senses.lying((place,)) or not hands.carousel.is_home:
            break
        yield from _let_go_of(hands, place)
    rests_ms = hands.now() + RESTS_MS
    yield from hands.until(rests_ms - _WEIGH_MS)
    yield from hands.settled_cards(rests_ms)
    lying = hands.senses.lying(RETURNS)
    for tray in RETURNS:  # also those that a person has emptied: their sensors say so
        if tray not in lying:
            hands.faces.forget_place(tray)
    hands.tell(EV_RETURNED, place, max(0, hands.counted - before))


def _beside(weighing: Iterator[None], motion: Iterator[None]) -> Iterator[None]:
    """Both at once, until both are over."""
    for _ in motion:
        for _ in weighing:
            break
        yield
    yield from weighing


def _turned(hands: Hands, mouth: int) -> Iterator[None]:
    """The arm alone, to a mouth before which it may stand already."""
    carousel = hands.carousel
    if carousel.mouth != mouth or hands.senses.arm()[2] != mouth:
        yield from carousel.turn(carousel.turned, mouth, mouth_at(mouth))


def _turn_ahead(hands: Hands, place: int) -> Iterator[None]:
    """While cards fall the arm turns to the next tray that holds any, this one first.

    Where it does not arrive, whoever needs it there will find out and tell.
    """
    for tray in hands.senses.lying((place,) + RETURNS):
        try:
            yield from _turned(hands, tray)
        except Trouble:
            pass
        return


def _let_go_of(hands: Hands, place: int) -> Iterator[None]:
    """The arm to a tray and its pawl down; `Trouble`: MOTOR or JAM, nothing has moved."""
    yield from _turned(hands, place)
    hands.path_is(IN_PATH, NO_SLOT, place)
    try:
        yield from wind(hands, is_judged=True)
    except Trouble:
        hands.path_is(CLEAR)
        raise


def _draw_in(hands: Hands, place: int, had_card: bool) -> Generator[None, None, bool]:
    """Draw in what slides down, as far as the entry beam; whether anything came.

    had_card: the tray's sensor saw one before. `Trouble`: MOTOR or JAM of the path or SENSOR of
    the entry beam, a card lies in the arm or in the channel; JAM of RETURN, more came than the
    arm holds, and lies in the tray again.
    """
    workings = hands.workings
    mouths = Mouths(workings, hands.senses, hands.dark_mouths())
    until_ms = hands.now() + _COMES_MS_MAX
    workings.drive(PATH, _BACK_PERMILLE)
    is_in_mouth = is_at_exit = False
    let_go_ms = -1
    while not workings.is_dark(ENTRY) and hands.now() < until_ms:
        yield
        mouths.look(place)
        if not is_in_mouth and mouths.landed == place:
            is_in_mouth = True
            workings.drive(RETURN, 0)  # the pawl is behind them, and keeps back what lies there
            let_go_ms = hands.now()
            until_ms = let_go_ms + _FROM_MOUTH_MS_MAX
        if not is_at_exit and workings.is_dark(EXIT):
            is_at_exit = True
            until_ms = hands.now() + _FROM_EXIT_MS_MAX
    if workings.is_dark(ENTRY):
        workings.rest()
        let_go_ms = hands.now() if let_go_ms < 0 else let_go_ms
        yield from hands.until(max(hands.now() + _BRAKED_MS, let_go_ms + _ROD_MS))
        if place not in mouths.ignored and hands.senses.is_dark_mouth(place):
            yield from throw(hands, place)
            raise Trouble(FAILED_JAM, STAGE_RETURN)
        return True
    if is_at_exit:  # it has been moved, and may be at the rim
        workings.rest()
        yield from hands.until(hands.now() + CLOSED_MS)
        if workings.is_dark(EXIT):
            raise Trouble(FAILED_JAM, STAGE_PATH)
        raise Trouble(FAILED_SENSOR, SENSOR_ENTRY)
    workings.drive(RETURN, 0)
    yield from _looking(hands, mouths, place, SETTLED_MS)
    is_dead = hands.amps.is_dead()
    workings.drive(PATH, 0)
    yield from _looking(hands, mouths, place, CLOSED_MS)
    is_gone = had_card and not hands.senses.lying((place,))
    if is_gone or mouths.landed == place:
        raise Trouble(FAILED_MOTOR if is_dead else FAILED_JAM, STAGE_PATH)
    hands.path_is(CLEAR)
    if is_dead:
        raise Trouble(FAILED_MOTOR, STAGE_PATH)
    return False


def _looking(hands: Hands, mouths: Mouths, mouth: int, for_ms: int) -> Iterator[None]:
    """Let time pass, and see what comes meanwhile."""
    until_ms = hands.now() + for_ms
    while hands.now() < until_ms:
        yield
        mouths.look(mouth)
