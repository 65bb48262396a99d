"""Writes a message as its one line: `7 1825 hole_card_dealt seat=3 card=1 token=17 #… ~…`.

First the body: number, milliseconds, name and fields, in the schema's order. Then the seal: the
tag that whoever keeps the chain (or holds a key) made from the body, and the checksum. The two
steps are apart because the tag is made of the body. This file decides nothing about the game; it
refuses a message that the schema does not allow, so that nothing unreadable ever gets into the
record. Rule of the file: the same message has the same bytes, on every interpreter.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.compat.digest import crc32
from firmware.lines.grammar import (
    CHAIN_TAG_BYTES,
    LINE_BYTES_MAX,
    MAC_TAG_BYTES,
    LineError,
    is_integer_value,
    is_name,
)
from firmware.lines.values import is_plain_integer, is_value, spell_value, unequal_list
from firmware.schema.messages import NAMES, RAW, VISIBILITY, VISIBILITY_DEVICE
from firmware.schema.messages_fields import FIELDS

if TYPE_CHECKING:
    from typing import Any


def _head(seq: int | None, ms: int, name: str) -> str:
    if seq is not None and (not is_integer_value(seq) or seq < 1):
        raise LineError("bad_seq")
    if not is_integer_value(ms) or ms < 0:
        raise LineError("bad_ms")
    return ("-" if seq is None else str(seq)) + " " + str(ms) + " " + name


def _raw_body(message: tuple[Any, ...], seq: int | None, ms: int) -> bytes:
    """A message of another schema, as the parser kept it: (RAW, name, ((key, value), …))."""
    if len(message) != 3 or not isinstance(message[1], str) or not is_name(message[1]):
        raise LineError("bad_name")
    if message[1] in NAMES:
        raise LineError("known_name")  # written as what it is, so that a line has one meaning
    pieces = [_head(seq, ms, message[1])]
    keys: list[str] = []
    for key, spelled in message[2]:
        if not is_name(key):
            raise LineError("bad_name")
        if key in keys:
            raise LineError("field_twice", 0, key)
        if not is_value(spelled):
            raise LineError("bad_value", 0, key)
        keys.append(key)
        pieces.append(key + "=" + spelled)
    return " ".join(pieces).encode()


def write(message: tuple[Any, ...], seq: int | None, ms: int) -> bytes:
    """The body of the message's line, without tag and checksum.

    Args:
        message: (id, field, …) in schema order, None for an optional field left out.
        seq: number of the line in its log, or the role's counter; None for `-`.
        ms: since boot or since the clock was restarted.

    Raises:
        LineError: `bad_seq`, `bad_ms`, `no_such_message`, `never_written` (visibility device),
            `field_count`, or with `field` set what is wrong with a value.
    """
    number: Any = message[0] if message else None
    if type(number) is not int or not 0 <= number < len(NAMES):
        raise LineError("no_such_message")
    if number == RAW:
        return _raw_body(message, seq, ms)
    if not NAMES[number]:
        raise LineError("no_such_message")
    if VISIBILITY[number] == VISIBILITY_DEVICE:
        raise LineError("never_written")
    fields = FIELDS[number]
    if len(message) != len(fields) + 1:
        raise LineError("field_count")
    text = _head(seq, ms, NAMES[number])
    for at, field in enumerate(fields, 1):
        value = message[at]
        if value is None:
            if not field[3]:
                raise LineError("missing_field", 0, field[0])
        elif is_plain_integer(field, value):  # most of all values
            text += " " + field[0] + "=" + str(value)
        else:
            try:
                text += " " + field[0] + "=" + spell_value(field, value)
            except LineError as error:
                error.field = field[0]
                raise
    unequal = unequal_list(message)
    if unequal:
        raise LineError("unequal_lists", 0, unequal)
    return text.encode()


def seal(body: bytes, tag: bytes | None) -> bytes:
    """The whole line: body, tag, checksum, newline.

    Args:
        body: what `write` gave.
        tag: 8 bytes of the chain, 16 of a MAC, or None for `-`.

    Raises:
        LineError: `bad_tag` (another length), `too_long`.
    """
    if tag is None:
        sealed = body + b" #-"
    elif len(tag) in (CHAIN_TAG_BYTES, MAC_TAG_BYTES):
        sealed = body + (" #" + tag.hex()).encode()
    else:
        raise LineError("bad_tag")
    line = sealed + (" ~%08x\n" % crc32(sealed)).encode()
    if len(line) > LINE_BYTES_MAX:
        raise LineError("too_long")
    return line
