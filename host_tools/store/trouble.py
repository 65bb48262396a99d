"""What can be wrong with the store, and the way out of each.

A store that is damaged, newer than this program, in use or out of room is told to the person in
one sentence that ends with what to do. The rule of the file: nothing is ever repaired, emptied or
overwritten on the way; the table keeps its lines until a good store has them.
"""

from __future__ import annotations

from pathlib import Path


class StoreError(Exception):
    """The store cannot be used. `key` names the text of the catalogue, `path` the file, `detail`
    what SQLite said.
    """

    key = "store.unusable"

    def __init__(self, path: Path, detail: str = "") -> None:
        super().__init__(f"{type(self).__name__} {path}: {detail}")
        self.path = path
        self.detail = detail


class StoreDamaged(StoreError):
    """The file is no SQLite data base, or one that does not read back."""

    key = "store.damaged"


class StoreForeign(StoreError):
    """A good SQLite file of another program."""

    key = "store.foreign"


class StoreNewer(StoreError):
    """Made by a newer version of this program."""

    key = "store.newer"


class StoreBusy(StoreError):
    """Another program has held it locked for longer than we wait."""

    key = "store.busy"


class StoreFull(StoreError):
    """No room left on the disk."""

    key = "store.full"


class StoreMissing(StoreError):
    """There is no such file."""

    key = "store.missing"


class StoreThere(StoreError):
    """A file is in the way of one that is to be made."""

    key = "store.there"


class StoreChanged(StoreError):
    """What was to leave it has grown, or become present or evidence, since it was looked at."""

    key = "store.changed"
