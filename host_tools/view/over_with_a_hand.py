"""Lines that tell nothing any more once the next hand has begun.

Most of a log is cards on their way, turns and bets: what they change in the picture of a table is
wiped away or said anew by the line with which a hand begins and by the one that tells the stacks
at its end. Who wants to know what a long log's table looks like now may leave them out of all
hands but the last. The rule of the file: a kind that is not named here is read, so what the schema
learns tomorrow is never left out by mistake.
"""

from __future__ import annotations

from firmware.schema import messages as m

OVER_WITH_A_HAND = tuple(
    m.NAMES[kind]
    for kind in (
        m.COMMIT_ORDER,
        m.ORDER_COMMITTED,
        m.WITNESS_PROMISED,
        m.WITNESS_MISSING,
        m.WITNESS_OPENED,
        m.CUT_ASKED,
        m.CUT_SET,
        m.ORDER_CUT,
        m.TIMER_FIRED,
        m.FORCED_BET_POSTED,
        m.SEAT_NOT_DEALT,
        m.DEAL_CARD,
        m.CARD_LEFT,
        m.CARD_LANDED,
        m.HOLE_CARD_DEALT,
        m.TURN_OPENED,
        m.ACTION_CHOSEN,
        m.ACTION_TAKEN,
        m.ERASE_FACE,
        m.CARD_BURNT,
        m.FACE_READ,
        m.BOARD_DEALT,
        m.UNCALLED_BET_RETURNED,
        m.SHOW_ASKED,
        m.SHOW_CHOSEN,
        m.OPEN_FACE,
        m.FACE_OPENED,
        m.HAND_SHOWN,
        m.HAND_RANKED,
        m.HAND_MUCKED,
        m.POT_DECIDED,
        m.POT_FORMED,
        m.POT_AWARDED,
        m.REVEAL_ORDER,
        m.ORDER_REVEALED,
        m.WAITING_MEASURED,
        m.COLLECT_CARDS,
        m.LOAD_DECK,
        m.CARD_FED,
        m.DECK_LOADED,
        m.LOG_HEAD,
    )
)
"""Kinds of lines, as a log spells them."""
