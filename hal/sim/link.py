"""A serial cable in working memory, with two ends.

Carries bytes both ways in order, as much at once as the line has room for, and can be pulled out
and put back. What the bytes say is not its business. Rule of the file: a cable that is out loses
what was still in it, and says so at both ends.
"""

from __future__ import annotations

from hal.errors import LOST, HalError

READ_BYTES_MAX = 4096  # what one call of the port hands over at most
ROOM_BYTES = 4096  # a serial driver's buffer


class Cable:
    """Two ends, `table` and `host`, each with the contract `hal.ports.HostLink`."""

    def __init__(self, is_plugged: bool = True) -> None:
        self.is_plugged = is_plugged
        self._ways = (bytearray(), bytearray())
        self.table = CableEnd(self, self._ways[0], self._ways[1])
        self.host = CableEnd(self, self._ways[1], self._ways[0])

    def unplug(self) -> None:
        """Pull the cable; what was in it is gone."""
        self.is_plugged = False
        for way in self._ways:
            way[:] = b""

    def plug(self) -> None:
        """Put the cable back."""
        self.is_plugged = True


class CableEnd:
    """One end of a cable."""

    def __init__(self, cable: Cable, outgoing: bytearray, incoming: bytearray) -> None:
        self._cable = cable
        self._outgoing = outgoing
        self._incoming = incoming

    def read(self) -> bytes:
        """What has arrived, at most 4096 bytes."""
        if not self._cable.is_plugged:
            raise HalError(LOST, "link")
        if not self._incoming:
            return b""
        arrived = bytes(self._incoming[:READ_BYTES_MAX])
        self._incoming[:READ_BYTES_MAX] = b""
        return arrived

    def write(self, content: bytes) -> int:
        """How many bytes the line took."""
        self._must_be_plugged()
        took = content[: ROOM_BYTES - len(self._outgoing)]
        self._outgoing.extend(took)
        return len(took)

    def _must_be_plugged(self) -> None:
        if not self._cable.is_plugged:
            raise HalError(LOST, "link")
