"""EJECT: one card out of its slot, past the reader, to a well, the board, a tray or the chute.

Drum and arm turn together; at their end the slot is seen to hold a card and the mouth to be free.
Then the card goes, and what was sensed of it is told in one order: that it left, its length and
thickness if they are no card's, its face if it looked up, a doubt of the reader, the face of a
board card that lies on the board, and where it fell. Rule of the file: a face is kept under its
token unless two cards may have passed, and told only where everybody sees it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.compat import const
from hal.card_machine.beams import is_one_card
from hal.card_machine.hands import BOARD, CLEAR, PUSHED
from hal.card_machine.mouths import Mouths
from hal.card_machine.places import mouth_at, turned_for
from hal.card_machine.reading import NO_DOUBT, Reading
from hal.card_machine.transit import Transit
from hal.card_machine.trouble import Trouble
from hal.card_machine.workings import EXIT
from hal.ports import (
    DOUBT_DUPLICATE,
    DOUBT_UNREADABLE,
    EV_DOUBTED,
    EV_FACE,
    EV_FACE_UP,
    EV_LANDED,
    EV_LENGTH,
    EV_THICKNESS,
    EV_UNLANDED,
    FAILED_EMPTY,
    FAILED_SENSOR,
    FAILED_STOPPED,
    PLACE_CHUTE,
    STOPPED_BY_SUPPLY,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hal.card_machine.hands import Hands
    from hal.card_machine.passage import Passage

EJECT_MS = 500
_LOOK_ROUND_MS = const(200)  # into the move: five looks, long before they are needed
_NIP_MS = const(8)  # from the exit beam through the launch rollers, 8 mm at their pace
_OUT_MS_MAX = const(420)  # of way: two cards nose to tail have left the path


def eject(hands: Hands, slot: int, mouth: int, token: int) -> Iterator[None]:
    """The card of a slot to a place, its face under a token unless it goes to the chute."""
    hands.must_be_clear(slot, mouth)
    workings = hands.workings
    began_ms = hands.now()
    turning = hands.carousel.turn(turned_for(slot, mouth_at(mouth)), mouth, mouth_at(mouth))
    dark: tuple[int, ...] | None = None
    empty: tuple[int, ...] = ()
    for _ in turning:
        if dark is None and hands.now() >= began_ms + _LOOK_ROUND_MS:
            dark, empty = hands.dark_mouths(), hands.empty_board()
        yield
    if dark is None or mouth in dark:
        raise Trouble(FAILED_SENSOR, mouth)
    if not hands.carousel.held[slot]:
        raise Trouble(FAILED_EMPTY)
    if not workings.is_supplied():
        raise Trouble(FAILED_STOPPED, STOPPED_BY_SUPPLY)
    hands.path_is(PUSHED, slot, mouth)
    hands.amps.rest()
    transit = Transit(hands, slot, mouth, Mouths(hands.workings, hands.senses, dark))
    passage = transit.passage
    yield from transit.leave()
    reading = Reading(hands.workings, passage) if mouth != PLACE_CHUTE else None
    try:
        yield from transit.fly(reading)
    except Trouble:
        tell_signs(hands, passage)
        if reading is not None and reading.is_over:
            keep_face(hands, passage, reading, token)
        raise
    hands.path_is(CLEAR)
    tell_signs(hands, passage)
    if reading is not None and not transit.has_hung:
        keep_face(hands, passage, reading, token)
    tell_where(hands, transit, mouth, empty, token)
    while workings.is_dark(EXIT) and passage.way_ms() < _OUT_MS_MAX:
        yield  # another card may follow
    passage.look()
    yield from hands.until(passage.exit_edge_ms + _NIP_MS)
    extra_ms = 0 if reading is None else reading.extra_ms()
    yield from hands.until(began_ms + EJECT_MS + extra_ms)
    transit.contradictions()
    hands.must_see_nothing(exit_too=False)


def tell_signs(hands: Hands, passage: Passage) -> None:
    """What beams, gauge and colour sensor found wrong with what passed."""
    if not is_one_card(passage.length()):
        hands.tell(EV_LENGTH, passage.length())
    if passage.thickness():
        hands.tell(EV_THICKNESS, passage.thickness())
    if passage.is_face_up():
        hands.tell(EV_FACE_UP)


def see_face(hands: Hands, passage: Passage, reading: Reading) -> tuple[int, int]:
    """The face that passed, -1 for none, and the doubt about it."""
    face, doubt = reading.face, reading.doubt
    if passage.is_more_than_one():
        face, doubt = -1, DOUBT_UNREADABLE
    if doubt == NO_DOUBT and not hands.faces.see(face):
        doubt = DOUBT_DUPLICATE
    return face, doubt


def keep_face(hands: Hands, passage: Passage, reading: Reading, token: int) -> int:
    """The face under its token, or the doubt about it; the face, -1 for none."""
    face, doubt = see_face(hands, passage, reading)
    if doubt != NO_DOUBT:
        hands.tell(EV_DOUBTED, token, doubt)
    if face >= 0:
        hands.faces.keep(token, face)
    return face


def lies_at(hands: Hands, landed: int, empty: tuple[int, ...]) -> None:
    """Remember where the card lies that was read last. empty: of the board, before it fell."""
    if landed in empty:
        hands.faces.carried_aside(landed)  # what was seen there is not there: a person moved it
    if landed != PLACE_CHUTE:
        hands.faces.lies_at(landed)


def tell_where(
    hands: Hands, transit: Transit, mouth: int, empty: tuple[int, ...], token: int
) -> None:
    """Where the card fell, before that the face of one that was sent to the board and lies there.

    empty: places of the board on which nothing lay before.
    """
    landed = transit.mouths.landed
    if not landed:
        hands.tell(EV_UNLANDED, mouth)
        return
    lies_at(hands, landed, empty)
    if landed in BOARD and mouth in BOARD:
        face = hands.faces.give(token)
        if face >= 0:
            hands.tell(EV_FACE, token, face)
    hands.tell(EV_LANDED, landed)
