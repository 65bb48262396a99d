"""Steps in which a person enters a face: a card that was misread, or one picked from the board.

Functions here are actions named in `hand_table`; by the time one runs, the guards have said that
the face may be this one. Rule of the file: a face that is entered replaces the one that was read
everywhere, and what was reckoned with it is reckoned anew.
"""

from __future__ import annotations

from firmware.core.correction import NO_TOKEN
from firmware.core.hand_noted import is_board
from firmware.core.hand_table import SETTLING
from firmware.core.procedure_steps import tell_step
from firmware.core.rule_book import next_step
from firmware.schema import irregularities as i
from firmware.schema import messages as m
from firmware.schema import rulings as r

TYPE_CHECKING = False
if TYPE_CHECKING:
    from firmware.core.hand_state import Hand


def ask_for_face(hand: Hand, _: tuple, out: list) -> None:
    """A person enters the face that lies open."""
    correction = hand.correction
    token = correction.token
    if next_step(correction) == r.STEP_SCRAMBLE_BOARD:
        token = hand.ledger.token_with(hand.board[-1]) if hand.board else token
    tell_step(hand, out, token)
    out.append((m.ASK_FACE, token))


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
        hand.ledger.correct(token, face)
        out.append((m.FACE_CORRECTED, token, face))
        _replace_face(hand, wrong, face, out)
    correction.step += 1


def _pick_burn(hand: Hand, face: int, out: list) -> None:
    """One of the scrambled board cards is the burn; the others are the flop (TDA 39)."""
    correction = hand.correction
    ledger = hand.ledger
    picked = ledger.token_with(face)
    lies = [token for token in sorted(ledger.place) if is_board(ledger.place[token])]
    ledger.land(picked, m.PLACE_BURN)
    street = m.STREET_FLOP
    if correction.kind == i.IRREGULARITY_FLOP_TOO_MANY:
        street = m.STREET_TURN  # it is the next burn
    correction.burnt[street] = True
    out.append((m.CARD_BURNT, street, picked))
    lies.remove(picked)
    hand.board = []
    for token in lies:  # people lay them in a row again
        ledger.land(token, m.PLACE_BOARD1 + len(hand.board))
        hand.board.append(ledger.face_of(token))
    correction.out_of_play = [t for t in correction.out_of_play if t not in lies and t != picked]
    if not hand.turn:
        hand.token = NO_TOKEN
        hand.next_turn = hand.betting.next_turn(0)
        correction.came_from = SETTLING
    out.append((m.BOARD_DEALT, hand.street, tuple(hand.board)))


def _replace_face(hand: Hand, wrong: int, face: int, out: list) -> None:
    if wrong in hand.board:
        hand.board[hand.board.index(wrong)] = face
        out.append((m.BOARD_DEALT, hand.street, tuple(hand.board)))
    hand.values = [0] * len(hand.values)
