"""Reads the schema and refuses what would not hold: the spelling, the ranges, the promises.

The five TOML files in `firmware/schema` are where the table's words are written by hand: what can
happen, what can be asked, what can be set, what can go wrong, what a display shows. This file
reads them into plain records and checks every promise that the line form makes about them: a line
fits into 640 bytes, an integer stays below 2^30, a word is a word, a display word can be shown by
seven segments. It writes nothing. Rule of the file: all that is wrong is said at once, each with
the file and the name where it is.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from host_tools.dev.schema_rows import (
    KINDS,
    LANGUAGES,
    NOTICED,
    PROFILES,
    SEVERITIES,
    TYPES,
    VISIBILITIES,
    Field,
    Message,
    Schema,
    Setting,
    line_bytes_max,
)

if TYPE_CHECKING:
    from pathlib import Path

LINE_BYTES_MAX = 640
TEXT_BYTES_MAX = 64
TEXTS_MAX = 2
INT_MAX = 2**30 - 1
MESSAGE_ID_MAX = 255
ENUM_WORDS_MAX = 256
GLYPHS_MAX = 6

GLYPHS = frozenset("AbCcdEFGHhIJLnOoPqrStUuY0123456789-_ ")
"""What seven segments can show without being taken for another sign."""

_NAME = re.compile(r"[a-z][a-z0-9_]*")
_WORD = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.:-]*")
_FAULT_CODE = re.compile(r"F-[A-Z]{3,4}-[0-9]{2}")


class SchemaError(Exception):
    """The schema breaks its own promises; `faults` lists every sentence, file and name first."""

    def __init__(self, faults: list[str]) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults


@dataclass
class _Complaints:
    """Collects what is wrong, so that one run names everything."""

    sentences: list[str] = field(default_factory=list)

    def expect(self, holds: object, where: str, sentence: str) -> bool:
        if not holds:
            self.sentences.append(f"{where}: {sentence}")
        return bool(holds)


def _int(row: dict[str, Any], key: str, default: int, where: str, wrong: _Complaints) -> int:
    value = row.get(key, default)
    if wrong.expect(type(value) is int, where, f"{key} must be an integer"):
        return value
    return default


def _field(
    row: dict[str, Any], where: str, enums: dict[str, tuple[str, ...]], wrong: _Complaints
) -> Field:
    name = str(row.get("name", ""))
    where = f"{where}.{name}"
    kind = str(row.get("type", ""))
    allowed = {"name", "type", "doc", "unit", "optional", "unknown", "list"}
    low = high = 0
    wrong.expect(_NAME.fullmatch(name), where, "a field's name is [a-z][a-z0-9_]*")
    wrong.expect(kind in TYPES, where, f"type {kind!r} is none of {', '.join(TYPES)}")
    if kind == "int":
        allowed |= {"min", "max"}
        wrong.expect("min" in row and "max" in row, where, "an integer has min and max")
        low, high = _int(row, "min", 0, where, wrong), _int(row, "max", 0, where, wrong)
        wrong.expect(-INT_MAX <= low <= high <= INT_MAX, where, "min <= max within +-(2^30 - 1)")
    elif kind == "enum":
        allowed |= {"enum"}
        wrong.expect(row.get("enum") in enums, where, f"no enum {row.get('enum')!r}")
    elif kind == "hex":
        allowed |= {"bytes", "up_to"}
        high = _int(row, "bytes", 0, where, wrong)
        low = 1 if row.get("up_to") else high
        wrong.expect(high >= 1, where, "bytes must be at least 1")
    elif kind in ("word", "text"):
        allowed |= {"max"}
        low, high = 1, _int(row, "max", 0, where, wrong)
        limit = TEXT_BYTES_MAX if kind == "text" else 64
        wrong.expect(1 <= high <= limit, where, f"max must be 1 to {limit} bytes")
    list_max = _int(row, "list", 0, where, wrong)
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
    )


def _message(
    row: dict[str, Any], enums: dict[str, tuple[str, ...]], wrong: _Complaints
) -> Message:
    name = str(row.get("name", ""))
    where = f"messages.toml {name or row.get('id')}"
    kind = str(row.get("kind", ""))
    visibility = str(row.get("visibility", ""))
    number = _int(row, "id", 0, where, wrong)
    allowed = {"id", "name", "kind", "visibility", "since", "retired", "doc", "fields"}
    wrong.expect(set(row) <= allowed, where, f"unknown keys {sorted(set(row) - allowed)}")
    wrong.expect(1 <= number <= MESSAGE_ID_MAX, where, f"id must be 1 to {MESSAGE_ID_MAX}")
    wrong.expect(_NAME.fullmatch(name), where, "a message's name is [a-z][a-z0-9_]*")
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
    fields = tuple(_field(each, where, enums, wrong) for each in row.get("fields", []))
    names = [each.name for each in fields]
    wrong.expect(len(set(names)) == len(names), where, "two fields of one name")
    texts = sum(each.type == "text" for each in fields)
    wrong.expect(texts <= TEXTS_MAX, where, f"at most {TEXTS_MAX} texts a message")
    if kind == "command":
        wrong.expect(names[:2] == ["id", "role"], where, "a command begins with id and role")
    message = Message(
        id=number,
        name=name,
        kind=kind,
        visibility=visibility,
        since=_int(row, "since", 0, where, wrong),
        retired=_int(row, "retired", 0, where, wrong),
        doc=str(row.get("doc", "")),
        fields=fields,
    )
    if all(each.type != "enum" or each.enum in enums for each in fields):
        longest = line_bytes_max(message, enums)
        wrong.expect(
            longest <= LINE_BYTES_MAX, where, f"longest line {longest} is above {LINE_BYTES_MAX}"
        )
    return message


def _enums(rows: list[dict[str, Any]], wrong: _Complaints) -> dict[str, tuple[str, ...]]:
    enums: dict[str, tuple[str, ...]] = {}
    for row in rows:
        name = str(row.get("name", ""))
        where = f"messages.toml enum {name}"
        words = tuple(str(word) for word in row.get("words", []))
        wrong.expect(_NAME.fullmatch(name), where, "an enum's name is [a-z][a-z0-9_]*")
        wrong.expect(name not in enums, where, "two enums of one name")
        wrong.expect(1 <= len(words) <= ENUM_WORDS_MAX, where, "an enum has 1 to 256 words")
        wrong.expect(len(set(words)) == len(words), where, "one word twice")
        for word in words:
            wrong.expect(_WORD.fullmatch(word), where, f"{word!r} is not a word")
        if words:
            enums[name] = words
    return enums


def _setting(row: dict[str, Any], wrong: _Complaints) -> Setting:
    name = str(row.get("name", ""))
    where = f"settings.toml {name or row.get('id')}"
    kind = str(row.get("kind", ""))
    words = tuple(str(word) for word in row.get("words", []))
    allowed = {"id", "name", "kind", "default", "profiles", "source", "doc"}
    allowed |= {"min", "max", "unit"} if kind == "int" else {"words"}
    wrong.expect(set(row) <= allowed, where, f"unknown keys {sorted(set(row) - allowed)}")
    wrong.expect(kind in ("int", "choice"), where, "kind is int or choice")
    wrong.expect(_NAME.fullmatch(name), where, "a setting's name is [a-z][a-z0-9_]*")
    wrong.expect(len(name) <= 32, where, "a setting's name has at most 32 characters")
    wrong.expect(str(row.get("doc", "")).endswith("."), where, "doc ends with a full stop")
    wrong.expect(row.get("source"), where, "a setting names the rule it answers")
    low, high = 0, len(words) - 1
    if kind == "int":
        wrong.expect("min" in row and "max" in row, where, "an integer has min and max")
        low, high = _int(row, "min", 0, where, wrong), _int(row, "max", 0, where, wrong)
        wrong.expect(0 <= low <= high <= INT_MAX, where, "0 <= min <= max < 2^30")
    else:
        wrong.expect(len(words) >= 2 and len(set(words)) == len(words), where, "two words or more")
        for word in words:
            wrong.expect(
                _NAME.fullmatch(word) and len(word) <= 32, where, f"{word!r} is not a choice"
            )
    profiles = dict(row.get("profiles", {}))
    wrong.expect(set(profiles) <= set(PROFILES[1:]), where, "an unknown profile")
    defaults: list[int] = []
    for profile in PROFILES:
        value = profiles.get(profile, row.get("default"))
        if kind == "choice":
            value = words.index(value) if value in words else None
        good = type(value) is int and low <= value <= high
        wrong.expect(good, where, f"the {profile} value does not fit")
        defaults.append(value if type(value) is int else low)
    return Setting(
        id=_int(row, "id", 0, where, wrong),
        name=name,
        kind=kind,
        low=low,
        high=high,
        unit=str(row.get("unit", "")),
        words=words,
        defaults=tuple(defaults),
        source=str(row.get("source", "")),
        doc=str(row.get("doc", "")),
    )


def _check_glyphs(text: object, where: str, wrong: _Complaints) -> None:
    text = str(text)
    wrong.expect(1 <= len(text) <= GLYPHS_MAX, where, f"{text!r} is not 1 to {GLYPHS_MAX} glyphs")
    strange = "".join(sorted(set(text) - GLYPHS))
    wrong.expect(not strange, where, f"seven segments cannot show {strange!r} of {text!r}")


def _check_rows(
    file: str, rows: list[dict[str, Any]], keys: dict[str, type], wrong: _Complaints
) -> None:
    for row in rows:
        where = f"{file} {row.get('name', row.get('id'))}"
        wrong.expect(set(row) == set(keys), where, f"keys must be {', '.join(keys)}")
        for key, kind in keys.items():
            wrong.expect(type(row.get(key)) is kind, where, f"{key} must be {kind.__name__}")
        wrong.expect(_NAME.fullmatch(str(row.get("name", ""))), where, "a name is [a-z][a-z0-9_]*")
        for language in LANGUAGES:
            wrong.expect(row.get(language), where, f"no {language} text")
        if "doc" in keys:
            wrong.expect(str(row.get("doc", "")).endswith("."), where, "doc ends with a full stop")


def _check_unique(file: str, rows: list[tuple[object, object]], wrong: _Complaints) -> None:
    ids: set[object] = set()
    names: set[object] = set()
    for number, name in rows:
        where = f"{file} {name}"
        wrong.expect(type(number) is int and number >= 1, where, "an id is 1 or more")
        wrong.expect(number not in ids, where, f"id {number} is used twice")
        wrong.expect(name not in names, where, "the name is used twice")
        ids.add(number)
        names.add(name)


def _check_faults(rows: list[dict[str, Any]], wrong: _Complaints) -> None:
    keys = {"id": int, "code": str, "name": str, "device": str, "severity": str, "retry": int}
    keys |= {"doc": str, "words": str, "it": str, "en": str}
    _check_rows("faults.toml", rows, keys, wrong)
    _check_unique("faults.toml", [(row.get("id"), row.get("code")) for row in rows], wrong)
    for row in rows:
        where = f"faults.toml {row.get('name')}"
        wrong.expect(
            _FAULT_CODE.fullmatch(str(row.get("code"))), where, "a fault's code is F-ABC-01"
        )
        wrong.expect(row.get("severity") in SEVERITIES, where, "severity is note, hold or stop")
        wrong.expect(row.get("retry") in range(10), where, "retry is 0 to 9")
        wrong.expect(_NAME.fullmatch(str(row.get("device"))), where, "a device is a name")
        for language in LANGUAGES:
            text = str(row.get(language))
            wrong.expect(text.endswith("."), where, f"the {language} text ends with a full stop")
        _check_glyphs(row.get("words"), where, wrong)


def read_schema(folder: Path) -> Schema:
    """Read and check the five files of `folder`.

    Raises:
        SchemaError: anything does not hold; it names all of it.
        OSError, tomllib.TOMLDecodeError: a file is missing or is not TOML.
    """
    wrong = _Complaints()
    files = {
        name: tomllib.loads((folder / f"{name}.toml").read_text(encoding="utf-8"))
        for name in ("messages", "settings", "faults", "irregularities", "words")
    }
    source = files["messages"]
    major = _int(source, "protocol_major", 0, "messages.toml", wrong)
    minor = _int(source, "protocol_minor", -1, "messages.toml", wrong)
    wrong.expect(1 <= major <= 99 and 0 <= minor <= 99, "messages.toml", "no protocol version")
    enums = _enums(source.get("enum", []), wrong)
    messages = tuple(_message(row, enums, wrong) for row in source.get("message", []))
    settings = tuple(_setting(row, wrong) for row in files["settings"].get("setting", []))
    faults = files["faults"].get("fault", [])
    irregularities = files["irregularities"].get("irregularity", [])
    words = files["words"].get("word", [])
    _check_unique("messages.toml", [(row.id, row.name) for row in messages], wrong)
    _check_unique("settings.toml", [(row.id, row.name) for row in settings], wrong)
    _check_faults(faults, wrong)
    keys = {"id": int, "name": str, "noticed": str, "source": str, "doc": str}
    keys |= {"it": str, "en": str}
    _check_rows("irregularities.toml", irregularities, keys, wrong)
    for row in irregularities:
        where = f"irregularities.toml {row.get('name')}"
        wrong.expect(row.get("noticed") in NOTICED, where, "noticed is sensed or reported")
    _check_rows("words.toml", words, {"id": int, "name": str, "it": str, "en": str}, wrong)
    for row in words:
        for language in LANGUAGES:
            _check_glyphs(row.get(language), f"words.toml {row.get('name')} {language}", wrong)
    for file, rows in (
        ("faults.toml", faults),
        ("irregularities.toml", irregularities),
        ("words.toml", words),
    ):
        _check_unique(file, [(row.get("id"), row.get("name")) for row in rows], wrong)
    if wrong.sentences:
        raise SchemaError(wrong.sentences)
    return Schema(
        major=major,
        minor=minor,
        enums=enums,
        messages=tuple(sorted(messages, key=lambda row: row.id)),
        settings=tuple(sorted(settings, key=lambda row: row.id)),
        faults=tuple(sorted(faults, key=lambda row: row["id"])),
        irregularities=tuple(sorted(irregularities, key=lambda row: row["id"])),
        words=tuple(sorted(words, key=lambda row: row["id"])),
    )
