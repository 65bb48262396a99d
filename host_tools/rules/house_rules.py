"""The house rules of a room: a rule set, and what the room sets otherwise in a file.

A room writes down how it plays in a few lines (`rules.toml` is a usual name):

    profile = "rulebook"

    [settings]
    small_blind = 100
    big_blind = 200
    odd_chip = "left_of_button"

The file is read to the last word: an unknown key, a value out of range, or house rules that cannot
stand together are refused, all of them at once, each with its key and what would be allowed. Which
rules stand together is asked of the table's own rules, nobody else knows. Rule of the file: either
every word of a file is taken, or none.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from firmware.core.contradictions import AT_LEAST, PAIRS
from firmware.schema import messages as m
from firmware.schema import settings as s
from host_tools.texts import readable
from host_tools.texts.system_words import system_words

if TYPE_CHECKING:
    from firmware.core import Table

MEANINGS = Path(__file__).with_name("meanings.toml")

FILE_BYTES_MAX = 65_536
"""A hundred times what all settings take."""

SHOWN_CHARS_MAX = 40
PROBED_MAX = 4096
"""Ranges up to here are asked value by value when the table refuses one of them."""


@dataclass(frozen=True)
class Complaint:
    """What is wrong at one place of a file: a key of the catalogue and what it tells."""

    key: str
    values: dict[str, Any]


class BadRules(Exception):
    """A file of house rules that is not taken; all complaints, in the order of the file."""

    def __init__(self, complaints: list[Complaint], is_missing: bool = False) -> None:
        super().__init__(str(complaints))
        self.complaints = complaints
        self.is_missing = is_missing


@dataclass(frozen=True)
class HouseRules:
    """A rule set with a room's own values. `given`: setting id -> value, as the file has them."""

    profile: str
    given: dict[int, int]

    def value(self, setting: int) -> int:
        """The value in force."""
        return self.given.get(setting, s.DEFAULTS[s.profile_by_name(self.profile)][setting])

    def set_by(self, setting: int) -> str:
        """Where the value comes from: `file`, `profile`, or `default` where both say nothing."""
        if setting in self.given:
            return "file"
        is_default = self.value(setting) == s.DEFAULTS[s.PROFILE_DEFAULT][setting]
        return "default" if is_default else "profile"


def settings() -> range:
    """The ids of all settings."""
    return range(1, len(s.NAMES))


def word(setting: int, value: int) -> str:
    """A value as people and lines spell it."""
    return s.value_word(setting, value)


@cache
def _schema_rows() -> list[dict[str, Any]]:
    text = (files("firmware.schema") / "settings.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)["setting"]


@cache
def sources() -> dict[str, str]:
    """Setting -> the rules and contradictions it answers, as the schema says."""
    return {row["name"]: row["source"] for row in _schema_rows()}


@cache
def _units() -> dict[str, str]:
    return {row["name"]: row.get("unit", "") for row in _schema_rows()}


def unit_of(setting: int) -> str:
    """What a setting is counted in, such as chips or ms; empty for a choice."""
    return _units()[s.NAMES[setting]]


@cache
def meanings(language: str) -> dict[str, str]:
    """Setting -> what it decides; in English it is the schema's own sentence."""
    if language != "en":
        return tomllib.loads(MEANINGS.read_text(encoding="utf-8"))[language]
    return {row["name"]: row["doc"] for row in _schema_rows()}


def read_house_rules(path: Path) -> HouseRules:
    """Read one file.

    Raises:
        BadRules: the file is not there, is not TOML, or does not hold.
    """
    try:
        with path.open("rb") as file:
            content = file.read(FILE_BYTES_MAX + 1)
    except FileNotFoundError:
        raise BadRules([Complaint("rules.no_file", {})], is_missing=True) from None
    except OSError as error:
        raise BadRules([Complaint("rules.unreadable", {"why": system_words(error)})]) from None
    if len(content) > FILE_BYTES_MAX:
        raise BadRules([Complaint("rules.too_large", {"most": FILE_BYTES_MAX})])
    try:
        return from_document(tomllib.loads(content.decode("utf-8")))
    except UnicodeDecodeError as error:
        raise BadRules([Complaint("rules.not_text", {"at": error.start})]) from None
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise BadRules([Complaint("rules.not_toml", {"why": shown(str(error))})]) from None


def from_document(document: dict[str, Any]) -> HouseRules:
    """The house rules of a file's content; raises `BadRules`."""
    wrong: list[Complaint] = []
    for key in document:
        if key not in ("profile", "settings"):
            wrong.append(Complaint("rules.unknown_key", {"name": shown(key)}))
    profile = document.get("profile", s.PROFILE_WORDS[s.PROFILE_DEFAULT])
    if profile not in s.PROFILE_WORDS:
        names = ", ".join(s.PROFILE_WORDS)
        wrong.append(Complaint("rules.unknown_profile", {"value": shown(profile), "names": names}))
    table = document.get("settings", {})
    if not isinstance(table, dict):
        wrong.append(Complaint("rules.no_table", {}))
        table = {}
    given: dict[int, int] = {}
    for name, said in table.items():
        setting = s.by_name(name)
        value = _value(setting, said) if setting else None
        if not setting:
            wrong.append(_no_such_setting(name))
        elif value is None and _is_quoted_number(setting, said):
            wrong.append(Complaint("rules.quoted_number", {"setting": setting, "value": said}))
        elif value is None:
            wrong.append(Complaint("rules.bad_value", {"setting": setting, "value": shown(said)}))
        else:
            given[setting] = value
    if not wrong:
        rules = HouseRules(profile, given)
        wrong.extend(_contradictions(rules))
        if not wrong:
            return rules
    raise BadRules(wrong)


def shown(said: object) -> str:
    """Something of a file as it may be shown: as TOML spells truth, readable, not too long."""
    text = readable(str(said).lower() if isinstance(said, bool) else str(said))
    return text if len(text) <= SHOWN_CHARS_MAX else text[: SHOWN_CHARS_MAX - 1] + "…"


def nearest_setting(name: str) -> list[str]:
    """The setting's name that looks most like `name`, if one does."""
    return get_close_matches(name, s.NAMES[1:], 1, 0.5)


def _no_such_setting(name: str) -> Complaint:
    nearest = nearest_setting(name)
    if nearest:
        return Complaint("rules.mistyped_setting", {"name": shown(name), "nearest": nearest[0]})
    return Complaint("rules.unknown_setting", {"name": shown(name)})


def _value(setting: int, said: object) -> int | None:
    """What a value of the file means; a number is a TOML integer, a choice a string."""
    if s.WORDS[setting]:
        return s.parse(setting, said) if isinstance(said, str) else None
    is_number = type(said) is int  # a truth value is an int to Python
    return said if is_number and s.is_value(setting, said) else None


def _is_quoted_number(setting: int, said: object) -> bool:
    """Whether a value would hold, were it not in quotes."""
    if s.WORDS[setting] or not isinstance(said, str) or len(said) > SHOWN_CHARS_MAX:
        return False
    return said.isascii() and said.isdigit() and s.is_value(setting, int(said))


# ------------------------------------------------------------------ what the table says to it


def table_says(table: Table, setting: int, value: int) -> int:
    """What a table answers to a new value: 0 when it takes it, else its refusal."""
    message = (m.SETTING_CHANGED, s.NAMES[setting], word(setting, value), None)
    return table.take(message, [])


def _contradictions(rules: HouseRules) -> Iterator[Complaint]:
    """Tell a fresh table everything, in an order that works; what it never takes contradicts."""
    from firmware.core import Table

    table = Table()
    wanted = {setting: rules.value(setting) for setting in settings()}
    pending = [one for one in wanted if wanted[one] != table.settings[one]]
    while True:
        refused = [one for one in pending if table_says(table, one, wanted[one])]
        if not refused or len(refused) == len(pending):
            break
        pending = refused
    named = set(refused) & set(rules.given) or set(refused)
    for setting in sorted(named):
        yield _why(table, setting, wanted)


def _why(table: Table, setting: int, wanted: dict[int, int]) -> Complaint:
    """Find the other setting without which the table would have taken this one."""
    value = wanted[setting]
    for other in settings():
        kept = table.settings[other]
        tried = {s.MIN[other], s.MAX[other]} if other != setting else set()
        for candidate in tried:
            table.settings[other] = candidate
            before = table.settings[setting]
            is_taken = table_says(table, setting, value) == 0
            table.settings[setting] = before
            table.settings[other] = kept
            if is_taken:
                return Complaint(
                    _key_of({setting, other}),
                    {
                        "name": s.NAMES[setting],
                        "value": word(setting, value),
                        "other": s.NAMES[other],
                        "other_value": word(other, wanted[other]),
                    },
                )
    allowed = [
        one
        for one in range(s.MIN[setting], min(s.MAX[setting], s.MIN[setting] + PROBED_MAX) + 1)
        if table_says(table, setting, one) == 0
    ]
    told = {"setting": setting, "value": word(setting, value), "allowed": runs(allowed)}
    return Complaint("rules.bad_value", told)


def _key_of(pair: set[int]) -> str:
    """The sentence that says why these two do not go together."""
    rows = [(row[0], row[3]) for row in PAIRS] + list(AT_LEAST)
    named = [one for one, other in rows if {one, other} == pair]
    return f"rules.contradicts_{s.NAMES[named[0]]}" if named else "rules.contradicts"


def runs(numbers: list[int]) -> str:
    """Ascending numbers as ranges: 0, 3, 4, 5 are `0, 3-5`."""
    spans: list[list[int]] = []
    for number in numbers:
        if spans and spans[-1][1] == number - 1:
            spans[-1][1] = number
        else:
            spans.append([number, number])
    return ", ".join(str(a) if a == b else f"{a}-{b}" for a, b in spans)
