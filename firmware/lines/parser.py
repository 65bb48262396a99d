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
from firmware.compat.memory import TABLES_FIT
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
from firmware.schema.messages import NAMES, RAW, VISIBILITY, VISIBILITY_DEVICE, by_name
from firmware.schema.messages_fields import EQUALLY_LONG, FIELDS

if TYPE_CHECKING:
    from typing import Any

# A log read back has a hundred thousand names to be looked up; for look-up only.
_NUMBERS = {name: at for at, name in enumerate(NAMES) if name} if TABLES_FIT else None
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
    """Walks through the pieces of one line; `at` is where it stands when something is wrong.

    end: how many pieces the body has.
    """

    __slots__ = ("at", "end", "pieces")

    def __init__(self, pieces: list[str], end: int) -> None:
        self.pieces = pieces
        self.end = end
        self.at = 0

    def message(self, number: int) -> tuple[Any, ...]:
        """The known fields, in the schema's order; leaves `at` after the last of them."""
        pieces = self.pieces
        end = self.end
        at = _FIRST_FIELD
        values: list[Any] = [number]
        for field in FIELDS[number]:
            if at < end:
                key, equals, spelled = pieces[at].partition("=")
                if key == field[0] and equals:
                    try:
                        values.append(read_value(field, spelled))
                    except LineError as error:
                        self.at = at
                        error.field = key
                        raise
                    at += 1
                    continue
            if not field[3]:
                self.at = at
                raise LineError("missing_field", 0, field[0])
            values.append(None)
        self.at = at
        if number in EQUALLY_LONG:
            self._check_lists(values)
        return tuple(values)

    def _check_lists(self, values: list[Any]) -> None:
        unequal = unequal_list(values)
        if unequal:
            self.at = _FIRST_FIELD
            while not self.pieces[self.at].startswith(unequal + "="):
                self.at += 1
            raise LineError("unequal_lists", 0, unequal)

    def rest(self, known: list[str]) -> tuple[tuple[str, str], ...]:
        return _pairs(self.pieces[self.at : self.end], known)

    def tag(self, seq: int | None) -> bytes | None:
        self.at = len(self.pieces) - 2
        tag = _read_tag(self.pieces[self.at])
        if seq is None and tag is not None:
            raise LineError("tag_without_seq")
        return tag

    def content(self) -> tuple[int | None, int, tuple[Any, ...], tuple[tuple[str, str], ...]]:
        """Number, milliseconds, message and the fields of a newer schema."""
        pieces = self.pieces
        seq = None if pieces[0] == "-" else integer(pieces[0])
        if seq is not None and seq < 1:
            raise LineError("bad_integer")
        self.at = 1
        ms = integer(pieces[1])
        if ms < 0:
            raise LineError("bad_integer")
        self.at = 2
        name = pieces[2]
        number = by_name(name) if _NUMBERS is None else _NUMBERS.get(name, RAW)
        if number != RAW:
            if VISIBILITY[number] == VISIBILITY_DEVICE:
                raise LineError("never_written")
            message = self.message(number)
            if self.at == self.end:
                return seq, ms, message, ()
            return seq, ms, message, self.rest([field[0] for field in FIELDS[number]])
        if not is_name(name):
            raise LineError("bad_name")
        self.at = _FIRST_FIELD
        return seq, ms, (RAW, name, self.rest([])), ()


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
    reader = _Reader(pieces, len(pieces) - 2)
    try:
        seq, ms, message, extra = reader.content()
        tag = reader.tag(seq)
    except LineError as error:
        error.column = _column(pieces, reader.at)
        raise
    return Line(seq, ms, message, tag, bytes(line[: end - len(pieces[-2]) - 1]), extra)


def parse_body(body: bytes, tag: bytes) -> Line:
    """Read a line whose tag and checksum were found right before, for those who read logs twice.

    Raises:
        LineError: as `parse`, for what stands in the body.
    """
    pieces = str(body, "ascii").split(" ")
    if len(pieces) < _FIRST_FIELD:
        raise LineError("too_short", len(body))
    reader = _Reader(pieces, len(pieces))
    try:
        seq, ms, message, extra = reader.content()
    except LineError as error:
        error.column = _column(pieces, reader.at)
        raise
    return Line(seq, ms, message, tag, body, extra)
