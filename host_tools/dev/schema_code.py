"""Turns the checked schema into the modules that run on the table.

What a small board loads is kept lean: numbers, names and ranges as tuples and bytes, in schema
order, without a sentence of documentation. The codec's field tables are a module of their own, so
that the rules alone never load them; the sentences for people are another, which only the host
loads. Rule of the file: the same schema gives the same bytes, everywhere and always.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from host_tools.dev.schema_rows import (
    KINDS,
    LANGUAGES,
    NOTICED,
    PROFILES,
    SEVERITIES,
    TYPES,
    VISIBILITIES,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from host_tools.dev.schema_rows import Field, Schema

GENERATED = "Generated from {source} by host_tools.dev.gen: edit the source, run `make gen`."

_HEAD = '''"""{title}

{generated}
"""
# fmt: off
# ruff: noqa
'''


def _head(title: str, source: str) -> list[str]:
    generated = GENERATED.format(source="firmware/schema/" + source)
    return [_HEAD.format(title=title, generated=generated).rstrip("\n"), ""]


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _tuple(name: str, item_type: str, items: Iterable[str]) -> list[str]:
    """One item a line, so that a change of the schema is a change of its own lines."""
    lines = [f"{name}: tuple[{item_type}, ...] = ("]
    lines.extend(f"    {item}," for item in items)
    lines.append(")")
    return lines


def _words(name: str, words: Sequence[str]) -> list[str]:
    return _tuple(name, "str", [_quoted(word) for word in words])


def _bytes(name: str, values: Sequence[int]) -> list[str]:
    lines = [f"{name} = bytes(("]
    for start in range(0, len(values), 20):
        lines.append("    " + " ".join(f"{value}," for value in values[start : start + 20]))
    lines.append("))")
    return lines


def _by_id(rows: Iterable[tuple[int, Any]], gap: Any) -> list[Any]:
    """A list with the row of id n at index n, `gap` where no row is."""
    numbered = dict(rows)
    return [numbered.get(number, gap) for number in range(max(numbered, default=0) + 1)]


class _Names:
    """Gives out module names once; a name taken twice would silently change a number."""

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def take(self, name: str) -> str:
        name = name.upper()
        if name in self._taken:
            raise ValueError(f"the constant {name} would be defined twice")
        self._taken.add(name)
        return name


def messages_code(schema: Schema) -> str:
    """`firmware/schema/messages.py`: numbers, names, kinds and visibilities of all messages."""
    names = _Names()
    for reserved in ("NAMES", "KIND", "VISIBILITY", "UNKNOWN", "RAW"):
        names.take(reserved)
    lines = _head("Numbers and names of all messages and enums of the table.", "messages.toml")
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
        lines += _words(names.take(f"{enum}_words"), words)
        lines.append("")
    rows = schema.messages
    lines.append("# By message id; what no message has is empty or 0.")
    lines += _words("NAMES", _by_id([(row.id, row.name) for row in rows], ""))
    lines.append("")
    kinds = [(row.id, KINDS.index(row.kind) + 1) for row in rows]
    lines += _bytes("KIND", _by_id(kinds, 0))
    visibilities = [(row.id, VISIBILITIES.index(row.visibility) + 1) for row in rows]
    lines += _bytes("VISIBILITY", _by_id(visibilities, 0))
    lines += [
        "",
        "",
        "def by_name(name: str) -> int:",
        '    """The message\'s id, or RAW (0) when this schema has no such message."""',
        "    return NAMES.index(name) if name and name in NAMES else RAW",
    ]
    return "\n".join(lines) + "\n"


def _field_row(field: Field) -> str:
    args = f"messages.{field.enum.upper()}_WORDS" if field.type == "enum" else None
    args = args or f"({field.low}, {field.high})"
    return (
        f"({_quoted(field.name)}, {TYPES.index(field.type) + 1}, {args}, "
        f"{int(field.optional)}, {int(field.unknown)}, {field.list_max})"
    )


def fields_code(schema: Schema) -> str:
    """`firmware/schema/messages_fields.py`: what the line form needs to know of each field."""
    lines = _head("The fields of every message, for the line form only.", "messages.toml")
    lines += ["from firmware.schema import messages", ""]
    for number, word in enumerate(TYPES, start=1):
        lines.append(f"TYPE_{word.upper()} = {number}")
    lines += [
        "",
        "# A field: (name, type, args, optional, unknown allowed, longest list or 0).",
        "# args: (min, max) of an integer; (shortest, longest) in bytes of word, hex and text; an",
        "# enum's words.",
    ]
    rows: list[tuple[int, str]] = []
    for message in schema.messages:
        if message.fields:
            inner = "\n".join(f"        {_field_row(field)}," for field in message.fields)
            rows.append((message.id, f"(  # {message.id} {message.name}\n{inner}\n    )"))
        else:
            rows.append((message.id, "()"))
    lines += _tuple("FIELDS", "tuple", _by_id(rows, "()"))
    lines += ["", "# For look-up only: its order means nothing.", "BY_NAME: dict[str, int] = {"]
    lines += [f"    {_quoted(message.name)}: {message.id}," for message in schema.messages]
    lines += ["}"]
    return "\n".join(lines) + "\n"


_SETTINGS_FUNCTIONS = '''

def by_name(name: str) -> int:
    """The setting's id, or 0 when there is no such setting."""
    return NAMES.index(name) if name and name in NAMES else 0


def profile_by_name(name: str) -> int:
    """The profile's number (index of DEFAULTS), or -1 when there is no such profile."""
    return PROFILE_WORDS.index(name) if name in PROFILE_WORDS else -1


def is_value(setting: int, value: int) -> bool:
    """Whether `value` lies in the setting's range."""
    return MIN[setting] <= value <= MAX[setting]


def parse(setting: int, word: str) -> "int | None":
    """The value that `word` spells for the setting, or None when it spells none.

    A choice takes its own words only; a number decimal digits without a leading zero, in range.
    """
    words = WORDS[setting]
    if words:
        return words.index(word) if word in words else None
    if not word or word.strip("0123456789") or len(word) > 10 or (word[0] == "0" and word != "0"):
        return None
    value = int(word)
    return value if is_value(setting, value) else None


def value_word(setting: int, value: int) -> str:
    """The word that `parse` reads as `value`; the value must be in range (`is_value`)."""
    words = WORDS[setting]
    return words[value] if words else str(value)
'''


def settings_code(schema: Schema) -> str:
    """`firmware/schema/settings.py`: numbers, ranges and defaults of all settings."""
    names = _Names()
    lines = _head(
        "Settings of a room: numbers, ranges, defaults of each rule set.", "settings.toml"
    )
    rows = schema.settings
    for row in rows:
        lines.append(f"{names.take(f'setting_{row.name}')} = {row.id}")
    lines.append("")
    for row in rows:
        for number, word in enumerate(row.words):
            lines.append(f"{names.take(f'{row.name}_{word}')} = {number}")
    lines += ["", "# Rule sets, in the order of DEFAULTS."]
    for number, word in enumerate(PROFILES):
        lines.append(f"{names.take(f'profile_{word}')} = {number}")
    lines += _words(names.take("profile_words"), PROFILES)
    lines += ["", "# By setting id; index 0 is no setting. A number has no words."]
    lines += _words("NAMES", _by_id([(row.id, row.name) for row in rows], ""))
    spelled = [
        (row.id, f"({' '.join(f'{_quoted(word)},' for word in row.words)})") for row in rows
    ]
    lines += _tuple("WORDS", "tuple[str, ...]", _by_id(spelled, "()"))
    lines += _words("UNITS", _by_id([(row.id, row.unit) for row in rows], ""))
    lines += _tuple("MIN", "int", map(str, _by_id([(row.id, row.low) for row in rows], 0)))
    lines += _tuple("MAX", "int", map(str, _by_id([(row.id, row.high) for row in rows], 0)))
    columns = []
    for number, _ in enumerate(PROFILES):
        column = _by_id([(row.id, row.defaults[number]) for row in rows], 0)
        columns.append("(" + ", ".join(map(str, column)) + ",)")
    lines += _tuple("DEFAULTS", "tuple[int, ...]", columns)
    return "\n".join(lines) + "\n" + _SETTINGS_FUNCTIONS


_FAULTS_FUNCTIONS = '''

def by_code(code: str) -> int:
    """The fault's id, or 0 when there is no such code."""
    return CODES.index(code) if code and code in CODES else 0


def by_name(name: str) -> int:
    """The fault's id, or 0 when there is no such name."""
    return NAMES.index(name) if name and name in NAMES else 0
'''


def faults_code(schema: Schema) -> str:
    """`firmware/schema/faults.py`: what the table does about a device that went wrong."""
    names = _Names()
    lines = _head("Faults of devices: codes, severities, retries.", "faults.toml")
    for number, word in enumerate(SEVERITIES, start=1):
        lines.append(f"{names.take(f'severity_{word}')} = {number}")
    lines.append("")
    rows = schema.faults
    for row in rows:
        lines.append(f"{names.take('fault_' + row['name'])} = {row['id']}")
    lines += ["", "# By fault id; index 0 is no fault."]
    for name, key in (("CODES", "code"), ("NAMES", "name"), ("DEVICES", "device")):
        lines += _words(name, _by_id([(row["id"], row[key]) for row in rows], ""))
    lines.append("# What a display shows, at most six glyphs.")
    lines += _words("GLYPHS", _by_id([(row["id"], row["words"]) for row in rows], ""))
    severities = [(row["id"], SEVERITIES.index(row["severity"]) + 1) for row in rows]
    lines += _bytes("SEVERITY", _by_id(severities, 0))
    lines += _bytes("RETRY", _by_id([(row["id"], row["retry"]) for row in rows], 0))
    return "\n".join(lines) + "\n" + _FAULTS_FUNCTIONS


_NAMES_FUNCTIONS = '''

def by_name(name: str) -> int:
    """The {thing}'s id, or 0 when there is no such name."""
    return NAMES.index(name) if name and name in NAMES else 0
'''


def irregularities_code(schema: Schema) -> str:
    """`firmware/schema/irregularities.py`: the names of what can go wrong with a card."""
    names = _Names()
    lines = _head("Irregularities: what can go wrong with a card.", "irregularities.toml")
    for number, word in enumerate(NOTICED, start=1):
        lines.append(f"{names.take(f'noticed_{word}')} = {number}")
    lines.append("")
    rows = schema.irregularities
    for row in rows:
        lines.append(f"{names.take('irregularity_' + row['name'])} = {row['id']}")
    lines += ["", "# By irregularity id; index 0 is none."]
    lines += _words("NAMES", _by_id([(row["id"], row["name"]) for row in rows], ""))
    noticed = [(row["id"], NOTICED.index(row["noticed"]) + 1) for row in rows]
    lines += _bytes("NOTICED", _by_id(noticed, 0))
    return "\n".join(lines) + "\n" + _NAMES_FUNCTIONS.replace("{thing}", "irregularity")


def words_code(schema: Schema) -> str:
    """`firmware/schema/words.py`: the display words of both languages."""
    names = _Names()
    lines = _head("Display words: at most six glyphs of seven segments each.", "words.toml")
    rows = schema.words
    for row in rows:
        lines.append(f"{names.take('word_' + row['name'])} = {row['id']}")
    lines.append("")
    for number, language in enumerate(LANGUAGES):
        lines.append(f"{names.take(f'language_{language}')} = {number}")
    lines += ["", "# By word id; index 0 is no word."]
    lines += _words("NAMES", _by_id([(row["id"], row["name"]) for row in rows], ""))
    lines += ["# GLYPHS[language][word]"]
    columns = []
    for language in LANGUAGES:
        column = _by_id([(row["id"], row[language]) for row in rows], "")
        columns.append("(" + ", ".join(map(_quoted, column)) + ",)")
    lines += _tuple("GLYPHS", "tuple[str, ...]", columns)
    return "\n".join(lines) + "\n" + _NAMES_FUNCTIONS.replace("{thing}", "word")


def texts_code(schema: Schema) -> str:
    """`firmware/schema/texts.py`: sentences for people; the table itself never loads them."""
    lines = _head(
        "Sentences for people, Italian and English; loaded by the host only.",
        "faults.toml and irregularities.toml",
    )
    for name, rows in (("FAULTS", schema.faults), ("IRREGULARITIES", schema.irregularities)):
        lines.append(f"# {name}[id] = (Italian, English)")
        texts = [(row["id"], f"({_quoted(row['it'])}, {_quoted(row['en'])})") for row in rows]
        lines += _tuple(name, "tuple[str, str]", _by_id(texts, '("", "")'))
    return "\n".join(lines) + "\n"


MODULES = (
    ("messages", messages_code),
    ("messages_fields", fields_code),
    ("settings", settings_code),
    ("faults", faults_code),
    ("irregularities", irregularities_code),
    ("words", words_code),
    ("texts", texts_code),
)
"""(module of firmware.schema, what writes it)."""
