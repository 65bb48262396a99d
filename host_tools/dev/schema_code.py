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


_BYTE_MAX = 255

_UNPACKING = """

def _unpacked() -> tuple[tuple, ...]:
    fields = []
    for at in range(0, len(_FIELDS), 6):
        key, kind, args, optional, unknown, longest = _FIELDS[at : at + 6]
        fields.append((_KEYS[key], kind, _ARGS[args], optional, unknown, longest))
    rows = []
    shared = {}
    at = 0
    while at < len(_PLACES):
        end = at + 1 + _PLACES[at]
        places = _PLACES[at + 1 : end]
        if places not in shared:
            shared[places] = tuple([fields[place] for place in places])
        rows.append(shared[places])
        at = end
    return tuple(rows)


# By message id: its fields, in the order of the message. A field: (name, type, args, optional,
# unknown allowed, longest list or 0).
FIELDS = _unpacked()
""".rstrip().split("\n")


class _Places:
    """Gives each different thing its place in a table that a byte can point into."""

    def __init__(self, of: str) -> None:
        self._of = of
        self.items: dict[str, int] = {}

    def place(self, item: str) -> int:
        """Return the place, a new one for what has none.

        Raises:
            ValueError: there are more than a byte can tell apart.
        """
        place = self.items.setdefault(item, len(self.items))
        if place > _BYTE_MAX:
            raise ValueError(f"{place + 1} different {self._of}; a byte tells {_BYTE_MAX + 1}")
        return place


def fields_code(schema: Schema) -> str:
    """`firmware/schema/messages_fields.py`: what the line form needs to know of each field."""
    keys, args, fields = _Places("field names"), _Places("ranges of fields"), _Places("fields")

    def place_of(field: Field) -> int:
        enum_words = f"messages.{field.enum.upper()}_WORDS" if field.type == "enum" else ""
        packed = (
            keys.place(quoted(field.name)),
            TYPES.index(field.type) + 1,
            args.place(enum_words or f"({field.low}, {field.high})"),
            int(field.optional),
            int(field.unknown),
            field.list_max,
        )
        return fields.place(f"{escaped(packed)}  # {field.name}")

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
            its_places = [place_of(field) for field in message.fields]
            packed = escaped([len(its_places), *its_places])
            rows.append((message.id, f"{packed}  # {message.id} {message.name}"))
    lines = head("The fields of every message, for the line form only.", "messages.toml")
    lines += ["from firmware.schema import messages", ""]
    for number, word in enumerate(TYPES, start=1):
        lines.append(f"TYPE_{word.upper()} = {number}")
    lines += [
        "",
        "# Many messages have the same fields, many fields the same name or the same range:",
    ]
    lines += ["# each is here once, and pointed at by its place."]
    lines += tuple_lines("_KEYS", "str", keys.items)
    lines += [
        "# (min, max) of an integer; (shortest, longest) in bytes of word, hex, text; the words",
        "# of an enum.",
    ]
    lines += tuple_lines("_ARGS", "tuple", args.items)
    lines += [
        "# Place of the name, type, place of the args, optional, unknown allowed, longest list."
    ]
    lines += ["_FIELDS = (", *[f"    {field}" for field in fields.items], ")"]
    lines += ["# By message id: how many fields, and the place of each in _FIELDS."]
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
