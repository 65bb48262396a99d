"""The journal's place in working memory, and what a power cut does to it.

Keeps segments of bytes as a disk would: what was synced stays; what was only written may be lost,
in part or whole, torn at any byte. A snapshot is written beside, synced, renamed, synced, and a
cut between two of these leaves the old one or the new one. A test may pull the plug before any
write. Rule of the file: nothing that was synced is ever lost, and nothing that was not synced may
be relied on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hal.errors import ABSENT, FULL, REFUSED, HalError

if TYPE_CHECKING:
    from collections.abc import Callable


class MemoryStore:
    """The contract `hal.ports.Store`; `capacity_bytes` is the room of all segments together."""

    def __init__(self, capacity_bytes: int = 1 << 26) -> None:
        self._capacity_bytes = capacity_bytes
        self._written: dict[int, bytearray] = {}
        self._sure_bytes = 0  # room that is left for sure; counted anew when it is not enough
        self._synced_bytes: dict[int, int] = {}
        self._snapshots: dict[int, bytes] = {}
        self._before_rename: tuple[int, bytes | None] | None = (
            None  # what an unsynced one replaced
        )
        self.sync_count = 0
        self.before_write: Callable[[str], None] = _go_ahead
        """Called with what comes before every change.

        `append`, `sync`, `cut`, `remove`; of a snapshot `write`, `sync`, `rename`, `sync names`.

        May raise `hal.errors.PowerCut`.
        """

    def segments(self) -> tuple[int, ...]:
        """Numbers of the segments that exist, ascending."""
        return tuple(sorted(self._written))

    def read(self, segment: int) -> bytes:
        """All of a segment, unsynced bytes included."""
        return bytes(self._at(segment))

    def append(self, segment: int, content: bytes) -> None:
        """Add to the end of a segment; the first bytes make it."""
        self.before_write("append")
        self._take_room(len(content))
        if segment not in self._written:
            self._written[segment] = bytearray()
        self._written[segment].extend(content)

    def sync(self, segment: int) -> None:
        """Make everything appended to a segment durable."""
        self.before_write("sync")
        self._synced_bytes[segment] = len(self._at(segment))
        self.sync_count += 1

    def cut(self, segment: int, length: int) -> None:
        """Drop everything after `length` bytes."""
        self.before_write("cut")
        written = self._at(segment)
        if not 0 <= length <= len(written):
            raise HalError(REFUSED, "store", "cut beyond the end")
        self._written[segment] = written[:length]
        self._synced_bytes[segment] = length

    def remove(self, segment: int) -> None:
        """Drop a segment."""
        self.before_write("remove")
        self._at(segment)
        self._written.pop(segment)
        self._synced_bytes.pop(segment, None)

    # --- snapshots and room ---------------------------------------------------------------------

    def snapshots(self) -> tuple[int, ...]:
        """Numbers of the snapshots that exist, ascending."""
        return tuple(sorted(self._snapshots))

    def read_snapshot(self, number: int) -> bytes:
        """All of a snapshot."""
        if number not in self._snapshots:
            raise HalError(ABSENT, "store", "snapshot " + str(number))
        return self._snapshots[number]

    def write_snapshot(self, number: int, content: bytes) -> None:
        """Written beside, synced, renamed, synced."""
        self.before_write("write")
        self._take_room(len(content))
        self.before_write("sync")
        self.before_write("rename")
        self._before_rename = (number, self._snapshots.get(number))
        self._snapshots[number] = bytes(content)
        self.before_write("sync names")
        self._before_rename = None

    def remove_snapshot(self, number: int) -> None:
        """Drop a snapshot."""
        self.before_write("remove")
        self.read_snapshot(number)
        self._snapshots.pop(number)

    def free_bytes(self) -> int:
        """Room left of `capacity_bytes`."""
        return max(self._capacity_bytes - self._used_bytes(), 0)

    def copy(self) -> MemoryStore:
        """A store that holds the same, with the same bytes synced, and a plug of its own."""
        other = MemoryStore(self._capacity_bytes)
        other._written = {one: bytearray(self._written[one]) for one in self._written}
        other._synced_bytes = dict(self._synced_bytes)
        other._snapshots = dict(self._snapshots)
        other._before_rename = self._before_rename
        return other

    def give_room(self, capacity_bytes: int) -> None:
        """Somebody made room, or took it away."""
        self._capacity_bytes = capacity_bytes
        self._sure_bytes = 0

    def _used_bytes(self) -> int:
        used = sum([len(self._written[one]) for one in self._written])
        return used + sum([len(self._snapshots[one]) for one in self._snapshots])

    def _take_room(self, count: int) -> None:
        if count > self._sure_bytes:
            self._sure_bytes = self.free_bytes()
            if count > self._sure_bytes:
                raise HalError(FULL, "store")
        self._sure_bytes -= count

    def _at(self, segment: int) -> bytearray:
        if segment not in self._written:
            raise HalError(ABSENT, "store", "segment " + str(segment))
        return self._written[segment]

    # --- the plug -----------------------------------------------------------------------------

    def unsynced_bytes(self) -> int:
        """How many written bytes a power cut may take."""
        return sum(len(self._at(one)) - self._synced_bytes.get(one, 0) for one in self.segments())

    def lengths(self) -> tuple[tuple[int, int, int], ...]:
        """(segment, bytes written, bytes synced) of each."""
        return tuple(
            [(one, len(self._at(one)), self._synced_bytes.get(one, 0)) for one in self.segments()]
        )

    def cut_power(self, surviving_bytes: int = 0) -> None:
        """Lose what is not synced, all but the first `surviving_bytes` of it.

        Of the segments the older survives first; a segment never synced may vanish whole. A
        snapshot whose new name was not synced is the old one again, unless bytes survive.
        """
        self.before_write = _go_ahead
        if self._before_rename is not None and not surviving_bytes:
            number, before = self._before_rename
            self._snapshots.pop(number)
            if before is not None:
                self._snapshots[number] = before
        self._before_rename = None
        for segment in self.segments():
            written = self._written[segment]
            synced = self._synced_bytes.get(segment, 0)
            survives = min(surviving_bytes, len(written) - synced)
            surviving_bytes -= survives
            if synced + survives:
                self._written[segment] = written[: synced + survives]
                self._synced_bytes[segment] = synced + survives
            else:
                self._written.pop(segment)


def _go_ahead(_name: str) -> None:
    """The power stays on."""
