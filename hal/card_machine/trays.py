"""What is done without a card in the path: RETURN, COLLECT, COUNT, and the faces by their tokens.

The arm stands before a tray whose flap the return motor presses; the hopper's scale says how many
cards fell. Wells are emptied by people, and waited for. Faces are told to whoever asks, and each
asking is counted. Rule of the file: cards are counted by weight and by what slots show, never by
what was sent where.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.compat import const
from hal.card_machine.amps import SETTLED_MS
from hal.card_machine.hands import BOARD
from hal.card_machine.places import mouth_at
from hal.card_machine.trouble import Trouble
from hal.card_machine.workings import FULL_SPEED, RETURN
from hal.ports import (
    CARDS,
    EV_COUNTED,
    EV_FACE,
    EV_OPENINGS,
    EV_RETURNED,
    FAILED_NO_FACE,
    FAILED_NOT_HOME,
    PLACE_ASIDE,
    PLACE_BURN,
    PLACE_SEAT1,
    PLACE_SEAT10,
    STAGE_RETURN,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hal.card_machine.hands import Hands

RETURN_MS = 400
COUNT_MS = 300
MEMORY_MS = 5
ASK_MS = 10
SETTLE_MS = 500  # the last card that a person drops comes to rest

RETURNS = BOARD + (PLACE_ASIDE,)
BY_HAND = tuple(range(PLACE_SEAT1, PLACE_SEAT10 + 1)) + (PLACE_BURN,)

_PRESS_MS = const(180)  # the crank turns once, wherever it stood
_REST_MS = const(60)
_WEIGH_MS = const(100)  # eight samples of the scale
_LOOKS = const(3)  # in a row that find everything empty


def give_back(hands: Hands, place: int) -> Iterator[None]:
    """RETURN: the cards of a tray into the hopper."""
    hands.must_be_clear()
    carousel = hands.carousel
    turning = carousel.turn(carousel.turned, place, mouth_at(place))
    weighing = hands.settled_cards(hands.now() + _WEIGH_MS)
    for _ in turning:
        for _ in weighing:
            break
        yield
    yield from weighing
    before = hands.counted
    hands.amps.rest()
    began_ms = hands.now()
    hands.workings.drive(RETURN, FULL_SPEED)
    while hands.now() < began_ms + _PRESS_MS:
        yield
        if hands.now() >= began_ms + SETTLED_MS:
            hands.amps.judge(STAGE_RETURN)
    hands.workings.drive(RETURN, 0)
    yield from hands.until(hands.now() + _REST_MS)
    yield from hands.settled_cards(hands.now() + _WEIGH_MS)
    lying = hands.senses.lying(RETURNS)
    for tray in RETURNS:  # also those that a person has emptied: their sensors say so
        if tray not in lying:
            hands.faces.forget_place(tray)
    hands.tell(EV_RETURNED, place, max(0, hands.counted - before))


def collect(hands: Hands, shows: Callable[[bool], None]) -> Iterator[None]:
    """COLLECT: wait until people have emptied their wells, then forget every face.

    shows: what STATUS says, people are being asked.
    """
    shows(True)
    yield from hands.until(hands.now() + ASK_MS)
    empty_looks = 0
    while empty_looks < _LOOKS:
        empty_looks = 0 if hands.senses.lying(BY_HAND) else empty_looks + 1
        yield
    until_ms = hands.now() + SETTLE_MS
    openings = hands.faces.forget_all()
    yield from hands.faces.wipe()
    yield from hands.until(until_ms)
    hands.tell(EV_OPENINGS, openings)


def count(hands: Hands) -> Iterator[None]:
    """COUNT: the hopper by its weight, the carousel by looking at every slot."""
    until_ms = hands.now() + COUNT_MS
    hands.carousel.look_round()
    if not hands.carousel.is_home and hands.carousel.count() > CARDS:
        raise Trouble(FAILED_NOT_HOME)  # the drum stands between two places
    yield from hands.settled_cards(until_ms)
    hands.tell(EV_COUNTED, hands.counted, hands.carousel.count())


def open_face(hands: Hands, token: int) -> Iterator[None]:
    """OPEN_FACE: the face under a token, counted."""
    yield from hands.until(hands.now() + MEMORY_MS)
    face = hands.faces.open(token)
    if face < 0:
        raise Trouble(FAILED_NO_FACE)
    hands.tell(EV_FACE, token, face)


def erase_face(hands: Hands, token: int) -> Iterator[None]:
    """ERASE_FACE: as if it had never been read."""
    yield from hands.until(hands.now() + MEMORY_MS)
    hands.faces.erase(token)
