"""Reads one line back into its message, and refuses every line that is not exactly one.

A record that can be read in two ways is no record. So the parser takes only what the writer
writes: the right length, the right checksum, each number, word and list in its one spelling, the
fields in the schema's order. What a newer table says is kept: a message without a name here comes
back raw, and fields that came after the known ones are handed on. Whether the chain holds or a MAC
is right is judged by whoever knows the head or the key. Rule of the file: any bytes in, a Line or
a LineError out, nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.compat import const
from firmware.compat.digest import crc32
from firmware.lines.grammar import (
    CHAIN_TAG_BYTES,
    LINE_BYTES_MAX,
    MAC_TAG_BYTES,
    LineError,
    integer,
    is_hex,
    is_name,
)
from firmware.lines.values import is_value, read_value, unequal_list
from firmware.schema.messages import RAW, VISIBILITY, VISIBILITY_DEVICE
from firmware.schema.messages_fields import BY_NAME, FIELDS

if TYPE_CHECKING:
    from typing import Any

_FIRST_FIELD = const(3)  # after seq, ms and name
_PIECES_MIN = const(5)  # seq, ms, name, tag, checksum
_TAG_CHARS = (2 * CHAIN_TAG_BYTES, 2 * MAC_TAG_BYTES)


class Line:
    """One line, read.

    `seq` is None for `-`; `message` is the tuple of the schema, or (RAW, name, ((key, value), …));
    `tag` is 8 bytes of a chain, 16 of a MAC, or None; `body` is what the tag was made of; `extra`
    holds the (key, value) pairs of a newer schema that followed the known fields.
    """

    __slots__ = ("body", "extra", "message", "ms", "seq", "tag")

    def __init__(
        self,
        seq: int | None,
        ms: int,
        message: tuple[Any, ...],
        tag: bytes | None,
        body: bytes,
        extra: tuple[tuple[str, str], ...],
    ) -> None:
        self.seq = seq
        self.ms = ms
        self.message = message
        self.tag = tag
        self.body = body
        self.extra = extra


def _text(line: bytes) -> str:
    """The line without its newline, as letters; every byte is one."""
    if len(line) > LINE_BYTES_MAX:
        raise LineError("too_long", LINE_BYTES_MAX + 1)
    if line[-1:] != b"\n":
        raise LineError("no_newline", len(line) + 1)
    try:
        text = str(line, "ascii")
    except UnicodeError:
        text = ""
    # MicroPython takes UTF-8 for ASCII: then letters and bytes do not count the same
    if len(text) != len(line):
        column = 1
        while line[column - 1] < 0x80:
            column += 1
        raise LineError("not_ascii", column)
    return text[:-1]


def _pairs(pieces: list[str], known: list[str]) -> tuple[tuple[str, str], ...]:
    """Fields of another schema, spelled as they are; `known` are the keys that may not come."""
    keys = list(known)
    pairs: list[tuple[str, str]] = []
    for piece in pieces:
        key, equals, spelled = piece.partition("=")
        if not equals or not is_name(key):
            raise LineError("bad_field")
        if key in keys:
            raise LineError("field_twice" if key not in known else "field_order", 0, key)
        if not is_value(spelled):
            raise LineError("bad_value", 0, key)
        keys.append(key)
        pairs.append((key, spelled))
    return tuple(pairs)


def _read_tag(piece: str) -> bytes | None:
    spelled = piece[1:]
    if piece[:1] != "#":
        raise LineError("no_tag")
    if spelled == "-":
        return None
    if len(spelled) not in _TAG_CHARS or not is_hex(spelled):
        raise LineError("bad_tag")
    return bytes.fromhex(spelled)


def _column(pieces: list[str], at: int) -> int:
    """Where the piece `at` begins, counted from 1."""
    column = 1
    for piece in pieces[:at]:
        column += len(piece) + 1
    return column


class _Reader:
    """Walks through the pieces of one line; `at` is where it stands when something is wrong."""

    __slots__ = ("at", "pieces")

    def __init__(self, pieces: list[str]) -> None:
        self.pieces = pieces
        self.at = 0

    def head(self) -> tuple[int | None, int, str]:
        pieces = self.pieces
        seq = None if pieces[0] == "-" else integer(pieces[0])
        if seq is not None and seq < 1:
            raise LineError("bad_integer")
        self.at = 1
        ms = integer(pieces[1])
        if ms < 0:
            raise LineError("bad_integer")
        self.at = 2
        if not is_name(pieces[2]):
            raise LineError("bad_name")
        return seq, ms, pieces[2]

    def message(self, number: int) -> tuple[Any, ...]:
        """The known fields, in the schema's order; leaves `at` after the last of them."""
        pieces = self.pieces
        end = len(pieces) - 2
        self.at = _FIRST_FIELD
        values: list[Any] = [number]
        for field in FIELDS[number]:
            key, equals, spelled = pieces[self.at].partition("=")
            if self.at < end and equals and key == field[0]:
                try:
                    values.append(read_value(field, spelled))
                except LineError as error:
                    error.field = key
                    raise
                self.at += 1
            elif field[3]:
                values.append(None)
            else:
                raise LineError("missing_field", 0, field[0])
        unequal = unequal_list(values)
        if unequal:
            self.at = _FIRST_FIELD
            while not pieces[self.at].startswith(unequal + "="):
                self.at += 1
            raise LineError("unequal_lists", 0, unequal)
        return tuple(values)

    def rest(self, known: list[str]) -> tuple[tuple[str, str], ...]:
        return _pairs(self.pieces[self.at : -2], known)

    def tag(self, seq: int | None) -> bytes | None:
        self.at = len(self.pieces) - 2
        tag = _read_tag(self.pieces[self.at])
        if seq is None and tag is not None:
            raise LineError("tag_without_seq")
        return tag

    def line(self, body: bytes) -> Line:
        seq, ms, name = self.head()
        number = BY_NAME.get(name, RAW)
        extra: tuple[tuple[str, str], ...] = ()
        if number == RAW:
            self.at = _FIRST_FIELD
            message = (RAW, name, self.rest([]))
        elif VISIBILITY[number] == VISIBILITY_DEVICE:
            raise LineError("never_written")
        else:
            message = self.message(number)
            if self.at < len(self.pieces) - 2:
                extra = self.rest([field[0] for field in FIELDS[number]])
        return Line(seq, ms, message, self.tag(seq), body, extra)


def parse(line: bytes) -> Line:
    """Read one line, newline included.

    Raises:
        LineError: the line is spelled in any way but the one; `column` says where. Structure and
            checksum are judged first (`too_long`, `no_newline`, `not_ascii`, `too_short`,
            `bad_crc`), then the pieces from left to right.
    """
    text = _text(line)
    pieces = text.split(" ")
    if len(pieces) < _PIECES_MIN:
        raise LineError("too_short", len(line))
    end = len(text) - len(pieces[-1]) - 1  # of what the checksum covers
    if pieces[-1] != "~%08x" % crc32(line[:end]):
        raise LineError("bad_crc", end + 2)
    reader = _Reader(pieces)
    try:
        return reader.line(bytes(line[: end - len(pieces[-2]) - 1]))
    except LineError as error:
        error.column = _column(pieces, reader.at)
        raise
