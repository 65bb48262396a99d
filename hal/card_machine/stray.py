"""A card that leaves unasked: the entry beam gets dark while nothing runs.

Drum and arm may have turned by themselves. So first is found out which mouth the arm points to and
which slot has lost its card, by the arm's code and the pattern of all the others; then the card is
driven on, looked at if it goes to the board, and told where it fell. Rule of the file: a slot that
cannot be told from others is told as none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.compat import const
from hal.card_machine.deal import lies_at, see_face, tell_signs
from hal.card_machine.hands import BOARD, CLEAR, IN_PATH
from hal.card_machine.mouths import Mouths
from hal.card_machine.places import mouth_at
from hal.card_machine.reading import NO_DOUBT, Reading
from hal.card_machine.transit import Transit
from hal.card_machine.trouble import Trouble
from hal.drivers.card_machine import NO_BYTE, NO_WORD
from hal.ports import (
    EV_DOUBTED,
    EV_FACE,
    EV_LANDED,
    EV_STRAYED,
    EV_UNLANDED,
    FAILED_STOPPED,
    NO_TOKEN,
    STOPPED_BY_SUPPLY,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hal.card_machine.hands import Hands

_AHEAD_MS = const(16)  # it came 12 mm by itself, into the rollers' hold
_SUPPLY_MS_MAX = const(1000)  # the table hears of it, and lets motors run


def stray(hands: Hands) -> Iterator[None]:
    """Whatever stands before the entry beam, to where it falls; `Trouble` where it sticks."""
    carousel = hands.carousel
    _, _, mouth = hands.senses.arm()
    slot = carousel.find_slot(mouth, mouth_at(mouth)) if mouth else -1
    if slot >= 0:
        carousel.held[slot] = 0
    hands.path_is(IN_PATH, max(slot, 0), mouth)
    hands.tell(EV_STRAYED, slot if slot >= 0 else NO_WORD, mouth or NO_BYTE)
    dark, empty = hands.dark_mouths(), hands.empty_board()
    yield from _wait_for_supply(hands)
    hands.amps.rest()
    transit = Transit(hands, slot, mouth, Mouths(hands.workings, hands.senses, dark))
    passage = transit.passage
    passage.entered(hands.now())
    reading = Reading(hands.workings, passage, _AHEAD_MS) if mouth in BOARD else None
    passage.drive()
    yield from transit.fly(reading)
    hands.path_is(CLEAR)
    tell_signs(hands, passage)
    face = -1
    if reading is not None:
        face, doubt = see_face(hands, passage, reading)
        if doubt != NO_DOUBT:
            face = -1
            hands.tell(EV_DOUBTED, NO_TOKEN, doubt)
    landed = transit.mouths.landed
    if not landed:
        hands.tell(EV_UNLANDED, mouth or NO_BYTE)
        return
    lies_at(hands, landed, empty)
    if landed in BOARD and face >= 0:
        hands.tell(EV_FACE, NO_TOKEN, face)
    hands.tell(EV_LANDED, landed)


def _wait_for_supply(hands: Hands) -> Iterator[None]:
    """No motor has current while no command runs; `Trouble` when none comes."""
    until_ms = hands.now() + _SUPPLY_MS_MAX
    while not hands.workings.is_supplied():
        if hands.now() >= until_ms:
            raise Trouble(FAILED_STOPPED, STOPPED_BY_SUPPLY)
        yield
