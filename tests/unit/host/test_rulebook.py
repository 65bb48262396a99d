"""The rules in words: found under any spelling, complete, and in two languages."""

from __future__ import annotations

import pytest

from firmware.schema import settings
from host_tools.rules.explained import explain
from host_tools.rules.house_rules import from_document
from host_tools.rules.rulebook import Contradiction, Rule, rulebook, spelled

BOOK = rulebook()


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("r000-23", "R000-23"),
        ("R000-3", "R000-03"),
        (" k07 ", "K7"),
        ("K20", "K20"),
        ("sofa", "SOFA"),
        ("R000-x", "R000-X"),
        ("", ""),
    ],
)
def test_an_id_is_read_as_people_write_it(said: str, meant: str) -> None:
    assert spelled(said) == meant


def test_a_rule_is_found_with_its_settings_and_contradictions() -> None:
    rule = BOOK.find("R000-12")
    assert isinstance(rule, Rule)
    assert rule.sections == ("1.1", "1.7")
    assert BOOK.settings_of(rule) == ("odd_chip",)
    assert [row.id for row in BOOK.contradictions_of(rule)] == ["K3"]
    conflict = BOOK.find("k3")
    assert isinstance(conflict, Contradiction)
    assert BOOK.settings_of(conflict) == ("odd_chip",)
    no_setting = BOOK.find("K20")
    assert isinstance(no_setting, Contradiction)
    assert BOOK.settings_of(no_setting) == ()


def test_a_setting_that_only_a_contradiction_names_is_told_with_the_rule() -> None:
    rule = BOOK.find("R004-31")
    assert isinstance(rule, Rule)
    assert "min_raise" not in rule.settings
    assert "min_raise" in BOOK.settings_of(rule)


def test_what_is_not_there_has_near_ones_and_what_comes_later_has_a_section() -> None:
    assert BOOK.find("R000-99") is None
    assert BOOK.find("R003-01") is None
    assert len(BOOK.nearest("R000-99")) == 3
    assert BOOK.nearest("K77")[0].startswith("K")
    assert BOOK.section_untold("R000-36") == "1.11"
    assert BOOK.section_untold("K14") == "1.17"
    assert BOOK.section_untold("R000-12") == ""
    assert BOOK.section_untold("sofa") == ""


def test_both_languages_say_something_of_their_own() -> None:
    for row in (*BOOK.rules, *BOOK.contradictions):
        assert row.text["en"] != row.text["it"]
        assert all(text.strip() == text for text in row.text.values())


def test_every_house_rule_and_every_rule_in_code_is_told_with_example_and_proof() -> None:
    rules = from_document({})
    asked = [name for name in settings.NAMES if name]
    asked += [row.id for row in BOOK.rules if row.kind == "code"]
    for wanted in asked:
        told = explain(wanted, rules, BOOK, "it")
        assert told is not None
        assert told["text"], wanted
        assert told["example"], wanted
        assert told["tests"], wanted
