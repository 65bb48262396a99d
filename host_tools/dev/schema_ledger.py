"""Keeps the promise that a number, once given, means the same for ever.

A hand recorded today must be readable in ten years, by a program that has learnt many new words
since. So every id, name and enum word that was ever used stands in `firmware/schema/ids.lock`, one
a line, and the generator only ever adds lines. What is no longer wanted is marked `retired` in the
schema and stays. Rule of the file: a line that vanishes, or whose meaning changes, stops the
generator; only a person may edit the ledger, and then the change shows in review.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from host_tools.dev import schema_rulings
from host_tools.dev.schema_complaints import SchemaError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from host_tools.dev.schema_rows import Schema

HEAD = """\
# Every id, name and word the schema ever used: `place = meaning`. Only added to, never changed.
# Written by host_tools.dev.gen; see host_tools/dev/schema_ledger.py.
"""


def entries(schema: Schema) -> Iterator[tuple[str, str]]:
    """Yield (place, meaning): where a number stands, and what it means there."""
    for enum, words in schema.enums.items():
        for number, word in enumerate(words):
            yield f"enum {enum} {number}", word
    for message in schema.messages:
        yield f"message {message.id}", f"{message.name} {message.kind}"
        for number, field in enumerate(message.fields):
            kind = field.enum or field.type
            marks = " list" if field.list_max else ""
            marks += " optional" if field.optional else ""
            yield f"field {message.id} {number}", f"{field.name} {kind}{marks}"
            if field.as_long_as:
                yield f"as_long_as {message.id} {number}", field.as_long_as
    for setting in schema.settings:
        yield f"setting {setting.id}", f"{setting.name} {setting.kind}"
        for number, word in enumerate(setting.words):
            yield f"choice {setting.id} {number}", word
    for row in schema.faults:
        yield f"fault {row['id']}", f"{row['code']} {row['name']}"
    for row in schema.irregularities:
        yield f"irregularity {row['id']}", row["name"]
    for row in schema.words:
        yield f"word {row['id']}", row["name"]
    yield from schema_rulings.entries(schema)


def read(text: str) -> dict[str, str]:
    """The ledger's lines as place -> meaning.

    Raises:
        SchemaError: a line is not `place = meaning`, or a place stands twice.
    """
    known: dict[str, str] = {}
    for line in text.splitlines():
        if line.startswith("#") or not line.strip():
            continue
        place, equals, meaning = line.partition(" = ")
        if not equals or place in known:
            raise SchemaError([f"ids.lock: {line!r} is not one line of one place"])
        known[place] = meaning
    return known


def extend(text: str, schema: Schema) -> str:
    """The ledger `text` with the schema's new lines added at its end.

    Raises:
        SchemaError: the schema drops or changes what the ledger holds, or a message that the
            ledger knows gets a field that is not optional.
    """
    known = read(text)
    present = dict(entries(schema))
    wrong = [
        f"ids.lock: {place} was {meaning!r} and is now {present.get(place, 'gone')!r}"
        for place, meaning in known.items()
        if present.get(place) != meaning
    ]
    lines = [text or HEAD]
    for place, meaning in present.items():
        if place in known:
            continue
        if place.startswith("field "):
            message = "message " + place.split(" ")[1]
            if message in known and not meaning.endswith(" optional"):
                wrong.append(f"ids.lock: {place} ({meaning}): a new field must be optional")
        lines.append(f"{place} = {meaning}\n")
    if wrong:
        raise SchemaError(wrong)
    return "".join(lines)
