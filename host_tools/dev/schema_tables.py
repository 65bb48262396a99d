"""Reads settings, faults, irregularities and display words and checks that people can use them.

A setting's default lies in its range under every rule set; a fault says in both languages what
happened and what to do; a display word can be shown by seven segments. Rule of the file: nothing a
person reads is missing in one of the languages.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from host_tools.dev.schema_complaints import INT_MAX, NAME, integer
from host_tools.dev.schema_rows import LANGUAGES, NOTICED, PROFILES, SEVERITIES, Setting, side_of

if TYPE_CHECKING:
    from host_tools.dev.schema_complaints import Complaints

GLYPHS_MAX = 6

GLYPHS = frozenset("AbCcdEFGHhIJLnOoPqrStUuY0123456789-_ ")
"""What seven segments can show without being taken for another sign."""

_FAULT_CODE = re.compile(r"F-[A-Z]{3,4}-[0-9]{2}")


def read_setting(row: dict[str, Any], wrong: Complaints) -> Setting:
    """One setting, with its value under every rule set."""
    name = str(row.get("name", ""))
    where = f"settings.toml {name or row.get('id')}"
    kind = str(row.get("kind", ""))
    words = tuple(str(word) for word in row.get("words", []))
    allowed = {"id", "name", "kind", "default", "profiles", "source", "doc"}
    allowed |= {"min", "max", "unit"} if kind == "int" else {"words"}
    wrong.expect(set(row) <= allowed, where, f"unknown keys {sorted(set(row) - allowed)}")
    wrong.expect(kind in ("int", "choice"), where, "kind is int or choice")
    wrong.expect(NAME.fullmatch(name), where, "a setting's name is [a-z][a-z0-9_]*")
    wrong.expect(len(name) <= 32, where, "a setting's name has at most 32 characters")
    wrong.expect(str(row.get("doc", "")).endswith("."), where, "doc ends with a full stop")
    wrong.expect(row.get("source"), where, "a setting names the rule it answers")
    low, high = 0, len(words) - 1
    if kind == "int":
        wrong.expect("min" in row and "max" in row, where, "an integer has min and max")
        low, high = integer(row, "min", 0, where, wrong), integer(row, "max", 0, where, wrong)
        wrong.expect(0 <= low <= high <= INT_MAX, where, "0 <= min <= max < 2^30")
    else:
        wrong.expect(len(words) >= 2 and len(set(words)) == len(words), where, "two words or more")
        for word in words:
            wrong.expect(
                NAME.fullmatch(word) and len(word) <= 32, where, f"{word!r} is not a choice"
            )
    profiles = dict(row.get("profiles", {}))
    wrong.expect(set(profiles) <= set(PROFILES[1:]), where, "an unknown profile")
    defaults: list[int] = []
    for profile in PROFILES:
        value = side_of(profile, profiles, row.get("default"))
        if kind == "choice":
            value = words.index(value) if value in words else None
        good = type(value) is int and low <= value <= high
        wrong.expect(good, where, f"the {profile} value does not fit")
        defaults.append(value if type(value) is int else low)
    return Setting(
        id=integer(row, "id", 0, where, wrong),
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


def _check_glyphs(text: object, where: str, wrong: Complaints) -> None:
    text = str(text)
    wrong.expect(1 <= len(text) <= GLYPHS_MAX, where, f"{text!r} is not 1 to {GLYPHS_MAX} glyphs")
    strange = "".join(sorted(set(text) - GLYPHS))
    wrong.expect(not strange, where, f"seven segments cannot show {strange!r} of {text!r}")


def _check_rows(
    file: str, rows: list[dict[str, Any]], keys: dict[str, type], wrong: Complaints
) -> None:
    for row in rows:
        where = f"{file} {row.get('name', row.get('id'))}"
        wrong.expect(set(row) == set(keys), where, f"keys must be {', '.join(keys)}")
        for key, kind in keys.items():
            wrong.expect(type(row.get(key)) is kind, where, f"{key} must be {kind.__name__}")
        wrong.expect(NAME.fullmatch(str(row.get("name", ""))), where, "a name is [a-z][a-z0-9_]*")
        for language in LANGUAGES:
            wrong.expect(row.get(language), where, f"no {language} text")
        if "doc" in keys:
            wrong.expect(str(row.get("doc", "")).endswith("."), where, "doc ends with a full stop")


def check_unique(file: str, rows: list[tuple[object, object]], wrong: Complaints) -> None:
    """Expect every (id, name) of a file once."""
    ids: set[object] = set()
    names: set[object] = set()
    for number, name in rows:
        where = f"{file} {name}"
        wrong.expect(type(number) is int and number >= 1, where, "an id is 1 or more")
        wrong.expect(number not in ids, where, f"id {number} is used twice")
        wrong.expect(name not in names, where, "the name is used twice")
        ids.add(number)
        names.add(name)


def check_faults(rows: list[dict[str, Any]], wrong: Complaints) -> None:
    """Expect of every fault its code, what the table does, and what a person does."""
    keys = {"id": int, "code": str, "name": str, "device": str, "severity": str, "retry": int}
    keys |= {"doc": str, "words": str, "it": str, "en": str}
    _check_rows("faults.toml", rows, keys, wrong)
    check_unique("faults.toml", [(row.get("id"), row.get("code")) for row in rows], wrong)
    names = [row.get("name") for row in rows]
    wrong.expect(len(set(names)) == len(names), "faults.toml", "a name is used twice")
    for row in rows:
        where = f"faults.toml {row.get('name')}"
        wrong.expect(
            _FAULT_CODE.fullmatch(str(row.get("code"))), where, "a fault's code is F-ABC-01"
        )
        wrong.expect(row.get("severity") in SEVERITIES, where, "severity is note, hold or stop")
        wrong.expect(row.get("retry") in range(10), where, "retry is 0 to 9")
        wrong.expect(NAME.fullmatch(str(row.get("device"))), where, "a device is a name")
        for language in LANGUAGES:
            text = str(row.get(language))
            wrong.expect(text.endswith("."), where, f"the {language} text ends with a full stop")
        _check_glyphs(row.get("words"), where, wrong)


def check_irregularities(rows: list[dict[str, Any]], wrong: Complaints) -> None:
    """Expect of every irregularity how it is noticed, and its rule."""
    keys = {"id": int, "name": str, "noticed": str, "source": str, "doc": str}
    keys |= {"it": str, "en": str}
    _check_rows("irregularities.toml", rows, keys, wrong)
    check_unique("irregularities.toml", [(row.get("id"), row.get("name")) for row in rows], wrong)
    for row in rows:
        where = f"irregularities.toml {row.get('name')}"
        wrong.expect(row.get("noticed") in NOTICED, where, "noticed is sensed or reported")


def check_words(rows: list[dict[str, Any]], wrong: Complaints) -> None:
    """Expect of every display word its glyphs in both languages."""
    _check_rows("words.toml", rows, {"id": int, "name": str, "it": str, "en": str}, wrong)
    check_unique("words.toml", [(row.get("id"), row.get("name")) for row in rows], wrong)
    for row in rows:
        for language in LANGUAGES:
            _check_glyphs(row.get(language), f"words.toml {row.get('name')} {language}", wrong)
