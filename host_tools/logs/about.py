"""What a log says of the table itself: its starts, its firmware, what its self-test found.

The rule of the file: what the log does not tell is not known, and None says so.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from firmware.schema import messages as m

if TYPE_CHECKING:
    from firmware.lines.parser import Line


def about(lines: Iterable[Line]) -> dict[str, Any]:
    """Fold a log from its first line on.

    Returns: starts (int), reset (why it started last), schema (hex), provenance (who vouches for
    the noise), passed and failed (devices of the last self-test), faults (standing, as
    "code device"), roles (ever paired at the table), hands (number of the last hand), running_ms
    (of the last line, since the start or the last restart of its clock).
    """
    told: dict[str, Any] = {
        "starts": 0,
        "reset": None,
        "schema": None,
        "provenance": None,
        "passed": None,
        "failed": None,
        "hands": 0,
        "running_ms": None,
    }
    faults: dict[str, None] = {}
    roles: dict[str, None] = {}
    for line in lines:
        message = line.message
        told["running_ms"] = line.ms
        if message[0] == m.TABLE_STARTED:
            _, _, reset, _, schema, provenance = message
            told["starts"] += 1
            told["reset"] = m.RESET_WORDS[reset]
            told["schema"] = schema.hex()
            told["provenance"] = m.PROVENANCE_WORDS[provenance]
            told["passed"] = told["failed"] = None
        elif message[0] == m.SELF_TESTED:
            told["passed"], told["failed"] = list(message[1] or ()), list(message[2] or ())
        elif message[0] == m.FAULT_RAISED:
            faults[f"{message[1]} {message[2]}"] = None
        elif message[0] == m.FAULT_CLEARED:
            faults.pop(f"{message[1]} {message[2]}", None)
        elif message[0] == m.ROLE_PAIRED:
            roles[m.ROLE_WORDS[message[1]]] = None
        elif message[0] == m.HAND_STARTED:
            told["hands"] = message[1]
    return {**told, "faults": list(faults), "roles": list(roles)}
