"""Reads messages and enums from their tables and checks what the line form promises of them.

A line fits into 640 bytes, an integer stays below 2^30, a message has two texts at most, a command
says who asks. Rule of the file: a message that passes here can be written, whatever its values.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from host_tools.dev.schema_complaints import INT_MAX, NAME, WORD, integer
from host_tools.dev.schema_rows import KINDS, TYPES, VISIBILITIES, Field, Message, line_bytes_max

if TYPE_CHECKING:
    from host_tools.dev.schema_complaints import Complaints

LINE_BYTES_MAX = 640
TEXT_BYTES_MAX = 64
TEXTS_MAX = 2
MESSAGE_ID_MAX = 255
ENUM_WORDS_MAX = 256


def _field(
    row: dict[str, Any], where: str, enums: dict[str, tuple[str, ...]], wrong: Complaints
) -> Field:
    name = str(row.get("name", ""))
    where = f"{where}.{name}"
    kind = str(row.get("type", ""))
    allowed = {"name", "type", "doc", "unit", "optional", "unknown", "list", "as_long_as"}
    low = high = 0
    wrong.expect(NAME.fullmatch(name), where, "a field's name is [a-z][a-z0-9_]*")
    wrong.expect(kind in TYPES, where, f"type {kind!r} is none of {', '.join(TYPES)}")
    if kind == "int":
        allowed |= {"min", "max"}
        wrong.expect("min" in row and "max" in row, where, "an integer has min and max")
        low, high = integer(row, "min", 0, where, wrong), integer(row, "max", 0, where, wrong)
        wrong.expect(-INT_MAX <= low <= high <= INT_MAX, where, "min <= max within +-(2^30 - 1)")
    elif kind == "enum":
        allowed |= {"enum"}
        wrong.expect(row.get("enum") in enums, where, f"no enum {row.get('enum')!r}")
    elif kind == "hex":
        allowed |= {"bytes", "up_to"}
        high = integer(row, "bytes", 0, where, wrong)
        low = 1 if row.get("up_to") else high
        wrong.expect(high >= 1, where, "bytes must be at least 1")
    elif kind in ("word", "text"):
        allowed |= {"max"}
        low, high = 1, integer(row, "max", 0, where, wrong)
        limit = TEXT_BYTES_MAX if kind == "text" else 64
        wrong.expect(1 <= high <= limit, where, f"max must be 1 to {limit} bytes")
    list_max = integer(row, "list", 0, where, wrong)
    wrong.expect(
        list_max >= 0 and not ("list" in row and list_max == 0), where, "list is 1 or more"
    )
    wrong.expect(not (list_max and kind in ("text", "hex")), where, "no lists of text or hex")
    wrong.expect(not (row.get("unknown") and kind == "text"), where, "a text is never unknown")
    unit = row.get("unit", "")
    doc = row.get("doc", "")
    wrong.expect(set(row) <= allowed, where, f"unknown keys {sorted(set(row) - allowed)}")
    return Field(
        name=name,
        type=kind,
        low=low,
        high=high,
        enum=str(row.get("enum", "")),
        optional=row.get("optional", False) is True,
        unknown=row.get("unknown", False) is True,
        list_max=list_max,
        unit=unit,
        doc=doc,
        as_long_as=str(row.get("as_long_as", "")),
    )


def _expect_lists_together(fields: tuple[Field, ...], where: str, wrong: Complaints) -> None:
    """Expect of a list that is as long as another that both always have a length to compare."""
    before: dict[str, Field] = {}
    for each in fields:
        if each.as_long_as:
            other = before.get(each.as_long_as)
            good = other is not None and each.list_max and each.list_max == other.list_max
            wrong.expect(
                good, f"{where}.{each.name}", "as_long_as names a list before it of the same most"
            )
            unsure = [f for f in (each, other) if f and (f.optional or f.unknown)]
            wrong.expect(
                not unsure,
                f"{where}.{each.name}",
                "lists of one length are always there and known",
            )
        before[each.name] = each


def read_message(
    row: dict[str, Any], enums: dict[str, tuple[str, ...]], wrong: Complaints
) -> Message:
    """One message of the table as it will be written."""
    name = str(row.get("name", ""))
    where = f"messages.toml {name or row.get('id')}"
    kind = str(row.get("kind", ""))
    visibility = str(row.get("visibility", ""))
    number = integer(row, "id", 0, where, wrong)
    allowed = {"id", "name", "kind", "visibility", "since", "retired", "doc", "fields"}
    wrong.expect(set(row) <= allowed, where, f"unknown keys {sorted(set(row) - allowed)}")
    wrong.expect(1 <= number <= MESSAGE_ID_MAX, where, f"id must be 1 to {MESSAGE_ID_MAX}")
    wrong.expect(NAME.fullmatch(name), where, "a message's name is [a-z][a-z0-9_]*")
    wrong.expect(kind in KINDS, where, f"kind {kind!r} is none of {', '.join(KINDS)}")
    wrong.expect(visibility in VISIBILITIES, where, f"visibility {visibility!r} is unknown")
    wrong.expect(
        (kind == "command") == name.startswith("request_"),
        where,
        "commands, only, are request_...",
    )
    wrong.expect(
        kind not in ("input", "report") or visibility == "log",
        where,
        "inputs and reports are always logged",
    )
    wrong.expect(
        kind not in ("command", "link") or visibility == "wire", where, "host lines are wire only"
    )
    wrong.expect(str(row.get("doc", "")).endswith("."), where, "doc ends with a full stop")
    wrong.expect(row.get("since", 0) in range(1, 1000), where, "since is a protocol's number")
    fields = tuple(_field(each, where, enums, wrong) for each in row.get("fields", []))
    names = [each.name for each in fields]
    wrong.expect(len(set(names)) == len(names), where, "two fields of one name")
    _expect_lists_together(fields, where, wrong)
    texts = sum(each.type == "text" for each in fields)
    wrong.expect(texts <= TEXTS_MAX, where, f"at most {TEXTS_MAX} texts a message")
    if kind == "command":
        wrong.expect(names[:2] == ["id", "role"], where, "a command begins with id and role")
    message = Message(
        id=number,
        name=name,
        kind=kind,
        visibility=visibility,
        since=integer(row, "since", 0, where, wrong),
        retired=integer(row, "retired", 0, where, wrong),
        doc=str(row.get("doc", "")),
        fields=fields,
    )
    if all(each.type != "enum" or each.enum in enums for each in fields):
        longest = line_bytes_max(message, enums)
        wrong.expect(
            longest <= LINE_BYTES_MAX, where, f"longest line {longest} is above {LINE_BYTES_MAX}"
        )
    return message


def read_enums(rows: list[dict[str, Any]], wrong: Complaints) -> dict[str, tuple[str, ...]]:
    """Every enum's words, by name, in the order of the file."""
    enums: dict[str, tuple[str, ...]] = {}
    for row in rows:
        name = str(row.get("name", ""))
        where = f"messages.toml enum {name}"
        words = tuple(str(word) for word in row.get("words", []))
        wrong.expect(NAME.fullmatch(name), where, "an enum's name is [a-z][a-z0-9_]*")
        wrong.expect(name not in enums, where, "two enums of one name")
        wrong.expect(1 <= len(words) <= ENUM_WORDS_MAX, where, "an enum has 1 to 256 words")
        wrong.expect(len(set(words)) == len(words), where, "one word twice")
        for word in words:
            wrong.expect(WORD.fullmatch(word), where, f"{word!r} is not a word")
        if words:
            enums[name] = words
    return enums
