"""The house rules that a table plays by, each with where it comes from, and how to get to others.

A table tells every change of a setting in its log, by whom and why; what was never changed is the
default of a new log. To get from one set of house rules to another takes an order in which the
table takes every step: a small blind is never above the big one. Rule of the file: a change that
the table refused is no change, and an order is found by asking the table's own rules.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from firmware.schema import messages as m
from firmware.schema import settings as s
from host_tools.rules.house_rules import Complaint, settings, table_says, word

if TYPE_CHECKING:
    from firmware.lines.parser import Line

DEFAULT = "default"


@dataclass(frozen=True, slots=True)
class RuleInForce:
    """One setting as a table plays by it. `by` is empty for a default; `seq` is the line that
    changed it last, `reason` what was said why.
    """

    setting: int
    value: int
    by: str = ""
    reason: str = ""
    seq: int = 0

    @property
    def name(self) -> str:
        """As lines and files spell it."""
        return s.NAMES[self.setting]

    @property
    def word(self) -> str:
        """The value as lines and files spell it."""
        return word(self.setting, self.value)


class NoOrder(Exception):
    """House rules that the table does not take in any order; the settings that stayed out."""

    def __init__(self, names: list[str]) -> None:
        super().__init__(", ".join(names))
        self.names = names


def in_force(lines: Iterable[Line]) -> list[RuleInForce]:
    """Fold a log from its first line on; every setting in the order of the schema."""
    defaults = s.DEFAULTS[s.PROFILE_DEFAULT]
    rules = {one: RuleInForce(one, defaults[one]) for one in settings()}
    reason = ""
    undone: RuleInForce | None = None
    for line in lines:
        message = line.message
        if message[0] == m.SETTING_CHANGED:
            _, name, said, by = message
            setting = s.by_name(name)
            value = s.parse(setting, said) if setting else None
            if value is not None:
                undone = rules[setting]
                rules[setting] = RuleInForce(setting, value, by or "", reason, line.seq or 0)
        elif message[0] == m.INPUT_REFUSED and undone is not None:
            rules[undone.setting] = undone
        if message[0] != m.SETTING_CHANGED:
            undone = None
            reason = (message[4] or "") if message[0] == m.COMMAND_NAMED else ""
    return list(rules.values())


def differences(rules: Iterable[RuleInForce], wanted: Mapping[int, int]) -> dict[int, int]:
    """Setting -> wanted value, where that is another than the one in force."""
    now = {one.setting: one.value for one in rules}
    return {one: value for one, value in wanted.items() if now[one] != value}


def ordered(rules: Iterable[RuleInForce], changes: Mapping[int, int]) -> list[tuple[int, int]]:
    """The changes (setting, value) in an order in which a table takes each; raises `NoOrder`."""
    from firmware.core import Table

    table = Table()
    for one in rules:
        table.settings[one.setting] = one.value
    steps: list[tuple[int, int]] = []
    pending = dict(changes)
    while pending:
        taken = [one for one, value in pending.items() if table_says(table, one, value) == 0]
        if not taken:
            raise NoOrder([s.NAMES[one] for one in pending])
        steps += [(one, pending.pop(one)) for one in taken]
    return steps


def as_toml(rules: Iterable[RuleInForce], notes: Mapping[int, str], head: str) -> str:
    """House rules as a file that `config import` and `sim --rules` read; a note above each."""
    text = "".join(f"# {line}\n" for line in head.splitlines()) + "\n[settings]\n"
    for one in rules:
        value = f'"{one.word}"' if s.WORDS[one.setting] else one.word
        text += "".join(f"# {line}\n" for line in notes.get(one.setting, "").splitlines())
        text += f"{one.name} = {value}\n"
    tomllib.loads(text)  # what cannot be read again is not written
    return text


def complaint_of(setting: int, said: str) -> Complaint | None:
    """What is wrong with a value typed for a setting, or None."""
    if s.parse(setting, said) is None:
        return Complaint("rules.bad_value", {"setting": setting, "value": said})
    return None
