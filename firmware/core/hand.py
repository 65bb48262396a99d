"""The hand as the table and everybody else meets it: start one, step it, ask it.

The course of a hand stands in `hand_table`; this file joins its rows with the functions that they
name and starts a hand. Rule of the file: the only place where a hand changes is `HAND.step`.
"""

from __future__ import annotations

from firmware.core import (
    by_hand,
    by_hand_guards,
    face_steps,
    floor_guards,
    floor_steps,
    hand_dealing,
    hand_guards,
    hand_noted,
    hand_order,
    hand_reports,
    hand_sensed,
    hand_showing,
    hand_table,
    hand_trouble,
    hand_turns,
    procedure_guards,
    procedure_steps,
    repair_guards,
    report_guards,
    reshuffle_steps,
    ruling_steps,
    showdown_guards,
    taking_back,
)
from firmware.core.hand_state import Hand, legal_actions
from firmware.core.machine import Machine

__all__ = ["HAND", "Hand", "legal_actions"]

HAND = Machine(
    hand_table.STATES,
    hand_table.ROWS,
    hand_table.DEFAULTS,
    (
        hand_guards,
        showdown_guards,
        repair_guards,
        procedure_guards,
        report_guards,
        floor_guards,
        by_hand_guards,
    ),
    (
        hand_order,
        hand_dealing,
        hand_turns,
        hand_showing,
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
