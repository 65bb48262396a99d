"""What a person saw of a card gone wrong, as the report of an irregularity.

A player shows a card, the button lies wrong, a card is found on the floor: no sensor tells it. The
guard (`report_guards`) has found that there is such a seat or card; here the report is put beside
what the sensors tell, to be ruled by the same book. Functions here are actions named in
`hand_table`. Rule of the file: a report names what was seen, never what is to be done.
"""

from __future__ import annotations

from firmware.core.correction import NO_TOKEN
from firmware.core.hand_noted import is_seat
from firmware.core.hand_sensed import find, find_exposed_hole, look_up
from firmware.core.hand_table import (
    HELD,
)
from firmware.schema import irregularities as i

TYPE_CHECKING = False
if TYPE_CHECKING:
    from firmware.core.hand_state import Hand


def take_report(hand: Hand, message: tuple, out: list) -> None:
    """What a person saw; the guard has found the card or seat that it speaks of."""
    kind, token, seat = report_of(hand, message)
    correction = hand.correction
    note_boxed(hand, kind, token)
    look_up(hand, out)
    if hand.state == HELD:  # what the floor was asked is answered by this
        correction.procedure = 0
        hand.is_irregular = False
    if kind == i.IRREGULARITY_CARD_MISREAD:
        correction.face = message[4]
    if kind == i.IRREGULARITY_CARD_ON_FLOOR and is_seat(_sent_to(hand)):
        # A card dealt off the table is an exposed card (RRoP).
        hand.hole[_sent_to(hand)].append(token)
        correction.is_gone = False
        hand.is_landed = True
        find_exposed_hole(hand, token, _sent_to(hand), hand.queue_at, out)
    elif kind == i.IRREGULARITY_HOLE_CARD_EXPOSED:
        find_exposed_hole(hand, token, seat, _dealt_before(hand, token, seat), out)
    else:
        find(hand, kind, token, seat, out)


def _sent_to(hand: Hand) -> int:
    is_asked = hand.token != NO_TOKEN and hand.queue_at < len(hand.queue)
    return hand.queue[hand.queue_at] if is_asked else 0


def _dealt_before(hand: Hand, token: int, seat: int) -> int:
    players = hand.betting.live_seats()
    turn = players.index(seat) if seat in players else 0
    return hand.hole[seat].index(token) * len(players) + turn


def report_of(hand: Hand, message: tuple) -> tuple[int, int, int]:
    """Return (irregularity, token, seat) of a report: the seat's last card, or none."""
    kind = i.by_name(message[1])
    seat = message[3] or 0
    token = NO_TOKEN
    if kind == i.IRREGULARITY_CARD_ON_FLOOR:
        token = hand.token
    elif kind == i.IRREGULARITY_CARD_MISREAD:
        token = hand.ledger.token_with(message[4])
    elif kind == i.IRREGULARITY_FIRST_HOLE_CARD_EXPOSED:
        seat = hand.betting.live_seats()[0]
        token = hand.hole[seat][0] if hand.hole[seat] else NO_TOKEN
    elif seat and hand.hole[seat]:
        token = hand.hole[seat][-1]
    boxed = hand.correction.boxed
    if kind == i.IRREGULARITY_BOXED_CARD and boxed and token not in (NO_TOKEN, boxed[-1]):
        kind = i.IRREGULARITY_TWO_BOXED_CARDS  # surely another one than was told before
    return kind, token, seat


def note_boxed(hand: Hand, kind: int, token: int) -> None:
    """Two boxed cards spoil a deal, told together or one after the other."""
    if kind in (i.IRREGULARITY_BOXED_CARD, i.IRREGULARITY_TWO_BOXED_CARDS) and token != NO_TOKEN:
        hand.correction.boxed.append(token)
