"""The events an auditor looks for, as rows of the kind that gaming laboratories ask for.

Faults, power, the log itself, changes of rules with old and new value, irregular cards, rulings,
acts of the floor, corrections of stacks: each with number, table time, code group, severity, who
did it, before and after, and the line's hash. The rule of the file: which lines count and how
grave they are is one table; nothing else decides it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from host_tools.logs.rows import Row

INFO, WARNING, ALARM = "info", "warning", "alarm"

COLUMNS = (
    "seq",
    "ms",
    "table",
    "hand",
    "group",
    "code",
    "severity",
    "actor",
    "before",
    "after",
    "hash",
)

EVENTS: dict[str, tuple[str, str]] = {
    "table_started": ("power", INFO),
    "table_parked": ("power", INFO),
    "last_words": ("power", ALARM),
    "self_tested": ("power", INFO),
    "clock_restarted": ("clock", WARNING),
    "tail_cut": ("log", WARNING),
    "tail_lost": ("log", ALARM),
    "log_damaged": ("log", ALARM),
    "fault_raised": ("fault", ALARM),
    "fault_cleared": ("fault", INFO),
    "setting_changed": ("config", INFO),
    "role_paired": ("access", WARNING),
    "irregularity_found": ("card", WARNING),
    "irregularity_reported": ("card", WARNING),
    "card_moved": ("card", WARNING),
    "card_doubled": ("card", WARNING),
    "deck_faulty": ("card", ALARM),
    "ruling_made": ("ruling", WARNING),
    "floor_called": ("floor", INFO),
    "floor_answered": ("floor", INFO),
    "floor_ruled": ("floor", WARNING),
    "table_opened": ("floor", INFO),
    "table_closed": ("floor", INFO),
    "deck_check_asked": ("card", INFO),
    "deck_change_asked": ("card", WARNING),
    "test_begun": ("service", WARNING),
    "test_ended": ("service", INFO),
    "command_named": ("floor", INFO),
    "award_reversed": ("money", ALARM),
    "chips_added": ("money", INFO),
    "chips_differ": ("money", ALARM),
    "chips_cashed": ("money", INFO),
    "stack_set": ("money", ALARM),
    "hand_killed": ("hand", WARNING),
    "hand_voided": ("hand", WARNING),
    "hand_held": ("hand", WARNING),
    "table_held": ("hand", WARNING),
    "hand_became_manual": ("hand", WARNING),
    "table_paused": ("floor", INFO),
    "table_resumed": ("floor", INFO),
}

_CODES = ("code", "name", "kind", "ruling", "reason", "role", "reset")
"""The fields that name what happened, in the order they are asked."""


def events(rows: Iterable[Row]) -> Iterator[dict[str, Any]]:
    """The rows that count, with the COLUMNS; `table` is what the log itself says."""
    table = ""
    values: dict[str, Any] = {}
    for row in rows:
        if row.kind == "segment_opened":
            table = row.fields["table"]
        found = EVENTS.get(row.kind)
        if found is None:
            continue
        before, after = _change(row, values)
        named = next((str(row.fields[name]) for name in _CODES if name in row.fields), "")
        yield {
            "seq": row.seq,
            "ms": row.ms,
            "table": table,
            "hand": row.hand,
            "group": found[0],
            "code": f"{row.kind}:{named}" if named else row.kind,
            "severity": found[1],
            "actor": _actor(row),
            "before": before,
            "after": after,
            "hash": row.hash,
        }


def _actor(row: Row) -> str:
    by = row.fields.get("by")
    if by is not None:
        return str(by)
    seat = row.fields.get("seat")
    return f"seat{seat}" if seat is not None else "table"


def _change(row: Row, values: dict[str, Any]) -> tuple[str, str]:
    """Old and new value of a setting, of the firmware, or of a stack."""
    fields = row.fields
    if row.kind == "setting_changed":
        name, new = f"setting {fields['name']}", fields["value"]
    elif row.kind == "table_started":
        name, new = "firmware", fields["firmware"]
    elif row.kind == "chips_differ":
        return str(fields["held"]), str(fields["counted"])
    elif row.kind == "stack_set":
        return "", str(fields["stack"])  # what it was, play has told
    else:
        return "", ""
    old = values.get(name, "")
    values[name] = new
    return str(old), str(new)
