"""The ruling: of all that was found one irregularity is ruled, and its procedure begins.

When everything lies still the book of the house is asked. What fouls the deck goes before what
spoils the deal, and that before all else; a second irregularity while a repair runs is for the
floor, unless it ends the hand or the running step takes it in. Functions here are actions named in
`hand_table`. Rule of the file: which procedure follows stands in the book and nowhere here.
"""

from __future__ import annotations

from firmware.core.hand_dealing import (
    note_burn,
)
from firmware.core.hand_noted import is_seat
from firmware.core.hand_reports import note_boxed, report_of
from firmware.core.hand_table import DEALING_BOARD, MOVING
from firmware.core.procedure_steps import street_places, take_back_street
from firmware.core.rule_book import book_of, ruling_for, stage_of
from firmware.schema import irregularities as i
from firmware.schema import messages as m
from firmware.schema import rulings as r

TYPE_CHECKING = False
if TYPE_CHECKING:
    from firmware.core.hand_state import Hand

_FOULED = (
    i.IRREGULARITY_DUPLICATE_FACE,
    i.IRREGULARITY_FOREIGN_CARD,
    i.IRREGULARITY_SLOT_EMPTY,
    i.IRREGULARITY_MISSING_CARD,
    i.IRREGULARITY_DECK_SHORT,
)
"""After these the deck is no deck any more, whatever else was found."""

_GRAVITY = _FOULED + (
    i.IRREGULARITY_SLOT_DEALT_TWICE,
    i.IRREGULARITY_WRONG_FACE_ASKED,
    i.IRREGULARITY_UNCOMMANDED_CARD,
    i.IRREGULARITY_DOUBLE_FEED,
    i.IRREGULARITY_CARD_NOT_LANDED,
    i.IRREGULARITY_EXTRA_CARDS,
    i.IRREGULARITY_TWO_HOLE_CARDS_EXPOSED,
    i.IRREGULARITY_FIRST_HOLE_CARD_EXPOSED,
    i.IRREGULARITY_CARD_TO_WRONG_SEAT,
    i.IRREGULARITY_CARD_TO_EMPTY_SEAT,
    i.IRREGULARITY_EXTRA_CARD,
)
"""Of several found at once, the first of these is ruled; else the last one found."""

_PREMATURE = (
    i.IRREGULARITY_PREMATURE_FLOP,
    i.IRREGULARITY_PREMATURE_TURN,
    i.IRREGULARITY_PREMATURE_RIVER,
    i.IRREGULARITY_PREMATURE_TURN_AND_RIVER,
)
_TAKEN_IN = _PREMATURE + (
    i.IRREGULARITY_PREMATURE_BURN,
    i.IRREGULARITY_DOUBLE_BURN,
    i.IRREGULARITY_EXTRA_BOARD_CARD,
    i.IRREGULARITY_EXPOSED_CARD,
)
"""A step that waits for a person takes these in: they change nothing of what it asks for."""
_DEAL_ERRORS = (i.IRREGULARITY_HOLE_CARD_EXPOSED, i.IRREGULARITY_EXTRA_CARD_TO_FIRST)


def rule(hand: Hand, _: tuple, out: list) -> None:
    """The book answers; a second irregularity while a repair runs is the floor's, or a misdeal."""
    correction = hand.correction
    kind, token, at = _worst(correction.found)
    correction.found = []
    correction.is_dealing = False
    is_nested = correction.procedure != 0
    if (
        stage_of(hand) <= r.STAGE_PREFLOP
        and kind in _DEAL_ERRORS
        and len(correction.exposed) + len(correction.extras) > 1
    ):
        kind = i.IRREGULARITY_EXTRA_CARDS  # two irregular cards in one deal
    ruling, procedure = ruling_for(hand, kind)
    if not ruling or (correction.is_manual and procedure not in _WITHOUT_MACHINE):
        procedure = r.PROCEDURE_FLOOR_DECIDES
    if kind in _FOULED:
        correction.is_fouled = True
    if is_nested and kind in _TAKEN_IN and correction.resumes == MOVING:
        if ruling:
            tell_ruling(hand, ruling, kind, procedure, out)
        if kind == i.IRREGULARITY_PREMATURE_TURN_AND_RIVER:
            correction.kind = kind  # both are under the one repair now
        return  # the card is out of play like the others: the step that runs takes it in
    if is_nested and procedure not in _ENDS_ALL:
        out.append((m.HAND_HELD, i.NAMES[kind]))
        correction.is_nested = True
        return
    if procedure in _ENDS_ALL:
        correction.is_broken = is_nested
        correction.later = ()
        correction.waits_for_deal = False
        correction.saved = ()
    correction.kind = kind
    correction.token = token
    _note_street(hand, kind, out)
    correction.seat = at if is_seat(at) else 0
    if procedure == r.PROCEDURE_PREMATURE_TURN:
        correction.follows_turn = True
    correction.target = _target(hand, kind)
    _begin(hand, ruling, procedure, out)


_WITHOUT_MACHINE = (
    r.PROCEDURE_STANDS,
    r.PROCEDURE_HAND_IS_DEAD,
    r.PROCEDURE_MOVE_BUTTON,
    r.PROCEDURE_VOID_FOULED,
    r.PROCEDURE_ENTER_FACE,
)
"""What people can do alone, when the hand is completed by hand."""

_ENDS_ALL = (r.PROCEDURE_MISDEAL, r.PROCEDURE_VOID_FOULED, r.PROCEDURE_MOVE_BUTTON)


def _note_street(hand: Hand, kind: int, out: list) -> None:
    """Of a street that is being dealt: its burn may lie already, and which cards are too many."""
    correction = hand.correction
    if correction.came_from == DEALING_BOARD and hand.is_landed:
        note_burn(hand, out)
    if kind == i.IRREGULARITY_STREET_TOO_MANY:
        place = hand.ledger.place
        for token in sorted(place):
            is_of_street = place[token] in street_places(hand.street)
            if is_of_street and token not in correction.out_of_play:
                correction.out_of_play.append(token)


def _worst(found: list[tuple[int, int, int]]) -> tuple[int, int, int]:
    told = [one for one in found if one[0] != i.IRREGULARITY_FACE_IN_DOUBT]
    found = told or found  # a face in doubt is the least of it
    for kind in _GRAVITY:
        for one in found:
            if one[0] == kind:
                return one
    return found[-1]


def _target(hand: Hand, kind: int) -> int:
    """The street that the repair deals: the next one, or the one that lies already."""
    street = hand.street + 1 if kind in _PREMATURE else hand.street
    return min(street, m.STREET_RIVER)


def _begin(hand: Hand, ruling: int, procedure: int, out: list) -> None:
    correction = hand.correction
    correction.procedure = procedure
    correction.step = 0
    correction.told = -1
    correction.resumes = 0
    correction.faces_due = ()
    if procedure in _REWINDS:
        take_back_street(hand)
    if ruling:
        tell_ruling(hand, ruling, correction.kind, procedure, out)


def tell_ruling(hand: Hand, ruling: int, kind: int, procedure: int, out: list) -> None:
    """Report which row of which book answers."""
    book = r.BOOK_WORDS[book_of(hand)]
    out.append((m.RULING_MADE, ruling, i.NAMES[kind], r.PROCEDURE_NAMES[procedure], book))


_REWINDS = (r.PROCEDURE_REDO_FLOP, r.PROCEDURE_REDO_STREET)


def note_report(hand: Hand, message: tuple, out: list) -> None:
    """The book changes nothing: what was reported is written down, play goes on."""
    kind, token, _seat = report_of(hand, message)
    note_boxed(hand, kind, token)
    ruling, procedure = ruling_for(hand, kind)
    out.append((m.IRREGULARITY_FOUND, i.NAMES[kind], None if token < 0 else token))
    tell_ruling(hand, ruling, kind, procedure, out)
