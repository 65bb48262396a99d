"""Turns settings, faults, irregularities and words into the modules that run on the table.

Each module is a few tuples by id and the look-ups that go with them; the sentences for people are
a module of their own, which only the host loads. Rule of the file: index 0 is nothing, so an id is
an index.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from host_tools.dev.code_lines import (
    WORD_TABLE_IMPORT,
    Names,
    by_id,
    bytes_lines,
    head,
    packed_word_lines,
    quoted,
    tuple_lines,
    word_lines,
)
from host_tools.dev.schema_rows import LANGUAGES, NOTICED, PROFILES, SEVERITIES
from host_tools.dev.schema_rulings import texts_lines

if TYPE_CHECKING:
    from host_tools.dev.schema_rows import Schema

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
    names = Names()
    lines = head(
        "Settings of a room: numbers, ranges, defaults of each rule set.", "settings.toml"
    )
    lines += [WORD_TABLE_IMPORT, ""]
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
    lines += word_lines(names.take("profile_words"), PROFILES)
    lines += ["", "# By setting id; index 0 is no setting. A number has no words."]
    lines += packed_word_lines("NAMES", by_id([(row.id, row.name) for row in rows], ""))
    spelled = [(row.id, f"({' '.join(f'{quoted(word)},' for word in row.words)})") for row in rows]
    lines += tuple_lines("WORDS", "tuple[str, ...]", by_id(spelled, "()"))
    lines += tuple_lines("MIN", "int", map(str, by_id([(row.id, row.low) for row in rows], 0)))
    lines += tuple_lines("MAX", "int", map(str, by_id([(row.id, row.high) for row in rows], 0)))
    columns = []
    for number, _ in enumerate(PROFILES):
        column = by_id([(row.id, row.defaults[number]) for row in rows], 0)
        columns.append("(" + ", ".join(map(str, column)) + ",)")
    lines += tuple_lines("DEFAULTS", "tuple[int, ...]", columns)
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
    names = Names()
    lines = head("Faults of devices: codes, severities, retries.", "faults.toml")
    lines += [WORD_TABLE_IMPORT, ""]
    for number, word in enumerate(SEVERITIES, start=1):
        lines.append(f"{names.take(f'severity_{word}')} = {number}")
    lines.append("")
    rows = schema.faults
    for row in rows:
        lines.append(f"{names.take('fault_' + row['name'])} = {row['id']}")
    lines += ["", "# By fault id; index 0 is no fault."]
    for name, key in (("CODES", "code"), ("NAMES", "name"), ("DEVICES", "device")):
        lines += packed_word_lines(name, by_id([(row["id"], row[key]) for row in rows], ""))
    lines.append("# What a display shows, at most six glyphs.")
    lines += packed_word_lines("GLYPHS", by_id([(row["id"], row["words"]) for row in rows], ""))
    severities = [(row["id"], SEVERITIES.index(row["severity"]) + 1) for row in rows]
    lines += bytes_lines("SEVERITY", by_id(severities, 0))
    lines += bytes_lines("RETRY", by_id([(row["id"], row["retry"]) for row in rows], 0))
    return "\n".join(lines) + "\n" + _FAULTS_FUNCTIONS


_NAMES_FUNCTIONS = '''

def by_name(name: str) -> int:
    """The {thing}'s id, or 0 when there is no such name."""
    return NAMES.index(name) if name and name in NAMES else 0
'''


def irregularities_code(schema: Schema) -> str:
    """`firmware/schema/irregularities.py`: the names of what can go wrong with a card."""
    names = Names()
    lines = head("Irregularities: what can go wrong with a card.", "irregularities.toml")
    lines += [WORD_TABLE_IMPORT, ""]
    for number, word in enumerate(NOTICED, start=1):
        lines.append(f"{names.take(f'noticed_{word}')} = {number}")
    lines.append("")
    rows = schema.irregularities
    for row in rows:
        lines.append(f"{names.take('irregularity_' + row['name'])} = {row['id']}")
    lines += ["", "# By irregularity id; index 0 is none."]
    lines += packed_word_lines("NAMES", by_id([(row["id"], row["name"]) for row in rows], ""))
    noticed = [(row["id"], NOTICED.index(row["noticed"]) + 1) for row in rows]
    lines += bytes_lines("NOTICED", by_id(noticed, 0))
    return "\n".join(lines) + "\n" + _NAMES_FUNCTIONS.replace("{thing}", "irregularity")


def words_code(schema: Schema) -> str:
    """`firmware/schema/words.py`: the display words of both languages."""
    names = Names()
    lines = head("Display words: at most six glyphs of seven segments each.", "words.toml")
    lines += [WORD_TABLE_IMPORT, ""]
    rows = schema.words
    for row in rows:
        lines.append(f"{names.take('word_' + row['name'])} = {row['id']}")
    lines.append("")
    for number, language in enumerate(LANGUAGES):
        lines.append(f"{names.take(f'language_{language}')} = {number}")
    lines += ["", "# By word id; index 0 is no word."]
    lines += packed_word_lines("NAMES", by_id([(row["id"], row["name"]) for row in rows], ""))
    lines += ["# GLYPHS[language][word]"]
    columns = []
    for language in LANGUAGES:
        column = by_id([(row["id"], row[language]) for row in rows], "")
        columns.append("(" + ", ".join(map(quoted, column)) + ",)")
    lines += tuple_lines("GLYPHS", "tuple[str, ...]", columns)
    return "\n".join(lines) + "\n" + _NAMES_FUNCTIONS.replace("{thing}", "word")


def texts_code(schema: Schema) -> str:
    """`firmware/schema/texts.py`: sentences for people; the table itself never loads them."""
    lines = head(
        "Sentences for people, Italian and English; loaded by the host only.",
        "faults.toml, irregularities.toml, procedures.toml and rulings.toml",
    )
    for name, rows in (("FAULTS", schema.faults), ("IRREGULARITIES", schema.irregularities)):
        lines.append(f"# {name}[id] = (Italian, English)")
        texts = [(row["id"], f"({quoted(row['it'])}, {quoted(row['en'])})") for row in rows]
        lines += tuple_lines(name, "tuple[str, str]", by_id(texts, '("", "")'))
    return "\n".join(lines + texts_lines(schema)) + "\n"
