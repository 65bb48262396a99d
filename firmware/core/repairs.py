"""All that answers when something went wrong, joined: the rows and the functions they name.

Imported by `hand` when the table's shell begins or at the first trouble, and by nobody else. Rule
of the file: it joins and decides nothing.
"""

from __future__ import annotations

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
    repair_table,
    report_guards,
    reshuffle_steps,
    ruling_steps,
    taking_back,
)

REPAIRS = (
    repair_table.rows,
    repair_table.DEFAULTS,
    (repair_guards, procedure_guards, report_guards, floor_guards, by_hand_guards),
    (
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
    ),
)
