"""Puts a table back to what `snapshot.frozen` took it apart into.

A table between two hands is small: seats, stacks, house rules, the deck's count. Its frozen value
is kept beside the log, and a start after a power cut begins from it. A running hand is never put
back this way; its lines are played again. Rule of the file: what was put back freezes to the same
value, to the last field, or the start stops.
"""

from __future__ import annotations

from firmware.compat import check
from firmware.compat.digest import sha256
from firmware.core.snapshot import frozen
from firmware.schema.messages import SCHEMA_HASH
from firmware.schema.settings import NAMES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from firmware.core.table import Table


def layout_of(value: Any) -> str:
    """Names of all fields of an object and of the objects in it, in order: `a,b(c,d),e`."""
    names = []
    for name in getattr(type(value), "__slots__", ()):
        inner = layout_of(getattr(value, name))
        names.append(name + ("(" + inner + ")" if inner else ""))
    return ",".join(names)


def fingerprint(table: Table) -> bytes:
    """32 bytes that differ where schema, settings or fields do: what a snapshot was made of."""
    return sha256(SCHEMA_HASH, (",".join(NAMES) + ";" + layout_of(table)).encode())


def restore(table: Table, kept: tuple) -> None:
    """Make a new table what `kept`, the snapshot of a table between hands, says."""
    _put(table, kept)
    check(frozen(table) == kept, "snapshot_does_not_restore")


def _put(fresh: Any, kept: Any) -> Any:
    """What `kept` was before it was frozen, as `fresh`, the same place of a new table, shows."""
    if isinstance(fresh, list):
        return list(kept)
    if isinstance(fresh, dict):
        return dict(kept)
    if isinstance(fresh, bytearray):
        return bytearray(kept)
    slots = getattr(type(fresh), "__slots__", None)
    if slots is None:
        return kept
    check(len(slots) == len(kept), "snapshot_of_another_layout")
    for at in range(len(slots)):
        setattr(fresh, slots[at], _put(getattr(fresh, slots[at]), kept[at]))
    return fresh
