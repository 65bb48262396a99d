"""What the centre shows while a card gone wrong is put right: what a person is to do.

A card to be laid: where it is and where it belongs, or the slot that it is drawn from. A face to
be entered: where the card lies. A shuffle, a collect, or the word for the floor. Rule of the file:
what is shown follows from the table's state alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.app.displays import LABEL_DIGITS
from firmware.app.glyphs import WORD_DIGITS, bars
from firmware.core.by_hand_guards import face_people_are_asked_for, people_are_asked_for
from firmware.core.correction import NO_TOKEN
from firmware.core.hand_table import COLLECTING, HELD, OVER, RELOADING, REVEALING_EPOCH
from firmware.schema.messages import (
    PLACE_ASIDE,
    PLACE_BOARD1,
    PLACE_BURN,
    PLACE_NOWHERE,
    PLACE_SEAT10,
)
from firmware.schema.words import (
    GLYPHS,
    WORD_ASIDE,
    WORD_BOARD,
    WORD_BURN,
    WORD_COLLECT,
    WORD_FACE,
    WORD_FLOOR,
    WORD_SEAT,
    WORD_SHUFFLE,
    WORD_WAIT,
)

if TYPE_CHECKING:
    from firmware.app.displays import Picture
    from firmware.core.hand_state import Hand

_WORDS = {COLLECTING: WORD_COLLECT, REVEALING_EPOCH: WORD_SHUFFLE, RELOADING: WORD_SHUFFLE}
_SLOT_MASK = 63


def repair_picture(hand: Hand | None, language: int) -> Picture | None:
    """The centre's picture while a hand is repaired; None when none is."""
    if hand is None:
        return None
    words = GLYPHS[language]
    token, place = people_are_asked_for(hand)
    if token != NO_TOKEN:
        return _picture(_from(hand, token), _place_word(place, words)), True
    token = face_people_are_asked_for(hand)
    if token != NO_TOKEN:
        return _picture(_from(hand, token), words[WORD_FACE]), True
    if hand.state == HELD and hand.is_irregular:
        return _picture("", words[WORD_FLOOR]), True
    if hand.state > OVER:
        return _picture("", words[_WORDS.get(hand.state, WORD_WAIT)]), False
    return None


def _picture(label: str, word: str) -> bytes:
    return bytes(bars(label, LABEL_DIGITS) + bars(word, WORD_DIGITS))


def _from(hand: Hand, token: int) -> str:
    """Where the card is, in two glyphs: a slot or seat by number, `b4` the board, `A ` aside."""
    place = hand.ledger.place.get(token, PLACE_NOWHERE)
    if place <= PLACE_SEAT10:
        return str(place)
    if place < PLACE_BURN:
        return "b" + str(place - PLACE_BOARD1 + 1)
    if place == PLACE_NOWHERE:
        return str(token & _SLOT_MASK)
    return "A" if place == PLACE_ASIDE else "b"


def _place_word(place: int, words: tuple[str, ...]) -> str:
    if place <= PLACE_SEAT10:
        return words[WORD_SEAT][: WORD_DIGITS - len(str(place))] + str(place)
    if place < PLACE_BURN:
        return words[WORD_BOARD] + str(place - PLACE_BOARD1 + 1)
    return words[WORD_BURN if place == PLACE_BURN else WORD_ASIDE]
