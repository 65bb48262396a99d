"""All that answers when something went wrong, joined: the rows and the functions they name.

Asked by `hand` when the table's shell begins or at the first trouble, and by nobody else. Rule of
the file: it joins and decides nothing.
"""

from __future__ import annotations

from firmware.compat.memory import forget
from firmware.core import (
    by_hand,
    by_hand_guards,
    face_steps,
    floor_guards,
    floor_steps,
    hand_noted,
    hand_reports,
    hand_sensed,
    hand_trouble,
    procedure_guards,
    procedure_steps,
    repair_guards,
    report_guards,
    reshuffle_steps,
    ruling_steps,
    taking_back,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from firmware.core.machine import Rules

GUARDS = (repair_guards, procedure_guards, report_guards, floor_guards, by_hand_guards)
ACTIONS = (
    hand_trouble,
    hand_sensed,
    hand_reports,
    hand_noted,
    ruling_steps,
    procedure_steps,
    reshuffle_steps,
    face_steps,
    floor_steps,
    by_hand,
    taking_back,
)


def rules() -> Rules:
    """Return the rows of repairs and where the functions are that they name."""
    from firmware.core import repair_table

    forget(repair_table)
    return repair_table.ROWS, repair_table.DEFAULTS, GUARDS, ACTIONS
