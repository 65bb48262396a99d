"""Steps in which a person enters a face: a card that was misread, or one picked from the board.

Functions here are actions named in `hand_table`; by the time one runs, the guards have said that
the face may be this one. Rule of the file: a face that is entered replaces the one that was read
everywhere, and what was reckoned with it is reckoned anew.
"""

from __future__ import annotations

from firmware.compat import const
from firmware.core.by_hand_guards import face_people_are_asked_for
from firmware.core.correction import NO_TOKEN
from firmware.core.hand_noted import is_board
from firmware.core.hand_reports import report_of
from firmware.core.hand_table import SETTLING
from firmware.core.procedure_guards import card_to_enter
from firmware.core.procedure_steps import tell_step
from firmware.core.rule_book import next_step, ruling_for
from firmware.core.ruling_steps import tell_ruling
from firmware.schema import irregularities as i
from firmware.schema import messages as m
from firmware.schema import rulings as r

TYPE_CHECKING = False
if TYPE_CHECKING:
    from firmware.core.hand_state import Hand


_FLOP_CARDS = const(3)


def ask_for_face(hand: Hand, _: tuple, out: list) -> None:
    """A person enters the face that lies open."""
    token = card_to_enter(hand)
    tell_step(hand, out, token)
    out.append((m.ASK_FACE, token))


def enter_other_first(hand: Hand, message: tuple, out: list) -> None:
    """Another card was read wrong before: it is entered now, and this one afterwards.

    This one may be the card that completes a flop, which no reader can tell.
    """
    correction = hand.correction
    kind, token, _seat = report_of(hand, message)
    out.append((m.IRREGULARITY_FOUND, i.NAMES[kind], token))
    ruling, procedure = ruling_for(hand, kind)
    tell_ruling(hand, ruling, kind, procedure, out)
    correction.faces_due = (face_people_are_asked_for(hand),) + correction.faces_due
    correction.token = token
    correction.face = message[4]


def see_face_typed(hand: Hand, message: tuple, out: list) -> None:
    """The face is known by a person's word."""
    correction = hand.correction
    face = message[1]
    if next_step(correction) == r.STEP_SCRAMBLE_BOARD:
        _pick_burn(hand, face, out)
    else:
        token = correction.token
        wrong = hand.ledger.face_of(token)
        if token in correction.unread:
            correction.unread.remove(token)
        other = hand.ledger.token_with(face)
        hand.ledger.correct(token, face)
        out.append((m.FACE_CORRECTED, token, face))
        if other not in (NO_TOKEN, token):
            out.append((m.FACE_CORRECTED, other, wrong))
        _replace_face(hand, wrong, face, out)
        if correction.faces_due:
            correction.token = correction.faces_due[0]
            correction.face = hand.ledger.face_of(correction.token)
            correction.faces_due = correction.faces_due[1:]
            return  # the same step, for the card that waits
    correction.step += 1


def _pick_burn(hand: Hand, face: int, out: list) -> None:
    """One of the scrambled board cards is the burn; the others are the flop (TDA 39)."""
    correction = hand.correction
    ledger = hand.ledger
    picked = ledger.token_with(face)
    lies = [token for token in sorted(ledger.place) if is_board(ledger.place[token])]
    lies.sort(key=ledger.place.__getitem__)
    ledger.land(picked, m.PLACE_BURN)
    street = m.STREET_FLOP
    if correction.kind == i.IRREGULARITY_FLOP_TOO_MANY:
        street = m.STREET_TURN  # it is the next burn
    correction.burnt[street] = True
    out.append((m.CARD_BURNT, street, picked))
    lies.remove(picked)
    hand.board = []
    for token in lies:  # people lay them in a row again, as they lay
        ledger.land(token, m.PLACE_BOARD1 + len(hand.board))
        hand.board.append(ledger.face_of(token))
    correction.out_of_play = [t for t in correction.out_of_play if t not in lies and t != picked]
    if not hand.turn:
        hand.token = NO_TOKEN
        hand.next_turn = hand.betting.next_turn(0)
        correction.came_from = SETTLING
    out.append((m.BOARD_DEALT, hand.street, tuple(hand.board)))


def _replace_face(hand: Hand, wrong: int, face: int, out: list) -> None:
    """Two cards that were read one for the other change their faces."""
    board = hand.board
    if wrong in board or face in board:
        hand.board = [_other(lies, wrong, face) for lies in board]
        if len(board) >= _FLOP_CARDS:  # a flop that is still dealt is told when it lies
            street = m.STREET_FLOP + len(board) - _FLOP_CARDS
            out.append((m.BOARD_DEALT, street, tuple(hand.board)))
    hand.values = [0] * len(hand.values)


def _other(lies: int, wrong: int, face: int) -> int:
    if lies == wrong:
        return face
    return wrong if lies == face else lies
