"""The rules of the game in words, each under the number the rulebooks give it.

A floor manager looks up a rule and wants to know: what does it say, which house rule changes it,
where do the rulebooks contradict each other, and how do I know that the table keeps it? The
answers are rows of the files beside this one, above all `rulebook.toml` and `contradictions.toml`;
here they are read and found. What a table does is decided in the firmware, never here. Rule of the
file: a row is told as it stands; whether it holds is checked by the generator
(`host_tools.dev.gen_rules`).
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
UNTOLD = "untold"
UNPROVED = "unproved"
NEAREST_MAX = 3
NEAREST_LEAST = 0.3  # likeness by difflib; below it an id is no help

Both = dict[str, str]
"""A sentence in English and Italian, by language."""


@dataclass(frozen=True)
class Rule:
    """One rule of a rulebook. `why` says of class `text` why no code can do it."""

    id: str
    sections: tuple[str, ...]
    text: Both
    kind: str
    settings: tuple[str, ...]
    tests: tuple[str, ...]
    example: Both
    why: Both


@dataclass(frozen=True)
class Contradiction:
    """Where rulebooks disagree. Without a `setting` there is one reading for everybody."""

    id: str
    text: Both
    setting: str
    default: str
    alternatives: tuple[str, ...]
    profiles: dict[str, str]
    rules: tuple[str, ...]
    source: str
    tests: tuple[str, ...]


@dataclass(frozen=True)
class Proof:
    """Example and tests of a house rule that no rule of the books decides alone."""

    name: str
    example: Both
    tests: tuple[str, ...]


@dataclass(frozen=True)
class Difference:
    """Where the judge of random hands (pokerkit) is not followed, or is silent."""

    topic: Both
    text: Both
    source: str
    tests: tuple[str, ...]


@dataclass(frozen=True)
class Rulebook:
    """All rows, in the order of their files; `still_open` is (section, id, state)."""

    rules: tuple[Rule, ...]
    contradictions: tuple[Contradiction, ...]
    still_open: tuple[tuple[str, str, str], ...]
    proofs: tuple[Proof, ...] = ()
    differences: tuple[Difference, ...] = ()

    def find(self, wanted: str) -> Rule | Contradiction | None:
        """The row with this id, in any spelling of its letters; None when there is none."""
        name = spelled(wanted)
        for row in (*self.rules, *self.contradictions):
            if row.id == name:
                return row
        return None

    def section_untold(self, wanted: str) -> str:
        """The section of an id that is known and not told yet, or ""."""
        name = spelled(wanted)
        for section, known, state in self.still_open:
            if known == name and state == UNTOLD:
                return section
        return ""

    def nearest(self, wanted: str) -> list[str]:
        """The ids that look like `wanted`, best first, three at most; none where none does."""
        ids = [row.id for row in (*self.rules, *self.contradictions)]
        return get_close_matches(spelled(wanted), ids, NEAREST_MAX, NEAREST_LEAST)

    def contradictions_of(self, rule: Rule) -> list[Contradiction]:
        """The contradictions that touch a rule."""
        return [row for row in self.contradictions if rule.id in row.rules]

    def settings_of(self, row: Rule | Contradiction) -> tuple[str, ...]:
        """The settings that change what the row says, the rule's own first, each once."""
        if isinstance(row, Contradiction):
            return (row.setting,) if row.setting else ()
        of_others = [other.setting for other in self.contradictions_of(row) if other.setting]
        return tuple(dict.fromkeys([*row.settings, *of_others]))


def spelled(wanted: str) -> str:
    """An id as it is written here: `r000-3` is R000-03, `k07` is K7."""
    name = wanted.strip().upper()
    if name[:1] == "K" and name[1:].isdecimal():
        return f"K{int(name[1:])}"
    book, dash, number = name.partition("-")
    return f"{book}-{int(number):02d}" if dash and number.isdecimal() else name


@cache
def rulebook() -> Rulebook:
    """The rulebook that belongs to this program."""
    return read_rulebook(FOLDER)


def read_rulebook(folder: Path) -> Rulebook:
    """Read the five files of `folder` without judging them.

    Raises:
        OSError, tomllib.TOMLDecodeError, KeyError: a file or a row is not what it should be.
    """
    rules = _rows(folder / "rulebook.toml", "rule")
    contradictions = _rows(folder / "contradictions.toml", "contradiction")
    lock = (folder / "open.lock").read_text(encoding="utf-8")
    return Rulebook(
        tuple(_rule(row) for row in rules),
        tuple(_contradiction(row) for row in contradictions),
        tuple(read_open(lock.splitlines())),
        tuple(_proof(row) for row in _rows(folder / "settings.toml", "setting")),
        tuple(_difference(row) for row in _rows(folder / "differences.toml", "difference")),
    )


def read_open(lines: Iterable[str]) -> list[tuple[str, str, str]]:
    """The list of what is still open: (section, id, state) a line.

    Raises:
        ValueError: a line is not three words.
    """
    rows: list[tuple[str, str, str]] = []
    for line in lines:
        if line and not line.startswith("#"):
            section, name, state = line.split(" ")
            rows.append((section, name, state))
    return rows


def _rows(path: Path, key: str) -> list[dict[str, Any]]:
    return tomllib.loads(path.read_text(encoding="utf-8"))[key]


def _rule(row: dict[str, Any]) -> Rule:
    return Rule(
        id=row["id"],
        sections=tuple(row["sections"]),
        text={"en": row["en"], "it": row["it"]},
        kind=row["class"],
        settings=tuple(row.get("settings", ())),
        tests=tuple(row.get("tests", ())),
        example=row.get("example", {}),
        why=row.get("why", {}),
    )


def _proof(row: dict[str, Any]) -> Proof:
    return Proof(name=row["name"], example=row["example"], tests=tuple(row["tests"]))


def _difference(row: dict[str, Any]) -> Difference:
    return Difference(
        topic=row["topic"],
        text={"en": row["en"], "it": row["it"]},
        source=row["source"],
        tests=tuple(row["tests"]),
    )


def _contradiction(row: dict[str, Any]) -> Contradiction:
    return Contradiction(
        id=row["id"],
        text={"en": row["en"], "it": row["it"]},
        setting=row.get("setting", ""),
        default=row.get("default", ""),
        alternatives=tuple(row.get("alternatives", ())),
        profiles=row.get("profiles", {}),
        rules=tuple(row["rules"]),
        source=row["source"],
        tests=tuple(row["tests"]),
    )
