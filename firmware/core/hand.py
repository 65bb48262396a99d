"""The hand as the table and everybody else meets it: start one, step it, ask it.

The course of a hand stands in `hand_table`, what follows when something goes wrong in
`repair_table`; this file joins the rows with the functions that they name. Rule of the file: the
only place where a hand changes is `HAND.step`.
"""

from __future__ import annotations

from firmware.compat.memory import forget
from firmware.core import (
    hand_dealing,
    hand_guards,
    hand_order,
    hand_showing,
    hand_turns,
    repairs_due,
    showdown_guards,
)
from firmware.core.hand_state import Hand, legal_actions
from firmware.core.hand_table import STATES_COUNT
from firmware.core.machine import Machine

TYPE_CHECKING = False
if TYPE_CHECKING:
    from firmware.core.machine import Rules

__all__ = ["HAND", "Hand", "legal_actions"]


def _fair() -> Rules:
    from firmware.core import hand_table

    forget(hand_table)
    return (
        hand_table.ROWS,
        hand_table.DEFAULTS,
        (hand_guards, showdown_guards, repairs_due),
        (hand_order, hand_dealing, hand_turns, hand_showing, repairs_due),
    )


def _repairs() -> Rules:
    from firmware.core import repairs

    return repairs.rules()


HAND = Machine(STATES_COUNT, _fair, _repairs)
