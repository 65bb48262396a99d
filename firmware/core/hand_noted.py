"""Facts about cards that are only written down: the hand is held, or its chips are paid.

When nothing can be ruled any more, or the floor is asked already, a card that moves is noted in
the deck ledger and reported, so that the count at the collect comes out. Functions here are
actions named in `hand_table`. Rule of the file: a fact about a card is written down as far as it
is certain, and no further; a hole card's face that nobody asked for is not remembered.
"""

from __future__ import annotations

from firmware.core.ledger import SLOTS
from firmware.schema import irregularities as i
from firmware.schema import messages as m

TYPE_CHECKING = False
if TYPE_CHECKING:
    from firmware.core.hand_state import Hand


def is_board(place: int) -> bool:
    """Whether a place is one of the board's."""
    return m.PLACE_BOARD1 <= place <= m.PLACE_BOARD5


def is_seat(place: int) -> bool:
    """Whether a place is a seat's card well."""
    return m.PLACE_SEAT1 <= place <= m.PLACE_SEAT10


def note_card_left(hand: Hand, message: tuple, out: list) -> None:
    """A card left the machine: out it is, whoever asked."""
    ledger = hand.ledger
    slot = message[-1]
    if slot < SLOTS and ledger.carousel and not ledger.is_out(ledger.token_of(slot)):
        hand.correction.out_of_play.append(ledger.leave(slot))


def note_card_landed(hand: Hand, message: tuple, out: list) -> None:
    """The card lies where it was sensed."""
    if hand.ledger.is_out(message[1]):
        hand.ledger.land(message[1], message[2])


def note_face(hand: Hand, message: tuple, out: list) -> None:
    """The face is known, if it is the first time and the card lies open.

    A hole card's face that nobody asked for is not remembered: the rules have not shown it.
    """
    _id, token, face = message
    ledger = hand.ledger
    lies_open = is_board(ledger.place.get(token, m.PLACE_NOWHERE))
    if lies_open and ledger.is_new_face(face) and ledger.face_of(token) < 0:
        ledger.learn(token, face)


def note_sensed(hand: Hand, message: tuple, out: list) -> None:
    """A card went wrong where nothing more can be ruled: reported and counted."""
    token = message[1]
    kind = _SENSED[message[0]]
    if message[0] in (m.CARD_STRAYED, m.SLOT_FOUND_EMPTY):
        token = hand.ledger.token_of(message[-1])
    if message[0] == m.CARD_STRAYED:
        note_card_left(hand, message, out)
    elif message[0] == m.CARD_DOUBLED:
        hand.ledger.lose_one()
    out.append((m.IRREGULARITY_FOUND, i.NAMES[kind], token))


def note_stray_card(hand: Hand, message: tuple, out: list) -> None:
    """The chips are paid already: the card is reported and counted."""
    token = hand.ledger.token_of(message[2])
    is_out = hand.ledger.is_out(token)
    kind = i.IRREGULARITY_SLOT_DEALT_TWICE if is_out else i.IRREGULARITY_UNCOMMANDED_CARD
    note_card_left(hand, message, out)
    out.append((m.IRREGULARITY_FOUND, i.NAMES[kind], token))


def note_stray_landing(hand: Hand, message: tuple, out: list) -> None:
    """The chips are paid already: reported, not ruled."""
    note_card_landed(hand, message, out)
    out.append((m.IRREGULARITY_FOUND, i.NAMES[i.IRREGULARITY_CARD_AT_WRONG_PLACE], message[1]))


def note_stray_face(hand: Hand, message: tuple, out: list) -> None:
    """The chips are paid already: reported, not ruled."""
    note_face(hand, message, out)
    out.append((m.IRREGULARITY_FOUND, i.NAMES[i.IRREGULARITY_WRONG_FACE_ASKED], message[1]))


_SENSED = {
    m.CARD_STRAYED: i.IRREGULARITY_UNCOMMANDED_CARD,
    m.CARD_UNLANDED: i.IRREGULARITY_CARD_NOT_LANDED,
    m.SLOT_FOUND_EMPTY: i.IRREGULARITY_SLOT_EMPTY,
    m.CARD_DOUBLED: i.IRREGULARITY_DOUBLE_FEED,
    m.CARD_EXPOSED: i.IRREGULARITY_EXPOSED_CARD,
    m.FACE_DOUBTED: i.IRREGULARITY_FACE_IN_DOUBT,
}
"""What a fact is called where the hand is not ruled any more."""


def _note_order(hand: Hand, message: tuple, out: list) -> None:
    hand.is_committed = message[0] == m.ORDER_COMMITTED


def note_fact(hand: Hand, message: tuple, out: list) -> None:
    """What the machine told of a card; the button of a void draw counts for nothing."""
    note = _NOTES.get(message[0])
    if note is not None:
        note(hand, message, out)


def note_held_facts(hand: Hand, out: list) -> None:
    """What was told while the hand was held, and what follows now does not take up."""
    facts = hand.held_facts
    hand.held_facts = []
    for fact in facts:
        note_fact(hand, fact, out)


_NOTES = {
    m.ORDER_COMMITTED: _note_order,
    m.ORDER_REVEALED: _note_order,
    m.CARD_LEFT: note_card_left,
    m.CARD_LANDED: note_card_landed,
    m.FACE_READ: note_face,
    m.FACE_OPENED: note_face,
    m.CARD_STRAYED: note_sensed,
    m.CARD_UNLANDED: note_sensed,
    m.SLOT_FOUND_EMPTY: note_sensed,
    m.CARD_DOUBLED: note_sensed,
    m.CARD_EXPOSED: note_sensed,
    m.FACE_DOUBTED: note_sensed,
}
