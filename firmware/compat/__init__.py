"""The few lines that differ between interpreters, and the check that is never left out.

The same firmware runs on a Raspberry Pi (CPython) and on a small board (MicroPython). Whatever one
of them lacks is made up for in this room, so that no other room ever asks which one it runs on.
This file also holds `check`: where a dealer would stop and call the floor because the count of
cards does not come out, the code stops with a code name. Rule of the room: it knows no cards, no
chips and no hardware, and nothing here can be switched off.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import TypeVar

    T = TypeVar("T", int, bytes)


class InvariantError(Exception):
    """A bug of ours: something that cannot be true is true. Nobody repairs it; the table stops.

    `code` is a short fixed word (`card_twice`, `pot_negative`), never prose and never a secret.
    """

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def check(condition: bool, code: str) -> None:
    """Raise `InvariantError(code)` unless `condition` holds; unlike `assert` never stripped."""
    if not condition:
        raise InvariantError(code)


def const(value: T) -> T:
    """Return `value`. MicroPython's compiler folds `_NAME = const(n)` and drops the name.

    The fold goes by the word `const` alone, wherever it was imported from, so an ordinary function
    serves both interpreters. Use it for private integers and bytes of one module only.
    """
    return value
