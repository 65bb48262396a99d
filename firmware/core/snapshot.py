"""All that the core knows, as one value that can be compared.

Two tables that took the same inputs must be equal to the last field; a refused input must leave
the table equal to what it was. This file takes everything apart into tuples for such comparisons.
Rule of the file: it forgets nothing, so every field of every object is in, in the order of its
`__slots__`.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def frozen(value: Any) -> Any:
    """Return numbers, words, bytes and tuples only; dicts sorted, objects by their fields."""
    if isinstance(value, (list, tuple)):
        return tuple([frozen(item) for item in value])
    if isinstance(value, dict):
        return tuple([(key, frozen(value[key])) for key in sorted(value)])
    if isinstance(value, bytearray):
        return bytes(value)
    slots = getattr(type(value), "__slots__", None)
    if slots is None:
        return value
    return tuple([frozen(getattr(value, name)) for name in slots])
