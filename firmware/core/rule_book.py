"""Looks an irregularity up in the book that the house chose.

The rows are in the schema (`rulings.toml`): an irregularity, the stages and the condition for
which a row holds, and one procedure for each book. The first row that holds decides. Rule of the
file: it reads the table and makes no exception; what a book leaves open is a row as well.
"""

from __future__ import annotations

from firmware.compat import const
from firmware.core.correction import NOT_CORRECTING
from firmware.core.hand_table import HELD, HOLE_CARD_LIES, NEXT_TO_SHOW, OBJECTING
from firmware.core.substantial import has_acted, is_substantial
from firmware.schema import irregularities as i
from firmware.schema import messages as m
from firmware.schema import rulings as r
from firmware.schema import settings as s

TYPE_CHECKING = False
if TYPE_CHECKING:
    from firmware.core.correction import Correction
    from firmware.core.hand_state import Hand

_NO_RULING = (0, 0)
_FOUR = const(4)  # cards of a flop with one too many


def next_step(correction: Correction) -> int:
    """Return the step that comes next, 0 when the procedure is over."""
    steps = r.STEPS[correction.procedure]
    return steps[correction.step] if correction.step < len(steps) else 0


def book_of(hand: Hand) -> int:
    """Return the book of the house for dealer errors."""
    return hand.rules[s.SETTING_DEALER_ERRORS]


def stage_of(hand: Hand) -> int:
    """Return where the hand is: the deal, a street whose cards lie or are dealt, the showdown."""
    state = hand.correction.came_from
    if state == NOT_CORRECTING:
        state = hand.back if hand.state == HELD else hand.state
    if state <= HOLE_CARD_LIES:
        return r.STAGE_DEAL
    if NEXT_TO_SHOW <= state <= OBJECTING:
        return r.STAGE_SHOWDOWN
    return r.STAGE_PREFLOP + hand.street


def is_past_misdeal(hand: Hand) -> bool:
    """Whether substantial action has occurred: no misdeal and no void hand any more."""
    return is_substantial(hand.actions, book_of(hand))


def _holds(hand: Hand, when: int) -> bool:
    if when == r.WHEN_ALWAYS:
        return True
    if when in (r.WHEN_BEFORE_ACTION, r.WHEN_AFTER_ACTION):
        return has_acted(hand.actions, hand.street) == (when == r.WHEN_AFTER_ACTION)
    return is_past_misdeal(hand) == (when == r.WHEN_AFTER_SUBSTANTIAL)


def ruling_for(hand: Hand, kind: int) -> tuple[int, int]:
    """Return (ruling, procedure) for an irregularity found now, or zeros where no row holds."""
    stage = stage_of(hand)
    if kind == i.IRREGULARITY_CARD_MISREAD and stage < r.STAGE_FLOP:
        stage = r.STAGE_SHOWDOWN  # hands lie open before the flop where everybody is all-in
    stage = 1 << stage
    rows = r.RULINGS
    for at in range(0, len(rows), r.ROW_BYTES):
        if rows[at] == kind and rows[at + 1] & stage and _holds(hand, rows[at + 2]):
            return at // r.ROW_BYTES + 1, _by_house_rule(hand, kind, rows[at + 3 + book_of(hand)])
    return _NO_RULING


def _cards_on_board(hand: Hand) -> int:
    """Return how many cards with a known face lie on the board."""
    ledger = hand.ledger
    place = ledger.place
    return len([t for t in ledger.face if m.PLACE_BOARD1 <= place.get(t, 0) <= m.PLACE_BOARD5])


def _by_house_rule(hand: Hand, kind: int, procedure: int) -> int:
    """What a reading of the book that the house chose changes (K34, K36)."""
    rules = hand.rules
    if procedure == r.PROCEDURE_REPLACE_EXPOSED:
        is_choice = rules[s.SETTING_EXPOSED_HOLE_CARD] == s.EXPOSED_HOLE_CARD_PLAYER_CHOICE
        return r.PROCEDURE_PLAYER_CHOOSES if is_choice else procedure
    if procedure == r.PROCEDURE_SCRAMBLE_FLOP and _cards_on_board(hand) != _FOUR:
        return r.PROCEDURE_REDO_FLOP  # there are not four cards that everybody can name
    if kind == i.IRREGULARITY_PREMATURE_RIVER and book_of(hand) == r.BOOK_R004:
        is_literal = rules[s.SETTING_PREMATURE_RIVER] == s.PREMATURE_RIVER_AFTER_PREMATURE_TURN
        if is_literal and not hand.correction.follows_turn:
            return r.PROCEDURE_FLOOR_DECIDES
    return procedure
