"""One rule, contradiction or house rule with everything a person asks about it, as a document.

What it says, the settings that change it with the values in force, an example, where rulebooks
contradict each other about it, and the tests that prove it. Programs read the document as it is;
the command line tells it in sentences. Rule of the file: nothing is worded here, every word comes
from the rows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from firmware.schema import settings as s
from host_tools.rules.house_rules import meanings, sources, unit_of
from host_tools.rules.rulebook import Rule

if TYPE_CHECKING:
    from host_tools.rules.house_rules import HouseRules
    from host_tools.rules.rulebook import Contradiction, Proof, Rulebook


def explain(
    wanted: str, rules: HouseRules, book: Rulebook, language: str
) -> dict[str, Any] | None:
    """The document of an id or a setting's name, in any spelling of its letters; None for none."""
    row = book.find(wanted)
    if isinstance(row, Rule):
        return _rule(row, rules, book, language)
    if row is not None:
        return _contradiction(row, rules, book, language)
    setting = s.by_name(wanted.strip().lower())
    return _house_rule(rules, setting, book, language) if setting else None


def setting_document(rules: HouseRules, setting: int) -> dict[str, Any]:
    """One house rule: value in force, default, what it may be, where it comes from."""
    words = s.WORDS[setting]
    bounds: dict[str, Any] = {"choices": list(words)}
    if not words:
        bounds = {"min": s.MIN[setting], "max": s.MAX[setting], "unit": unit_of(setting)}
    value, default = rules.value(setting), s.DEFAULTS[s.PROFILE_DEFAULT][setting]
    return {
        "name": s.NAMES[setting],
        "value": words[value] if words else value,
        "default": words[default] if words else default,
        **bounds,
        "set_by": rules.set_by(setting),
        "source": sources()[s.NAMES[setting]],
    }


def _in_force(rules: HouseRules, names: tuple[str, ...]) -> list[dict[str, Any]]:
    return [setting_document(rules, s.by_name(name)) for name in names]


def _rule(row: Rule, rules: HouseRules, book: Rulebook, language: str) -> dict[str, Any]:
    return {
        "kind": "rule",
        "id": row.id,
        "sections": list(row.sections),
        "text": row.text[language],
        "class": row.kind,
        "why": row.why.get(language),
        "settings": _in_force(rules, book.settings_of(row)),
        "example": row.example.get(language),
        "contradictions": [other.id for other in book.contradictions_of(row)],
        "tests": list(row.tests),
    }


def _contradiction(
    row: Contradiction, rules: HouseRules, book: Rulebook, language: str
) -> dict[str, Any]:
    return {
        "kind": "contradiction",
        "id": row.id,
        "text": row.text[language],
        "settings": _in_force(rules, (row.setting,) if row.setting else ()),
        "example": _first_example([one for one in book.rules if one.id in row.rules], language),
        "rules": list(row.rules),
        "source": row.source,
        "tests": list(row.tests),
    }


def _first_example(rows: list[Rule | Proof], language: str) -> str | None:
    return next((row.example[language] for row in rows if row.example), None)


def _house_rule(rules: HouseRules, setting: int, book: Rulebook, language: str) -> dict[str, Any]:
    name = s.NAMES[setting]
    contradictions = [row for row in book.contradictions if row.setting == name]
    told = [row for row in book.rules if name in book.settings_of(row)]
    alone = [row for row in told if book.settings_of(row) == (name,)]
    proving = [*contradictions, *alone] or told  # rules that it shares with other settings
    own = [row for row in book.proofs if row.name == name]
    [in_force] = _in_force(rules, (name,))
    return {
        "kind": "house_rule",
        "id": name,
        "text": meanings(language)[name],
        "settings": [in_force],
        "source": in_force["source"],
        "example": _first_example([*own, *alone, *told], language),
        "rules": [row.id for row in told],
        "contradictions": [row.id for row in contradictions],
        "tests": list(dict.fromkeys(test for row in [*own, *proving] for test in row.tests)),
    }
