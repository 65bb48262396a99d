"""The value of one field, from the message to its spelling and back.

Each field of the schema has a type and a range: a seat is 1 to 10, a card one of 52 words, a hash
32 bytes. This file turns one value into its one spelling and reads it back; which fields a message
has, and in which order, is the schema's affair. Rule of the file: the two directions are each
other's mirror, and both refuse what lies outside the range.

A field is the row of `firmware.schema.messages_fields`: (name, type, args, optional, unknown
allowed, longest list or 0).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.compat import const
from firmware.lines.grammar import (
    LineError,
    integer,
    is_hex,
    is_integer,
    is_integer_value,
    is_word,
)
from firmware.lines.texts import escape, unescape
from firmware.schema.messages import UNKNOWN
from firmware.schema.messages_fields import (
    EQUALLY_LONG,
    FIELDS,
    TYPE_ENUM,
    TYPE_HEX,
    TYPE_INT,
    TYPE_WORD,
)

if TYPE_CHECKING:
    from typing import Any

_TEXT_BYTES_MAX = const(64)


def _expect(holds: bool, code: str) -> None:
    if not holds:
        raise LineError(code)


def _spell(field: tuple[Any, ...], value: Any) -> str:
    """Spelling of one value, or of one item of a list."""
    kind, args = field[1], field[2]
    if kind == TYPE_INT:
        if type(value) is int and args[0] <= value <= args[1]:
            return str(value)
        _expect(is_integer_value(value), "not_an_integer")
        raise LineError("out_of_range")
    if kind == TYPE_ENUM:
        if type(value) is int and 0 <= value < len(args):
            return args[value]
        _expect(is_integer_value(value), "not_an_integer")
        raise LineError("no_such_word")
    if kind == TYPE_WORD:
        _expect(isinstance(value, str) and is_word(value), "bad_word")
        _expect(len(value) <= args[1], "too_long")
        return value
    if kind == TYPE_HEX:
        _expect(isinstance(value, (bytes, bytearray)), "not_bytes")
        _expect(args[0] <= len(value) <= args[1], "wrong_length")
        return bytes(value).hex()
    _expect(isinstance(value, str), "not_a_text")
    return escape(value, args[1])


def _read(field: tuple[Any, ...], spelled: str) -> Any:
    """One value, or one item of a list, from its spelling."""
    kind, args = field[1], field[2]
    if kind == TYPE_INT:
        value = integer(spelled)
        if args[0] <= value <= args[1]:
            return value
        raise LineError("out_of_range")
    if kind == TYPE_ENUM:
        if spelled in args:
            return args.index(spelled)
        raise LineError("no_such_word")
    if kind == TYPE_HEX:
        _expect(is_hex(spelled), "bad_hex")
        _expect(2 * args[0] <= len(spelled) <= 2 * args[1], "wrong_length")
        return bytes.fromhex(spelled)
    if kind == TYPE_WORD:
        _expect(is_word(spelled), "bad_word")
        _expect(len(spelled) <= args[1], "too_long")
        return spelled
    return unescape(spelled, args[1])


def is_plain_integer(field: tuple[Any, ...], value: Any) -> bool:
    """Whether the value is one that `spell_value` spells as `str` does."""
    if type(value) is not int or field[1] != TYPE_INT or field[5]:
        return False
    return field[2][0] <= value <= field[2][1]


def spell_value(field: tuple[Any, ...], value: Any) -> str:
    """Spelling of a field's value; lists are tuples, unknown is UNKNOWN.

    Raises:
        LineError: the value is not one of the field's; only `code` is set.
    """
    if field[4] and value == UNKNOWN:
        return UNKNOWN
    if not field[5]:
        return _spell(field, value)
    _expect(isinstance(value, (tuple, list)), "not_a_list")
    _expect(1 <= len(value) <= field[5], "wrong_length")
    items: list[str] = []
    for item in value:
        items.append(UNKNOWN if field[4] and item == UNKNOWN else _spell(field, item))
    # "-" alone says that nothing is known of the list, not even how long it is
    _expect(items != [UNKNOWN], "list_of_one_unknown")
    return ",".join(items)


def read_value(field: tuple[Any, ...], spelled: str) -> Any:
    """The value that a spelling stands for: the mirror of `spell_value`.

    Raises:
        LineError: it is not a spelling of one of the field's values; only `code` is set.
    """
    if spelled == UNKNOWN and field[4]:
        return UNKNOWN
    if not field[5]:
        return _read(field, spelled)
    items = spelled.split(",")
    _expect(len(items) <= field[5], "wrong_length")
    values: list[Any] = []
    for item in items:
        values.append(UNKNOWN if item == UNKNOWN and field[4] else _read(field, item))
    return tuple(values)


def unequal_list(message: tuple[Any, ...] | list[Any]) -> str:
    """The field that has not as many items as the list it belongs to, or empty.

    Its values must have passed `spell_value` or `read_value`.
    """
    for first, second in EQUALLY_LONG.get(message[0], ()):
        if len(message[first]) != len(message[second]):
            return FIELDS[message[0]][second - 1][0]
    return ""


def is_value(spelled: str) -> bool:
    """Whether the grammar allows this value for a field that nobody here knows."""
    plain = True
    for item in spelled.split(","):
        if not (item == UNKNOWN or is_word(item) or is_integer(item)):
            plain = False
    if plain:
        return True
    try:
        unescape(spelled, _TEXT_BYTES_MAX)
    except LineError:
        return False
    return True
