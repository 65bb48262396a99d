"""The keys of paired roles, as a simulated table keeps them.

On a real table a host is paired with the lid open and the floor key held, and the keys lie where
no program can read them. Here they lie in a folder, one file a role (`witness.key`, 64 hex
digits), so that whoever starts the simulation decides who is paired. Rule of the file: a key that
does not read is no key; nothing of it is ever shown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

KEY_BYTES = 32


class FolderKeys:
    """What the firmware's door asks of a table's keys; `roles` are the schema's role words."""

    def __init__(self, folder: Path, roles: Sequence[str]) -> None:
        self._keys = [_read(folder / f"{role}.key") for role in roles]

    def key_of(self, role: int) -> bytes | None:
        """The role's key, or None when nobody was paired in that role."""
        return self._keys[role]


def _read(path: Path) -> bytes | None:
    try:
        key = bytes.fromhex(path.read_text(encoding="ascii").strip())
    except (OSError, ValueError):
        return None
    return key if len(key) == KEY_BYTES else None
