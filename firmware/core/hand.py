"""The hand as the table and everybody else meets it: start one, step it, ask it.

The course of a hand stands in `hand_table`, what follows when something goes wrong in
`repair_table`; this file joins the rows with the functions that they name. Rule of the file: the
only place where a hand changes is `HAND.step`.
"""

from __future__ import annotations

from firmware.core import (
    hand_dealing,
    hand_guards,
    hand_order,
    hand_showing,
    hand_table,
    hand_turns,
    repairs_due,
    showdown_guards,
)
from firmware.core.hand_state import Hand, legal_actions
from firmware.core.machine import Machine

TYPE_CHECKING = False
if TYPE_CHECKING:
    from firmware.core.machine import Rules

__all__ = ["HAND", "Hand", "legal_actions"]


def _repairs() -> Rules:
    from firmware.core.repairs import REPAIRS

    return REPAIRS


HAND = Machine(
    hand_table.STATES,
    (
        hand_table.rows,
        hand_table.DEFAULTS,
        (hand_guards, showdown_guards, repairs_due),
        (hand_order, hand_dealing, hand_turns, hand_showing, repairs_due),
    ),
    _repairs,
)
