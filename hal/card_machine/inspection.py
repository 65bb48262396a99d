"""CHECK: every card of the hopper past the reader and back; told are a set and two counts.

Card by card is fed into a slot and sent to the chute, all at one pace. What was seen is a set; in
which order the cards came is kept nowhere and told nowhere, and a full load follows that no look
is part of. Rule of the file: a card whose face the reader did not name is counted as such, and no
face is put in its place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hal.card_machine.hands import CLEAR, PUSHED
from hal.card_machine.load import bring
from hal.card_machine.mouths import Mouths
from hal.card_machine.places import mouth_at, turned_for
from hal.card_machine.pocket import OPENING_MS, open_once
from hal.card_machine.reading import NO_DOUBT, Reading
from hal.card_machine.transit import Transit
from hal.card_machine.trouble import Trouble
from hal.card_machine.workings import PATH
from hal.ports import (
    CARDS,
    EV_CHECKED,
    EV_SEEN,
    FAILED_OCCUPIED,
    FAILED_SENSOR,
    PLACE_CHUTE,
    SLOTS,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hal.card_machine.hands import Hands

BEGIN_MS = 900
END_MS = 1000
CARD_MS = 900
_FACES_A_WORD = 16
_AT = mouth_at(PLACE_CHUTE)


def check_deck(hands: Hands) -> Iterator[None]:
    """All cards of the hopper once; told as SEEN four times and CHECKED."""
    hands.must_be_clear()
    dark = hands.dark_mouths()
    if PLACE_CHUTE in dark:
        raise Trouble(FAILED_SENSOR, PLACE_CHUTE)
    began_ms = hands.now()
    yield from open_once(hands)  # people may have put a whole deck in
    hands.carousel.look_round()
    yield from hands.settled_cards(began_ms + BEGIN_MS)
    if hands.carousel.count():
        raise Trouble(FAILED_OCCUPIED)
    cards = hands.counted
    seen = [0] * ((CARDS + _FACES_A_WORD - 1) // _FACES_A_WORD)
    passed = doubtful = 0
    for nth in range(cards):
        slot = nth % SLOTS
        card_ms = hands.now()
        yield from bring(hands, slot)
        yield from hands.carousel.turn(turned_for(slot, _AT), PLACE_CHUTE, _AT)
        hands.path_is(PUSHED, slot, PLACE_CHUTE)
        hands.amps.rest()
        transit = Transit(hands, slot, PLACE_CHUTE, Mouths(hands.workings, hands.senses, dark))
        yield from transit.leave(is_told=False)
        reading = Reading(hands.workings, transit.passage)
        yield from transit.fly(reading)
        hands.path_is(CLEAR)
        hands.workings.drive(PATH, 0)
        passed += 1
        if reading.doubt == NO_DOUBT and not transit.passage.is_more_than_one():
            seen[reading.face // _FACES_A_WORD] |= 1 << reading.face % _FACES_A_WORD
        else:
            doubtful += 1
        yield from hands.until(card_ms + CARD_MS)
    ends_ms = hands.now() + END_MS
    yield from hands.until(ends_ms - OPENING_MS)  # the last one comes to stand on the plate
    yield from open_once(hands)
    yield from hands.until(ends_ms)
    for nth in range(len(seen)):
        hands.tell(EV_SEEN, seen[nth], nth)
    hands.tell(EV_CHECKED, passed, doubtful)
