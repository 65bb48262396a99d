"""Steps when something goes wrong: the hand is held, nothing is guessed, the floor decides.

A card that did what nobody asked for is an irregularity: the hand is held until the floor voids
it, and every chip goes back to where it was when the hand began. A device that failed is a fault:
facts that still come are kept, and when the fault is cleared the hand goes on from where it was.
Functions here are actions named in `hand_table`. Rule of the file: a fact about a card is written
into the deck ledger as far as it is certain, and no further.
"""

from __future__ import annotations

from firmware.compat import const
from firmware.core.hand_table import BETTING, NEXT_TO_SHOW, SETTLING, SHOWING
from firmware.core.ledger import SLOTS
from firmware.core.timer import NOT_RUNNING
from firmware.schema import irregularities as i
from firmware.schema import messages as m

TYPE_CHECKING = False
if TYPE_CHECKING:
    from firmware.core.hand_state import Hand


_ASKED_ANEW = {BETTING: SETTLING, SHOWING: NEXT_TO_SHOW}
_OF_A_TURN = (m.TIMER_ACTION, m.TIMER_WARNING, m.TIMER_TIME_BANK)
_FACTS_KEPT_MAX = 32  # one card's three facts, or both faces of ten hands, and some
_TURN_MS_MIN = const(10000)  # who looked away while the hand was held gets to look again


def _hold(hand: Hand, reason: str, out: list) -> None:
    """Motors idle: no effect leaves a held hand but the stop of its timer."""
    hand.back = hand.state
    hand.held_timer = hand.timer.kind
    hand.timer.stop(out)
    out.append((m.HAND_HELD, reason))


def _find(kind: int, token: int | None, out: list) -> str:
    name = i.NAMES[kind]
    out.append((m.IRREGULARITY_FOUND, name, token))
    return name


# ------------------------------------------------------------------ a card went wrong


def hold_for_card_left(hand: Hand, message: tuple, out: list) -> None:
    """A card left the machine unasked, or from an empty slot."""
    hand.is_irregular = True
    _hold(hand, _find_card_left(hand, message, out), out)


def _find_card_left(hand: Hand, message: tuple, out: list) -> str:
    token = hand.ledger.token_of(message[2])
    if hand.ledger.is_out(token):
        return _find(i.IRREGULARITY_SLOT_DEALT_TWICE, token, out)
    note_card_left(hand, message, out)
    return _find(i.IRREGULARITY_UNCOMMANDED_CARD, token, out)


def hold_for_landing(hand: Hand, message: tuple, out: list) -> None:
    """A card landed where none was sent."""
    hand.is_irregular = True
    _hold(hand, _find_landing(hand, message, out), out)


def _find_landing(hand: Hand, message: tuple, out: list) -> str:
    token = message[1]
    if not hand.ledger.is_out(token):
        return _find(i.IRREGULARITY_UNCOMMANDED_CARD, token, out)
    note_card_landed(hand, message, out)
    return _find(i.IRREGULARITY_CARD_AT_WRONG_PLACE, token, out)


def hold_for_face(hand: Hand, message: tuple, out: list) -> None:
    """A face was told that was not asked for, or twice."""
    hand.is_irregular = True
    _hold(hand, _find_face(hand, message, out), out)


def _find_face(hand: Hand, message: tuple, out: list) -> str:
    """A face seen before on another card means a fouled deck (TDA 35-E)."""
    _id, token, face = message
    ledger = hand.ledger
    kind = i.IRREGULARITY_WRONG_FACE_ASKED
    if not ledger.is_new_face(face) and ledger.face_of(token) != face:
        kind = i.IRREGULARITY_DUPLICATE_FACE
    note_face(hand, message, out)
    return _find(kind, token, out)


def hold_for_sensed(hand: Hand, message: tuple, out: list) -> None:
    """A sensor saw a card go wrong."""
    hand.is_irregular = True
    _hold(hand, _find_sensed(hand, message, out), out)


def note_sensed(hand: Hand, message: tuple, out: list) -> None:
    """A sensor saw a card go wrong where nothing more can be held: reported and counted."""
    _find_sensed(hand, message, out)


def _find_sensed(hand: Hand, message: tuple, out: list) -> str:
    token = message[1]
    if message[0] == m.CARD_STRAYED:
        return _find_card_left(hand, (m.CARD_LEFT, 0, message[1]), out)
    if message[0] == m.SLOT_FOUND_EMPTY:
        token = hand.ledger.token_of(message[2])
    elif message[0] == m.CARD_DOUBLED:
        hand.ledger.lose_one()
    return _find(_SENSED[message[0]], token, out)


def note_stray_card(hand: Hand, message: tuple, out: list) -> None:
    """The chips are paid already: the card is reported and counted, the hand is not held."""
    _find_card_left(hand, message, out)


def note_stray_landing(hand: Hand, message: tuple, out: list) -> None:
    """The chips are paid already: reported, not held."""
    _find_landing(hand, message, out)


def note_stray_face(hand: Hand, message: tuple, out: list) -> None:
    """The chips are paid already: reported, not held."""
    _find_face(hand, message, out)


def note_card_left(hand: Hand, message: tuple, out: list) -> None:
    """A card left the machine: out it is, whoever asked."""
    ledger = hand.ledger
    slot = message[2]
    if slot < SLOTS and ledger.carousel and not ledger.is_out(ledger.token_of(slot)):
        ledger.leave(slot)


def note_card_landed(hand: Hand, message: tuple, out: list) -> None:
    """The card lies where it was sensed."""
    if hand.ledger.is_out(message[1]):
        hand.ledger.land(message[1], message[2])


def note_face(hand: Hand, message: tuple, out: list) -> None:
    """The face is known, if it is the first time and the card is out."""
    _id, token, face = message
    ledger = hand.ledger
    if ledger.is_out(token) and ledger.is_new_face(face) and ledger.face_of(token) < 0:
        ledger.learn(token, face)


# ------------------------------------------------------------------ a device went wrong


def hold_for_fault(hand: Hand, message: tuple, out: list) -> None:
    """A device failed: everything waits."""
    _hold(hand, message[1], out)


def freeze_award(hand: Hand, message: tuple, out: list) -> None:
    """A live seat objects: nothing is awarded before the floor has looked."""
    hand.objects = message[1]
    _hold(hand, "floor_called", out)


def keep_for_later(hand: Hand, message: tuple, out: list) -> None:
    """What happened while the hand is held is answered when it goes on.

    A machine that tells more than any motion under way can come to is not answered any more: what
    it told is noted, and the hand can only be voided.
    """
    if len(hand.held_facts) < _FACTS_KEPT_MAX:
        hand.held_facts.append(message)
        return
    hand.is_irregular = True
    _find(i.IRREGULARITY_UNCOMMANDED_CARD, None, out)
    _NOTES[message[0]](hand, message, out)


def resume(hand: Hand, _: tuple, out: list) -> None:
    """The hand goes on where it was held; a player's clock runs again, ten seconds at least.

    Where a player was asked, the question is settled anew: the player may have left meanwhile.
    """
    hand.objects = 0
    hand.back = _ASKED_ANEW.get(hand.back, hand.back)
    if hand.held_timer != NOT_RUNNING:
        ms = hand.timer.ms
        if hand.held_timer in _OF_A_TURN and ms < _TURN_MS_MIN:
            ms = _TURN_MS_MIN
        hand.timer.start(hand.held_timer, ms, out)
        hand.held_timer = NOT_RUNNING


# ------------------------------------------------------------------ the floor voids


def void_hand(hand: Hand, message: tuple, out: list) -> None:
    """Every chip goes back to where it was when the hand began."""
    for fact in hand.held_facts:
        _NOTES[fact[0]](hand, fact, out)
    hand.held_facts = []
    betting = hand.betting
    for seat in hand.ring:
        betting.stacks[seat] = hand.starting[seat]
    betting.in_pot = 0
    hand.turn = 0
    hand.legal = None
    hand.is_voided = True
    out.append((m.HAND_VOIDED, hand.number, message[2]))


def void_for_reversal(hand: Hand, message: tuple, out: list) -> None:
    """The last award is corrected and this hand has dealt no card: it begins anew."""
    hand.timer.stop(out)
    void_hand(hand, (m.FLOOR_RULED, m.RULING_VOID_HAND, message[4], None), out)


def _note_order(hand: Hand, _: tuple, out: list) -> None:
    hand.is_committed = True


_SENSED = {
    m.CARD_UNLANDED: i.IRREGULARITY_CARD_NOT_LANDED,
    m.SLOT_FOUND_EMPTY: i.IRREGULARITY_SLOT_EMPTY,
    m.CARD_DOUBLED: i.IRREGULARITY_DOUBLE_FEED,
    m.CARD_EXPOSED: i.IRREGULARITY_EXPOSED_CARD,
    m.FACE_DOUBTED: i.IRREGULARITY_FACE_IN_DOUBT,
}

_NOTES = {
    m.ORDER_COMMITTED: _note_order,
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
