"""Messages for tests of the line form: of every kind the schema has, built from its field tables.

`messages()` draws any message that can be written; `longest` and `example` give one fixed message
of an id, with every value at its longest, or with plain ones.
"""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from firmware.lines.grammar import ALPHANUMERIC, WORD
from firmware.schema.messages import NAMES, VISIBILITY, VISIBILITY_DEVICE
from firmware.schema.messages_fields import (
    EQUALLY_LONG,
    FIELDS,
    TYPE_ENUM,
    TYPE_HEX,
    TYPE_INT,
    TYPE_WORD,
)

INT_MAX = 2**30 - 1
WRITTEN = tuple(
    number
    for number in range(1, len(NAMES))
    if NAMES[number] and VISIBILITY[number] != VISIBILITY_DEVICE
)
"""Ids of all messages that have a line."""


def texts(bytes_max: int) -> st.SearchStrategy[str]:
    """Draw texts of 1 to bytes_max bytes of UTF-8, odd ones among them."""
    odd = st.sampled_from(["-", "%", "%2D", " ", "é", "=", "a,b", "\n", "\x00", "𝄞", "..", "-x"])
    drawn = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=bytes_max)
    return (odd | drawn).filter(lambda text: len(text.encode()) <= bytes_max)


def items(field: tuple[Any, ...]) -> st.SearchStrategy[Any]:
    """Draw one value of the field, or one item of its list."""
    kind, args = field[1], field[2]
    if kind == TYPE_INT:
        return st.integers(args[0], args[1])
    if kind == TYPE_ENUM:
        return st.integers(0, len(args) - 1)
    if kind == TYPE_WORD:
        rest = st.text(WORD, max_size=args[1] - 1)
        return st.builds(str.__add__, st.sampled_from(ALPHANUMERIC), rest)
    if kind == TYPE_HEX:
        return st.binary(min_size=args[0], max_size=args[1])
    return texts(args[1])


def values(field: tuple[Any, ...], length: int = 0) -> st.SearchStrategy[Any]:
    """Draw what may stand in the field, `None` for left out included; a list of `length` items,
    or of any number (0).
    """
    one = items(field)
    if field[5]:
        one = st.lists(one, min_size=length or 1, max_size=length or field[5]).map(tuple)
    return st.none() | one if field[3] else one


@st.composite
def messages_of(draw: st.DrawFn, number: int) -> tuple[Any, ...]:
    """Draw a message of this id; lists that belong together are equally long."""
    message: list[Any] = [number]
    for place, field in enumerate(FIELDS[number], start=1):
        pairs = EQUALLY_LONG.get(number, ())
        length = sum(len(message[first]) for first, second in pairs if second == place)
        message.append(draw(values(field, length)))
    return tuple(message)


@st.composite
def messages(draw: st.DrawFn) -> tuple[Any, ...]:
    """Draw a message of any id that has a line."""
    return draw(messages_of(draw(st.sampled_from(WRITTEN))))


def _longest_item(field: tuple[Any, ...]) -> Any:
    kind, args = field[1], field[2]
    if kind == TYPE_INT:
        return max(args, key=lambda value: len(str(value)))
    if kind == TYPE_ENUM:
        return max(range(len(args)), key=lambda index: len(args[index]))
    if kind == TYPE_HEX:
        return bytes(args[1])
    return ("x" if kind == TYPE_WORD else " ") * args[1]


def longest(number: int) -> tuple[Any, ...]:
    """The message of this id that makes the longest line."""
    return (
        number,
        *(
            (_longest_item(field),) * field[5] if field[5] else _longest_item(field)
            for field in FIELDS[number]
        ),
    )


def _plain_item(field: tuple[Any, ...]) -> Any:
    kind, args = field[1], field[2]
    if kind == TYPE_INT:
        return args[0]
    if kind == TYPE_ENUM:
        return len(args) - 1
    if kind == TYPE_HEX:
        return bytes(range(args[1]))
    return "F-01"[: args[1]] if kind == TYPE_WORD else "Zoë B"


def example(number: int) -> tuple[Any, ...]:
    """A plain message of this id, with every optional field there."""
    return (
        number,
        *(
            (_plain_item(field),) * 2 if field[5] else _plain_item(field)
            for field in FIELDS[number]
        ),
    )
