"""The keys of the paired roles: where the table keeps them, and that nobody sees them.

Each role has one key. It lies in the FRAM in two equal copies and, while the table is on, in
working memory, where the door compares seals with it. A new key takes the place of the old one in
both copies, so a key that was replaced cannot come back when a copy goes bad. Nothing here prints
itself, and no line of the log holds a key. Rule of the file: a key is in the FRAM, and reads back,
before anybody may use it; when that fails, the role has none.

Content of a copy: u8 role, key (32); kept as `journal.kept` keeps a place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.app.fram import ROLE_KEY_COPY_BYTES, ROLE_KEYS_AT
from firmware.compat import check
from firmware.journal.kept import sealed, unsealed
from firmware.schema.messages import ROLE_WORDS
from hal.errors import CORRUPT, HalError

if TYPE_CHECKING:
    from hal.ports import OrderMemory

KEY_BYTES = 32

_CONTENT_BYTES = 1 + KEY_BYTES
_GENERATION_MAX = (1 << 30) - 1


class RoleKeys:
    """Keys of one table, by role. Errors of the memory go through as `HalError`."""

    def __init__(self, memory: OrderMemory) -> None:
        self._memory = memory
        self._keys: list[bytes | None] = [None] * len(ROLE_WORDS)
        self._generations = [0] * len(ROLE_WORDS)

    def __repr__(self) -> str:
        return "<role keys>"

    def restore(self) -> None:
        """Find what the FRAM keeps; a copy that a power cut left behind is brought up to date."""
        for role in range(len(ROLE_WORDS)):
            copies = [self._read(role, copy) for copy in (0, 1)]
            newest = None
            for found in copies:
                if found is not None and (newest is None or found[0] > newest[0]):
                    newest = found
            if newest is None:
                continue
            if copies[0] != copies[1]:
                self._write(role, newest[0], newest[1])
            self._generations[role], self._keys[role] = newest

    def key_of(self, role: int) -> bytes | None:
        """The role's key, 32 bytes, or None when nobody was paired in that role."""
        return self._keys[role]

    def keep(self, role: int, key: bytes) -> None:
        """The role's key from now on; the one before is gone."""
        check(len(key) == KEY_BYTES, "role_key_length")
        check(self._generations[role] < _GENERATION_MAX, "role_key_generations")
        self._keys[role] = None
        self._generations[role] += 1
        self._write(role, self._generations[role], key)
        self._keys[role] = key

    def _read(self, role: int, copy: int) -> tuple[int, bytes] | None:
        raw = self._memory.read(_address(role, copy), ROLE_KEY_COPY_BYTES)
        found = unsealed(raw)
        if found is None or len(found[1]) != _CONTENT_BYTES or found[1][0] != role:
            return None
        return found[0], found[1][1:]

    def _write(self, role: int, generation: int, key: bytes) -> None:
        content = sealed(generation, bytes((role,)) + key)
        for copy in (0, 1):
            at = _address(role, copy)
            self._memory.write(at, content)
            if self._memory.read(at, len(content)) != content:
                raise HalError(CORRUPT, "order_memory", "role key does not read back")


def _address(role: int, copy: int) -> int:
    return ROLE_KEYS_AT + (2 * role + copy) * ROLE_KEY_COPY_BYTES
