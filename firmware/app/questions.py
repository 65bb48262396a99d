"""Whom the table asks, and what: read from the hand, told to keys, lamps and displays.

One question stands at a time: a seat is to act, to cut, or to show. This file finds it in the
table's state, so that keys, lamps and displays can never disagree about it. When the floor is
asked for the cut, the seat that was asked first lends its keys while the floor key is held. Beside
the game each seat may say at any time that it sits out, is back, posts, straddles, or wants the
floor. Rule of the file: no question is remembered here; after a restart the same state asks the
same question.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.app.floor_menu import floor_items
from firmware.app.keys import (
    ASIDE_AWAY,
    ASIDE_MAY_STRADDLE,
    ASIDE_NOTHING,
    ASIDE_OWES,
    ASIDE_PLAYS,
    ASIDE_STRADDLES,
    ASK_CUT,
    ASK_FLOOR,
    ASK_SHOW,
    ASK_TURN,
    NO_QUESTION,
    Question,
)
from firmware.core.attendance_guards import has_straddled, may_straddle
from firmware.core.hand import legal_actions
from firmware.core.hand_order import cut_order
from firmware.core.hand_table import CUTTING, OPENING, SHOWING
from firmware.schema.messages import PART_KEYS
from firmware.schema.settings import BOARD_CLAIM_ANNOUNCE, SETTING_BOARD_CLAIM

if TYPE_CHECKING:
    from firmware.core.table import Table


def question_of(table: Table, number: int, floor_key: bool) -> tuple[int, Question]:
    """(seat whose keys answer, its question), or (0, NO_QUESTION).

    number: of the line that asked, so that two equal questions are told apart.
    """
    hand = table.hand
    if hand is None:
        return 0, NO_QUESTION
    # Who cuts is not disturbed, except that a draw may be given up instead.
    if floor_key and (hand.state != CUTTING or (hand.turn and not hand.number)):
        items = floor_items(hand)
        if items:
            return cut_order(hand)[0], Question(ASK_FLOOR, number, None, items=items)
    legal = legal_actions(hand)
    if legal is not None:
        seat, call, least, most = legal
        stack = hand.betting.stacks[seat]
        return seat, Question(ASK_TURN, number, seat, call, least, most, stack)
    if hand.state == CUTTING:
        if hand.turn:
            return hand.turn, Question(ASK_CUT, number, hand.turn)
        if floor_key:
            return cut_order(hand)[0], Question(ASK_CUT, number, None)
    if hand.state == SHOWING and hand.turn:
        claims = hand.rules[SETTING_BOARD_CLAIM] == BOARD_CLAIM_ANNOUNCE
        return hand.turn, Question(ASK_SHOW, number, hand.turn, claims=claims)
    return 0, NO_QUESTION


def aside_of(table: Table, seat: int) -> int:
    """What a seat may say beside the game; while keys are tried a press is a press."""
    if not table.taken[seat] or table.testing == PART_KEYS:
        return ASIDE_NOTHING
    if table.sitting_out[seat]:
        return ASIDE_AWAY
    if table.debts[seat]:
        return ASIDE_OWES
    if table.hand is not None and table.hand.state > OPENING:
        return ASIDE_PLAYS  # it is too late to straddle, or to take it back
    if may_straddle(table, seat):
        return ASIDE_MAY_STRADDLE
    return ASIDE_STRADDLES if has_straddled(table, seat) else ASIDE_PLAYS
