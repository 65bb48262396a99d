"""Turns messages and enums into the modules that run on the table.

What a small board loads is kept lean: numbers, names and ranges as tuples and bytes, in schema
order, without a sentence of documentation. The codec's field tables are a module of their own, so
that the rules alone never load them. Rule of the file: the same schema gives the same bytes,
everywhere and always.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from host_tools.dev.code_lines import (
    Names,
    by_id,
    bytes_lines,
    escaped,
    head,
    quoted,
    tuple_lines,
    word_lines,
)
from host_tools.dev.schema_rows import KINDS, TYPES, VISIBILITIES

if TYPE_CHECKING:
    from host_tools.dev.schema_rows import Field, Schema


def messages_code(schema: Schema) -> str:
    """`firmware/schema/messages.py`: numbers, names, kinds and visibilities of all messages."""
    names = Names()
    for reserved in ("NAMES", "KIND", "VISIBILITY", "UNKNOWN", "RAW"):
        names.take(reserved)
    lines = head("Numbers and names of all messages and enums of the table.", "messages.toml")
    lines += [
        f"PROTOCOL_MAJOR = {schema.major}",
        f"PROTOCOL_MINOR = {schema.minor}",
        f'SCHEMA_HASH = b"{"".join(f"{chr(92)}x{b:02x}" for b in schema.hash())}"',
        'UNKNOWN = "-"',
        "RAW = 0  # no message has this number: a line whose name is not in this schema",
        "",
    ]
    for prefix, words in (("KIND", KINDS), ("VISIBILITY", VISIBILITIES)):
        for number, word in enumerate(words, start=1):
            lines.append(f"{names.take(f'{prefix}_{word}')} = {number}")
        lines.append("")
    for message in schema.messages:
        lines.append(f"{names.take(message.name)} = {message.id}")
    lines.append("")
    for enum, words in schema.enums.items():
        if enum != "card":  # a card's number is its meaning: rank * 4 + suit
            for number, word in enumerate(words):
                lines.append(f"{names.take(f'{enum}_{word}')} = {number}")
        lines += word_lines(names.take(f"{enum}_words"), words)
        lines.append("")
    rows = schema.messages
    lines.append("# By message id; what no message has is empty or 0.")
    lines += word_lines("NAMES", by_id([(row.id, row.name) for row in rows], ""))
    lines.append("")
    kinds = [(row.id, KINDS.index(row.kind) + 1) for row in rows]
    lines += bytes_lines("KIND", by_id(kinds, 0))
    visibilities = [(row.id, VISIBILITIES.index(row.visibility) + 1) for row in rows]
    lines += bytes_lines("VISIBILITY", by_id(visibilities, 0))
    lines += [
        "",
        "",
        "def by_name(name: str) -> int:",
        '    """The message\'s id, or RAW (0) when this schema has no such message."""',
        "    return NAMES.index(name) if name and name in NAMES else RAW",
    ]
    return "\n".join(lines) + "\n"


_FIELDS_MAX = 256


def _field_row(field: Field) -> str:
    args = f"messages.{field.enum.upper()}_WORDS" if field.type == "enum" else None
    args = args or f"({field.low}, {field.high})"
    return (
        f"({quoted(field.name)}, {TYPES.index(field.type) + 1}, {args}, "
        f"{int(field.optional)}, {int(field.unknown)}, {field.list_max})"
    )


_UNPACKING = """

def _unpacked() -> tuple[tuple, ...]:
    rows = []
    at = 0
    while at < len(_PLACES):
        end = at + 1 + _PLACES[at]
        rows.append(tuple([_FIELDS[place] for place in _PLACES[at + 1 : end]]))
        at = end
    return tuple(rows)


# By message id: its fields, in the order of the message.
FIELDS = _unpacked()
""".rstrip().split("\n")


def fields_code(schema: Schema) -> str:
    """`firmware/schema/messages_fields.py`: what the line form needs to know of each field."""
    lines = head("The fields of every message, for the line form only.", "messages.toml")
    lines += ["from firmware.schema import messages", ""]
    for number, word in enumerate(TYPES, start=1):
        lines.append(f"TYPE_{word.upper()} = {number}")
    lines += [
        "",
        "# A field: (name, type, args, optional, unknown allowed, longest list or 0).",
        "# args: (min, max) of an integer; (shortest, longest) in bytes of word, hex and text; an",
        "# enum's words. Each field once, for many messages have the same.",
    ]
    places: dict[str, int] = {}  # of each field among all different ones
    for message in schema.messages:
        for field in message.fields:
            places.setdefault(_field_row(field), len(places))
    if len(places) > _FIELDS_MAX:
        raise ValueError(
            f"{len(places)} different fields; a byte holds the place of {_FIELDS_MAX}"
        )
    lines += tuple_lines("_FIELDS", "tuple", places)
    rows: list[tuple[int, str]] = []
    together: list[str] = []
    for message in schema.messages:
        names = [field.name for field in message.fields]
        pairs = [
            f"({names.index(field.as_long_as) + 1}, {place}),"
            for place, field in enumerate(message.fields, start=1)
            if field.as_long_as
        ]
        if pairs:
            together.append(f"    {message.id}: ({' '.join(pairs)}),  # {message.name}")
        if message.fields:
            its_places = [places[_field_row(field)] for field in message.fields]
            packed = escaped([len(its_places), *its_places])
            rows.append((message.id, f"{packed}  # {message.id} {message.name}"))
    lines += ["", "# By message id: how many fields, and the place of each in _FIELDS."]
    lines += ["_PLACES = (", *[f"    {row}" for row in by_id(rows, escaped([0]))], ")"]
    lines += _UNPACKING
    lines += [
        "",
        "# Message id: pairs of places in the message whose lists have as many items.",
        "# For look-up only: its order means nothing.",
        "EQUALLY_LONG: dict[int, tuple[tuple[int, int], ...]] = {",
        *together,
        "}",
    ]
    return "\n".join(lines) + "\n"
