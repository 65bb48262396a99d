"""Plain values as bytes and back: numbers, words, bytes, yes and no, nothing, and rows of these.

A snapshot has to be written down somehow, and read back as exactly what it was. Each value says
first what it is and, where it must, how long it is, so nothing inside can be mistaken for
something else. Rule of the file: one value has one spelling, and any other bytes are refused.

    n  nothing      t f  yes, no      i-12;  number      s5:hello  word      b2:..  bytes
    (i1;i2;)  a row of values
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any


class PlainError(Exception):
    """Bytes that spell no plain value, or a value that is not plain; `code` says which."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def spell(value: Any) -> bytes:
    """The bytes of None, bool, int, str, bytes or a tuple of these; `PlainError` for others."""
    pieces: list[bytes] = []
    _spell(value, pieces)
    return b"".join(pieces)


def _spell(value: Any, pieces: list[bytes]) -> None:
    if value is None:
        pieces.append(b"n")
    elif value is True:
        pieces.append(b"t")
    elif value is False:
        pieces.append(b"f")
    elif isinstance(value, int):
        pieces.append(b"i%d;" % value)
    elif isinstance(value, str):
        octets = value.encode()
        pieces.append(b"s%d:" % len(octets) + octets)
    elif isinstance(value, bytes):
        pieces.append(b"b%d:" % len(value) + value)
    elif isinstance(value, tuple):
        pieces.append(b"(")
        for item in value:
            _spell(item, pieces)
        pieces.append(b")")
    else:
        raise PlainError("not_plain")


def read(octets: bytes) -> Any:
    """The mirror of `spell`: the one value that `octets` spell, or `PlainError`."""
    reader = _Reader(octets)
    try:
        value = reader.value()
    except (ValueError, IndexError):
        value = None
        reader.at = -1
    if reader.at != len(octets) or spell(value) != octets:
        raise PlainError("not_spelled_so")
    return value


class _Reader:
    """Walks over the bytes; ValueError where they make no sense."""

    def __init__(self, octets: bytes) -> None:
        self._octets = octets
        self.at = 0

    def value(self) -> Any:
        kind = self._octets[self.at : self.at + 1]
        self.at += 1
        if kind == b"n":
            return None
        if kind in (b"t", b"f"):
            return kind == b"t"
        if kind == b"i":
            return self._number(b";")
        if kind == b"(":
            return self._row()
        if kind not in (b"s", b"b"):
            raise ValueError
        count = self._number(b":")
        content = self._octets[self.at : self.at + count]
        self.at += count
        return str(content, "utf-8") if kind == b"s" else content

    def _number(self, end: bytes) -> int:
        stop = self._octets.find(end, self.at)
        if stop < 0:
            raise ValueError
        number = int(self._octets[self.at : stop])
        self.at = stop + 1
        return number

    def _row(self) -> tuple:
        items = []
        while self._octets[self.at] != 0x29:  # the closing bracket
            items.append(self.value())
        self.at += 1
        return tuple(items)
