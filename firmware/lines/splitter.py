"""Cuts the stream of a serial line into lines, however the bytes arrive.

A cable hands over half a line, then three and a half; a loose plug adds noise. The splitter keeps
the unfinished rest and gives out what is complete. A line that grows beyond 640 bytes cannot be
one: it is dropped up to the next newline, counted, and reading goes on there. Rule of the file: it
never holds more than one line, and what it drops it counts.
"""

from __future__ import annotations

from firmware.lines.grammar import LINE_BYTES_MAX


class Splitter:
    """Bytes in, whole lines (newline included, at most 640 bytes) out."""

    __slots__ = ("_rest", "_skipping", "bytes_dropped", "lines_dropped")

    def __init__(self) -> None:
        self._rest = b""
        self._skipping = False
        self.bytes_dropped = 0
        self.lines_dropped = 0

    def pending_bytes(self) -> int:
        """Bytes of an unfinished line that wait for their newline."""
        return len(self._rest)

    def feed(self, octets: bytes) -> list[bytes]:
        """Take what arrived; the lines that are complete now, in order."""
        lines: list[bytes] = []
        start = 0
        while True:
            end = octets.find(b"\n", start)
            if end < 0:
                self._keep(bytes(octets[start:]))
                return lines
            self._finish(bytes(octets[start : end + 1]), lines)
            start = end + 1

    def _finish(self, piece: bytes, lines: list[bytes]) -> None:
        """The end of a line came."""
        line = self._rest + piece
        self._rest = b""
        if self._skipping:
            self._skipping = False
            self.bytes_dropped += len(piece)
        elif len(line) > LINE_BYTES_MAX:
            self._drop(len(line))
        else:
            lines.append(line)

    def _keep(self, piece: bytes) -> None:
        """The beginning or middle of a line came; it is kept as long as it may become one."""
        if self._skipping:
            self.bytes_dropped += len(piece)
        elif len(self._rest) + len(piece) >= LINE_BYTES_MAX:
            self._drop(len(self._rest) + len(piece))
            self._rest = b""
            self._skipping = True
        else:
            self._rest += piece

    def _drop(self, count: int) -> None:
        self.lines_dropped += 1
        self.bytes_dropped += count
