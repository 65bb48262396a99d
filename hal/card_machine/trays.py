"""What is done without a motor: COLLECT, COUNT, and the faces by their tokens.

Wells are emptied by people, and waited for. Cards are counted where they are: the hopper's scale
says how many there are, and every slot is looked at. Faces are told to whoever asks, and each
asking is counted. Rule of the file: cards are counted by weight and by what slots show, never by
what was sent where.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.compat import const
from hal.card_machine.trouble import Trouble
from hal.ports import (
    CARDS,
    EV_COUNTED,
    EV_FACE,
    EV_OPENINGS,
    FAILED_NO_FACE,
    FAILED_NOT_HOME,
    PLACE_BURN,
    PLACE_SEAT1,
    PLACE_SEAT10,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hal.card_machine.hands import Hands

COUNT_MS = 300
MEMORY_MS = 5
ASK_MS = 10
SETTLE_MS = 500  # the last card that a person drops comes to rest

BY_HAND = tuple(range(PLACE_SEAT1, PLACE_SEAT10 + 1)) + (PLACE_BURN,)

_LOOKS = const(3)  # in a row that find everything empty


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
